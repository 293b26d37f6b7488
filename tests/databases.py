"""Databases of the run's PostgreSQL: created, dropped, and emptied between tests."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import psycopg
from psycopg import sql
from sqlalchemy import make_url

_END_OTHERS: Final = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_SCHEMA: Final = """
    SELECT
        (SELECT array_agg(version_num) FROM alembic_version),
        (SELECT (count(*), max(oid::bigint)) FROM pg_class),
        (SELECT (count(*), max(xmin::text::bigint)) FROM pg_attribute),
        (SELECT (count(*), max(xmin::text::bigint)) FROM pg_constraint),
        (SELECT (count(*), max(xmin::text::bigint)) FROM pg_proc),
        (SELECT (count(*), max(xmin::text::bigint)) FROM pg_trigger),
        (SELECT (count(*), max(xmin::text::bigint)) FROM pg_default_acl),
        (SELECT count(*) FROM pg_statistic),
        (SELECT array_agg(setconfig) FROM pg_db_role_setting JOIN pg_database ON oid = setdatabase
         WHERE datname = current_database())
"""
"""Query whose result changes if a test changed more than rows, or had them analyzed."""
_REMOVE_ROWS: Final = """
DO $$
DECLARE name regclass;
BEGIN
    PERFORM set_config('session_replication_role', 'replica', true);  -- no trigger looks for rows that refer to these
    FOR name IN
        SELECT oid FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'alembic_version'
    LOOP
        IF pg_relation_size(name) > 500000 THEN
            EXECUTE format('TRUNCATE %s CASCADE', name);
        ELSE
            EXECUTE format('DELETE FROM %s', name);
        END IF;
    END LOOP;
    PERFORM setval(oid::regclass, 1, false)
    FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace;
END
$$
"""
"""Statement that removes all rows; truncating recreates all files, which takes longer."""


@contextmanager
def administration(url: str) -> Iterator[psycopg.Connection]:
    """Yield a connection that can create and drop databases."""
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        yield connection


def at(server_url: str, name: str) -> str:
    """Return the address of a server's database."""
    return make_url(server_url).set(database=name).render_as_string(hide_password=False)


def create(server_url: str, name: str, template: str) -> None:
    """Create a database that is like another."""
    with administration(server_url) as connection:
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))


def drop(server_url: str, name: str) -> None:
    """Drop a database, whoever is connected to it."""
    with administration(server_url) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


class SharedDatabase:
    """A database that tests use in turn; each empties it first."""

    def __init__(self, server_url: str, name: str, template: str) -> None:
        self._server_url = server_url
        self._name = name
        self._template = template
        self.url = at(server_url, name)
        self._open = ExitStack()
        self._make_anew()

    def empty(self) -> None:
        """Disconnect everybody and remove every row; make the database anew if anything else of it was changed."""
        if not self._remove_rows():
            self._make_anew()

    def drop(self) -> None:
        """Drop the database."""
        self._open.close()
        drop(self._server_url, self._name)

    def _make_anew(self) -> None:
        self.drop()
        create(self._server_url, self._name, self._template)
        self._connection = self._open.enter_context(administration(self.url))
        self._schema = self._connection.execute(_SCHEMA).fetchone()

    def _remove_rows(self) -> bool:
        """Disconnect everybody and remove every row; False, if anything else was changed or the connection is lost."""
        try:
            self._connection.execute(_END_OTHERS)
            if self._connection.execute(_SCHEMA).fetchone() != self._schema:
                return False
            self._connection.execute(_REMOVE_ROWS)
        except psycopg.Error:  # such as in a database that can only be read
            return False
        return True
