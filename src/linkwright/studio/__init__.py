"""The studio: a robot, its equations and its code in the browser.

`jobs` takes a job and gives messages, and knows nothing of HTTP; `pool` runs jobs in processes of their own; `server`
serves the page in `static/` and the jobs at a local address. The protocol between them is in docs/studio.md.
"""
