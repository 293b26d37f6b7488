"""Recordings, transcribed."""

from dataclasses import replace
from typing import Final

from bot.kit.errors import NotHeard
from bot.kit.language import mark, t
from bot.model.transcription import Transcriber
from bot.turns.values.attachments import Attachment

_MINUTE: Final = 60
_NONE: Final = mark("I can't listen to recordings yet.")
_SET_ONE: Final = mark("Set TRANSCRIPTION_MODEL, restart me, then send /retry.")
_LONGER: Final = mark("This recording is longer than the {minutes} minutes that I listen to.")
_SHORTEN: Final = mark("Send it in parts, or raise TRANSCRIPTION_MINUTES, restart me, then send /retry.")
_NO_WORDS_HEARD: Final = mark("I hear no words in this recording.")
_SAY_AGAIN: Final = mark("Please say it again.")
_NONE_SET: Final = mark("no TRANSCRIPTION_MODEL is set")
_TOO_LONG: Final = mark("it is longer than I listen to (TRANSCRIPTION_MINUTES)")
_NO_WORDS: Final = mark("I hear no words in it")


class Speech:
    """Transcribes recordings of up to `most_minutes`; without a `transcriber`, it says that none is set."""

    def __init__(self, transcriber: Transcriber | None, *, most_minutes: float) -> None:
        self._transcriber = transcriber
        self._most_minutes = most_minutes

    async def made(self, attachment: Attachment, content: bytes) -> Attachment:
        """Return a recording with its transcript. Raises NotHeard."""
        sent = attachment.sent
        if self._transcriber is None:
            raise NotHeard(_NONE, _SET_ONE, problem=_NONE_SET, may_pass=False)
        if (sent.seconds or 0) > self._most_minutes * _MINUTE:
            raise NotHeard(
                lambda: t(_LONGER, minutes=f"{self._most_minutes:g}"), _SHORTEN, problem=_TOO_LONG, may_pass=False
            )
        text = await self._transcriber.transcribe(content, sent.name)
        if not text:
            raise NotHeard(_NO_WORDS_HEARD, _SAY_AGAIN, problem=_NO_WORDS, may_pass=False)
        return replace(attachment, text=text)
