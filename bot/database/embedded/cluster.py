"""The folder `postgres` of a data folder: PostgreSQL's own data, and the server that runs on it."""

import hashlib
import os
import re
import shutil
import signal
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
from sqlalchemy import URL

from bot.database.embedded import locks
from bot.database.embedded.programs import MAJOR, programs
from bot.database.embedded.server_user import SYSTEM_USER, ServerUser
from bot.errors import StartError

NAME = "keepsake"
"""The database, and its role."""

PORT = 5432
SOCKET = f".s.PGSQL.{PORT}"
SOCKET_PATH_BYTES = 103
"""What a Unix socket's path may take: 104 bytes on macOS (108 on Linux), the closing zero among them."""

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "shared_buffers": "64MB",
    "max_connections": "40",
    "io_method": "sync",
    # Under the data, so that nothing is left elsewhere when a server was killed.
    "dynamic_shared_memory_type": "mmap",
    "timezone": "UTC",
    # Errors are told to the client that made them and are not logged, as they can quote what was to be stored.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_checkpoints": "off",
}


@dataclass(frozen=True)
class Cluster:
    """PostgreSQL's data and its server, in `folder`, which only we and the server's user can enter."""

    folder: Path

    @property
    def start_lock(self) -> Path:
        """Whoever starts or stops the server has this lock."""
        return self.folder / "start.lock"

    @property
    def users_lock(self) -> Path:
        """All who use the server share this lock."""
        return self.folder / "users.lock"

    @property
    def server_lock(self) -> Path:
        """Every process of the server has this lock."""
        return self.folder / "server.lock"

    @property
    def log(self) -> Path:
        """What the server said since it was launched."""
        return self.folder / "server.log"

    @property
    def url(self) -> str:
        """The database's address, for SQLAlchemy."""
        host = {"host": str(self._socket_folder), "port": str(PORT)}
        return URL.create("postgresql+psycopg", username=NAME, database=NAME, query=host).render_as_string()

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def _pid_file(self) -> Path:
        return self._data / "postmaster.pid"

    @property
    def _socket_folder(self) -> Path:
        inside = self.folder / "socket"
        fits = len(os.fsencode(inside / SOCKET)) <= SOCKET_PATH_BYTES
        if fits and "," not in str(inside):  # a comma would part two paths
            return inside
        return Path("/tmp", f"{NAME}-{hashlib.sha256(os.fsencode(inside)).hexdigest()[:16]}")  # noqa: S108 - checked to be ours

    def launch(self, settings: Mapping[str, str], lock: int) -> None:
        """Start the server, which keeps `lock`, and return without waiting for it to be ready."""
        user = ServerUser.find()
        if user.is_another:
            self._let_in(user)
        found = programs(user, self.folder)
        if not self._data.exists():
            self._make_data(found / "initdb", user, lock)
        self._check_version()
        user.own(self._socket_folder)
        self._forget_ended_server()
        options = {**SETTINGS, "unix_socket_directories": str(self._socket_folder), **settings}
        flags = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        # The shell leaves the server to init.
        command: list[str | Path] = ["/bin/sh", "-c", '"$@" &', "sh", found / "postgres", "-D", self._data, *flags]
        with os.fdopen(os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as log:
            user.run(command, output=log, lock=lock)

    def serves(self) -> bool:
        """Tell whether the server takes connections; if it does, our database is there afterwards."""
        if self._pid_file_words()[-1:] != ["ready"]:
            return False
        try:
            with psycopg.connect(
                host=str(self._socket_folder),
                port=PORT,
                user=NAME,
                dbname="postgres",
                connect_timeout=5,
                autocommit=True,
            ) as connection:
                if not connection.execute("SELECT FROM pg_database WHERE datname = %s", [NAME]).rowcount:
                    connection.execute(f"CREATE DATABASE {NAME}")
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """Stop the server (https://www.postgresql.org/docs/18/server-shutdown.html: fast) and wait for its end."""
        if locks.is_free(self.server_lock):
            return
        with suppress(IndexError, ProcessLookupError):  # it has just ended
            os.kill(int(self._pid_file_words()[0]), signal.SIGINT)
        with locks.held(self.server_lock):
            pass

    def last_words(self) -> str:
        """Tell the reason the server gave for ending."""
        return _reason(self.log.read_text(errors="replace"))

    def _pid_file_words(self) -> list[str]:
        """Read what the server tells of itself: its number first, its state last; nothing where it doesn't run.

        https://www.postgresql.org/docs/18/storage-file-layout.html
        """
        try:
            return self._pid_file.read_text(errors="replace").split()
        except FileNotFoundError:
            return []

    def _let_in(self, user: ServerUser) -> None:
        """Let the server's user pass through our folders to its own, and see that it can pass those above."""
        for own in (self._data, self.folder / "socket"):
            user.take_over(own)
        for ours in (self.folder.parent, self.folder):
            os.chown(ours, -1, user.gid)
            ours.chmod(stat.S_IMODE(ours.stat().st_mode) | stat.S_IXGRP)
        for folder in reversed(self.folder.parents):
            if not user.reaches(folder):
                raise StartError(
                    f"The database runs as the user {SYSTEM_USER}, who can't enter {folder} on the way to"
                    f" {self.folder.parent}. Set DATA_DIR to a folder outside it, such as /var/lib/keepsake."
                )

    def _make_data(self, initdb: Path, user: ServerUser, lock: int) -> None:
        """Make the data, complete or not at all."""
        new = self.folder / "data.new"
        shutil.rmtree(new, ignore_errors=True)
        user.own(new)
        made = user.run(
            [
                *(initdb, "-D", new, "--username", NAME, "--auth", "trust", "--no-instructions"),
                *("--encoding", "UTF8", "--locale", "C"),
                *("--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"),
            ],
            lock=lock,
        )
        if made.returncode != 0:
            raise StartError(f"The embedded database can't be made in {self.folder}: {_reason(made.stdout)}.")
        new.rename(self._data)

    def _check_version(self) -> None:
        version = (self._data / "PG_VERSION").read_text().strip()
        if version != MAJOR:
            raise StartError(
                f"{self._data} was made by PostgreSQL {version}, and this Keepsake brings PostgreSQL {MAJOR}."
                " Run the Keepsake that made it, or set another DATA_DIR."
            )

    def _forget_ended_server(self) -> None:
        """Remove the traces of a killed server. Whoever calls this has its lock, so it is gone.

        PostgreSQL would look whether its process number lives, and that may be another process's by now.
        """
        for trace in (self._pid_file, self._socket_folder / SOCKET, self._socket_folder / f"{SOCKET}.lock"):
            trace.unlink(missing_ok=True)


def _reason(said: str) -> str:
    """Pick the last error out of what PostgreSQL said."""
    reasons: list[str] = re.findall(r"(?:FATAL|PANIC|error): +(.+)", said)
    return reasons[-1] if reasons else "it gave no reason"
