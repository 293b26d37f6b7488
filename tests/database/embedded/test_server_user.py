"""Whom root's server runs as."""

import os
import pwd
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from bot.errors import StartError
from tests.database.embedded.stage import ROOT_ONLY, Person, Stage, mode


@ROOT_ONLY
def test_a_closed_folder_above_ends_roots_start_and_stays_closed(stage: Stage, root: Person) -> None:
    closed = root.home / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(StartError, match=rf"who can't enter {closed}, .* Set DATA_DIR"):
        stage.actor(root, data_dir=closed / "between" / "data").start()
    assert mode(closed) == 0o700


@pytest.fixture
def fresh_machine(stage: Stage) -> list[str | Path]:
    """Have what runs a command where the server's user doesn't exist yet: with an /etc of its own."""
    etc = stage.folder / "etc"
    etc.mkdir()
    for name in ("passwd", "group", "shadow", "gshadow", "login.defs", "nsswitch.conf"):
        with suppress(FileNotFoundError):
            lines = Path("/etc", name).read_text().splitlines(keepends=True)
            (etc / name).write_text("".join(line for line in lines if not line.startswith("keepsake:")))
    within: list[str | Path] = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc && exec "$@"', etc]
    if (
        not shutil.which("unshare")
        or subprocess.run([*within, "true"], check=False, stderr=subprocess.DEVNULL).returncode
    ):
        pytest.skip("needs a mount namespace")
    return within


def test_the_servers_user_is_created(stage: Stage, root: Person, fresh_machine: list[str | Path]) -> None:
    actor = stage.actor(root, within=fresh_machine)
    actor.start()
    assert actor.query("SELECT 1") == "1"
    [line] = [line for line in (stage.folder / "etc" / "passwd").read_text().splitlines() if "keepsake" in line]
    assert line.endswith("nologin")
    assert int(line.split(":")[2]) == root.pid_file.stat().st_uid


def test_a_failure_to_create_the_server_user_is_reported(
    stage: Stage, root: Person, fresh_machine: list[str | Path]
) -> None:
    (stage.folder / "etc" / "passwd.lock").write_text("1")
    with pytest.raises(StartError, match=r"user keepsake can't be created \(useradd: .*lock.*\)\. Create it, run"):
        stage.actor(root, within=fresh_machine).start()


def test_data_moved_to_where_the_servers_user_has_another_number_is_handed_over(stage: Stage, root: Person) -> None:
    actor = stage.actor(root)
    actor.start()
    actor.query("CREATE TABLE notes AS SELECT 'kept' AS note")
    actor.stop()
    stranger = pwd.getpwnam("daemon")
    for path in (root.data_dir / "postgres").rglob("*"):
        if path.stat().st_uid != 0:
            os.chown(path, stranger.pw_uid, stranger.pw_gid)
    actor.start()
    assert actor.query("SELECT note FROM notes") == "kept"
