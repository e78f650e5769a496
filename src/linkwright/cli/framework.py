"""Commands, options and choices on top of click: help in sections with an example, near matches for misspelled names,
and one kind of error for whatever is wrong with a command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from linkwright.errors import InputError, UnknownName

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Callback = Callable[..., None]
Decorator = Callable[[Callback], Callback]


class TerminalFormatter(click.HelpFormatter):
    """The formatter of help pages: on a terminal headings are bold."""

    def write_heading(self, heading: str) -> None:
        super().write_heading(click.style(heading, bold=True) if sys.stdout.isatty() else heading)


class TerminalContext(click.Context):
    """The context of every command."""

    formatter_class = TerminalFormatter


def complete_names(names: Collection[str], incomplete: str, or_files: bool) -> list[CompletionItem]:
    """Return the names that begin so; where there are none, let the shell complete file names if these are allowed."""
    from click.shell_completion import CompletionItem

    found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found or ([CompletionItem(incomplete, type="file")] if or_files else [])


class NameChoice(click.ParamType):  # type: ignore[type-arg]  # generic only since click 8.4
    """One name of several, which are looked up when they are needed; with `suffix`, also a file that ends so.

    `kind` is what an error calls such a name.
    """

    name = "name"

    def __init__(self, kind: str, names: Callable[[], Collection[str]], suffix: str = "") -> None:
        self.kind, self.names, self.suffix = kind, names, suffix

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        names = self.names()
        if value in names or (self.suffix and value.endswith(self.suffix)):
            return value
        raise UnknownName.among(self.kind, value, [*names, *([f"FILE{self.suffix}"] if self.suffix else [])])

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return complete_names(self.names(), incomplete, or_files=bool(self.suffix))


class SectionedOption(click.Option):
    """An option with the heading that it stands under in the help page; `{names}` in its help are its choices."""

    def __init__(self, declarations: Sequence[str], section: str = "Options", **attributes: Any) -> None:
        attributes.setdefault("show_default", bool(attributes.get("default")))
        super().__init__(declarations, **attributes)
        self.section = section

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return record and (record[0], with_names(record[1], self))


class DescribedArgument(click.Argument):
    """A positional argument with a line in the help page."""

    section = "Arguments"

    def __init__(self, declarations: Sequence[str], help: str = "", **attributes: Any) -> None:
        super().__init__(declarations, **attributes)
        self.help = help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        return self.make_metavar(ctx), with_names(self.help or "", self)


def with_names(text: str, parameter: click.Parameter) -> str:
    """Return a help text with the names of the parameter's choices in place of `{names}`."""
    kind = parameter.type
    return text.replace("{names}", ", ".join(kind.names())) if isinstance(kind, NameChoice) else text


class ExampleCommand(click.Command):
    """A command whose help page has sections and ends with an example."""

    context_class = TerminalContext

    def __init__(self, *args: Any, example: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.example = example

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a command; an option that holds one value must not be given twice."""
        ctx.allow_extra_args = True
        try:
            rest = super().parse_args(ctx, list(args))
        except click.UsageError as problem:
            raise input_error(problem, ctx) from None
        if ctx.resilient_parsing:  # the line is being completed
            return rest
        _, _, given = self.make_parser(ctx).parse_args(list(args))
        for option in given:
            if isinstance(option, click.Option) and not option.multiple and given.count(option) > 1:
                raise InputError(f"{option.opts[0]} is given twice", remedy="remove one")
        if rest:
            raise InputError(f"{self.name}: unexpected argument {rest[0]!r}", remedy=where_help_is(ctx))
        return rest

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Arguments are a section of `format_options`."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": []}
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                sections.setdefault(getattr(parameter, "section", "Help"), []).append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Example"):
            formatter.write(f"{'':>{formatter.current_indent}}{self.example}\n")


class SectionedGroup(click.Group):
    """The program: its commands in sections, each with the first paragraph of its help."""

    context_class = TerminalContext

    def __init__(self, *args: Any, sections: Mapping[str, Sequence[click.Command]], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.sections = sections
        for command in (command for commands in sections.values() for command in commands):
            self.add_command(command)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as problem:
            raise input_error(problem, ctx) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise UnknownName.among("command", args[0], self.commands)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.commands))  # one column for all sections
        for title, commands in self.sections.items():
            with formatter.section(title):
                rows = [((c.name or "").ljust(width), first_paragraph(c.help or "")) for c in commands]
                formatter.write_dl(rows)


def first_paragraph(text: str) -> str:
    return " ".join(text.strip().split("\n\n")[0].split())


def command(name: str, example: str) -> Callable[[Callback], ExampleCommand]:
    """Make a function a command; its docstring is the help text."""
    settings = {"help_option_names": ["-h", "--help"]}
    return click.command(name, cls=ExampleCommand, example=example, context_settings=settings)


def option(*declarations: str, section: str = "Options", **attributes: Any) -> Decorator:
    return click.option(*declarations, cls=SectionedOption, section=section, **attributes)


def argument(name: str, metavar: str, help: str, **attributes: Any) -> Decorator:
    return click.argument(name, cls=DescribedArgument, metavar=metavar, help=help, **attributes)


def bundle(name: str, kind: type, *parameters: Decorator) -> Decorator:
    """Give a command these parameters as one value: an instance of the dataclass `kind`, as the argument `name`."""

    def decorate(call: Callback) -> Callback:
        @wraps(call)
        def with_bundle(**given: Any) -> None:
            own = {field.name: given.pop(field.name) for field in fields(kind) if field.name in given}
            call(**{name: kind(**own)}, **given)

        decorated: Callback = with_bundle
        for parameter in reversed(parameters):
            decorated = parameter(decorated)
        return decorated

    return decorate


def where_help_is(ctx: click.Context) -> str:
    return f"see `linkwright {ctx.command.name} --help`" if ctx.parent else "see `linkwright --help`"


def input_error(problem: click.UsageError, ctx: click.Context) -> InputError:
    """Return the error that click found in a command line as one of ours: what is wrong, and where to look."""
    name, remedy = ctx.command.name, where_help_is(ctx)
    match problem:
        case click.NoSuchOption():
            known = [word for p in ctx.command.get_params(ctx) if isinstance(p, click.Option) for word in p.opts]
            return UnknownName.among(f"option of {name}" if ctx.parent else "option", problem.option_name, known)
        case click.MissingParameter(param=click.Parameter() as missing):
            what = "/".join(missing.opts) if isinstance(missing, click.Option) else missing.make_metavar(ctx)
            return InputError(f"{name} needs {what}: {with_names(missing.help or '', missing)}", remedy=remedy)
        case click.BadParameter(param=click.Parameter() as wrong):
            return InputError(f"{'/'.join(wrong.opts)}: {problem.message.rstrip('.')}", remedy=remedy)
        case _:
            message = problem.message.rstrip(".")
            return InputError(f"{name}: {message[:1].lower()}{message[1:]}", remedy=remedy)


__all__ = ["ExampleCommand", "NameChoice", "SectionedGroup", "argument", "bundle", "command", "option"]
