"""Commands about a robot itself: its tables, base parameters, inverse geometry, other file formats."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from linkwright.cli.framework import NameChoice, argument, command, option
from linkwright.cli.shared_options import RobotInput, json_option, robot_input
from linkwright.console import Progress, print_json, print_table, print_title
from linkwright.errors import InputError

if TYPE_CHECKING:
    from linkwright.robot import Robot


@command("show", example="linkwright show rx90 --without friction")
@robot_input("--numbers", "--symbols", "--without", "--reader-option")
@json_option
def show_command(robot: RobotInput, as_json: bool) -> None:
    """Show the tables of a robot: geometry, inertia, joints, numbers, loops and wheels."""
    loaded = robot.load()
    if as_json:
        from linkwright import formats

        print_json(formats.as_data(loaded) | ({"mobility": _mobility(loaded)} if loaded.wheels or loaded.loops else {}))
        return
    from linkwright.robot.tables import robot_tables

    print(f"{loaded.name}: {loaded.description}" if loaded.description else loaded.name)
    if loaded.source:
        print(f"source: {loaded.source}")
    print()
    for title, columns, rows in robot_tables(loaded):
        print_title(title)
        print_table(columns, rows)
    if loaded.loops:
        _show_loops(loaded)
    elif loaded.wheels:
        rows = [[key.replace("_", " "), ", ".join(map(str, value)) if isinstance(value, list) else str(value)]
                for key, value in _mobility(loaded).items()]  # fmt: skip
        print_table(["mobility", ""], rows)


def _show_loops(robot: Robot) -> None:
    from linkwright.models.constraints.loop_report import analyze_loops

    try:
        found = analyze_loops(robot)
    except InputError as problem:
        print(f"loops: {problem.on_command_line()}")
        return
    for title, columns, rows in found.tables():
        print_title(title)
        print_table(columns, rows)


def _mobility(robot: Robot) -> dict[str, Any]:
    """Return how wheels or loops let the robot move, or {"problem": why this is not known}."""
    from linkwright import compiler

    try:
        return compiler.mobility(robot).data()
    except InputError as problem:
        return {"problem": problem.on_command_line()}


@command("base-parameters", example="linkwright base-parameters rx90 --without friction")
@robot_input("--without", "--reader-option")
@json_option
def base_parameters_command(robot: RobotInput, as_json: bool) -> None:
    """Print the base parameters of a robot: a minimal set of inertial parameters, and how they are regrouped."""
    from linkwright import compiler

    loaded = robot.load()
    base = compiler.base_parameters(loaded)
    kept = [{"link": k.link, "parameter": k.parameter, "value": str(k.value)} for k in base.kept]
    texts = base.relation_texts()
    relations = [{"name": r.name, "link": r.link, "parameter": r.parameter, "formula": texts[r.name]}
                 for r in base.relations]  # fmt: skip
    if as_json:
        print_json({"robot": loaded.name, "count": base.count, "minimum": base.minimum, "decided": base.decided,
                    "base": kept, "relations": relations})  # fmt: skip
        return
    print(f"{loaded.name}: {base.count} base parameters ({base.decided})")
    if base.left:
        names = ", ".join(f"{name}{j}" for j, name in base.left)
        fewer = f"{base.minimum} would do: " if base.minimum < base.count else ""  # friction is not counted
        print(f"{fewer}{names} depend on others by factors that have no short formula; with the robot's numbers in "
              "the code, they are grouped")  # fmt: skip
    links = sorted({k.link for k in base.kept})
    print_table(["link", "parameters"], [
        [str(j), "  ".join(_name_of(k) for k in base.kept if k.link == j)] for j in links
    ])  # fmt: skip
    if base.relations:
        print_title("grouping relations")
        for r in base.relations:
            print(f"  {r.name} = {texts[r.name]}")


def _name_of(kept: Any) -> str:
    return str(kept.value) if kept.value.name else f"{kept.parameter}={kept.value}"


def _task_names() -> Collection[str]:
    from linkwright.models import find

    return find("inverse_geometry").settings["task"].choices


@command("explain", example="linkwright explain ur5")
@robot_input("--numbers", "--without", "--reader-option")
@option("--frame", default="end", section="Task", help="frame that has the pose: name or number of a joint, or end")
@option("--task", default="auto", type=NameChoice("task", _task_names), section="Task",
        help="part of the pose that is reached: {names}")  # fmt: skip
@option("--locked", default="auto", section="Task", help="of seven joints, the one whose position is given")
@json_option
def explain_command(robot: RobotInput, frame: str, task: str, locked: str, as_json: bool) -> None:
    """Explain how the inverse geometry of a robot is solved: class of the chain, number of solutions, equations."""
    from linkwright import compiler

    loaded = robot.load()
    with Progress(f"{loaded.name}: inverse geometry"):
        found = compiler.explain(loaded, frame, task, locked)
    if as_json:
        print_json(found.data())
    else:
        print(found.text())


@command("convert", example="linkwright convert rx90 rx90.par")
@robot_input("--numbers", "--symbols", "--without", "--reader-option", metavar="IN",
             help="robot: built-in name or a file")  # fmt: skip
@argument("output", "OUT", "file to write: .par .toml .csv", type=click.Path(path_type=Path))
def convert_command(robot: RobotInput, output: Path) -> None:
    """Convert a robot description from one file format to another."""
    from linkwright.formats import write

    write(robot.load(), output)
    print(output)
