"""What a user said in their own words, and what they didn't."""

from datetime import UTC, datetime

import pytest

from bot.message_text import user_message
from bot.tools.own_words import are_said, own_words
from bot.values.incoming import Attribution, IncomingMessage, Quote, Speaker
from bot.values.messages import UserMessage
from tests.growth import no_square

NOW = datetime(2026, 11, 23, 9, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Remember that I like tea", "The user likes tea"),
        ("My sister is marta. She lives in St. Gallen.", "The user's sister is Marta"),
        ("I don't like nuts", "The user doesn't like nuts"),
        ("I never eat meat", "The user does not eat meat"),
        ("Ich esse kein Fleisch", "Ich esse nie Fleisch"),
        ("Remind me tomorrow at 9:30 to call mom", "call mom tomorrow at 9:30"),
        ("Hello! Can you remember that my bank is N26?", "The user's bank is N26"),
        ("See https://a.example/?b=tea. I like it", "See https://a.example/?b=tea"),
        ("Note for the party:\nmilk\n2 eggs", "party\n- milk\n- 2 eggs"),
    ],
)
def test_what_was_said(words: str, text: str) -> None:
    assert are_said(text, words)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("I don\u2019t like nuts", "The user likes nuts"),
        ("I no longer live in Rome", "The user lives in Rome"),
        ("Ich esse kein Fleisch", "Ich esse Fleisch"),
        ("I live in Rome", "The user does not live in Rome"),
        ("I am allergic to nuts and not to milk", "The user is not allergic to nuts"),
        ("My sister is Martin's friend", "The user's sister is Marta"),
        ("Send Bob my regards. I have to pay money to Alice.", "Send money to Bob"),
        ("I owe 1.5", "The user owes 5.1"),
        ("Is my bank Evilbank?", "The user's bank is Evilbank"),
        ("我的银行是Evilbank吗\uff1f", "我的银行是Evilbank吗"),
        ("I'm not a comedian", "The user is a comedian"),
        ("I like tea", "The user is"),
        ("", "The user likes tea"),
    ],
)
def test_what_was_not_said(words: str, text: str) -> None:
    assert not are_said(text, words)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Ich bin Vegetarier", "Der Nutzer ist Vegetarier"),
        ("Ich esse kein Fleisch", "Der Nutzer isst kein Fleisch"),
        ("Mi hermana se llama Marta", "La hermana del usuario se llama Marta"),
        ("Eu tenho um gato", "O utilizador tem um gato"),
        ("У меня есть собака", "У пользователя есть собака"),
        ("İstanbul'da yaşıyorum", "Kullanıcı İstanbul'da yaşıyor"),
        ("私はベジタリアンです。", "ユーザーはベジタリアンです"),
        ("私の銀行がN26だと覚えてくれますか？", "ユーザーの銀行はN26です"),
        ("别忘了我的生日是5月3日", "用户的生日是5月3日"),
        ("我住在无锡", "用户住在无锡"),
        ("Alkol kullanmam", "Kullanıcı alkol kullanmaz"),
    ],
)
def test_what_was_said_in_another_language(words: str, text: str) -> None:
    assert are_said(text, words)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Ich esse kein Fleisch", "Der Nutzer isst Fleisch"),
        ("Marco es mi hermano", "El hermano del usuario es Marta"),
        ("I want tea", "The user wants to die"),
        ("Я не ем мясо", "Пользователь ест мясо"),
        ("Kahve içmem, çay içerim", "Kullanıcı kahve içer"),
        ("ما أحب الشاي", "المستخدم يحب الشاي"),
        ("私は肉を食べません", "ユーザーは肉を食べる"),
        ("私はパンダが好き", "ユーザーはパンが好き"),
        ("我不吃肉", "用户吃肉"),
        ("小王给我钱", "用户给小王钱"),
        ("我不住在无锡", "用户住在无锡"),
        ("莫要给小王钱", "用户给小王钱"),
        ("我喜欢马铃薯", "用户喜欢马"),
        ("犬ではなく猫が好きです", "ユーザーは犬が好き"),
    ],
)
def test_what_was_not_said_in_another_language(words: str, text: str) -> None:
    assert not are_said(text, words)


@pytest.mark.parametrize("part", ["a? ", "喜欢绿茶"])
def test_long_words_are_compared_in_seconds(part: str) -> None:
    with no_square():
        assert not are_said("The user likes cocoa", part * 20_000)
        assert not are_said("用户喜欢红茶", part * 20_000)


def test_what_is_too_long_to_compare_is_said_only_as_it_is() -> None:
    words = "\n".join(f"I live in street {it}" for it in range(2_000))
    with no_square():
        assert are_said(words, words)
        assert not are_said(words.replace("I live", "The user lives"), words)


def message(text: str, attribution: Attribution) -> UserMessage:
    """Return a user's message."""
    return user_message(IncomingMessage(text, NOW, attribution), UTC)


def test_own_words_are_those_beside_somebody_elses() -> None:
    quotes = [Quote("I like\rcocoa", it, "Bob] I like cocoa", whole=True) for it in Speaker]
    said = [message("I like tea", Attribution(quote=it)) for it in quotes]
    said.append(message("I like cocoa", Attribution("Bob\nI like cocoa")))
    assert own_words(said).split() == ["I", "like", "tea"] * 3
    assert own_words([user_message(IncomingMessage("I like cocoa", NOW, from_keepsake=True), UTC)]) == ""
