"""A too long prompt is recognised in the error texts of every server, in their own words."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.kit import errors
from bot.kit.prompt_text import own
from bot.model.seam import ModelRequest
from bot.model.values import UserMessage
from practice.model.server import ModelServer, Reply
from practice.serving import serve
from tests.talking import talking_to

REQUEST = ModelRequest(
    cache_key="whose", system_prompt="Be kind.", tools=(), messages=[UserMessage(own("Hello " * 100))]
)
PROVIDER = {"error": {"message": "Provider returned error", "metadata": {"raw": "maximum context length is 65536"}}}
PER_MINUTE = "Request too large for gpt-6-luna on tokens per min (TPM): Limit {}, Requested {}."
REPORTED: dict[str, tuple[object, int | None, int | None]] = {
    "OpenAI": ("This model's maximum context length is 4097 tokens. It resulted in 6988 tokens.", 4_097, 6_988),
    "OpenAI, GPT-5": ("Input tokens exceed the configured limit of 272000 tokens.", 272_000, None),
    "OpenAI, GPT-5.2": ("Your input exceeds the context window of this model.", None, None),
    "vLLM": (
        {"message": "maximum context length is 16384 (112946 in the messages, 10000 in the completion)", "code": 400},
        *(6_384, 112_946),
    ),
    "vLLM, where max_tokens is what is left": ("max_tokens must be at least 1, got -186.", None, None),
    "vLLM, V1": ("prompt (length 9000) is longer than the maximum model length of 8192", 8_192, 9_000),
    "llama-server": (
        {"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 14429, "n_ctx": 8192}},
        *(8_192, 14_429),
    ),
    "llama-server, newer": ("request (9168 tokens) exceeds the available context size (9072 tokens)", 9_072, 9_168),
    "Ollama": ("prompt too long; exceeded max context length by 1042 tokens", None, None),
    "LM Studio": ({"error": "greater than the context length (n_keep: 13055>= n_ctx: 4096)"}, 4_096, 13_055),
    "LM Studio, older": (
        {"error": "keep the first 111490 tokens when context the overflows, context length of only 32768 tokens"},
        *(32_768, 111_490),
    ),
    "OpenRouter": ("maximum context length is 32768 tokens (42832 of text input)", 32_768, 42_832),
    "OpenRouter, where it passes its provider's words on": (PROVIDER, 65_536, None),
    "Anthropic": ("`max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease length", 191_808, 199_759),
    "Anthropic, of the prompt alone": ("prompt is too long: 219898 tokens > 200000 maximum", 200_000, 219_898),
    "Mistral": (
        "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        *(32_768, 65_673),
    ),
    "a proxy that groups digits": ("maximum context length is 8,192, resulted in 9,000 tokens", 8_192, 9_000),
    "Google": ("input token count (12000) exceeds the maximum number of tokens allowed (10485)", 10_485, 12_000),
    "OpenAI and Groq, above the limit per minute": (PER_MINUTE.format(1800, 2007), 1_800, 2_007),
}
"""The body of an error, or its message; the limit without what is kept for the answer, and the size of the prompt."""
BURST = PER_MINUTE.format(30000, "2400. Please try again in 2.8s")
OTHERS: tuple[tuple[int, object, type[errors.ModelError]], ...] = (
    (429, BURST, errors.RateLimited),
    (413, {"message": "Payload Too Large"}, errors.RequestTooLarge),
    (400, "Invalid value for 'temperature'.", errors.ModelError),
)


class Refusing:
    """A server that refuses each request."""

    def __init__(self) -> None:
        self.status, self.said = 400, object()
        self.app = Starlette(routes=[Route("/v1/chat/completions", self._refuse, methods=["POST"])])

    async def _refuse(self, _: Request) -> Response:
        body = {"error": {"message": self.said}} if isinstance(self.said, str) else self.said
        return JSONResponse(body, self.status)


async def test_the_words_and_numbers_of_every_server_are_understood() -> None:
    server = Refusing()
    async with serve(server.app) as url, talking_to(f"{url}/v1") as adapter:
        for name, (server.said, limit, tokens) in REPORTED.items():
            with pytest.raises(errors.ContextTooLong) as raised:
                await adapter.answer(REQUEST)
            assert (raised.value.limit, raised.value.prompt_tokens) == (limit, tokens), name
            assert raised.value.excess == {"Ollama": 1_042}.get(name, 186 if "what is left" in name else None), name
        for server.status, server.said, situation in OTHERS:
            with pytest.raises(errors.ModelError) as other:
                await adapter.answer(REQUEST)
            assert other.type is situation


async def test_the_error_is_understood_in_an_answer_that_began_well_and_of_the_practice_server() -> None:
    error = b'{"error": {"message": "context size", "n_prompt_tokens": 2617, "n_ctx": 2048}}'
    replies = [Reply(raw=(b"data: " + error + b"\n\n",))]
    server = ModelServer(lambda _: replies.pop(), models=("scripted",))
    async with serve(server.app) as url, talking_to(f"{url}/v1") as adapter:
        for numbers in ((2_048, 2_617), (100, 171)):
            with pytest.raises(errors.ContextTooLong) as raised:
                await adapter.answer(REQUEST)
            assert (raised.value.limit, raised.value.prompt_tokens) == numbers
            server.context_tokens = 100
