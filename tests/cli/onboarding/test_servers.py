"""Servers on this machine are found by asking, with what they say of their models."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.cli.onboarding.servers import local_servers
from bot.model.listing import served
from practice.model.server import ModelServer, Reply
from practice.serving import serve

CAPABILITIES = {"llama3.2:3b": ["completion", "tools"], "gemma3:4b": ["completion", "vision"]}


def ollama() -> Starlette:
    """Return a server with the parts of Ollama's API that tell of its models (https://docs.ollama.com/api)."""

    async def listed(_: Request) -> Response:
        names = [*CAPABILITIES, "nomic-embed-text:latest", "broken"]
        return JSONResponse({"object": "list", "data": [{"id": name, "object": "model"} for name in names]})

    async def shown(request: Request) -> Response:
        name = (await request.json())["model"]
        return JSONResponse({"capabilities": CAPABILITIES[name]} if name in CAPABILITIES else {"error": "not found"})

    return Starlette(routes=[Route("/v1/models", listed), Route("/api/show", shown, methods=["POST"])])


async def test_those_that_answer_are_found() -> None:
    other = ModelServer(lambda _: Reply(text="Hi"), models=("qwen", "text-embedding-nomic"))
    async with serve(ollama()) as first, serve(other.app) as second:
        found = await local_servers([f"{first}/v1", f"{second}/v1", "http://127.0.0.1:9/v1"])
    assert [(it.name, it.base_url, list(it.models), dict(it.calls_tools)) for it in found] == [
        ("Ollama", f"{first}/v1", [*CAPABILITIES, "broken"], {"llama3.2:3b": True, "gemma3:4b": False}),
        ("LM Studio", f"{second}/v1", ["qwen"], {}),
    ]


@pytest.mark.parametrize(
    ("entry", "calls"),
    [
        ({"supported_parameters": ["max_tokens", "tools"]}, {"m": True}),  # OpenRouter
        ({"supported_parameters": ["max_tokens"]}, {"m": False}),
        ({"capabilities": {"function_calling": True}}, {"m": True}),  # Mistral
        ({"capabilities": ["embedding"]}, {}),
        ({}, {}),
    ],
)
async def test_a_list_says_which_models_call_tools(entry: dict[str, object], calls: dict[str, bool]) -> None:
    server = ModelServer(lambda _: Reply(text="Hi"), models=("m",), listed=entry)  # type: ignore[arg-type] # JSON
    async with serve(server.app) as url:
        assert (await served("", f"{url}/v1")).calls_tools == calls
