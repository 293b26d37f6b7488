"""The adapter through which tests talk to a model, closed in the end, and a conversation through it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from bot.kit.prompt_text import own
from bot.model.openai_model import OpenAIModel
from bot.model.seam import Answer, Callbacks, ModelRequest
from bot.model.values import Message, ToolResult, ToolSpec, UserMessage
from tests.conftest import MODEL_KEY


@asynccontextmanager
async def talking_to(url: str, **options: Any) -> AsyncIterator[OpenAIModel]:
    """Yield the adapter of the model at an address, as it is for a server that is not OpenAI's; options change it."""
    usual = {"name": "scripted", "api_key": MODEL_KEY, "at_openai": False, "first_chunk_seconds": 10}
    adapter = OpenAIModel(base_url=url, **{**usual, "chunk_seconds": 10, "retry_seconds": 0, **options})
    try:
        yield adapter
    finally:
        await adapter.close()


class Conversation:
    """A model, and what was said with it."""

    def __init__(self, model: OpenAIModel, tools: Sequence[str] = ("add_to_memory",)) -> None:
        self.model = model
        self.messages: list[Message] = [UserMessage(own("Hello"))]
        self.shown: list[str] = []
        self._tools = [ToolSpec.of(name, "A tool.", {"type": "object", "properties": {}}) for name in tools]

    async def ask(self) -> Answer:
        """Ask the model, and keep its answer with a result for each call."""
        messages = list(self.messages)
        request = ModelRequest(cache_key="whose", system_prompt="Be kind.", tools=self._tools, messages=messages)
        answer = await self.model.answer(request, Callbacks(on_text=lambda shown: self.shown.append(shown())))
        self.messages += [answer.message, *(ToolResult(call.id, own("done")) for call in answer.message.calls)]
        return answer
