"""Each kind of what goes out comes back from the outbox as it was put there."""

from datetime import UTC, datetime

from telegram import MessageEntity

from bot.kit.place import Place
from bot.store.engine import Database
from bot.telegram.texts import (
    Button,
    Dated,
    Deletion,
    Edit,
    Emoji,
    File,
    Keyboard,
    Opening,
    Part,
    Text,
    TopicDeletion,
    TopicName,
    Voice,
    columns_of,
    part_of,
)
from bot.turns.store.outbox import Outbox

PLACE = Place(1, 7)
TEXT = Text(
    "Look here",
    (MessageEntity("text_link", 5, 4, url="http://example.org/"),),
    quoted_id=3,
    buttons=((Button("Undo", "undo:1"), Button("Open", url="http://example.org/")),),
    about="undo:1",
    is_silent=True,
)
PARTS: list[Part] = [
    TEXT,
    Text("Plain"),
    File("all.json", b"{}", "All of it", quoted_id=3),
    Voice("answer.ogg", b"OggS", quoted_id=3),
    Edit(9, TEXT),
    Edit(9, Voice("answer.ogg", b"OggS")),
    Deletion(9),
    Keyboard("undo:1", TEXT.buttons, message_id=9),
    Keyboard("undo:1"),
    Emoji("👍", 3),
    Emoji("", 3),
    Dated(TEXT, datetime(2027, 3, 1, 12, tzinfo=UTC), 2),
    Opening(TEXT, "Cooking", is_private=True),
    Opening(TEXT, "", is_private=False),
    TopicName("Cooking"),
    TopicDeletion(),
]


async def test_each_kind_comes_back_as_it_was_put_there(database: Database) -> None:
    outbox, found = Outbox(1000), list[Part]()
    for part in PARTS:
        async with database.transaction() as tx:
            await outbox.add(tx, PLACE, columns_of([part]))
        async with database.transaction() as tx:
            (waiting,) = await outbox.waiting(tx, PLACE)
            await outbox.sent(tx, waiting.id, None)
        found.append(part_of(waiting.columns))
    assert found == PARTS
