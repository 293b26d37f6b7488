"""Which messages of a group are for the bot."""

import pytest

from bot.telegram.groups.addressed import Addressee, is_for, words_for

BOT = Addressee(1000, "practice_bot")
HEARS_ALL = Addressee(1000, "practice_bot", hears_all=True)
REPLY = {"text": "And with bread?", "reply_to_message": {"message_id": 3, "from": {"id": 1000, "is_bot": True}}}


def said(text: str, kind: str, offset: int, length: int, **more: object) -> dict[str, object]:
    """Return a message with one entity."""
    return {"text": text, "entities": [{"type": kind, "offset": offset, "length": length, **more}]}


@pytest.mark.parametrize(
    "message",
    [
        said("@practice_bot hi", "mention", 0, 13),
        said("What do you think, @Practice_Bot?", "mention", 19, 13),
        said("👍👍 @practice_bot", "mention", 5, 13),
        said("Keepsake, hi", "text_mention", 0, 8, user={"id": 1000, "is_bot": True}),
        said("/memory@practice_bot", "bot_command", 0, 20),
        {"caption": "@practice_bot see", "caption_entities": [{"type": "mention", "offset": 0, "length": 13}]},
        REPLY,
    ],
)
def test_what_names_it_or_replies_to_it_is(message: dict[str, object]) -> None:
    assert is_for(message, BOT)
    assert is_for(message, HEARS_ALL)


@pytest.mark.parametrize(
    "message",
    [
        {"text": "Hello everybody"},
        {"text": "practice_bot is a bot, and so is @practice_bot"},
        said("@other_bot hi", "mention", 0, 10),
        said("@practice_bot2 hi", "mention", 0, 14),
        said("Bob, hi", "text_mention", 0, 3, user={"id": 7}),
        said("/memory@other_bot", "bot_command", 0, 17),
        said("or send /memory", "bot_command", 8, 7),
        {"text": "Yes", "reply_to_message": {"message_id": 3, "from": {"id": 7}}},
        {
            "text": "Hi",
            "reply_to_message": {"message_id": 3, "from": {"id": 1000}, "forum_topic_created": {"name": "A"}},
        },
        {"text": "Hi", "entities": "none", "reply_to_message": "none"},
        said("Hi", "mention", -5, 100),
        said("Hi", "text_mention", 0, 2, user="none"),
        {"text": "Hi", "entities": [None, {"type": "mention"}, {"type": "mention", "offset": "0", "length": "2"}]},
        {"new_chat_members": [{"id": 1000}]},
    ],
)
def test_nothing_else_is(message: dict[str, object]) -> None:
    assert not is_for(message, BOT)
    assert not is_for(message, HEARS_ALL)


def test_a_command_that_names_no_bot_is_for_it_where_telegram_delivers_no_others() -> None:
    command = said("/memory", "bot_command", 0, 7)
    assert is_for(command, BOT)
    assert not is_for(command, HEARS_ALL)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("@practice_bot what is for dinner?", "what is for dinner?"),
        ("@Practice_Bot, what is for dinner?", "what is for dinner?"),
        ("/ask what is for dinner?", "what is for dinner?"),
        ("/ask@practice_bot what is for dinner?", "what is for dinner?"),
        ("What is for dinner, @practice_bot?", "What is for dinner, @practice_bot?"),
        ("@practice_bot", "@practice_bot"),
        ("/ask", "/ask"),
        ("/asking what", "/asking what"),
    ],
)
def test_the_name_at_the_beginning_is_left_out(text: str, words: str) -> None:
    assert words_for(text, "practice_bot") == words
