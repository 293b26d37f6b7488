"""The data folder: closed to others, and held by one bot."""

import os
import pwd

import pytest

from bot.database.embedded import EmbeddedServer, hold
from bot.errors import DataFolderInUse, StartError
from tests.database.embedded.stage import ROOT_ONLY, Person, Stage, is_held, mode


def test_nothing_in_the_data_folder_is_open_to_others(stage: Stage, person: Person) -> None:
    actor = stage.actor(person)
    actor.hold()
    actor.start()
    postgres = person.data_dir / "postgres"
    ours = {person.data_dir, postgres}
    assert {mode(folder) for folder in ours} == {0o710 if person.uid == 0 else 0o700}
    paths = [path for path in person.data_dir.rglob("*") if path not in ours]
    assert any(path.is_socket() for path in paths)
    assert [path for path in paths if mode(path) & 0o077] == []
    owners = {path.lstat().st_uid for path in (postgres / "data").rglob("*")}
    assert owners == {pwd.getpwnam("keepsake").pw_uid if person.uid == 0 else person.uid}


def test_folders_above_stay_as_they_are(stage: Stage, person: Person) -> None:
    above = [person.home, *person.home.parents]
    before = [(folder.stat().st_mode, folder.stat().st_uid, folder.stat().st_gid) for folder in above]
    stage.actor(person).start()
    assert [(folder.stat().st_mode, folder.stat().st_uid, folder.stat().st_gid) for folder in above] == before


def test_an_ordinary_user_may_keep_it_in_a_closed_folder(stage: Stage, ordinary: Person) -> None:
    ordinary.home.chmod(0o700)
    stage.actor(ordinary).start()
    assert mode(ordinary.home) == 0o700


def test_missing_folders_above_are_made(stage: Stage, person: Person) -> None:
    stage.actor(person, data_dir=person.home / "a" / "b" / "data").start()
    assert mode(person.home / "a") == (0o711 if person.uid == 0 else 0o700)


def test_a_second_bot_is_refused_at_once_and_free_to_start_after_a_kill(stage: Stage, person: Person) -> None:
    first, second = stage.actor(person, owner=True), stage.actor(person, owner=True)
    first.hold()
    first.start()
    with pytest.raises(StartError, match="DataFolderInUse: Keepsake is already running"):
        second.hold()
    first.kill()
    second.hold()
    assert is_held(person.data_dir / "postgres" / "server.lock")


def test_holding_a_folder_ends_with_its_block(stage: Stage) -> None:
    data_dir = stage.folder / "data"
    with hold(data_dir):
        assert mode(data_dir) == 0o700
        with pytest.raises(DataFolderInUse), hold(data_dir):
            pass
    with hold(data_dir):
        pass


def test_an_open_folder_is_closed_if_empty_and_refused_if_it_holds_something(stage: Stage, person: Person) -> None:
    person.data_dir.mkdir()
    os.chown(person.data_dir, person.uid, person.gid)
    person.data_dir.chmod(0o755)
    thing = person.data_dir / "thing"
    thing.touch()
    with pytest.raises(StartError, match=rf"is open to other users .* `chmod 700 {person.data_dir}`"):
        stage.actor(person).hold()
    assert mode(person.data_dir) == 0o755
    thing.unlink()
    stage.actor(person).hold()
    assert mode(person.data_dir) == 0o700


@ROOT_ONLY
def test_a_folder_of_another_user_is_refused(stage: Stage, person: Person) -> None:
    stranger = pwd.getpwnam("daemon")
    person.data_dir.mkdir(mode=0o700)
    os.chown(person.data_dir, stranger.pw_uid, stranger.pw_gid)
    with pytest.raises(StartError, match=r"belongs to another user of this machine\..* a folder of your own"):
        stage.actor(person).start()
    assert mode(person.data_dir) == 0o700


def test_a_folder_that_cannot_be_made_is_named(stage: Stage) -> None:
    (stage.folder / "file").touch()
    with pytest.raises(StartError, match=r"file/data can't be used \(Not a directory\)\. Set DATA_DIR"):
        EmbeddedServer(stage.folder / "file" / "data").start()
