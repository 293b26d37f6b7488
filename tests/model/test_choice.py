"""The models in use, and the token limit of a prompt: as set, or as the server reports it."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import JsonValue
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.kit.prompt_text import own
from bot.kit.settings import Settings
from bot.model.choice import context_tokens, models
from bot.model.listing import Served, known_limit
from bot.model.seam import ModelRequest
from bot.model.values import UserMessage
from practice.model.server import ModelServer, Reply
from practice.serving import serve

NOWHERE = "http://127.0.0.1:9/v1"
REQUEST = ModelRequest(cache_key="whose", system_prompt="Be kind.", tools=(), messages=[UserMessage(own("Hello"))])


def settings(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Settings:
    for name in map(str.upper, Settings.model_fields):
        monkeypatch.delenv(name, raising=False)
    return Settings(_env_file=None, **changes)  # type: ignore[call-arg] # pydantic-settings takes it from its source


async def silent(_: Request) -> Response:
    """Never name the models."""
    await asyncio.Event().wait()
    return Response()


def answering(*names: str, listed: Mapping[str, JsonValue] | None = None) -> ModelServer:
    return ModelServer(lambda it: Reply(text=f"I am {it.model}."), models=names, listed=listed)


LISTED: dict[str, tuple[dict[str, JsonValue], int | None]] = {
    "vLLM": ({"root": "/models/qwen", "parent": None, "max_model_len": 8192, "permission": []}, 8192),
    "OpenRouter": ({"context_length": 131072, "top_provider": {"context_length": 65536, "is_moderated": False}}, 65536),
    "OpenRouter, with no provider": ({"context_length": 131072, "top_provider": {"context_length": None}}, 131072),
    "llama-server": ({"meta": {"vocab_type": 2, "n_vocab": 151936, "n_ctx_train": 40960, "n_ctx": 4096}}, 4096),
    "llama-server, older": ({"meta": {"vocab_type": 2, "n_vocab": 151936, "n_ctx_train": 40960}}, 40960),
    "LM Studio": ({"state": "loaded", "max_context_length": 40960, "loaded_context_length": 4096}, 4096),
    "Groq": ({"active": True, "context_window": 131072}, 131072),
    "odd": ({"max_model_len": "many", "context_length": 0, "meta": [], "context_window": -1}, None),
}


async def test_a_server_reports_the_token_limit_of_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    server = answering("small", "large")
    async with serve(server.app) as url:
        named = settings(monkeypatch, openai_base_url=f"{url}/v1", openai_model="large")
        for name, (listed, limit) in LISTED.items():
            server.listed = listed
            async with models(named, None) as asked:
                assert (asked.answering.name, asked.known_limit) == ("large", limit), name


async def test_a_server_is_not_asked_where_the_tokens_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve(answering("small", listed={"max_model_len": 8192}).app) as url:
        known = settings(monkeypatch, openai_base_url=f"{url}/v1", openai_model="small", context_tokens=9000)
        async with models(known, None) as asked:
            assert asked.known_limit is None
            assert context_tokens(known, asked.known_limit) == 9000


async def test_neither_a_silent_nor_an_unreachable_server_keeps_a_bot_from_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serve(Starlette(routes=[Route("/v1/models", silent)])) as url:
        for server in (f"{url}/v1", NOWHERE):
            async with models(settings(monkeypatch, openai_base_url=server, openai_model="small"), None) as asked:
                assert asked.known_limit is None


@pytest.mark.parametrize(("name", "limit"), [("ft:gpt-4-0613:us::1", 8_192), ("gpt-4o", None)])
async def test_openai_itself_is_not_asked_as_its_older_models_are_known(
    monkeypatch: pytest.MonkeyPatch, name: str, limit: int | None
) -> None:
    at_openai = settings(monkeypatch, openai_api_key="sk-none", openai_model=name)
    async with models(at_openai, None) as asked:
        assert (asked.answering.name, asked.known_limit) == (name, limit)


def test_models_that_do_other_work_are_known_by_their_names() -> None:
    others = ["text-embedding-3", "whisper-1", "kokoro-tts", "gpt-4o-transcribe", "llama-guard3", "gpt-image-1"]
    assert Served(dict.fromkeys([*others, "gpt-4o", "llama3.2:3b"])).chat_models == ["gpt-4o", "llama3.2:3b"]


def test_a_reported_limit_takes_precedence_over_a_known_one() -> None:
    assert known_limit("gpt-4", Served({"gpt-4": 4096, "other": None})) == 4096
    assert known_limit("gpt-4", Served({"gpt-4": None, "other": 4096})) == 8_192
    assert known_limit("qwen3", Served({"/models/qwen3.gguf": 4096})) == 4096
    assert known_limit("qwen3", Served({"llama": 4096, "phi": 8192})) is None
    assert known_limit("qwen3", None) is None


def test_a_prompt_takes_what_is_set_or_else_32000_tokens_or_what_the_model_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unset, known = settings(monkeypatch), settings(monkeypatch, context_tokens=50_000)
    assert [context_tokens(unset, limit) for limit in (None, 200_000, 8_192, 2_048)] == [32_000, 32_000, 8_192, 2_048]
    assert [context_tokens(known, limit) for limit in (None, 8_192)] == [50_000, 50_000]


async def test_summaries_have_a_model_of_their_own_where_one_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve(answering("small", "large").app) as url:
        here = {"openai_base_url": f"{url}/v1", "openai_model": "large"}
        async with models(settings(monkeypatch, review_model="small", **here), None) as asked:
            reviewing = asked.reviewing
            assert (await asked.answering.answer(REQUEST)).message.content == "I am large."
            assert (await reviewing.answer(REQUEST)).message.content == "I am small."
        with pytest.raises(RuntimeError, match="closed"):
            await reviewing.answer(REQUEST)
        for name in ("", "large"):
            async with models(settings(monkeypatch, review_model=name, **here), None) as asked:
                assert asked.reviewing is asked.answering
