"""Drives a real headless Chromium by the DevTools protocol."""

import base64
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_STARTS_WITHIN_S = 60.0
_WAIT_S = 40.0


class Chromium:
    """One browser process with its own profile. Use as a context manager."""

    def __enter__(self) -> "Chromium":
        assert PROGRAM is not None
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
        arguments += ["--mute-audio", "--disable-extensions", "--remote-debugging-port=0", "--hide-scrollbars"]
        arguments += ["--disable-background-networking", f"--user-data-dir={self._profile.name}", "about:blank"]
        self._process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = Path(self._profile.name) / "DevToolsActivePort"
        until_s = time.monotonic() + _STARTS_WITHIN_S
        while not (port_file.exists() and len(port_file.read_text().split()) == 2):
            assert time.monotonic() < until_s, "Chromium does not start"
            time.sleep(0.05)
        port, path = port_file.read_text().split()
        self._closing = ExitStack()
        self._wire = self._closing.enter_context(connect(f"ws://127.0.0.1:{port}{path}", max_size=None))
        self._number = 0
        self.events: list[dict[str, Any]] = []
        return self

    def __exit__(self, *error: object) -> None:
        self._closing.close()
        self._process.terminate()
        self._process.wait(20)
        self._profile.cleanup()

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        self._wire.send(json.dumps(message))
        while True:
            answer = json.loads(self._wire.recv(timeout=60))
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result
            if "method" in answer:
                self.events.append(answer)

    def open(self, address: str, width: int = 1280, height: int = 720) -> "Page":
        """Open an address in a new window."""
        target = self.call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, target, session)
        for domain in ("Page", "Runtime", "Log"):
            page.call(f"{domain}.enable")
        page.resize(width, height)
        page.go(address)
        return page


class Page:
    """One window."""

    def __init__(self, browser: Chromium, target: str, session: str) -> None:
        self._browser, self._target, self._session = browser, target, session

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **params)

    def go(self, address: str) -> None:
        self._leave("Page.navigate", url=address)

    def reload(self) -> None:
        self._leave("Page.reload")

    def _leave(self, method: str, **params: Any) -> None:
        self.run("window.isLeft = true")
        self.call(method, **params)
        self.wait("!window.isLeft && document.readyState === 'complete'")

    def close(self) -> None:
        self._browser.call("Target.closeTarget", targetId=self._target)

    def run(self, script: str) -> Any:
        """Return what a JavaScript expression gives; a promise is awaited."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def wait(self, script: str, wanted: Callable[[Any], bool] = bool) -> Any:
        """Wait until a JavaScript expression gives what is wanted, and return it."""
        until_s = time.monotonic() + _WAIT_S
        while True:
            try:
                value = self.run(script)
            except AssertionError:
                value = None
            if wanted(value):
                return value
            assert time.monotonic() < until_s, f"{script} stays {value!r}"
            time.sleep(0.01)

    def text(self, selector: str) -> str:
        value: str = self.run(f"document.querySelector({json.dumps(selector)}).innerText")
        return value

    def click(self, selector: str) -> None:
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def press(self, key: str, shift: bool = False) -> None:
        """Press one key, as a keyboard does."""
        codes = {"Enter": 13, "Escape": 27, "Tab": 9, " ": 32, "Backspace": 8}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        common = {
            "key": key,
            "windowsVirtualKeyCode": codes.get(key, ord(key.upper()[0])),
            "modifiers": 8 if shift else 0,
        }
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, words: str) -> None:
        for character in words:
            self.press(character)

    def resize(self, width: int, height: int, zoom: float = 1.0) -> None:
        """Set the window's size in screen pixels; with ``zoom`` 2 the page has half as many of its own."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=round(width / zoom),
            height=round(height / zoom),
            deviceScaleFactor=zoom,
            mobile=False,
        )

    def media(self, **features: str) -> None:
        """Emulate media features, such as prefers_color_scheme="dark"."""
        listed = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=listed)

    def violations(self, only: dict[str, Any]) -> list[Any]:
        """What axe-core, whose script the page has run, finds against the rules of ``only``, once all is drawn."""
        options = json.dumps({"runOnly": only, "resultTypes": ["violations"]})
        found: list[Any] = self.run(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            f".then(() => axe.run(document, {options})).then((all) => all.violations.map((one) =>"
            " [one.id, one.nodes.map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? ''))]))"
        )
        return found

    def vision(self, deficiency: str) -> None:
        """Simulate "achromatopsia", "deuteranopia", "protanopia", "tritanopia" or "none"."""
        self.call("Emulation.setEmulatedVisionDeficiency", type=deficiency)

    def screenshot(self, path: Path, *, whole: bool = False) -> None:
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    @property
    def complaints(self) -> list[str]:
        """Errors that the page's console shows, such as what the Content-Security-Policy refused."""
        found = []
        for event in self._browser.events:
            if event.get("sessionId") != self._session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                found.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "exception"))
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                found.append(event["params"]["entry"]["text"])
        return found
