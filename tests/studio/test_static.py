"""The files of the studio's page as they ship: how large, from where, and under whose licence."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from linkwright import studio
from tests.support.paths import ROOT

STATIC = Path(studio.__file__).parent / "static"
VENDOR = ROOT / "studio-vendor"
FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())


def test_static_files_are_small():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in FILES:
            archive.write(path, path.relative_to(STATIC))
    assert sum(path.stat().st_size for path in FILES) <= 1_450_000
    assert len(packed.getvalue()) <= 550_000


def test_no_file_asks_another_host():
    texts = [path for path in FILES if path.suffix in (".js", ".css", ".html", ".svg") and path.name != "vendor.js"]
    addresses = {x for path in texts for x in re.findall(r"https?://[^\s\"'`<>)]+", path.read_text("utf-8"))}
    assert {x for x in addresses if not x.startswith(("http://www.w3.org/", "http://127.0.0.1"))} == set()
    styles = "".join(path.read_text("utf-8") for path in FILES if path.suffix == ".css")
    urls = [url for url in re.findall(r"url\([\"']?([^)\"']*)", styles) if not url.startswith("data:")]
    assert urls
    assert [url for url in urls if not (STATIC / url).is_file()] == []


def test_no_file_evaluates_text():
    for path in (path for path in FILES if path.suffix == ".js"):
        assert not re.search(r"[^.\w]eval\(|\bnew Function\b", path.read_text("utf-8")), path.name


def test_modules_import_files_that_ship():
    for path in (path for path in FILES if path.suffix == ".js" and path.name != "vendor.js"):
        for name in re.findall(r"from \"\./([^\"]+)\"", path.read_text("utf-8")):
            assert (STATIC / name).is_file(), f"{path.name} imports {name}"


class TestVendor:
    @pytest.fixture(autouse=True)
    def needs_the_sources(self):
        if not VENDOR.is_dir():
            pytest.skip("an sdist has no sources of the vendor bundle")

    def test_lock_file_names_hashes_and_no_addresses(self):
        text = (VENDOR / "package-lock.json").read_text("utf-8")
        packages = {name: entry for name, entry in json.loads(text)["packages"].items() if name}
        assert packages
        assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
        assert not any("resolved" in entry for entry in packages.values())

    def test_every_package_in_the_bundle_has_its_licence(self):
        manifest = json.loads((VENDOR / "package.json").read_text("utf-8"))
        licences = (STATIC / "vendor.LICENSES.txt").read_text("utf-8")
        fonts = {name: x for name, x in manifest["devDependencies"].items() if name.startswith("@fontsource")}
        for name, version in {**manifest["dependencies"], **fonts}.items():
            assert re.search(rf"^{re.escape(name)} {re.escape(version)}$", licences, re.MULTILINE), name
