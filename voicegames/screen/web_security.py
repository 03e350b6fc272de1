"""Who may reach the page: only this machine, only the opened address, only pages of our own."""

import secrets
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = "127.0.0.1"
_NAMES = (LOOPBACK, "localhost")
_REFUSED_SOCKET = 1008
_NOT_ALLOWED = 403


@dataclass(frozen=True, slots=True)
class Door:
    """The address that may be opened: its port, and the token that stands in it."""

    port: int
    token: str

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{LOOPBACK}:{self.port}/{self.token}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """What may stand in the Host header; any other name was resolved by somebody else (DNS rebinding)."""
        return tuple(f"{name}:{self.port}" for name in _NAMES)

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every response: nothing from outside, nothing inline, nothing framed, nothing kept."""
        sockets = " ".join(f"ws://{host}" for host in self.hosts)
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return {
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
        }

    def refusal(self, host: str, origin: str | None, path: str, *, needs_origin: bool) -> str | None:
        """Return why a request is refused, as a sentence for people, or None.

        ``path`` begins with the token. A WebSocket ``needs_origin``: browsers always send one there, and no rule of the
        browser keeps other sites from opening one.
        """
        if host not in self.hosts:
            return "This table is only reached by the address that the program opened."
        if origin is None and needs_origin:
            return "This connection does not say which page opens it."
        if origin is not None and origin not in {f"http://{name}" for name in self.hosts}:
            return "Another site may not reach this table."
        token = path.lstrip("/").partition("/")[0]
        if not secrets.compare_digest(token.encode("utf-8"), self.token.encode("utf-8")):
            return "This address is not the one that the program opened; the program may have been started anew."
        return None


def new_door(port: int) -> Door:
    """Return a door with a fresh token."""
    return Door(port, secrets.token_urlsafe(24))


class Guard:
    """Checks Host, Origin and token of every request and WebSocket before anything else sees it."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        is_socket = scope["type"] == "websocket"
        hosts, origins = _header(scope, b"host"), _header(scope, b"origin")
        # A header that comes twice is an attempt to show two readers two things.
        host = hosts[0] if len(hosts) == 1 else ""
        origin = (origins[0] if len(origins) == 1 else "") if origins else None
        why = self._door.refusal(host, origin, scope["path"], needs_origin=is_socket)
        if why is None:
            await self._app(scope, receive, self._with_headers(send))
        elif is_socket:
            await receive()
            await send({"type": "websocket.close", "code": _REFUSED_SOCKET, "reason": why})
        else:
            await PlainTextResponse(why, _NOT_ALLOWED, headers=self._door.headers)(scope, receive, send)

    def _with_headers(self, send: Send) -> Send:
        extra = [(name.lower().encode(), value.encode()) for name, value in self._door.headers.items()]

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        return send_with_headers


def _header(scope: Scope, name: bytes) -> list[str]:
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return [value.decode("latin-1") for key, value in headers if key == name]
