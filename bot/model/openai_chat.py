"""The adapter for OpenAI's Chat Completions, which every compatible server speaks."""

import asyncio
from collections.abc import AsyncIterator, Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

import openai
from openai import AsyncOpenAI, DefaultAsyncHttpxClient
from openai.types.chat import ChatCompletionChunk

from bot.messages import AssistantMessage, clean
from bot.model.failures import understood
from bot.model.seam import Answer, ModelRequest
from bot.model.stream import Heard
from bot.model.text import answer_so_far
from bot.model.wire import wire_messages

_OPENAI_URL = "https://api.openai.com/v1"
_RETRIES = 2


class OpenAIModel:
    """A model behind an OpenAI-compatible server.

    `at_openai` tells that it is OpenAI's own, which takes newer parameters than others do.
    The first chunk has `first_chunk_seconds` to arrive, retries included, each further one `chunk_seconds`.
    """

    def __init__(
        self,
        name: str,
        *,
        api_key: str,
        base_url: str | None,
        at_openai: bool,
        first_chunk_seconds: float,
        chunk_seconds: float,
    ) -> None:
        self.name = name
        self._at_openai = at_openai
        self._first_chunk_seconds = first_chunk_seconds
        self._chunk_seconds = chunk_seconds
        self._client = client(api_key, base_url, timeout=max(first_chunk_seconds, chunk_seconds))

    async def answer(self, request: ModelRequest, on_text: Callable[[str], None]) -> Answer:
        """Ask the model, streaming."""
        heard = Heard()
        taken = {
            call.id for message in request.messages if isinstance(message, AssistantMessage) for call in message.calls
        }
        try:
            async for chunk in self._chunks(request):
                if heard.add(chunk):
                    shown = answer_so_far(heard.text)
                    if shown:
                        on_text(clean(shown))
        except (openai.OpenAIError, TimeoutError, ValueError, RecursionError) as error:
            raise understood(error) from error
        return heard.answer([tool.name for tool in request.tools], taken)

    async def close(self) -> None:
        """Close the connections to the server."""
        await self._client.close()

    async def _chunks(self, request: ModelRequest) -> AsyncIterator[ChatCompletionChunk]:
        """Yield the stream's chunks, each within its time."""
        async with asyncio.timeout(self._first_chunk_seconds) as deadline:
            # The lists go through `extra_body`: as typed arguments the client would rework every message.
            stream = await self._client.chat.completions.create(
                model=self.name, messages=[], stream=True, extra_body=self._body(request)
            )
            async with stream:
                async for chunk in stream:
                    deadline.reschedule(None)
                    yield chunk
                    deadline.reschedule(asyncio.get_running_loop().time() + self._chunk_seconds)

    def _body(self, request: ModelRequest) -> dict[str, object]:
        body: dict[str, object] = {
            "messages": wire_messages(request.system_prompt, request.messages),
            "stream_options": {"include_usage": True},
        }
        if request.tools:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
                }
                for tool in request.tools
            ]
            if not request.may_call:
                body["tool_choice"] = "none"
        if self._at_openai:
            body["prompt_cache_key"] = str(request.conversation_id)
        return body


def client(api_key: str, base_url: str | None, *, timeout: float) -> AsyncOpenAI:
    """Return a client for a server, OpenAI's own unless named; one that wants no key is given a word in its place.

    The environment has no say, but for the proxy on the way to a server elsewhere.
    """
    url = base_url or _OPENAI_URL
    made = AsyncOpenAI(
        api_key=api_key or "none",
        base_url=url,
        timeout=timeout,
        max_retries=_RETRIES,
        http_client=DefaultAsyncHttpxClient(trust_env=False) if _on_this_machine(url) else None,
        # What is None here the constructor reads from the environment.
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
    )
    made.organization = made.project = None  # an empty text would be sent as a header
    made._custom_headers = {}  # noqa: SLF001 - OPENAI_CUSTOM_HEADERS, which no argument keeps out
    return made


def _on_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def served_models(api_key: str, base_url: str) -> list[str]:
    """Return the names of the models a server offers. Raises ModelError."""
    async with client(api_key, base_url, timeout=10) as server:
        try:
            return [model.id async for model in server.models.list()]
        except (openai.OpenAIError, ValueError) as error:
            raise understood(error) from error
