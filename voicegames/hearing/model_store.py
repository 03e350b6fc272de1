"""Installing a speech model (download or file, hash, unpack, rename) and checking one that is installed."""

import base64
import contextlib
import hashlib
import importlib.metadata
import json
import shutil
import stat
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from voicegames.errors import Failure
from voicegames.hearing.download import Patience, check_space, disk_failure, fetch
from voicegames.hearing.models import (
    Catalog,
    CatalogModel,
    InstalledModel,
    ModelOrigin,
    check_path,
    drop_in_folder,
    find_model,
    is_model,
    load_catalog,
    store_folder,
)

MANIFEST = "voicegames-files.json"
"""Written into an installed model: the SHA-256 of each of its files."""

_MOST_MEMBERS = 1_000
_MOST_GROWTH = 8
_CHUNK = 1 << 20


class Stage(StrEnum):
    """What an installation is busy with."""

    DOWNLOAD = "download"
    CHECK = "check"
    UNPACK = "unpack"


Report = Callable[[Stage, int, int], None]
"""Called with the stage, the bytes that are done and the bytes of the stage."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What checking an installed model found; ``problems`` is empty where all is well.

    ``files`` counts those whose hash was compared: none for a model that somebody put into place by hand.
    """

    model: InstalledModel
    files: int
    problems: tuple[str, ...]


def install(
    wanted: str,
    *,
    from_file: Path | None = None,
    base_url: str | None = None,
    store: Path | None = None,
    catalog: Catalog | None = None,
    report: Report | None = None,
    patience: Patience | None = None,
) -> InstalledModel:
    """Install the model of a language (or of a name) into the user's store, and return it.

    A model that is there and whole stays; a damaged one is replaced. The zip file is ``from_file``, or one of the right
    name in the checkout's folder ``models``, or is downloaded (from ``base_url`` instead of the catalog's address).
    Raises Failure with one of the codes no-model, model-path, missing-file, wrong-file, bad-zip, offline, download,
    disk-full, disk. A failure leaves no half model; a download that broke off goes on the next time.
    """
    catalog = catalog or load_catalog()
    for package in catalog.packages:
        carried = find_model(package.language, store=store) if wanted in (package.language, package.name) else None
        if carried is not None:
            return carried
    model = catalog.model(wanted)
    store = store or store_folder()
    check_path(store / model.name)
    target = store / model.name
    if is_model(target):
        there = InstalledModel(model.name, model.language, target, ModelOrigin.STORE)
        if not verify_model(there, report).problems:
            return there
    tell = report or (lambda stage, done, total: None)
    try:
        store.mkdir(parents=True, exist_ok=True)
        source, own = _zip_file(model, from_file, base_url, store, tell, patience)
        _check_zip_file(source, model, own, tell)
        _unpack(source, model, store, tell)
        if own:
            source.unlink()
    except OSError as error:
        raise disk_failure(error, store) from None
    return InstalledModel(model.name, model.language, target, ModelOrigin.STORE)


def verify(language: str, *, store: Path | None = None, report: Report | None = None) -> Verification:
    """Check the model of a language, file by file. Raises Failure("no-model") where there is none."""
    found = find_model(language, store=store)
    if found is None:
        load_catalog().model(language)
        raise Failure(
            "no-model", f"No speech model for {language!r} is here; run: voicegames models install {language}"
        )
    return verify_model(found, report)


def verify_model(model: InstalledModel, report: Report | None = None) -> Verification:
    """Compare the files of a model with the hashes that were written down when it was installed."""
    hashes = _package_hashes(model) if model.origin is ModelOrigin.PACKAGE else _manifest_hashes(model.path)
    if hashes is None:
        return Verification(model, 0, (f"The list of files {MANIFEST} in {model.path} can't be read.",))
    problems = []
    total = sum(path.stat().st_size for path in hashes if path.is_file())
    done = 0
    for path, expected in hashes.items():
        if not path.is_file():
            problems.append(f"{path} is missing.")
            continue
        if _sha256(path) != expected:
            problems.append(f"{path} is damaged.")
        done += path.stat().st_size
        if report is not None:
            report(Stage.CHECK, done, total)
    return Verification(model, len(hashes), tuple(problems))


def _zip_file(
    model: CatalogModel,
    from_file: Path | None,
    base_url: str | None,
    store: Path,
    tell: Report,
    patience: Patience | None,
) -> tuple[Path, bool]:
    """Return the zip file to unpack, and whether it is ours to remove."""
    file_name = model.url.rpartition("/")[2]
    if from_file is not None:
        if not from_file.is_file():
            raise Failure("missing-file", f"There is no file {from_file}; check its name.")
        return from_file, False
    drop_in = drop_in_folder()
    if drop_in is not None and (drop_in / file_name).is_file():
        return drop_in / file_name, False
    part = store / f"{file_name}.part"
    have = part.stat().st_size if part.exists() else 0
    check_space(store, max(0, model.size_bytes - have) + 3 * model.size_bytes)
    url = model.url if base_url is None else f"{base_url.rstrip('/')}/{file_name}"
    fetch(
        url, part, model.size_bytes, progress=lambda done, total: tell(Stage.DOWNLOAD, done, total), patience=patience
    )
    return part, True


def _check_zip_file(source: Path, model: CatalogModel, own: bool, tell: Report) -> None:
    size = source.stat().st_size
    if size == model.size_bytes and _sha256(source, lambda n: tell(Stage.CHECK, n, size)) == model.sha256:
        return
    if own:
        source.unlink()
        raise Failure("wrong-file", f"What was downloaded is not {model.name} as it should be; try again.")
    raise Failure("wrong-file", f"{source} is not {model.name}.zip, or is damaged; copy it again from {model.url}")


def _unpack(source: Path, model: CatalogModel, store: Path, tell: Report) -> None:
    _sweep(store)
    temporary = Path(tempfile.mkdtemp(prefix=".unpacking-", dir=store))
    try:
        with zipfile.ZipFile(source) as archive:
            members = _safe_members(archive, model)
            total = sum(member.file_size for member, _ in members)
            check_space(store, total)
            hashes = {}
            done = 0
            for member, name in members:
                hashes[name.relative_to(model.name).as_posix()] = _extract(archive, member, temporary / name)
                done += member.file_size
                tell(Stage.UNPACK, done, total)
        unpacked = temporary / model.name
        if not is_model(unpacked):
            raise Failure("bad-zip", f"{source.name} holds no speech model; get it again from {model.url}")
        (unpacked / MANIFEST).write_text(json.dumps(hashes, indent=1), encoding="utf-8")
        _put_in_place(unpacked, store / model.name, temporary)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise Failure("bad-zip", f"{source.name} can't be unpacked ({error}); get it again from {model.url}") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _safe_members(archive: zipfile.ZipFile, model: CatalogModel) -> list[tuple[zipfile.ZipInfo, PurePosixPath]]:
    """Return the files of the archive with their paths. Raises Failure("bad-zip") for anything that a model has not."""
    files: list[tuple[zipfile.ZipInfo, PurePosixPath]] = []
    seen = set()
    size = 0
    for member in archive.infolist():
        name = PurePosixPath(member.filename)
        kind = stat.S_IFMT(member.external_attr >> 16)
        odd = "\\" in member.filename or ":" in member.filename or name.is_absolute() or ".." in name.parts
        if odd or not name.parts or name.parts[0] != model.name or kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise Failure(
                "bad-zip",
                f"{model.name}.zip holds {member.filename!r}, which is no part of a model; it was not unpacked.",
            )
        if member.is_dir():
            continue
        size += member.file_size
        key = str(name).casefold()
        if key in seen or len(files) >= _MOST_MEMBERS or size > _MOST_GROWTH * model.size_bytes:
            raise Failure("bad-zip", f"{model.name}.zip holds more than a model does; it was not unpacked.")
        seen.add(key)
        files.append((member, name))
    return files


def _extract(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    # zipfile reads no more than the size it announces, so the bound on the announced sizes holds.
    with archive.open(member) as packed, path.open("xb") as file:
        for chunk in iter(lambda: packed.read(_CHUNK), b""):
            digest.update(chunk)
            file.write(chunk)
    return digest.hexdigest()


def _put_in_place(unpacked: Path, target: Path, temporary: Path) -> None:
    if target.exists():
        target.rename(temporary / "damaged")
    unpacked.rename(target)


def _sweep(store: Path) -> None:
    # What a killed installation left; a younger folder may belong to one that is running.
    for folder in store.glob(".unpacking-*"):
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime > 3600:
                shutil.rmtree(folder, ignore_errors=True)


def _manifest_hashes(path: Path) -> dict[Path, str] | None:
    manifest = path / MANIFEST
    if not manifest.exists():
        return {}
    try:
        data = json.loads(manifest.read_text(encoding="utf-8"))
        return {path / str(name): str(value) for name, value in data.items()}
    except (OSError, ValueError, AttributeError):
        return None


def _package_hashes(model: InstalledModel) -> dict[Path, str] | None:
    try:
        files = importlib.metadata.files(model.name) or []
    except importlib.metadata.PackageNotFoundError:
        return {}
    return {path: value for path, value in _recorded(files) if path.is_relative_to(model.path)}


def _recorded(files: list[importlib.metadata.PackagePath]) -> Iterator[tuple[Path, str]]:
    for file in files:
        if file.hash is not None and file.hash.mode == "sha256":
            value = base64.urlsafe_b64decode(file.hash.value + "=" * (-len(file.hash.value) % 4)).hex()
            yield Path(str(file.locate())), value


def _sha256(path: Path, progress: Callable[[int], None] | None = None) -> str:
    digest = hashlib.sha256()
    done = 0
    with path.open("rb") as file:
        for chunk in iter(lambda: file.read(_CHUNK), b""):
            digest.update(chunk)
            done += len(chunk)
            if progress is not None:
                progress(done)
    return digest.hexdigest()
