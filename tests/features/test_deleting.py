"""Whoever deletes a feature's folder and its line in the list has a bot without it, and nothing else misses it."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.app.features import FEATURES
from practice.telegram.bot_api import BotApi
from tests.forks import REPOSITORY, environment
from tests.process import Script, call
from tests.scenarios.test_adding_an_act import running

LIST: Final = "bot/app/features.py"
IMPORT: Final = re.compile(r"^from bot\.features\.(\w+)\S* import (\w+)\n", re.MULTILINE)
NAMES: Final = dict(IMPORT.findall((REPOSITORY / LIST).read_text()))
"""The features that have a folder or a module below `bot/features`, with the names of their values."""
FAST: Final = ("tests/kit", "tests/model", "tests/turns", "tests/memory", "tests/telegram", "tests/features")
"""Where tests are of one part alone."""


def copy_without(folder: Path, *names: str) -> None:
    """Make a copy of the repository without features: their folders, their tests, their lines in the list."""
    for part in ("bot", "migrations", "practice", "tests"):
        shutil.copytree(REPOSITORY / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "build"))
    shutil.copy(REPOSITORY / "pyproject.toml", folder)
    listed = folder / LIST
    for name in names:
        value = NAMES[name]
        for path in (folder / "bot/features" / name, folder / "tests/features" / name):
            shutil.rmtree(path, ignore_errors=True)
            path.with_suffix(".py").unlink(missing_ok=True)
        lines = listed.read_text().split("\n")
        listed.write_text("\n".join(it for it in lines if not re.search(rf"\b{value}\b", it)))


def modules(folder: Path) -> set[str]:
    """Return the names of the modules and packages of the bot in a folder."""
    files = (it.relative_to(folder).with_suffix("") for it in (folder / "bot").rglob("*.py"))
    return {it.as_posix().replace("/", ".").removesuffix(".__init__") for it in files}


def lost(folder: Path) -> set[str]:
    """Return the imports, in a copy's modules and in the tests of one part, of what is no longer there."""
    before, there = modules(REPOSITORY), modules(folder)
    return {
        f"{file.relative_to(folder)}: {name}"
        for part in ("bot", *FAST)
        for file in (folder / part).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom)
        for name in (node.module or "", *(f"{node.module}.{it.name}" for it in node.names))
        if name in before - there
    }


@pytest.mark.parametrize("name", NAMES)
def test_nothing_imports_a_feature_by_name(name: str, tmp_path: Path) -> None:
    copy_without(tmp_path, name)
    assert lost(tmp_path) == set()


async def test_without_any_feature_the_bot_answers_and_remembers(
    telegram: BotApi, model: Script, settings: dict[str, str], tmp_path: Path
) -> None:
    copy_without(tmp_path, *NAMES)
    async with running(tmp_path, settings):
        assert (await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))).text == "Echo: Hello"
        model.then(call("add_to_memory", content="The user's sister Anna lives in Graz", category="person"), "Noted.")
        answer = await telegram.bot_message(
            "Noted.", after=telegram.send_text("Remember: my sister Anna lives in Graz")
        )
        assert "Your sister Anna lives in Graz" in answer.text
        listed = await telegram.bot_message("Your memories", after=telegram.send_text("/memory list"))
        assert "Anna" in listed.text
        assert "remind" not in [it.command for it in telegram.commands]


@pytest.mark.timeout(0)
@pytest.mark.skipif("KEEPSAKE_DELETING" not in os.environ, reason="KEEPSAKE_DELETING is not set: it takes minutes")
def test_without_any_feature_the_tests_of_the_other_parts_pass(tmp_path: Path) -> None:
    copy_without(tmp_path, *NAMES)
    parts = [part for part in FAST if part != "tests/features"]
    of_all = ("tests/kit/language/test_catalogues.py", "tests/kit/language/test_wrapped.py")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *parts, *(f"--ignore={it}" for it in of_all)]
    settings = {**environment(), "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3_000:]


def test_each_feature_is_in_the_list() -> None:
    folder = REPOSITORY / "bot/features"
    there = {it.stem for it in folder.iterdir() if not it.name.startswith("__")}
    assert there == set(NAMES)
    assert len({it.name for it in FEATURES}) == len(FEATURES)
