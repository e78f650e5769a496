"""The command line in this process: what it prints and how it ends, without the start of another interpreter."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import subprocess
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

from linkwright import cli


class Stream(io.TextIOWrapper):
    """A text stream over bytes in memory, as stdout is one over a file; it says whether it is a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        self.bytes, self.is_terminal = io.BytesIO(), is_terminal
        super().__init__(self.bytes, encoding="utf-8", newline="", write_through=True)

    def isatty(self) -> bool:
        return self.is_terminal

    def text(self) -> str:
        return self.bytes.getvalue().decode()


def run(
    *words: str, cwd: Path | None = None, columns: int = 0, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Run `linkwright WORDS` in a folder, by default in this one; `columns`: on a terminal that is so wide."""
    out, err = Stream(columns > 0), Stream(columns > 0)
    argv, code = sys.argv, 0
    with contextlib.ExitStack() as stack:
        terminal = {"COLUMNS": str(columns), "TERM": "xterm", "NO_COLOR": ""} if columns else {}
        stack.enter_context(mock.patch.dict(os.environ, {**terminal, **(environment or {})}))
        stack.enter_context(contextlib.chdir(cwd or "."))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        stack.enter_context(warnings.catch_warnings())
        stack.enter_context(mock.patch.object(logging.getLogger(), "handlers", []))  # as where nobody listens
        sys.argv = ["linkwright", *words]
        try:
            cli.main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            sys.argv = argv
    return subprocess.CompletedProcess(sys.argv, code, out.text(), err.text())
