"""Rich messages, by real calls: as strict as the Bot API's documentation."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest

from practice.serving import serve
from practice.telegram.bot_api import BotApi

TOKEN = "1:practice"
WORDS = {"type": "paragraph", "text": "Hello"}
CELL = {"text": "a", "align": "left", "valign": "middle"}
KEY = {"text": "Yes", "callback_data": "y"}


def row(*keys: object) -> object:
    """Return blocks with a row of buttons."""
    return {"blocks": [WORDS, {"type": "buttons", "buttons": keys}]}


class Calls:
    """Calls of the bot."""

    def __init__(self, api: BotApi, url: str) -> None:
        self.api = api
        self._url = url

    async def call(self, method: str, rich: object, **parameters: object) -> object:
        """Call a method; return its result, or the description of its error."""
        given = {"chat_id": 1, "rich_message": json.dumps(rich), **parameters}
        async with httpx.AsyncClient() as client:
            answer = (await client.post(f"{self._url}/bot{TOKEN}/{method}", json=given)).json()
        return answer["result"] if answer["ok"] else answer["description"].removeprefix("Bad Request: ")

    async def send(self, *blocks: object) -> object:
        """Send blocks."""
        return await self.call("sendRichMessage", {"blocks": blocks})


@pytest.fixture
async def bot() -> AsyncIterator[Calls]:
    """A server to whose bot the user has written."""
    api = BotApi(TOKEN)
    async with serve(api.app) as url:
        api.send_text("hi")
        yield Calls(api, url)


async def test_a_rich_message_has_no_text_but_blocks(bot: Calls) -> None:
    items = [{"blocks": [WORDS]}, {"blocks": [WORDS], "value": 7, "type": "1"}]
    sent = await bot.send({"type": "list", "items": items})
    assert isinstance(sent, dict)
    assert "text" not in sent
    (shown,) = sent["rich_message"]["blocks"]
    assert [it["label"] for it in shown["items"]] == ["•", "7."]
    assert bot.api.messages()[-1].text == "• Hello\n7. Hello"


@pytest.mark.parametrize(
    ("rich", "problem"),
    [
        ({}, "RICH_MESSAGE_CONTENT_REQUIRED"),
        ({"blocks": []}, "RICH_MESSAGE_CONTENT_REQUIRED"),
        ({"blocks": [{"type": "divider"}]}, "RICH_MESSAGE_CONTENT_REQUIRED"),
        ({"blocks": [WORDS], "html": "<p>x</p>"}, "exactly one of the fields html, markdown, or blocks must be used"),
        ({"blocks": [{"text": "x"}]}, "can't parse InputRichBlock: Can't find field \"type\""),
        ({"blocks": [{"type": "table"}]}, "can't parse InputRichBlock: Can't find field \"cells\""),
        ({"blocks": [{"type": "heading", "text": "x"}]}, "can't parse InputRichBlock: Can't find field \"size\""),
        ({"blocks": [{"type": "heading", "text": "x", "size": 7}]}, "RICH_MESSAGE_HEADING_SIZE_INVALID"),
        ({"blocks": [{"type": "paragraf", "text": "x"}]}, "can't parse InputRichBlock: Unsupported type specified"),
        ({"blocks": [{"type": "thinking", "text": "x"}]}, "can't parse InputRichBlock: Unsupported type specified"),
        (
            {"blocks": [{"type": "paragraph", "text": {"type": "bould", "text": "x"}}]},
            "can't parse RichText: Unsupported type specified",
        ),
        (
            {"blocks": [{"type": "table", "cells": [[{"text": "x"}]]}]},
            "can't parse RichBlockTableCell: Can't find field \"align\"",
        ),
        ({"blocks": [{"type": "table", "cells": [[CELL] * 21]}]}, "RICH_MESSAGE_TABLE_COLUMNS_TOO_MUCH"),
        ({"blocks": [{"type": "paragraph", "text": "x" * 32_769}]}, "MESSAGE_TOO_LONG"),
        ({"blocks": [WORDS] * 501}, "RICH_MESSAGE_BLOCKS_TOO_MUCH"),
        ({"blocks": [{"type": "table", "cells": [[CELL]] * 500}]}, "RICH_MESSAGE_BLOCKS_TOO_MUCH"),
        (row(*[KEY] * 9), "RICH_MESSAGE_BUTTONS_INVALID"),
        (row(KEY | {"callback_data": "x" * 65}), "BUTTON_DATA_INVALID"),
        (row({"text": "x"}), "can't parse RichMessageButton: exactly one type of the button must be specified"),
        (row({"text": "x", "url": "https://a.example", "style": "link"}), "BUTTON_STYLE_INVALID"),
        (row(KEY | {"text": {"type": "bold", "text": "x"}}), "BUTTON_TEXT_INVALID"),
    ],
)
async def test_what_the_documentation_rules_out_is_refused(bot: Calls, rich: object, problem: str) -> None:
    assert await bot.call("sendRichMessage", rich) == problem


async def test_nesting_has_a_limit(bot: Calls) -> None:
    def quoted(levels: int) -> object:
        return WORDS if levels == 1 else {"type": "blockquote", "blocks": [quoted(levels - 1)]}

    assert isinstance(await bot.send(quoted(16)), dict)
    assert await bot.send(quoted(17)) == "RICH_MESSAGE_TOO_DEEP"


async def test_limits_are_met_exactly(bot: Calls) -> None:
    assert isinstance(await bot.send({"type": "paragraph", "text": "x" * 32_768}), dict)
    assert isinstance(await bot.send(*[WORDS] * 500), dict)
    assert isinstance(await bot.send({"type": "table", "cells": [[CELL] * 20]}), dict)


async def test_a_text_becomes_rich_and_a_text_again(bot: Calls) -> None:
    sent = await bot.call("sendMessage", {}, text="Hi")
    assert isinstance(sent, dict)
    which = {"message_id": sent["message_id"]}
    edited = await bot.call("editMessageText", {"blocks": [WORDS]}, **which)
    assert isinstance(edited, dict)
    assert "text" not in edited
    assert str(await bot.call("editMessageText", {"blocks": [WORDS]}, **which)).startswith("message is not modified")
    bot.api.play_older("sendRichMessage", "rich_message")
    assert await bot.call("editMessageText", {"blocks": [WORDS]}, **which) == "message text is empty"
    plain = await bot.call("editMessageText", {"blocks": [WORDS]}, text="Hello", **which)
    assert isinstance(plain, dict)
    assert (plain["text"], "rich_message" in plain) == ("Hello", False)


async def test_a_button_inside_sends_its_data(bot: Calls) -> None:
    sent = await bot.send({"type": "paragraph", "text": [{"type": "button", "button": KEY}]})
    assert isinstance(sent, dict)
    bot.api.press(sent["message_id"], "y")
    query = bot.api.pending_updates[-1]["callback_query"]
    assert isinstance(query, dict)
    assert query["data"] == "y"
    with pytest.raises(ValueError, match="gone"):
        bot.api.press(sent["message_id"], "z")
