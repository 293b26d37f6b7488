"""Servers of models: finding them, testing a model with short questions, and explaining failures."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

import httpx

from bot.kit.errors import KeyRefused, ModelError, QuotaExceeded, ServerSilent, ServerUnreachable, UnknownModel
from bot.kit.prompt_text import own
from bot.kit.usage import Usage
from bot.model.failures import words_of
from bot.model.listing import served
from bot.model.openai_model import OpenAIModel
from bot.model.seam import Callbacks, ModelRequest
from bot.model.values import ToolSpec, UserMessage

_NAMES: Final = ("Ollama", "LM Studio", "llama-server")
"""The servers at the addresses of LOCAL_MODEL_SERVERS, in their order."""
OPENROUTER_URL: Final = "https://openrouter.ai/api/v1"
_SECONDS: Final = 1.5
_SHOWN_AT_ONCE: Final = 30
_SILENT: Final = "{server} gave no complete answer in time. It may be loading the model. Try again in a minute."
_FAILURES: Final[dict[type[Exception], str]] = {
    KeyRefused: "{server} refused the key. Copy {key} again.",
    QuotaExceeded: "{server} says that the quota or rate limit is used up. Check your plan there.",
    UnknownModel: "{server} doesn't know this model. Check the model's name and {address}.",
    ServerUnreachable: "{server} can't be reached. Check the server, the network and {address} (most end in /v1).",
    ServerSilent: _SILENT,
    TimeoutError: _SILENT,
}

ANSWER_SECONDS: Final = 120.0
"""Time for each question. The server may have to load the model first."""
_APART_SECONDS: Final = 0.003
"""Least time between the first and the last words of a stream. Those of one packet are read well within it."""
_TOOL: Final = ToolSpec.of(
    "note",
    "Notes a word.",
    {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server of models, with the names of those that chat. Without an address, it is OpenAI's own."""

    name: str
    base_url: str | None
    key: str = field(default="", repr=False)
    models: Sequence[str] = ()
    calls_tools: Mapping[str, bool] = field(default_factory=dict)
    """Whether a model calls tools, as far as the server says."""
    shutdown_dates: Mapping[str, date] = field(default_factory=dict)
    """The days on which models are shut down, as far as the server says."""


async def local_servers(addresses: Sequence[str]) -> Sequence[Server]:
    """Return the servers on this machine that answer within a moment; `addresses` are in the order of their names."""
    found = await asyncio.gather(*(_find(name, address) for name, address in zip(_NAMES, addresses, strict=False)))
    return [server for server in found if server]


async def server_at(name: str, base_url: str | None, key: str) -> Server:
    """Return a server with its models. Raises ModelError."""
    listed = await served(key, base_url, retries=0)
    return Server(
        name=name,
        base_url=base_url,
        key=key,
        models=listed.chat_models,
        calls_tools=listed.calls_tools,
        shutdown_dates=listed.shutdown_dates,
    )


async def _find(name: str, base_url: str) -> Server | None:
    try:
        async with asyncio.timeout(_SECONDS):
            server = await server_at(name, base_url, "")
            return server if name != "Ollama" else await _with_capabilities(server, base_url)
    except (ModelError, TimeoutError):
        return None


async def _with_capabilities(server: Server, base_url: str) -> Server:
    """Add what Ollama says of its models (https://docs.ollama.com/api/show)."""
    async with httpx.AsyncClient(base_url=base_url.removesuffix("/v1"), trust_env=False) as http:

        async def calls_tools(model: str) -> bool | None:
            try:
                shown = (await http.post("/api/show", json={"model": model})).json()
                return "tools" in shown["capabilities"]
            except (httpx.HTTPError, ValueError, LookupError, TypeError):
                return None

        first = server.models[:_SHOWN_AT_ONCE]
        said = dict(zip(first, await asyncio.gather(*map(calls_tools, first)), strict=True))
    known = {model: calls for model, calls in said.items() if calls is not None}
    return replace(server, calls_tools=known)


def explained(
    error: Exception, server: str = "The server", *, key: str = "the key", address: str = "the address"
) -> str:
    """Return a failure in words, with its remedy; `key` and `address` name what sets the two."""
    if known := _FAILURES.get(type(error)):
        return known.format(server=server, key=key, address=address)
    words = words_of(error)
    return f"{server} failed ({words}). See its log." if words else f"{server} failed. See its log."


async def counts_to_ten(model: OpenAIModel) -> tuple[bool, Usage]:
    """Ask the model to count to ten; return whether its answer came in pieces, and its usage. Raises ModelError."""
    times: list[float] = []
    request = _request("Answer briefly.", "Count from one to ten, in words.")
    answer = await model.answer(request, Callbacks(on_text=lambda _: times.append(time.monotonic())))
    return bool(times) and times[-1] - times[0] >= _APART_SECONDS, answer.usage


async def calls_a_tool(model: OpenAIModel) -> bool:
    """Ask the model to call a tool, and return whether it did. Raises ModelError."""
    request = _request("You can call tools.", "Call the tool `note` with the word keepsake.", _TOOL)
    answer = await model.answer(request)
    return any(call.name == _TOOL.name and "keepsake" in call.arguments.lower() for call in answer.message.calls)


def _request(system_prompt: str, words: str, *tools: ToolSpec) -> ModelRequest:
    return ModelRequest(cache_key="whose", system_prompt=system_prompt, tools=tools, messages=[UserMessage(own(words))])
