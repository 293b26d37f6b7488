"""A chat's mailbox: what waits is taken once, in order, as it was last edited, and not before a turn command."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Database
from bot.turns.store import mailbox
from bot.turns.store.updates import IncomingUpdate, Updates
from bot.turns.values.incoming import IncomingMessage, UpdateKind

NOW = datetime(2026, 11, 24, tzinfo=UTC)
CHAT = 1
PLACE = Place(CHAT)


class Mailbox:
    """The mailbox of a chat, and what comes into it."""

    def __init__(self, database: Database, owner: Owner) -> None:
        self.database, self.owner, self.updates = database, owner, Updates(owner.bot_id)
        self._last = 0

    async def comes(
        self, kind: UpdateKind, text: str = "", message_id: int | None = None, place: Place = PLACE, album: str = ""
    ) -> int:
        """Let an update come; return its id, which is its message's too unless it edits another."""
        self._last += 1
        message = IncomingMessage(text, NOW, album=album) if text else None
        async with self.database.transaction() as tx:
            update = IncomingUpdate(
                update_id=self._last,
                chat_id=place.chat_id,
                topic_id=place.topic_id,
                message_id=message_id or self._last,
                kind=kind,
                message=message,
                payload={"text": text},
            )
            await self.updates.add(tx, [update], NOW)
        return self._last

    async def says(self, *texts: str) -> list[int]:
        """Let messages come; return their ids."""
        return [await self.comes(UpdateKind.MESSAGE, text) for text in texts]

    async def taken(self, place: Place = PLACE) -> list[str]:
        """Take what waits."""
        async with self.database.transaction() as tx:
            return [it.message.text for it in await mailbox.take(tx, self.owner, place)]

    async def fail(self, update_ids: Sequence[int]) -> None:
        """Count a failed attempt at updates."""
        async with self.database.transaction() as tx:
            await self.updates.fail(tx, update_ids)


@pytest.fixture
def box(database: Database, owner: Owner) -> Mailbox:
    """An empty mailbox."""
    return Mailbox(database, owner)


async def test_what_waits_is_taken_once_in_the_order_it_came(box: Mailbox) -> None:
    """Even if its arrival is stored once more, as when nobody heard that it was stored."""
    first, _ = await box.says("one", "two")
    await box.comes(UpdateKind.MESSAGE, "somebody else's", place=Place(2))
    await box.comes(UpdateKind.OTHER)
    await box.says("three")
    async with box.database.transaction() as tx:
        peeked = await mailbox.peek(tx, box.owner, PLACE)
    assert [it.message.text for it in peeked] == await box.taken() == ["one", "two", "three"]
    again = IncomingUpdate(
        update_id=first, chat_id=CHAT, message_id=first, kind=UpdateKind.MESSAGE, message=IncomingMessage("one", NOW)
    )
    async with box.database.transaction() as tx:
        assert await box.updates.add(tx, [again], NOW) == set()
    assert await box.taken() == []


async def test_each_topic_has_a_mailbox_of_its_own(box: Mailbox) -> None:
    topic = Place(CHAT, 5)
    stop = await box.comes(UpdateKind.TURN_COMMAND, "/stop", place=topic)
    await box.comes(UpdateKind.MESSAGE, "in the topic", place=topic)
    await box.says("in General")
    async with box.database.transaction() as tx:
        assert await mailbox.holds_command(tx, box.owner, topic)
        assert not await mailbox.holds_command(tx, box.owner, PLACE)
    assert await box.taken() == ["in General"]
    async with box.database.transaction() as tx:
        await box.updates.acknowledge(tx, [stop])
    assert await box.taken(topic) == ["in the topic"]


async def test_a_message_is_taken_as_it_was_last_edited_and_its_edits_with_it(box: Mailbox) -> None:
    first, _ = await box.says("one", "two")
    for text in ("uno", "ein"):
        await box.comes(UpdateKind.EDIT, text, first)
    async with box.database.transaction() as tx:
        assert await mailbox.holds(tx, box.owner, PLACE, first)
        one, two = await mailbox.take(tx, box.owner, PLACE)
        assert not await mailbox.holds(tx, box.owner, PLACE, first)
        assert await box.updates.unhandled(tx) == []
    assert (one.message.text, one.update_ids, two.message.text) == ("ein", [1, 3, 4], "two")


async def test_a_command_drops_what_came_before_it_with_its_edits(box: Mailbox) -> None:
    first, _ = await box.says("one", "two")
    await box.comes(UpdateKind.EDIT, "uno", first)
    command = await box.comes(UpdateKind.TURN_COMMAND)
    await box.says("three")
    assert await box.taken() == []
    async with box.database.transaction() as tx:
        assert await mailbox.drop(tx, box.owner, PLACE, before=command) == 2
        await box.updates.acknowledge(tx, [command])
    assert await box.taken() == ["three"]


async def test_what_has_failed_is_taken_alone_and_those_before_it_together(box: Mailbox) -> None:
    ids = await box.says("one", "two", "three", "four")
    await box.fail(ids[2:3])
    assert await box.taken() == ["one", "two"]
    for more in (True, False):
        async with box.database.transaction() as tx:
            (taken,) = await mailbox.take(tx, box.owner, PLACE)
        assert taken.more is more


async def test_an_album_that_has_failed_is_taken_whole(box: Mailbox) -> None:
    album = [await box.comes(UpdateKind.MESSAGE, text, album="one") for text in ("First", "Second")]
    await box.fail([*album, *await box.says("Alone")])
    await box.comes(UpdateKind.MESSAGE, "Third", album="one")
    await box.comes(UpdateKind.MESSAGE, "Fourth", album="two")
    assert [await box.taken() for _ in range(3)] == [["First\nSecond\nThird"], ["Alone"], ["Fourth"]]


async def test_a_message_that_cannot_be_read_is_taken_all_the_same_to_be_counted(box: Mailbox) -> None:
    await box.says("one")
    async with box.database.transaction() as tx:
        await tx.connection.exec_driver_sql("UPDATE telegram_updates SET message = '{}'")
        (taken,) = await mailbox.take(tx, box.owner, PLACE)
    with pytest.raises(ValidationError):
        _ = taken.message
