"""Attacks on the page's server: who has not the opened address gets nothing, and nothing makes it fall over."""

import http.client
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
from chromium import Chromium
from stage import Stage, random_game
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from voicegames.language import load_language
from voicegames.screen.web import WebTable, web_table
from voicegames.screen.web_keys import MOST_BYTES
from voicegames.screen.web_socket import MOST_PAGES
from voicegames.table.happenings import ControlKey


@pytest.fixture
def web(stage: Stage) -> WebTable:
    return stage.web


def get(web: WebTable, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    link = http.client.HTTPConnection("127.0.0.1", web.door.port, timeout=10)
    link.putrequest("GET", path, skip_host="host" in headers)
    for name, value in headers.items():
        link.putheader(name, value)
    link.endheaders()
    answer = link.getresponse()
    body = answer.read()
    link.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def link_to(web: WebTable, token: str | None = None, origin: str | None = "own") -> ClientConnection:
    address = f"ws://127.0.0.1:{web.door.port}/{token if token is not None else web.door.token}/socket"
    if origin == "own":
        origin = f"http://127.0.0.1:{web.door.port}"
    raw = socket.create_connection(("127.0.0.1", web.door.port), timeout=10)
    return connect(address, sock=raw, origin=None if origin is None else Origin(origin), close_timeout=1)


def first(link: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(link.recv(timeout=10))
    return message


def assert_works(web: WebTable) -> None:
    """A page can still be opened and pressed."""
    assert get(web, f"/{web.door.token}/")[0] == 200
    with link_to(web) as link:
        assert first(link)["kind"] == "whole"
        link.send('{"do": "control", "control": "score"}')
        until_s = time.monotonic() + 10
        key = None
        while key is None and time.monotonic() < until_s:
            key = web.keys.poll()
        assert key == ControlKey("score")


def test_it_listens_on_the_loopback_interface_only(web: WebTable) -> None:
    assert urlparse(web.address).hostname == "127.0.0.1"
    port = f"{web.door.port:04X}"
    listening = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines() if f":{port} " in line]
    assert {line[1].split(":")[0] for line in listening if line[3] == "0A"} == {"0100007F"}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""]
)
def test_another_host_name_is_refused(web: WebTable, host: str) -> None:
    status, _, body = get(web, f"/{web.door.token}/", host=host.format(port=web.door.port))
    assert status in (400, 403)
    assert b"<html" not in body


def test_localhost_is_this_machine_too(web: WebTable) -> None:
    assert get(web, f"/{web.door.token}/", host=f"localhost:{web.door.port}")[0] == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://evil.example:{port}"])
def test_another_origin_is_refused(web: WebTable, origin: str) -> None:
    origin = origin.format(port=web.door.port)
    assert get(web, f"/{web.door.token}/", origin=origin)[0] == 403
    with pytest.raises(InvalidStatus) as refused:
        link_to(web, origin=origin)
    assert refused.value.response.status_code == 403


def test_a_socket_without_origin_is_refused(web: WebTable) -> None:
    with pytest.raises(InvalidStatus):
        link_to(web, origin=None)


@pytest.mark.parametrize("token", ["", "x", "A" * 32, "A" * 5000, "%00", ".."])
def test_without_the_token_there_is_nothing(web: WebTable, token: str) -> None:
    for path in (f"/{token}/", f"/{token}/main.js", f"/{token}/socket"):
        status, _, body = get(web, path)
        assert status in (400, 403)
        assert b"import" not in body
    with pytest.raises(InvalidStatus):
        link_to(web, token=token)


def test_two_servers_have_two_tokens(web: WebTable) -> None:
    with web_table(load_language("en")) as other:
        assert other.door.token != web.door.token
        assert len(other.door.token) >= 32


def test_there_is_no_directory_listing_and_no_way_out_of_the_folder(web: WebTable) -> None:
    token = web.door.token
    for path in (
        "..",
        "../view.py",
        "..%2fview.py",
        "%2e%2e/view.py",
        "page/",
        "sub/main.js",
        "//etc/passwd",
        "view.py",
    ):
        status, _, body = get(web, f"/{token}/{path}")
        assert status in (403, 404), path
        assert b"main.js" not in body
        assert b"def " not in body


def test_every_response_forbids_what_the_page_does_not_need(web: WebTable) -> None:
    for path in ("", "main.js", "page.css", "art.svg", "nothing.js"):
        _, headers, _ = get(web, f"/{web.door.token}/{path}")
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_nothing_is_loaded_from_outside_and_no_script_is_inline() -> None:
    folder = Path(__file__).parents[2] / "voicegames" / "screen" / "page"
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text, file.name
        assert "https:" not in text, file.name
        assert "innerHTML" not in text, file.name
        assert " style=" not in text, file.name
        assert "<script>" not in text, file.name


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "null",
        "[]",
        '{"do": "fly"}',
        '{"do": "player"}',
        '{"do": "player", "player": 99}',
        '{"do": "player", "player": true}',
        '{"do": "player", "player": 1, "more": 1}',
        '{"do": "control", "control": "rm -rf"}',
        '{"do": "typed", "text": 3, "age_ms": 0}',
        '{"do": "typed", "text": "a", "age_ms": 1e999}',
        '{"do": "typed", "text": "a", "age_ms": -1}',
        '{"do": "choice", "choice": "names", "values": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]}',
        "[" * 4000,
        b"\x00\xff",
    ],
)
def test_what_is_no_message_is_told_so_and_the_table_goes_on(web: WebTable, message: str | bytes) -> None:
    with link_to(web) as link:
        first(link)
        link.send(message)
        assert first(link) == {"kind": "refused", "why": "unclear"}
        with pytest.raises(ConnectionClosed):
            link.recv(timeout=10)
    assert web.keys.poll() is None
    assert_works(web)


def test_random_bytes_never_hurt(web: WebTable) -> None:
    rng = random.Random(1)
    for _ in range(60):
        with socket.create_connection(("127.0.0.1", web.door.port), timeout=10) as link:
            link.sendall(rng.randbytes(rng.randrange(1, 3000)) + b"\r\n\r\n")
    assert_works(web)


def test_a_message_of_ten_megabytes_ends_its_connection_alone(web: WebTable) -> None:
    before = memory_mb()
    with link_to(web) as other, link_to(web) as link:
        first(other)
        first(link)
        # The server may hang up while the message is still being sent.
        with suppress(ConnectionClosed):
            link.send("x" * 10_000_000)
        with pytest.raises(ConnectionClosed):
            link.recv(timeout=10)
        other.send(json.dumps({"do": "control", "control": "help"}))
    assert_works_after(web, ControlKey("help"))
    assert memory_mb() - before < 60
    assert MOST_BYTES <= 65536


def assert_works_after(web: WebTable, key: ControlKey) -> None:
    until_s = time.monotonic() + 10
    found = None
    while found is None and time.monotonic() < until_s:
        found = web.keys.poll()
    assert found == key
    assert_works(web)


def memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_more_windows_than_a_table_needs_are_told_so(web: WebTable) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_PAGES):
            assert first(stack.enter_context(link_to(web)))["kind"] == "whole"
        extra = stack.enter_context(link_to(web))
        assert first(extra) == {"kind": "refused", "why": "full"}
    until_s = time.monotonic() + 10
    while web.hub.pages and time.monotonic() < until_s:
        time.sleep(0.02)
    assert_works(web)


@pytest.mark.long
def test_five_hundred_connections_leave_the_watching_page_alone(stage: Stage) -> None:
    web, events = stage.web, random_game(2)
    before = open_files()
    stage.show(events[0])
    with link_to(web) as watching:
        first(watching)
        links = [socket.create_connection(("127.0.0.1", web.door.port), timeout=10) for _ in range(500)]
        stage.show(events[1])
        changes = [first(watching)]
        assert any("board" in change.get("state", {}) for change in changes)
        # They ask for nothing, so the server closes them.
        for link in links:
            link.settimeout(20)
            assert link.recv(1) == b""
            link.close()
        assert_works(web)
    until_s = time.monotonic() + 10
    while open_files() > before + 4 and time.monotonic() < until_s:
        time.sleep(0.05)
    assert open_files() <= before + 4


def test_keys_that_come_faster_than_people_press_them_are_dropped(web: WebTable) -> None:
    with link_to(web) as link:
        first(link)
        for _ in range(2000):
            link.send('{"do": "player", "player": 0}')
        link.send('{"do": "nothing"}')
        assert first(link)["kind"] == "refused"
    count = 0
    while web.keys.poll() is not None:
        count += 1
    assert 0 < count <= 200


@pytest.mark.long
def test_a_page_that_reads_nothing_holds_up_nobody(stage: Stage) -> None:
    web, events = stage.web, random_game(2)
    stage.show(events[0])
    with link_to(web) as lazy, link_to(web) as watching:
        first(lazy)
        lazy.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for event in events[1:80]:
            stage.show(event)
            for _ in range(20):
                web.hub.tick(1.0, -30.0, "listening")
        state: dict[str, Any] = {}
        until_s = time.monotonic() + 20
        while state.get("number") != stage.view.number and time.monotonic() < until_s:
            state |= first(watching).get("state", {})
        assert state["number"] == stage.view.number


def test_a_page_left_open_says_so_when_the_program_has_ended(browser: Chromium) -> None:
    language = load_language("en")
    with web_table(language) as web:
        Stage(web, language).show(*random_game(2)[:30])
        page = browser.open(web.address)
        page.wait("document.body.dataset.stage === 'table'")
    page.wait("document.querySelector('#trouble').innerText", lambda told: told == language.page["goodbye"])
    page.close()


SERVES = """
import time
from voicegames.language import load_language
from voicegames.screen.web import web_table
with web_table(load_language("en")) as web:
    print(web.address, flush=True)
    time.sleep(60)
"""


@pytest.mark.long
def test_a_page_left_open_says_so_when_the_program_was_killed_and_started_anew(browser: Chromium) -> None:
    language = load_language("en")
    with subprocess.Popen([sys.executable, "-c", SERVES], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        address = program.stdout.readline().strip()
        page = browser.open(address)
        page.wait("document.body.dataset.stage === 'away' && document.querySelector('#ear').innerText !== ''")
        program.kill()
    page.wait("document.querySelector('#trouble').innerText", lambda told: told == language.page["lost"])
    with web_table(language, urlparse(address).port or 0):
        page.wait("document.querySelector('#trouble').innerText", lambda told: told == language.page["gone"])
    page.close()


@pytest.fixture(autouse=True)
def no_noise(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """The server prints nothing, whatever is done to it."""
    yield
    said = capfd.readouterr()
    assert "Traceback" not in said.err
    assert "ERROR" not in said.err
