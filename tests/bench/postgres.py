"""The bench's PostgreSQL, with Keepsake's settings, and its statistics of a turn."""

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg import sql
from sqlalchemy import make_url

from bot.app.features import EMBEDDED
from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.memory.store import memories as stored
from bot.memory.values import Addition, MemoryCategory
from bot.store.embedded import EmbeddedServer
from bot.store.engine import Database
from bot.store.migrate import upgrade
from bot.turns.store import vectors
from tests.databases import administration, at, create

OWNER = Owner(bot_id=1000, user_id=1)
_STATEMENT = re.compile(r"LOG:  (?:statement|execute [^:]*): (.*)")
_NO_STATEMENT = (
    *("BEGIN", "SET LOCAL", "COMMIT", "ROLLBACK", "SELECT true", "SELECT agent_people", "SELECT agent_groups"),
    *("SELECT DISTINCT telegram_messages.chat_id", "SELECT telegram_pauses"),
)
"""Beginnings of statements that are not counted: those of transactions, the keep-alive of the bot's lock, and what
looks every few seconds for changes by other processes."""
_ASK_SECONDS = 0.1
_HISTORY = "agent_messages.content"


@dataclass(slots=True)
class Cost:
    """What happened in a database: the statements that were run, and how many rows they inserted or changed."""

    statements: list[str] = field(default_factory=list)
    rows: int = 0

    @property
    def history_reads(self) -> int:
        """Number of reads of the messages."""
        return sum(statement.startswith("SELECT") and _HISTORY in statement for statement in self.statements)


@dataclass(frozen=True)
class Postgres:
    """A running server: its data folder, and the address of its first database."""

    folder: Path
    url: str

    def plain_url(self, name: str | None = None) -> str:
        """Return a database's address for psycopg."""
        url = make_url(self.url).set(drivername="postgresql")
        return (url.set(database=name) if name else url).render_as_string(hide_password=False)

    def make(self, name: str) -> str:
        """Make a migrated database, and return its address."""
        create(self.url, name, "template1")
        url = at(self.url, name)
        upgrade(url)
        return url

    async def remember(self, url: str, number: int) -> None:
        """Fill a database up to a number of memories."""
        database, memories = Database(url), Memories()
        async with database.transaction() as tx:
            for index in range(len(await stored.live(tx, OWNER)), number):
                await memories.change(
                    tx,
                    OWNER,
                    Addition(
                        content=f"The user's fact number {index} is about as long as what people tell an assistant",
                        category=list(MemoryCategory)[index % len(MemoryCategory)],
                        is_new=True,
                    ),
                )
        await database.close()

    async def meant(self, url: str) -> None:
        """Wait until all memories of a database are embedded; then count them, as PostgreSQL does within a minute."""
        database, pending = Database(url), True
        while pending:
            await asyncio.sleep(_ASK_SECONDS)
            async with database.transaction() as tx:
                pending = await vectors.known(tx) is None or bool(await vectors.pending(tx, EMBEDDED, 1))
        await database.close()
        with administration(url) as connection:
            connection.execute("ANALYZE")

    @asynccontextmanager
    async def watched(self, name: str) -> AsyncIterator[Cost]:
        """Record the activity of a database during the block; the value holds it afterwards."""
        cost, log = Cost(), self.folder / "postgres" / "server.log"
        with administration(at(self.url, name)) as watching:
            watching.execute("SET log_statement = 'none'")
            since = _number(watching, "SELECT pg_current_xact_id()::text::bigint")
            logged = log.stat().st_size
            yield cost
            with log.open(errors="replace") as lines:
                lines.seek(logged)
                found = _STATEMENT.findall(lines.read())
            tables = watching.execute("SELECT relname FROM pg_stat_user_tables").fetchall()
            changed = sql.SQL("SELECT count(*) FROM {} WHERE xmin::text::bigint > %s")
            cost.rows = sum(_number(watching, changed.format(sql.Identifier(table)), since) for (table,) in tables)
        cost.statements = [statement for statement in found if not statement.startswith(_NO_STATEMENT)]


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Run a server with the settings it has in use, fsync on, in a folder that ends with it."""
    with tempfile.TemporaryDirectory(prefix="keepsake-bench-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o711)  # root's server runs as another user, who has to reach it
        server = EmbeddedServer(folder, owner=True)
        url = server.start()
        try:
            yield Postgres(folder, url)
        finally:
            server.stop()


def _number(connection: psycopg.Connection, query: sql.Composed | LiteralString, *values: int) -> int:
    row = connection.execute(query, values).fetchone()
    return int(row[0]) if row else 0
