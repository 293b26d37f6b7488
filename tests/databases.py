"""Databases of the run's PostgreSQL: made, dropped, and emptied so that the next test finds one as good as new."""

from collections.abc import Iterator
from contextlib import contextmanager
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
"""What differs once a test has changed anything but rows, or had them analyzed."""
_ANY_ROW: Final = sql.SQL("SELECT 1 FROM {} LIMIT 1")
_TRUNCATE: Final = sql.SQL("TRUNCATE {} RESTART IDENTITY CASCADE")
_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'"


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
    """A database that tests take turns with. Each of them empties it first, and finds it as good as new."""

    def __init__(self, server_url: str, name: str, template: str) -> None:
        self._server_url = server_url
        self._name = name
        self._template = template
        self.url = at(server_url, name)
        self._make_anew()

    def empty(self) -> None:
        """Disconnect everybody and remove every row; make the database anew if anything else of it was changed."""
        if not self._remove_rows():
            self._make_anew()

    def drop(self) -> None:
        """Drop the database."""
        drop(self._server_url, self._name)

    def _make_anew(self) -> None:
        self.drop()
        create(self._server_url, self._name, self._template)
        with administration(self.url) as connection:
            self._schema = connection.execute(_SCHEMA).fetchone()

    def _remove_rows(self) -> bool:
        """Disconnect everybody and remove every row; False, if anything else was changed or nobody can connect."""
        try:
            with administration(self.url) as connection:
                connection.execute(_END_OTHERS)
                if connection.execute(_SCHEMA).fetchone() != self._schema:
                    return False
                tables = [sql.Identifier(name) for (name,) in connection.execute(_TABLES)]
                used = [table for table in tables if connection.execute(_ANY_ROW.format(table)).fetchone()]
                if used:
                    connection.execute(_TRUNCATE.format(sql.SQL(", ").join(used)))
        except psycopg.Error:  # such as a database that takes no connections, or that can only be read
            return False
        return True
