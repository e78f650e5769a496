"""The command line in this process: what it prints and how it ends, without the start of another interpreter."""

from __future__ import annotations

import contextlib
import io
import logging
import subprocess
import sys
import warnings
from pathlib import Path
from unittest import mock

from linkwright import cli


def run(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """As `linkwright WORDS` in a folder, by default in this one."""
    out, err, argv, code = io.StringIO(), io.StringIO(), sys.argv, 0
    with contextlib.ExitStack() as stack:
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
    return subprocess.CompletedProcess(sys.argv, code, out.getvalue(), err.getvalue())
