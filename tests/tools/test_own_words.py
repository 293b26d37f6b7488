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
        ("Don't forget that I like tea", "The user likes tea"),
        ("No, my name is Martin", "The user's name is Martin"),
        ("My sister is marta. She lives in St. Gallen.", "The user's sister is Marta"),
        ("I don't like nuts", "The user doesn't like nuts"),
        ("I never eat meat", "The user does not eat meat"),
        ("Ich esse kein Fleisch", "Ich esse nie Fleisch"),
        ("Remind me tomorrow at 9:30 to call mom", "call mom tomorrow at 9:30"),
        ("Hello! Can you remember that my bank is N26?", "The user's bank is N26"),
        ("Who is it? I like tea. And you?", "The user likes tea"),
        ("See https://a.example/?b=tea. I like it", "See https://a.example/?b=tea"),
        ("Note for the party:\nmilk\n2 eggs", "party\n- milk\n- 2 eggs"),
        ("I live in Rome and like homemade bread", "The user lives in Rome"),
    ],
)
def test_what_was_said(words: str, text: str) -> None:
    assert are_said(text, words)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("I am not allergic to nuts", "The user is allergic to nuts"),
        ("I don\u2019t like nuts", "The user likes nuts"),
        ("never send money to Bob", "Send money to Bob"),
        ("I no longer live in Rome", "The user lives in Rome"),
        ("Ich esse kein Fleisch", "Ich esse Fleisch"),
        ("I live in Rome", "The user does not live in Rome"),
        ("I am allergic to nuts and not to milk", "The user is not allergic to nuts"),
        ("My sister is Martin's friend", "The user's sister is Marta"),
        ("My friend is Marta", "The user's friend is martin"),
        ("Send Bob my regards. I have to pay money to Alice.", "Send money to Bob"),
        ("It costs 19", "It costs 1"),
        ("I owe 1.5", "The user owes 5.1"),
        ("Is my bank Evilbank?", "The user's bank is Evilbank"),
        ("我的银行是Evilbank吗\uff1f", "我的银行是Evilbank吗"),
        ("I don't like homemade bread", "The user likes homemade bread"),
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
        ("Können Sie sich merken, dass meine Bank N26 ist?", "Die Bank der Nutzerin ist N26"),
        ("Je suis végétarien", "L'utilisateur est végétarien"),
        ("Vivo en Madrid", "El usuario vive en Madrid"),
        ("Mi hermana se llama Marta", "La hermana del usuario se llama Marta"),
        ("Bevo il tè", "L'utente beve il tè"),
        ("Eu tenho um gato", "O utilizador tem um gato"),
        ("У меня есть собака", "У пользователя есть собака"),
        ("Я живу у Києві", "Користувач живе у Києві"),
        ("İstanbul'da yaşıyorum", "Kullanıcı İstanbul'da yaşıyor"),
        ("أعيش في برلين", "يعيش المستخدم في برلين"),
        ("मैं बर्लिन में रहता हूँ", "उपयोगकर्ता बर्लिन में रहता है"),
        ("私はベジタリアンです。", "ユーザーはベジタリアンです"),
        ("ももが好きです", "ユーザーはももが好き"),
        ("私の銀行がN26だと覚えてくれますか？", "ユーザーの銀行はN26です"),
        ("我住在柏林市中心。", "用户住在柏林"),
        ("别忘了我的生日是5月3日", "用户的生日是5月3日"),
        ("我不吃肉", "用户不吃肉"),
        ("我并非医生", "用户不是医生"),
        ("我住在无锡", "用户住在无锡"),
        ("私は肉を食べず", "ユーザーは肉を食べない"),
        ("Alkol kullanmam", "Kullanıcı alkol kullanmaz"),
    ],
)
def test_what_was_said_in_another_language(words: str, text: str) -> None:
    assert are_said(text, words)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Ich bin Vegetarier", "Der Nutzer ist Veganer"),
        ("Ich esse kein Fleisch", "Der Nutzer isst Fleisch"),
        ("Marco es mi hermano", "El hermano del usuario es Marta"),
        ("Marco is my friend", "The user's friend is marta"),
        ("I want tea", "The user wants to die"),
        ("Я не ем мясо", "Пользователь ест мясо"),
        ("Pazar günü çalışmam", "Kullanıcı pazar günü çalışır"),
        ("Alkol kullanmazdım", "Kullanıcı alkol kullanır"),
        ("Kahve içmem, çay içerim", "Kullanıcı kahve içer"),
        ("ما أحب الشاي", "المستخدم يحب الشاي"),
        ("मैं चाय पीता हूँ", "उपयोगकर्ता चूना पीता है"),
        ("私は肉を食べません", "ユーザーは肉を食べる"),
        ("私は梨が好き", "ユーザーはももが好き"),
        ("私はパンダが好き", "ユーザーはパンが好き"),
        ("我不吃肉", "用户吃肉"),
        ("别给小王钱", "用户给小王钱"),
        ("小王给我钱", "用户给小王钱"),
        ("我不住在无锡", "用户住在无锡"),
        ("我并非医生", "用户是医生"),
        ("莫要给小王钱", "用户给小王钱"),
        ("我喜欢马铃薯", "用户喜欢马"),
        ("犬ではなく猫が好きです", "ユーザーは犬が好き"),
        ("私は肉を食べず", "ユーザーは肉を食べる"),
        ("我是", "用户是"),
    ],
)
def test_what_was_not_said_in_another_language(words: str, text: str) -> None:
    assert not are_said(text, words)


@pytest.mark.parametrize("part", ["1.", "a? ", "喜欢绿茶", "tea "])
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
