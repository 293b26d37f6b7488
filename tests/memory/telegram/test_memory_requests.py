import pytest

from bot.memory.store.pages import Selection, Which
from bot.memory.telegram.requests import (
    ADD_EXAMPLE,
    Act,
    OfOne,
    OfVersion,
    Place,
    Plain,
    Request,
    Say,
    edit_asked_for,
    parse,
    usage,
)
from bot.memory.values import Addition, MemoryCategory, MemoryUpdate

ID = "a1b2c3d4"
WHICH = "Which memory? Give its number in the last list, for example:\n"
CATEGORIES = Say("Choose a category: context, person, preference, project. For example:\n", ADD_EXAMPLE)


THIRD_PERSON = "I store this as a sentence about “the user”. For example:\n"


def added(category: MemoryCategory, content: str, subject: str = "") -> Addition:
    """Return what is to be remembered."""
    return Addition(content=content, category=category, subject=subject, is_new=True)


def person(subject: str, content: str) -> Addition:
    """Return what is to be remembered of a person."""
    return added(MemoryCategory.PERSON, content, subject)


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("", Place()),
        ("list person", Place(selection=Selection("person"))),
        ("list two  words", Place(selection=Selection("two words"))),
        ("deleted two  words", Place(selection=Selection("two words", Which.DELETED))),
        ("show a1b2c3d4", OfOne(Act.SHOW, ID)),
        ("delete #2.", OfOne(Act.DELETE, "2")),
        ("delete [id:a1b2c3d4]", OfOne(Act.DELETE, ID)),
        ("edit [a1b2] It is  so\nnow ", MemoryUpdate(memory_id="a1b2", content="It is  so\nnow")),
        (
            "edit a1b2",
            Say(
                "Which memory, and what should it say? For example:\n",
                "/memory edit 1 The user's sister Anna lives in Berlin",
            ),
        ),
        ("add Person Anna: Anna is there", person("Anna", "Anna is there")),
        ("add person Anna B.:\nAnna: she is there", person("Anna B.", "Anna: she is there")),
        ("add person See https://a.example", person("", "See https://a.example")),
        ("add person Anna", Say("A memory has 5 to 500 characters. This text has 4.")),
        ("add persn Anna is there", CATEGORIES),
        ("add Anna likes kayaking", person("Anna", "Anna likes kayaking")),
        ("add I like tea", added(MemoryCategory.PREFERENCE, "The user likes tea")),
        ("add project My boat: it is blue", added(MemoryCategory.PROJECT, "it is blue", "My boat")),
        ("add Ich mag Tee", Say(THIRD_PERSON, "/memory add The user likes tea")),
        ("edit a1b2 I am vegan", MemoryUpdate(memory_id="a1b2", content="The user is vegan")),
        ("add Remember that I am vegan", added(MemoryCategory.CONTEXT, "The user is vegan")),
        ("edit 1 i'd like tea", Say(THIRD_PERSON, "/memory edit 1 The user likes tea")),
        ("add It needs water", added(MemoryCategory.CONTEXT, "It needs water")),
        ("clear all  my\nmemories", Plain("clear", "all my memories")),
        ("mode  OFF", Plain("mode", "off")),
        ("search two  words", Place(selection=Selection("two words", Which.BEST))),
        ("search", Say("What should I look for? For example:\n", "/memory search Anna")),
        ("pin", Say(WHICH, "/memory pin 1")),
        (
            "restore",
            Say("Which memory? Give its number in the list of /memory deleted, for example:\n", "/memory restore 1"),
        ),
        (
            "explode a1b2",
            Say("I don't know “/memory explode a1b2”. To search your memories:\n", "/memory search explode a1b2"),
        ),
        ("serch Anna", Say("I don't know “/memory serch Anna”. Did you mean:\n", "/memory search")),
        ("help", Say(usage())),
    ],
)
def test_the_arguments_of_memory_are_parsed(words: str, request_: Request) -> None:
    assert parse(words) == request_


@pytest.mark.parametrize(
    ("asked", "reply", "words"),
    [
        (f"✏️ [{ID}]\nAnna sails\n\nReply", "Anna\nrows", f"edit {ID} Anna\nrows"),
        (f"✏️ [{ID}]\nAnna sails\n\nReply", "", ""),  # such as a voice message
        (f"✏️ Anna sails → Anna rows [{ID}]", "No, she doesn't", ""),
        (f"✏️ [{ID}] → Anna rows [{ID}]", "No, she doesn't", ""),
        (f"Anna [{ID}]\n\nv1", "Thanks", ""),
    ],
)
def test_a_reply_is_an_edit_if_its_message_asks_for_one(asked: str, reply: str, words: str) -> None:
    assert edit_asked_for(asked, reply) == words


def test_a_button_of_a_version_leads_back_to_its_list_if_that_fits() -> None:
    place = Place(memory_id="z" * 8, selection=Selection("x" * 33))
    assert OfVersion.opened_from(place, "to", ID, 999).back == place
    assert OfVersion.opened_from(place, "page", ID, 9999).back == Place()
