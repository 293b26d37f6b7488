"""Requests of assistants to be let in, and the codes that they get. They last minutes, and end with the process."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from bot.doors.values import Scope
from bot.kit.language import t
from bot.kit.owner import Owner
from bot.kit.text import one_line

if TYPE_CHECKING:
    from mcp.server.auth.provider import AuthorizationParams
    from mcp.shared.auth import OAuthClientInformationFull

Kept = TypeVar("Kept")

CONSENT: Final = "/oauth/consent"
"""Where the owner decides."""
VALID_SECONDS: Final = 600.0
"""How long a request waits for its owner."""
CODE_SECONDS: Final = 60.0
"""How long a code can be exchanged (RFC 6749, section 4.1.2)."""
_MOST: Final = 1_000
_LONGEST_NAME: Final = 50


@dataclass(frozen=True, slots=True)
class Asked:
    """An assistant's request to be let in."""

    client: "OAuthClientInformationFull"
    params: "AuthorizationParams"
    until: float

    @property
    def name(self) -> str:
        """What the assistant calls itself, on one line, without characters that are not seen."""
        seen = "".join(it if it.isprintable() else " " for it in self.client.client_name or "")
        return one_line(seen)[:_LONGEST_NAME].strip() or "An assistant"

    @property
    def back_to(self) -> str:
        """Where its answer goes."""
        return str(self.params.redirect_uri)

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """How far it may be let in: no farther than it asks for."""
        return (Scope.READ,) if self.params.scopes == [Scope.READ] else (Scope.WRITE, Scope.READ)

    @property
    def receiver(self) -> str:
        """Who gets the answer, in words for the owner."""
        parts = urlsplit(self.back_to)
        if parts.scheme not in {"http", "https"}:
            return t("an app on this device ({app})", app=parts.scheme)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)

    def answer(self, **answer: str) -> str:
        """Return the address that takes an answer there (RFC 6749, section 4.1.2)."""
        parts = urlsplit(self.back_to)
        state = {"state": self.params.state} if self.params.state is not None else {}
        return urlunsplit(parts._replace(query=urlencode([*parse_qsl(parts.query), *answer.items(), *state.items()])))


@dataclass(slots=True)
class Allowed:
    """A request that was allowed, by whom, and how far."""

    asked: Asked
    owner: Owner
    scope: Scope
    until: float
    granted: str = ""
    """The name that its tokens have, once there are any."""


@dataclass(slots=True)
class Requests:
    """The requests that wait, by their ids, and the codes of those that were allowed."""

    clock: Callable[[], float] = time.time
    _asked: dict[str, Asked] = field(default_factory=dict)
    _allowed: dict[str, Allowed] = field(default_factory=dict)
    spent: dict[str, Allowed] = field(default_factory=dict)
    """What was exchanged already: somebody who sends a code again may have stolen it."""

    def ask(self, client: "OAuthClientInformationFull", params: "AuthorizationParams") -> str:
        """Keep a request, and return its id."""
        request_id = secrets.token_urlsafe(24)
        _keep(self._asked, request_id, Asked(client, params, self.clock() + VALID_SECONDS))
        return request_id

    def asked(self, request_id: str) -> Asked | None:
        """Return a request, unless it is decided or too old."""
        found = self._asked.get(request_id)
        return found if found and found.until > self.clock() else None

    def decline(self, request_id: str) -> None:
        """Forget a request."""
        self._asked.pop(request_id, None)

    def allow(self, request_id: str, owner: Owner, scope: Scope) -> str:
        """Allow a request, and return its code, which can be exchanged once."""
        code = secrets.token_urlsafe(32)
        asked = self._asked.pop(request_id)
        _keep(self._allowed, code, Allowed(asked, owner, scope, self.clock() + CODE_SECONDS))
        return code

    def allowed(self, code: str) -> Allowed | None:
        """Return what a code stands for, unless it was exchanged."""
        return self._allowed.get(code)

    def spend(self, code: str) -> Allowed | None:
        """Return what a code stands for, for the last time."""
        if allowed := self._allowed.pop(code, None):
            _keep(self.spent, code, allowed)
        return allowed


def _keep(kept: dict[str, Kept], key: str, value: Kept) -> None:
    """Add a value, in place of the oldest one if there are too many."""
    if len(kept) >= _MOST:
        kept.pop(next(iter(kept)))
    kept[key] = value
