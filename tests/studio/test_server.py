"""The server of the studio: who may ask, what is refused, and that jobs end when nobody listens."""

import asyncio
import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import linkwright as lw
from linkwright import formats
from linkwright.errors import InputError, ToolError
from linkwright.formats import par
from linkwright.studio import launch, link
from linkwright.studio.limits import MAX_REQUEST_BYTES
from linkwright.studio.pool import Busy, Pool

CLIENT = next((name for name in ("httpx2", "httpx") if importlib.util.find_spec(name)), "httpx2")
for package in ("starlette", "uvicorn", CLIENT):
    if importlib.util.find_spec(package) is None and not os.environ.get("CI"):
        pytest.skip(f"Python package {package} is not installed", allow_module_level=True)

with warnings.catch_warnings():
    if CLIENT == "httpx":  # what environments from before `linkwright[test]` asked for its successor have
        warnings.filterwarnings("ignore", "Using `httpx` with `starlette.testclient` is deprecated")
    from starlette.testclient import TestClient

    from linkwright.studio.server import app, static_files

TOKEN, PORT = "a-token-that-nobody-guesses", 8765
HOST = f"http://127.0.0.1:{PORT}"
RRP = {"name": "RRP", "joint": [{"body": "symbolic"}, {"alpha": "pi/2", "d": "L2", "body": "symbolic"}]}
JSON = {"content-type": "application/json"}
BYTES_KIND = {"content-type": "application/octet-stream"}


@pytest.fixture(scope="module")
def server():
    """With a page of one file more than there is, and workers."""
    with TestClient(app(TOKEN, PORT), base_url=HOST, follow_redirects=False) as client:
        yield client


@pytest.fixture
def client(server):
    """Somebody who has the cookie."""
    server.cookies.clear()
    server.cookies.set(f"linkwright_{PORT}", TOKEN)
    yield server
    server.cookies.clear()


@pytest.fixture
def stranger(server):
    server.cookies.clear()
    return server


def messages(response):
    assert response.status_code == 200, response.text
    return [json.loads(line) for line in response.text.splitlines()]


def job(client, **fields):
    return messages(client.post("/api/job", json=fields))


# -- who may ask -------------------------------------------------------------------------------------------------------


def test_the_token_becomes_a_cookie_that_no_script_reads_and_no_other_site_sends(stranger):
    response = stranger.get("/", params={"token": TOKEN})
    assert (response.status_code, response.headers["location"]) == (303, "/")
    name, *facts = re.split(r";\s*", response.headers["set-cookie"].lower())
    assert name == f"linkwright_{PORT}={TOKEN}"
    assert {"httponly", "samesite=strict", "path=/"} <= set(facts)
    assert stranger.get("/").status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/catalogue", "/index.html", "/nothing", "/?token=wrong", "/?token="])
def test_without_the_cookie_there_is_nothing(stranger, path):
    assert stranger.get(path).status_code == 401
    stranger.cookies.set(f"linkwright_{PORT + 1}", TOKEN)
    assert stranger.get(path).status_code == 401
    stranger.cookies.set(f"linkwright_{PORT}", "wrong")
    assert stranger.get(path).status_code == 401


def test_jobs_need_the_cookie_too(stranger):
    assert stranger.post("/api/job", json={"do": "catalogue"}).status_code == 401
    assert stranger.post("/api/read?name=a.toml", content=b"", headers=BYTES_KIND).status_code == 401


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "127.0.0.1", "localhost:22222", "LOCALHOST", "[::1]:8765"])
def test_this_machine_has_these_names(client, host):
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", [
    "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8765", "0.0.0.0", "192.168.1.2:8765", "", "[::2]",
    "127.0.0.1:8765@evil.example", "localhost:", "127.1",
])  # fmt: skip
def test_a_name_that_somebody_else_owns_is_refused(client, host):
    for path in ("/", f"/?token={TOKEN}", "/api/catalogue"):
        assert client.get(path, headers={"host": host}).status_code == 403


@pytest.mark.parametrize("origin", [
    "http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1:1", "http://localhost:8765", "file://",
])  # fmt: skip
def test_another_page_may_not_ask(client, origin):
    assert client.post("/api/job", json={"do": "new"}, headers={"origin": origin}).status_code == 403
    assert client.get("/api/catalogue", headers={"origin": origin}).status_code == 403


def test_our_own_page_may_ask_also_by_another_port(client):
    assert client.post("/api/job", json={"do": "new"}, headers={"origin": HOST}).status_code == 200
    forwarded = {"host": "localhost:9999", "origin": "http://localhost:9999"}
    assert client.post("/api/job", json={"do": "new"}, headers=forwarded).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "SAME-ORIGIN ", "", "anything"])
def test_a_page_of_another_origin_may_not_ask_whatever_its_site(client, site):
    """Same site is not same origin: every port of this machine is of one site."""
    assert client.get("/api/catalogue", headers={"sec-fetch-site": site}).status_code == 403
    assert client.get("/app.js", headers={"sec-fetch-site": site}).status_code == 403
    assert client.post("/api/job", json={"do": "new"}, headers={"sec-fetch-site": site}).status_code == 403
    assert client.post("/api/read", content=b"", headers={**BYTES_KIND, "sec-fetch-site": site}).status_code == 403


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_our_own_page_and_who_types_the_address_may_ask(client, site):
    assert client.get("/api/catalogue", headers={"sec-fetch-site": site}).status_code == 200


def test_nobody_is_told_that_others_may_ask(client):
    response = client.options("/api/job", headers={"origin": HOST, "access-control-request-method": "POST"})
    assert response.status_code == 405
    for path in ("/", "/api/catalogue", "/nothing"):
        assert not [k for k in client.get(path).headers if k.startswith("access-control")]


@pytest.mark.parametrize("path", ["/", "/api/catalogue", "/nothing", "/app.js"])
def test_every_response_has_the_headers(client, path):
    for response in (client.get(path), client.get(path, headers={"host": "evil.example"})):
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert "*" not in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["x-frame-options"] == "DENY"
        assert response.headers["cache-control"] == "no-store"
        assert "server" not in response.headers


# -- what is sent ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
    "application/octet-stream",
])  # fmt: skip
def test_a_job_is_json_alone(client, kind):
    assert client.post("/api/job", content=b'{"do":"new"}', headers={"content-type": kind}).status_code == 415


def test_a_file_is_bytes_alone(client):
    assert client.post("/api/read?name=a.toml", content=b"", headers=JSON).status_code == 415


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b"3", b'{"do":"rm"}', b'{"do":"read"}', b'{"do":"new","x":NaN}', b'{"do":"new","x":Infinity}',
    b'{"do":"new","x":1e999}', b'{"do":' + b"[" * 100_000, b'{"do":"new","x":' + b"9" * 10_000 + b"}", b"\xff\xfe",
    b'{"do":["new"]}',
])  # fmt: skip
def test_what_is_no_job_is_refused(client, body):
    response = client.post("/api/job", content=body, headers=JSON)
    assert response.status_code == 400
    assert json.loads(response.text)["type"] == "problem"


def test_what_is_too_long_is_refused(client):
    for path, kind in (("/api/job", JSON), ("/api/read?name=a.toml", BYTES_KIND)):
        assert client.post(path, content=b"x" * 3_000_000, headers=kind).status_code == 413
        parts = (b"x" * 500_000 for _ in range(6))  # without a length that is told before
        assert client.post(path, content=parts, headers=kind).status_code == 413
    assert MAX_REQUEST_BYTES < 3_000_000


def test_methods_and_addresses_are_a_closed_list(client):
    assert client.get("/api/job").status_code == 405
    assert client.put("/api/job").status_code == 405
    assert client.delete("/").status_code == 405
    assert client.post("/", json={}).status_code == 405
    assert client.post("/nothing", json={}).status_code == 404
    for path in ("/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "/server.py", "/static/app.js", "/fonts/",
                 "//etc/passwd", "/fonts", "/api"):  # fmt: skip
        assert client.get(path).status_code == 404, path


def test_files_of_the_page_are_those_of_the_folder(tmp_path, client):
    (tmp_path / "fonts").mkdir()
    for name in ("index.html", "app.js", "fonts/a.woff2", ".hidden", "notes.md", "server.py"):
        (tmp_path / name).write_text("x")
    (tmp_path / "away.js").symlink_to("/etc/passwd")
    assert set(static_files(tmp_path)) == {"/", "/index.html", "/app.js", "/fonts/a.woff2"}
    for path in static_files():
        response = client.get(path)
        assert response.status_code == 200
        assert response.headers["content-type"] != "application/octet-stream"


def test_no_page_speaks_of_other_hosts(client):
    """Addresses in our own files are namespaces or notes, never fetched."""
    html = client.get("/").text
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", html)


# -- jobs --------------------------------------------------------------------------------------------------------------


def test_a_job_gives_lines_of_json(client):
    found = job(client, do="compile", robot=RRP, model="inverse_dynamics", parameters="base", target="c")
    kinds = [m["type"] for m in found if m["type"] != "progress"]
    assert kinds == ["robot", "cost", "files", "files", "done"]


def test_the_catalogue_says_what_to_begin_with(client):
    found = client.get("/api/catalogue").json()
    assert found["start"] == {"builtin": "rx90"}
    assert found["limits"]["bytes"] == MAX_REQUEST_BYTES
    assert len(found["robots"]) == len(formats.builtin_names())


def test_a_file_is_read_from_its_bytes(client):
    text = par.write(lw.load("rx90"))
    found = messages(client.post("/api/read?name=arm.par", content=text.encode(), headers=BYTES_KIND))
    assert [m["type"] for m in found] == ["tables", "robot", "done"]
    wrong = messages(client.post("/api/read?name=arm.exe", content=b"x", headers=BYTES_KIND))
    assert "unknown file format" in wrong[0]["what"]
    empty = messages(client.post("/api/read?name=arm.toml", content=b"", headers=BYTES_KIND))
    assert "no joints" in empty[0]["what"]
    option = messages(client.post("/api/read?name=arm.par&wings=2", content=text.encode(), headers=BYTES_KIND))
    assert "wings" in option[0]["what"]


def test_a_file_of_this_machine_is_never_read(client, tmp_path):
    (tmp_path / "secret.toml").write_text('name = "secret"\n[[joint]]\n')
    for fields in ({"do": "builtin", "name": str(tmp_path / "secret.toml")}, {"do": "tables", "robot": str(tmp_path)},
                   {"do": "simulate", "robot": RRP, "task": {"trajectory": str(tmp_path / "secret.csv")}}):  # fmt: skip
        found = job(client, **fields)
        assert not found[-1]["ok"]
        assert "secret" not in {m.get("name") for m in found}


def test_a_mistake_of_one_job_leaves_the_next_alone(client):
    assert not job(client, do="compile", robot={"name": "a"})[-1]["ok"]
    assert job(client, do="tables", robot=RRP)[-1]["ok"]


# -- workers -----------------------------------------------------------------------------------------------------------

PATIENCE = 400  # seconds: what has not come by then does not come
ENDLESS = {"do": "compile", "robot": formats.as_data(lw.spatial(200)), "parameters": "base", "target": "c"}


async def collected(pool, fields):
    return [json.loads(line) async for line in pool.lines(fields)]


def with_pool(work, **options):
    """What `work(pool)` gives, and no process that is left. In a thread of its own: while a browser is driven, its loop
    is the one of this thread."""

    async def whole():
        pool = Pool(**options)
        await pool.open()
        try:
            result = await work(pool)
            workers = [worker.process for worker in pool.workers]
        finally:
            await pool.close()
        assert all(process.returncode is not None for process in workers)
        return result

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(whole(), PATIENCE))).result()


def test_an_endless_job_is_stopped_and_the_next_is_done():
    async def work(pool):
        stopped = await collected(pool, ENDLESS)
        return stopped, await collected(pool, {"do": "tables", "robot": RRP})

    stopped, after = with_pool(work, seconds={"compile": 0.5})
    assert "may take 0.5 s" in stopped[-2]["what"]
    assert stopped[-1] == {"type": "done", "ok": False, "ms": 0}
    assert after[-1]["ok"]


def test_a_job_that_nobody_waits_for_is_killed():
    async def work(pool):
        lines = pool.lines(ENDLESS)
        first = json.loads(await anext(lines))
        (busy,) = [w for w in pool.workers if w.last]
        await lines.aclose()
        await asyncio.wait_for(busy.process.wait(), 30)
        return first, busy.process.returncode, await collected(pool, {"do": "tables", "robot": RRP})

    first, code, after = with_pool(work)
    assert first["type"] == "robot"
    assert code == -signal.SIGKILL
    assert after[-1]["ok"]


def patched(tmp_path, monkeypatch, *lines):
    """Every worker runs these lines before all else."""
    guard = 'if "linkwright.studio.worker" in sys.orig_argv:'
    text = "\n".join(["import os, subprocess, sys", guard, *(f"    {line}" for line in lines)])
    (tmp_path / "sitecustomize.py").write_text(text + "\n")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    monkeypatch.setenv("PYTHONPATH", path)


def ended(pid):
    """Whether a process is no more, or only waits for its parent to see that."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("how", ["cancelled", "stopped", "closed"])
def test_children_of_a_job_end_with_it(how, tmp_path, monkeypatch):
    patched(tmp_path, monkeypatch, "nothing = dict.fromkeys(('stdin', 'stdout', 'stderr'), subprocess.DEVNULL)",
            "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'], **nothing)",
            f"open({str(tmp_path)!r} + f'/child_of_{{os.getpid()}}', 'w').write(str(child.pid))")  # fmt: skip

    async def work(pool):
        lines = pool.lines(ENDLESS)
        await anext(lines)
        (busy,) = [w for w in pool.workers if w.last]
        child = int((tmp_path / f"child_of_{busy.process.pid}").read_text())
        assert not ended(child)
        if how == "cancelled":
            await lines.aclose()
        elif how == "stopped":
            assert [json.loads(line) async for line in lines][-1]["ok"] is False
        else:
            await pool.close()
        while not ended(child):
            await asyncio.sleep(0.02)

    with_pool(work, seconds={"compile": 5.0} if how == "stopped" else {})  # its first message takes much less


def test_a_worker_starts_where_the_system_knows_no_limit_of_memory(tmp_path, monkeypatch):
    """As on macOS, where setrlimit(RLIMIT_AS) raises."""
    patched(tmp_path, monkeypatch, "import resource", "usual = resource.setrlimit",
            "def setrlimit(what, limits):",
            "    if what == resource.RLIMIT_AS: raise ValueError('current limit exceeds maximum limit')",
            "    usual(what, limits)", "resource.setrlimit = setrlimit")  # fmt: skip

    async def work(pool):
        laws = await collected(pool, {"do": "verify", "robot": {**RRP, "joint": RRP["joint"][:1]}, "targets": ["c"]})
        return laws[-1]["ok"], await collected(pool, {"do": "tables", "robot": RRP})

    verified, after = with_pool(work)
    assert verified
    assert after[-1]["ok"]


def test_a_job_that_is_soon_done_may_finish():
    """Else every key that is typed would cost a process."""

    async def work(pool):
        await collected(pool, {"do": "tables", "robot": RRP})
        lines = pool.lines({"do": "compile", "robot": RRP})
        await anext(lines)
        (busy,) = [w for w in pool.workers if w.last == "compile"]
        await lines.aclose()
        while pool.tasks:
            await asyncio.sleep(0.02)
        return busy in pool.idle, busy.lives

    assert with_pool(work, grace=60) == (True, True)


def test_a_worker_that_dies_is_told_and_replaced():
    async def work(pool):
        lines = pool.lines(ENDLESS)
        await anext(lines)
        next(w for w in pool.workers if w.last).kill()
        rest = [json.loads(line) async for line in lines]
        return rest, await collected(pool, {"do": "tables", "robot": RRP})

    rest, after = with_pool(work)
    assert "ended" in rest[-2]["what"]
    assert after[-1]["ok"]


def test_too_many_jobs_are_turned_away():
    async def work(pool):
        pool.waiting = 10**6
        with pytest.raises(Busy):
            await collected(pool, {"do": "tables", "robot": RRP})

    with_pool(work)


def test_jobs_run_beside_each_other():
    async def work(pool):
        long = asyncio.create_task(collected(pool, ENDLESS))
        while not any(w.last for w in pool.workers):
            await asyncio.sleep(0.02)
        quick = await collected(pool, {"do": "tables", "robot": RRP})
        running = not long.done()
        long.cancel()
        return quick[-1]["ok"], running

    assert with_pool(work) == (True, True)


def test_a_worker_has_a_limit_of_memory(tmp_path):
    code = ("import resource; from linkwright.studio.worker import _limit_memory, _unlimited; _limit_memory(10**9)\n"
            "with _unlimited(True): print(resource.getrlimit(resource.RLIMIT_AS)[0])\n"
            "try: bytearray(2 * 10**9); print('all')\n"
            "except MemoryError: print('refused')")  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["-1", "refused"]


# -- the command -------------------------------------------------------------------------------------------------------


def begun(*words, **variables):
    """The command, with more variables in its environment, and its address."""
    command = [sys.executable, "-m", "linkwright.cli", "studio", "--no-browser", *words]
    pipe, env = subprocess.PIPE, {**os.environ, **variables}
    process = subprocess.Popen(command, text=True, start_new_session=True, stdout=pipe, stderr=pipe, env=env)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def ask(address, path):
    """One request of our own, without any library."""
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), 60) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nConnection: close\r\n\r\n".encode())
        data = b""
        while part := connection.recv(65536):
            data += part
    return data


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_the_command_prints_an_address_of_this_machine_and_ends_quietly():
    process, address = begun("four_bar")
    try:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{20,}", address)
        assert ask(address, address.partition("/?")[1] + address.partition("/?")[2]).startswith(b"HTTP/1.1 303")
        workers = children(process.pid)
        assert workers
        process.send_signal(signal.SIGINT)
        process.wait(60)
    finally:
        process.kill()
    with process:
        output, errors = process.stdout.read(), process.stderr.read()
    assert (process.returncode, output, errors) == (0, "Press Ctrl-C to stop.\n", "")
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked for in /proc")
def test_no_worker_outlives_a_server_that_was_killed():
    process, address = begun()
    ask(address, "/")
    workers = children(process.pid)
    process.kill()
    process.communicate()
    end = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < end:
        time.sleep(0.05)
    assert workers
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def children(pid):
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return found.read_text().split() if found.exists() else ["?"]


def test_an_address_is_printed_before_anything_heavy_is_imported(tmp_path):
    """The name of each module goes to a file as its import ends, and the address is printed between them."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Told:\n"
        "    def write(self, text):\n"
        "        if text.startswith('http://'):\n"
        f"            open({str(tmp_path / 'imported')!r}, 'w').write(' '.join(sys.modules))\n"
        "        return sys.__stdout__.write(text)\n"
        "    def flush(self):\n"
        "        sys.__stdout__.flush()\n"
        "sys.stdout = Told()\n"
    )
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    process, address = begun(PYTHONPATH=path)
    process.kill()
    process.communicate()
    assert address.startswith("http://")
    imported = set((tmp_path / "imported").read_text().split())
    assert "linkwright.studio.launch" in imported
    assert imported.isdisjoint({"numpy", "llvmlite", "flint", "starlette", "uvicorn", "linkwright.models"})


@pytest.mark.parametrize("name", ["rx90", "panda"])
def test_code_is_answered_before_its_tests_are_made(name):
    """Code is shown as one types (bench/studio.py measures how soon): nothing is sent before it but the robot."""
    tables, kinds = formats.as_data(lw.load(name)), []

    async def work(pool):
        async for line in pool.lines({"do": "compile", "robot": tables, "parameters": "base", "target": "c"}):
            message = json.loads(line)
            kinds.append((message["type"], message.get("whole")))

    with_pool(work)
    told = [kind for kind in kinds if kind[0] != "step"]
    assert told.index(("files", False)) < told.index(("files", True))


def test_what_is_named_is_what_the_page_begins_with(tmp_path):
    assert launch.start_state("", {}) is None
    assert launch.start_state("panda", {}) == {"builtin": "panda"}
    assert launch.start_state("planar(5)", {}) == {"builtin": "planar(5)"}
    file = tmp_path / "arm.toml"
    file.write_text('name = "mine"\n[[joint]]\n')
    found = launch.start_state(str(file), {})
    assert found
    assert found["state"]["robot"]["name"] == "mine"
    state = {"version": 1, "robot": RRP, "choices": {"model": "jacobian"}}
    assert launch.start_state(f"http://127.0.0.1:1/{link.encode(state)}", {}) == {"state": state}
    for wrong in ("rx91", "http://x/#s=damaged", str(tmp_path / "none.toml")):
        with pytest.raises(InputError):
            launch.start_state(wrong, {})


def test_without_the_extra_the_command_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ToolError, match=r"pip install 'linkwright\[studio\]'"):
        launch.launch("", browser=False)


def test_a_port_that_is_taken_is_told():
    with launch.listen() as taken:
        assert taken.getsockname()[0] == "127.0.0.1"
        with pytest.raises(InputError, match="port"):
            launch.listen(taken.getsockname()[1])
    with pytest.raises(InputError, match="port"):
        launch.listen(70_000)
