"""Every shell command that a page shows can be typed as it is."""

import re
import shlex
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from bot.cli import commands as command_line
from tests.documentation.pages import INSTRUCTIONS, commands
from tests.forks import REPOSITORY
from tests.test_readme import RUN_BY_CI, RUN_HERE

MAKEFILE: Final = (REPOSITORY / "Makefile").read_text()
OTHERS: Final = {
    *("apt", "cd", "chown", "export", "git", "journalctl", "ollama", "useradd", "vi", "$EDITOR"),
    "telegram-bot-api",
    *("fly apps", "fly volumes", "fly secrets", "fly logs", "fly ssh sftp"),
}
"""Programs that are not ours, whose arguments only their own manual knows."""
INSTALLED: Final = "/opt/keepsake/"
"""Where a recipe has the repository."""
WITH_ARGUMENT: Final = {"-f", "--file", "--env-file"}


def accepts(words: list[str]) -> bool:
    """Tell whether Keepsake's command line takes some words."""
    if not words:
        return True
    try:
        command_line.parser().parse_args(words)
    except SystemExit as end:
        return end.code == 0
    return True


def made(words: list[str]) -> bool:
    """Tell whether make has each of some targets, and reads each of some variables."""
    while words and words[0] == "-C":
        words = words[2:]
    return all(
        re.search(rf"\$\({word.partition('=')[0]}\)", MAKEFILE)
        if "=" in word
        else re.search(rf"^{word}:", MAKEFILE, re.MULTILINE)
        for word in words
    )


def composed(words: list[str]) -> bool:
    """Tell whether the files that docker compose reads are there, and what it runs in a container is right."""
    while words and words[0] in WITH_ARGUMENT:
        if words[0] != "--env-file" and not there(words[1]):
            return False
        words = words[2:]
    match words:
        case ["exec", "keepsake", *inside]:
            return known(inside)
        case ["run", "--rm", "keepsake", *inside]:
            return accepts(inside)
        case ["up", *options]:
            return set(options) <= {"--build", "--detach"}
    return words[0] in {"cp", "down", "stop", "logs"}


def there(path: str) -> bool:
    """Tell whether a file of the repository is there."""
    return (REPOSITORY / path.removeprefix(INSTALLED)).exists()


def systemd(words: list[str]) -> bool:
    """Tell whether a command of systemd's names our unit."""
    return words[-1] in {"keepsake", "daemon-reload"} and there("deploy/keepsake.service")


def program(words: list[str]) -> bool:
    """Tell whether Python finds a module, or compiles a program."""
    match words:
        case ["-m", "bot", *arguments]:
            return accepts(arguments)
        case ["-m", "pytest", *arguments]:
            return all(there(it) for it in arguments if not it.startswith("-"))
        case ["-m", module, *_]:
            return there(f"{module.replace('.', '/')}.py") or there(f"{module}/__main__.py")
        case ["-c", text, *_]:
            return bool(compile(text, "page", "exec"))
    return False


def known(words: list[str]) -> bool:
    """Tell whether a command can be typed as it is."""
    while words and re.match(r"[A-Z_]+=", words[0]):
        words = words[1:]
    for beginning, check in RULES.items():
        first = beginning.split()
        if words[: len(first)] == first:
            return check(words[len(first) :])
    return any(" ".join(words).startswith(it) for it in OTHERS)


RULES: Final[Mapping[str, Callable[[list[str]], bool]]] = {
    "sudo": known,
    "runuser -u keepsake --": known,
    "sh -c": lambda words: all(known(shlex.split(it)) for it in words[0].split(" && ")),
    "make": made,
    "keepsake": accepts,
    "pipx install": lambda words: words == ["."],
    "uvx --from . keepsake": accepts,
    "uv tool install": lambda words: words[:2] == [".", "--constraints"] and there(words[2]),
    "python": program,
    ".venv/bin/python": program,
    ".venv/bin/ruff": lambda words: words == ["format"],
    "docker compose": composed,
    "fly deploy": lambda words: there(words[words.index("--config") + 1]),
    "fly ssh console": lambda words: known(shlex.split(words[words.index("--command") + 1])),
    "install -m 600": lambda words: there(words[0]),
    "install -d": lambda words: words[-1].startswith("/"),
    "cp": lambda words: there(words[0]),
    "systemctl": systemd,
    "curl": lambda words: bool(re.search(r"/(api/memory/|api/import|docs)$", words[-1])),
}
"""Checks of a command's arguments, by the words that it begins with."""


def test_every_command_can_be_typed() -> None:
    shown = [(page, it) for page, text in INSTRUCTIONS.items() for it in commands(text)]
    assert [(page, it) for page, it in shown if "…" not in it and not known(shlex.split(it))] == []


def test_what_tests_and_ci_run_is_what_the_pages_show() -> None:
    shown = {command for text in INSTRUCTIONS.values() for command in commands(text)}
    assert (RUN_HERE | RUN_BY_CI) - shown == set()


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgres.yaml"])
def test_the_files_of_docker_compose_name_what_is_there(name: str) -> None:
    described = pytest.importorskip("yaml").safe_load((REPOSITORY / "deploy" / name).read_text())
    volumes = {it.partition(":")[0] for service in described["services"].values() for it in service.get("volumes", ())}
    assert volumes <= set(described["volumes"])
    built = described["services"]["keepsake"].get("build", {"dockerfile": "deploy/Dockerfile"})
    assert there(built["dockerfile"])


def test_the_machine_at_fly_runs_the_image() -> None:
    folder = REPOSITORY / "deploy"
    machine = tomllib.loads((folder / "fly.toml").read_text())
    image = (folder / machine["build"]["dockerfile"]).read_text()
    assert all(re.search(rf"^ARG {name}=", image, re.MULTILINE) for name in machine["build"]["args"])
    assert machine["mounts"]["destination"] == machine["env"]["DATA_DIR"]
    assert Path(machine["env"]["DATA_DIR"]).is_absolute()
