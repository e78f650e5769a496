"""The command line. Every command is a few lines over `compiler`; every error is a line, and exit code 2."""

from __future__ import annotations

import gc
import sys
import time
import warnings
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from linkwright.arguments import App, Argument, Exit, Option
from linkwright.console import Progress, print_json, print_table
from linkwright.errors import InputError, LinkwrightError, ModelWarning
from linkwright.memory import SELDOM
from linkwright.version import __version__

if TYPE_CHECKING:
    from linkwright.verification import Check

app = App(
    "linkwright",
    "A compiler for robot models: a robot description in, optimised and verified code out.",
    "ROBOT is a built-in name (linkwright robots), planar(n), spatial(n), or a file: .par .urdf .mjcf .xml .toml .csv",
    __version__,
)

Robot = Annotated[str, Argument("ROBOT", "built-in name, planar(n), spatial(n), or a file")]
Models = Annotated[list[str], Argument("MODEL...", "see `linkwright models`")]
Json = Annotated[bool, Option("--json", help="machine-readable output, stable keys")]
Parameters = Annotated[str, Option(
    help="inertial parameters: standard, base (the minimal set), or tuned (a minimal set that makes the model cheaper)"
)]  # fmt: skip
Nonzero = Annotated[list[str], Option(
    "--nonzero", help="parameters that are never zero, d3,RL4: tuned parameters may divide by them (repeatable)"
)]  # fmt: skip
Effort = Annotated[str, Option(
    help="usual, or high: the inverse dynamics with fewer operations is looked for, up to about a minute"
)]  # fmt: skip
Numbers = Annotated[bool, Option("--numbers", help="fold the robot's known numbers into the code")]
Symbols = Annotated[bool, Option("--symbols", help="turn numbers into parameters, with the numbers as defaults")]
Settings = Annotated[list[str], Option("--set", help="option of a model: KEY=VALUE or MODEL.KEY=VALUE")]
Without = Annotated[list[str], Option(
    help="leave out: friction, rotors, external, gravity, flexibility, loops, couplings, wheels, balls, floating, "
    "mobile, base_motion (repeatable)"
)]  # fmt: skip
Outputs = Annotated[list[str], Option(
    "--outputs", help="only these: tau2,tau[3],M[1:3,:], indices from 1; of several models MODEL.OUTPUT (repeatable)"
)]  # fmt: skip
Read = Annotated[list[str], Option(
    "--read", help="how a file is read, OPTION or OPTION=VALUE: see `linkwright formats` (repeatable)"
)]  # fmt: skip


def _load(
    robot: str,
    numbers: bool = False,
    symbols: bool = False,
    without: list[str] | None = None,
    read: list[str] | None = None,
    nonzero: list[str] | None = None,
) -> Any:
    from linkwright import compiler

    if numbers and symbols:
        raise InputError("--numbers and --symbols exclude each other")
    loaded = compiler.load(robot, **_reading(read or []))
    loaded = loaded.without(*without) if without else loaded
    loaded = loaded.with_symbols() if symbols else loaded
    declared = [name.strip() for word in nonzero or [] for name in word.split(",")]
    loaded = loaded.with_nonzero(*declared) if declared else loaded
    return loaded.with_numbers() if numbers else loaded


def _reading(words: list[str]) -> dict[str, str]:
    """OPTION or OPTION=VALUE as a table: an option alone is switched on."""
    table: dict[str, str] = {}
    for word in words:
        key, sign, value = (part.strip() for part in word.partition("="))
        if key in table:
            raise InputError(f"--read {key} is given twice", remedy="remove one")
        table[key] = value if sign else "yes"
    return table


def _settings(words: list[str]) -> dict[str, str]:
    """KEY=VALUE as a table."""
    for word in words:
        if "=" not in word:
            raise InputError(f"--set {word}", remedy="KEY=VALUE, see `linkwright models`")
    return {key.strip(): value.strip() for key, _, value in (word.partition("=") for word in words)}


@app.command()
def robots(as_json: Json = False) -> None:
    """The built-in robots."""
    from linkwright import formats

    rows = []
    for name in formats.builtin_names():
        robot = formats.builtin(name)
        kinds = "".join({"revolute": "R", "prismatic": "P", "ball": "S", "fixed": ""}[j.kind] for j in robot.joints)
        counts = {"loops": len(robot.loops), "couplings": len(robot.couplings), "wheels": len(robot.wheels)}
        rows.append({"name": name, "joints": kinds, "base": robot.base.kind, **counts,
                     "description": robot.description, "source": robot.source})  # fmt: skip
    if as_json:
        print_json(rows)
        return
    columns = ("base", "loops", "couplings", "wheels")
    print_table(["robot", "joints", *columns, "description"], [
        [str(r["name"]), str(r["joints"]), *(str(r[c] or "") for c in columns), str(r["description"])] for r in rows
    ])  # fmt: skip
    print("and the families planar(n), spatial(n)")


@app.command()
def models(
    model: Annotated[str | None, Argument("[MODEL]", "show this model and its options")] = None,
    as_json: Json = False,
) -> None:
    """The models that can be made of a robot; with a name, that model, its options and what of a robot it is about."""
    from linkwright.models import find
    from linkwright.models import models as all_models
    from linkwright.robot.features import FEATURES

    chosen = list(all_models().values()) if model is None else [find(model)]
    if as_json:
        print_json([
            {"name": m.name, "inputs": list(m.state), "description": m.doc,
             "options": [{"name": key, "default": o.default, "choices": list(o.choices), "description": o.doc}
                         for key, o in m.settings.items()],
             "handles": [f.name for f in FEATURES if f in m.scope.handled],
             "apart": {f.name: why for f, why in m.scope.apart.items()}, "refuses": [f.name for f in m.scope.refused]}
            for m in chosen
        ])  # fmt: skip
        return
    print_table(["model", "inputs", "description"], [[m.name, ", ".join(m.state), m.doc] for m in chosen])
    if model is not None:
        print_table(["--set option", "default", "meaning"], [
            [key, str(o.default), f"{o.doc} ({', '.join(o.choices)})" if o.choices else o.doc]
            for key, o in chosen[0].settings.items()
        ])  # fmt: skip
        scope = chosen[0].scope
        print_table(["the robot has", "the model", ""], [
            [f.what, "takes it in" if f in scope.handled else "is apart" if f in scope.apart else "refuses",
             scope.apart.get(f, "" if f in scope.handled else f"--without {f.name} {f.without}")]
            for f in FEATURES
        ])  # fmt: skip


@app.command()
def formats(as_json: Json = False) -> None:
    """The file formats, and the options of their readers (--read)."""
    from linkwright.formats import formats as table

    rows = [
        {"name": f.name, "suffixes": list(f.suffixes), "written": f.write is not None, "description": f.doc,
         "options": [{"name": key, "default": o.default, "choices": list(o.choices or ("yes", "no")),
                      "description": o.doc} for key, o in f.options.items()]}
        for f in table().values()
    ]  # fmt: skip
    if as_json:
        print_json(rows)
        return
    print_table(["format", "files", "", "description"], [
        [f.name, " ".join(f.suffixes), "read, written" if f.write else "read", f.doc] for f in table().values()
    ])  # fmt: skip
    print_table(["--read option", "of", "values", "default", "meaning"], [
        [key, f.name, ", ".join(o.choices or ("yes", "no")), o.default, o.doc]
        for f in table().values() for key, o in f.options.items()
    ])  # fmt: skip


@app.command()
def targets(as_json: Json = False) -> None:
    """The languages that come out."""
    from linkwright.targets import targets as table

    if as_json:
        print_json([{"name": t.name, "description": t.doc} for t in table().values()])
        return
    print_table(["target", "description"], [[t.name, t.doc] for t in table().values()])


@app.command()
def show(
    robot: Robot,
    numbers: Numbers = False,
    symbols: Symbols = False,
    without: Without = [],  # noqa: B006  # copied for each call
    read: Read = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """The tables of a robot: geometry, inertia, joints, numbers."""
    loaded = _load(robot, numbers, symbols, without, read)
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
        print(title)
        print_table(columns, rows)
    if loaded.loops:
        _show_loops(loaded)
    elif loaded.wheels:
        rows = [[key.replace("_", " "), _plain(value)] for key, value in _mobility(loaded).items()]
        print_table(["mobility", ""], rows)


def _show_loops(robot: Any) -> None:
    from linkwright.models.constraints.loop_report import loop_analysis

    try:
        found = loop_analysis(robot)
    except InputError as problem:
        print(f"loops: {problem.on_command_line()}")
        return
    for title, columns, rows in found.tables():
        print(title)
        print_table(columns, rows)


def _mobility(robot: Any) -> dict[str, Any]:
    """How its wheels or loops let it move, or what keeps them from it."""
    from linkwright import compiler

    try:
        return compiler.mobility(robot).data()
    except InputError as problem:
        return {"problem": problem.on_command_line()}


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@app.command()
def generate(
    robot: Robot,
    model: Models,
    target: Annotated[list[str], Option("--target", "-t", help="language (repeatable): `linkwright targets`")],
    output: Annotated[Path, Option("--output", "-o", help="folder: the files go to TARGET/PACKAGE in it")],
    package: Annotated[
        str, Option("--name", help="name of the package, and of its functions: NAME_MODEL; default: that of the robot")
    ] = "",
    parameters: Parameters = "standard",
    effort: Effort = "usual",
    nonzero: Nonzero = [],  # noqa: B006  # copied for each call
    numbers: Numbers = False,
    symbols: Symbols = False,
    without: Without = [],  # noqa: B006  # copied for each call
    settings: Settings = [],  # noqa: B006
    outputs: Outputs = [],  # noqa: B006
    read: Read = [],  # noqa: B006
) -> None:
    """Write the models of a robot as code, each package with its own test."""
    from linkwright import compiler
    from linkwright.files import write_all

    loaded = _load(robot, numbers, symbols, without, read, nonzero)
    with Progress(f"{loaded.name}: {', '.join(model)}"):
        chosen = _settings(settings)
        folder = compiler.package_name(loaded, model, chosen, package, outputs)
        made = compiler.generate(loaded, model, target, parameters, chosen, package, outputs=outputs, effort=effort)  # type: ignore[arg-type]
        files = {f"{name}/{folder}/{file}": text for name, own in made.items() for file, text in own.items()}
        write_all(output, files)
    for file, text in files.items():
        lines = text.count("\n")
        print(f"{output / file}  ({lines} lines)")


@app.command()
def cost(
    robot: Robot,
    model: Models,
    parameters: Parameters = "standard",
    effort: Effort = "usual",
    nonzero: Nonzero = [],  # noqa: B006  # copied for each call
    numbers: Numbers = False,
    symbols: Symbols = False,
    without: Without = [],  # noqa: B006  # copied for each call
    settings: Settings = [],  # noqa: B006
    outputs: Outputs = [],  # noqa: B006
    read: Read = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """Count the operations of models: + and -, x and /, sin and cos; what depends on parameters alone as setup."""
    from linkwright import compiler

    loaded = _load(robot, numbers, symbols, without, read, nonzero)
    own = compiler.settings_of(model, _settings(settings), outputs)
    rows = []
    for name in model:
        start = time.perf_counter()
        with Progress(f"{loaded.name}: {name}"):
            fn = compiler.model(loaded, name, parameters, effort=effort, **own[name])  # type: ignore[arg-type]
        c, told = fn.cost, {"effort": effort} if "effort" in fn.provenance else {}
        seconds = time.perf_counter() - start
        taken = fn.provenance["parameters"]  # the base parameters where no tuned ones are better
        rows.append({"robot": loaded.name, "model": name, "parameters": taken, "add": c.add, "mul": c.mul,
                     "trig": c.trig, "setup_add": c.setup_add, "setup_mul": c.setup_mul, "setup_trig": c.setup_trig,
                     "seconds": round(seconds, 6), **told})  # fmt: skip
    if as_json:
        print_json(rows)
        return
    sets = sorted({str(r["parameters"]) for r in rows})
    print(f"{loaded.name}, {' and '.join(sets)} parameters: operations per call, and once per set of these (setup)")
    of = {"model": "model", **({"parameters": "set"} if len(sets) > 1 else {})}
    counts = {"add": "+ -", "mul": "x /", "trig": "sin cos",
              "setup_add": "setup + -", "setup_mul": "x /", "setup_trig": "sin cos"}  # fmt: skip
    print_table([*of.values(), *counts.values(), "total", "ms"], [
        [*(str(r[k]) for k in (*of, *counts)),
         str(sum(int(str(r[k])) for k in ("add", "mul", "setup_add", "setup_mul"))),
         f"{1000 * float(str(r['seconds'])):.1f}"]
        for r in rows
    ])  # fmt: skip


def _kept(k: Any) -> str:
    return str(k.value) if k.value.name else f"{k.parameter}={k.value}"


@app.command("base-parameters")
def base_parameters(
    robot: Robot,
    as_json: Json = False,
    without: Without = [],  # noqa: B006  # copied for each call
    read: Read = [],  # noqa: B006
) -> None:
    """The minimal inertial parameters of a robot and how they are grouped."""
    from linkwright import compiler

    loaded = _load(robot, without=without, read=read)
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
        print(f"{fewer}{names} depend on others by factors that have no short formula; with all numbers folded in, "
              "they are grouped")  # fmt: skip
    links = sorted({k.link for k in base.kept})
    print_table(["link", "parameters"], [
        [str(j), "  ".join(_kept(k) for k in base.kept if k.link == j)] for j in links
    ])  # fmt: skip
    if base.relations:
        print("grouping relations")
        for r in base.relations:
            print(f"  {r.name} = {texts[r.name]}")


def _tell_check(progress: Progress, check: Check) -> None:
    """Print a check as it ends; those that were skipped are told with their reasons at the end."""
    if check.outcome != "skipped":
        progress.clear()
        print(f"{check.outcome}  {check.name}" + (f": {check.detail}" if check.detail else ""), flush=True)


@app.command()
def verify(
    robot: Robot,
    target: Annotated[list[str] | None, Option("--target", "-t", help="only these languages")] = None,
    nonzero: Nonzero = [],  # noqa: B006  # copied for each call
    without: Without = [],  # noqa: B006  # copied for each call
    read: Read = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """Prove the laws of a robot's models, and run every emitted language that this machine has.

    Exit code 1 if a check failed, or if none could be run.
    """
    from linkwright import compiler

    loaded = _load(robot, without=without, read=read, nonzero=nonzero)
    with Progress(f"verifying {loaded.name}") as progress:
        certificate = compiler.verify(loaded, targets=target, tell=None if as_json else partial(_tell_check, progress))
    if as_json:
        print_json(certificate.data())
    else:
        for reason, names in certificate.reasons.items():
            which = ", ".join(names) if len(names) <= 3 else f"{len(names)} checks"
            print(f"skipped, {which}: {reason}")
        print(certificate.summary())
    if not certificate.ok:
        raise Exit(1)


@app.command()
def expand(
    robot: Robot,
    model: Annotated[str, Argument("MODEL", "see `linkwright models`")],
    parameters: Parameters = "standard",
    effort: Effort = "usual",
    nonzero: Nonzero = [],  # noqa: B006  # copied for each call
    numbers: Numbers = False,
    symbols: Symbols = False,
    without: Without = [],  # noqa: B006  # copied for each call
    settings: Settings = [],  # noqa: B006
    outputs: Outputs = [],  # noqa: B006
    read: Read = [],  # noqa: B006
    latex: Annotated[bool, Option("--latex", help="as LaTeX")] = False,
) -> None:
    """Print a model in closed form: expanded, collected polynomials in sines and cosines of the joints."""
    from linkwright import compiler

    loaded = _load(robot, numbers, symbols, without, read, nonzero)
    own = compiler.settings_of([model], _settings(settings), outputs)
    with Progress(f"{loaded.name}: {model}"):
        fn = compiler.model(loaded, model, parameters, False, effort=effort, **own[model])  # type: ignore[arg-type]
        expansion = compiler.expand(fn)
        text = expansion.latex() if latex else expansion.text()
    comment = "%" if latex else "#"
    for port in fn.outputs:
        print(f"{comment} {port.name}: {port.doc}")
    print(text)


@app.command()
def explain(
    robot: Robot,
    frame: Annotated[str, Option(help="the frame that has the pose: name, or number of a joint, end")] = "end",
    task: Annotated[str, Option(help="auto, pose, direction, position")] = "auto",
    locked: Annotated[str, Option(help="of seven joints, the one whose position is given")] = "auto",
    numbers: Numbers = False,
    without: Without = [],  # noqa: B006  # copied for each call
    read: Read = [],  # noqa: B006
    as_json: Json = False,
) -> None:
    """How inverse geometry is solved: the class of the chain and why, the number of solutions, the equations."""
    from linkwright import compiler

    loaded = _load(robot, numbers, without=without, read=read)
    with Progress(f"{loaded.name}: looking at its axes"):
        found = compiler.explain(loaded, frame, task, locked)
    if as_json:
        print_json(found.data())
    else:
        print(found.text())


@app.command()
def convert(
    source: Annotated[str, Argument("IN", "robot: built-in name or file")],
    output: Annotated[Path, Argument("OUT", "file to write: .par .toml .csv")],
    numbers: Numbers = False,
    symbols: Symbols = False,
    without: Without = [],  # noqa: B006  # copied for each call
    read: Read = [],  # noqa: B006
) -> None:
    """Convert a robot description from one format to another."""
    from linkwright.formats import write

    write(_load(source, numbers, symbols, without, read), output)
    print(output)


@app.command()
def simulate(
    robot: Robot,
    seconds: Annotated[float, Option("--seconds", "-s", help="how long")] = 10.0,
    control: Annotated[str, Option(help="none, gravity, pd, pd-gravity, computed-torque")] = "none",
    kp: Annotated[str, Option(help="gains of positions: one, or one per joint with commas")] = "100",
    kd: Annotated[str, Option(help="gains of velocities")] = "20",
    trajectory: Annotated[str, Option(help="hold, cubic, quintic, sine, or a CSV file")] = "hold",
    start: Annotated[str, Option(help="joint positions at the start; default: 0 (loops: as assembled), or the "
                                 "trajectory's; loops: of independent joints, or of all")] = "",
    velocity: Annotated[str, Option(help="joint velocities at the start; wheels, loops: the independent ones")] = "",
    base_pose: Annotated[str, Option(help="of the base at the start: x,y,z[,qw,qx,qy,qz]; on wheels: x,y,theta")] = "",
    base_twist: Annotated[str, Option(help="of a floating base at the start, in its frame: v, then w")] = "",
    goal: Annotated[str, Option(help="where hold, cubic and quintic go; the centre of sines")] = "",
    duration: Annotated[float, Option(help="how long cubic and quintic take; default: all the time")] = 0.0,
    amplitude: Annotated[str, Option(help="of sines")] = "0.5",
    frequency: Annotated[str, Option(help="of sines, Hz")] = "0.5",
    method: Annotated[str, Option(help="rk4, taylor; dop853, rk45, rk23, radau, bdf, lsoda")] = "dop853",
    step: Annotated[float, Option(help="fixed step (default 1 ms), or the longest one [s]")] = 0.0,
    rtol: Annotated[float, Option(help="relative tolerance")] = 1e-9,
    atol: Annotated[float, Option(help="absolute tolerance")] = 1e-10,
    sample: Annotated[float, Option(help="record so often [s]")] = 0.01,
    hold: Annotated[float, Option(help="period of a sampled controller [s]")] = 0.0,
    saturate: Annotated[bool, Option("--saturate", help="efforts within the limits of the joints")] = False,
    parameters: Annotated[Path | None, Option(help="TOML file of numbers: NAME = value")] = None,
    believed: Annotated[Path | None, Option(help="the numbers that the controller believes in, likewise")] = None,
    smoothing: Annotated[float, Option(help="Coulomb friction is smooth below this speed; 0: not")] = 1e-2,
    independent: Annotated[str, Option(help="loops: the joints that are integrated; driven, platform, or names")]
    = "driven",
    without: Without = [],  # noqa: B006  # copied for each call
    read: Read = [],  # noqa: B006
    output: Annotated[Path | None, Option("--output", "-o", help="recording: .csv or .npz")] = None,
    plots: Annotated[Path | None, Option(help="folder for pictures of joints, base, efforts, errors, energy")] = None,
    as_json: Json = False,
) -> None:
    """Let a robot move under a controller: compiled forward dynamics, recorded and drawn."""
    from linkwright.simulation.task import Task

    loaded = _load(robot, without=without, read=read)
    task = Task(
        seconds=seconds, control=control, kp=kp, kd=kd, trajectory=trajectory, start=start, velocity=velocity,
        base_pose=base_pose, base_twist=base_twist, goal=goal, duration=duration, amplitude=amplitude,
        frequency=frequency, method=method, step=step, rtol=rtol, atol=atol, sample=sample, hold=hold,
        saturate=saturate, parameters=parameters, believed=believed, smoothing=smoothing, output=output, plots=plots,
        independent=independent,
    )  # fmt: skip
    with Progress(loaded.name):
        outcome = task.run(loaded)
    if as_json:
        return print_json(outcome)
    rows = [[key, ", ".join(map(_short, value)) if isinstance(value, list) else _short(value)]
            for key, value in outcome.items()]  # fmt: skip
    return print_table(["", "outcome"], rows)


@app.command()
def studio(
    robot: Annotated[str, Argument("[ROBOT|LINK]", "what to begin with: built-in name, file, or a link that was "
                                   "shared")] = "",
    port: Annotated[int, Option("--port", help="of 127.0.0.1; 0 is any free one")] = 0,
    no_browser: Annotated[bool, Option("--no-browser", help="print the address only")] = False,
    read: Read = [],  # noqa: B006  # copied for each call
) -> None:
    """A robot, its equations and its code in the browser: starts a server for this machine alone."""
    from linkwright.studio.launch import launch

    launch(robot, port, not no_browser, _reading(read))


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _show_warning(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    text = str(message) if issubclass(category, ModelWarning) else f"{category.__name__}: {message}"
    print(f"warning: {text}", file=sys.stderr)


def main() -> None:
    """The entry point: each thing that is wrong with the input is a line on stderr; exit code 2."""
    warnings.showwarning = _show_warning
    warnings.simplefilter("always", ModelWarning)
    gc.set_threshold(SELDOM, 20, 20)
    try:
        app(sys.argv[1:])
    except Exit as end:
        raise SystemExit(end.code) from None
    except LinkwrightError as problem:
        told = problem.on_command_line() if isinstance(problem, InputError) else str(problem)
        for line in told.splitlines():
            print(f"linkwright: {line}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        print("linkwright: cancelled", file=sys.stderr)
        raise SystemExit(130) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None


if __name__ == "__main__":
    main()
