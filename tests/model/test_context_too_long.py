"""A too long prompt is recognised in the error texts of every server, as reported by their users."""

import json
from collections.abc import Mapping

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
INVALID = {"type": "invalid_request_error", "param": None, "code": "invalid_request_error"}
REPORTED: dict[str, tuple[int, Mapping[str, object]]] = {
    "OpenAI (rahul2002m/ChatPDF#6)": (
        400,
        {
            "error": {
                "message": "This model's maximum context length is 4097 tokens. However, your messages resulted in "
                "6988 tokens. Please reduce the length of the messages.",
                "type": "invalid_request_error",
                "param": "messages",
                "code": "context_length_exceeded",
            }
        },
    ),
    "OpenAI, GPT-5 (cline/cline#5474)": (
        400,
        {
            "error": {
                "message": "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in "
                "289650 tokens. Please reduce the length of the messages.",
                "type": "invalid_request_error",
                "param": "messages",
                "code": None,
            }
        },
    ),
    "OpenAI, GPT-5.2 (anomalyco/opencode#6071)": (
        400,
        {
            "error": {
                "message": "Your input exceeds the context window of this model. Please adjust your input and try "
                "again.",
                "type": "invalid_request_error",
                "param": "input",
                "code": "context_length_exceeded",
            }
        },
    ),
    "vLLM (vllm-project/vllm#20409)": (
        400,
        {
            "object": "error",
            "message": "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens "
            "(112946 in the messages, 10000 in the completion). Please reduce the length of the messages or "
            "completion.",
            "type": "BadRequestError",
            "param": None,
            "code": 400,
        },
    ),
    "vLLM, where max_tokens is what is left (vllm-project/vllm#4667)": (
        400,
        {
            "object": "error",
            "message": "max_tokens must be at least 1, got -186.",
            "type": "BadRequestError",
            "param": None,
            "code": 400,
        },
    ),
    "vLLM, V1 (vllm-project/vllm#12600)": (
        400,
        {
            "error": {
                "message": "The decoder prompt (length 9000) is longer than the maximum model length of 8192. Make "
                "sure that `max_model_len` is no smaller than the number of text tokens.",
                "type": "BadRequestError",
                "param": None,
                "code": 400,
            }
        },
    ),
    "llama-server (oobabooga/textgen#7257)": (
        400,
        {
            "error": {
                "code": 400,
                "message": "the request exceeds the available context size. try increasing the context size or enable "
                "context shift",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 14429,
                "n_ctx": 8192,
            }
        },
    ),
    "llama-server, newer (langchain-ai/openwiki#648)": (
        400,
        {
            "error": {
                "code": 400,
                "message": "request (131168 tokens) exceeds the available context size (131072 tokens), try "
                "increasing it",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 131168,
                "n_ctx": 131072,
            }
        },
    ),
    "Ollama": (
        400,
        {
            "error": {
                "message": "prompt too long; exceeded max context length by 1042 tokens",
                "type": "invalid_request_error",
                "param": None,
                "code": None,
            }
        },
    ),
    "LM Studio (Gitlawb/openclaude#353)": (
        400,
        {
            "error": "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: "
            "13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input."
        },
    ),
    "LM Studio, older (lmstudio-ai/lmstudio-bug-tracker#546)": (
        400,
        {
            "error": "Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded "
            "with context length of only 32768 tokens, which is not enough. Try to load the model with a larger "
            "context length, or provide a shorter input"
        },
    ),
    "OpenRouter (refly-ai/refly#1177)": (
        400,
        {
            "error": {
                "message": "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 "
                'tokens (42832 of text input). Please reduce the length of either one, or use the "middle-out" '
                "transform to compress your prompt automatically.",
                "code": 400,
                "metadata": {"provider_name": None},
            }
        },
    ),
    "OpenRouter, where its provider says it (ai-christianson/RA.Aid#41)": (
        502,
        {
            "error": {
                "message": 'ConnectionError: {"object": "error", "message": "This model\'s maximum context length is '
                '16000 tokens. However, you requested 17165 tokens (13069 in the messages, 4096 in the completion)."}',
                "code": 502,
                "metadata": {"provider_name": "DeepInfra"},
            }
        },
    ),
    "OpenRouter, where it passes its provider's words on": (
        400,
        {
            "error": {
                "message": "Provider returned error",
                "code": 400,
                "metadata": {
                    "raw": '{"error":{"message":"This model\'s maximum context length is 65536 tokens."}}',
                    "provider_name": "DeepSeek",
                },
            }
        },
    ),
    "DeepSeek (FoundationAgents/OpenManus#79)": (
        400,
        {
            "error": {
                "message": "This model's maximum context length is 65536 tokens. However, you requested 66343 tokens "
                "(62247 in the messages, 4096 in the completion). Please reduce the length of the messages or "
                "completion.",
                **INVALID,
            }
        },
    ),
    "Anthropic (continuedev/continue#6080)": (
        400,
        {
            "error": {
                "message": "input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input "
                "length or `max_tokens` and try again",
                **INVALID,
            }
        },
    ),
    "Anthropic, of the prompt alone (earendil-works/pi#102)": (
        400,
        {"error": {"message": "prompt is too long: 219898 tokens > 200000 maximum", **INVALID}},
    ),
    "Mistral": (
        400,
        {
            "object": "error",
            "message": "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum "
            "context length",
            "type": "invalid_request_error",
        },
    ),
    "a proxy that groups digits": (
        400,
        {
            "error": {
                "message": "This model's maximum context length is 8,192 tokens. However, your messages resulted in "
                "9,000 tokens.",
                **INVALID,
            }
        },
    ),
    "Google": (
        400,
        {
            "error": {
                "code": 400,
                "message": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
                "status": "INVALID_ARGUMENT",
            }
        },
    ),
    "OpenAI, above the limit per minute": (
        429,
        {
            "error": {
                "message": "Request too large for gpt-6-luna in organization org-x on tokens per min (TPM): Limit "
                "1800, Requested 2007. The input or output tokens must be reduced in order to run successfully.",
                "type": "tokens",
                "param": None,
                "code": "rate_limit_exceeded",
            }
        },
    ),
    "Groq": (
        413,
        {
            "error": {
                "message": "Request too large for model `llama-3.1-8b-instant` in organization `org_x` service tier "
                "`on_demand` on tokens per minute (TPM): Limit 6000, Requested 7046, please reduce your message size "
                "and try again.",
                "type": "tokens",
                "code": "rate_limit_exceeded",
            }
        },
    ),
}
NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "OpenAI (rahul2002m/ChatPDF#6)": (4_097, 6_988),
    "OpenAI, GPT-5 (cline/cline#5474)": (272_000, 289_650),
    "OpenAI, GPT-5.2 (anomalyco/opencode#6071)": (None, None),
    "vLLM (vllm-project/vllm#20409)": (6_384, 112_946),
    "vLLM, V1 (vllm-project/vllm#12600)": (8_192, 9_000),
    "llama-server (oobabooga/textgen#7257)": (8_192, 14_429),
    "llama-server, newer (langchain-ai/openwiki#648)": (131_072, 131_168),
    "LM Studio (Gitlawb/openclaude#353)": (4_096, 13_055),
    "LM Studio, older (lmstudio-ai/lmstudio-bug-tracker#546)": (32_768, 111_490),
    "OpenRouter (refly-ai/refly#1177)": (32_768, 42_832),
    "OpenRouter, where its provider says it (ai-christianson/RA.Aid#41)": (11_904, 13_069),
    "OpenRouter, where it passes its provider's words on": (65_536, None),
    "DeepSeek (FoundationAgents/OpenManus#79)": (61_440, 62_247),
    "Anthropic (continuedev/continue#6080)": (191_808, 199_759),
    "Anthropic, of the prompt alone (earendil-works/pi#102)": (200_000, 219_898),
    "Mistral": (32_768, 65_673),
    "a proxy that groups digits": (8_192, 9_000),
    "Google": (1_048_576, 1_200_000),
    "OpenAI, above the limit per minute": (1_800, 2_007),
    "Groq": (6_000, 7_046),
}
"""The limit, without what is kept for the answer, and the size of the prompt, as the words of each server have them."""
OTHERS: dict[str, tuple[int, Mapping[str, object], type[errors.ModelError]]] = {
    "a rate limit": (
        429,
        {
            "error": {
                "message": "Rate limit reached for gpt-5-mini in organization org-x on tokens per min (TPM): Limit "
                "30000, Used 29000, Requested 2400. Please try again in 2.8s.",
                "type": "tokens",
                "param": None,
                "code": "rate_limit_exceeded",
            }
        },
        errors.RateLimited,
    ),
    "more bytes than a proxy takes": (413, {"message": "Payload Too Large"}, errors.RequestTooLarge),
    "a wrong value": (400, {"error": {"message": "Invalid value for 'temperature'.", **INVALID}}, errors.ModelError),
}


STRUCTURED = {
    "error": {
        "code": 400,
        "message": "the request exceeds the available context size",
        "type": "exceed_context_size_error",
        "n_prompt_tokens": 2_617,
        "n_ctx": 2_048,
    }
}


async def failure(status: int, body: Mapping[str, object]) -> errors.ModelError:
    """Return how the adapter understands a server that answers with an error."""

    async def answer(_: Request) -> Response:
        return JSONResponse(body, status)

    return await failure_of(Starlette(routes=[Route("/v1/chat/completions", answer, methods=["POST"])]))


async def failure_of(app: Starlette) -> errors.ModelError:
    """Return how the adapter understands a server that refuses to answer."""
    async with serve(app) as url, talking_to(f"{url}/v1") as adapter:
        with pytest.raises(errors.ModelError) as raised:
            await adapter.answer(REQUEST)
    return raised.value


@pytest.mark.parametrize(("status", "body"), REPORTED.values(), ids=REPORTED)
async def test_the_words_of_every_server_are_understood(status: int, body: Mapping[str, object]) -> None:
    assert type(await failure(status, body)) is errors.ContextTooLong


@pytest.mark.parametrize("name", [name for name, (_, body) in REPORTED.items() if "error" in body])
async def test_the_error_is_understood_within_a_stream_too(name: str) -> None:
    event = f"data: {json.dumps(REPORTED[name][1])}\n\n".encode()
    server = ModelServer(lambda _: Reply(raw=(event,)), models=("scripted",))
    assert type(await failure_of(server.app)) is errors.ContextTooLong


@pytest.mark.parametrize("name", NUMBERS)
async def test_the_numbers_in_them_are_read(name: str) -> None:
    raised = await failure(*REPORTED[name])
    assert isinstance(raised, errors.ContextTooLong)
    assert (raised.limit, raised.prompt_tokens) == NUMBERS[name]


@pytest.mark.parametrize("name", ["Ollama", "vLLM, where max_tokens is what is left (vllm-project/vllm#4667)"])
async def test_an_error_with_only_the_excess_gives_that_number(name: str) -> None:
    raised = await failure(*REPORTED[name])
    assert isinstance(raised, errors.ContextTooLong)
    assert (raised.limit, raised.excess) == (None, 1_042 if name == "Ollama" else 186)


async def test_the_numbers_in_an_answer_that_began_well_are_read_too() -> None:
    event = f"data: {json.dumps(STRUCTURED)}\n\n".encode()
    server = ModelServer(lambda _: Reply(raw=(event,)), models=("scripted",))
    raised = await failure_of(server.app)
    assert isinstance(raised, errors.ContextTooLong)
    assert (raised.limit, raised.prompt_tokens) == (2_048, 2_617)


@pytest.mark.parametrize(("status", "body", "situation"), OTHERS.values(), ids=OTHERS)
async def test_other_refusals_are_others(
    status: int, body: Mapping[str, object], situation: type[errors.ModelError]
) -> None:
    assert type(await failure(status, body)) is situation


async def test_the_practice_server_refuses_a_prompt_as_openai_does() -> None:
    server = ModelServer(lambda _: Reply(text="Hi"), models=("scripted",), context_tokens=100)
    assert type(await failure_of(server.app)) is errors.ContextTooLong
