"""Jobs of the studio: a job in, messages out, without HTTP, processes or files.

    for message in run({"do": "compile", "robot": {...}, "model": "inverse_dynamics", "target": "c"}):
        ...

A job is plain data from the page, and so is every message (docs/studio.md). An error in a job is a message with its
place; nothing in a job is evaluated, and no job names a file.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from linkwright import compiler, formats
from linkwright.errors import Cell, InputError, LinkwrightError, UnknownName
from linkwright.formats.load import named_robot, unknown_robot
from linkwright.package import ModelPackage, package, settings_of
from linkwright.progress import Step, listening
from linkwright.robot import Robot
from linkwright.studio.drawing import robot_message
from linkwright.studio.tables import (
    Job,
    build_robot,
    collect_warnings,
    from_dh,
    job_field,
    new_robot,
    prepare_robot,
    robot_of,
)

Message = dict[str, Any]
Messages = Iterator[Message]
Heard = Callable[[Message], object]
PAUSE = 0.25  # seconds before the first message of progress, and between two
MAX_PROBLEMS = 200


def run(job: Job, heard: Heard | None = None) -> Messages:
    """Yield the messages of a job, `done` last. `heard` is called with the progress of long steps."""
    start = time.perf_counter()
    ok = True
    try:
        do = _kind_of(job)
        with listening(_Progress(heard) if heard else lambda step: None):
            for message in do(job):
                ok = ok and message["type"] != "problem"
                yield message
    except InputError as problem:
        ok = False
        yield from problems(problem)
    except LinkwrightError as problem:  # a tool that is missing or failed
        ok = False
        yield problem_message(str(problem))
    except RecursionError:
        ok = False
        yield problem_message("a formula or a table is nested too deeply", remedy="use symbols for its parts")
    except MemoryError:
        ok = False
        yield problem_message("this takes more memory than a job may use", remedy="try a smaller robot or model")
    yield {"type": "done", "ok": ok, "ms": round(1000 * (time.perf_counter() - start), 1)}


def _kind_of(job: Job) -> Callable[[Job], Messages]:
    name = job.get("do") if isinstance(job, dict) else None
    if not isinstance(name, str) or name not in RUN:
        raise UnknownName.among("job", str(name)[:40], RUN).at("", 0, ("do",))
    return RUN[name]


class _Progress:
    def __init__(self, heard: Heard) -> None:
        self.heard, self.last, self.shown = heard, time.perf_counter(), ""

    def __call__(self, step: Step) -> None:
        now = time.perf_counter()
        if now - self.last >= PAUSE and str(step) != self.shown:
            self.last, self.shown = now, str(step)
            self.heard({"type": "progress", "done": step.done, "of": step.total, "what": step.what})


# -- problems ----------------------------------------------------------------------------------------------------------


def problem_message(what: str, place: Cell = (), remedy: str = "", file: str = "", line: int = 0) -> Message:
    return {"type": "problem", "place": list(place), "what": what, "remedy": remedy, "file": file, "line": line}


def problems(problem: InputError) -> Messages:
    """Yield every error of a table, each at its cell, with the remedy in the words of the page."""
    every = problem.all
    for p in every[:MAX_PROBLEMS]:
        what, line = p.what.removeprefix("--"), p.line if p.file else 0
        yield problem_message(what, p.place.cell, _remedy(p.remedy), p.file, line)
    if len(every) > MAX_PROBLEMS:
        yield problem_message(f"and {len(every) - MAX_PROBLEMS} more errors")


def _remedy(text: str) -> str:
    """Return a remedy in the words of the page, which has a switch where Python has a call."""
    text = re.sub(r'robot\.without\("(\w+)"\)', r"leave out \1 (Model, without):", text)
    text = text.replace("numbers={NAME: value, ...}", "in the table Numbers")
    return re.sub(r"--(\w+)", r"\1:", text)


class errors_at:
    """Context manager that gives this place to errors that have none."""

    def __init__(self, *cell: str | int) -> None:
        self.cell = cell

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        if isinstance(problem, InputError):
            raise problem.at("", 0, self.cell) from None


# -- robots ------------------------------------------------------------------------------------------------------------


def _robot_and_drawing(job: Job) -> tuple[Robot, Message]:
    """Return the robot of a job as models use it, and the message that draws it, with all parts of its tables."""
    with collect_warnings() as heard:
        robot = build_robot(job_field(job, "robot", dict, {}))
    message = robot_message(robot, heard)
    return prepare_robot(robot, job), message


def _opened_robot(robot: Robot, warnings: list[str]) -> Messages:
    yield {"type": "tables", "robot": formats.as_data(robot)}
    yield robot_message(robot, warnings)


def draw_tables(job: Job) -> Messages:
    yield _robot_and_drawing(job)[1]


def open_builtin(job: Job) -> Messages:
    """Yield a built-in robot, or a member of a family: a closed list of names, never a file."""
    name = job_field(job, "name", str, "rx90")
    with errors_at("name"):
        robot = named_robot(name)
        if robot is None:
            raise unknown_robot(name)
    yield from _opened_robot(robot, [])


def open_new_robot(job: Job) -> Messages:
    yield from _opened_robot(new_robot(job), [])


def convert_dh(job: Job) -> Messages:
    yield from _opened_robot(from_dh(job), [])


def open_file(job: Job) -> Messages:
    """Yield the robot in the bytes of a file, whose name gives the format and is not a path."""
    name = re.split(r"[\\/]", job_field(job, "name", str, ""))[-1][:200]
    options = job_field(job, "options", dict, {})
    try:
        data = base64.b64decode(job_field(job, "base64", str, ""), validate=True)
    except (binascii.Error, ValueError):
        raise InputError("the bytes of the file are damaged", remedy="open it again") from None
    if not name:
        raise InputError("the file has no name", remedy="give it one that shows the format, such as robot.urdf")
    with collect_warnings() as heard:
        robot = formats.read(data, name=name, **{str(key): value for key, value in options.items()})
    yield from _opened_robot(robot, heard)


# -- models ------------------------------------------------------------------------------------------------------------


def _settings(job: Job, names: list[str], robot: Robot) -> tuple[str, dict[str, Any], str]:
    """Return parameters, options and outputs for models, each checked at its place."""
    from linkwright.models import find
    from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
    from linkwright.models.framework.model import PARAMETER_SETS

    for name in names:
        with errors_at("model"):
            find(name).scope.check(robot, name)
    parameters = job_field(job, "parameters", str, "standard")
    if parameters not in PARAMETER_SETS:
        raise UnknownName.among("parameters", parameters, PARAMETER_SETS).at("", 0, ("parameters",))
    options = {key: value for key, value in job_field(job, "options", dict, {}).items() if value not in ("", None)}
    for key, value in options.items():
        with errors_at("options", key):
            if not isinstance(value, str | int | float | list):
                raise InputError(f"option {key} is neither text nor a number", remedy="see the list of options")
            taken = settings_of(names, {key: value})
            for name, own in taken.items():
                for option, text in own.items():
                    find(name).settings[option].value(with_cut_joints_in_tree(robot), option, text)
    outputs = job_field(job, "outputs", str, "").strip()
    with errors_at("outputs"):
        settings_of(names, {}, outputs)
    return parameters, options, outputs


def _package(job: Job, names: list[str], robot: Robot) -> ModelPackage:
    parameters, options, outputs = _settings(job, names, robot)
    name = job_field(job, "package", str, "")
    with errors_at("outputs" if outputs else "model"):
        return package(robot, names, parameters, options, name, outputs=outputs)


def send_code(job: Job) -> Messages:
    """Yield the robot, the operation counts, the code, and then the same files with their tests."""
    from linkwright.targets import find_target

    robot, message = _robot_and_drawing(job)
    yield message
    with errors_at("target"):
        target = find_target(job_field(job, "target", str, "c"))
    with collect_warnings() as heard:
        made = _package(job, [job_field(job, "model", str, "inverse_dynamics")], robot)
    yield from ({"type": "warning", "what": text} for text in heard)
    yield _cost(made)
    code = made.code(target.name)
    main, line = _opening(code, made.functions[0].name, target.suffix)
    about = {"target": target.name, "package": made.name, "main": main, "line": line}
    yield {"type": "files", "whole": False, **about, "files": code}
    yield {"type": "files", "whole": True, **about, "files": made.emit(target.name)}


def _cost(made: ModelPackage) -> Message:
    c = made.functions[0].cost
    return {"type": "cost", "add": c.add, "mul": c.mul, "trig": c.trig, "setup_add": c.setup_add,
            "setup_mul": c.setup_mul, "setup_trig": c.setup_trig}  # fmt: skip


def _opening(files: dict[str, str], function: str, suffix: str) -> tuple[str, int]:
    """Return the file to show first, and the line in it where the function of the model begins."""
    main = next((name for name in files if name.endswith(suffix)), next(iter(files)))
    plain = re.sub(r"[^0-9a-z]", "", function.lower())
    comment = re.compile(r"\s*(?:/[/*]|\*|%|#(?!\[)|!|\(\*|--|\\|\"\"\")")
    inside = False
    for number, line in enumerate(files[main].split("\n"), 1):
        told = inside or comment.match(line)
        inside = (inside or "/*" in line or "(*" in line) and not re.search(r"\*/|\*\)", line)
        if told or line[:1] in (" ", "\t"):
            continue
        words = re.findall(r"[A-Za-z]\w*(?=\s*[(\[:=]|$)", line)
        if plain in (re.sub(r"[^0-9a-z]", "", word.lower()) for word in words):
            return main, number
    return main, 1


def send_archive(job: Job) -> Messages:
    """Yield the archive of the files that `linkwright generate -o .` writes, byte for byte."""
    from linkwright.targets import find_target

    robot, message = _robot_and_drawing(job)
    yield message
    names = _names_of(job, "models")
    targets = _names_of(job, "targets")
    for name in targets:
        with errors_at("target"):
            find_target(name)
    made = _package(job, names, robot)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for target in targets:
            for file, text in made.emit(target).items():
                entry = zipfile.ZipInfo(f"{target}/{made.name}/{file}")  # of 1980: the same bytes for the same job
                entry.external_attr = 0o644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, text.encode())
    yield {"type": "zip", "name": f"{made.name}.zip", "base64": base64.b64encode(stream.getvalue()).decode()}


def _names_of(job: Job, key: str) -> list[str]:
    words = job_field(job, key, list, [])
    if not words or not all(isinstance(word, str) for word in words):
        raise InputError(f"{key} is not a list of names", cell=(key,), remedy="name at least one")
    return list(dict.fromkeys(words))


def send_equations(job: Job) -> Messages:
    """Yield the equations of the function as they are computed."""
    robot, message = _robot_and_drawing(job)
    yield message
    made = _package(job, [job_field(job, "model", str, "inverse_dynamics")], robot)
    yield _cost(made)
    yield {"type": "equations", "package": made.name, "sections": _sections(compiler.equations(made.functions[0]))}


def send_closed_form(job: Job) -> Messages:
    """Yield the closed form; factors that are not symbols have names, with their definitions last."""
    from linkwright.models.inverse_geometry.paul.latex import to_latex

    robot, message = _robot_and_drawing(job)
    yield message
    name = job_field(job, "model", str, "inverse_dynamics")
    parameters, options, outputs = _settings(job, [name], robot)
    with errors_at("model"):
        own = settings_of([name], options, outputs)[name]
        fn = compiler.model(robot, name, parameters, optimize=False, **own)  # type: ignore[arg-type]
        found = compiler.expand(fn)
    yield {"type": "equations", "package": fn.name, "sections": _sections(found.equations(write=to_latex))}


def _sections(pairs: Any) -> list[Message]:
    sections: list[Message] = []
    for heading, text in pairs:
        if not sections or sections[-1]["heading"] != heading:
            sections.append({"heading": heading, "equations": []})
        sections[-1]["equations"].append(text)
    return sections


def send_base_parameters(job: Job) -> Messages:
    from linkwright.expr import parse_formula
    from linkwright.models.inverse_geometry.paul.latex import to_latex
    from linkwright.targets.latex import typeset

    robot, message = _robot_and_drawing(job)
    yield message
    found = compiler.base_parameters(robot)
    texts = found.relation_texts()
    kept = [
        {"link": k.link, "parameter": k.parameter, "value": str(k.value), "name": k.name,
         "latex": typeset(k.value.name) if k.value.name else to_latex(k.value)} for k in found.kept
    ]  # fmt: skip
    relations = [
        {"name": r.name, "link": r.link, "parameter": r.parameter, "formula": texts[r.name],
         "latex": f"{typeset(r.name)} = {to_latex(parse_formula(texts[r.name]))}"} for r in found.relations
    ]  # fmt: skip
    yield {"type": "base", "count": found.count, "minimum": found.minimum, "decided": found.decided, "kept": kept,
           "relations": relations, "eliminated": [{"link": j, "parameter": name} for j, name in found.eliminated],
           "left": [{"link": j, "parameter": name} for j, name in found.left]}  # fmt: skip


def send_mobility(job: Job) -> Messages:
    robot, message = _robot_and_drawing(job)
    yield message
    yield {"type": "mobility", **compiler.mobility(robot).data()}


def send_checks(job: Job) -> Messages:
    """Yield each check as it ends, then the certificate."""
    from linkwright.targets import find_target
    from linkwright.verification import Certificate, checks

    robot, message = _robot_and_drawing(job)
    yield message
    targets = job.get("targets", [])
    if targets is not None:
        targets = _names_of(job, "targets") if targets else []
        for name in targets:
            with errors_at("targets"):
                find_target(name)
    found = []
    for check in checks(robot, targets=targets):
        found.append(check)
        yield {"type": "check", "name": check.name, "outcome": check.outcome, "detail": check.detail}
    whole = Certificate(robot.name, tuple(found))
    yield {"type": "certificate", "ok": whole.ok, "summary": whole.summary(), "reasons": whole.reasons}


def send_file(job: Job) -> Messages:
    """Yield the text of the file that Save downloads."""
    robot, message = _robot_and_drawing(job)
    yield message
    name = job_field(job, "format", str, "toml")
    with errors_at("format"):
        format = formats.formats().get(name)
        if format is None or format.write is None:
            written = [f.name for f in formats.formats().values() if f.write]
            raise UnknownName.among("format to write", name, written)
        options = format.chosen(job_field(job, "options", dict, {}), writing=True)
    with collect_warnings() as heard:
        text = format.write(robot, **options)
    yield from ({"type": "warning", "what": word} for word in heard)
    yield {"type": "text", "name": f"{file_name(robot.name)}{format.suffixes[0]}", "text": text}


def file_name(name: str) -> str:
    """Return a file name that is valid on every operating system."""
    return re.sub(r"[^\w.() -]+", "_", name).strip(". ")[:80] or "robot"


# -- what moves --------------------------------------------------------------------------------------------------------


def send_recording(job: Job) -> Messages:
    from linkwright.studio.motion import run_simulation

    robot, message = _robot_and_drawing(job)
    yield message
    yield from run_simulation(robot, job_field(job, "task", dict, {}))


def send_explanation(job: Job) -> Messages:
    from linkwright.studio.motion import explain_chain

    robot, message = _robot_and_drawing(job)
    yield message
    yield explain_chain(robot, job)


def send_postures(job: Job) -> Messages:
    from linkwright.studio.motion import find_postures

    yield find_postures(robot_of(job), job)


def send_closed_posture(job: Job) -> Messages:
    from linkwright.studio.motion import close_loops

    yield close_loops(robot_of(job), job)


def catalogue(job: Job) -> Messages:
    from linkwright.studio.catalogue import catalogue

    yield {"type": "catalogue", "catalogue": catalogue()}


RUN: dict[str, Callable[[Job], Messages]] = {
    "catalogue": catalogue,
    "tables": draw_tables,
    "builtin": open_builtin,
    "new": open_new_robot,
    "convert_dh": convert_dh,
    "read": open_file,
    "write": send_file,
    "close": send_closed_posture,
    "compile": send_code,
    "equations": send_equations,
    "expand": send_closed_form,
    "base": send_base_parameters,
    "mobility": send_mobility,
    "explain": send_explanation,
    "inverse": send_postures,
    "zip": send_archive,
    "simulate": send_recording,
    "verify": send_checks,
}

__all__ = ["RUN", "Message", "problem_message", "run"]
