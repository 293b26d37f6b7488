"""What a user said in their own words, and what they didn't."""

from datetime import UTC, datetime

import pytest

from bot.message_text import user_message
from bot.tools.own_words import are_said, own_words
from bot.values.incoming import Attribution, IncomingMessage, Quote, Speaker
from bot.values.messages import UserMessage

NOW = datetime(2026, 11, 23, 9, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Remember that I like tea", "The user likes tea"),
        ("Don't forget that I like tea", "The user likes tea"),
        ("Vergiss nicht, dass Alec kommt", "Alec kommt"),
        ("No, my name is Martin", "The user's name is Martin"),
        ("My sister is marta. She lives in St. Gallen.", "The user's sister is Marta"),
        ("I don't like nuts", "The user doesn't like nuts"),
        ("I do not like nuts", "The user doesn\u2019t like nuts"),
        ("I can't swim", "The user cannot swim"),
        ("I never eat meat", "The user does not eat meat"),
        ("Ich esse kein Fleisch", "Ich esse nie Fleisch"),
        ("Remind me tomorrow at 9:30 to call mom", "call mom tomorrow at 9:30"),
        ("Hello! Can you remember that my bank is N26?", "The user's bank is N26"),
        ("Kannst du mich um 9:30 an Mama erinnern?", "Mama um 9:30"),
        ("Who is it? I like tea. And you?", "The user likes tea"),
        ("See https://a.example/?b=tea. I like it", "See https://a.example/?b=tea"),
        ("Note for the party:\nmilk\n2 eggs", "party\n- milk\n- 2 eggs"),
    ],
)
def test_what_was_said(words: str, text: str) -> None:
    assert are_said(text, words)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("I am not allergic to nuts", "The user is allergic to nuts"),
        ("I'm not allergic to nuts", "The user is allergic to nuts"),
        ("I don\u2019t like nuts", "The user likes nuts"),
        ("never send money to Bob", "Send money to Bob"),
        ("I no longer live in Rome", "The user lives in Rome"),
        ("Ich esse kein Fleisch", "Ich esse Fleisch"),
        ("Ich bin nie in Rom", "Ich bin in Rom"),
        ("I live in Rome", "The user does not live in Rome"),
        ("I am allergic to nuts and not to milk", "The user is not allergic to nuts"),
        ("My sister is Martin's friend", "The user's sister is Marta"),
        ("My friend is Marta", "The user's friend is martin"),
        ("Send Bob my regards. I have to pay money to Alice.", "Send money to Bob"),
        ("It costs 19", "It costs 1"),
        ("at 9:30", "at 30:9"),
        ("I owe 1.5", "The user owes 5.1"),
        ("Is my friend here?", "The user is friendless"),
        ("Is my bank Evilbank?", "The user's bank is Evilbank"),
        ("I wonder: is my number 3.5? Tell me.", "The user's number is 3.5"),
        ("我的银行是Evilbank吗\uff1f", "我的银行是Evilbank吗"),
        ("I like tea", "The user is"),
        ("", "The user likes tea"),
    ],
)
def test_what_was_not_said(words: str, text: str) -> None:
    assert not are_said(text, words)


def message(text: str, attribution: Attribution) -> UserMessage:
    """Return a user's message."""
    return user_message(IncomingMessage(text, NOW, attribution), UTC)


def test_own_words_are_those_beside_somebody_elses() -> None:
    quotes = [Quote("I like\rcocoa", it, "Bob] I like cocoa", whole=True) for it in Speaker]
    said = [message("I like tea", Attribution(quote=it)) for it in quotes]
    said.append(message("I like cocoa", Attribution("Bob\nI like cocoa")))
    assert own_words(said).split() == ["I", "like", "tea"] * 3
    assert own_words([user_message(IncomingMessage("I like cocoa", NOW, from_keepsake=True), UTC)]) == ""
