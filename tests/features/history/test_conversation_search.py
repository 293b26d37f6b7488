"""What was said is found by its words: the owner's own, in whatever conversation, by both."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from bot.features.history.store import search as conversation_search
from bot.features.history.store.passages import Passage
from bot.features.history.store.search import Wanted
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.zones import day_begins
from bot.store.engine import Database
from bot.store.search.lexemes import MOST_CANDIDATES
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.store.outbox import AnswerId, Outbox
from bot.turns.store.updates import IncomingUpdate, Updates
from bot.turns.values.conversations import CarriedTurns, Conversation, ConversationMode, Earlier
from tests.past import NOW, talk


@pytest.fixture(autouse=True)
async def english(database: Database) -> None:
    """What is said is indexed in English."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        await word_index.index_more(tx)


async def search(
    database: Database,
    owner: Owner,
    asked: str,
    *,
    after: datetime | None = None,
    before: datetime | None = None,
    shown: Conversation | None = None,
    limit: int = 8,
    together: bool = True,
) -> list[Passage]:
    """Search the past; if words needn't be `together`, for any of them."""
    async with database.transaction() as tx:
        wanted = Wanted(words=asked, after=after, before=before)
        return await conversation_search.search(
            tx, owner, wanted, limit=limit, most=200, shown=shown, together=together
        )


async def found(
    database: Database, owner: Owner, asked: str, *, shown: Conversation | None = None, together: bool = True
) -> list[str]:
    """Return what is found, in words."""
    passages = await search(database, owner, asked, shown=shown, together=together)
    return [passage.excerpt.text for passage in passages]


async def test_a_passage_has_its_conversation_date_and_author(database: Database, owner: Owner) -> None:
    await talk(database, owner, ["user: Hello"])
    await talk(database, owner, ["user: My boat is called\nWavedancer", "you: A **lovely** name for boats"])
    before = datetime.now(UTC)
    user, you = sorted(await search(database, owner, "boat"), key=lambda passage: not passage.by_user)
    assert (user.conversation, user.by_user, user.excerpt.text) == (2, True, "My boat is called Wavedancer")
    assert (you.conversation, you.by_user, you.excerpt.text) == (2, False, "A lovely name for boats")
    assert [user.excerpt.text[slice(*hit)] for hit in user.excerpt.hits] == ["boat"]
    assert [you.excerpt.text[slice(*hit)] for hit in you.excerpt.hits] == ["boats"]
    assert before - timedelta(minutes=1) < user.said_at < before


async def test_nothing_of_others_or_of_a_private_conversation_is_found(database: Database, owner: Owner) -> None:
    await talk(database, replace(owner, user_id=2), ["user: Boats of another user"])
    await talk(database, replace(owner, bot_id=2), ["user: Boats of another bot"])
    await talk(database, owner, ["user: Private boats"], mode=ConversationMode.PRIVATE)
    assert await found(database, owner, "boats") == []


async def test_quotes_a_minus_and_or_mean_what_they_do_elsewhere(database: Database, owner: Owner) -> None:
    await talk(database, owner, ["user: red boat", "user: boat, red", "user: green boat", "user: yellow car"])
    assert await found(database, owner, '"red boat" boat') == ["red boat", "boat, red", "green boat"]
    assert sorted(await found(database, owner, "boat -red")) == ["green boat"]
    assert sorted(await found(database, owner, "boat plane -red")) == ["green boat"]  # any of the others
    assert sorted(await found(database, owner, "yellow or green")) == ["green boat", "yellow car"]


async def test_names_and_other_languages_are_found(database: Database, owner: Owner) -> None:
    said = ["Will sails", "Élodie mange", "Мы купили лодку", "Ärger mit Jürgen", "Bob's e-mail is bob@example.org"]
    await talk(database, owner, [f"user: {line}" for line in said])
    for asked, line in zip(["WILL", "élodie", "лодку", "jürgen", "what is bob@example.org?"], said, strict=True):
        assert await found(database, owner, asked) == [line]


async def test_whatever_is_asked_is_no_error(database: Database, owner: Owner) -> None:
    said = "O'Brien says: don't panic, use a back\\slash"
    await talk(database, owner, [f"user: {said}"])
    for asked in ("", '""', "-", "&|!()", "'", "':*", "-boat", "a" * 5000, "🚤", "or"):
        assert set(await found(database, owner, asked)) <= {said}
    for asked in ("o'brien", "back\\slash nowhere", "O'Brien -x'y nowhere"):
        assert await found(database, owner, asked) == [said]


async def test_only_what_was_said_from_one_day_on_and_before_another(database: Database, owner: Owner) -> None:
    days = [datetime(2024, 12, 31, 23, tzinfo=UTC), datetime(2025, 1, 1, tzinfo=UTC), datetime(2025, 6, 1, tzinfo=UTC)]
    for number, day in enumerate(days):
        _, (turn,) = await talk(database, owner, [f"user: boat {number}"])
        async with database.transaction() as tx:
            values = {"turn_id": turn.id, "conversation_id": turn.conversation_id, "at": day}
            for statement in (
                "UPDATE agent_messages SET created_at = :at WHERE turn_id = :turn_id",
                "UPDATE agent_conversations SET started_at = :at WHERE id = :conversation_id",
                "DELETE FROM agent_words WHERE turn_id = :turn_id",
            ):
                await tx.connection.execute(text(statement), values)
            await word_index.begin_anew(tx)
            await word_index.index_more(tx)
    new_year, june = days[1:]
    for after, before, numbers in (
        (None, None, (2, 1, 0)),
        (new_year, None, (2, 1)),
        (None, new_year, (0,)),
        (new_year, june, (1,)),
        (june, new_year, ()),
    ):
        passages = await search(database, owner, "boat", after=after, before=before)
        assert [passage.excerpt.text for passage in passages] == [f"boat {number}" for number in numbers]


async def test_messages_in_the_current_prompt_are_left_out(database: Database, owner: Owner) -> None:
    earlier, (_, carried) = await talk(database, owner, ["user: boat 1"], ["user: boat 2"])
    now, (_, in_prompt) = await talk(database, owner, ["user: boat 3"], ["user: boat 4"])
    assert sorted(await found(database, owner, "boat", shown=now)) == ["boat 1", "boat 2"]
    compact = replace(now, earlier=Earlier(turns_before=in_prompt.id))
    assert sorted(await found(database, owner, "boat", shown=compact)) == ["boat 1", "boat 2", "boat 3"]
    carrying = replace(
        now, carried=CarriedTurns(conversation_id=earlier.id, from_turn_id=carried.id, to_turn_id=carried.id)
    )
    assert sorted(await found(database, owner, "boat", shown=carrying)) == ["boat 1"]


async def test_a_search_works_on_what_is_indexed_while_the_language_changes(database: Database, owner: Owner) -> None:
    await talk(database, owner, ["user: Zwei Boote"])
    async with database.transaction() as tx:
        await word_index.begin(tx, "german")
    await talk(database, owner, ["user: Drei Boote"])
    assert sorted(await found(database, owner, "Boote")) == ["Drei Boote", "Zwei Boote"]


async def test_of_many_that_fit_the_newest_are_compared(database: Database, owner: Owner) -> None:
    many = MOST_CANDIDATES + 100
    await talk(database, owner, [f"user: boat n{number}" for number in range(many)])
    async with database.transaction() as tx:  # in a row, the oldest first
        await tx.connection.execute(text("UPDATE agent_words SET said_at = said_at + position * interval '1 ms'"))
    newest = [passage.excerpt.text for passage in await search(database, owner, "boat", limit=3)]
    assert newest == [f"boat n{many - 1}", f"boat n{many - 2}", f"boat n{many - 3}"]


async def test_a_passage_knows_the_message_that_telegram_shows(database: Database, owner: Owner) -> None:
    updates, outbox = Updates(owner.bot_id), Outbox(owner.bot_id)
    _, (turn,) = await talk(database, owner, ["user: first boat", "user: second boat", "you: which boat?"])
    ids = {1: 51, 2: 52, 3: 51}  # the third edits the first message
    incoming = [IncomingUpdate(update_id=update, chat_id=1, message_id=message) for update, message in ids.items()]
    async with database.transaction() as tx:
        await updates.add(tx, incoming, NOW)
        await updates.acknowledge(tx, list(ids))
        await stored_turns.link(tx, turn, list(ids))
        for attempt, message_id in ((1, 60), (2, 70), (3, None)):
            await outbox.add_answer(
                tx, Place(1), AnswerId(turn.id, attempt), [{"content": "which boat?"}, {"content": "more"}]
            )
            if message_id:
                for number, waiting in enumerate(await outbox.waiting(tx, Place(1))):
                    await outbox.sent(tx, waiting.id, message_id + number)
    passages = await search(database, owner, "boat")
    assert {it.excerpt.text: it.message_id for it in passages} == {
        "first boat": 51,
        "second boat": 52,
        "which boat?": 70,
    }


def test_a_day_begins_in_its_time_zone() -> None:
    assert day_begins("2026-01-31", UTC) == datetime(2026, 1, 31, tzinfo=UTC)
    assert day_begins("2026-01-31", None) == datetime(2026, 1, 31).astimezone()
    for wrong in ("", "tomorrow", "2026-13-01", "0001-01-01", "9999-12-31"):
        with pytest.raises(ValueError, match=r".*"):
            day_begins(wrong, None)


async def test_of_a_question_the_rare_words_decide_and_none_has_to_be_there(database: Database, owner: Owner) -> None:
    common = [f"user: Anna had tea, number {number}" for number in range(20)]
    await talk(database, owner, *([line] for line in common))
    await talk(database, owner, ["user: She bought a harpsichord in Ghent"])
    first, *_ = await found(database, owner, "Where did Anna buy the harpsichord?", together=False)
    assert first.startswith("She bought")


async def test_neighbours_in_the_current_prompt_are_not_found_either(database: Database, owner: Owner) -> None:
    now, (first, _) = await talk(database, owner, ["user: the boat"], ["user: it is red"])
    compact = replace(now, earlier=Earlier(turns_before=first.id))
    for shown, texts in ((now, []), (compact, []), (None, ["the boat", "it is red"])):
        assert await found(database, owner, "boat", shown=shown, together=False) == texts
