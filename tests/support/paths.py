"""Folders that tests read: the repository, files of the tests, reference data beside the repository."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BROKEN = ROOT / "tests" / "formats" / "broken"  # robot files with one error each
GOLDEN = ROOT / "tests" / "targets" / "golden"  # emitted code as text
PAGE_TESTS = ROOT / "tests" / "studio"  # modules that Node runs
SHARED = Path(os.environ.get("LINKWRIGHT_SHARED", ROOT.parent / "shared"))  # reference data; no clone contains it
