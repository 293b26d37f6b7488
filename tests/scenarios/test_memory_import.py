"""Memories are imported from files and lists after the owner has seen them, and exported as files."""

import json
import re

import pytest

from bot.memory.second_person import second_person
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Upload
from tests.memory_ids import id_of
from tests.pressing import asked, pressed
from tests.process import BotProcess, Script, call

pytestmark = pytest.mark.usefixtures("bot")

MARKDOWN = "## People\n- **Alec**: is the user's boss\n- **Bo**: plays chess\n\n## Preferences\n- Likes tea\n- no\n"


def sent(telegram: BotApi, content: str | bytes, name: str = "notes.md", *, caption: str = "/memory import") -> int:
    """Send a file, to import it unless the caption is another one."""
    media_type = "text/markdown" if name.endswith(".md") else "application/octet-stream"
    return telegram.send_file(
        Upload(name, media_type, content.encode() if isinstance(content, str) else content), caption=caption
    )


async def remembered(telegram: BotApi) -> list[str]:
    """Return what /memory lists, without ids."""
    listed = await asked(telegram, "/memory")
    return re.findall(r"^\d+\. (.*) \[\w{8}\]", listed.text, re.MULTILINE)


def files(telegram: BotApi) -> list[tuple[str, str]]:
    """Return names and contents of the files that the bot sent."""
    several = [it for it in telegram.messages() if it.from_bot and "document" in it.extra]
    return [
        (str(it.extra["document"]["file_name"]), (telegram.file(it.message_id) or b"").decode())  # type: ignore[index]
        for it in several
    ]


async def test_one_undo_takes_back_all_of_it_but_what_has_changed(telegram: BotApi, model: Script) -> None:
    await telegram.bot_message("I found", after=sent(telegram, MARKDOWN))
    done = await asked(telegram, "/memory import yes", "Imported 3 memories.")
    await asked(telegram, "/memory list tea")
    model.then(call("update_memory", memory_id=await id_of(telegram), content="Likes coffee"), "Changed.")
    await pressed(telegram, await asked(telegram, "I prefer coffee now", "so I ask you first"), "Change")
    assert "Alec: is the user's boss" in model.requests[-1].prompt
    undo = re.search(r"/memory import undo \w{8}", done.text)
    assert undo
    undone = await asked(telegram, undo[0])
    assert undone.text == "Import undone: 2 memories removed. I keep 1 memory that has changed since then."
    assert await remembered(telegram) == ["Likes coffee"]
    assert (await asked(telegram, undo[0])).text == "This import is already undone."
    assert (await asked(telegram, "/memory import undo")).text == "This import no longer exists."
    await asked(telegram, "And now?", "Echo: And now?")
    assert "Alec: is the user's boss" not in model.requests[-1].prompt


async def test_a_list_may_follow_the_command(telegram: BotApi) -> None:
    offer = await asked(telegram, "/memory import\n- Likes tea\n- Plays chess\n", "I found 2 memories in your message")
    assert "\n• Likes tea (Preference)\n• Plays chess (Context)\n" in offer.text
    await asked(telegram, "/memory import no", "Nothing was imported.")
    assert (await asked(telegram, "/memory import yes")).text == "There is nothing to import."
    await asked(telegram, "/memory import\n- Likes tea", "I found 1 memory")
    newer = await asked(telegram, "/memory import\n- Plays go", "I found 1 memory")
    assert "This replaces the earlier import." in newer.text
    await asked(telegram, "/memory import YES", "Imported 1 memory.")
    assert await remembered(telegram) == ["Plays go"]
    assert (await asked(telegram, "/memory import")).text.startswith("Send me a file of memories")
    cut = await asked(telegram, "/memory import [" + '"The user likes tea", ' * 100)
    assert cut.text.startswith("I can't read memories in this message.")
    assert cut.text.endswith("If part of your list is missing, send it as a file.")


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
    file = sent(telegram, MARKDOWN)
    await telegram.bot_message("I can't get this file from Telegram right now", after=file)
    assert (await asked(telegram, "/memory")).text.startswith("I don't remember anything yet.")
    await bot.kill()
    telegram.heal()
    await bot.start()
    await telegram.bot_message("I found 3 memories", after=file)


async def test_a_file_is_shown_imported_and_memories_leave_as_two_files_that_can_be_sent_back(telegram: BotApi) -> None:
    assert (await asked(telegram, "/memory export")).text == "I don't remember anything yet."
    offer = await telegram.bot_message("I found", after=sent(telegram, MARKDOWN))
    assert offer.text.startswith("I found 3 memories in notes.md. 3 are new.")
    assert "\n• Likes tea (Preference)\n" in offer.text
    assert await remembered(telegram) == []
    await asked(telegram, "/memory import yes", "Imported 3 memories.")
    before = await remembered(telegram)
    assert before == ["Alec: is your boss", "Bo: plays chess", "Likes tea"]
    assert re.search(r"Person\n1\. Alec.+\n2\. Bo.+\n\nPreference\n3\. Likes", (await asked(telegram, "/memory")).text)
    telegram.send_text("/memory export")
    await telegram.wait_for(lambda: len(files(telegram)) > 1)
    (programs, lines), (people, text) = files(telegram)
    assert re.fullmatch(r"keepsake-memories-\d{4}-\d\d-\d\d\.jsonl", programs)
    assert people == programs.replace(".jsonl", ".md")
    assert [second_person(json.loads(line)["content"]) for line in lines.splitlines()] == before
    assert text.startswith("# Keepsake memories\n\n## Person\n\n- **Alec**: Alec: is the user's boss\n")
    await asked(telegram, "/memory list tea")
    await asked(telegram, f"/memory delete {await id_of(telegram)}", "Deleted")
    for name, content in ((programs, lines), (people, text)):
        offered = await telegram.bot_message("I found", after=sent(telegram, content, name))
        assert "Left out:\n• “Likes tea”: deleted or changed since" in offered.text


async def test_a_yes_waits_for_the_file_that_was_sent_before_it(telegram: BotApi, bot: BotProcess) -> None:
    await asked(telegram, "/memory import - Likes coffee", "1 is new")
    telegram.fail("getFile", error_code=502, times=1)
    sent(telegram, "- Likes tea")
    telegram.send_text("/memory import yes")
    listed = await asked(telegram, "/memory", "anything")
    assert "Likes" not in listed.text  # nothing else waits for the file
    await telegram.bot_message("Imported 1 memory.")
    assert await remembered(telegram) == ["Likes tea"]
    await bot.answered(0)


async def test_a_file_of_memories_alone_is_answered_and_offered(telegram: BotApi, model: Script) -> None:
    model.then("Three things about you.", "A recipe.")
    file = sent(telegram, MARKDOWN, caption="")
    await telegram.bot_message("Three things about you.", after=file)
    offered = await telegram.bot_message("Import what is new?", after=file)
    assert offered.text.startswith("I found 3 memories in notes.md. 3 are new.")
    assert (await pressed(telegram, offered, "Import")).text.startswith("Imported 3 memories.")
    file = sent(telegram, "- 2 eggs\n- 100 g of flour\n", "cake.txt", caption="")
    await telegram.bot_message("A recipe.", after=file)
    await asked(telegram, "And?", "Echo: And?")
    assert not [it for it in telegram.messages() if it.message_id > file and "I found" in it.text]
