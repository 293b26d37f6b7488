"""Recordings, transcribed."""

from dataclasses import replace
from typing import Final

from bot.errors import NotHeard
from bot.model.transcription import Transcriber
from bot.values.attachments import Attachment

_MINUTE: Final = 60
_NONE: Final = "I can't listen to recordings yet. Set TRANSCRIPTION_MODEL, restart me, then send /retry."


class Speech:
    """Transcribes recordings of up to `most_minutes`; without a `transcriber`, it says that none is set."""

    def __init__(self, transcriber: Transcriber | None, *, most_minutes: float) -> None:
        self._transcriber = transcriber
        self._most_minutes = most_minutes

    async def made(self, attachment: Attachment, content: bytes) -> Attachment:
        """Return a recording with its transcript. Raises NotHeard."""
        sent = attachment.sent
        if self._transcriber is None:
            raise NotHeard(_NONE, problem="no TRANSCRIPTION_MODEL is set", may_pass=False)
        if (sent.seconds or 0) > self._most_minutes * _MINUTE:
            problem = f"it is longer than the {self._most_minutes:g} minutes that I listen to"
            raise NotHeard(
                f"I can't transcribe the {sent.what}: {problem}. Send it in parts, or raise TRANSCRIPTION_MINUTES, "
                "restart me, then send /retry.",
                problem=problem,
                may_pass=False,
            )
        text = await self._transcriber.transcribe(content, sent.name)
        if not text:
            problem = "I hear no words in it"
            raise NotHeard(f"I hear no words in the {sent.what}. Say it again?", problem=problem, may_pass=False)
        return replace(attachment, text=text)
