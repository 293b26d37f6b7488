"""Where the server listens."""

import os
import pwd
import shutil
import subprocess
from pathlib import Path

import pytest
import sqlalchemy

from bot.errors import StartError
from tests.database.embedded.stage import ROOT_ONLY, Person, Stage, mode


@ROOT_ONLY
def test_another_user_cannot_connect(stage: Stage, person: Person) -> None:
    actor = stage.actor(person)
    url = actor.start()
    socket_folder = sqlalchemy.make_url(url).query["host"]
    stranger = subprocess.run(
        ["ls", f"{socket_folder}/.s.PGSQL.5432"],
        check=False,
        user="daemon",
        group="daemon",
        extra_groups=["daemon"],
        capture_output=True,
        text=True,
    )
    assert "Permission denied" in stranger.stderr


def test_a_long_path_gets_a_closed_folder_for_its_socket_that_others_find(stage: Stage, person: Person) -> None:
    data_dir = person.home / ("long" * 30) / "data"
    bot = stage.actor(person, data_dir=data_dir)
    url = bot.start()
    socket_folder = Path(str(sqlalchemy.make_url(url).query["host"]))
    stage.actors.callback(shutil.rmtree, socket_folder, ignore_errors=True)
    assert mode(socket_folder) == 0o700
    command = stage.actor(person, data_dir=data_dir)
    assert command.start() == url
    assert command.query("SELECT 1") == "1"
    bot.stop()


@ROOT_ONLY
@pytest.mark.parametrize("trap", ["folder", "link"])
def test_a_socket_folder_made_by_somebody_else_is_refused(stage: Stage, root: Person, trap: str) -> None:
    data_dir = root.home / ("long" * 30) / "data"
    actor = stage.actor(root, data_dir=data_dir)
    place = Path(str(sqlalchemy.make_url(actor.start()).query["host"]))
    actor.stop()
    place.rmdir()
    stranger = pwd.getpwnam("daemon")
    if trap == "folder":
        place.mkdir(mode=0o777)
        os.chown(place, stranger.pw_uid, stranger.pw_gid)
        stage.actors.callback(place.rmdir)
    else:
        place.symlink_to(root.home)
        stage.actors.callback(place.unlink)
    with pytest.raises(StartError, match=f"{place} belongs to another user"):
        stage.actor(root, data_dir=data_dir).start()
    assert mode(root.home) == 0o711
