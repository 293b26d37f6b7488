"""How much a server takes: what is set, what it says, and what its refusals seem to say, which holds for one turn."""

import json
from io import BytesIO

import pytest
from PIL import Image
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from practice.model.pictures import seen_in
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from tests.process import BotProcess, Script

LONG = " ".join(["lorem ipsum dolor sit amet consetetur"] * 20)
USUAL = "The limit is 32,000."
MOST_BYTES = 50_000
"""Less than a small picture takes."""


async def test_a_context_that_the_server_names_is_kept_for_this_model_only(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings["OPENAI_MODEL"] = "scripted"
    model.server.models = ("scripted", "other")
    await bot_process.start()
    model.server.context_tokens = 4_000
    for number in range(1, 7):
        await telegram.bot_message(f"Echo: q{number}", after=telegram.send_text(f"q{number} {LONG}"))
        await bot_process.answered(number)
    assert len(model.server.refusals) == 1
    figures = await telegram.bot_message("The next request", after=telegram.send_text("/context"))
    assert "The limit is 4,000." in figures.text
    await telegram.bot_message("other", after=telegram.send_text("/model other"))
    figures = await telegram.bot_message("The next request", after=telegram.send_text("/context"))
    assert USUAL in figures.text


def limited(app: ASGIApp, most_bytes: int, sizes: list[int]) -> ASGIApp:
    """Return a server behind a proxy that refuses larger requests as nginx does."""

    async def proxy(scope: Scope, receive: Receive, send: Send) -> None:
        length = int(dict(scope.get("headers", ())).get(b"content-length", 0))
        if length > most_bytes:
            sizes.append(length)
            page = HTMLResponse("<html><center><h1>413 Request Entity Too Large</h1></center></html>", 413)
            await page(scope, receive, send)
        else:
            await app(scope, receive, send)

    return proxy


def noise() -> bytes:
    """Return a picture that stays large as JPEG."""
    written = BytesIO()
    Image.effect_noise((1_500, 1_000), 100).convert("RGB").save(written, "JPEG", quality=60)
    return written.getvalue()


async def test_pictures_are_sent_smaller_and_then_not_at_all_where_a_proxy_refuses_so_many_bytes(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    sizes: list[int] = []
    async with serve(limited(model.server.app, MOST_BYTES, sizes)) as url:
        bot_process.settings["OPENAI_BASE_URL"] = f"{url}/v1"
        await bot_process.start()
        telegram.send(Photo(noise()), caption="What is this?")
        await telegram.bot_message("Echo: What is this?")
        assert seen_in(model.requests[-1].request.messages) == []
        assert len(sizes) == 2
        await bot_process.answered(1)
        await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
        assert sizes[-1] > MOST_BYTES
        figures = await telegram.bot_message("The next request", after=telegram.send_text("/context"))
        assert USUAL in figures.text


async def test_a_small_context_has_room_for_what_a_person_needs_first(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings["CONTEXT_TOKENS"] = "8192"
    await bot_process.start()
    await telegram.bot_message("Echo: Hello there", after=telegram.send_text("Hello there"))
    offered = {it.function.name for it in model.requests[0].request.tools or ()}
    assert {"set_reminder", "change_reminder", "fetch_page", "change_note", "update_memory"} <= offered


@pytest.mark.usefixtures("telegram")
async def test_a_named_model_that_cannot_be_reached_is_one_warning_at_the_start(
    bot_process: BotProcess,
) -> None:
    nowhere = "http://127.0.0.1:9/v1"
    bot_process.settings |= {"OPENAI_BASE_URL": nowhere, "OPENAI_MODEL": "small"}
    await bot_process.start()
    await bot_process.logged(lambda line: line.get("event") == "the model can't answer yet")
    (warning,) = [line for line in map(json.loads, bot_process.log) if line["level"] == "warning"]
    assert (warning["server"], warning["reason"]) == (nowhere, "I can't reach the model's server.")
