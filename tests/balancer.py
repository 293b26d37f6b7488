"""A stand-in for the owner's proxy before several copies of a bot."""

from collections.abc import Iterator
from itertools import cycle


class Balancer(dict[str, str]):
    """Where the requests to a host go on (`Webhooks.hosts`): to some addresses in turn."""

    def __init__(self, host: str, *addresses: str) -> None:
        super().__init__({host: ""})
        self.to(*addresses)

    def to(self, *addresses: str) -> None:
        """Pass requests on to these addresses from now on."""
        self._next: Iterator[str] = cycle(addresses)

    def get(self, host: str, default: str | None = None) -> str:  # type: ignore[override]
        """Return where the next request goes."""
        return next(self._next) if host in self else default or ""
