"""`/memory` with any text answers, and either does exactly what was named or nothing."""

import re
import string
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, update

from bot.database import memories as stored
from bot.database.engine import Database, Transaction
from bot.database.ids import uuid7
from bot.database.memories import content_key
from bot.database.memory_pages import Selection, Side, Which
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.memory.operations import Memories
from bot.memory.second_person import read_line
from bot.telegram.buttons import parse as parse_button
from bot.telegram.memory.command import SHORTEST_PREFIX
from bot.telegram.memory.listing import PAGE, Page, fitting, rendered
from bot.telegram.memory.listing import page as memory_page
from bot.telegram.memory.requests import MEMORY, Act, OfOne, Place, Plain, Say, parse, read_button
from bot.telegram.texts import Text
from bot.values.changes import Addition, MemoryUpdate
from bot.values.memories import Memory, MemoryCategory, order
from bot.values.owner import Owner
from bot.values.text import clean, folded, one_line
from tests.properties.memory_texts import ANY_TEXT, CONTENTS, SUBJECTS
from tests.telegram.formatting.rules import assert_sendable, looks
from tests.telegram.memory.asker import command as memory_command

NOW = datetime.now(UTC)
ACTS = [act for act in Act if act is not Act.WHERE]
ANY_REQUEST = (Place, OfOne, Addition, MemoryUpdate, Plain, Say)
IDS = st.text(string.ascii_letters + string.digits, min_size=8, max_size=8)
ALIKE = st.tuples(st.sampled_from(["aaaa", "aaaA", "aA0a"]), st.text("aA0", min_size=4, max_size=4)).map("".join)
"""Ids that often begin alike."""
VERBS = st.sampled_from(["", "list", "deleted", "add", "add person", "edit a1b2", "stats", "clear", "mode", *ACTS])

# What is read


@given(VERBS, ANY_TEXT)
def test_any_text_is_read_as_a_request(verb: str, text: str) -> None:
    request = parse(f"{verb} {text}")
    assert isinstance(request, ANY_REQUEST)
    assert parse(f"\t{verb} {text}\n") == request


@given(
    st.sampled_from(ACTS),
    st.sampled_from([str.lower, str.upper, str.title]),
    st.sampled_from([" ", "  ", "\n", "\t", "\u00a0"]),
    st.sampled_from(["{}", "[{}]", "[id:{}]", "id:{}", "{}]", " {} "]),
    IDS,
    st.integers(min_value=1, max_value=8),
)
def test_an_id_is_read_however_it_is_spelled(
    act: Act, spell: Callable[[str], str], gap: str, frame: str, memory_id: str, length: int
) -> None:
    assert parse(spell(act) + gap + frame.format(memory_id[:length])) == OfOne(act, memory_id[:length])


@given(st.sampled_from(MemoryCategory), SUBJECTS, CONTENTS)
def test_what_is_added_is_read_as_it_is_written(category: MemoryCategory, subject: str | None, content: str) -> None:
    """But for a text that begins as a subject does."""
    request = parse(f"add {category.value} {f'{subject}: ' if subject else ''}{content}")
    read = Addition(content=content, category=category, subject=subject or "", is_new=True)
    if ":" not in (subject or content):
        assert request == read
    else:
        assert isinstance(request, (Addition, Say))


@given(
    st.builds(Selection, ANY_TEXT.map(lambda text: one_line(clean(text))[:16]), st.sampled_from(Which)),
    st.sampled_from(Side),
    st.sampled_from(Act),
    IDS,
    IDS,
)
def test_button_data_is_parsed_as_written(
    selection: Selection, side: Side, act: Act, memory_id: str, first_id: str
) -> None:
    with suppress(ValueError):  # where the words are too long for a button
        for pressed in (Place(side, memory_id, selection), OfOne(act, memory_id, first_id, selection)):
            named = parse_button(pressed.data)
            assert named
            assert (named[0], read_button(named[1])) == (MEMORY, pressed)


@given(ANY_TEXT)
def test_other_button_data_is_rejected(data: str) -> None:
    assert read_button(data) is None


# What is shown

MEMORIES = st.builds(
    Memory,
    id=IDS,
    category=st.sampled_from(MemoryCategory),
    subject=SUBJECTS,
    content=CONTENTS,
    version=st.just(1),
    created_at=st.just(NOW),
    updated_at=st.just(NOW),
    pinned=st.booleans(),
)


def assert_shows_ids(parts: Sequence[Text], known: set[str]) -> None:
    """Assert that messages can be sent, and that what a tap copies in them is an id."""
    for part in parts:
        assert_sendable(part)
    assert {text for part in parts for type_, text in looks(part) if type_ == "code"} <= known


@given(
    memories=st.lists(MEMORIES, unique_by=lambda memory: memory.id, min_size=1, max_size=PAGE),
    from_end=st.booleans(),
    words=ANY_TEXT.map(lambda text: one_line(clean(text))),
)
def test_a_page_is_one_message_that_shows_each_memory_as_it_is(
    memories: list[Memory],
    *,
    from_end: bool,
    words: str,
) -> None:
    selection = Selection(words)
    found = order(memories)
    shown = fitting(selection, found, from_end=from_end)
    assert [*shown] == (found[-len(shown) :] if from_end else found[: len(shown)])
    page = rendered(Page(selection=selection, memories=shown, before=991, has_next=True, of=2_000))
    assert_shows_ids([page], {it.id for it in shown})
    for number, memory in enumerate(shown, start=992):
        pin = "📌 " if memory.pinned else ""
        assert f"\n{number}. {pin}{read_line(memory.content)}" in page.text
    for button in (button for row in page.buttons for button in row):
        assert len(button.data.encode()) <= 64


# What is done


class UndoneError(Exception):
    """Ends a transaction, so that nothing of an example is left for the next."""


@dataclass(slots=True)
class Known:
    """What the model knows of a memory."""

    id: str
    content: str
    subject: str | None
    deleted: bool
    pinned: bool


async def teach(tx: Transaction, owner: Owner, known: Known) -> None:
    """Have a memory with an id of our choice remembered, with a version before its own."""
    await tx.connection.execute(
        insert(AgentMemory).values(
            id=known.id,
            bot_id=owner.bot_id,
            user_id=owner.user_id,
            category="person",
            subject=known.subject,
            content_key=known.id,
            created_at=NOW,
            pinned=known.pinned,
        )
    )
    await tx.connection.execute(
        insert(AgentMemoryVersion).values(
            id=uuid7(), memory_id=known.id, version_number=1, content="First version", created_at=NOW
        )
    )
    await Memories().change(tx, owner, MemoryUpdate(memory_id=known.id, content=known.content))
    if known.deleted:
        await Memories().forget(tx, owner, known.id)


def carried_out(known: Sequence[Known], verb: str, prefix: str) -> tuple[str, set[str]]:
    """Do in the model what a request asks for; return how the answer begins, and the ids it names."""
    fitting = [it for it in known if it.id.startswith(prefix)]
    if len(prefix) < SHORTEST_PREFIX:
        is_number = prefix.isdecimal()
        return "The last list has no number" if is_number else "Give a memory's number, or at least", set()
    if not fitting:
        return f"There is no memory with the id {prefix}.", {prefix}
    if len(fitting) > 1:
        return "Several ids begin like this. Which one do you mean?", {it.id for it in fitting}
    return done(fitting[0], verb)


def done(memory: Known, verb: str) -> tuple[str, set[str]]:
    """Do in the model what is asked of one memory."""
    restore, content = {f"/memory restore {memory.id}"}, one_line(memory.content)
    pin = "📌 " if memory.pinned else ""
    gone = "This memory is already deleted. To bring it back:", restore
    answers: dict[tuple[str, bool], tuple[str, set[str]]] = {
        ("pin", False): (f"📌 Pinned: “{content}”", set()),
        ("pin", True): gone,
        ("unpin", False): (f"Unpinned: “{content}”", set()),
        ("unpin", True): gone,
        ("delete", False): (f"Deleted: “{content}”\n\nTo bring it back:", restore),
        ("delete", True): gone,
        ("restore", True): (f"Restored: “{content}”", set()),
        ("restore", False): (f"This memory isn't deleted: “{content}”", set()),
    }
    answer = answers.get((verb, memory.deleted), (pin + one_line(memory.subject or "Person"), {memory.id}))
    if not memory.deleted:
        memory.pinned = {"pin": True, "unpin": False}.get(verb, memory.pinned)
    memory.deleted = {"delete": True, "restore": False}.get(verb, memory.deleted)
    return answer


ASKED = st.lists(
    st.tuples(
        st.sampled_from(ACTS),
        st.tuples(ALIKE, st.integers(min_value=1, max_value=8)).map(lambda it: it[0][: it[1]])
        | ANY_TEXT.map(clean).filter(lambda text: parse(f"show {text}") == OfOne(Act.SHOW, text)),
    ),
    min_size=1,
    max_size=5,
)
KNOWN = st.lists(
    st.builds(Known, id=ALIKE, content=CONTENTS, subject=SUBJECTS, deleted=st.booleans(), pinned=st.booleans()),
    unique_by=(lambda it: it.id, lambda it: folded(it.content)),
    min_size=1,
    max_size=4,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example is rolled back
@given(known=KNOWN, others=st.integers(min_value=0, max_value=2), asked=ASKED)
async def test_only_what_is_named_without_a_doubt_is_deleted_or_restored(
    database: Database, owner: Owner, known: list[Known], others: int, asked: list[tuple[str, str]]
) -> None:
    command = memory_command(Memories())
    neighbour = Owner(owner.bot_id, owner.user_id + 1)
    theirs, mine = known[:others], known[others:]
    with suppress(UndoneError):
        async with database.transaction() as tx:
            for it in known:
                await teach(tx, neighbour if it in theirs else owner, it)
            for verb, prefix in asked:
                parts = await command.answer(tx, owner, f"{verb} {prefix}")
                begins, named = carried_out(mine, verb, prefix)
                text = "\n".join(part.text for part in parts)
                assert text.startswith(begins)
                assert_shows_ids(parts, named)
            for whose, expected in ((owner, mine), (neighbour, theirs)):
                found = await stored.starting_with(tx, whose, "")
                assert {(it.id, it.content, it.deleted_at is not None, it.pinned) for it in found} == {
                    (it.id, it.content, it.deleted, it.pinned) for it in expected
                }
            raise UndoneError


PLACED = st.lists(
    st.tuples(
        IDS,
        st.sampled_from(MemoryCategory),
        st.integers(min_value=0, max_value=3),
        st.sampled_from(["Alec is the boss", "Tea, always", "ÄTZEND %_ \\"]),
        st.booleans(),
    ),
    unique_by=lambda it: it[0],
    max_size=30,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example is rolled back
@given(
    placed=PLACED,
    selection=st.builds(
        Selection,
        st.sampled_from(["", "person", "alec", "IS the", "ätzend", "%_", "\\"]),
        st.sampled_from([Which.LIVE, Which.DELETED]),
    ),
)
async def test_turning_the_pages_shows_every_memory_once_and_in_order_and_back_again(
    database: Database, owner: Owner, placed: list[tuple[str, MemoryCategory, int, str, bool]], selection: Selection
) -> None:
    with suppress(UndoneError):
        async with database.transaction() as tx:
            for memory_id, category, age, content, deleted in placed:
                await put(tx, owner, memory_id, category, age, content, deleted=deleted)
            expected = [
                memory.id for memory in order(await stored.starting_with(tx, owner, "")) if fits(memory, selection)
            ]
            seen, pages = list[str](), list[Text]()
            place: Place | None = Place(selection=selection)
            while place:
                page = await memory_page(tx, owner, place)
                pages.append(page)
                seen += ids_of(page)
                place = turn(page, Side.AFTER)
            assert seen == expected
            for earlier, later in zip(pages[-2::-1], pages[:0:-1], strict=True):
                back = turn(later, Side.BEFORE)
                assert back
                assert ids_of(await memory_page(tx, owner, back)) == ids_of(earlier)
            raise UndoneError


def fits(memory: Memory, selection: Selection) -> bool:
    """Tell whether a memory is one of those that were asked for."""
    if (memory.deleted_at is not None) != (selection.which is Which.DELETED):
        return False
    if selection.category:
        return memory.category is selection.category
    held = folded(memory.content)
    begins = {word: r"(^|\W)" if word[0].isalnum() else "" for word in selection.words.split()}
    return all(re.search(begins[word] + re.escape(folded(word)), held) for word in begins)


async def put(
    tx: Transaction, owner: Owner, memory_id: str, category: MemoryCategory, age: int, content: str, *, deleted: bool
) -> None:
    """Have a memory remembered that says something unlike all others."""
    known = Known(memory_id, f"{content} {memory_id}", None, deleted=False, pinned=False)
    await teach(tx, owner, known)
    changed = {
        "category": category.value,
        "created_at": NOW + timedelta(seconds=age),
        "content_key": content_key(memory_id),
    }
    if deleted:
        changed["deleted_at"] = NOW
    await tx.connection.execute(update(AgentMemory).where(AgentMemory.id == memory_id).values(changed))


def ids_of(page: Text) -> list[str]:
    """Return the memories of a page, by their buttons."""
    pressed = [read_button(button.data.removeprefix(f"{MEMORY}:")) for row in page.buttons for button in row]
    return [it.memory_id for it in pressed if isinstance(it, OfOne)]


def turn(page: Text, side: Side) -> Place | None:
    """Return where a button under a page leads, if there is one."""
    pressed = [read_button(button.data.removeprefix(f"{MEMORY}:")) for row in page.buttons for button in row]
    return next((it for it in pressed if isinstance(it, Place) and it.side is side), None)
