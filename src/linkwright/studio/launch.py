"""Start of the studio: its address is printed before anything heavy is imported."""

from __future__ import annotations

import importlib.util
import secrets
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from linkwright.errors import InputError, ToolError
from linkwright.studio import link

NEEDED_PACKAGES = ("starlette", "uvicorn")


def launch(robot: str, port: int = 0, browser: bool = True, options: Mapping[str, str] | None = None) -> None:
    """Print the address, open it in the browser, and serve until Ctrl-C."""
    check_installed()
    place = listen(port)
    start = start_state(robot, options or {})
    token = secrets.token_urlsafe(24)
    address = f"http://127.0.0.1:{place.getsockname()[1]}/?token={token}"
    with suppress(KeyboardInterrupt):
        print(f"{address}\nPress Ctrl-C to stop.", flush=True)
        if browser:
            import webbrowser

            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        from linkwright.studio.server import serve

        serve(place, token, start)


def check_installed() -> None:
    missing = [name for name in NEEDED_PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise ToolError(f"the studio needs {' and '.join(missing)} (pip install 'linkwright[studio]')")


def start_state(robot: str, options: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the start of the page: the name of a built-in robot, or the state in a link or of a file."""
    if not robot:
        return None
    if link.is_link(robot):
        return {"state": link.decode(robot)}
    from linkwright import compiler, formats

    loaded = compiler.load(robot, **options)
    if not Path(robot).suffix and not options:
        return {"builtin": robot}
    return {"state": {"version": 1, "robot": formats.as_data(loaded), "choices": {}}}


def listen(port: int = 0) -> socket.socket:
    """Return a socket that only this machine can reach; port 0 is any free one."""
    if not 0 <= port < 65536:
        raise InputError(f"port {port}", remedy="0 to 65535; 0 is any free one")
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # TCP: asyncio sets no delay
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(("127.0.0.1", port))
    except OSError as problem:
        found.close()
        raise InputError(f"port {port}: {problem.strerror}", remedy="another one, or 0 for any free one") from None
    found.listen(128)
    return found


__all__ = ["launch", "listen", "start_state"]
