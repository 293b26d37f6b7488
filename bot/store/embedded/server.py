"""The server in the folder `postgres` of a data folder, shared by its users while they need it."""

import hashlib
import os
import re
import shutil
import signal
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL

from bot.kit.errors import StartError, disk_full, is_disk_full
from bot.store.embedded.data_folder import lock, private, refusals_told
from bot.store.embedded.programs import MAJOR, ServerUser

START_SECONDS = 60
POLL_SECONDS = 0.01
NAME = "keepsake"
"""Name of the database and of its role."""
PORT = 5432
SOCKET = f".s.PGSQL.{PORT}"
SOCKET_PATH_BYTES = 103
"""Longest path of a Unix socket: 104 bytes on macOS (108 on Linux), including the closing zero."""

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "shared_buffers": "64MB",
    "max_connections": "40",
    "io_method": "sync",
    # Below the data folder, so that a killed server leaves nothing elsewhere.
    "dynamic_shared_memory_type": "mmap",
    "timezone": "UTC",
    # Errors are reported to the client and not logged, since they can quote stored values.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_checkpoints": "off",
}


class EmbeddedServer:
    """One user of a data folder's PostgreSQL server, which starts with its first user.

    The user that started the server, and every `owner` (the bot), stops it when leaving, unless others use it. Other
    users leave it running. `settings` are PostgreSQL's, applied if this user starts the server.
    """

    def __init__(self, data_dir: Path, *, owner: bool = False, settings: Mapping[str, str] | None = None) -> None:
        self._data_dir = data_dir
        self._folder = data_dir / "postgres"
        self._stops = owner
        self._settings = {**SETTINGS, **(settings or {})}
        self._share: ExitStack | None = None

    def start(self) -> str:
        """Start the server if necessary, and return the SQLAlchemy URL of its database.

        Waits for others that start or stop it. Raises StartError with a way out.
        """
        with refusals_told(self._data_dir):
            self._folder = private(self._data_dir) / "postgres"
            self._folder.mkdir(mode=0o700, exist_ok=True)
            with self._lock("start"), ExitStack() as share:
                share.enter_context(self._lock("users", shared=True))
                self._find_or_launch()
                self._share = share.pop_all()
        return self.url

    @property
    def url(self) -> str:
        """SQLAlchemy's URL of the database."""
        host = {"host": str(self._socket_folder), "port": str(PORT)}
        return URL.create("postgresql+psycopg", username=NAME, database=NAME, query=host).render_as_string()

    @property
    def has_died(self) -> bool:
        """Whether the server has died while we use it."""
        return self._share is not None and self._is_free("server")

    def start_again(self) -> None:
        """Start the server again after it died, unless we have left it. Raises StartError."""
        with refusals_told(self._data_dir), self._lock("start"):
            if self._share is not None:
                self._find_or_launch()

    def stop(self) -> None:
        """Leave the server, and stop it if that is our task."""
        if self._share is None:
            return
        share, self._share = self._share, None
        with self._lock("start"):
            share.close()
            if not self._stops or not self._is_free("users") or self._is_free("server"):
                return
            # https://www.postgresql.org/docs/18/server-shutdown.html: a fast shutdown
            with suppress(IndexError, ProcessLookupError):  # it has just ended
                os.kill(int(self._pid_file_words()[0]), signal.SIGINT)
            with self._lock("server"):
                pass  # its last process has ended

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    @property
    def _pid_file(self) -> Path:
        return self._data / "postmaster.pid"

    @property
    def _socket_folder(self) -> Path:
        inside = self._folder / "socket"
        fits = len(os.fsencode(inside / SOCKET)) <= SOCKET_PATH_BYTES
        if fits and "," not in str(inside):  # a comma separates two paths
            return inside
        return Path("/tmp", f"{NAME}-{hashlib.sha256(os.fsencode(inside)).hexdigest()[:16]}")  # noqa: S108 - checked to be ours

    def _lock(self, name: str, *, shared: bool = False, wait: bool = True) -> AbstractContextManager[int | None]:
        return lock(self._folder / f"{name}.lock", shared=shared, wait=wait)

    def _is_free(self, name: str) -> bool:
        with self._lock(name, wait=False) as held:
            return held is not None

    def _find_or_launch(self) -> None:
        launched, end = False, time.monotonic() + START_SECONDS
        log = self._folder / "server.log"
        while time.monotonic() < end:
            with self._lock("server", wait=False) as held:
                if held is None and self._serves():
                    return
                if held is not None and launched:
                    written = log.read_text(errors="replace")
                    refusal = f"The embedded database didn't start: {_reason(written)} (its log is {log})."
                    raise StartError(disk_full(self._data_dir) if is_disk_full(written) else refusal)
                if held is not None:
                    self._launch(log, held)
                    launched = self._stops = True
            time.sleep(POLL_SECONDS)
        raise StartError(f"The embedded database isn't ready after {START_SECONDS} s (its log is {log}).")

    def _launch(self, log: Path, held: int) -> None:
        """Start the server, which inherits our lock, without waiting until it is ready."""
        user = ServerUser.find()
        if user.uid != os.geteuid():
            user.let_into(self._folder)
        programs = user.programs(self._folder)
        if not self._data.exists():
            self._make_data(programs / "initdb", user, held)
        version = (self._data / "PG_VERSION").read_text().strip()
        if version != MAJOR:
            raise StartError(
                f"{self._data} comes from PostgreSQL {version}, but this Keepsake has PostgreSQL {MAJOR}."
                " Run the Keepsake that created it, or set DATA_DIR to another folder."
            )
        socket = self._socket_folder / SOCKET
        user.own(socket.parent)
        # Left by a killed server. PostgreSQL would check its process id, which may have been reused.
        for trace in (self._pid_file, socket, socket.with_name(f"{SOCKET}.lock")):
            trace.unlink(missing_ok=True)
        options = {**self._settings, "unix_socket_directories": str(socket.parent)}
        flags = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        # The shell leaves the server to init.
        command: list[str | Path] = ["/bin/sh", "-c", '"$@" &', "sh", programs / "postgres", "-D", self._data, *flags]
        with os.fdopen(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as output:
            user.run(command, output=output, lock=held)

    def _make_data(self, initdb: Path, user: ServerUser, held: int) -> None:
        """Create the data atomically."""
        new = self._folder / "data.new"
        shutil.rmtree(new, ignore_errors=True)
        user.own(new)
        made = user.run(
            [
                *(initdb, "-D", new, "--username", NAME, "--auth", "trust", "--no-instructions"),
                *("--encoding", "UTF8", "--locale", "C"),
                *("--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"),
            ],
            lock=held,
        )
        if made.returncode != 0:
            refusal = f"The embedded database can't be created in {self._folder}: {_reason(made.stdout)}."
            raise StartError(disk_full(self._data_dir) if is_disk_full(made.stdout) else refusal)
        new.rename(self._data)

    def _serves(self) -> bool:
        """Tell whether the server accepts connections; if so, create our database if necessary."""
        if self._pid_file_words()[-1:] != ["ready"]:
            return False
        where = make_conninfo(host=str(self._socket_folder), port=PORT, user=NAME, dbname="postgres", connect_timeout=5)
        try:
            with psycopg.connect(where, autocommit=True) as connection:
                if not connection.execute("SELECT FROM pg_database WHERE datname = %s", [NAME]).rowcount:
                    connection.execute(f"CREATE DATABASE {NAME}")
        except psycopg.OperationalError:
            return False
        return True

    def _pid_file_words(self) -> list[str]:
        """Read the server's pid file: its process id first, its state last; empty if it doesn't run.

        https://www.postgresql.org/docs/18/storage-file-layout.html
        """
        try:
            return self._pid_file.read_text(errors="replace").split()
        except FileNotFoundError:
            return []


def _reason(said: str) -> str:
    """Return the last error in PostgreSQL's output."""
    reasons: list[str] = re.findall(r"(?:FATAL|PANIC|error): +(.+)", said)
    return reasons[-1] if reasons else "it gave no reason"
