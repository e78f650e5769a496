"""A simulation described by texts, as on the command line: choices by name, vectors as text, results in files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError, UnknownName
from linkwright.robot import Robot
from linkwright.simulation.controllers import PD, ComputedTorque, Controller, GravityCompensation, NoEfforts
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.mechanism import SMOOTHING, Mechanism, read_numbers
from linkwright.simulation.recording import Recording, check_file_name
from linkwright.simulation.simulate import mechanism, simulate
from linkwright.simulation.state import joint_vector
from linkwright.simulation.trajectories import ConstantReference, PointToPoint, Reference, SineReference, read_table

if TYPE_CHECKING:
    from linkwright.run.native import Array

CONTROLS = ("none", "gravity", "pd", "pd-gravity", "computed-torque")
TRAJECTORIES = ("hold", "cubic", "quintic", "sine")


@dataclass(frozen=True, kw_only=True)
class Task:
    """Description of a simulation. Vectors are numbers with commas, a single one is every joint's; 0 and "" mean the
    default."""

    seconds: float = 10.0
    control: str = "none"
    kp: str = "100"
    kd: str = "20"
    trajectory: str = "hold"
    start: str = ""
    velocity: str = ""
    base_pose: str = ""
    base_twist: str = ""
    goal: str = ""
    duration: float = 0.0
    amplitude: str = "0.5"
    frequency: str = "0.5"
    method: str = "dop853"
    step: float = 0.0
    rtol: float = 1e-9
    atol: float = 1e-10
    sample: float = 0.01
    hold: float = 0.0
    saturate: bool = False
    parameters: Path | None = None
    believed: Path | None = None
    smoothing: float = SMOOTHING
    output: Path | None = None
    plots: Path | None = None
    independent: str = "driven"

    def run(self, robot: Robot) -> dict[str, Any]:
        """Simulate, write the requested files, and return a summary."""
        if self.output is not None:
            check_file_name(self.output)
        return self.summary(self.record(robot))

    def record(self, robot: Robot) -> Recording:
        """Simulate and return the recording."""
        integrator = Integrator(self.method, self.step or None, self.rtol, self.atol)
        numbers = read_numbers(str(self.parameters)) if self.parameters else {}
        plant = mechanism(robot, numbers, self.smoothing, self.independent)
        model = plant
        if self.believed:
            believed = {**numbers, **read_numbers(str(self.believed))}
            model = mechanism(robot, believed, self.smoothing, self.independent)
        reference = plant.complete_reference(self.reference(plant))
        q, qd, _ = reference(0.0)
        given = bool(self.start or self.trajectory == "hold")  # else the motion begins where the trajectory does
        return simulate(
            plant, self.seconds,
            positions_of(plant, "start", self.start) if given else q,
            floats_of("velocity", self.velocity) if self.velocity else plant.independent_rates(qd),
            base_pose=floats_of("base-pose", self.base_pose) if self.base_pose else None,
            base_twist=floats_of("base-twist", self.base_twist) if self.base_twist else None,
            controller=self.controller(model, reference),
            reference=reference if self.control in ("pd", "pd-gravity", "computed-torque") else None,
            integrator=integrator, sample=self.sample, hold=self.hold or None, saturate=self.saturate,
        )  # fmt: skip

    def reference(self, plant: Mechanism) -> Reference:
        """Trajectory of the `guided` joints by its name, or the one in a file."""
        start = positions_of(plant, "start", self.start)
        match self.trajectory:
            case "hold":
                return ConstantReference(positions_of(plant, "goal", self.goal) if self.goal else start)
            case "cubic" | "quintic":
                if not self.goal:
                    raise InputError(f"{self.trajectory} needs a goal", remedy="--goal 0.5,1,...")
                degree = 3 if self.trajectory == "cubic" else 5
                goal = positions_of(plant, "goal", self.goal)
                return PointToPoint(start, goal, self.duration or self.seconds, degree)
            case "sine":
                centre = positions_of(plant, "goal", self.goal) if self.goal else start
                amplitude = sizes_of(plant, "amplitude", self.amplitude)
                frequency = sizes_of(plant, "frequency", self.frequency)
                return SineReference(centre, amplitude, frequency, centre * 0)
            case _ if self.trajectory.endswith(".csv"):
                return read_table(Path(self.trajectory), *plant.columns)
            case _:
                raise UnknownName.among("trajectory", self.trajectory, (*TRAJECTORIES, "FILE.csv"))

    def controller(self, model: Mechanism, reference: Reference) -> Controller:
        """Controller by its name."""
        Kp, Kd = numbers_of(model, "kp", self.kp), numbers_of(model, "kd", self.kd)
        match self.control:
            case "none":
                return NoEfforts()
            case "gravity":
                return GravityCompensation(model)
            case "pd":
                return PD(reference, Kp, Kd)
            case "pd-gravity":
                return PD(reference, Kp, Kd, model)
            case "computed-torque":
                return ComputedTorque(reference, Kp, Kd, model)
            case _:
                raise UnknownName.among("control", self.control, CONTROLS)

    def summary(self, recording: Recording) -> dict[str, Any]:
        """Write the files and return their names, with the final state in numbers."""
        files: list[str] = []
        if self.output is not None:
            recording.save(self.output)
            files.append(str(self.output))
        if self.plots is not None:
            from linkwright.simulation.plots import save_plots

            files += map(str, save_plots(recording, self.plots))
        result: dict[str, Any] = {
            "robot": recording.robot, "seconds": float(recording.t[-1]), "samples": len(recording.t),
            "joints": list(recording.names), "q": recording.q[-1].tolist(), "qd": recording.qd[-1].tolist(),
            "largest_effort": abs(recording.tau).max(axis=0).tolist(), "relative_drift": recording.relative_drift,
        }  # fmt: skip
        if recording.base_pose is not None and recording.base_twist is not None:
            result |= {"base_pose": recording.base_pose[-1].tolist(), "base_twist": recording.base_twist[-1].tolist()}
        if recording.error is not None:
            result["largest_error"] = abs(recording.error).max(axis=0).tolist()
            result["final_error"] = abs(recording.error[-1]).tolist()
        return result | {"files": files}


def numbers_of(plant: Mechanism, what: str, text: str) -> Array:
    """Numbers with commas as a vector of the joints; an empty text is zero."""
    return joint_vector(plant, what, floats_of(what, text) if text.strip() else None)


def positions_of(plant: Mechanism, what: str, text: str) -> Array:
    """Numbers with commas as positions of the `guided` joints; an empty text is where the robot starts."""
    return plant.positions(what, floats_of(what, text) if text.strip() else None)


def sizes_of(plant: Mechanism, what: str, text: str) -> Array:
    """Numbers with commas, one for every number of a reference; an empty text is zero."""
    return plant.sizes(what, floats_of(what, text) if text.strip() else None)


def floats_of(what: str, text: str) -> list[float]:
    try:
        return [float(word) for word in text.split(",")]
    except ValueError as problem:
        raise InputError(f"--{what} {text}: {problem}", remedy="numbers with commas: 0.5,1,-2") from None
