"""`/history`: the conversations there were, by the numbers that /resume and /forget know them by."""

from datetime import tzinfo
from typing import Final

from bot.database.engine import Transaction
from bot.database.history import History, PastConversation
from bot.messages import Owner
from bot.telegram.formatting import Part, RichText, bold, compose

PAGE: Final = 15
"""How many conversations are shown at once."""
_MOST_PAGES: Final = 1_000_000


class HistoryCommand:
    """Carries out `/history` and `/history <page>`."""

    def __init__(self, history: History, timezone: tzinfo | None) -> None:
        self._history = history
        self._timezone = timezone

    async def answer(self, tx: Transaction, owner: Owner, words: str) -> list[Part]:
        """List the conversations of a page, the newest first, in the caller's transaction."""
        page = _page(words)
        if page is None:
            return compose("/history lists our conversations, the newest first; /history 2 the ones before, and so on.")
        found = await self._history.newest(tx, owner, skip=(page - 1) * PAGE, most=PAGE + 1)
        if not found:
            return compose("There are no conversations yet." if page == 1 else "There are no earlier conversations.")
        shown = found[:PAGE]
        heading = "🗂 ", bold("Our conversations:"), "\n"
        lines: list[str | RichText] = [f"\n• {title(past, self._timezone)}" for past in shown]
        over = next((past.number for past in shown if past.ended_at), None)
        hint = f"\n\n/resume {over} goes on with that one, /forget {over} erases it." if over else ""
        more = f" /history {page + 1} shows earlier ones." if len(found) > PAGE else ""
        return compose(*heading, *lines, hint, more)


def title(past: PastConversation, timezone: tzinfo | None) -> str:
    """Name a conversation on one line: number, date, turns, and the first words."""
    turns = "1 turn" if past.turns == 1 else f"{past.turns:,} turns"
    now = ", the one we are in" if past.ended_at is None else ""
    return f"{past.number}, {past.started_at.astimezone(timezone):%d %b %Y}, {turns}{now}: “{past.first_words}”"


def _page(words: str) -> int | None:
    """Read which page is wanted; None if it is none."""
    if not words:
        return 1
    is_page = words.isascii() and words.isdecimal() and 0 < int(words) <= _MOST_PAGES
    return int(words) if is_page else None
