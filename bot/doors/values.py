"""Access: the people who may use a bot, and the programs and browsers that act for one of them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.kit.owner import Owner
from bot.kit.text import folded
from bot.turns.values.origins import PAGE

NAME_MAX: Final = 64
"""Most characters of a token's name."""


class Scope(StrEnum):
    """What a token allows."""

    READ = "read"
    WRITE = "write"
    """All that `READ` does, and changes."""


class Bearer(StrEnum):
    """Who holds a token."""

    PROGRAM = "program"
    PAGE = "page"
    """A browser in which the owner is logged in."""
    MINI_APP = "mini_app"
    """The page as Telegram shows it."""
    ASSISTANT = "assistant"
    """Another assistant that the owner has let in; it renews its token by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessToken:
    """A token that lets its bearer act for an owner, by its name; the token itself is not kept."""

    owner: Owner
    name: str
    scope: Scope
    created_at: datetime
    bearer: Bearer = Bearer.PROGRAM
    used_at: datetime | None = None
    expires_at: datetime | None = None

    @property
    def is_page(self) -> bool:
        """Whether its bearer is the page, in which the owner is logged in."""
        return self.bearer in {Bearer.PAGE, Bearer.MINI_APP}

    @property
    def through(self) -> str:
        """What a change is said to have come through."""
        if self.is_page:
            return PAGE
        return f"“{self.name}”" if folded(self.name) == PAGE else self.name


def login_address(page: str, key: str) -> str:
    """Return the link that logs a browser in at the page, once."""
    return f"{page}/login?key={key}"
