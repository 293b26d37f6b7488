"""Notes: written, changed, deleted, brought back and undone; no version is ever lost."""

from datetime import UTC, datetime

import pytest

from bot.features.notes import operations
from bot.features.notes.refusals import (
    NoSuchItem,
    NoSuchNote,
    NoSuchPassage,
    NoteChangedSince,
    NoteRefused,
    NoteTooLong,
    SameNoteName,
    SeveralPassages,
)
from bot.features.notes.store import notes as stored
from bot.features.notes.values import (
    READ_NOTE,
    TEXT_MAX,
    Appending,
    Note,
    NoteChange,
    Renaming,
    Replacing,
    Ticking,
    WantedNote,
    Writing,
)
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import own
from bot.model.values import ToolSpec
from bot.store.engine import Database
from bot.turns.store import conversations
from bot.turns.values.conversations import SystemPrompt
from bot.turns.values.origins import Origin


class Book:
    """An owner's notes."""

    def __init__(self, database: Database, owner: Owner) -> None:
        self.database, self.owner = database, owner

    async def change(self, wanted: WantedNote, *, untrusted: bool = False) -> NoteChange:
        """Change a note, as the model does."""
        async with self.database.transaction() as tx:
            return await operations.change(tx, self.owner, wanted, untrusted=untrusted)

    async def undo(self, done: NoteChange) -> Note:
        """Undo a change."""
        former = done.before.version if done.before else 0
        async with self.database.transaction() as tx:
            return await operations.undo(tx, self.owner, done.after.id, done.after.version, former)

    async def delete(self, note_id: str) -> Note:
        """Delete a note."""
        async with self.database.transaction() as tx:
            return await operations.delete(tx, self.owner, note_id)

    async def restore(self, note_id: str) -> Note:
        """Bring a note back."""
        async with self.database.transaction() as tx:
            return await operations.restore(tx, self.owner, note_id)

    async def text(self, name: str) -> str:
        """Return a note's text."""
        async with self.database.transaction() as tx:
            return (await operations.get(tx, self.owner, name)).content

    async def versions(self, note_id: str) -> list[str]:
        """Return the texts of all versions, the first one first."""
        async with self.database.transaction() as tx:
            found = await stored.versions(tx, note_id, skip=0, most=100)
        return [it.content for it in reversed(found)]


@pytest.fixture
def book(database: Database, owner: Owner) -> Book:
    """A notebook in which nothing is written."""
    return Book(database, owner)


async def test_every_version_of_a_note_is_kept(book: Book) -> None:
    written = await book.change(Writing(name="Shopping", text="- [ ] milk"))
    assert written.before is None
    await book.change(Appending(name="SHOPPING", text="- [ ] eggs\n- [ ] tea"))
    await book.change(Ticking(name="shopping", items=("milk", "Eggs")))
    await book.change(Replacing(name="shopping", passage="tea", text="green tea"))
    await book.change(Ticking(name="shopping", items=("milk",), done=False))
    await book.change(Writing(name="shopping", text="Nothing"))
    assert (await book.change(Replacing(name="Shopping", passage="Nothing", text="Nothing"))).is_none
    assert await book.versions(written.after.id) == [
        "- [ ] milk",
        "- [ ] milk\n- [ ] eggs\n- [ ] tea",
        "- [x] milk\n- [x] eggs\n- [ ] tea",
        "- [x] milk\n- [x] eggs\n- [ ] green tea",
        "- [ ] milk\n- [x] eggs\n- [ ] green tea",
        "Nothing",
    ]
    async with book.database.transaction() as tx:
        notes, number = await stored.page(tx, book.owner, skip=0, most=10)
    assert ([it.name for it in notes], number) == (["Shopping"], 1)


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (Replacing(name="Ideas", passage="x", text="y"), NoSuchNote),
        (Replacing(name="Diary", passage="Sunday", text="y"), NoSuchPassage),
        (Replacing(name="Diary", passage="rain", text="sun"), SeveralPassages),
        (Ticking(name="Diary", items=("umbrella",)), NoSuchItem),
    ],
)
async def test_what_is_refused_changes_nothing(book: Book, wanted: WantedNote, refusal: type[NoteRefused]) -> None:
    diary = await book.change(Writing(name="Diary", text="Monday: rain\nTuesday: rain\n- [ ] coat"))
    with pytest.raises(refusal):
        await book.change(wanted)
    assert await book.versions(diary.after.id) == ["Monday: rain\nTuesday: rain\n- [ ] coat"]


async def test_passages_and_items_are_found_whatever_their_case_and_line_breaks_if_there_is_one(book: Book) -> None:
    await book.change(Writing(name="Diary", text="Monday: rain\nall day\nTuesday: sun"))
    await book.change(Replacing(name="Diary", passage="monday: rain all  day", text="Monday: snow"))
    assert await book.text("diary") == "Monday: snow\nTuesday: sun"
    await book.change(Replacing(name="Diary", passage="Monday: snow", text=""))
    assert await book.text("diary") == "\nTuesday: sun"
    await book.change(Writing(name="List", text="- [ ] a\n- [ ] b\n- [ ] c"))
    await book.change(Replacing(name="List", passage="- [ ] b", text=""))  # which leaves no empty line
    assert await book.text("List") == "- [ ] a\n- [ ] c"
    done = await book.change(Ticking(name="List", items=("a", "tea")))
    assert (done.changed, done.missing) == (("a",), ("tea",))


async def test_undo_brings_back_the_text_before_and_deletes_what_was_new(book: Book) -> None:
    new = await book.change(Writing(name="Shopping", text="- [ ] milk"))
    more = await book.change(Appending(name="Shopping", text="- [ ] eggs"))
    last = await book.change(Ticking(name="Shopping", items=("milk",)))
    with pytest.raises(NoteChangedSince):
        await book.undo(more)
    await book.undo(last)
    await book.undo(more)  # nobody else has changed it
    assert await book.text("Shopping") == "- [ ] milk"
    assert (await book.undo(new)).deleted_at
    with pytest.raises(NoSuchNote):
        await book.text("Shopping")
    with pytest.raises(NoteChangedSince):
        await book.undo(new)
    await book.restore(new.after.id)
    assert len(await book.versions(new.after.id)) == 5


async def test_a_deleted_note_comes_back_while_no_other_has_its_name_and_so_does_a_version(book: Book) -> None:
    first = (await book.change(Writing(name="Ideas", text="one"))).after
    await book.delete(first.id)
    with pytest.raises(NoSuchNote):
        await book.delete(first.id)
    second = (await book.change(Writing(name="ideas", text="two"))).after
    with pytest.raises(SameNoteName):
        await book.restore(first.id)
    await book.delete(second.id)
    async with book.database.transaction() as tx:
        last = await stored.deleted_named(tx, book.owner, "IDEAS")
        assert last
        assert last.id == second.id
    await book.restore(first.id)
    await book.change(Writing(name="Ideas", text="three"))
    async with book.database.transaction() as tx:
        await operations.restore_version(tx, book.owner, first.id, 1)
        (newest, *_) = await stored.versions(tx, first.id, skip=0, most=1)
    assert (newest.number, newest.content, newest.origin) == (3, "one", Origin.COMMAND)


async def test_untrusted_text_makes_a_note_untrusted_until_it_is_written_anew(book: Book) -> None:
    assert not (await book.change(Writing(name="News", text="- [ ] mine"))).after.untrusted
    assert (await book.change(Appending(name="News", text="a page says"), untrusted=True)).after.untrusted
    assert (await book.change(Ticking(name="News", items=("mine",)))).after.untrusted
    assert (await book.change(Appending(name="News", text="more"))).after.untrusted
    assert not (await book.change(Writing(name="News", text="my own"))).after.untrusted
    assert (await book.change(Renaming(name="News", new_name="Obey"), untrusted=True)).after.untrusted
    assert (await book.change(Writing(name="Other", text="theirs"), untrusted=True)).after.untrusted


async def test_another_name_is_a_version_that_can_be_undone(book: Book) -> None:
    new = await book.change(Writing(name="Shopping", text="- [ ] milk"))
    renamed = await book.change(Renaming(name="shopping", new_name="Groceries"))
    assert (renamed.after.id, renamed.after.name, renamed.after.version) == (new.after.id, "Groceries", 2)
    assert await book.text("groceries") == "- [ ] milk"
    with pytest.raises(NoSuchNote):
        await book.text("Shopping")
    assert (await book.change(Renaming(name="Groceries", new_name="Groceries"))).is_none
    assert (await book.change(Renaming(name="groceries", new_name="GROCERIES"))).after.name == "GROCERIES"
    with pytest.raises(NoteChangedSince):
        await book.undo(renamed)
    last = await book.change(Renaming(name="Groceries", new_name="Food"))
    assert (await book.undo(last)).name == "GROCERIES"
    async with book.database.transaction() as tx:
        versions = await stored.versions(tx, new.after.id, skip=0, most=9)
    names = [it.name for it in reversed(versions)]
    assert names == ["Shopping", "Groceries", "GROCERIES", "Food", "GROCERIES"]


async def test_a_name_is_given_to_one_note_only_whatever_its_letter_case(book: Book) -> None:
    first = await book.change(Writing(name="Straße  der Ideen", text="a"))
    assert (await book.change(Appending(name="STRASSE der ideen", text="b"))).after.id == first.after.id
    other = await book.change(Writing(name="Ideas", text="a boat"))
    await book.change(Writing(name="Plans", text="a kite"))
    with pytest.raises(SameNoteName) as refused:
        await book.change(Renaming(name="Plans", new_name="ideas"))
    assert str(refused.value) == "There is already a note “ideas”."
    away = await book.change(Renaming(name="Plans", new_name="Dreams"))
    await book.change(Writing(name="plans", text="another"))
    with pytest.raises(SameNoteName):
        await book.undo(away)
    assert await book.text("Dreams") == "a kite"
    await book.delete(other.after.id)
    await book.change(Renaming(name="Dreams", new_name="Ideas"))
    with pytest.raises(SameNoteName):
        await book.restore(other.after.id)


async def test_a_note_takes_20000_characters_and_not_one_more(book: Book) -> None:
    full = "é" * (TEXT_MAX - 11) + "\n- [ ] 🙂 bc"
    assert len(full) == TEXT_MAX == 20_000
    note = (await book.change(Writing(name="Full", text=full))).after
    await book.change(Ticking(name="Full", items=("🙂 bc",)))
    for wanted in (Appending(name="Full", text="x"), Replacing(name="Full", passage="bc", text="bcd")):
        with pytest.raises(NoteTooLong, match="would have 20,00"):
            await book.change(wanted)
    assert len(await book.versions(note.id)) == 2


async def test_a_running_conversation_is_told_of_what_the_owner_changes(book: Book) -> None:
    note = (await book.change(Writing(name="Ideas", text="one"))).after
    await book.change(Writing(name="Ideas", text="two"))
    told: list[list[str]] = []
    async with book.database.transaction() as tx:
        tools = (ToolSpec(name=READ_NOTE, description="", parameters="{}"),)
        prompt, now = SystemPrompt(own("")), datetime.now(UTC)
        await conversations.start(tx, book.owner, Place(1), system_prompt=prompt, tools=tools, first_message_at=now)
        for version in (2, 1):  # the first is as it is
            await operations.restore_version(tx, book.owner, note.id, version)
            told += (await tx.connection.exec_driver_sql("SELECT pending_notes FROM agent_conversations")).scalars()
    assert told == [[], ['The user has changed the note "Ideas". Read it again before you rely on it.']]


async def test_notes_of_another_owner_are_none(book: Book, database: Database) -> None:
    note = (await book.change(Writing(name="Mine", text="secret"))).after
    other = Book(database, Owner(book.owner.bot_id, 2))
    with pytest.raises(NoSuchNote) as refused:
        await other.text("Mine")
    assert refused.value.names == []
    with pytest.raises(NoSuchNote):
        await other.delete(note.id)
    await other.change(Writing(name="Mine", text="other"))
    assert await book.text("Mine") == "secret"
