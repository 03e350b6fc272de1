"""Which speech models there are, and where the one of a language lies on this computer."""

import importlib.util
import os
import re
import sys
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from pathlib import Path

import platformdirs

from voicegames.errors import Failure, WrongUsage


class ModelOrigin(StrEnum):
    """Where a model was found."""

    GIVEN = "given"
    DROP_IN = "models folder"
    STORE = "installed"
    PACKAGE = "Python package"


@dataclass(frozen=True, slots=True)
class CatalogModel:
    """A model that can be installed; ``size_bytes`` and ``sha256`` are those of its zip file."""

    name: str
    language: str
    url: str
    size_bytes: int
    sha256: str
    licence: str


@dataclass(frozen=True, slots=True)
class ModelPackage:
    """A Python package that carries a model in the folder ``folder`` of its module."""

    name: str
    language: str
    module: str
    folder: str
    licence: str


@dataclass(frozen=True, slots=True)
class Catalog:
    """All models that are known by name."""

    models: tuple[CatalogModel, ...]
    packages: tuple[ModelPackage, ...]

    def model(self, wanted: str) -> CatalogModel:
        """Return the model of a language, or of a name. Raises Failure("no-model") that says which there are.

        That is a WrongUsage for a language or a name that there is none of.
        """
        for model in self.models:
            if wanted in (model.language, model.name):
                return model
        for package in self.packages:
            if wanted in (package.language, package.name):
                sentence = f"The model for {package.language!r} comes as a Python package: pip install {package.name}."
                raise Failure("no-model", sentence)
        known = {model.language for model in self.models} | {package.language for package in self.packages}
        languages = ", ".join(sorted(known))
        raise WrongUsage("no-model", f"There is no speech model {wanted!r}; there are models for {languages}.")


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model folder on this computer."""

    name: str
    language: str
    path: Path
    origin: ModelOrigin


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """One line of the list of models: what can be had for a language, and what is there."""

    name: str
    language: str
    licence: str
    size_bytes: int | None
    installed: InstalledModel | None


def load_catalog() -> Catalog:
    """Read the catalog: from the checkout where there is one, otherwise from the installed package."""
    folder = drop_in_folder()
    if folder is not None:
        text = (folder / "catalog.toml").read_text(encoding="utf-8")
    else:
        text = (resources.files("voicegames") / "models_catalog.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    models = tuple(
        CatalogModel(m["name"], m["language"], m["url"], m["bytes"], m["sha256"], m["licence"]) for m in data["model"]
    )
    packages = tuple(
        ModelPackage(p["name"], p["language"], p["module"], p["folder"], p["licence"]) for p in data["package"]
    )
    return Catalog(models, packages)


def drop_in_folder() -> Path | None:
    """Return the folder ``models`` of the checkout, or None where the program runs from an installed package."""
    folder = Path(__file__).parents[2] / "models"
    return folder if (folder / "catalog.toml").is_file() else None


def store_folder() -> Path:
    """Return where models are installed for this user."""
    return choose_store(
        sys.platform, platformdirs.user_data_path("voicegames", appauthor=False), os.environ.get("PROGRAMDATA")
    )


def choose_store(platform: str, data_path: Path, program_data: str | None) -> Path:
    """Return the models folder below ``data_path``, or below ``program_data`` where Vosk can't open the first.

    Vosk on Windows opens only paths of ASCII letters, and the user's name may have others (alphacep/vosk-api#1072).
    """
    if platform == "win32" and not str(data_path).isascii() and program_data and program_data.isascii():
        return Path(program_data) / "voicegames" / "models"
    return data_path / "models"


def check_path(path: Path, platform: str = sys.platform) -> None:
    """Raise Failure("model-path") where Vosk on this system can't open the folder because of its name."""
    if platform == "win32" and not str(path).isascii():
        sentence = (
            f"Vosk on Windows can't open {path}, because of the letters in it; move the model to a folder such as"
        )
        raise Failure("model-path", rf"{sentence} C:\voicegames\models and name it with --model.")


def is_model(path: Path) -> bool:
    """Return whether a folder looks like a Vosk model: an acoustic model and a graph, in either of Vosk's layouts."""
    if not any((path / name).is_file() for name in ("am/final.mdl", "final.mdl")):
        return False
    return any((path / folder / name).is_file() for folder in ("graph", ".") for name in ("HCLr.fst", "HCLG.fst"))


def find_model(language: str, *, given: Path | None = None, store: Path | None = None) -> InstalledModel | None:
    """Return the model of a language, or None where there is none.

    Order: the folder ``given``, the folder ``models`` of the checkout, the user's store, a Python package. Raises
    Failure("no-model") where ``given`` is no model.
    """
    if given is not None:
        if not is_model(given):
            raise Failure("no-model", f"{given} is no folder of a Vosk model; name the unpacked folder of the model.")
        return InstalledModel(given.resolve().name, language, given.resolve(), ModelOrigin.GIVEN)
    catalog = load_catalog()
    drop_in = drop_in_folder()
    places = [] if drop_in is None else [(drop_in, ModelOrigin.DROP_IN)]
    for folder, origin in [*places, (store or store_folder(), ModelOrigin.STORE)]:
        path = _model_in(folder, language, catalog)
        if path is not None:
            return InstalledModel(path.name, language, path, origin)
    for package in catalog.packages:
        if package.language == language and (path := _package_path(package)) is not None:
            return InstalledModel(package.name, language, path, ModelOrigin.PACKAGE)
    return None


def is_installed(language: str, *, store: Path | None = None) -> bool:
    """Return whether a model of the language is on this computer, so that none has to be offered."""
    return find_model(language, store=store) is not None


def model_path(language: str, *, store: Path | None = None) -> Path:
    """Return the folder of the language's model. Raises Failure("no-model") that says how to get one."""
    found = find_model(language, store=store)
    if found is None:
        load_catalog().model(language)
        raise Failure(
            "no-model", f"No speech model for {language!r} is here; run: voicegames models install {language}"
        )
    return found.path


def list_models(*, store: Path | None = None) -> tuple[ModelStatus, ...]:
    """Return every model of the catalog, with the one that is installed for its language."""
    catalog = load_catalog()
    rows = [ModelStatus(m.name, m.language, m.licence, m.size_bytes, None) for m in catalog.models]
    rows += [ModelStatus(p.name, p.language, p.licence, None, None) for p in catalog.packages]
    return tuple(
        ModelStatus(r.name, r.language, r.licence, r.size_bytes, find_model(r.language, store=store)) for r in rows
    )


def _model_in(folder: Path, language: str, catalog: Catalog) -> Path | None:
    # The catalog's model first, then any other that is named in Vosk's way: a family may bring a larger one.
    for model in catalog.models:
        if model.language == language and is_model(folder / model.name):
            return folder / model.name
    if not folder.is_dir():
        return None
    pattern = re.compile(rf"vosk-model-(small-)?{re.escape(language)}(-.*)?")
    for path in sorted(folder.iterdir()):
        if pattern.fullmatch(path.name) and is_model(path):
            return path
    return None


def _package_path(package: ModelPackage) -> Path | None:
    spec = importlib.util.find_spec(package.module)
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(spec.submodule_search_locations[0]) / package.folder
    return path if is_model(path) else None
