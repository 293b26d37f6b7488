"""The data folder: closed to others, and held by one bot."""

import os
import pwd
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy

from bot.kit.errors import DataFolderInUse, StartError
from bot.store.embedded import EmbeddedServer, hold
from tests.store.embedded.stage import ROOT_ONLY, Person, Stage, mode


def test_nothing_of_a_database_is_open_to_others_and_folders_above_stay_as_they_are(
    stage: Stage, person: Person
) -> None:
    data_dir = person.home / "a" / "data"
    actor = stage.actor(person, data_dir=data_dir, environment={"OPENAI_API_KEY": "sk-secret", "PGPORT": "1"})
    above = [(folder, folder.stat()) for folder in (person.home, *person.home.parents)]
    actor.do("hold")
    url = actor.do("start")
    assert [(it.st_mode, it.st_uid, it.st_gid) for it in (folder.stat() for folder, _ in above)] == [
        (it.st_mode, it.st_uid, it.st_gid) for _, it in above
    ]
    assert mode(data_dir.parent) == (0o711 if person.uid == 0 else 0o700)
    postgres = data_dir / "postgres"
    ours = {data_dir, postgres}
    assert {mode(folder) for folder in ours} == {0o710 if person.uid == 0 else 0o700}
    paths = [path for path in data_dir.rglob("*") if path not in ours]
    assert any(path.is_socket() for path in paths)
    assert [path for path in paths if mode(path) & 0o077] == []
    owners = {path.lstat().st_uid for path in (postgres / "data").rglob("*")}
    assert owners == {pwd.getpwnam("keepsake").pw_uid if person.uid == 0 else person.uid}
    if os.geteuid() == 0:
        socket = f"{sqlalchemy.make_url(url).query['host']}/.s.PGSQL.5432"
        stranger = subprocess.run(["ls", socket], check=False, user="daemon", extra_groups=[], capture_output=True)
        assert b"Permission denied" in stranger.stderr

    server = int((postgres / "data" / "postmaster.pid").read_text().split()[0])
    assert os.getsid(server) not in {os.getsid(actor.pid), os.getsid(0)}  # out of the reach of our terminal's Ctrl-C
    if sys.platform == "linux":
        assert b"secret" not in Path(f"/proc/{server}/environ").read_bytes()
    assert actor.do("query", "SELECT lower('ÉЖ') || upper('éж')") == "éжÉЖ"
    assert actor.do("query", "SHOW data_checksums") == "on"
    assert actor.do("query", "SHOW listen_addresses") == ""
    assert actor.do("query", "CREATE EXTENSION vector") == ""
    actor.do("query", "CREATE TABLE notes (note text UNIQUE)")
    for insert in ("INSERT INTO notes VALUES ('a-secret')", "SELECT 'a-word'::int"):
        actor.ask("query", f"{insert}; {insert}")
        with pytest.raises(StartError):
            actor.answer()
    said = (postgres / "server.log").read_text()
    assert "ready to accept connections" in said
    assert not {word for word in ("a-secret", "a-word", "INSERT") if word in said}


def test_holding_a_folder_ends_with_its_block(stage: Stage) -> None:
    data_dir = stage.folder / "data"
    with hold(data_dir):
        assert mode(data_dir) == 0o700
        with pytest.raises(DataFolderInUse), hold(data_dir):
            pass
    with hold(data_dir):
        pass


def test_an_open_folder_is_closed_if_empty_and_refused_if_it_holds_something(stage: Stage, ordinary: Person) -> None:
    person = ordinary
    person.data_dir.mkdir()
    os.chown(person.data_dir, person.uid, person.gid)
    person.data_dir.chmod(0o755)
    thing = person.data_dir / "thing"
    thing.touch()
    with pytest.raises(StartError, match=rf"is open to other users .* `chmod 700 {person.data_dir}`"):
        stage.actor(person).do("hold")
    assert mode(person.data_dir) == 0o755
    thing.unlink()
    stage.actor(person).do("hold")
    assert mode(person.data_dir) == 0o700


@ROOT_ONLY
def test_a_folder_of_another_user_is_refused(stage: Stage, ordinary: Person) -> None:
    stranger = pwd.getpwnam("daemon")
    ordinary.data_dir.mkdir(mode=0o700)
    os.chown(ordinary.data_dir, stranger.pw_uid, stranger.pw_gid)
    with pytest.raises(StartError, match=r"belongs to another user of this machine\..* a folder of your own"):
        stage.actor(ordinary).do("start")
    assert mode(ordinary.data_dir) == 0o700


def test_a_folder_that_cannot_be_made_is_named(stage: Stage) -> None:
    (stage.folder / "file").touch()
    with pytest.raises(StartError, match=r"file/data can't be used \(Not a directory\)\. Set DATA_DIR"):
        EmbeddedServer(stage.folder / "file" / "data").start()
