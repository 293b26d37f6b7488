"""The data, and the server that runs on it: who starts it, who shares it, and who stops it."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
import sqlalchemy

from bot.kit.errors import StartError
from bot.store.embedded import EmbeddedServer
from tests.store.embedded.stage import Person, Stage, is_held, mode, wait_until


def test_several_share_one_server_and_the_last_owner_stops_it(stage: Stage, ordinary: Person) -> None:
    bot, again, command = [stage.actor(ordinary, owner=is_owner) for is_owner in (True, True, False)]
    for actor in (bot, again):
        actor.ask("start")
    for actor in (bot, again):
        actor.answer()
    command.do("start")
    assert len({actor.do("query", "SELECT pg_postmaster_start_time()") for actor in (bot, again, command)}) == 1
    command.do("query", "CREATE TABLE notes AS SELECT 'kept' AS note")
    bot.do("stop")
    assert again.do("query", "SELECT note FROM notes") == "kept"
    again.kill()
    command.do("stop")
    assert ordinary.pid_file.exists()

    bot = stage.actor(ordinary, owner=True)
    bot.do("hold")
    bot.do("start")
    assert bot.do("query", "SELECT note FROM notes") == "kept"
    bot.do("stop")
    assert not ordinary.pid_file.exists()
    (ordinary.pid_file.parent / "PG_VERSION").write_text("17\n")
    with pytest.raises(StartError, match=r"comes from PostgreSQL 17, .* PostgreSQL 18\..* set DATA_DIR"):
        stage.actor(ordinary).do("start")


def test_a_process_that_has_a_dead_servers_number_now_is_left_alone(stage: Stage, ordinary: Person) -> None:
    bot, command = stage.actor(ordinary), stage.actor(ordinary)
    bot.do("start")
    bot.do("query", "CREATE TABLE notes AS SELECT 'kept' AS note")
    stale = ordinary.pid_file.read_text().splitlines(keepends=True)[1:]
    os.kill(int(ordinary.pid_file.read_text().split()[0]), signal.SIGKILL)
    wait_until(lambda: not is_held(ordinary.data_dir / "postgres" / "server.lock"))
    owner = ordinary.pid_file.stat().st_uid
    sleeper = stage.actors.enter_context(subprocess.Popen(["sleep", "60"], user=owner if os.geteuid() == 0 else None))
    stage.actors.callback(sleeper.kill)
    ordinary.pid_file.write_text("".join([f"{sleeper.pid}\n", *stale]))
    bot.do("stop")
    command.do("start")
    assert command.do("query", "SELECT note FROM notes") == "kept"
    command.do("stop")
    sleeper.terminate()
    assert sleeper.wait() == -signal.SIGTERM  # no signal came before this one


def test_a_start_killed_in_the_middle_is_repaired(stage: Stage, ordinary: Person) -> None:
    new = ordinary.data_dir / "postgres" / "data.new" / "base"
    actor = stage.actor(ordinary)
    actor.ask("start")
    wait_until(new.exists)
    actor.kill()
    assert not ordinary.pid_file.parent.exists()

    actor = stage.actor(ordinary)
    actor.do("start")
    assert actor.do("query", "SELECT 1") == "1"
    assert not new.parent.exists()


def test_the_url_is_one_for_sqlalchemy_and_a_server_that_cannot_start_reports_why(stage: Stage) -> None:
    data_dir = stage.folder / "our data"
    server = EmbeddedServer(data_dir, settings={"fsync": "off"})
    engine = sqlalchemy.create_engine(server.start())
    with engine.connect() as connection:
        assert connection.execute(sqlalchemy.text("SELECT current_database()")).scalar_one() == "keepsake"
    engine.dispose()
    server.stop()
    server.stop()
    server = EmbeddedServer(data_dir, settings={"shared_buffers": "nonsense"})
    with pytest.raises(StartError, match=r"didn't start: invalid value for parameter \"shared_buffers\": \"nonsense\""):
        server.start()


def test_a_long_path_gets_a_closed_folder_for_its_socket_that_nobody_else_has_made(
    stage: Stage, ordinary: Person
) -> None:
    data_dir = ordinary.home / ("long" * 30) / "data"
    bot = stage.actor(ordinary, data_dir=data_dir)
    url = bot.do("start")
    socket_folder = Path(str(sqlalchemy.make_url(url).query["host"]))
    assert mode(socket_folder) == 0o700
    command = stage.actor(ordinary, data_dir=data_dir)
    assert command.do("start") == url
    command.do("stop")
    bot.do("stop")
    shutil.rmtree(socket_folder)
    socket_folder.symlink_to(ordinary.home)
    stage.actors.callback(socket_folder.unlink)
    with pytest.raises(StartError, match=f"{socket_folder} belongs to another user"):
        stage.actor(ordinary, data_dir=data_dir).do("start")
    assert mode(ordinary.home) == 0o711
