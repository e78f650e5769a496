"""The server of the studio: the page, the catalogue and jobs, for one user on this machine.

Every request is checked here, before a worker sees it: it must be addressed to this machine by its own name (else a
page elsewhere could reach the server by a name that it owns), come from the page of this server, have the cookie that
the printed address gives, and name no file. Responses may not be framed or stored, and only run code from `static/`.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import re
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from linkwright.studio.limits import MAX_REQUEST_BYTES, SECONDS_BY_JOB
from linkwright.studio.link import parse_state
from linkwright.studio.pool import Busy, Pool

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}  # fmt: skip
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY, "x-content-type-options": "nosniff", "x-frame-options": "DENY",
    "referrer-policy": "no-referrer", "cache-control": "no-store", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}  # fmt: skip
HOST = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?", re.ASCII)
KINDS = {"/api/job": "application/json", "/api/read": "application/octet-stream"}


def app(token: str, port: int, start: Mapping[str, Any] | None = None, pool: Pool | None = None) -> ASGIApp:
    """Return the application. `start` is the first state of the page: {"builtin": name} or {"state": {...}}."""
    studio = _Studio(start or {"builtin": "rx90"}, pool)
    routes = [Route("/api/catalogue", studio.catalogue), Route("/api/job", studio.job, methods=["POST"]),
              Route("/api/read", studio.read, methods=["POST"])]  # fmt: skip
    routes += [Route(path, _file(file)) for path, file in static_files().items()]
    inner = Starlette(routes=routes, lifespan=studio.lifespan, exception_handlers={404: _not_found, 405: _not_found})
    return Guard(inner, token, f"linkwright_{port}")


def static_files(folder: Path = STATIC) -> dict[str, Path]:
    """Return the files of the page by their addresses: a closed list."""
    found = {f"/{path.relative_to(folder).as_posix()}": path for path in sorted(folder.rglob("*"))
             if path.suffix in TYPES and path.is_file() and not path.is_symlink()}  # fmt: skip
    return {"/": folder / "index.html", **found} if "/index.html" in found else found


def _file(path: Path) -> Any:
    async def send(request: Request) -> Response:
        return Response(path.read_bytes(), media_type=TYPES[path.suffix])

    return send


def problem_response(status: int, what: str, remedy: str = "") -> Response:
    """Return the response to a request that is rejected before any job begins."""
    told = {"type": "problem", "place": [], "what": what, "remedy": remedy, "file": "", "line": 0}
    return Response(json.dumps(told) + "\n", status, media_type="application/x-ndjson")


async def _not_found(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    return problem_response(status, "not found" if status == 404 else f"{request.method} is not allowed here")


class Guard:
    """Access control: checks every request before anything else, and adds the headers to every response."""

    def __init__(self, inner: ASGIApp, token: str, cookie: str) -> None:
        self.inner, self.token, self.cookie = inner, token, cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.inner(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [(k, v) for k, v in message.get("headers", []) if k.decode().lower() not in HEADERS]
                message = {**message, "headers": [*kept, *((k.encode(), v.encode()) for k, v in HEADERS.items())]}
            await send(message)

        request = Request(scope)
        refused = self._refusal(request)
        await (refused or self.inner)(scope, receive, guarded)

    def _refusal(self, request: Request) -> Response | None:
        hosts = request.headers.getlist("host")
        if len(hosts) != 1 or not HOST.fullmatch(hosts[0].lower()):
            return problem_response(403, "unknown host name", "use the address that linkwright studio printed")
        origins = request.headers.getlist("origin")
        if any(origin.lower() != f"http://{hosts[0].lower()}" for origin in origins):
            return problem_response(403, "another page sent this request")
        if request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and request.url.path != "/":
            return problem_response(403, "another page sent this request")
        if request.method == "GET" and request.url.path == "/" and "token" in request.query_params:
            return self._admit(request.query_params["token"])
        if not self._same(request.cookies.get(self.cookie, "")):
            return problem_response(
                401, "this page is no longer valid", "open the address that linkwright studio printed"
            )
        if request.method == "POST":
            return self._refuse_body(request)
        if request.method not in ("GET", "HEAD"):
            return problem_response(405, f"{request.method[:20]} is not allowed here")
        return None

    def _refuse_body(self, request: Request) -> Response | None:
        kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
        wanted = KINDS.get(request.url.path)
        if wanted is None:
            return problem_response(405 if request.url.path in static_files() else 404, "this address takes no data")
        if kind != wanted:
            return problem_response(415, f"the content type is {kind[:60] or 'missing'}", f"{wanted} is needed")
        length = request.headers.get("content-length", "0")
        return (
            too_long_response() if not length.isdigit() or len(length) > 12 or int(length) > MAX_REQUEST_BYTES else None
        )

    def _same(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.token.encode())

    def _admit(self, given: str) -> Response:
        if not self._same(given):
            return problem_response(401, "invalid token", "open the address that linkwright studio printed")
        response = RedirectResponse("/", 303)
        response.set_cookie(self.cookie, self.token, httponly=True, samesite="strict", path="/")
        return response


def too_long_response() -> Response:
    return problem_response(
        413, f"the request has more than {MAX_REQUEST_BYTES} bytes", "use a smaller file, or a robot with fewer joints"
    )


class _Studio:
    """Handlers of the requests."""

    def __init__(self, start: Mapping[str, Any], pool: Pool | None) -> None:
        self.start, self.pool = start, pool
        self.known: bytes = b""

    @asynccontextmanager
    async def lifespan(self, application: Any) -> AsyncIterator[None]:
        self.pool = self.pool or Pool()
        await self.pool.open()
        try:
            yield
        finally:
            await self.pool.close()

    async def catalogue(self, request: Request) -> Response:
        """Return the catalogue, which a worker makes once."""
        if not self.known:
            assert self.pool is not None
            async for line in self.pool.lines({"do": "catalogue"}):
                if line.startswith(b'{"type":"catalogue"'):
                    found = json.loads(line)["catalogue"] | {"start": self.start}
                    self.known = json.dumps(found).encode()
        if not self.known:
            return problem_response(503, "the catalogue could not be created", "reload the page")
        return Response(self.known, media_type="application/json")

    async def job(self, request: Request) -> Response:
        body = await _request_body(request)
        if body is None:
            return too_long_response()
        try:
            job = parse_state(body)
        except ValueError as found:
            return problem_response(400, f"this is not JSON: {str(found)[:200]}")
        name = job.get("do") if isinstance(job, dict) else None
        if not isinstance(name, str) or name not in SECONDS_BY_JOB or name == "read":
            return problem_response(400, "unknown job", f"one of {', '.join(SECONDS_BY_JOB)}")
        return Stream(self._lines(job))

    async def read(self, request: Request) -> Response:
        """Read a file from its bytes: its name gives the format, the rest of the query are options of the reader."""
        body = await _request_body(request)
        if body is None:
            return too_long_response()
        options = dict(request.query_params)
        name = options.pop("name", "")
        data = base64.b64encode(body).decode()
        return Stream(self._lines({"do": "read", "name": name, "options": options, "base64": data}))

    def _lines(self, job: Mapping[str, Any]) -> AsyncIterator[bytes]:
        assert self.pool is not None
        return self.pool.lines(job)


async def _request_body(request: Request) -> bytes | None:
    """Return the bytes of a request; None if there are too many, and then the rest is not read."""
    body = bytearray()
    with suppress(ClientDisconnect):
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_REQUEST_BYTES:
                return None
    return bytes(body)


class Stream(Response):
    """Response that sends lines as they come. When the client is gone, the job is cancelled."""

    media_type = "application/x-ndjson"

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        super().__init__()
        self.lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.ensure_future(_wait_for_disconnect(receive))
        begun = False
        try:
            while True:
                coming = asyncio.ensure_future(anext(self.lines, b""))
                try:
                    await asyncio.wait({coming, gone}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    if not coming.done():
                        coming.cancel()
                        with suppress(asyncio.CancelledError):
                            await coming
                if coming.cancelled():
                    return
                try:
                    line = coming.result()
                except Busy as found:
                    await problem_response(503, str(found), "wait for one of them, or cancel one")(scope, receive, send)
                    return
                if not begun:
                    head = [(b"content-type", b"application/x-ndjson; charset=utf-8")]
                    await send({"type": "http.response.start", "status": 200, "headers": head})
                    begun = True
                await send({"type": "http.response.body", "body": line, "more_body": bool(line)})
                if not line:
                    return
        finally:
            gone.cancel()
            await self.lines.aclose()  # type: ignore[attr-defined]


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


# -- the process -------------------------------------------------------------------------------------------------------


def serve(place: socket.socket, token: str, start: Mapping[str, Any] | None = None) -> None:
    """Serve until Ctrl-C, which is raised again when all processes have ended."""
    import uvicorn

    application = app(token, place.getsockname()[1], start)
    config = uvicorn.Config(application, log_level="critical", access_log=False, lifespan="on", server_header=False,
                            timeout_graceful_shutdown=1, ws="none", date_header=False)  # fmt: skip
    uvicorn.Server(config).run(sockets=[place])


__all__ = ["app", "serve", "static_files"]
