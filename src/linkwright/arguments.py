"""A command line from the signatures of functions: one command per function, its words from its parameters.

    def cost(robot: Annotated[str, Argument("ROBOT", "a name or a file")],
             fast: Annotated[bool, Option("--fast", help="...")] = False) -> None: ...

A parameter is a text, a number, a path, a flag (bool), or a list of texts (an option that may be repeated, an argument
of several words). What is wrong with the words is an `InputError`. Only the command that is called is looked at, and
nothing but the standard library is imported: the command line starts as fast as Python does.
"""

from __future__ import annotations

import inspect
import shutil
import textwrap
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from linkwright.errors import InputError, UnknownName

HELP = ("-h", "--help")
_KINDS: Mapping[type, tuple[str, Callable[[str], Any]]] = {
    str: ("TEXT", str), float: ("NUMBER", float), int: ("INTEGER", int), Path: ("PATH", Path),
}  # fmt: skip


class Exit(Exception):
    """The end of a command with this code, nothing more to be said."""

    def __init__(self, code: int = 0) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True)
class Argument:
    """Words that have a place."""

    shown: str
    help: str = ""


class Option:
    """Words behind one that begins with a dash."""

    def __init__(self, *names: str, help: str = "") -> None:
        self.names, self.help = names, help


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command's function: what it is called there, what a user writes, what it holds."""

    name: str
    form: Argument | Option
    type: type
    many: bool
    default: Any

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    @property
    def names(self) -> tuple[str, ...]:
        return self.form.names if isinstance(self.form, Option) else ()

    @property
    def shown(self) -> str:
        """The parameter in the table of a command's words."""
        if isinstance(self.form, Argument):
            return self.form.shown
        return ", ".join(self.names) + ("" if self.type is bool else f" {_KINDS[self.type][0]}")

    @property
    def help(self) -> str:
        said = self.default not in (inspect.Parameter.empty, None, "", False) and self.default != []
        more = "  [required]" if self.required else f"  [default: {self.default}]" if said else ""
        return self.form.help + more

    def value(self, word: str) -> Any:
        kind, read = _KINDS[self.type]
        try:
            return read(word)
        except ValueError:
            what = self.names[0] if self.names else self.shown
            raise InputError(f"{what} is {word!r}", remedy=f"{kind.lower()} needed") from None


class Command:
    """A function that is called with the words of a command line."""

    def __init__(self, program: str, name: str, call: Callable[..., None]) -> None:
        self.program, self.name, self.call = program, name, call

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        hints = typing.get_type_hints(self.call, include_extras=True)
        return tuple(_parameter(name, hints[name], p.default)
                     for name, p in inspect.signature(self.call).parameters.items())  # fmt: skip

    @cached_property
    def options(self) -> dict[str, Parameter]:
        return {word: p for p in self.parameters for word in p.names}

    @property
    def help(self) -> str:
        return inspect.cleandoc(self.call.__doc__ or "")

    def __call__(self, words: Sequence[str]) -> None:
        if any(word in HELP for word in words):
            print(self.page())
            return
        self.call(**self.values(words))

    def values(self, words: Sequence[str]) -> dict[str, Any]:
        """The arguments of the function."""
        given: dict[str, Any] = {}
        placed: list[str] = []
        rest = iter(words)
        for word in rest:
            if word == "--":
                placed += rest
            elif word.startswith("-") and word != "-":
                self._option(word, rest, given)
            else:
                placed.append(word)
        self._place(placed, given)
        for p in self.parameters:
            if p.name not in given and p.required:
                what = "/".join(p.names) or p.shown
                raise InputError(f"{self.name} needs {what}: {p.form.help}", remedy=self._remedy)
        defaults = {p.name: list(p.default) if isinstance(p.default, list) else p.default for p in self.parameters}
        return {**defaults, **given}

    @property
    def _remedy(self) -> str:
        return f"see `{self.program} {self.name} --help`"

    def _option(self, word: str, rest: Iterator[str], given: dict[str, Any]) -> None:
        """One option with its value, which stands behind `=`, in the next word or, of a short one, in the same."""
        name, sign, value = word.partition("=")
        if name not in self.options and not word.startswith("--"):
            name, sign, value = word[:2], word[2:], word[2:]
        if name not in self.options:
            raise UnknownName.among(f"option of {self.name}", name, self.options)
        p = self.options[name]
        if p.type is bool:
            if sign:
                raise InputError(f"{name} takes no value", remedy=self._remedy)
            given[p.name] = True
            return
        if not sign:
            following = next(rest, None)
            if following is None:
                raise InputError(f"{name} has no value", remedy=self._remedy)
            value = following
        if p.many:
            given.setdefault(p.name, []).append(p.value(value))
        elif p.name in given:
            raise InputError(f"{name} is given twice", remedy="remove one")
        else:
            given[p.name] = p.value(value)

    def _place(self, words: list[str], given: dict[str, Any]) -> None:
        for p in self.parameters:
            if isinstance(p.form, Argument) and words:
                given[p.name] = [p.value(w) for w in words] if p.many else p.value(words[0])
                words = [] if p.many else words[1:]
        if words:
            raise InputError(f"{self.name}: what is {words[0]!r}?", remedy=self._remedy)

    def page(self) -> str:
        """What `--help` prints."""
        arguments = [p for p in self.parameters if isinstance(p.form, Argument)]
        words = [p.shown if p.required else f"[{p.shown.strip('[]')}]" for p in arguments]
        parts = [" ".join(["usage:", self.program, self.name, *words, "[OPTIONS]"]), *_paragraphs(self.help)]
        if arguments:
            parts.append("arguments:\n" + table([(p.shown, p.help) for p in arguments]))
        rows = [(p.shown, p.help) for p in self.parameters if p.names]
        return "\n\n".join([*parts, "options:\n" + table([*rows, (", ".join(HELP), "this page")])])


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    kind, form = typing.get_args(hint)
    choices = [k for k in typing.get_args(kind) if k is not type(None)]  # X | None: may be left out
    if type(None) in typing.get_args(kind):
        (kind,) = choices
    many = typing.get_origin(kind) is list
    plain = typing.get_args(kind)[0] if many else kind
    if isinstance(form, Option) and not form.names:
        form = Option("--" + name.replace("_", "-"), help=form.help)
    return Parameter(name, form, plain, many, default)


class App:
    """The commands of a program."""

    def __init__(self, name: str, help: str, epilog: str, version: str) -> None:
        self.name, self.help, self.epilog, self.version = name, help, epilog, version
        self.commands: dict[str, Command] = {}

    def command(self, name: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
        def add(call: Callable[..., None]) -> Callable[..., None]:
            word = name or call.__name__
            self.commands[word] = Command(self.name, word, call)
            return call

        return add

    def __call__(self, words: Sequence[str]) -> None:
        first, *rest = words or HELP
        if first in self.commands:
            self.commands[first](rest)
        elif first in HELP:
            print(self.page())
            if not words:
                raise Exit(2)
        elif first == "--version":
            print(f"{self.name} {self.version}")
        else:
            raise UnknownName.among("option" if first.startswith("-") else "command", first, self.commands)

    def page(self) -> str:
        rows = [(name, c.help.split("\n\n")[0].replace("\n", " ")) for name, c in self.commands.items()]
        more = [("--version", "the version"), (", ".join(HELP), "this page; after a command, all about it")]
        parts = [f"usage: {self.name} COMMAND ...", *_paragraphs(self.help), "commands:\n" + table(rows),
                 "options:\n" + table(more), *_paragraphs(self.epilog)]  # fmt: skip
        return "\n\n".join(parts)


def _width() -> int:
    return min(shutil.get_terminal_size((80, 24)).columns, 120)


def _paragraphs(text: str) -> list[str]:
    return [textwrap.fill(" ".join(part.split()), _width()) for part in text.split("\n\n") if part.strip()]


def table(rows: Sequence[tuple[str, str]]) -> str:
    """Words and what they mean, in two columns."""
    left = min(max((len(word) for word, _ in rows), default=0), 28) + 4
    lines = []
    for word, meaning in rows:
        space = " " * left
        told = textwrap.wrap(meaning, max(_width() - left, 30)) or [""]
        if len(word) + 4 > left:
            lines.append(f"  {word}")
        else:
            told[0] = f"  {word}".ljust(left) + told[0]
        lines += [line if k == 0 and line.startswith("  ") else space + line for k, line in enumerate(told)]
    return "\n".join(lines)


__all__ = ["App", "Argument", "Command", "Exit", "Option", "Parameter"]
