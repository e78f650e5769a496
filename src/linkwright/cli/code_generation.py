"""Commands that derive models: code, operation counts, closed forms, proofs."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from linkwright.cli.framework import command, option
from linkwright.cli.shared_options import ModelInput, RobotInput, json_option, model_input, robot_input, target_option
from linkwright.console import Progress, colored, print_json, print_table

if TYPE_CHECKING:
    from linkwright.verification import Check

_robot_of_models = robot_input("--numbers", "--symbols", "--nonzero", "--without", "--reader-option")


@command("generate", example="linkwright generate rx90 inverse_dynamics -t c -t python --parameters base -o out")
@_robot_of_models
@model_input()
@target_option("language (repeatable): {names}", required=True)
@option("--output", "-o", required=True, type=click.Path(path_type=Path), section="Output",
        help="folder: the files go to TARGET/PACKAGE in it")  # fmt: skip
@option("--name", "package", default="", section="Output",
        help="name of the package, whose functions are NAME_MODEL; default: name of the robot")  # fmt: skip
def generate_command(
    robot: RobotInput, chosen: ModelInput, targets: tuple[str, ...], output: Path, package: str
) -> None:
    """Write the models of a robot as code, a package for each language, each with its own test."""
    from linkwright import compiler
    from linkwright.files import write_all

    loaded = robot.load()
    models, settings, outputs = chosen.models, chosen.settings_table(), chosen.outputs
    with Progress(f"{loaded.name}: {', '.join(models)}"):
        folder = compiler.package_name(loaded, models, settings, package, outputs)
        made = compiler.generate(loaded, models, targets, chosen.parameters, settings, package, outputs=outputs)
        files = {f"{name}/{folder}/{file}": text for name, own in made.items() for file, text in own.items()}
        write_all(output, files)
    for file, text in files.items():
        lines = text.count("\n")
        print(f"{output / file}  ({lines} lines)")


@command("cost", example="linkwright cost rx90 inverse_dynamics --parameters base --without friction")
@_robot_of_models
@model_input()
@json_option
def cost_command(robot: RobotInput, chosen: ModelInput, as_json: bool) -> None:
    """Count the operations of models: + and -, x and /, sin and cos.

    What depends on parameters alone is counted apart, as set-up.
    """
    from linkwright import compiler

    loaded = robot.load()
    own = chosen.settings_by_model()
    rows = []
    for name in chosen.models:
        start = time.perf_counter()
        with Progress(f"{loaded.name}: {name}"):
            fn = compiler.model(loaded, name, chosen.parameters, **own[name])
        c = fn.cost
        seconds = time.perf_counter() - start
        taken = fn.provenance["parameters"]  # the base parameters where no tuned ones are better
        rows.append({"robot": loaded.name, "model": name, "parameters": taken, "add": c.add, "mul": c.mul,
                     "trig": c.trig, "setup_add": c.setup_add, "setup_mul": c.setup_mul, "setup_trig": c.setup_trig,
                     "seconds": round(seconds, 6)})  # fmt: skip
    if as_json:
        print_json(rows)
        return
    sets = sorted({str(r["parameters"]) for r in rows})
    print(f"{loaded.name}, {' and '.join(sets)} parameters: operations per call, and once per set of these (set-up)")
    titles = {"model": "model", **({"parameters": "set"} if len(sets) > 1 else {})}
    counts = {"add": "+ -", "mul": "x /", "trig": "sin cos",
              "setup_add": "set-up + -", "setup_mul": "x /", "setup_trig": "sin cos"}  # fmt: skip
    print_table([*titles.values(), *counts.values(), "total", "ms"], [
        [*(str(r[k]) for k in (*titles, *counts)),
         str(sum(int(str(r[k])) for k in ("add", "mul", "setup_add", "setup_mul"))),
         f"{1000 * float(str(r['seconds'])):.1f}"]
        for r in rows
    ])  # fmt: skip


@command("expand", example="linkwright expand rx90 jacobian_determinant --latex")
@_robot_of_models
@model_input(many=False)
@option("--latex", is_flag=True, section="Output", help="print LaTeX")
def expand_command(robot: RobotInput, chosen: ModelInput, latex: bool) -> None:
    """Print a model in closed form: expanded, collected polynomials in sines and cosines of the joints."""
    from linkwright import compiler

    loaded = robot.load()
    (model,) = chosen.models
    own = chosen.settings_by_model()
    with Progress(f"{loaded.name}: {model}"):
        fn = compiler.model(loaded, model, chosen.parameters, False, **own[model])
        expansion = compiler.expand(fn)
        text = expansion.latex() if latex else expansion.text()
    comment = "%" if latex else "#"
    for port in fn.outputs:
        print(f"{comment} {port.name}: {port.doc}")
    print(text)


_COLORS = {"proven": "green", "passed": "green", "failed": "red"}


def _print_check(progress: Progress, check: Check) -> None:
    """Print a check as it ends; those that were skipped are printed with their reasons at the end."""
    if check.outcome != "skipped":
        progress.clear()
        outcome = colored(check.outcome, _COLORS.get(check.outcome, ""))
        print(f"{outcome}  {check.name}" + (f": {check.detail}" if check.detail else ""), flush=True)


@command("verify", example="linkwright verify rrp --target c")
@robot_input("--nonzero", "--without", "--reader-option")
@target_option("only these languages (repeatable): {names}")
@json_option
def verify_command(robot: RobotInput, targets: tuple[str, ...], as_json: bool) -> None:
    """Prove the laws of a robot's models, and run the code of every language that this machine has.

    The exit code is 1 if a check failed, or if none could be run.
    """
    from linkwright import compiler

    loaded = robot.load()
    with Progress(f"verifying {loaded.name}") as progress:
        tell = None if as_json else partial(_print_check, progress)
        certificate = compiler.verify(loaded, targets=list(targets) or None, tell=tell)
    if as_json:
        print_json(certificate.data())
    else:
        for reason, names in certificate.reasons.items():
            which = ", ".join(names) if len(names) <= 3 else f"{len(names)} checks"
            print(f"skipped, {which}: {reason}")
        print(certificate.summary())
    if not certificate.ok:
        raise click.exceptions.Exit(1)
