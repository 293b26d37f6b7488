"""The data, and the server that runs on it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.database.embedded import EmbeddedServer
from bot.errors import StartError
from tests.database.embedded.stage import Person, Stage, is_held, wait_until


def test_letters_of_every_script_have_their_case_and_settings_are_in_force(stage: Stage, person: Person) -> None:
    actor = stage.actor(person)
    actor.start()
    assert actor.query("SELECT lower('ÉЖ') || upper('éж')") == "éжÉЖ"
    assert actor.query("SELECT to_tsvector('simple', 'ÉCOLE Жизнь') @@ to_tsquery('simple', 'école & жизнь')") == "True"
    assert actor.query("SHOW server_encoding") == "UTF8"
    assert actor.query("SHOW fsync") == "off"
    assert actor.query("SHOW data_checksums") == "on"
    assert actor.query("SHOW listen_addresses") == ""
    assert actor.query("CREATE EXTENSION vector") == ""


def test_the_server_is_out_of_the_reach_of_the_terminal_and_of_our_keys(stage: Stage, person: Person) -> None:
    actor = stage.actor(person, environment={"OPENAI_API_KEY": "sk-secret", "PGPORT": "1", "PGDATA": "/nowhere"})
    actor.start()
    server = person.postmaster_pid()
    assert os.getsid(server) not in {os.getsid(actor.pid), os.getsid(0)}
    if sys.platform == "linux":
        assert b"secret" not in Path(f"/proc/{server}/environ").read_bytes()


def test_a_stale_process_number_that_another_process_has_now_does_no_harm(stage: Stage, person: Person) -> None:
    bot = stage.actor(person)
    bot.start()
    stale = person.pid_file.read_text().splitlines(keepends=True)[1:]
    server = person.postmaster_pid()
    os.kill(server, signal.SIGKILL)
    bot.kill()
    wait_until(lambda: not is_held(person.data_dir / "postgres" / "server.lock"))
    owner = person.pid_file.stat().st_uid
    sleeper = stage.actors.enter_context(subprocess.Popen(["sleep", "60"], user=owner if os.geteuid() == 0 else None))
    stage.actors.callback(sleeper.kill)
    person.pid_file.write_text("".join([f"{sleeper.pid}\n", *stale]))

    bot = stage.actor(person)
    bot.start()
    assert bot.query("SELECT 1") == "1"
    bot.stop()
    assert sleeper.poll() is None


def test_nobody_is_stopped_in_the_place_of_a_server_that_has_died(stage: Stage, person: Person) -> None:
    bot = stage.actor(person)
    bot.start()
    stale = person.pid_file.read_text().splitlines(keepends=True)[1:]
    os.kill(person.postmaster_pid(), signal.SIGKILL)
    wait_until(lambda: not is_held(person.data_dir / "postgres" / "server.lock"))
    owner = person.pid_file.stat().st_uid
    sleeper = stage.actors.enter_context(subprocess.Popen(["sleep", "60"], user=owner if os.geteuid() == 0 else None))
    stage.actors.callback(sleeper.kill)
    person.pid_file.write_text("".join([f"{sleeper.pid}\n", *stale]))
    bot.stop()
    sleeper.terminate()
    assert sleeper.wait() == -signal.SIGTERM  # no signal came before this one


def test_a_start_killed_in_the_middle_is_repaired(stage: Stage, person: Person) -> None:
    new = person.data_dir / "postgres" / "data.new" / "base"
    actor = stage.actor(person)
    actor.ask("start")
    wait_until(new.exists)
    actor.kill()
    assert not person.pid_file.parent.exists()

    actor = stage.actor(person)
    actor.start()
    assert actor.query("SELECT 1") == "1"
    assert not new.parent.exists()


def test_data_of_another_postgresql_is_refused_by_name(stage: Stage, person: Person) -> None:
    actor = stage.actor(person)
    actor.start()
    actor.stop()
    (person.pid_file.parent / "PG_VERSION").write_text("17\n")
    with pytest.raises(StartError, match=r"comes from PostgreSQL 17, .* PostgreSQL 18\..* set DATA_DIR"):
        stage.actor(person).start()


def test_a_server_that_cannot_start_reports_why(stage: Stage) -> None:
    server = EmbeddedServer(stage.folder / "data", settings={"shared_buffers": "nonsense"})
    with pytest.raises(StartError, match=r"didn't start: invalid value for parameter \"shared_buffers\": \"nonsense\""):
        server.start()
    server.stop()


def test_the_log_holds_no_data_and_begins_anew_with_each_launch(stage: Stage, person: Person) -> None:
    log = person.data_dir / "postgres" / "server.log"
    actor = stage.actor(person)
    actor.start()
    actor.query("CREATE TABLE notes (note text UNIQUE CHECK (note <> 'a-check'))")
    actor.query("INSERT INTO notes VALUES ('a-secret')")
    for wrong in (
        "INSERT INTO notes VALUES ('a-secret')",
        "INSERT INTO notes VALUES ('a-check')",
        "SELECT 'a-word'::int",
    ):
        with pytest.raises(StartError):
            actor.query(wrong)
    actor.stop()
    said = log.read_text()
    assert "ready to accept connections" in said
    assert not {word for word in ("a-secret", "a-check", "a-word", "INSERT") if word in said}

    log.write_text("x" * 2_000_000)
    stage.actor(person).start()
    assert "xxx" not in log.read_text()
