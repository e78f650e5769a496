"""Reference data: published tables, robots, recordings, beside the repository or where LINKWRIGHT_SHARED says."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("LINKWRIGHT_SHARED", ROOT.parent / "shared"))
ANCHORS = SHARED / "anchors"  # tables of what peers reach
