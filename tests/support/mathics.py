"""A Mathics that is loaded once: its start takes seconds, and each test would pay for it.

`warm()` gives the path of a script that stands for the program `mathics`: it hands its arguments and folder to a
server, which runs Mathics on them in a fork of itself.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

SERVER = """
import os, socket, sys
import mathics.__main__ as mathics

loaded = mathics.Definitions(add_builtin=True, extension_modules=())
mathics.Definitions = lambda **options: loaded  # each fork has its own copy of it
with socket.socket(socket.AF_UNIX) as listener:
    listener.bind(sys.argv[1])
    listener.listen()
    print("ready", flush=True)
    while True:
        asked, _ = listener.accept()
        with asked:
            folder, *words = asked.recv(65536).decode().split("\\0")
            child = os.fork()
            if not child:
                os.chdir(folder)
                for stream in (1, 2):
                    os.dup2(asked.fileno(), stream)
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                sys.argv = ["mathics", *words]
                code = 1
                try:
                    code = mathics.main()
                finally:
                    sys.stdout.flush()
                    sys.stderr.flush()
                    os._exit(code)
            _, status = os.waitpid(child, 0)
            asked.sendall(b"\\0" + str(os.waitstatus_to_exitcode(status)).encode())
"""
CLIENT = """#!{python} -SE
import os, socket, sys

with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    server.sendall("\\0".join([os.getcwd(), *sys.argv[1:]]).encode())
    said = b"".join(iter(lambda: server.recv(65536), b""))
text, _, code = said.rpartition(b"\\0")
sys.stdout.buffer.write(text)
sys.stdout.flush()
sys.exit(int(code))
"""


@contextlib.contextmanager
def warm() -> Iterator[Path]:
    """The path of a program that answers as `mathics` does, as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="mathics-") as folder:
        address, client = str(Path(folder, "socket")), Path(folder, "mathics")
        client.write_text(CLIENT.format(python=sys.executable, address=address))
        client.chmod(0o755)
        with subprocess.Popen([sys.executable, "-c", SERVER, address], stdout=subprocess.PIPE) as server:
            assert server.stdout
            assert server.stdout.readline().strip() == b"ready"
            yield client
            server.kill()
