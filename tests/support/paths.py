"""Folders that tests read: the repository, files of the tests, reference data beside the repository."""

from __future__ import annotations

from bench.reference import ROOT, SHARED

DOCS = ROOT / "docs"
BROKEN = ROOT / "tests" / "formats" / "broken"  # robot files with one error each
GOLDEN = ROOT / "tests" / "targets" / "golden"  # emitted code as text
PAGE_TESTS = ROOT / "tests" / "studio"  # modules that Node runs

__all__ = ["BROKEN", "DOCS", "GOLDEN", "PAGE_TESTS", "ROOT", "SHARED"]
