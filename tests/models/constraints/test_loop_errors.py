"""What is wrong with loops is told at its place, with a remedy; the command line ends with 2 and writes nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw
from linkwright.errors import InputError

BARS = """name = "bars"
[[joint]]
name = "crank"
{crank}
[[joint]]
name = "coupler"
parent = "crank"
d = 0.3
actuated = false
[[joint]]
name = "follower"
parent = 0
d = 0.5
actuated = false
[[loop]]
joint = {{ parent = "coupler", kind = "{kind}", d = {coupler}, actuated = false }}
frame = {{ parent = "{end}", d = 0.4 }}
{more}
"""
RIGHT = {"crank": "actuated = true", "kind": "revolute", "coupler": "0.45", "end": "follower", "more": ""}
HELD = """[[loop]]
joint = { parent = "crank", d = 0.3, actuated = false }
frame = { parent = "follower", d = 0.3 }
"""  # a triangle of 0.5, 0.3, 0.3, and the coupler from its tip to 0.4 on the follower
LEG = """name = "reach"
[[joint]]
name = "platform_x"
kind = "prismatic"
alpha = "pi/2"
theta = "pi/2"
actuated = false
[[joint]]
name = "arm"
parent = 0
d = 5.0
[[joint]]
name = "forearm"
parent = "arm"
d = 0.1
actuated = false
[[loop]]
joint = { parent = "forearm", kind = "ball", d = 0.1 }
frame = { parent = "platform_x", d = 0.0, r = 7.0 }
"""


def bars(**changes: str) -> str:
    return BARS.format(**{**RIGHT, **changes})


# the text of the file, options of the model, what is said, and the cell at fault
CASES: Mapping[str, tuple[str, dict[str, Any], str, tuple[str | int, ...]]] = {
    "rigid": (bars(more=HELD, coupler="0.1"), {}, "is rigid", ("loop", 2)),
    "open": (bars(coupler="3.0"), {}, r"cannot be closed.* loop 1 \(\w+\).* its ends [0-9.e+-]+ apart", ("loop", 1)),
    "leg": (LEG, {}, r"cannot be closed.* apart", ("loop", 1)),
    "no drive": (bars(crank="actuated = false"), {}, "its drives leave 1 freedom of crank", ("joint", 1, "actuated")),
    "same link": (bars(end="coupler"), {}, "closes link 2 with itself", ("loop", 1, "frame", "parent")),
    "unknown kind": (bars(kind="rubber"), {}, "rubber", ("loop", 1, "joint", "kind")),
    "dependent": (bars(), {"independent": "crank,follower"}, "follower cannot be independent", ("joint", 3)),
    "unknown branch": (bars(), {"branch": "elbow"}, "unknown branch 'elbow'", ()),
    "branch too long": (bars(), {"branch": "+-"}, "branch .* has 2 signs, 1", ()),
}  # fmt: skip


def test_the_linkage_itself_is_right():
    """Links of 0.5, 0.3, 0.45, 0.4: none is longer than the others together."""
    assert lw.model(lw.load(bars().encode(), name="bars.toml"), "inverse_dynamics").outputs


@pytest.mark.parametrize("name", CASES)
def test_an_error_of_loops_has_its_cell_and_a_remedy(name: str):
    text, options, what, cell = CASES[name]
    with pytest.raises(InputError, match=what) as error:
        lw.model(lw.load(text.encode(), name="bars.toml"), "inverse_dynamics", **options)
    assert error.value.place.cell == cell
    assert error.value.remedy


def test_how_far_a_loop_stays_open_is_a_distance():
    """The coupler's end is never nearer to the crank's pivot than 3 - 0.3, the follower's never farther than 0.9."""
    with pytest.raises(InputError) as error:
        lw.model(lw.load(bars(coupler="3.0").encode(), name="bars.toml"), "inverse_dynamics")
    told = float(error.value.what.split("its ends ")[1].split()[0])
    assert 3.0 - 0.3 - 0.9 - 0.01 < told < 3.0 + 0.3 + 0.9


@pytest.mark.parametrize("name", ["rigid", "open", "same link", "dependent"])
def test_the_command_line_ends_with_2_and_writes_nothing(name: str, tmp_path: Path):
    text, options, _, _ = CASES[name]
    file = tmp_path / "bars.toml"
    file.write_text(text)
    words = [word for key, value in options.items() for word in ("--set", f"{key}={value}")]
    done = subprocess.run(
        [sys.executable, "-m", "linkwright.cli", "generate", str(file), "inverse_dynamics", *words, "-t", "c", "-o",
         str(tmp_path / "out")], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("linkwright: ")
    assert "bars" in done.stderr
    assert not (tmp_path / "out").exists()
