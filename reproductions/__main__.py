"""All experiments, and the page of the documentation that shows them."""

from __future__ import annotations

from linkwright.files import write_all
from reproductions.bansevicius import section as bansevicius
from reproductions.el_baji import section as el_baji
from reproductions.lemoine_khalil import section as lemoine_khalil
from reproductions.report import DOCS, machine

HEAD = """\
# Published experiments, done again

Each section repeats the computations of a paper with Linkwright and puts the results beside the printed ones. This page
and its figures are written by

```sh
pip install -e '.[simulate,bench]'
python -m reproductions                      # all; or one: python -m reproductions.el_baji
```

Times on this page: {machine}. What could not be repeated is said in each section.
"""


def main() -> None:
    parts = [HEAD.format(machine=machine())]
    for section in (lemoine_khalil, el_baji, bansevicius):
        print(f"{section.__module__} ...", flush=True)
        parts.append(section())
    write_all(DOCS, {"reproductions.md": "\n".join(parts)})
    print(DOCS / "reproductions.md")


if __name__ == "__main__":
    main()
