"""An outside look at Linkwright, for maintainers: `python -m fuzz` (or `make fuzz`).

Robots, files and faults that the tests do not know, drawn anew with every seed, against oracles that share no code with
the package. Each module is a section that can be run alone; `docs/fuzz.md` says what each of them looks at.
"""
