"""Whom root's server runs as."""

import os
import pwd
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from bot.kit.errors import StartError
from tests.store.embedded.stage import ROOT_ONLY, Person, Stage, mode


@ROOT_ONLY
def test_a_closed_folder_above_ends_roots_start_and_stays_closed(stage: Stage, root: Person) -> None:
    closed = root.home / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(StartError, match=rf"who can't enter {closed}, .* Set DATA_DIR"):
        stage.actor(root, data_dir=closed / "between" / "data").do("start")
    assert mode(closed) == 0o700


def test_the_servers_user_is_created(stage: Stage, root: Person) -> None:
    etc = stage.folder / "etc"  # the machine's, but without the user
    etc.mkdir()
    for name in ("passwd", "group", "shadow", "gshadow", "login.defs", "nsswitch.conf"):
        with suppress(FileNotFoundError):
            lines = Path("/etc", name).read_text().splitlines(keepends=True)
            (etc / name).write_text("".join(line for line in lines if not line.startswith("keepsake:")))
    within = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc && exec "$@"', str(etc)]
    if subprocess.run([*within, "true"], check=False, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("needs a mount namespace")
    actor = stage.actor(root, within=within)
    actor.do("start")
    assert actor.do("query", "SELECT 1") == "1"
    [line] = [line for line in (stage.folder / "etc" / "passwd").read_text().splitlines() if "keepsake" in line]
    assert line.endswith("nologin")
    assert int(line.split(":")[2]) == root.pid_file.stat().st_uid


@ROOT_ONLY
def test_a_wheel_out_of_reach_is_copied_once_and_data_of_another_number_is_handed_over(
    stage: Stage, root: Person
) -> None:
    closed, postgres = stage.folder / "closed", root.data_dir / "postgres"
    shutil.copytree(stage.wheel, closed)
    closed.chmod(0o700)
    (postgres / "programs-0.1").mkdir(parents=True)
    root.data_dir.chmod(0o700)
    actor = stage.actor(root, wheel=closed)
    actor.do("start")
    actor.do("query", "CREATE TABLE notes AS SELECT 'kept' AS note")
    actor.do("stop")
    assert mode(closed) == 0o700
    (copy,) = postgres.glob("programs*")  # in place of that of another version
    paths = [copy, *copy.rglob("*")]
    assert {path.lstat().st_uid for path in paths} == {0}
    assert [path for path in paths if mode(path) & 0o027] == []

    made = copy.stat().st_ino
    stranger = pwd.getpwnam("daemon")
    for path in postgres.rglob("*"):
        if path.stat().st_uid != 0:
            os.chown(path, stranger.pw_uid, stranger.pw_gid)
    actor.do("start")
    assert actor.do("query", "SELECT note FROM notes") == "kept"
    assert copy.stat().st_ino == made
