"""The process of an actor: it becomes the person, then carries out what standard input says, a request a line."""

import json
import os
import sys
from contextlib import ExitStack
from pathlib import Path

import psycopg
import sqlalchemy
import sqlalchemy.dialects.postgresql.psycopg  # a process that is no longer root may not be able to load it

from bot.kit.errors import KeepsakeError
from bot.store.embedded import EmbeddedServer, hold


def act(uid: str, gid: str, data_dir: str, owner: str) -> None:
    """Become the person, and use the data folder as the bot does (`owner`) or, if that is empty, as a command does."""
    if int(uid) != os.geteuid():
        os.setgroups([])
        os.setgid(int(gid))
        os.setuid(int(uid))
    os.chdir("/")
    server = EmbeddedServer(Path(data_dir), owner=bool(owner), settings={"fsync": "off"})
    with ExitStack() as held:
        url = ""
        for line in sys.stdin:
            answer: dict[str, str] = {"value": ""}
            try:
                match json.loads(line):
                    case ["start"]:
                        url = answer["value"] = server.start()
                    case ["stop"]:
                        server.stop()
                    case ["hold"]:
                        held.enter_context(hold(Path(data_dir)))
                    case ["query", sql]:
                        answer["value"] = query(url, sql)
            except (KeepsakeError, psycopg.Error) as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)  # noqa: T201 - the answer goes to the test


def query(url: str, sql: str) -> str:
    parts = sqlalchemy.make_url(url)
    with psycopg.connect(
        host=str(parts.query["host"]),
        port=str(parts.query["port"]),
        user=parts.username,
        dbname=parts.database,
    ) as connection:
        cursor = connection.execute(sql.encode())
        row = cursor.fetchone() if cursor.description else None
        return str(row[0]) if row else ""


if __name__ == "__main__":
    act(*sys.argv[1:])
