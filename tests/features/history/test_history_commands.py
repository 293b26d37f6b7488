"""`/search` shows each passage in a message of its own, which quotes the original."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone

from bot.features.history.store.search import Wanted
from bot.features.history.telegram import parse, search
from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.telegram.texts import Text
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.store.updates import IncomingUpdate, Updates
from tests.past import NOW, talk


async def said(database: Database, owner: Owner, *lines: str, answer: str = "") -> None:
    """Store what the user says in a conversation of its own, in messages 51 and so on, and what is answered."""
    updates = Updates(owner.bot_id)
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    answers = [f"you: {answer}"] if answer else []
    conversation, (turn,) = await talk(database, owner, [*(f"user: {line}" for line in lines), *answers])
    first = 50 * (conversation.number or 1) + 1
    ids = range(first, first + len(lines))
    async with database.transaction() as tx:
        await updates.add(tx, [IncomingUpdate(update_id=it, chat_id=1, message_id=it) for it in ids], NOW)
        await updates.acknowledge(tx, ids)
        await stored_turns.link(tx, turn, ids)


async def answer(database: Database, owner: Owner, words: str) -> Sequence[Text]:
    """Carry the command out."""
    async with database.transaction() as tx:
        return await search(UTC, [], tx, owner, words)


async def test_each_passage_quotes_its_message_and_shows_the_hits_in_bold(database: Database, owner: Owner) -> None:
    await said(database, owner, "Nothing", "🚤 The boats are red, all my boats")
    (text,) = await answer(database, owner, "boat")
    date, words, _, conversation = text.text.splitlines()
    assert re.fullmatch(r"\d{1,2} \w{3} \d{4}, \d\d:\d\d, you:", date)
    assert (words, conversation) == ("🚤 The boats are red, all my boats", "Conversation 1")
    assert [[button.data for button in row] for row in text.buttons] == [["resume:1"]]
    utf16 = text.text.encode("utf-16-le")
    styled = [(it.type, utf16[2 * it.offset : 2 * (it.offset + it.length)].decode("utf-16-le")) for it in text.entities]
    assert styled == [("bold", "boats"), ("bold", "boats")]
    assert text.quoted_id == 52


async def found(database: Database, owner: Owner, words: str) -> list[list[str]]:
    """Return what each message shows of what was said."""
    shown = await answer(database, owner, words)
    return [re.findall(r"^\d{1,2} \w{3} \d{4}, \d\d:\d\d, (\w+:\n.*)$", text.text, re.MULTILINE) for text in shown]


async def test_a_question_is_shown_with_its_answer_or_the_answer_alone_if_that_says_it_all(
    database: Database, owner: Owner
) -> None:
    await said(database, owner, "What is my boat called?", answer="Wavedancer.")
    both = ["you:\nWhat is my boat called?", "me:\nWavedancer."]
    assert await found(database, owner, "boat") == [both]
    assert await found(database, owner, "wavedancer") == [both]
    await said(database, owner, "Where does my car stand?", answer="Your car stands in Falmouth.")
    assert await found(database, owner, "car") == [["me:\nYour car stands in Falmouth."]]


async def test_what_can_not_be_searched_for_or_found_is_reported(database: Database, owner: Owner) -> None:
    for words, why in {
        "after:2026-01-01": "What should I look for? I search our conversations and your notes.",
        "boat after:tomorrow": "I don't understand the date “tomorrow”.",
        "boat": "I found nothing about “boat”.",
    }.items():
        (text,) = await answer(database, owner, words)
        assert text.text.startswith(why)


def test_dates_and_quotation_marks_are_parsed_anywhere() -> None:
    zone = timezone(timedelta(hours=1))
    read = parse("After:2026-01-31 “red  boat” before:2026-02-01 -car", zone)
    assert read == Wanted(
        words='"red boat" -car',
        after=datetime(2026, 1, 31, tzinfo=zone),
        before=datetime(2026, 2, 1, tzinfo=zone),
    )
    assert parse("hereafter:2026-01-01", UTC).after is None
