"""The pure modules of the studio's page, tested where they run: by Node, without a browser."""

import base64
import json
import os
import random
import subprocess
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fuzz.page_reader import differences, drawn, sent_back

import linkwright as lw
from linkwright import formats
from linkwright.studio import jobs
from linkwright.studio.tables import build_robot
from tests.support.paths import PAGE_TESTS


@pytest.mark.parametrize("name", ["highlight", "kept", "latex", "paste", "state"])
def test_module_of_the_page(name: str, tool: Callable[[str], str]) -> None:
    done = subprocess.run(
        [tool("node"), "--test", str(PAGE_TESTS / f"{name}.test.mjs")], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_parts_of_an_equation_are_all_of_it(tool: Callable[[str], str], tmp_path: Path) -> None:
    """Closed forms and programs as they are computed, of models with products, sums, quotients and roots."""
    equations: list[str] = []
    for name, model in (("rrp", "inverse_dynamics"), ("rx90", "jacobian"), ("scara4", "inertia_matrix"),
                        ("four_bar", "inverse_dynamics"), ("cart_pole", "forward_dynamics")):  # fmt: skip
        for do in ("equations", "expand"):
            job = {"do": do, "robot": formats.as_data(formats.builtin(name)), "model": model}
            found = [m for m in jobs.run(job) if m["type"] == "equations"]
            equations += [text for m in found for section in m["sections"] for text in section["equations"]]
    assert len(equations) > 200
    file = tmp_path / "equations.json"
    file.write_text(json.dumps(equations))
    command = [tool("node"), "--test", str(PAGE_TESTS / "latex.test.mjs")]
    environment = {**os.environ, "EQUATIONS": str(file)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)
    assert done.returncode == 0, done.stdout[-6000:]
    assert "# skipped 0" in done.stdout


def changed(node: str, robots: dict[str, lw.Robot], tables: dict[str, Any]) -> list[str]:
    """Where the robot of a job is another than the one whose tables the page was given."""
    back = sent_back(node, tables, random.Random(5))
    return [
        f"{name}, {act}: {differences(robots[name], found)}"
        for name, acts in back.items()
        for act, found in acts.items()
        if found != robots[name]
    ]


@pytest.mark.filterwarnings("ignore::linkwright.ModelWarning")
def test_robot_of_a_job_is_the_robot_of_the_file_for_every_urdf(tool: Callable[[str], str], robot_data: Path) -> None:
    robots, tables, refused = {}, {}, {}
    for path in sorted(robot_data.rglob("*.urdf")):
        name, data = str(path.relative_to(robot_data)), path.read_bytes()
        options = {"mimic": "no"} if path.name == "alex_psyonic_hands.urdf" else {}  # which mimics joints of others
        job = {"do": "read", "name": path.name, "options": options, "base64": base64.b64encode(data).decode()}
        found = {message["type"]: message for message in jobs.run(job)}
        if found["done"]["ok"]:
            tables[name] = found["tables"]["robot"]
            robots[name] = formats.read(data, name=path.name, **options)
        else:
            refused[name] = found["problem"]["what"]
    assert len(robots) + len(refused) >= 69
    assert set(refused.values()) == {"no joint moves", "no <link>"}
    assert len(refused) == 3
    assert changed(tool("node"), robots, tables) == []


def test_robot_of_a_job_is_the_robot_that_was_opened(tool: Callable[[str], str]) -> None:
    """Built-in robots, and random ones with every field that a robot may have, names and numbers of any kind."""
    robots = {name: formats.builtin(name) for name in formats.builtin_names()}
    for seed in range(60):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", lw.ModelWarning)
            try:
                robots[f"random {seed}"] = build_robot(drawn(random.Random(seed)))
            except lw.LinkwrightError:
                continue
    assert len(robots) > len(formats.builtin_names()) + 15
    assert changed(tool("node"), robots, {name: formats.as_data(robot) for name, robot in robots.items()}) == []
