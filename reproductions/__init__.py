"""Published experiments done again, each a module named after the first authors of its paper.

    python -m reproductions                  all of them; writes docs/reproductions.md and docs/figures
    python -m reproductions.lemoine_khalil   one of them; prints its tables and writes its figures

Every module has `section()`: its text in Markdown, with our numbers beside the published ones.
"""
