"""The studio in a browser: the system's Chromium, driven by Playwright, against a server as users start it.

The page's policy forbids eval, so nothing waits by a function in the page: locators do. Every page that a test opens
must leave no message on the console and ask no other host.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from linkwright.errors import InputError
from linkwright.expr import value_of
from linkwright.studio.drawing import ASSUMED_VALUE
from tests.support.paths import BROKEN, ROOT

ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # ms: two cores may be busy with other tests
PANES = ("Code", "Equations", "Base parameters", "Verify", "Simulate", "Inverse geometry")


class Studio:
    """A server as the command line starts it."""

    def __init__(self, robot: str, port: int = 0) -> None:
        command = [sys.executable, "-m", "linkwright.cli", "studio", robot, "--no-browser", "--port", str(port)]
        place = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=place, start_new_session=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address
        self.port = int(self.address.split(":")[2].split("/")[0])

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def studio(tool: Callable[[str], str], module: Callable[[str], ModuleType]) -> Iterator[Studio]:
    for name in ("starlette", "uvicorn", "playwright"):
        module(name)
    tool("chromium")
    made = Studio("rx90")
    yield made
    made.end()


@pytest.fixture(scope="session")
def browser(tool: Callable[[str], str], module: Callable[[str], ModuleType]) -> Iterator[Any]:
    playwright = module("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=tool("chromium"), args=ARGUMENTS, timeout=PATIENCE)
        yield made
        made.close()


@pytest.fixture
def visit(browser: Any, studio: Studio) -> Iterator[Callable[..., Any]]:
    """`visit()`: the page in a tab of its own profile; afterwards nothing may have been said or asked elsewhere."""
    contexts: list[Any] = []
    said: list[str] = []

    def opened(address: str = "", context: Any = None, quiet: bool = True, settle: bool = True, **options: Any) -> Any:
        if context is None:
            context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True, **options)
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
        page = context.new_page()
        if quiet:
            page.on("console", lambda message: said.append(f"console: {message.text}"))
            page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.on("request", lambda request: said.append(request.url) if not local(request.url) else None)
        page.goto(address or studio.address)
        if settle:
            settled(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not said


def local(url: str) -> bool:
    return re.match(r"(http://127\.0\.0\.1:|blob:|data:)", url) is not None


def settled(page: Any) -> None:
    """The table as it is now is compiled, the counts are its own, and all of it is drawn."""
    drawn(page)  # an edit is known to the page at once, and seen on it with the next frame
    page.locator(".status .state.good").wait_for()
    page.locator(".sum b", has_text=re.compile(r"\d")).first.wait_for()
    drawn(page)


def drawn(page: Any) -> None:
    """What the page knows is on the screen: a frame draws it, and the next one has begun."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
    )


def cell(page: Any, name: str) -> Any:
    return page.get_by_role("textbox", name=name, exact=True)


def value(box: Any) -> str:
    drawn(box.page)
    return str(box.input_value())


def tab(page: Any, name: str) -> Any:
    return page.get_by_role("tablist", name="Output").get_by_role("tab", name=name, exact=True)


def sums(page: Any) -> list[int]:
    return [int(text) for text in page.locator(".sum b").all_inner_texts()]


def opened_robot(page: Any, name: str, shown: str) -> None:
    page.get_by_role("button", name=re.compile("^Robot:")).click()
    page.get_by_role("combobox", name="Find a robot").fill(name)
    page.get_by_role("option").filter(has=page.get_by_text(name, exact=True)).click()
    page.get_by_role("button", name=re.compile(f"^Robot: {re.escape(shown)}")).wait_for()
    settled(page)


# -- tables and code ---------------------------------------------------------------------------------------------------


def test_page_opens_with_table_picture_counts_and_code(visit: Callable[..., Any]) -> None:
    page = visit()
    assert page.title() == "Linkwright studio"
    assert "token" not in page.url
    assert page.get_by_role("grid", name="Geometry").get_by_role("row").count() == 7
    cost = lw.model(lw.load("rx90"), "inverse_dynamics", "base").cost
    assert sums(page)[:2] == [cost.add, cost.mul]
    files = lw.generate(lw.load("rx90"), ["inverse_dynamics"], ["c"], "base")["c"]
    shown = page.locator(".listing .text").evaluate("(box) => box.textContent")
    assert shown == files["RX90_inverse_dynamics.c"]


def test_edit_changes_code_and_counts_and_undo_brings_them_back(visit: Callable[..., Any]) -> None:
    page = visit()
    before, name = sums(page), "r of joint2"
    cell(page, name).fill("RL2")
    page.locator(".sum .rise").first.wait_for()
    settled(page)
    assert sums(page)[0] > before[0]
    assert page.get_by_text("for RL2").count() == 1  # drawn with an assumed length
    page.get_by_role("button", name="Undo").click()
    page.locator(".sum .fall").first.wait_for()
    settled(page)
    assert sums(page) == before
    assert value(cell(page, name)) == "0"
    page.keyboard.press("Control+Shift+Z")
    page.locator(".sum .rise").first.wait_for()
    assert value(cell(page, name)) == "RL2"


def test_error_stands_in_its_cell_and_the_last_good_output_stays(visit: Callable[..., Any]) -> None:
    page = visit()
    code = page.locator(".listing .text").evaluate("(box) => box.textContent")
    wrong = cell(page, "d of joint3")
    wrong.fill("d3 + 2*(")
    page.locator("td.wrong .tip").wait_for()
    assert wrong.get_attribute("aria-invalid") == "true"
    assert "unexpected end" in page.locator("td.wrong .tip").inner_text()
    page.get_by_text("code for the last valid table", exact=True).wait_for()
    assert page.locator(".listing .text").evaluate("(box) => box.textContent") == code
    other = cell(page, "alpha of joint5")
    other.fill("2 +")
    page.get_by_text("2 errors").wait_for()
    wrong.focus()
    wrong.press("Escape")
    wrong.fill("d3")
    other.focus()
    other.fill("pi/2")
    settled(page)
    assert page.locator("td.wrong").count() == 0
    assert page.get_by_text("code for the last valid table", exact=True).count() == 0


def test_escape_restores_a_cell_and_keys_move(visit: Callable[..., Any]) -> None:
    page = visit()
    start = cell(page, "alpha of joint2")
    start.click()
    page.keyboard.type("pi/3")
    page.keyboard.press("Escape")
    assert value(start) == "pi/2"
    page.keyboard.press("ArrowDown")
    assert cell(page, "alpha of joint3").evaluate("(x) => x === document.activeElement")
    page.keyboard.press("ArrowRight")
    assert cell(page, "d of joint3").evaluate("(x) => x === document.activeElement")
    page.keyboard.press("Enter")
    assert cell(page, "d of joint4").evaluate("(x) => x === document.activeElement")
    settled(page)


PASTE = """(target, text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    target.focus();
    target.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
}"""


def test_block_of_a_spreadsheet_fills_cells_and_adds_rows(visit: Callable[..., Any]) -> None:
    page = visit()
    block = "\u2212\u03c0/2\t0,25\n90\u00b0\ta5\n0\t0.1\npi\t2*L"
    cell(page, "alpha of joint4").evaluate(PASTE, block)
    page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="7", exact=True)).wait_for()
    settled(page)
    found = [(value(cell(page, f"alpha of joint{j}")), value(cell(page, f"d of joint{j}"))) for j in (4, 5, 6, 7)]
    assert found == [("-pi/2", "0.25"), ("pi/2", "a5"), ("0", "0.1"), ("pi", "2*L")]
    page.keyboard.press("Control+Z")
    settled(page)
    assert page.get_by_role("grid", name="Geometry").get_by_role("row").count() == 7


def test_rows_are_added_copied_moved_and_deleted(visit: Callable[..., Any]) -> None:
    page = visit()
    rows = page.get_by_role("grid", name="Geometry").get_by_role("row")
    page.get_by_role("button", name="+ joint").click()
    rows.nth(7).wait_for()
    settled(page)
    for action, count in (("Copy the row", 9), ("Move up", 9), ("Delete the row", 8)):
        page.get_by_role("button", name="Row 3: actions").click()
        page.get_by_role("menuitem", name=action).click()
        rows.nth(count - 1).wait_for()
        settled(page)
        assert rows.count() == count
    assert page.locator("td.wrong").count() == 0


def test_standard_table_is_converted_on_entry(visit: Callable[..., Any]) -> None:
    page = visit()
    page.get_by_label("Letters of the geometry").select_option("standard")
    first = page.get_by_role("dialog").get_by_role("textbox", name="theta of joint 1")
    first.evaluate(PASTE, "0\t0.3\t0\tpi/2\n0\t0\t0.4\t0\nq3 - pi/2\t0\t0.2\t0")
    page.get_by_role("button", name="Convert").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    settled(page)
    assert value(cell(page, "alpha of joint2")) == "pi/2"
    assert value(cell(page, "r of joint1")) == "0.3"
    assert value(cell(page, "theta of joint3")) == "-pi/2"


def test_hostile_names_stay_text(visit: Callable[..., Any]) -> None:
    page = visit()
    page.locator("#tab-base").click()
    cell(page, "description of the robot").fill("<img src=x onerror=alert(1)>")
    cell(page, "name of the robot").fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name=re.compile("^Robot: <img src=x")).wait_for()
    page.locator("#tab-geometry").click()
    cell(page, "name of joint1").fill("<script>alert(1)</script>")
    page.locator(".status .state:not(.busy)").wait_for()
    assert page.locator("img").count() == 0
    assert page.locator("#page script").count() == 0


# -- files and links ---------------------------------------------------------------------------------------------------


def test_archive_is_what_generate_writes(visit: Callable[..., Any]) -> None:
    page = visit()
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download").click()
    made = zipfile.ZipFile(io.BytesIO(Path(caught.value.path()).read_bytes()))
    files = lw.generate(lw.load("rx90"), ["inverse_dynamics"], ["c"], "base")["c"]
    found = {name.split("/")[-1]: made.read(name).decode() for name in made.namelist()}
    assert found == files
    with page.expect_download() as caught:
        page.get_by_role("button", name="Save").click()
        page.get_by_role("menuitem", name=re.compile(r"^\.toml")).click()
    assert caught.value.suggested_filename == "RX90.toml"
    assert len(lw.load(Path(caught.value.path()).read_bytes(), name="a.toml").joints) == 6


def test_files_are_opened_with_their_readers_options_and_refused_in_words(
    visit: Callable[..., Any], tmp_path: Path
) -> None:
    page = visit()
    table = tmp_path / "arm.csv"
    table.write_text("theta,d,a,alpha\n0,0.3,0,pi/2\n0,0,0.4,0\n")

    def choose(path: Path) -> None:
        with page.expect_file_chooser() as caught:
            page.get_by_role("button", name="Open", exact=True).first.click()
        caught.value.set_files(path)

    choose(table)
    box = page.get_by_role("dialog")
    box.get_by_role("button", name="Open").click()
    box.get_by_role("alert").wait_for()  # whose convention is it?
    box.get_by_label("convention").select_option("standard")
    box.get_by_role("button", name="Open").click()
    page.get_by_role("button", name=re.compile("^Robot: arm")).wait_for()
    settled(page)
    assert page.get_by_role("grid", name="Geometry").get_by_role("row").count() >= 3
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[[joint]]\nalfa = 1\n")
    choose(wrong)
    box.get_by_role("alert").wait_for()
    assert "alfa" in box.get_by_role("alert").inner_text()
    assert "wrong.toml:2" in box.get_by_role("alert").inner_text()


def test_link_holds_the_state_and_a_damaged_one_is_told(visit: Callable[..., Any], studio: Studio) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    cell(page, "r of joint2").fill("RL2")
    settled(page)
    page.get_by_role("combobox", name="Language").select_option("rust")
    page.get_by_text(".rs").first.wait_for()
    page.get_by_role("button", name="Share").click()
    link = value(page.get_by_role("dialog").get_by_role("textbox"))
    page.get_by_role("button", name="Done").click()
    other = visit(context=page.context, address=link)
    assert value(cell(other, "r of joint2")) == "RL2"
    assert value(other.get_by_role("combobox", name="Language")) == "rust"
    damaged = visit(context=page.context, address=link[:-40])
    assert damaged.get_by_text("The link is damaged").count() == 1
    assert value(cell(damaged, "r of joint2")) == "0"


def test_two_tabs_do_not_disturb_each_other(visit: Callable[..., Any], studio: Studio) -> None:
    first = visit()
    second = visit(context=first.context, address=f"http://127.0.0.1:{studio.port}/")
    cell(first, "r of joint2").fill("RL2")
    cell(second, "r of joint3").fill("RL3")
    settled(first)
    settled(second)
    assert value(cell(second, "r of joint2")) == "0"
    first.locator(".listing", has_text="RL2").wait_for()
    second.locator(".listing", has_text="RL3").wait_for()


# -- panes -------------------------------------------------------------------------------------------------------------


def test_models_languages_and_equations(visit: Callable[..., Any]) -> None:
    page = visit()
    page.get_by_role("combobox", name="Model", exact=True).select_option("jacobian")
    page.locator(".files").get_by_text("RX90_jacobian.c").wait_for()
    for language, suffix in (("python", ".py"), ("fortran", ".f90"), ("latex", ".tex"), ("mathematica", ".wl")):
        page.get_by_role("combobox", name="Language").select_option(language)
        page.locator(".files").get_by_text(suffix).first.wait_for()
        page.locator(".listing span[class^=t-]").first.wait_for()
    page.get_by_role("button", name="Options").click()
    frame = page.locator("#model-options label", has_text="frame").locator("input, select").first
    frame.fill("nowhere")
    page.locator(".model").get_by_text("unknown frame").first.wait_for()
    frame.fill("")
    settled(page)
    tab(page, "Equations").click()
    page.locator(".equation math").first.wait_for()
    page.get_by_role("button", name="closed form").click()
    page.locator(".equation math").first.wait_for()


def test_base_parameters(visit: Callable[..., Any]) -> None:
    page = visit()
    tab(page, "Base parameters").click()
    page.get_by_role("region", name="Base parameters by link").wait_for()
    count = lw.base_parameters(lw.load("rx90")).count
    assert page.get_by_text(f"{count} base parameters").count() == 1
    assert page.locator(".equation math").count() > 3


def test_verification_shows_checks_as_they_end_and_is_cancelled(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "rrp", "RRP")
    tab(page, "Verify").click()
    page.get_by_role("button", name="Verify", exact=True).click()
    page.locator(".checks li").first.wait_for()
    page.locator(".said.good").wait_for()
    assert page.locator(".checks li.failed").count() == 0
    opened_robot(page, "panda", "Panda")
    page.get_by_role("button", name="Verify", exact=True).click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled.").wait_for()
    page.get_by_role("button", name="Verify", exact=True).wait_for()


def test_motion_is_simulated_played_and_scrubbed(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "cart_pole", "CartPole")
    tab(page, "Simulate").click()
    page.get_by_label("start", exact=True).fill("0,0.3")
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.locator(".plot canvas").first.wait_for()
    angle = page.get_by_role("textbox", name=re.compile("^q2 in degrees"))
    assert value(angle) == "17.2"
    page.get_by_role("slider", name="Time").fill("100")
    page.get_by_text("1.00 s", exact=True).wait_for()
    assert value(angle) != "17.2"
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").or_(page.get_by_text("2.00 s", exact=True)).first.wait_for()
    with page.expect_download() as caught:
        page.get_by_role("button", name="CSV").click()
    assert Path(caught.value.path()).read_text().startswith("t,")


def test_postures_of_a_pose_are_listed_and_one_is_taken(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "puma560", "PUMA560")
    page.get_by_role("button", name="random").click()
    tab(page, "Inverse geometry").click()
    page.locator(".postures li").nth(7).wait_for()
    chosen = page.locator(".postures button").nth(3)
    numbers = re.findall(r"-?[\d.]+", chosen.locator(".numbers").inner_text())
    chosen.click()
    first = value(page.get_by_role("textbox", name=re.compile("^q1 in degrees")))
    assert abs(float(first) - float(numbers[0])) < 0.11
    page.get_by_label("x of the tool").fill("9")
    page.locator(".said.wrong[role=status]").wait_for()  # out of reach, in words


def test_dependent_joints_follow_while_a_slider_moves(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "four_bar", "FourBar")
    follower = page.get_by_role("textbox", name=re.compile("^q3 in degrees"))
    before = value(follower)
    crank = page.get_by_role("slider", name="q1")
    crank.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert value(follower) != before


def test_picture_is_not_blank(visit: Callable[..., Any], module: Callable[[str], ModuleType]) -> None:
    page = visit()
    image = module("matplotlib.image")
    shown = image.imread(io.BytesIO(page.locator(".view canvas").screenshot()))[..., :3]
    petrol = (shown[..., 1] - shown[..., 0] > 0.2) & (
        shown[..., 2] - shown[..., 0] > 0.15
    )  # the housings of the joints
    assert petrol.mean() > 0.003
    assert len(np.unique((shown * 16).astype(int).reshape(-1, 3), axis=0)) > 20


# -- files and links that are wrong ------------------------------------------------------------------------------------

DROP = """async (files) => {
    const until = async (test) => {
        for (let k = 0; k < 3000; k++) {
            const found = test();
            if (found) return found;
            await new Promise((resolve) => setTimeout(resolve, 10));
        }
        throw new Error(`waited in vain: ${test}`);
    };
    const said = [];
    for (const [name, base64, size] of files) {
        const bytes = size ? new Uint8Array(size) : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], name));
        window.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        const box = await until(() => document.querySelector("dialog[open]"));
        if (!box.querySelector("[role=alert]")) box.querySelector("button[type=submit]").click();
        said.push([name, (await until(() => box.querySelector("[role=alert]"))).textContent]);
        box.querySelector("button[type=button]").click();
        await until(() => !document.querySelector("dialog"));
    }
    return said;
}"""


def dropped(page: Any, files: list[tuple[str, bytes, int]]) -> dict[str, str]:
    """What the page says about each file that is dropped on it."""
    coded = [[name, base64.b64encode(data).decode(), size] for name, data, size in files]
    return dict(page.evaluate(DROP, coded))


def test_every_broken_file_is_refused_with_its_message(visit: Callable[..., Any]) -> None:
    page = visit()
    files = [(path.name, path.read_bytes(), 0) for path in sorted(BROKEN.iterdir())]
    said = dropped(page, files)
    missing = []
    for name, data, _ in files:
        with pytest.raises(InputError) as caught:
            formats.read(data, name=name)
        what = caught.value.all[0].what.removeprefix("--")
        if what not in said[name]:
            missing.append((name, what, said[name]))
    assert missing == []
    assert len(said) > 100
    settled(page)
    assert page.get_by_role("button", name=re.compile("^Robot: RX90")).count() == 1  # the robot that was there is


def test_files_that_are_no_robots_are_refused_in_words(visit: Callable[..., Any]) -> None:
    page = visit()
    files = [("empty.toml", b"", 0), ("large.toml", b"", 3_000_000), ("robot.docx", b"PK", 0), ("robot", b"x", 0)]
    said = dropped(page, files)
    assert "joint" in said["empty.toml"]
    assert "3.0 MB" in said["large.toml"]
    assert "at most 2 MB" in said["large.toml"]
    for name in ("robot.docx", "robot"):
        assert ".toml" in said[name] or "format" in said[name]
    settled(page)


def link_of(studio: Studio, text: str) -> str:
    """The address of a state, whatever it is."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush()
    return f"http://127.0.0.1:{studio.port}/#s={base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def test_links_with_deep_values_or_none_are_told(visit: Callable[..., Any], studio: Studio) -> None:
    first = visit()
    deep = "[" * 20_000 + "]" * 20_000
    for text in (f'{{"version":1,"robot":{{"joint":[{{"d":{deep}}}]}}}}', deep, "null", '{"robot":{"joint":[NaN]}}'):
        page = visit(context=first.context, address=link_of(studio, text))
        assert re.search("The link (is damaged|holds)", page.locator(".status").inner_text())
        assert value(cell(page, "r of joint2")) == "0"  # the robot that the server began with
        page.close()
    tables = {"version": 1, "robot": {"name": "N", "joint": [{"d": "NaN"}, {"d": [[[1]]]}, {"kind": {"a": 1}}]}}
    page = visit(context=first.context, address=link_of(studio, json.dumps(tables)), settle=False)
    page.locator("td.wrong .tip").first.wait_for()
    assert page.locator("td.wrong").count() == 3
    cell(page, "d of joint1").fill("nan")
    page.locator(".status .state.bad").wait_for()
    assert cell(page, "d of joint1").get_attribute("aria-invalid") == "true"


TYPED = """(input, keys) => new Promise((resolve) => {
    const times = [];
    const type = (text) => {
        if (!text.length) return resolve(times);
        const start = performance.now();
        input.value += text[0];
        input.dispatchEvent(new InputEvent("input", {bubbles: true}));
        requestAnimationFrame(() => setTimeout(() => { times.push(performance.now() - start); type(text.slice(1)); }));
    };
    input.focus();
    type(keys);
})"""


def test_tables_of_hundreds_of_joints_take_keys(visit: Callable[..., Any], studio: Studio) -> None:
    rows = [{"d": "L1"} for _ in range(300)]
    tables = {"name": "chain300", "joint": rows, "numbers": {"L1": 0.01}}
    state = {"version": 1, "robot": tables, "choices": {"model": "odometry"}}  # refused at once: the page is looked at
    page = visit(context=visit().context, address=link_of(studio, json.dumps(state)), settle=False)
    page.locator(".view canvas[aria-label$=' 300 joints']").wait_for()
    assert len(cell(page, "d of joint150").evaluate(TYPED, "123")) == 3
    assert value(cell(page, "d of joint150")) == "L1123"


# -- new robots, files, drawing ----------------------------------------------------------------------------------------


def test_new_robot_is_made_and_saved_in_every_format(visit: Callable[..., Any]) -> None:
    page = visit()
    page.get_by_role("button", name="New", exact=True).click()
    box = page.get_by_role("dialog")
    box.get_by_label("name").fill("gantry")
    box.get_by_label("joints").fill("PRX")
    box.get_by_role("button", name="Create").click()
    box.get_by_role("alert").wait_for()  # X is no kind of joint
    box.get_by_label("joints").fill("PRR")
    box.get_by_role("button", name="Create").click()
    page.get_by_role("button", name=re.compile("^Robot: gantry")).wait_for()
    settled(page)
    assert page.get_by_role("grid", name="Geometry").get_by_role("row").count() == 4
    for suffix in (".toml", ".par", ".csv"):
        with page.expect_download() as caught:
            page.get_by_role("button", name="Save").click()
            page.get_by_role("menuitem", name=re.compile(rf"^\{suffix}")).click()
        assert caught.value.suggested_filename == f"gantry{suffix}"
        options = {"convention": "khalil"} if suffix == ".csv" else {}
        read = lw.load(Path(caught.value.path()).read_bytes(), name=f"gantry{suffix}", **options)
        assert [joint.kind for joint in read.joints] == ["prismatic", "revolute", "revolute"]


def where(page: Any) -> Any:
    """Frames as they are drawn, in the world, and where their origins are on the screen."""
    drawn(page)
    found = page.locator(".view canvas").evaluate("(canvas) => canvas.drawn()")
    box = page.locator(".view canvas").bounding_box()
    at = [(box["x"] + P["x"], box["y"] + P["y"]) for P in found["at"]]
    return np.reshape(found["frames"], (-1, 4, 4)), at


def test_robot_is_drawn_by_hand_and_the_table_follows(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "scara4", "SCARA4")
    rows = page.get_by_role("grid", name="Geometry").get_by_role("row")
    page.get_by_role("button", name="draw", exact=True).click()
    page.get_by_role("button", name="add a joint at frame 4").click()
    rows.nth(5).wait_for()
    settled(page)
    pull = page.get_by_role("button", name=re.compile(r"^d .*, joint 5: drag"))
    pull.hover()  # waits until it stands still and nothing covers it
    box = pull.bounding_box()
    page.mouse.down()
    for k in range(1, 6):
        page.mouse.move(box["x"] + box["width"] / 2 + 14 * k, box["y"] + box["height"] / 2 + 3 * k)
    page.mouse.up()
    settled(page)
    assert float(value(cell(page, "d of joint5"))) != 0
    length = value(cell(page, "d of joint5"))
    page.get_by_role("button", name=re.compile(r"^d .*, joint 5: drag")).press("ArrowUp")
    settled(page)
    assert value(cell(page, "d of joint5")) != length
    for wanted in ("pi/2", "pi"):
        page.get_by_role("button", name=re.compile(r"^α .*, joint 5: a quarter turn more")).click()
        settled(page)
        assert value(cell(page, "alpha of joint5")) == wanted
    page.get_by_role("button", name=re.compile(r"^γ .*, joint 5: a quarter turn more")).click()
    settled(page)
    assert value(cell(page, "gamma of joint5")) == "pi/2"
    assert page.locator("td.wrong").count() == 0


def test_joints_and_the_tool_are_dragged(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "puma560", "PUMA560")
    page.get_by_role("button", name="frames", exact=True).click()  # nothing before the joints
    boxes = page.locator(".joints-row input[type=text]")
    before = [value(box) for box in boxes.all()]
    _, at = where(page)
    x, y = at[3]
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, 7):
        page.mouse.move(x + 9 * k, y + 12 * k)
    page.mouse.up()
    after = [value(box) for box in boxes.all()]
    assert after != before
    frames, _ = where(page)
    q = np.radians([float(text) for text in after])
    poses = lw.model(lw.load("puma560").with_numbers(), "direct_geometry", frames="all", reference="world")(q=q)
    np.testing.assert_allclose(frames[1:], list(poses.values()), atol=2e-3)  # boxes show tenths of degrees
    tab(page, "Inverse geometry").click()
    page.locator(".postures li").first.wait_for()
    _, at = where(page)
    x, y = at[6]
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, 4):
        page.mouse.move(x - 3 * k, y - 2 * k)
    page.mouse.up()
    page.locator(".scene-handle.is-ghost").first.wait_for()  # the postures that reach it, by their branches
    assert page.locator(".scene-handle.is-ghost").count() >= 2
    assert page.locator(".postures li").count() >= 2


OF_EVERY_KIND = ("rrp", "two_arm", "stanford", "palletizer_coupled", "slider_crank", "bennett", "p3rrr", "delta",
                 "three_omni", "unicycle_castor", "mobile_manipulator")  # fmt: skip


def test_frames_in_the_browser_are_those_of_direct_geometry(visit: Callable[..., Any]) -> None:
    page = visit()
    robots = {name: formats.builtin(name) for name in OF_EVERY_KIND}
    drawn = page.evaluate(OPEN_ALL, [[name, robot.name] for name, robot in robots.items()])
    assert len(drawn) == len(robots)
    for name, robot in robots.items():
        tree = robot.without("loops", "wheels", "couplings", "flexibility", "floating", "mobile")
        assumed = {symbol: tree.numbers.get(symbol, ASSUMED_VALUE) for symbol in tree.parameters}
        model = lw.model(tree.with_numbers(assumed), "direct_geometry", optimize=False, frames="all", reference="world")
        poses = model(q=drawn[name]["q"])
        expected = list(poses.values()) if isinstance(poses, Mapping) else [poses]
        frames = np.reshape(drawn[name]["frames"], (-1, 4, 4))
        start = np.reshape([value_of(x, assumed) for x in robot.base.pose], (4, 4))
        rolled = frames[0] @ np.linalg.inv(start)  # a base on wheels has rolled to where it is
        np.testing.assert_allclose(frames[1:], rolled @ np.array(expected), atol=1e-9, err_msg=name)
        assert name in WHEELED or np.allclose(rolled, np.eye(4))


WHEELED = {name for name in formats.builtin_names() if formats.builtin(name).wheels}
OPEN_ALL = """async (robots) => {
    const { choose, drawn, posture, randomPosture } = await import("/page.js"); // the page's own: its state
    const { openBuiltin } = await import("/menus.js");
    const canvas = document.querySelector(".view canvas");
    const found = {};
    choose({model: "odometry"}); // which refuses all without wheels at once
    for (const [name, shown] of robots) {
        const before = drawn.value;
        await openBuiltin(name);
        for (let k = 0; k < 6000 && (drawn.value === before || drawn.value.name !== shown); k++) {
            await new Promise((done) => setTimeout(done, 10));
        }
        await new Promise((done) => setTimeout(done, 0));
        if (!drawn.value.loops.length) randomPosture();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
        found[name] = {q: [...posture.value], frames: canvas.drawn().frames};
    }
    return found;
}"""


def test_base_rolls_with_its_wheels_and_zero_brings_it_back(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "unicycle", "Unicycle")
    start, _ = where(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator(".joints-row input[type=range]").first.focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    frames, _ = where(page)
    robot = lw.load("unicycle").with_numbers()
    radius, arm = value_of(robot.wheels[0].radius), np.linalg.norm((start[1] - start[2])[:3, 3])
    turned = np.arctan2(frames[0][1, 0], frames[0][0, 0]) - np.arctan2(start[0][1, 0], start[0][0, 0])
    assert abs(turned) == pytest.approx(np.radians(20) * radius / arm, rel=1e-6)  # about the wheel that rests
    np.testing.assert_allclose(frames[2][:3, 3], start[2][:3, 3], atol=1e-9)
    page.get_by_role("button", name="zero", exact=True).click()
    np.testing.assert_allclose(where(page)[0], start, atol=1e-12)
    opened_robot(page, "four_mecanum", "FourMecanum")
    asked.clear()
    page.locator(".joints-row input[type=range]").first.focus()
    page.keyboard.press("ArrowRight")
    page.get_by_text("This joint alone would slip").wait_for()
    assert asked == []


def test_wrong_option_is_told_at_that_option(visit: Callable[..., Any]) -> None:
    page = visit()
    page.get_by_role("combobox", name="Model", exact=True).select_option("jacobian")
    page.locator(".files").get_by_text("RX90_jacobian.c").wait_for()
    page.get_by_role("button", name=re.compile("^Options")).click()
    field = page.locator(".option", has=page.get_by_text("frame", exact=True))
    field.get_by_role("textbox").fill("nowhere")
    field.locator(".tip").wait_for()
    assert "unknown frame 'nowhere'" in field.locator(".tip").inner_text()
    assert field.get_by_role("textbox").get_attribute("aria-invalid") == "true"
    assert page.locator(".model .said.wrong").count() == 0
    field.get_by_role("textbox").fill("3")
    field.locator(".tip").wait_for(state="detached")
    settled(page)


def test_base_parameters_that_take_long_are_cancelled_and_asked_again(visit: Callable[..., Any]) -> None:
    """The first request is held back, and so takes as long as the test needs: a worker may be fast, or have the answer
    from an earlier job. The second one goes through."""
    page = visit()
    held: list[Any] = []

    def hold_first(route: Any) -> None:
        if held or route.request.post_data_json["do"] != "base":
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/job", hold_first)
    tab(page, "Base parameters").click()
    pane = page.get_by_role("region", name="Base parameters", exact=True)
    pane.get_by_role("progressbar").wait_for()
    pane.get_by_role("button", name="Cancel").click()
    pane.get_by_text("Cancelled.").wait_for()
    assert pane.get_by_role("progressbar").count() == 0
    assert len(held) == 1
    pane.get_by_role("button", name="Retry").click()
    page.get_by_role("region", name="Base parameters by link").wait_for()
    page.unroute_all(behavior="ignoreErrors")


# -- by keyboard alone, for readers of the screen, without a server ---------------------------------------------------


def test_everything_by_keyboard(visit: Callable[..., Any]) -> None:
    page = visit()
    press, type_ = page.keyboard.press, page.keyboard.type

    def command(text: str) -> None:
        press("Control+k")
        page.get_by_role("listbox", name="Commands").wait_for()
        type_(text)
        press("Enter")

    command("scara4")
    page.get_by_role("button", name=re.compile("^Robot: SCARA4")).wait_for()
    settled(page)
    command("python")
    page.locator(".files").get_by_text(".py").first.wait_for()
    page.locator("#tab-geometry").focus()
    press("Tab")  # the letters
    press("Tab")  # a new joint
    press("Tab")  # the grid, at its first cell
    assert page.evaluate("document.activeElement.closest('.grid') !== null")
    for _ in range(4):  # name, type, parent, gamma, b
        press("ArrowRight")
    type_("b1")
    press("Enter")
    settled(page)
    assert value(cell(page, "b of joint1")) == "b1"
    press("Alt+Insert")
    page.get_by_role("grid", name="Geometry").get_by_role("row").nth(5).wait_for()
    settled(page)
    press("Control+z")
    page.get_by_role("grid", name="Geometry").get_by_role("row").nth(5).wait_for(state="detached")
    settled(page)
    page.locator("#pane-code").focus()
    press("ArrowRight")
    page.locator(".equation math").first.wait_for()
    command("dark")
    page.locator("html[data-theme=dark]").wait_for()
    with page.expect_download() as caught:
        press("Control+s")
    assert caught.value.suggested_filename == "SCARA4.toml"


AXE = """async ([place, theme]) => {
    document.documentElement.dataset.theme = theme;
    const only = theme === "dark" ? {runOnly: ["color-contrast"]} : {};
    const {violations} = await axe.run(place, {resultTypes: ["violations"], ...only});
    document.documentElement.dataset.theme = "light";
    const few = (nodes) => nodes.slice(0, 3).map(({html}) => html.slice(0, 160)).join(" | ");
    return violations.map(({id, nodes}) => `${theme} ${id}: ${few(nodes)}`);
}"""


def test_axe_finds_nothing_in_any_pane_and_theme(
    visit: Callable[..., Any], module: Callable[[str], ModuleType]
) -> None:
    """Both themes have the same markup: in the dark one colours are all that can be wrong."""
    page = visit(color_scheme="light", reduced_motion="reduce")
    page.evaluate((Path(str(module("axe_playwright_python").__file__)).parent / "axe.min.js").read_text())
    found: list[str] = []

    def check(what: str, place: str = "html") -> None:
        for theme in ("light", "dark"):
            found.extend(f"{what}: {text}" for text in page.evaluate(AXE, [place, theme]))

    opened_robot(page, "cart_pole", "CartPole")
    check("page")
    for name in PANES[1:]:
        tab(page, name).click()
        if name == "Simulate":
            page.get_by_role("button", name="Simulate", exact=True).click()
            page.locator(".plot canvas").first.wait_for()
        if name == "Base parameters":
            page.get_by_role("region", name="Base parameters by link").wait_for()
        if name == "Equations":
            page.locator(".equation math").first.wait_for()
        check(name, ".output")
    for key in ("inertia", "friction", "limits", "wrenches", "numbers", "base", "structure"):
        page.locator(f"#tab-{key}").click()
        check(key, ".tables")
    page.locator("#tab-geometry").click()
    tab(page, "Code").click()
    cell(page, "d of pole").fill("2*(")
    page.locator("td.wrong .tip").wait_for()
    page.get_by_text("code for the last valid table", exact=True).wait_for()
    check("error")
    page.keyboard.press("Control+k")
    page.get_by_role("listbox", name="Commands").wait_for()
    check("commands", "dialog")
    assert found == []


def test_narrow_page_has_all_of_it(visit: Callable[..., Any]) -> None:
    page = visit()
    page.set_viewport_size({"width": 800, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 800
    for name in ("Share", "Download", "Undo"):
        page.get_by_role("button", name=name).scroll_into_view_if_needed()
        assert page.get_by_role("button", name=name).is_visible()
    tab(page, "Equations").click()
    page.locator(".equation math").first.wait_for()


def test_server_that_is_gone_is_told_and_one_that_is_back_is_used(visit: Callable[..., Any]) -> None:
    own = Studio("scara4")
    try:
        page = visit(address=own.address, quiet=False)
        own.end()
        cell(page, "d of joint2").fill("LX")
        page.get_by_text("the server does not respond").wait_for()
        own = Studio("scara4", own.port)
        page.get_by_text("the server was restarted").wait_for()
        other = page.context.new_page()
        other.goto(own.address)
        settled(other)
        settled(page)
        page.locator(".listing", has_text="LX").wait_for()
    finally:
        own.end()


# -- what was lost, hidden or of another robot -------------------------------------------------------------------------


def pane_text(page: Any) -> str:
    drawn(page)
    return str(page.locator("#pane").inner_text())


def test_work_survives_a_reload_and_its_tab(visit: Callable[..., Any], studio: Studio) -> None:
    page = visit()
    cell(page, "r of joint2").fill("RL2")
    settled(page)
    tab(page, "Simulate").click()
    page.get_by_label("seconds", exact=True).fill("3.5")
    page.get_by_role("button", name="random", exact=True).click()
    first = page.get_by_role("textbox", name=re.compile("^q1 in degrees"))
    angle = value(first)
    page.reload()
    settled(page)
    assert value(cell(page, "r of joint2")) == "RL2"
    assert page.get_by_label("seconds", exact=True).input_value() == "3.5"
    assert value(first) == angle
    cell(page, "r of joint2").fill("RL3")  # as it is typed: nothing is settled yet
    page.reload()
    settled(page)
    assert value(cell(page, "r of joint2")) == "RL3"
    other = visit(context=page.context, address=f"http://127.0.0.1:{studio.port}/")
    assert value(cell(other, "r of joint2")) == "0"  # what another tab works on is its own
    assert other.locator(".offer").count() == 0
    other.close()
    page.close()
    fresh = visit(context=page.context, address=f"http://127.0.0.1:{studio.port}/")
    assert value(cell(fresh, "r of joint2")) == "0"
    fresh.locator(".offer").get_by_role("button", name="Open").click()
    settled(fresh)
    assert value(cell(fresh, "r of joint2")) == "RL3"
    assert fresh.locator(".offer").count() == 0


def test_edits_after_sharing_survive_a_reload_too(visit: Callable[..., Any]) -> None:
    page = visit()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Done").click()
    cell(page, "r of joint2").fill("RL2")
    settled(page)
    page.reload()
    settled(page)
    assert value(cell(page, "r of joint2")) == "RL2"


NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, {get() { throw new DOMException("forbidden", "SecurityError"); }});"""


def test_leaving_is_asked_about_only_where_work_would_be_lost(visit: Callable[..., Any], studio: Studio) -> None:
    for forbidden in (False, True):
        page = visit()
        if forbidden:
            page.context.add_init_script(NO_STORAGE)
            page.goto(f"http://127.0.0.1:{studio.port}/")
            settled(page)
        asked: list[str] = []

        def accept(dialog: Any, asked: list[str] = asked) -> None:
            asked.append(dialog.type)
            dialog.accept()

        page.on("dialog", accept)
        page.reload()
        settled(page)
        assert asked == []  # nothing was done
        cell(page, "r of joint2").click()
        page.keyboard.type("RL2")
        settled(page)
        page.reload()
        settled(page)
        assert asked == (["beforeunload"] if forbidden else [])
        assert value(cell(page, "r of joint2")) == ("0" if forbidden else "RL2")


CONTROLS = ".top button, .model button, .model select, .switches button, .tabs button, .joints"
PLACES = """(boxes) => boxes.map((box) => [box.innerText, box.getBoundingClientRect()])
    .map(([text, {left, right}]) => [text, left, right])"""


def test_every_button_is_inside_the_window_at_every_width(visit: Callable[..., Any]) -> None:
    page = visit()
    for width in (360, 390, 640, 700, 701, 800, 999, 1000, 1024, 1180, 1280, 1340, 1341, 1400, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        outside = [x for x in page.locator(CONTROLS).evaluate_all(PLACES) if x[1] < 0 or x[2] > width]
        assert outside == [], width
        joints, switches = (page.locator(f".view {name}").bounding_box() for name in (".joints", ".switches"))
        left = switches["x"] + switches["width"] <= joints["x"]
        above = switches["y"] + switches["height"] <= joints["y"]
        assert left or above, (width, joints, switches)


def test_results_of_one_robot_are_not_shown_under_another(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "cart_pole", "CartPole")
    tab(page, "Simulate").click()
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.locator(".plot canvas").first.wait_for()
    tab(page, "Verify").click()
    page.get_by_role("button", name="Verify", exact=True).click()
    page.locator(".said.good").wait_for()
    opened_robot(page, "rrp", "RRP")  # with three joints that move
    assert page.locator(".checks li, .said.good").count() == 0
    tab(page, "Simulate").click()
    drawn(page)
    assert page.locator(".plot, .player").count() == 0
    assert page.get_by_role("button", name="CSV").count() == 0
    opened_robot(page, "puma560", "PUMA560")
    tab(page, "Inverse geometry").click()
    page.locator(".postures li").first.wait_for()
    before = pane_text(page)
    opened_robot(page, "stanford", "Stanford")  # with as many joints: the length of a posture tells nothing
    page.locator(".postures li").first.wait_for()
    assert pane_text(page) != before
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name=re.compile("^Robot: PUMA560")).wait_for()
    settled(page)
    tab(page, "Equations").click()
    page.locator(".equation math").first.wait_for()
    page.get_by_role("combobox", name="Model", exact=True).select_option("odometry")  # refused for want of wheels
    page.locator(".said.wrong").first.wait_for()
    drawn(page)
    assert page.locator(".equation").count() == 0
    tab(page, "Code").click()
    opened = page.get_by_role("button", name=re.compile("^Robot: "))
    opened.click()
    page.get_by_role("combobox", name="Find a robot").fill("rrp")
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^Robot: RRP")).wait_for()
    page.locator(".status .state.bad").wait_for()
    drawn(page)
    assert page.locator(".listing .line").count() == 0


def test_recording_of_a_table_before_its_edit_says_so(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "cart_pole", "CartPole")
    tab(page, "Simulate").click()
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.locator(".plot canvas").first.wait_for()
    assert page.get_by_role("button", name="Play").is_enabled()
    cell(page, "d of pole").fill("0.7")
    page.get_by_text("for the table before the last edit").wait_for()
    assert page.get_by_role("button", name="Play").is_disabled()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("for the table before the last edit").wait_for(state="detached")
    assert page.get_by_role("button", name="Play").is_enabled()


def test_refused_simulation_says_why_and_covers_nothing(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "cart_pole", "CartPole")
    tab(page, "Simulate").click()
    for field in ("start", "seconds"):
        page.get_by_label(field, exact=True).fill("nonsense")
        page.get_by_role("button", name="Simulate", exact=True).click()
        told = page.locator(".simulate [role=alert]").first
        told.wait_for()
        assert told.inner_text().startswith(field)
        box = page.get_by_label(field, exact=True)
        assert box.get_attribute("aria-invalid") == "true"
        assert box.get_attribute("aria-describedby") == told.get_attribute("id")
        page.get_by_role("button", name="Simulate", exact=True).click(trial=True)  # nothing is over it
        box.fill("")
    page.get_by_role("button", name="all settings").click()
    page.get_by_label("rtol", exact=True).fill("x")
    page.get_by_role("button", name="fewer settings").click()
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.get_by_label("rtol", exact=True).wait_for()  # what is wrong is in sight
    assert page.locator(".simulate [role=alert]").first.inner_text().startswith("rtol")


def test_typed_pose_stays_and_its_postures_have_it(visit: Callable[..., Any]) -> None:
    page = visit()
    opened_robot(page, "puma560", "PUMA560")
    tab(page, "Inverse geometry").click()
    page.locator(".postures li").first.wait_for()
    wanted = {"x": "0.4", "y": "-0.3", "z": "0.25", "roll": "10", "pitch": "100", "yaw": "270"}
    for name, text in wanted.items():
        page.get_by_label(f"{name} of the tool").fill(text)
    page.get_by_label("x of the tool").click()
    page.get_by_role("button", name="Postures of the pose shown").click()
    page.locator(".postures[aria-busy=false] li").nth(3).wait_for()
    drawn(page)
    assert {name: page.get_by_label(f"{name} of the tool").input_value() for name in wanted} == wanted
    page.locator(".postures button").first.click()
    drawn(page)
    roll, pitch, yaw = np.radians([10, 100, 270])
    c, s = np.cos, np.sin
    Rx = np.array([[1, 0, 0], [0, c(roll), -s(roll)], [0, s(roll), c(roll)]])
    Ry = np.array([[c(pitch), 0, s(pitch)], [0, 1, 0], [-s(pitch), 0, c(pitch)]])
    Rz = np.array([[c(yaw), -s(yaw), 0], [s(yaw), c(yaw), 0], [0, 0, 1]])
    frames, _ = where(page)
    tool = np.linalg.inv(frames[0]) @ frames[-1]
    np.testing.assert_allclose(tool[:3, 3], [0.4, -0.3, 0.25], atol=1e-9)
    np.testing.assert_allclose(tool[:3, :3], Rz @ Ry @ Rx, atol=1e-9)
    assert page.get_by_label("pitch of the tool").input_value() == "100"
    page.get_by_label("x of the tool").fill("0.4x")
    page.get_by_text("x: a number is needed").wait_for()
    assert page.get_by_role("button", name="Postures of the pose shown").is_disabled()
    page.get_by_role("button", name="pose of the robot").click()
    assert page.get_by_label("x of the tool").input_value() == "0.4"


def test_angles_beyond_a_turn_are_asked_about(visit: Callable[..., Any]) -> None:
    page = visit()
    box = page.get_by_role("dialog", name="Degrees or radians?")
    block = "90\t0.25\n-90\t400\n12.5\t0"
    for answer, alphas in (
        ("Cancel", ["-pi/2", "pi/2", "-pi/2"]),
        ("Degrees", ["pi/2", "-pi/2", "12.5*pi/180"]),
        ("Radians", ["90", "-90", "12.5"]),
    ):
        cell(page, "alpha of joint4").evaluate(PASTE, block)
        box.get_by_role("button", name=answer).click()
        box.wait_for(state="detached")
        settled(page)
        assert [value(cell(page, f"alpha of joint{j}")) for j in (4, 5, 6)] == alphas
        assert value(cell(page, "d of joint5")) == ("0" if answer == "Cancel" else "400")  # which is no angle
    cell(page, "alpha of joint4").evaluate(PASTE, "pi/2\n6.2832\n0")
    settled(page)
    assert box.count() == 0
    page.get_by_label("Letters of the geometry").select_option("standard")
    entry = page.get_by_role("dialog", name="Standard Denavit-Hartenberg table")
    entry.get_by_role("textbox", name="theta of joint 1").evaluate(PASTE, "0\t0.3\t0\t90\n0\t400\t0.4\t0")
    box.get_by_role("button", name="Degrees").click()
    entry.get_by_role("textbox", name="name").fill("tower")
    entry.get_by_role("button", name="Convert").click()
    page.get_by_role("button", name=re.compile("^Robot: tower")).wait_for()  # not the name of the robot before
    settled(page)
    assert value(cell(page, "alpha of joint2")) == "pi/2"
    assert value(cell(page, "r of joint2")) == "400"


SET = """() => [...document.querySelectorAll(".equation")].map((box) => {
    const all = (name) => [...box.querySelectorAll(name)];
    return {
        math: all(".term").every((term) => term.querySelector("math")), wide: box.scrollWidth - box.clientWidth,
        bare: all("mrow").some((row) => [...row.childNodes].some((node) => node.nodeType === Node.TEXT_NODE)),
        functions: all("mi").filter((mi) => mi.textContent === "sin").length, spaces: all("mspace").length,
    };
})"""


def test_closed_forms_are_mathematics_and_end_within_their_pane(visit: Callable[..., Any]) -> None:
    page = visit()
    page.get_by_role("combobox", name="Model", exact=True).select_option("inertia_matrix")
    tab(page, "Equations").click()
    page.get_by_role("button", name="closed form").click()
    page.get_by_text("36 equations").wait_for()
    for width in (1440, 1024):
        page.set_viewport_size({"width": width, "height": 900})
        page.locator(".equation math").first.wait_for()
        drawn(page)
        found = page.evaluate(SET)
        assert len(found) > 5
        assert all(x["math"] and not x["bare"] for x in found)
        assert max(x["wide"] for x in found) <= 0
        assert all(x["spaces"] >= x["functions"] for x in found)  # sin q, not sinq


def test_urdf_with_fixed_joints_is_opened(visit: Callable[..., Any], robot_data: Path) -> None:
    page = visit()
    path = robot_data / "panda_description" / "urdf" / "panda.urdf"
    with page.expect_file_chooser() as caught:
        page.get_by_role("button", name="Open", exact=True).first.click()
    caught.value.set_files(path)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    page.get_by_role("button", name=re.compile("^Robot: panda")).wait_for()
    settled(page)
    assert page.locator("td.wrong, th.wrong").count() == 0
