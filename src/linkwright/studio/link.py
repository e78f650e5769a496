"""Links that hold the state of the page in their fragment: Share makes them, `linkwright studio LINK` opens them."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from linkwright.errors import InputError

MARK = "#s="
MAX_STATE_BYTES = 2_000_000  # bytes of a state
MAX_EXACT_INTEGER = 2**53  # of the integers that a double holds one by one
REMEDY = "copy the whole link again, or share it again"


def is_link(text: str) -> bool:
    return MARK in text


def encode(state: Any) -> str:
    """Return the fragment of a link that holds a state."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = json.dumps(state, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    data = packer.compress(text.encode()) + packer.flush()
    return MARK + base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(link: str) -> dict[str, Any]:
    """Return the state in the fragment of a link; an InputError if it is damaged or too large."""
    text = link.partition(MARK)[2]
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(-15)
        plain = unpacker.decompress(data, MAX_STATE_BYTES + 1)
        if len(plain) > MAX_STATE_BYTES:
            raise InputError("the link holds too much", remedy=f"a state has at most {MAX_STATE_BYTES} bytes")
        if not unpacker.eof or unpacker.unused_data:
            raise InputError("the link is damaged: a part of it is missing", remedy=REMEDY)
        state = parse_state(plain)
    except (binascii.Error, ValueError, zlib.error) as problem:
        raise InputError(f"the link is damaged: {problem}", remedy=REMEDY) from None
    if not isinstance(state, dict) or not isinstance(state.get("robot"), dict):
        raise InputError("the link holds no robot", remedy=REMEDY)
    return state


def parse_state(data: bytes) -> Any:
    """Parse JSON without NaN and infinity, and not nested too deeply.

    Numbers of the page are doubles. A double too large for an exact integer is written with the digits of an integer
    (1e20 is 100000000000000000000), and is read as a double.
    """

    def whole(text: str) -> int | float:
        value = int(text)
        return value if abs(value) <= MAX_EXACT_INTEGER else finite(text)

    def finite(text: str) -> float:
        value = float(text)
        if value - value != 0:
            raise ValueError(f"{text[:20]} is not a finite number")
        return value

    def refused(text: str) -> Any:
        raise ValueError(f"{text} is not a number")

    try:
        return json.loads(data, parse_float=finite, parse_int=whole, parse_constant=refused)
    except RecursionError:
        raise ValueError("values are nested too deeply") from None


__all__ = ["decode", "encode", "is_link", "parse_state"]
