"""The pure modules of the studio's page, tested where they run: by Node, without a browser."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "studio"


@pytest.mark.parametrize("name", ["highlight", "paste", "state"])
def test_module_of_the_page(name: str, tool: Callable[[str], str]) -> None:
    done = subprocess.run(
        [tool("node"), "--test", str(HERE / f"{name}.test.mjs")], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
