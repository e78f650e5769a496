"""Writing files: all of them or none, never half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from linkwright.errors import InputError


def write_all(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write {relative name: text or bytes} below a folder. All of it is on disk before the first file gets its name."""
    staged: list[tuple[Path, Path]] = []
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            staged.append((Path(temporary), path))
            with os.fdopen(handle, "wb") as stream:
                stream.write(content.encode("utf-8") if isinstance(content, str) else content)
        for source, path in staged:
            os.chmod(source, 0o666 & ~_umask())
            os.replace(source, path)
    except OSError as problem:
        for source, _ in staged:
            source.unlink(missing_ok=True)
        raise InputError(f"cannot write {problem.filename or folder}: {problem.strerror}") from problem


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
