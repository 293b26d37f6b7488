"""What a memory was learned from is quoted over HTTP, with a link at which the chat shows the message."""

from urllib.parse import parse_qs, urlsplit

import httpx

from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import BotProcess, Script, call


async def test_a_link_leads_to_the_message_that_taught_a_memory(
    telegram: BotApi, model: Script, bot_process: BotProcess, reader: httpx.AsyncClient
) -> None:
    model.then(call("add_to_memory", content="The user has a boat", category="context", user_asked=True), "Noted.")
    said = telegram.send_text("Remember that I have a boat")
    await telegram.bot_message("Noted.", after=said)
    await bot_process.answered(1)
    (memory,) = (await reader.get("/api/memory/")).json()["memories"]
    (version,) = (await reader.get(f"/api/memory/{memory['id']}/source")).json()["versions"]
    assert (version["said"], version["conversation"]) == (["Remember that I have a boat"], 1)
    link = urlsplit(version["link"])
    assert (link.netloc, link.path) == ("t.me", "/practice_bot")
    start = telegram.send_text(f"/start {parse_qs(link.query)['start'][0]}")  # as Telegram sends it after a tap
    shown = await telegram.bot_message("You said: “Remember that I have a boat”", after=start)
    assert shown.reply_to == said
    assert "You said" not in (await asked(telegram, "/start elsewhere")).text
