"""The server, as those see it who use it: one for all of them, there as long as it is needed."""

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from bot.database.embedded import locks
from bot.database.embedded.cluster import Cluster
from bot.database.embedded.data_folder import private, refusals_told
from bot.errors import StartError

START_SECONDS = 60
POLL_SECONDS = 0.01


class EmbeddedServer:
    """A share in the one PostgreSQL of a data folder; it starts with its first user.

    The user that started the server, and every `owner` (the bot), stops it when leaving, unless others still use it.
    Any other user leaves it running. `settings` are PostgreSQL's, given to the server if this user starts it.
    """

    def __init__(self, data_dir: Path, *, owner: bool = False, settings: Mapping[str, str] | None = None) -> None:
        self._data_dir = data_dir
        self._stops = owner
        self._settings = settings or {}
        self._share: tuple[Cluster, ExitStack] | None = None

    def start(self) -> str:
        """Have the server running, and answer the SQLAlchemy URL of its database.

        Waits for others that are starting or stopping it. Raises StartError with what is wrong and a way out.
        """
        with refusals_told(self._data_dir):
            cluster = Cluster(private(self._data_dir) / "postgres")
            cluster.folder.mkdir(mode=0o700, exist_ok=True)
            with locks.held(cluster.start_lock), ExitStack() as share:
                share.enter_context(locks.held(cluster.users_lock, shared=True))
                self._find_or_launch(cluster)
                self._share = cluster, share.pop_all()
        return cluster.url

    @property
    def has_died(self) -> bool:
        """Whether none of the server's processes lives any more, while we use it."""
        return self._share is not None and locks.is_free(self._share[0].server_lock)

    def start_again(self) -> None:
        """Have the server running again after it died. Does nothing once it was left. Raises StartError."""
        if self._share is None:
            return
        cluster, _ = self._share
        with refusals_told(self._data_dir), locks.held(cluster.start_lock):
            if self._share is not None:  # else it was left meanwhile
                self._find_or_launch(cluster)

    def stop(self) -> None:
        """Leave the server, and stop it if that is ours to do. Does nothing before a start."""
        if self._share is None:
            return
        (cluster, share), self._share = self._share, None
        with locks.held(cluster.start_lock):
            share.close()
            if self._stops and locks.is_free(cluster.users_lock):
                cluster.stop()

    def _find_or_launch(self, cluster: Cluster) -> None:
        launched = False
        for _ in _until(START_SECONDS):
            with locks.tried(cluster.server_lock) as lock:
                if lock is None:
                    if cluster.serves():
                        return
                elif launched:
                    raise StartError(
                        f"The embedded database didn't start: {cluster.last_words()} (its log is {cluster.log})."
                    )
                else:
                    cluster.launch(self._settings, lock)
                    launched = self._stops = True
        raise StartError(f"The embedded database isn't ready after {START_SECONDS} s; its log is {cluster.log}.")


def _until(seconds: float) -> Iterator[None]:
    """Tick until the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(POLL_SECONDS)
