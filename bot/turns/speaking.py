"""Answers by voice: those that are wanted so are spoken before they are delivered."""

import re
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import structlog

from bot.kit.errors import NotSpoken
from bot.kit.owner import Owner
from bot.model.speech import OpenAISpeaker
from bot.store.engine import Database
from bot.turns.store import attachments, owners
from bot.turns.values.people import VoiceMode

_WRITTEN_ONLY: Final = re.compile(r"```|~~~|^ {0,3}\|.*\|\s*$|\$\$", re.MULTILINE)
"""What is of no use when it is heard: code, tables, formulas."""
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_ADDRESS: Final = re.compile(r"<?https?://[^\s<>]+>?")
_LINE_MARK: Final = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|[-*_]{3,}[ \t]*$)", re.MULTILINE)
_MARKS: Final = re.compile(r"\*\*|__|~~|\|\||`|(?<!\s)\*|\*(?!\s)")

log = structlog.get_logger()


def speakable(markdown: str, most_characters: int) -> str:
    """Return an answer as it is said, without its marks; empty if it is too long or not made to be heard."""
    if _WRITTEN_ONLY.search(markdown):
        return ""
    text = _MARKS.sub("", _LINE_MARK.sub("", _ADDRESS.sub("", _LINK.sub(r"\1", markdown)))).strip()
    return text if len(text) <= most_characters and any(it.isalnum() for it in text) else ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """An answer's voice message, or in a sentence why it can't be made."""

    voice: bytes = b""
    problem: str = ""


class Speaking:
    """Speaks the answers of turns whose user wants that, of at most `most_characters`.

    Without a `speaker`, none is spoken, and nothing is asked.
    """

    def __init__(self, database: Database, speaker: OpenAISpeaker | None, *, most_characters: int) -> None:
        self._database = database
        self._speaker = speaker
        self.most_characters = most_characters

    @property
    def is_possible(self) -> bool:
        """Whether there is a model that speaks."""
        return self._speaker is not None

    async def is_wanted(self, owner: Owner, turn_id: UUID, *, has_files: bool) -> bool:
        """Tell whether the answer of a turn, which `has_files`, is to be spoken."""
        if self._speaker is None:
            return False
        async with self._database.transaction(single=True) as tx:
            mode = await owners.voice(tx, owner)
            if mode is VoiceMode.AUTO:
                return has_files and await attachments.hold_speech(tx, turn_id)
        return mode is VoiceMode.ON

    async def spoken(self, words: str) -> Spoken | None:
        """Return an answer's voice message, or the reason why there is none; None if it is to be read only."""
        text = speakable(words, self.most_characters)
        if self._speaker is None or not text:
            return None
        try:
            return Spoken(await self._speaker.speak(text))
        except NotSpoken as error:
            log.warning("an answer can't be spoken", error=type(error.__cause__).__name__)
            return Spoken(problem=str(error))
