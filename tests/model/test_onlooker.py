"""Who looks on sees each request as the server receives it, and what its answer cost."""

import pytest

from bot.errors import ModelError
from bot.messages import Usage, UserMessage
from bot.model.seam import ModelRequest
from bot.practice.model.server import Refusal, Reply
from bot.practice.model.server import Usage as Reported
from tests.process import Script
from tests.talking import talking_to


class Onlooker:
    """Keeps what it sees."""

    def __init__(self) -> None:
        self.seen: list[bytes | Usage] = []

    def sent(self, body: bytes) -> None:
        """See a request's body."""
        self.seen.append(body)

    def answered(self, usage: Usage) -> None:
        """See what its answer cost."""
        self.seen.append(usage)


async def ask(model: Script, onlooker: Onlooker) -> None:
    request = ModelRequest(cache_key="whose", system_prompt="Be kind.", tools=(), messages=[UserMessage("Grüße, 🙂")])
    async with talking_to(model.url, onlooker=onlooker) as adapter:
        await adapter.answer(request, lambda _: None)


async def test_the_bytes_are_those_the_server_received(model: Script) -> None:
    model.then(Reply(text="Hello", usage=Reported(prompt=30, completion=10, cached=20)))
    onlooker = Onlooker()
    await ask(model, onlooker)
    body, usage = onlooker.seen
    assert body == model.requests[0].body
    assert isinstance(usage, Usage)
    assert (usage.input_tokens, usage.cached_tokens, usage.output_tokens) == (30, 20, 10)


async def test_a_request_that_fails_is_seen_too(model: Script) -> None:
    model.then(Reply(error=Refusal(400, "no")))
    onlooker = Onlooker()
    with pytest.raises(ModelError):
        await ask(model, onlooker)
    assert onlooker.seen == [model.requests[0].body]
