"""The adapter measures the time until an answer's first words or first call, and until its end."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.model.openai_model import OpenAIModel
from bot.model.seam import ModelRequest
from bot.values.conversations import ToolSpec
from bot.values.messages import UserMessage
from practice.model.server import Reply, ToolCall
from tests.process import Script
from tests.talking import talking_to

BETWEEN_CHUNKS = 0.1
SLACK = 0.05
TOOL = ToolSpec.of("note", "Notes a word.", {"type": "object", "properties": {}})
REQUEST = ModelRequest(cache_key="whose", system_prompt="Be kind.", tools=[TOOL], messages=[UserMessage("Hello")])


@pytest.fixture
async def adapter(model: Script) -> AsyncIterator[OpenAIModel]:
    """The adapter, as the bot has it."""
    async with talking_to(model.url) as adapter:
        yield adapter


async def times(adapter: OpenAIModel) -> tuple[float, float]:
    """Return the seconds until an answer's first words or call, and until its end."""
    usage = (await adapter.answer(REQUEST)).usage
    assert usage.first_token_seconds is not None
    assert usage.seconds is not None
    return usage.first_token_seconds, usage.seconds


@pytest.mark.parametrize(
    ("reply", "first_chunk", "last_chunk"),
    [
        (Reply(text="one two three"), 1, 3),
        (Reply(text="one two", reasoning="Let me see."), 4, 5),
        (Reply(calls=(ToolCall("note", '{"word": "tea"}'),)), 1, 3),
    ],
    ids=["words", "words after reasoning", "a call"],
)
async def test_an_answer_begins_with_its_first_words_or_call_and_ends_with_its_last_chunk(
    adapter: OpenAIModel, model: Script, reply: Reply, first_chunk: int, last_chunk: int
) -> None:
    model.then("Warm.", replace(reply, delay=BETWEEN_CHUNKS))
    await times(adapter)
    first, whole = await times(adapter)
    assert first >= first_chunk * BETWEEN_CHUNKS - SLACK
    assert whole - first >= (last_chunk - first_chunk) * BETWEEN_CHUNKS - SLACK
