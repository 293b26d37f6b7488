import pytest

from bot.database.memory_pages import Selection
from bot.telegram.memory.presses import Act, Place, PressOfOne, Side, fits_buttons
from bot.telegram.memory.requests import (
    ADD_EXAMPLE,
    AddMemory,
    ClearMemories,
    DeleteMemory,
    EditMemory,
    ListMemories,
    PinMemory,
    Request,
    RestoreMemory,
    ShowMemory,
    ShowStats,
    ShowUsage,
    UnpinMemory,
    parse,
)
from bot.values import MemoryCategory

ID, OTHER = "a1b2c3d4", "A1B2C3D4"
PERSON = MemoryCategory.PERSON
LISTED = "/memory list shows the ids."
ADD = ShowUsage("Usage: /memory add <category> <text>. For example: ", ADD_EXAMPLE)


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("", ListMemories()),
        ("list", ListMemories()),
        ("  LIST  ", ListMemories()),
        ("list person", ListMemories(Selection("person"))),
        ("list two  words", ListMemories(Selection("two words"))),
        ("list\nperson", ListMemories(Selection("person"))),
        ("deleted", ListMemories(Selection(deleted=True))),
        ("deleted two  words", ListMemories(Selection("two words", deleted=True))),
        ("show a1b2c3d4", ShowMemory(ID)),
        ("delete a1b2", DeleteMemory("a1b2")),
        ("Delete [a1b2c3d4]", DeleteMemory(ID)),
        ("delete [id:a1b2c3d4]", DeleteMemory(ID)),
        ("restore a1b2c3d4", RestoreMemory(ID)),
        ("pin a1b2c3d4", PinMemory(ID)),
        ("UNPIN [id:a1b2c3d4]", UnpinMemory(ID)),
        ("edit [a1b2] It is  so\nnow ", EditMemory("a1b2", "It is  so\nnow")),
        ("edit a1b2", ShowUsage(f"Usage: /memory edit <id> <text>. {LISTED}")),
        ("add Person Anna: Anna is there", AddMemory(PERSON, "Anna", "Anna is there")),
        ("add person Anna B.:\nAnna: she is there", AddMemory(PERSON, "Anna B.", "Anna: she is there")),
        ("add person See https://a.example", AddMemory(PERSON, "", "See https://a.example")),
        ("add person It is 10:30", AddMemory(PERSON, "", "It is 10:30")),
        ("add person", ADD),
        ("add people Anna is there", AddMemory(PERSON, "", "Anna is there")),
        ("add humans Anna is there", AddMemory(None, "", "Anna is there")),
        ("add", ADD),
        ("stats", ShowStats()),
        ("clear", ClearMemories()),
        ("clear all  my\nmemories", ClearMemories("all my memories")),
        ("search", ShowUsage("Usage: /memory search <words>.")),
        ("delete", ShowUsage(f"Usage: /memory delete <id>. {LISTED}")),
        ("pin", ShowUsage(f"Usage: /memory pin <id>. {LISTED}")),
        ("restore", ShowUsage("Usage: /memory restore <id>. /memory deleted shows the ids.")),
        ("show", ShowUsage(f"Usage: /memory show <id>. {LISTED}")),
        ("show []", ShowUsage(f"Usage: /memory show <id>. {LISTED}")),
        ("explode a1b2c3d4", ShowUsage()),
        ("help", ShowUsage()),
    ],
)
def test_what_stands_after_memory_is_read(words: str, request_: Request) -> None:
    assert parse(words) == request_


def test_words_that_no_button_can_tell_are_known() -> None:
    longest = Selection("x" * 33)
    assert fits_buttons(longest)
    assert len(PressOfOne(Act.RESTORE, ID, Place(longest, Side.FROM, ID)).data) == 64
    assert not fits_buttons(Selection("x" * 34))
    assert not fits_buttons(Selection("ж" * 17))
