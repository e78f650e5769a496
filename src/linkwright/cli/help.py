"""Commands about the command line itself: help pages, and completion in the shell."""

from __future__ import annotations

import click

from linkwright.cli.framework import NameChoice, argument, command
from linkwright.errors import UnknownName

COMPLETE = "_LINKWRIGHT_COMPLETE"  # environment variable by which a shell asks for completions
SHELLS = ("bash", "zsh", "fish")


@command("help", example="linkwright help generate")
@argument("name", "[COMMAND]", "a command of linkwright", required=False)
@click.pass_context
def help_command(ctx: click.Context, name: str | None) -> None:
    """Print the help page of a command, or that of the program."""
    root = ctx.find_root()
    program = root.command
    assert isinstance(program, click.Group)
    if name is None:
        print(program.get_help(root))
    elif name not in program.commands:
        raise UnknownName.among("command", name, program.commands)
    else:
        of = program.commands[name]
        print(of.get_help(of.context_class(of, parent=root, info_name=name, **of.context_settings)))


@command("completion", example='eval "$(linkwright completion bash)"')
@argument("shell", "SHELL", "one of {names}", type=NameChoice("shell", lambda: SHELLS))
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands, options and names in a shell.

    Evaluate it when the shell starts: in ~/.bashrc or ~/.zshrc as below, in ~/.config/fish/config.fish as `linkwright
    completion fish | source`.
    """
    from click.shell_completion import get_completion_class

    root = ctx.find_root()
    kind = get_completion_class(shell)
    assert kind is not None
    print(kind(root.command, {}, root.info_name or "", COMPLETE).source())


def complete(program: click.Command, name: str, instruction: str) -> int:
    """Answer a shell, which says by `instruction` what it wants: a script, or the completions of a line."""
    from click.shell_completion import shell_complete

    return shell_complete(program, {}, name, COMPLETE, instruction)
