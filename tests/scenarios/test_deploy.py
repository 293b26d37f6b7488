"""The files in `deploy/` are correct, as far as that can be checked without running systemd and Docker."""

import os
import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from bot.app.answering import STOP_GRACE_SECONDS
from bot.store.embedded.programs import ServerUser
from tests.forks import REPOSITORY, environment
from tests.process import run

DEPLOY = REPOSITORY / "deploy"
UNIT = (DEPLOY / "keepsake.service").read_text()
COMPOSE = ("compose.yaml", "compose.postgres.yaml")
DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
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
    (base,) = instructions("FROM")
    assert DIGEST.search(base)
    (install, *_) = instructions("RUN")
    assert {"--require-hashes", "--no-deps", "--only-binary=:all:"} < set(install.split())
    assert (instructions("USER"), instructions("ARG")) == (["${RUN_AS}"], ["RUN_AS=keepsake"])


def test_the_bots_user_owns_no_code() -> None:
    for text in (UNIT, (REPOSITORY / "docs/recipes/systemd.md").read_text()):
        owned = re.findall(r"^[# ]*chown (?:-R )?keepsake:keepsake (.+)$", text, re.MULTILINE)
        assert owned == ["/opt/keepsake/.env"]
        assert not re.search(r"runuser -u keepsake -- (make|git)", text)  # which write there
    assert not any("chown" in it for it in instructions("COPY"))


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("setpriv") is None, reason="we are not root, or have no setpriv")
def test_where_a_volume_is_roots_the_bot_still_runs_as_its_user_without_rights(data_dir: Path) -> None:
    runs_as = ServerUser.find()
    data_dir.mkdir()
    (data_dir / "file").touch()
    entry, python = data_dir.parent / "entrypoint.sh", data_dir.parent / "python"
    entry.write_text((DEPLOY / "entrypoint.sh").read_text().replace("cd /keepsake", "cd /"))
    python.write_text('#!/bin/sh\nid --user --name\ngrep CapBnd: /proc/self/status\necho "$HOME" "$@"\n')
    python.chmod(0o755)
    env = environment(DATA_DIR=str(data_dir))
    env["PATH"] = f"{python.parent}:{env['PATH']}"
    done = subprocess.run(["sh", entry, "doctor"], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["keepsake", "CapBnd:", "0" * 16, str(data_dir), "-m", "bot", "doctor"]
    assert {it.stat().st_uid for it in (data_dir, data_dir / "file")} == {runs_as.uid}


@pytest.mark.parametrize("name", COMPOSE)
def test_services_have_limits_and_images_are_named_by_digest(name: str) -> None:
    services = pytest.importorskip("yaml").safe_load((DEPLOY / name).read_text())["services"]
    own = [it for it in services.values() if {"build", "image"} & it.keys()]  # the others add to one of these
    assert own
    for service in own:
        assert {"mem_limit", "pids_limit"} <= service.keys()
        assert "build" in service or DIGEST.search(service["image"])


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
        (image / name).parent.mkdir(exist_ok=True)
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
    chosen = [word for name in COMPOSE for word in ("-f", str(tmp_path / "deploy" / name))]
    done = subprocess.run(
        [docker, "compose", *chosen, "config", "--quiet"],
        env=environment(POSTGRES_PASSWORD="hunter2"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
