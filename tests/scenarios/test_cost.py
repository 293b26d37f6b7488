"""A turn's cost in the database is independent of the number of turns before it."""

import os
from pathlib import Path

from psycopg import sql
from sqlalchemy import make_url

from practice.telegram.bot_api import BotApi
from tests.bench.postgres import Cost, Postgres
from tests.conftest import FOLDER
from tests.databases import administration
from tests.process import BotProcess

STATEMENTS = 10
"""Statements of a turn without calls and without a preview: update stored, messages taken, turn begun, user's message,
answer, its cost, turn ended, answer into the outbox, out of it, and marked as sent."""


async def test_a_turn_reads_no_history_and_costs_what_the_one_before_it_did(
    telegram: BotApi, server_url: str, database_url: str, bot_process: BotProcess
) -> None:
    server, name = Postgres(Path(os.environ[FOLDER]) / "data", server_url), make_url(database_url).database or ""
    with administration(server_url) as connection:
        connection.execute(sql.SQL("ALTER DATABASE {} SET log_statement = 'all'").format(sql.Identifier(name)))
    await bot_process.start()
    costs: list[Cost] = []
    for turn in range(1, 4):
        async with server.watched(name) as cost:
            telegram.send_text(f"Number {turn}")
            await telegram.bot_message(f"Echo: Number {turn}")
            await bot_process.answered(turn)
        costs.append(cost)
    assert costs[0].history_reads == 1
    assert [cost.history_reads for cost in costs[1:]] == [0] * 2
    assert {len(cost.statements) for cost in costs[1:]} == {STATEMENTS}
    assert {cost.rows for cost in costs[1:]} == {costs[1].rows}
