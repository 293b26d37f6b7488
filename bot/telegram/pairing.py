"""Pairing: a stranger who opens a one-time link is let in (https://core.telegram.org/bots/features#deep-linking)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import structlog

from bot.kit.language import DEFAULT, known, speaking_to, t
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.text import clean, one_line
from bot.store.engine import Transaction
from bot.telegram.access import Access, Sender
from bot.telegram.channel import TelegramChannel
from bot.telegram.chats import Chats
from bot.telegram.formatting import compose
from bot.turns.services import TurnServices
from bot.turns.store import people as stored
from bot.turns.values.people import Admission

_COMMAND: Final = re.compile(r"/start(?:@\w+)? ([A-Za-z0-9_-]{32})")
_LONGEST_NAME: Final = 64

log = structlog.get_logger()


def pairing_link(bot_name: str, code: str) -> str:
    """Return the link that lets a person in, once."""
    return f"https://t.me/{bot_name}?start={code}"


def pairing_code(raw: Mapping[str, Any]) -> str | None:
    """Return the code of an update's link; None if it comes from no such link."""
    message = raw.get("message")
    text = message.get("text") if isinstance(message, dict) else None
    found = _COMMAND.fullmatch(text) if isinstance(text, str) else None
    return found[1] if found else None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Lets strangers in by their codes, of which each may try a few an hour."""

    bot_id: int
    services: TurnServices
    access: Access
    chats: Chats

    async def admit(self, raw: Mapping[str, Any], stranger: Sender) -> None:
        """Let a stranger in whose update has a valid code; the update is then like any other person's."""
        code = pairing_code(raw)
        if code is None or not self.access.may_try(stranger.user_id, datetime.now(UTC)):
            return
        newcomer, name = Owner(self.bot_id, stranger.user_id), _name(raw)

        async def let_in(tx: Transaction) -> Admission | None:
            admission = await stored.admit(tx, newcomer, name, code)
            if admission:
                await self._tell(tx, admission, stranger)
            return admission

        admission = await self.services.database.retry(let_in, single=False, reason="pairing")
        await self.services.people.load()  # in any case: the code may have let them in before the connection broke
        if admission is None:
            return
        log.info("a person is let in", is_owner=admission.person.is_owner)
        if admission.invited_by is not None:
            self._channel(admission.invited_by).wake()

    async def _tell(self, tx: Transaction, admission: Admission, sender: Sender) -> None:
        """Tell the new owner what they are, and a person who invited somebody that they came."""
        if admission.invited_by is None:
            with speaking_to(known(sender.language_code) or DEFAULT):
                text = t("You are now the owner of this assistant. To let someone else in, send /invite.")
            channel = self.chats.of(sender).channel
        else:
            channel = self._channel(admission.invited_by)
            with speaking_to(channel.language()):
                text = t("{name} can now use this assistant. To end that, send /people.", name=admission.person.name)
        await channel.say(tx, compose(text))

    def _channel(self, user_id: int) -> TelegramChannel:
        return self.chats.get(user_id, Place(user_id)).channel  # a private chat has its user's id


def _name(raw: Mapping[str, Any]) -> str:
    """Return a sender's name (Bot API, User), which may hold anything."""
    user = raw["message"].get("from")
    parts = [user.get(part) for part in ("first_name", "last_name")] if isinstance(user, dict) else []
    name = one_line(clean(" ".join(part for part in parts if isinstance(part, str))))
    return name[:_LONGEST_NAME] or "?"
