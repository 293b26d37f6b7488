"""The files in `deploy/` are correct, as far as that can be checked without running systemd and Docker."""

import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from bot.app.answering import STOP_GRACE_SECONDS
from tests.forks import REPOSITORY, environment
from tests.process import run

DEPLOY = REPOSITORY / "deploy"
UNIT = (DEPLOY / "keepsake.service").read_text()
DOCKERFILE = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
CLOSING_SECONDS = 30
"""What closing everything may take, once the turns have ended."""


def instructions(name: str) -> list[str]:
    """Return the arguments of each occurrence of a Dockerfile instruction."""
    return re.findall(rf"^{name} (.+)$", DOCKERFILE, re.MULTILINE)


def copied() -> list[str]:
    """Return what comes into the image, by its path in the repository."""
    return [line.split()[0] for line in instructions("COPY")]


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    systemd = shutil.which("systemd-analyze")
    if systemd is None:
        pytest.skip("systemd-analyze is not on this machine")
    unit = tmp_path / "keepsake.service"
    unit.write_text(UNIT.replace("/opt/keepsake", str(REPOSITORY)))
    for arguments in (["verify"], ["security", "--offline=true", "--threshold=20"]):
        done = subprocess.run([systemd, *arguments, unit], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "keepsake.service:" not in done.stderr, done.stderr


def test_a_stop_is_given_the_time_it_takes() -> None:
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)
    (compose,) = re.findall(r"stop_grace_period: (\d+)s", (DEPLOY / "compose.yaml").read_text())
    assert int(compose) == int(seconds) >= STOP_GRACE_SECONDS + CLOSING_SECONDS
    assert "\nKillMode=mixed\n" in UNIT  # its database's server is not to be told first


def test_an_image_has_the_locked_packages_and_no_rights() -> None:
    (install, *_) = instructions("RUN")
    assert {"--require-hashes", "--no-deps", "--only-binary=:all:"} < set(install.split())
    assert (instructions("USER"), instructions("ARG")) == (["${RUN_AS}"], ["RUN_AS=keepsake"])


def test_nothing_private_comes_into_an_image() -> None:
    ignored = [line for line in (REPOSITORY / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    allowed = [line[1:] for line in ignored if line[0] == "!"]
    assert ignored[0] == "*"
    assert sorted(allowed) == sorted(copied())
    assert not any(fnmatch(name, pattern) for name in (".env", ".git", "data") for pattern in allowed)


async def test_what_is_copied_into_an_image_is_enough_to_run(tmp_path: Path, empty_url: str) -> None:
    image = tmp_path / "keepsake"
    image.mkdir()
    for name in copied():
        source = REPOSITORY / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, image / name)
    code, said = await run("migrate", cwd=image, PYTHONPATH=str(image), DATABASE_URL=empty_url)
    assert (code, said.splitlines()[-1]) == (0, "The database is up to date.")


def test_docker_understands_the_compose_files(tmp_path: Path) -> None:
    docker = shutil.which("docker")
    if docker is None or subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("docker compose is not on this machine")
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    (tmp_path / ".env").write_text("TELEGRAM_BOT_TOKEN=1000:tests\n")
    chosen = [
        word for name in ("compose.yaml", "compose.postgres.yaml") for word in ("-f", str(tmp_path / "deploy" / name))
    ]
    done = subprocess.run(
        [docker, "compose", *chosen, "config", "--quiet"],
        env=environment(POSTGRES_PASSWORD="hunter2"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
