"""Who starts the server, who shares it, and who stops it."""

import os
import signal

import sqlalchemy

from bot.database.embedded import EmbeddedServer
from tests.database.embedded.stage import ROOT_ONLY, STARTED, Person, Stage


def test_data_is_there_after_a_restart(stage: Stage, person: Person) -> None:
    first = stage.actor(person)
    first.start()
    first.query("CREATE TABLE notes AS SELECT 'kept' AS note")
    first.stop()
    assert not person.pid_file.exists()

    second = stage.actor(person)
    second.start()
    assert second.query("SELECT note FROM notes") == "kept"


def test_the_url_is_one_for_sqlalchemy(stage: Stage) -> None:
    data_dir = stage.folder / "our data"
    server = EmbeddedServer(data_dir, settings={"fsync": "off"})
    engine = sqlalchemy.create_engine(server.start())
    try:
        with engine.connect() as connection:
            assert connection.execute(sqlalchemy.text("SELECT current_database()")).scalar_one() == "keepsake"
    finally:
        engine.dispose()
        server.stop()
        server.stop()


def test_after_the_bot_is_killed_the_next_one_finds_the_server_and_stops_it(stage: Stage, person: Person) -> None:
    bot = stage.actor(person, owner=True)
    bot.hold()
    bot.start()
    started = bot.query(STARTED)
    bot.kill()

    bot = stage.actor(person, owner=True)
    bot.hold()
    bot.start()
    assert bot.query(STARTED) == started
    bot.stop()
    assert not person.pid_file.exists()


def test_after_the_server_is_killed_the_next_start_starts_it(stage: Stage, person: Person) -> None:
    bot = stage.actor(person)
    bot.start()
    bot.query("CREATE TABLE notes AS SELECT 'kept' AS note")
    os.kill(person.postmaster_pid(), signal.SIGKILL)

    command = stage.actor(person)
    command.start()
    assert command.query("SELECT note FROM notes") == "kept"


def test_two_who_start_at_once_share_one_server_and_the_last_owner_stops_it(stage: Stage, person: Person) -> None:
    actors = [stage.actor(person, owner=True) for _ in range(3)]
    for actor in actors:
        actor.ask("start")
    for actor in actors:
        actor.answer()
    assert len({actor.query(STARTED) for actor in actors}) == 1
    actors[0].stop()
    actors[1].stop()
    assert actors[2].query("SELECT 1") == "1"
    actors[2].stop()
    assert not person.pid_file.exists()


def test_a_command_stops_only_a_server_that_it_started_and_nobody_else_uses(stage: Stage, person: Person) -> None:
    first, second = stage.actor(person), stage.actor(person)
    first.start()
    second.start()
    first.stop()
    assert second.query("SELECT 1") == "1"
    second.stop()
    assert person.pid_file.exists()


@ROOT_ONLY
def test_two_users_have_servers_of_their_own_at_once(stage: Stage, root: Person) -> None:
    people = [root, stage.person("nobody"), stage.person("daemon")]
    actors = [stage.actor(person) for person in people]
    for actor in actors:
        actor.ask("start")
    assert len({actor.answer() for actor in actors}) == 3
    assert len({actor.query("SHOW data_directory") for actor in actors}) == 3
