"""The studio: a robot, its equations and its code in the browser.

`jobs` takes a job and gives messages, and knows nothing of HTTP; `pool` runs jobs in processes of their own; `server`
puts both and the page in `static/` behind a local address. What they say to each other is in docs/studio.md.
"""
