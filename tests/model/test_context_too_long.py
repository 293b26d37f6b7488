"""A too long prompt is recognised in the error texts of every server, as reported by their users."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot import errors
from bot.model.seam import ModelRequest
from bot.values.messages import UserMessage
from practice.model.server import ModelServer, Reply
from practice.serving import serve
from tests.talking import talking_to

REQUEST = ModelRequest(cache_key="whose", system_prompt="Be kind.", tools=(), messages=[UserMessage("Hello " * 100)])
VLLM = (
    "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the "
    "messages, 10000 in the completion)."
)
OF_PROVIDER = (
    'ConnectionError: {"object": "error", "message": "This model\'s maximum context length is 16000 tokens. However, '
    'you requested 17165 tokens (13069 in the messages, 4096 in the completion)."}'
)
RAW = '{"error":{"message":"This model\'s maximum context length is 65536 tokens."}}'
PER_MINUTE = "Request too large for {} on tokens per min{} (TPM): Limit {}, Requested {}."
REPORTED: dict[str, tuple[object, int | None, int | None]] = {
    "OpenAI (rahul2002m/ChatPDF#6)": (
        "This model's maximum context length is 4097 tokens. However, your messages resulted in 6988 tokens.",
        *(4_097, 6_988),
    ),
    "OpenAI, GPT-5 (cline/cline#5474)": (
        "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 289650 tokens.",
        *(272_000, 289_650),
    ),
    "OpenAI, GPT-5.2 (anomalyco/opencode#6071)": (
        "Your input exceeds the context window of this model. Please adjust your input and try again.",
        *(None, None),
    ),
    "vLLM (vllm-project/vllm#20409)": ({"object": "error", "message": VLLM, "code": 400}, 6_384, 112_946),
    "vLLM, where max_tokens is what is left (vllm-project/vllm#4667)": (
        "max_tokens must be at least 1, got -186.",
        *(None, None),
    ),
    "vLLM, V1 (vllm-project/vllm#12600)": (
        "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
        *(8_192, 9_000),
    ),
    "llama-server (oobabooga/textgen#7257)": (
        {
            "error": {
                "message": "too much",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 14429,
                "n_ctx": 8192,
            }
        },
        *(8_192, 14_429),
    ),
    "llama-server, newer (langchain-ai/openwiki#648)": (
        "request (131168 tokens) exceeds the available context size (131072 tokens), try increasing it",
        *(131_072, 131_168),
    ),
    "Ollama": ("prompt too long; exceeded max context length by 1042 tokens", None, None),
    "LM Studio (Gitlawb/openclaude#353)": (
        {
            "error": "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: "
            "13055>= n_ctx: 4096). Try to load the model with a larger context length."
        },
        *(4_096, 13_055),
    ),
    "LM Studio, older (lmstudio-ai/lmstudio-bug-tracker#546)": (
        {
            "error": "Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded "
            "with context length of only 32768 tokens, which is not enough."
        },
        *(32_768, 111_490),
    ),
    "OpenRouter (refly-ai/refly#1177)": (
        "This endpoint's maximum context length is 32768 tokens. However, you requested about (42832 of text input).",
        *(32_768, 42_832),
    ),
    "OpenRouter, where its provider says it (ai-christianson/RA.Aid#41)": (OF_PROVIDER, 11_904, 13_069),
    "OpenRouter, where it passes its provider's words on": (
        {"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": RAW}}},
        *(65_536, None),
    ),
    "Anthropic (continuedev/continue#6080)": (
        "input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length",
        *(191_808, 199_759),
    ),
    "Anthropic, of the prompt alone (earendil-works/pi#102)": (
        "prompt is too long: 219898 tokens > 200000 maximum",
        *(200_000, 219_898),
    ),
    "Mistral": (
        "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        *(32_768, 65_673),
    ),
    "a proxy that groups digits": (
        "This model's maximum context length is 8,192 tokens. However, your messages resulted in 9,000 tokens.",
        *(8_192, 9_000),
    ),
    "Google": (
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        *(1_048_576, 1_200_000),
    ),
    "OpenAI, above the limit per minute": (PER_MINUTE.format("gpt-6-luna", "", 1800, 2007), 1_800, 2_007),
    "Groq": (PER_MINUTE.format("`llama-3.1-8b-instant`", "ute", 6000, 7046), 6_000, 7_046),
}
"""The body of an error, or its message; the limit without what is kept for the answer, and the size of the prompt."""
BURST = PER_MINUTE.format("gpt-5-mini", "", 30000, "2400. Please try again in 2.8s")
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
