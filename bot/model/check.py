"""Two tiny questions that show what a model and its server can do."""

import time
from dataclasses import dataclass
from typing import Final

from bot.model.openai_chat import OpenAIModel
from bot.model.seam import ModelRequest
from bot.values import ToolSpec, Usage, UserMessage

APART_SECONDS: Final = 0.003
"""What lies between the first and the last words of a stream; those of one packet are read well within it."""

_TOOL: Final = ToolSpec(
    "note",
    "Notes a word.",
    {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """How an answer in words came: whether it grew, and what it is said to have cost."""

    grew: bool
    usage: Usage


async def speak(model: OpenAIModel) -> Spoken:
    """Let the model count to ten. Raises ModelError."""
    heard: list[float] = []
    request = ModelRequest(
        cache_key="whose",
        system_prompt="Answer briefly.",
        tools=[],
        messages=[UserMessage("Count from one to ten, in words.")],
    )
    answer = await model.answer(request, lambda _: heard.append(time.monotonic()))
    return Spoken(bool(heard) and heard[-1] - heard[0] >= APART_SECONDS, answer.usage)


async def calls_a_tool(model: OpenAIModel) -> bool:
    """Ask the model to call a tool, and tell whether it did. Raises ModelError."""
    request = ModelRequest(
        cache_key="whose",
        system_prompt="You can call tools.",
        tools=[_TOOL],
        messages=[UserMessage("Call the tool `note` with the word keepsake.")],
    )
    answer = await model.answer(request, lambda _: None)
    return any(call.name == _TOOL.name and "keepsake" in call.arguments.lower() for call in answer.message.calls)
