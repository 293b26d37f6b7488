"""Short questions to a model, to see whether it answers, streams and calls tools."""

import time
from typing import Final

from bot.model.openai_model import OpenAIModel
from bot.model.seam import Callbacks, ModelRequest
from bot.values.conversations import ToolSpec
from bot.values.messages import UserMessage
from bot.values.turns import Usage

ANSWER_SECONDS: Final = 120.0
"""Time for each question. The server may have to load the model first."""
_APART_SECONDS: Final = 0.003
"""Least time between the first and the last words of a stream. Those of one packet are read well within it."""
_TOOL: Final = ToolSpec.of(
    "note",
    "Notes a word.",
    {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
)


async def speaks(model: OpenAIModel) -> tuple[bool, Usage]:
    """Let the model count to ten; return whether its answer grew, and what it cost. Raises ModelError."""
    heard: list[float] = []
    request = _request("Answer briefly.", "Count from one to ten, in words.")
    answer = await model.answer(request, Callbacks(on_text=lambda _: heard.append(time.monotonic())))
    return bool(heard) and heard[-1] - heard[0] >= _APART_SECONDS, answer.usage


async def calls_a_tool(model: OpenAIModel) -> bool:
    """Ask the model to call a tool, and return whether it did. Raises ModelError."""
    request = _request("You can call tools.", "Call the tool `note` with the word keepsake.", _TOOL)
    answer = await model.answer(request)
    return any(call.name == _TOOL.name and "keepsake" in call.arguments.lower() for call in answer.message.calls)


def _request(system_prompt: str, words: str, *tools: ToolSpec) -> ModelRequest:
    return ModelRequest(cache_key="whose", system_prompt=system_prompt, tools=tools, messages=[UserMessage(words)])
