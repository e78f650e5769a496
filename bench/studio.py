"""The studio: how long until its address is printed, until a job is answered, until an edit is on the page.

python -m bench.studio [ROBOT ...] [--samples N] [--json]

Medians for inverse dynamics in base parameters as C. "robot" is when the tables have been checked and can be drawn,
"code" when the files are there, "all" when their test is there, too. In the browser: from the key to the picture, and
to the code on the page (Chromium, headless, rendered by software), as the page's own status line tells; what waits for
it looks at that line alone, because a look at all of the code takes longer than to show it. Without Chromium or
Playwright the browser is left out.
"""

from __future__ import annotations

import argparse
import http.client
import importlib.util
import json
import shutil
import signal
import statistics
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.builds import NOT_MEASURED

STATIC = Path(__file__).parents[1] / "src" / "linkwright" / "studio" / "static"
ARGUMENTS = ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


@contextmanager
def server(*words: str) -> Iterator[tuple[str, float]]:
    """The address of a studio, and the milliseconds until it was printed."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "linkwright.cli", "studio", "--no-browser", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        taken = 1000 * (time.perf_counter() - start)
        try:
            yield address, taken
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


class Client:
    """One connection that has the cookie."""

    def __init__(self, address: str) -> None:
        self.place = urlsplit(address)
        self.link = http.client.HTTPConnection(self.place.netloc)
        self.link.request("GET", f"/?{self.place.query}")
        answer = self.link.getresponse()
        answer.read()
        self.cookie = answer.headers["set-cookie"].split(";")[0]

    def job(self, **fields: Any) -> Iterator[tuple[float, dict[str, Any]]]:
        """(milliseconds, message), as messages come."""
        start = time.perf_counter()
        head = {"Content-Type": "application/json", "Cookie": self.cookie}
        self.link.request("POST", "/api/job", json.dumps(fields), head)
        answer = self.link.getresponse()
        while line := answer.readline():
            yield 1000 * (time.perf_counter() - start), json.loads(line)


def over_http(robots: list[str], samples: int) -> list[dict[str, Any]]:
    rows = []
    with server() as (address, _):
        client = Client(address)
        for name in robots:
            first, *_ = (message for _, message in client.job(do="builtin", name=name))
            tables = first["robot"]
            times: dict[str, list[float]] = {"robot": [], "code": [], "all": []}
            for k in range(samples + 3):
                edited = {**tables, "description": f"edit {k}"}
                job = {"do": "compile", "robot": edited, "model": "inverse_dynamics", "parameters": "base"}
                for ms, message in client.job(**job, target="c"):
                    what = {"robot": "robot", "done": "all"}.get(message["type"])
                    what = "code" if message["type"] == "files" and not message["whole"] else what
                    if what and k >= 3:  # the first ones warm it up
                        times[what].append(ms)
            rows.append({"name": name, **{key: statistics.median(values) for key, values in times.items()}})
    return rows


def in_browser(robots: list[str], samples: int) -> list[dict[str, Any]]:
    chromium = shutil.which("chromium")
    if chromium is None or importlib.util.find_spec("playwright") is None:
        print("browser: not measured (apt install chromium; pip install playwright)")
        return []
    from playwright.sync_api import sync_playwright

    rows = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for name in robots:
            with server(name) as (address, _):
                page = browser.new_page(viewport={"width": 1440, "height": 900})
                page.set_default_timeout(60_000)
                page.goto(address)
                page.locator(".status .state.good").wait_for()
                times: dict[str, list[float]] = {"drawn": [], "code": []}
                cell = page.get_by_role("textbox", name="d of joint3", exact=True)
                for k in range(samples + 3):
                    length = f"0.4{k:02d}7"
                    cell.fill(length)
                    page.locator(f'.status .ms[data-edit="{k + 1}"]').wait_for()
                    told = page.locator(".status .ms").all_inner_texts()
                    page.locator(".status .state.good").wait_for()
                    assert length in page.locator(".listing .text").evaluate("(box) => box.textContent")
                    if k >= 3 and len(told) == 2:
                        for key, text in zip(times, told, strict=True):
                            times[key].append(float(text.split()[-2]))
                rows.append({"name": name, **{key: statistics.median(x) for key, x in times.items() if x}})
                page.close()
        browser.close()
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("robots", nargs="*", default=["rx90", "panda"])
    parser.add_argument("--samples", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    missing = [name for name in ("starlette", "uvicorn") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"not measured: {' and '.join(missing)} (pip install 'linkwright[studio]')")
        return NOT_MEASURED
    addresses = []
    for _ in range(min(options.samples, 7)):
        with server() as (_, taken):
            addresses.append(taken)
    files = [path.read_bytes() for path in STATIC.rglob("*") if path.is_file()]
    found: dict[str, Any] = {
        "address_ms": statistics.median(addresses), "http": over_http(options.robots, options.samples),
        "browser": in_browser(options.robots, options.samples), "static_bytes": sum(map(len, files)),
        "static_zipped": sum(len(zlib.compress(data, 9)) for data in files),
    }  # fmt: skip
    if options.json:
        print(json.dumps(found, indent=2))
        return 0
    print(f"address printed: {found['address_ms']:.0f} ms (bar 500)")
    print(f"static files: {found['static_bytes'] / 1e6:.2f} MB, {found['static_zipped'] / 1e3:.0f} kB zipped")
    print("\n| over HTTP [ms] | robot | code (bar 100) | all |\n|---|---:|---:|---:|")
    for row in found["http"]:
        print(f"| {row['name']} | {row['robot']:.0f} | {row['code']:.0f} | {row['all']:.0f} |")
    print("\n| in the browser [ms] | 3-D drawn (bar 50) | code on the page (bar 200) |\n|---|---:|---:|")
    for row in found["browser"]:
        print(f"| {row['name']} | {row.get('drawn', 0):.0f} | {row.get('code', 0):.0f} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
