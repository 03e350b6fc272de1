"""The table on a page: a small server for this machine alone, and the screen that shows a sitting on it."""

import asyncio
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from importlib import resources

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from uvicorn.protocols.http.h11_impl import H11Protocol

from voicegames.errors import Failure
from voicegames.events import Event, Resumed, SittingStarted
from voicegames.language import Language
from voicegames.screen.view import View
from voicegames.screen.viewer import Viewer, followed
from voicegames.screen.web_keys import MOST_BYTES, WebKeys
from voicegames.screen.web_security import LOOPBACK, Door, Guard, new_door
from voicegames.screen.web_socket import Hub
from voicegames.table.course import Course

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_TICK_S = 0.06
_FIRST_REQUEST_S = 3.0
_MOST_CONNECTIONS = 120
_STARTS_WITHIN_S = 10.0
_ENDS_WITHIN_S = 3.0


class WebScreen:
    """Shows a sitting on the pages. ``view`` is what they show; ``is_typed`` says that nothing is listened to."""

    def __init__(self, hub: Hub, language: Language, *, is_typed: bool = False) -> None:
        self._hub = hub
        self._is_typed = is_typed
        self._language = language
        self._viewer: Viewer | None = None
        self._ticked_s = -1.0
        self._ticked_wall_s = 0.0
        self._ear = ""

    @property
    def view(self) -> View | None:
        """The view now, None before the game begins."""
        return self._viewer.view if self._viewer is not None else None

    def resume(self, events: tuple[Event, ...]) -> None:
        """Take in the events that a journal held already; what was shown on request is hidden, as when it goes on."""
        self._viewer = followed((*events, Resumed(0.0)), self._language)
        self._publish()

    def show(self, event: Event, course: Course) -> None:
        """Show one event."""
        if isinstance(event, SittingStarted):
            self._viewer = Viewer(event, course, self._language)
        elif self._viewer is not None:
            self._viewer.follow(event, course)
        self._publish()

    def tick(self, now_s: float, level_dbfs: float, state: str) -> None:
        """Show the clock, the level and the ear: at once when the ear changes, otherwise some 16 times a second."""
        wall_s = time.monotonic()
        # The audio clock of a recording or a fast demo runs ahead of any page.
        is_soon = 0 <= now_s - self._ticked_s < _TICK_S or wall_s - self._ticked_wall_s < _TICK_S / 2
        if self._is_typed and state == "listening":
            state = "typing"
        if state == self._ear and is_soon:
            return
        self._ticked_s, self._ticked_wall_s, self._ear = now_s, wall_s, state
        self._hub.tick(now_s, level_dbfs, state)

    def _publish(self) -> None:
        view = self.view
        if view is not None:
            parts = {field.name: getattr(view, field.name) for field in fields(View)}
            self._hub.publish(stage="over" if view.is_over else "table", **parts)


@dataclass(frozen=True, slots=True)
class WebTable:
    """The server while it runs: the address to open, what pages are shown, and what they send."""

    door: Door
    hub: Hub
    keys: WebKeys

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return self.door.address


@contextmanager
def web_table(language: Language, port: int = 0) -> Iterator[WebTable]:
    """Serve the page on the loopback interface; ``port`` 0 takes a free one.

    Raises Failure("page") where the port is taken or the server does not start.
    """
    listener = _listen(port)
    door = new_door(listener.getsockname()[1])
    keys = WebKeys()
    hub = Hub(keys)
    hub.publish(stage="away", language=language.code, texts=texts_of(language))
    server = uvicorn.Server(
        uvicorn.Config(
            Guard(_application(hub, door), door),
            http=_Impatient,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_ping_interval=10.0,
            ws_ping_timeout=20.0,
            limit_concurrency=_MOST_CONNECTIONS,
            h11_max_incomplete_event_size=16384,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            ws_per_message_deflate=False,
            proxy_headers=False,
        )
    )
    ending = threading.Event()
    thread = threading.Thread(target=_serve, args=(server, hub, listener, ending), daemon=True, name="page")
    thread.start()
    _wait_until_started(server, thread)
    try:
        yield WebTable(door, hub, keys)
    finally:
        ending.set()
        thread.join(_ENDS_WITHIN_S)
        listener.close()


def texts_of(language: Language) -> dict[str, object]:
    """Return all that the page says and shows in a language: texts, names of words, and how controls are spoken."""
    return {
        "page": language.page,
        "words": {meaning: language.called(meaning) for meaning in language.words},
        "controls": {control: " ".join(phrases[0]) for control, phrases in language.controls.items()},
        "choices": {choice: " ".join(phrases[0]) for choice, phrases in language.choices.items()},
    }


def _listen(port: int) -> socket.socket:
    # Only where the protocol is named does asyncio send at once; otherwise every answer waits some 40 ms for its rest.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        # There it would let two programs listen on one port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
    except OSError as error:
        listener.close()
        raise Failure("page", f"The page can't be served on port {port} ({error.strerror}).") from None
    return listener


def _serve(server: uvicorn.Server, hub: Hub, listener: socket.socket, ending: threading.Event) -> None:
    async def run() -> None:
        hub.run_on(asyncio.get_running_loop())
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not ending.is_set() and not serving.done():
            await asyncio.sleep(0.05)
        # The server itself would close the pages without a word.
        await hub.say_goodbye()
        server.should_exit = True
        await serving

    asyncio.run(run())


def _wait_until_started(server: uvicorn.Server, thread: threading.Thread) -> None:
    until_s = time.monotonic() + _STARTS_WITHIN_S
    while not server.started:
        if not thread.is_alive() or time.monotonic() > until_s:
            raise Failure("page", "The page's server did not start; use --screen terminal.")
        time.sleep(0.01)


def _application(hub: Hub, door: Door) -> Starlette:
    folder = resources.files("voicegames") / "screen" / "page"
    # Only these files, read once: no path of a request ever reaches the disk.
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.rpartition(".")[2] in _TYPES}

    async def send_file(request: Request) -> Response:
        name = request.path_params.get("name") or "index.html"
        if name not in files:
            return Response("There is no such page.", 404, media_type="text/plain")
        return Response(files[name], media_type=_TYPES[name.rpartition(".")[2]])

    application = Starlette(
        routes=[
            WebSocketRoute(f"/{door.token}/socket", hub.serve),
            Route(f"/{door.token}/", send_file, methods=["GET"]),
            Route(f"/{door.token}/{{name:str}}", send_file, methods=["GET"]),
        ]
    )
    application.router.redirect_slashes = False
    return application


class _Impatient(H11Protocol):
    """Closes a connection that asks for nothing, so that idle ones can't fill the table."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._first_request = self.loop.call_later(_FIRST_REQUEST_S, self._close_unless_asked)

    def connection_lost(self, exc: Exception | None) -> None:
        self._first_request.cancel()
        super().connection_lost(exc)

    def _close_unless_asked(self) -> None:
        # A connection that became a WebSocket has another protocol by now.
        is_ours = self.transport.get_protocol() is self
        if is_ours and self.scope is None and not self.transport.is_closing():
            self.transport.close()
