"""Memories are imported from files and lists after the owner has seen them, and exported as files."""

import json
import re

import psycopg
import pytest
from sqlalchemy import make_url

from bot.memory.second_person import second_person
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message, Upload
from tests.memory_ids import id_of
from tests.pressing import pressed
from tests.process import BotProcess, Script, call

MARKDOWN = "## People\n- **Alec**: is the user's boss\n- **Bo**: plays chess\n\n## Preferences\n- Likes tea\n- no\n"
JSON_LINES = (
    '{"content": "Alec is the user\'s boss", "category": "person", "subject": "Alec"}\n{"content": "Likes tea"}'
)
CLAUDE = "```\n## Instructions\n[2025-03-01] - Always answer in English\n## Projects\n[unknown] - Building a boat\n```"


def sent(telegram: BotApi, content: str | bytes, name: str = "notes.md", *, caption: str = "/memory import") -> int:
    """Send a file, to import it unless the caption is another one."""
    media_type = "text/markdown" if name.endswith(".md") else "application/octet-stream"
    return telegram.send_file(
        Upload(name, media_type, content.encode() if isinstance(content, str) else content), caption=caption
    )


async def answer(telegram: BotApi, words: str, containing: str = "") -> Message:
    """Say something, and return what the bot says to it."""
    return await telegram.bot_message(containing, after=telegram.send_text(words))


async def remembered(telegram: BotApi) -> list[str]:
    """Return what /memory lists, without ids."""
    listed = await answer(telegram, "/memory")
    return re.findall(r"^\d+\. (.*) \[\w{8}\]", listed.text, re.MULTILINE)


def files(telegram: BotApi) -> list[tuple[str, str]]:
    """Return names and contents of the files that the bot sent."""
    several = [it for it in telegram.messages() if it.from_bot and "document" in it.extra]
    return [
        (str(it.extra["document"]["file_name"]), (telegram.file(it.message_id) or b"").decode())  # type: ignore[index]
        for it in several
    ]


@pytest.mark.parametrize(
    ("content", "name", "listed"),
    [
        (JSON_LINES, "export.jsonl", ["Alec is the user's boss", "Likes tea"]),
        (CLAUDE, "claude.TXT", ["Always answer in English", "Building a boat"]),
    ],
)
async def test_a_file_is_counted_shown_and_then_imported(
    telegram: BotApi, bot: BotProcess, content: str, name: str, listed: list[str]
) -> None:
    offer = await telegram.bot_message("I found", after=sent(telegram, content, name))
    assert offer.text.startswith(f"I found {len(listed)} memories in {name}. {len(listed)} are new.")
    assert all(text in offer.text for text in map(second_person, listed))
    assert await remembered(telegram) == []
    done = await answer(telegram, "/memory import yes")
    assert done.text.startswith(f"Imported {len(listed)} memories.")
    assert await remembered(telegram) == list(map(second_person, listed))
    again = await telegram.bot_message("I found", after=sent(telegram, content, name))
    assert again.text.endswith("I already know all of it.") or "Left out:" in again.text
    assert (await answer(telegram, "/memory import yes")).text == "There is nothing to import."
    await bot.stop()


@pytest.mark.usefixtures("bot")
async def test_one_undo_takes_back_all_of_it_but_what_has_changed(telegram: BotApi, model: Script) -> None:
    await telegram.bot_message("I found", after=sent(telegram, MARKDOWN))
    done = await answer(telegram, "/memory import yes", "Imported 3 memories.")
    await answer(telegram, "/memory list tea")
    model.then(call("update_memory", memory_id=await id_of(telegram), content="Likes coffee"), "Changed.")
    await answer(telegram, "I prefer coffee now", "Changed.")
    assert "Alec: is the user's boss" in model.requests[-1].prompt
    undo = re.search(r"/memory import undo \w{8}", done.text)
    assert undo
    undone = await answer(telegram, undo[0])
    assert undone.text == "Import undone: 2 memories removed. I keep 1 memory that has changed since then."
    assert await remembered(telegram) == ["Likes coffee"]
    assert (await answer(telegram, undo[0])).text == "This import is already undone."
    assert (await answer(telegram, "/memory import undo")).text == "This import no longer exists."
    await answer(telegram, "And now?", "Echo: And now?")
    assert "Alec: is the user's boss" not in model.requests[-1].prompt


@pytest.mark.usefixtures("bot")
async def test_a_list_may_follow_the_command(telegram: BotApi) -> None:
    offer = await answer(telegram, "/memory import\n- Likes tea\n- Plays chess\n", "I found 2 memories in your message")
    assert "\n• Likes tea (Preference)\n• Plays chess (Context)\n" in offer.text
    await answer(telegram, "/memory import no", "Nothing was imported.")
    assert (await answer(telegram, "/memory import yes")).text == "There is nothing to import."
    await answer(telegram, "/memory import\n- Likes tea", "I found 1 memory")
    newer = await answer(telegram, "/memory import\n- Plays go", "I found 1 memory")
    assert "This replaces the earlier import." in newer.text
    await answer(telegram, "/memory import YES", "Imported 1 memory.")
    assert await remembered(telegram) == ["Plays go"]
    assert (await answer(telegram, "/memory import")).text.startswith("Send me a file of memories")
    cut = await answer(telegram, "/memory import [" + '"The user likes tea", ' * 100)
    assert cut.text.startswith("I can't read memories in this message.")
    assert cut.text.endswith("If part of your list is missing, send it as a file.")


@pytest.mark.usefixtures("bot")
async def test_a_file_that_gives_no_memories_is_answered_with_what_to_do(telegram: BotApi) -> None:
    for content, name, expected in (
        (b"x" * 1_000_001, "notes.md", "This file is larger than 1 MB. Send it in parts."),
        (b"No.\n", "notes.txt", "I found no memories in notes.txt."),
        (b"Likes tea", "notes.pdf", "I can read memories only from text files"),
    ):
        assert (await telegram.bot_message(after=sent(telegram, content, name))).text.startswith(expected)
    telegram.fail("getFile", error_code=400, description="Bad Request: wrong file_id", times=1)
    gone = await telegram.bot_message(after=sent(telegram, MARKDOWN))
    assert gone.text == "Telegram doesn't give me this file. Can you send it again?"


async def test_a_file_that_cannot_be_had_yet_is_waited_for_and_survives_a_kill(
    telegram: BotApi, bot: BotProcess
) -> None:
    telegram.fail("getFile", error_code=502)
    asked = sent(telegram, MARKDOWN)
    await telegram.bot_message("I can't get this file from Telegram right now", after=asked)
    assert (await answer(telegram, "/memory")).text.startswith("I don't remember anything yet.")
    await bot.kill()
    telegram.heal()
    await bot.start()
    await telegram.bot_message("I found 3 memories", after=asked)


@pytest.mark.usefixtures("bot")
async def test_memories_leave_as_two_files_that_can_be_sent_back(telegram: BotApi) -> None:
    assert (await answer(telegram, "/memory export")).text == "I don't remember anything yet."
    await telegram.bot_message("I found", after=sent(telegram, MARKDOWN))
    await answer(telegram, "/memory import yes", "Imported 3 memories.")
    before = await remembered(telegram)
    telegram.send_text("/memory export")
    await telegram.wait_for(lambda: len(files(telegram)) > 1)
    (programs, lines), (people, text) = files(telegram)
    assert re.fullmatch(r"keepsake-memories-\d{4}-\d\d-\d\d\.jsonl", programs)
    assert people == programs.replace(".jsonl", ".md")
    assert [second_person(json.loads(line)["content"]) for line in lines.splitlines()] == before
    assert text.startswith("# Keepsake memories\n\n## Person\n\n- **Alec**: Alec: is the user's boss\n")
    await answer(telegram, "/memory list tea")
    await answer(telegram, f"/memory delete {await id_of(telegram)}", "Deleted")
    for name, content in ((programs, lines), (people, text)):
        offered = await telegram.bot_message("I found", after=sent(telegram, content, name))
        assert "Left out:\n• “Likes tea”: deleted or changed since" in offered.text


async def test_a_confirmation_counts_once_though_the_bot_is_killed_over_it(
    telegram: BotApi, bot: BotProcess, database_url: str
) -> None:
    await telegram.bot_message("I found", after=sent(telegram, MARKDOWN))
    await bot.stop()
    telegram.send_text("/memory import yes")
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    count = "SELECT count(*) FROM agent_memories"
    async with await psycopg.AsyncConnection.connect(plain, autocommit=True) as connection:
        await bot.launch()
        while await (await connection.execute(count)).fetchone() == (0,):
            pass  # the database is the only witness
        await bot.kill()
        await bot.start()
        await answer(telegram, "/help")
        assert await (await connection.execute(count)).fetchone() == (3,)


async def test_a_yes_waits_for_the_file_that_was_sent_before_it(telegram: BotApi, bot: BotProcess) -> None:
    await answer(telegram, "/memory import - Likes coffee", "1 is new")
    telegram.fail("getFile", error_code=502, times=1)
    sent(telegram, "- Likes tea")
    telegram.send_text("/memory import yes")
    listed = await answer(telegram, "/memory", "anything")
    assert "Likes" not in listed.text  # nothing else waits for the file
    await telegram.bot_message("Imported 1 memory.")
    assert await remembered(telegram) == ["Likes tea"]
    await bot.answered(0)


@pytest.mark.usefixtures("bot")
async def test_a_file_of_memories_alone_is_answered_and_offered(telegram: BotApi, model: Script) -> None:
    model.then("Three things about you.", "A recipe.")
    asked = sent(telegram, MARKDOWN, caption="")
    await telegram.bot_message("Three things about you.", after=asked)
    offered = await telegram.bot_message("Import what is new?", after=asked)
    assert offered.text.startswith("I found 3 memories in notes.md. 3 are new.")
    assert (await pressed(telegram, offered, "Import")).text.startswith("Imported 3 memories.")
    asked = sent(telegram, "- 2 eggs\n- 100 g of flour\n", "cake.txt", caption="")
    await telegram.bot_message("A recipe.", after=asked)
    await answer(telegram, "And?", "Echo: And?")
    assert not [it for it in telegram.messages() if it.message_id > asked and "I found" in it.text]
