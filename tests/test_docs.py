"""The examples of the documents run: every Python block of a page that says so, one after the other."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from tests.support.command_line import run
from tests.support.paths import ROOT

README = ROOT / "README.md"
PAGES = [README, *sorted(p for p in (ROOT / "docs").glob("*.md") if "<!-- examples run -->" in p.read_text())]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_the_examples_of_a_page_run(page: Path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S)
    assert blocks
    exec(compile("\n".join(blocks), str(page), "exec"), {})


def test_there_are_such_pages():
    assert "joints" in {page.stem for page in PAGES}


def test_the_simulation_of_the_readme_moves(tmp_path: Path):
    """An example at rest in an equilibrium would show nothing."""
    command = next(line for line in README.read_text().splitlines() if line.startswith("linkwright simulate"))
    words = shlex.split(command, comments=True)[1:]
    assert run(*words, cwd=tmp_path).returncode == 0
    recording = np.genfromtxt(tmp_path / words[words.index("-o") + 1], delimiter=",", names=True)
    assert np.ptp(recording["q1_cart"]) > 0.05
    assert np.ptp(recording["q2_pole"]) > 3  # it falls over
