"""The command line: one file for each group of commands, which are a few lines over `compiler`.

Whatever is wrong with the input is an `InputError`: a line on stderr with the remedy, and exit code 2. Commands import
what they need when they are called, so that `linkwright --help` is quick.
"""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import click

from linkwright.cli.code_generation import cost_command, expand_command, generate_command, verify_command
from linkwright.cli.framework import SectionedGroup
from linkwright.cli.help import COMPLETE, complete, completion_command, help_command
from linkwright.cli.inspection import base_parameters_command, convert_command, explain_command, show_command
from linkwright.cli.listings import formats_command, models_command, robots_command, targets_command
from linkwright.cli.simulate import simulate_command
from linkwright.cli.studio import studio_command
from linkwright.console import colored
from linkwright.errors import InputError, LinkwrightError, ModelWarning
from linkwright.memory import GC_THRESHOLD
from linkwright.version import __version__

PROGRAM = "linkwright"


@click.group(
    PROGRAM, cls=SectionedGroup, invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
    epilog="ROBOT is a built-in name (linkwright robots), planar(n), spatial(n), or a file: .par .urdf .mjcf .xml "
    ".toml .csv",
    sections={
        "Code": (generate_command, cost_command, expand_command, verify_command),
        "Robots": (show_command, explain_command, base_parameters_command, convert_command),
        "Motion and browser": (simulate_command, studio_command),
        "Lists": (robots_command, models_command, targets_command, formats_command),
        "Command line": (help_command, completion_command),
    },
)  # fmt: skip
@click.version_option(__version__, "-V", "--version", prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.pass_context
def app(ctx: click.Context) -> None:
    """A compiler for robot models: a robot description in, optimized and verified code out."""
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())
        ctx.exit(2)


def call(words: Sequence[str]) -> int:
    """Do what the words of a command line say and return the exit code; what is wrong with them is an `InputError`."""
    try:
        with app.make_context(PROGRAM, list(words)) as ctx:
            app.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    return 0


def _show_warning(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    text = str(message) if issubclass(category, ModelWarning) else f"{category.__name__}: {message}"
    print(colored("warning:", "yellow", sys.stderr), text, file=sys.stderr)


def _print_error(text: str) -> None:
    for line in text.splitlines():
        print(colored(f"{PROGRAM}:", "red", sys.stderr), line, file=sys.stderr)


def main() -> None:
    """Run the command line of this process, or answer its shell, and exit."""
    warnings.showwarning = _show_warning
    warnings.simplefilter("always", ModelWarning)
    gc.set_threshold(GC_THRESHOLD, 20, 20)
    try:
        instruction = os.environ.get(COMPLETE)
        code = complete(app, PROGRAM, instruction) if instruction else call(sys.argv[1:])
        sys.stdout.flush()
    except LinkwrightError as problem:
        _print_error(problem.on_command_line() if isinstance(problem, InputError) else str(problem))
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        _print_error("cancelled")
        raise SystemExit(130) from None
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    raise SystemExit(code)


__all__ = ["app", "call", "main"]
