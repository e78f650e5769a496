"""Contract of a model: its inputs, options, scope and results. No algorithms.

`Model` (model.py) is the contract of every model; `State` (state.py) holds positions, rates, accelerations and efforts;
`Result` and `Quantities` (result.py) are what a model returns.

Every other package of models imports this one; it imports none of them.
"""
