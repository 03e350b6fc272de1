"""The rules stay pure: no clock, no input or output, no randomness of their own, nothing of the rest of the program."""

import ast
from pathlib import Path

import pytest

import voicegames.games

MODULES = sorted(Path(voicegames.games.__file__).parent.glob("*.py"))
PURE = {"collections", "collections.abc", "dataclasses", "enum", "functools", "itertools", "random", "typing"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_game_imports_only_what_is_pure(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert node.module is not None
            assert node.module != "random"
            imported.add(node.module)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"open", "print", "input", "__import__"}
    assert {name for name in imported if not name.startswith("voicegames.games.")} <= PURE


def test_the_check_sees_dodelido() -> None:
    assert "dodelido" in {path.stem for path in MODULES}
