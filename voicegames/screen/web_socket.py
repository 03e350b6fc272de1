"""The wire between the table and its pages: the whole state to a page that connects, then only what changes."""

import asyncio
import time
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from voicegames.screen.web_keys import MOST_BYTES, Unclear, WebKeys

MOST_PAGES = 16
"""How many windows may show one table."""

_MOST_WAITING = 64
_TOO_MANY = 1013
_NOT_UNDERSTOOD = 1007
_CLOSING = 1001
_GOODBYE_S = 1.0


@dataclass(eq=False)
class _Page:
    socket: WebSocket
    waiting: "asyncio.Queue[bytes]" = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))


class Hub:
    """Keeps the state that pages show, and their connections.

    ``publish`` and ``tick`` are called by the table's thread and never wait for a page: what a slow one misses, it gets
    as the whole state later.
    """

    def __init__(self, keys: WebKeys) -> None:
        self.keys = keys
        self._state: dict[str, Any] = {}
        self._number = 0
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: set[_Page] = set()
        self._was_opened = Event()

    @property
    def number(self) -> int:
        """How often the state has changed."""
        with self._lock:
            return self._number

    @property
    def pages(self) -> int:
        """How many pages are connected."""
        return len(self._pages)

    def wait_for_page(self, seconds: float) -> bool:
        """Wait at most so long until a page has been connected; returns whether one has ever been."""
        return self._was_opened.wait(seconds)

    @property
    def state(self) -> dict[str, Any]:
        """The whole state, as pages show it."""
        with self._lock:
            return dict(self._state)

    def run_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Name the loop of the server's thread."""
        self._loop = loop

    def publish(self, **state: object) -> None:
        """Change parts of the state; pages get those parts that are different now."""
        plain = msgspec.to_builtins(state)
        with self._lock:
            changed = {
                key: value for key, value in plain.items() if key not in self._state or self._state[key] != value
            }
            if not changed:
                return
            self._state.update(changed)
            self._number += 1
            self._hand_over({"kind": "change", "number": self._number, "at_ms": time.time() * 1000, "state": changed})

    def tick(self, now_s: float, level_dbfs: float, ear: str) -> None:
        """Tell the pages the audio clock in seconds, the level in dBFS and the state of the ear."""
        level = round(max(-120.0, min(0.0, level_dbfs)), 1)
        self._hand_over({"kind": "tick", "now_s": round(now_s, 3), "level_dbfs": level, "ear": ear})

    def _hand_over(self, message: dict[str, Any]) -> None:
        if self._loop is None or self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._send_to_all, msgspec.json.encode(message))

    def _send_to_all(self, data: bytes) -> None:
        for page in self._pages:
            if page.waiting.full():
                while not page.waiting.empty():
                    page.waiting.get_nowait()
                page.waiting.put_nowait(self._whole())
            else:
                page.waiting.put_nowait(data)

    def _whole(self) -> bytes:
        with self._lock:
            return msgspec.json.encode(
                {"kind": "whole", "number": self._number, "at_ms": time.time() * 1000, "state": self._state}
            )

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page until it goes."""
        await socket.accept()
        if len(self._pages) >= MOST_PAGES:
            await self._refuse(socket, "full", _TOO_MANY)
            return
        page = _Page(socket)
        page.waiting.put_nowait(self._whole())
        self._pages.add(page)
        self._was_opened.set()
        sender = asyncio.create_task(self._send(page))
        try:
            await self._receive(page)
        finally:
            self._pages.discard(page)
            self.keys.left(page)
            sender.cancel()

    async def _send(self, page: _Page) -> None:
        try:
            while True:
                data = await page.waiting.get()
                await page.socket.send_text(data.decode("utf-8"))
        except (WebSocketDisconnect, RuntimeError):
            # The page has gone; its receiver notices too and ends.
            return

    async def _receive(self, page: _Page) -> None:
        while True:
            message = await page.socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            try:
                if text is None or len(text) > MOST_BYTES:
                    raise Unclear
                self.keys.receive(text, page)
            except Unclear:
                await self._refuse(page.socket, "unclear", _NOT_UNDERSTOOD)
                return

    async def _refuse(self, socket: WebSocket, why: str, code: int) -> None:
        try:
            await socket.send_text(msgspec.json.encode({"kind": "refused", "why": why}).decode("utf-8"))
            await socket.close(code)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def say_goodbye(self) -> None:
        """Tell all pages that the program ends, and close them."""
        told = [asyncio.create_task(self._refuse(page.socket, "goodbye", _CLOSING)) for page in self._pages]
        if told:
            # One that reads nothing is not waited for.
            await asyncio.wait(told, timeout=_GOODBYE_S)
