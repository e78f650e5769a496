"""From a request to a function: parameter set, equivalent bodies, specialization to numbers.

function.py: model and options to `Function`; parameter_choice.py: in which set of parameters and with which bodies a
model is derived, as a request (derivation_request.py); numeric_specialization.py: robots with numbers, by equivalent
bodies (equivalent_model.py); tuned_parameters.py, tuned_models.py: sets of parameters that are chosen for a model.

It imports every other folder of models; none of them imports it.
"""
