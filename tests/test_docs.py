"""The examples of the documents run: every Python block of a page that says so, one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGES = sorted(p for p in (Path(__file__).parents[1] / "docs").glob("*.md") if "<!-- examples run -->" in p.read_text())


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_the_examples_of_a_page_run(page: Path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S)
    assert blocks
    exec(compile("\n".join(blocks), str(page), "exec"), {})


def test_there_are_such_pages():
    assert "joints" in {page.stem for page in PAGES}
