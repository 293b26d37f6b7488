"""The models that listen and speak."""

import asyncio
from base64 import b85decode
from collections.abc import AsyncIterator
from typing import Final

from bot.command_line.doctor.report import Finding, Setup, ok, warning
from bot.errors import NotHeard, NotSpoken
from bot.model.questions import ANSWER_SECONDS
from bot.model.speech import speaker
from bot.model.transcription import transcriber

_SILENCE: Final = b85decode(
    "PiJRS00IC2000000003100000004w+*(3oIPjGc}NM&JU0RaF2fV%(y0000_XJ=CY0000000000009610096103{RtIsqb2aCLK3VP|s)0001R"
    "a$#e1X=7yp000060000~NmNWlJx^z6Qvd{jy8r+H00001000020002#R5Qjh0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC0|NsC"
    "0|NsC0|NsC0|WT~{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?"
    "`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?`2YU+|Ni*@{`mj?"
)
"""A second of silence in Ogg Opus."""


async def voice(setup: Setup) -> AsyncIterator[Finding]:
    """Check whether the models that transcribe and speak answer, as far as they are set."""
    settings = setup.settings
    listening, speaking = transcriber(settings), speaker(settings)
    if listening:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await listening.transcribe(_SILENCE)
            yield ok("transcripts", listening.name)
        except (NotHeard, TimeoutError) as error:
            yield warning("transcripts", f"{listening.name}: {_first(error)}")
        finally:
            await listening.close()
    if speaking:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await speaking.speak("Hello.")
            yield ok("speech", f"{speaking.name}, voice {settings.speech_voice}")
        except (NotSpoken, TimeoutError) as error:
            yield warning("speech", f"{speaking.name}: {_first(error)}")
        finally:
            await speaking.close()


def _first(error: Exception) -> str:
    """Return the first sentence of an error, and what to check if it has that."""
    return str(error).partition(" Your recording")[0] or "it gave no answer in time"
