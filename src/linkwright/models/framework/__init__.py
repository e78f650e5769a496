"""What a model is: its inputs, options, scope and results. Nothing about algorithms.

`Model` (model.py) is the contract of every model; `State` (state.py) holds positions, rates, accelerations and efforts;
`Result` and `Quantities` (result.py) are what a model gives back.

Everybody imports it; it imports nothing of models.
"""
