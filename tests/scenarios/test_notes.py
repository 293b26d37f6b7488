"""Managing notes in the chat with `/notes` and its buttons."""

import re

import pytest

from practice.telegram.bot_api import BotApi
from tests.pressing import asked, labels, pressed, toast
from tests.process import BotProcess
from tests.striking import marked

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_shopping_list_is_ticked_off_item_by_item(telegram: BotApi, bot: BotProcess) -> None:
    await asked(telegram, "/notes", "There are no notes yet.")
    new = await asked(telegram, "/notes add Shopping: - [ ] milk\n- [ ] eggs", "New note: Shopping")
    assert new.text == "📓 New note: Shopping\n☐ milk\n☐ eggs"
    await asked(telegram, "/notes add shopping: oat milk", "Added to Shopping")
    listed = await asked(telegram, "/notes", "Your notes:")
    assert re.search(r"\n1\. Shopping: \d.*, 3 of 3 open", listed.text)
    opened = await pressed(telegram, listed, "1")
    assert opened.text == "📓 Shopping\n\n☐ milk\n☐ eggs\n☐ oat milk"
    await bot.kill()  # buttons work however long ago their message was sent
    await bot.start()
    ticked = await pressed(telegram, opened, "☐ eggs")
    assert ticked.text == "📓 Shopping\n\n☐ milk\n☑ eggs\n☐ oat milk"
    assert labels(ticked)[:3] == ["☐ milk", "☑ eggs", "☐ oat milk"]
    await asked(telegram, "/notes add Shopping: tea", "Added to")
    again = await pressed(telegram, ticked, "☑ eggs")
    assert again.text == "📓 Shopping\n\n☐ milk\n☐ eggs\n☐ oat milk\n☐ tea"


async def test_a_note_is_renamed_deleted_brought_back_and_taken_back_to_an_earlier_version(telegram: BotApi) -> None:
    await asked(telegram, "/notes add Ideas: a boat", "New note")
    await asked(telegram, "/notes add Ideas: a kite", "Added")
    await asked(telegram, "/notes rename ideas: Toys", "📓 Toys: renamed from “Ideas”")
    shown = await asked(telegram, "/notes show TOYS", "a boat")
    past = await pressed(telegram, shown, "History")
    changes = re.findall(r"\n\d\. .*, by you\n(.*)", past.text)
    assert changes == ["“Ideas” → “Toys”", "+ a kite", "+ a boat"]
    first = await pressed(telegram, past, "1")
    back = await pressed(telegram, first, "Use this version")
    assert back.text.endswith("\n\na boat")
    name = back.text.split()[1]
    gone = await pressed(telegram, back, "Delete")
    assert gone.text == f"🗑 Deleted: {name}"
    await asked(telegram, f"/notes show {name}", f"There is no note “{name}”. /notes lists them all.")
    deleted = await asked(telegram, "/notes deleted", "Your deleted notes:")
    opened = await pressed(telegram, deleted, "1")
    assert opened.text == f"🗑 {name}\n\na boat"
    assert (await pressed(telegram, opened, "Back")).text == deleted.text
    await pressed(telegram, opened, "1")
    assert (await pressed(telegram, opened, "Restore")).text == f"📓 {name}\n\na boat"
    await pressed(telegram, opened, "Delete")
    restored = await pressed(telegram, gone, "Undo")
    assert restored.text == f"📓 {name}\n\na boat"
    await asked(telegram, f"/notes restore {name}", f"“{name}” isn't deleted.")


async def test_a_note_gets_its_name_back_unless_another_has_it(telegram: BotApi) -> None:
    await asked(telegram, "/notes add Shopping: milk", "New note")
    renamed = await asked(telegram, "/notes rename shopping: Groceries", "renamed from “Shopping”")
    assert marked(await pressed(telegram, renamed, "Undo")) == "~📓 Groceries: renamed from “Shopping”~"
    away = await asked(telegram, "/notes rename Shopping: Groceries", "renamed")
    await asked(telegram, "/notes add Shopping: another", "New note")
    assert await toast(telegram, away, "Undo") == "Not undone. There is already a note “Shopping”."


async def test_notes_are_found_by_their_words_and_come_as_files(telegram: BotApi) -> None:
    await asked(telegram, "/notes add Trip: We are flying to Lisbon", "New note")
    await asked(telegram, "/notes add Garden/2026: Plant tomatoes", "New note")
    found = await asked(telegram, "/notes tomato", "Best matches:")
    assert "1. Garden/2026: Plant tomatoes" in found.text
    found = await asked(telegram, "/notes search flies", "Best matches:")
    assert "1. Trip: We are flying to Lisbon" in found.text
    await asked(telegram, "/notes bicycle", "I found nothing about “bicycle”")
    one = await asked(telegram, "/notes export garden/2026", "Your note “Garden/2026”.")
    document = one.extra["document"]
    assert isinstance(document, dict)
    assert document["file_name"] == "Garden 2026.md"
    assert telegram.file(one.message_id) == b"Plant tomatoes\n"
    every = await asked(telegram, "/notes export", "2 notes.")
    exported = telegram.file(every.message_id)
    assert exported == b"# Garden/2026\n\nPlant tomatoes\n\n# Trip\n\nWe are flying to Lisbon\n"


async def test_what_is_not_understood_is_explained(telegram: BotApi) -> None:
    await asked(telegram, "/notes help", "/notes history <name>")
    await asked(telegram, "/notes add Shopping", "with a colon in between")
    await asked(telegram, f"/notes add {'x' * 61}: y", "has 1 to 60 characters")
    await asked(telegram, "/notes rename Shopping to Groceries", "with a colon in between")
    await asked(telegram, "/notes rename Nothing: Something", "There is no note “Nothing”.")
    await asked(telegram, "/notes delete", "Which note? For example:\n/notes delete Shopping")
    await asked(telegram, "/notes history Shopping", "There is no note “Shopping”.")
