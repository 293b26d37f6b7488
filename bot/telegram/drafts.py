"""Drafts: answers that are no messages yet (Bot API, sendMessageDraft)."""

from typing import Final
from uuid import UUID

from telegram import Update

from bot.telegram.access import STOPPED_DRAFT, known_id

_IDS: Final = 2**31 - 1


def draft_id(turn_id: UUID) -> int:
    """Return the id of the draft of a turn's answer: the same after a restart, and not zero."""
    return turn_id.int % _IDS + 1


def stopped_draft(update: Update) -> int | None:
    """Return the draft that an update's user has stopped, which python-telegram-bot doesn't know yet; else None."""
    stopped = update.api_kwargs.get(STOPPED_DRAFT)
    return known_id(stopped.get("draft_id")) if isinstance(stopped, dict) else None
