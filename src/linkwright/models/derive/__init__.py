"""From a request to a function: parameter set, equivalent bodies, specialization to numbers.

function.py: model and options to `Function`; derivation_request.py: which robot, model and parameters;
numeric_specialization.py: robots with numbers; tuned_models.py: sets chosen for a model.

It imports every room; nobody in models imports it.
"""
