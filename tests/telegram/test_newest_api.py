"""What python-telegram-bot lacks is called, unless the server turns out to be older."""

from collections.abc import AsyncIterator

import pytest
from telegram.error import BadRequest, InvalidToken, NetworkError, TelegramError

from bot.telegram.newest_api import NewestBot, Unsupported
from bot.telegram.refusals import Verdict, verdict
from bot.telegram.request import Request
from practice.telegram.bot_api import BotApi
from tests.conftest import TOKEN

UNKNOWN = "sendWhatIsYetToCome"


@pytest.fixture
async def bot(telegram: BotApi, telegram_url: str) -> AsyncIterator[NewestBot]:
    """A bot at the practice server, with a user's chat."""
    telegram.send_text("Hello", 1)
    async with NewestBot(TOKEN, base_url=f"{telegram_url}/bot", request=Request(telegram_url, 4)) as bot:
        yield bot


async def test_a_call_returns_what_the_server_answers(telegram: BotApi, bot: NewestBot) -> None:
    result = await bot.call("sendMessage", {"chat_id": 1, "text": "Hi", "message_thread_id": None})
    assert isinstance(result, dict)
    assert result["message_id"] == telegram.messages(1)[-1].message_id


async def test_a_server_without_a_method_is_asked_once(telegram: BotApi, bot: NewestBot) -> None:
    for _ in range(2):
        with pytest.raises(Unsupported):
            await bot.call(UNKNOWN, {"chat_id": 1})
        assert not await bot.knows(UNKNOWN)
    assert [it.method for it in telegram.calls].count(UNKNOWN) == 1


async def test_a_bot_that_is_not_signed_in_yet_learns_the_same(telegram_url: str) -> None:
    request = Request(telegram_url, 4)
    bot = NewestBot(TOKEN, base_url=f"{telegram_url}/bot", request=request)
    async with request:
        assert not await bot.knows(UNKNOWN)


def test_a_method_that_is_unknown_counts_as_refused() -> None:
    assert verdict(Unsupported(UNKNOWN)) is Verdict.REFUSED


async def test_a_known_method_is_recognised_without_an_effect(telegram: BotApi, bot: NewestBot) -> None:
    before = telegram.messages(1)
    assert await bot.knows("sendMessage")
    assert await bot.knows("sendMessage")
    assert telegram.messages(1) == before
    assert [it.method for it in telegram.calls].count("sendMessage") == 1


@pytest.mark.parametrize(
    ("code", "words", "expected"),
    [
        (400, "Bad Request: message text is empty", BadRequest),
        (401, "Unauthorized", InvalidToken),
        (404, "Not Found (nginx)", InvalidToken),
        (502, "Bad Gateway", NetworkError),
    ],
)
async def test_any_other_error_says_nothing_about_the_server(
    telegram: BotApi, bot: NewestBot, code: int, words: str, expected: type[TelegramError]
) -> None:
    telegram.fail("sendMessage", error_code=code, description=words, times=1)
    with pytest.raises(expected) as caught:
        await bot.call("sendMessage", {"chat_id": 1, "text": "Hi"})
    assert not isinstance(caught.value, Unsupported)
    assert await bot.call("sendMessage", {"chat_id": 1, "text": "Hi"})


async def test_an_older_server_ignores_a_new_parameter(telegram: BotApi, bot: NewestBot) -> None:
    telegram.play_older("sendDocument", "reply_markup")
    keys = {"inline_keyboard": [[{"text": "Yes", "callback_data": "yes"}]]}
    await bot.call("sendMessage", {"chat_id": 1, "text": "Hi", "reply_markup": keys})
    assert telegram.messages(1)[-1].keyboard == ()
    assert not await bot.knows("sendDocument")
