"""Commands that list what there is: robots, models, file formats, languages."""

from __future__ import annotations

from typing import Any

from linkwright.cli.framework import argument, command
from linkwright.cli.shared_options import MODEL, json_option
from linkwright.console import print_json, print_table


@command("robots", example="linkwright robots | grep parallel")
@json_option
def robots_command(as_json: bool) -> None:
    """List the built-in robots."""
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


@command("models", example="linkwright models jacobian")
@argument("model", "[MODEL]", "show this model: its options, what of a robot it supports", type=MODEL, required=False)
@json_option
def models_command(model: str | None, as_json: bool) -> None:
    """List the models that can be made of a robot, or show one with its options and what it supports."""
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
        print_table(["the robot has", "this is", "because, or remedy"], [
            [f.what, "supported", ""] if f in scope.handled else
            [f.what, "not applicable", scope.apart[f]] if f in scope.apart else
            [f.what, "not supported", f"--without {f.name} {f.without}"]
            for f in FEATURES
        ])  # fmt: skip


@command("formats", example="linkwright formats")
@json_option
def formats_command(as_json: bool) -> None:
    """List the file formats, and the options of their readers (--reader-option)."""
    from linkwright.formats import formats as all_formats

    table = all_formats()
    if as_json:
        print_json([
            {"name": f.name, "suffixes": list(f.suffixes), "written": f.write is not None, "description": f.doc,
             "options": [{"name": key, "default": o.default, "choices": _values(o), "description": o.doc}
                         for key, o in f.options.items()]}
            for f in table.values()
        ])  # fmt: skip
        return
    print_table(["format", "files", "", "description"], [
        [f.name, " ".join(f.suffixes), "read, written" if f.write else "read", f.doc] for f in table.values()
    ])  # fmt: skip
    print_table(["--reader-option", "of", "values", "default", "meaning"], [
        [key, f.name, ", ".join(_values(o)), o.default, o.doc] for f in table.values() for key, o in f.options.items()
    ])  # fmt: skip


def _values(reader_option: Any) -> list[str]:
    return list(reader_option.choices or ("yes", "no"))


@command("targets", example="linkwright targets")
@json_option
def targets_command(as_json: bool) -> None:
    """List the languages that code is generated in."""
    from linkwright.targets import targets as all_targets

    if as_json:
        print_json([{"name": t.name, "description": t.doc} for t in all_targets().values()])
        return
    print_table(["target", "description"], [[t.name, t.doc] for t in all_targets().values()])
