"""The command that simulates a robot. Its options are the fields of `simulation.task.Task`, with the same defaults."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Any

import click

from linkwright.cli.framework import NameChoice, command, option
from linkwright.cli.shared_options import RobotInput, json_option, robot_input
from linkwright.console import Progress, print_json, print_table


def _control_names() -> Collection[str]:
    from linkwright.simulation.task import CONTROLS

    return CONTROLS


def _trajectory_names() -> Collection[str]:
    from linkwright.simulation.task import TRAJECTORIES

    return TRAJECTORIES


def _method_names() -> Collection[str]:
    from linkwright.simulation.integrators import METHODS

    return METHODS


_start = partial(option, section="Start", default="", metavar="NUMBERS")
_control = partial(option, section="Control")
_trajectory = partial(option, section="Trajectory")
_integration = partial(option, section="Integration")
_robot = partial(option, section="Robot")
_file = click.Path(path_type=Path)


@command("simulate", example="linkwright simulate cart_pole --start 0,0.1 -s 5 -o fall.csv --plots pictures")
@robot_input("--without", "--reader-option")
@_robot("--parameters", type=_file, help="TOML file of numbers for the robot's parameters: NAME = value")
@_robot("--smoothing", default=1e-2, help="speed below which Coulomb friction is smooth [rad/s or m/s]; 0: it is not")
@_robot("--independent", default="driven", metavar="NAMES",
        help="robots with loops: the joints that are integrated; driven, platform, or names")  # fmt: skip
@_start("--start", help="joint positions [rad or m]; of loops those of independent joints, or of all; default: 0, "
                        "closed loops as they are assembled, or where the trajectory begins")  # fmt: skip
@_start("--velocity", help="joint velocities [rad/s or m/s]; with wheels or loops the independent ones")
@_start("--base-pose", help="pose of the base: x,y,z[,qw,qx,qy,qz]; on wheels x,y,theta")
@_start("--base-twist", help="twist of a floating base in its own frame: velocity, then angular velocity")
@_control("--control", default="none", type=NameChoice("control", _control_names), help="controller: {names}")
@_control("--kp", default="100", metavar="NUMBERS", help="gains of positions: one, or one per joint with commas")
@_control("--kd", default="20", metavar="NUMBERS", help="gains of velocities, likewise")
@_control("--hold", default=0.0, help="period of a sampled controller [s]; default: continuous")
@_control("--saturate", is_flag=True, help="keep efforts within the limits of the joints")
@_control("--controller-parameters", "believed", type=_file,
          help="TOML file of the numbers that the controller uses, where they are not those of the robot")  # fmt: skip
@_trajectory("--trajectory", default="hold", type=NameChoice("trajectory", _trajectory_names, ".csv"),
             help="{names}, or a CSV file")  # fmt: skip
@_trajectory("--goal", default="", metavar="NUMBERS", help="end of hold, cubic and quintic; the centre of sines")
@_trajectory("--duration", default=0.0, help="how long cubic and quintic take [s]; default: all the time")
@_trajectory("--amplitude", default="0.5", metavar="NUMBERS", help="amplitude of sines [rad or m]")
@_trajectory("--frequency", default="0.5", metavar="NUMBERS", help="frequency of sines [Hz]")
@_integration("--seconds", "-s", default=10.0, help="how long")
@_integration("--method", default="dop853", type=NameChoice("method of integration", _method_names), help="{names}")
@_integration("--step", default=0.0, help="fixed step (default 1 ms), or the longest one [s]")
@_integration("--rtol", default=1e-9, help="relative tolerance")
@_integration("--atol", default=1e-10, help="absolute tolerance")
@_integration("--sample", default=0.01, help="time between two rows of the recording [s]")
@option("--output", "-o", section="Output", type=_file, help="recording: .csv or .npz")
@option("--plots", section="Output", type=_file, help="folder for plots of joints, base, efforts, errors, energy")
@json_option
def simulate_command(robot: RobotInput, as_json: bool, **task: Any) -> None:
    """Simulate a robot under a controller by its compiled forward dynamics, record its motion and plot it.

    NUMBERS are numbers with commas; one alone is that of every joint.
    """
    from linkwright.simulation.task import Task

    loaded = robot.load()
    with Progress(loaded.name):
        outcome = Task(**task).run(loaded)
    if as_json:
        print_json(outcome)
        return
    rows = [[key, ", ".join(map(_short, value)) if isinstance(value, list) else _short(value)]
            for key, value in outcome.items()]  # fmt: skip
    print_table(["", "outcome"], rows)


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
