"""`/tools` shows the families of tools and changes what its user chooses, without the model."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.store import tool_choices
from bot.turns.tools.tool import Family
from bot.turns.tools.toolset import ToolSet
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.acting import ActingBot, acting_bot
from tests.pressing import labels, pressed
from tests.process import Script, call

LONG = "a-server-with-a-name-of-more-bytes-than-the-data-of-a-button-may-have-" * 2
OWNER = Owner(1000, 1)


@pytest.fixture
async def bot(settings: dict[str, str], database: Database, model: Script) -> AsyncIterator[ActingBot]:
    """The bot, running, with nothing but the tools of the test beside the system's."""

    def change(tools: ToolSet) -> None:
        for family in tools.families(is_host=True):
            if not family.is_system:
                tools.drop(family.name)
        tools.put(replace(acting.post.family, is_system=False))
        tools.put(Family(name="broken", purpose="A server", tools=[], lacks="It does not answer."))

    async with acting_bot(settings, database, model.url) as acting:
        await acting.end()
        acting.change = change
        await acting.start()
        yield acting


async def listed(telegram: BotApi, words: str = "/tools") -> Message:
    """Return the list."""
    return await telegram.bot_message("My tools", after=telegram.send_text(words))


def line(message: Message, name: str) -> str:
    """Return a family's line."""
    return next(it for it in message.text.splitlines() if it.startswith(f"• {name}: "))


async def offered(telegram: BotApi, model: Script) -> set[str]:
    """Begin a conversation; return the names of the tools that its model is offered."""
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    await telegram.bot_message("Echo: Hi", after=telegram.send_text("Hi"))
    return {tool.function.name for tool in model.requests[-1].request.tools or ()}


async def test_each_family_is_shown_with_its_state_and_turned_off_and_on_pinned_and_made_to_ask(
    telegram: BotApi, model: Script, bot: ActingBot, database: Database
) -> None:
    async with database.transaction() as tx:
        await tool_choices.choose(tx, OWNER, "send_letter", is_allowed=True)
    shown = await listed(telegram)
    assert line(shown, "post") == "• post: sends letters. Not in this conversation."
    assert line(shown, "broken") == "• broken: A server. ⚠️ It does not answer."
    assert line(shown, "memory").endswith("Always available.")
    assert labels(shown)[:2] == ["📌 Pin broken", "Turn off broken"]
    assert "Changes apply from the next conversation on; /new starts one" in shown.text
    assert "These act without asking you first: send_letter" in shown.text
    assert "without asking" not in (await pressed(telegram, shown, "Ask first: send_letter")).text
    assert "send_letter" in await offered(telegram, model)
    shown = await pressed(telegram, await listed(telegram), "Turn off post")
    assert line(shown, "post") == "• post: sends letters. 🚫 Off. Still in this conversation."
    assert "send_letter" not in await offered(telegram, model)
    await pressed(telegram, await listed(telegram), "Turn on post")
    assert "send_letter" in await offered(telegram, model)
    shown = await pressed(telegram, await listed(telegram), "Pin post")
    assert line(shown, "post") == "• post: sends letters. 📌 Pinned. In this conversation."
    async with database.transaction() as tx:
        assert (await tool_choices.choices(tx, OWNER))["post"].is_pinned
        assert not await tool_choices.is_allowed(tx, OWNER, "send_letter")
    assert line(await pressed(telegram, shown, "Unpin post"), "post").endswith("letters. In this conversation.")
    assert bot.post.sent == []


async def test_what_is_turned_off_is_not_used_where_it_is_found(
    telegram: BotApi, model: Script, bot: ActingBot
) -> None:
    await bot.end()
    bot.settings = bot.settings.model_copy(update={"tool_limit": 0})
    await bot.start()
    assert "send_letter" not in await offered(telegram, model)
    await pressed(telegram, await listed(telegram), "Turn off post")
    model.then(call("use_tool", name="put_up", arguments='{"thing": "vase"}'), "It is off.")
    await telegram.bot_message("It is off.", after=telegram.send_text("Put the vase up"))
    assert "the user has turned this tool off" in model.requests[-1].prompt
    assert "use_tool" not in await offered(telegram, model)


async def test_a_long_name_and_a_server_that_went_away(telegram: BotApi, bot: ActingBot) -> None:
    families: list[ToolSet] = []
    change = bot.change

    def more(tools: ToolSet) -> None:
        change(tools)
        tools.put(Family(name=LONG, purpose="A server", tools=[]))
        families.append(tools)

    await bot.end()
    bot.change = more
    await bot.start()
    shown = await pressed(telegram, await listed(telegram), "Pin a-server")
    assert "📌 Pinned" in line(shown, LONG)
    families[-1].drop("post")
    assert "post" not in (await listed(telegram)).text
    for number in range(20):
        families[-1].put(Family(name=f"server {number:02}", purpose="A server", tools=[]))
    first = await listed(telegram)
    assert first.text.startswith("🧰 My tools: 1\N{EN DASH}8 of ")
    assert (await pressed(telegram, first, "Next")).text.startswith("🧰 My tools: 9\N{EN DASH}16 of ")
    await telegram.bot_message("Send /tools for the first page", after=telegram.send_text("/tools please"))
