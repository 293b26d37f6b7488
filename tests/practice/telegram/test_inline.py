"""Inline mode, as strict as Telegram's (Bot API, answerInlineQuery)."""

from collections.abc import AsyncIterator

import httpx
import pytest
from telegram import Bot, InlineQueryResultArticle, InlineQueryResultsButton, InputTextMessageContent, Update
from telegram.error import BadRequest

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.inline import AboveResults

TOKEN = "1:practice"


def article(result_id: str = "a", title: str = "Anna", text: str = "Anna lives in Berlin") -> InlineQueryResultArticle:
    """Return a result."""
    content = InputTextMessageContent(text)
    return InlineQueryResultArticle(result_id, title, content, description="her home")


@pytest.fixture
def api() -> BotApi:
    """The server, with inline mode on."""
    api = BotApi(TOKEN)
    api.inline.is_on = True
    return api


@pytest.fixture
async def bot(api: BotApi) -> AsyncIterator[Bot]:
    """A bot that talks to it."""
    async with serve(api.app) as url, Bot(TOKEN, base_url=f"{url}/bot") as bot:
        yield bot


async def arrived(bot: Bot) -> Update:
    """Return the newest update."""
    return (await bot.get_updates())[-1]


async def test_a_query_is_answered_and_a_result_posted(api: BotApi, bot: Bot) -> None:
    query_id = api.inline.ask("anna", chat_type="group")
    query = (await arrived(bot)).inline_query
    assert query
    assert (query.id, query.query, query.offset, query.chat_type) == (query_id, "anna", "", "group")
    button = InlineQueryResultsButton("Write it down", start_parameter="tell_it-1")
    await bot.answer_inline_query(query.id, [article()], cache_time=0, is_personal=True, button=button, next_offset="1")
    answer = api.inline.answered(query_id)
    assert answer
    assert (answer.button, answer.next_offset) == (AboveResults(text="Write it down", start_parameter="tell_it-1"), "1")
    assert [(it.title, it.description) for it in answer.results] == [("Anna", "her home")]
    message_id = api.inline.choose(query_id, "a")
    posted = (await arrived(bot)).message
    assert posted
    assert (posted.message_id, posted.text, posted.via_bot) == (message_id, "Anna lives in Berlin", bot.bot)
    with pytest.raises(ValueError, match="no such result"):
        api.inline.choose(query_id, "b")


@pytest.mark.parametrize(
    ("results", "options", "error"),
    [
        ([article(str(it)) for it in range(51)], {}, "RESULTS_TOO_MUCH"),
        ([article(), article()], {}, "RESULT_ID_DUPLICATE"),
        ([article("x" * 65)], {}, "RESULT_ID_INVALID"),
        ([article("")], {}, "RESULT_ID_INVALID"),
        ([article(title=" ")], {}, "ARTICLE_TITLE_EMPTY"),
        ([article(text="")], {}, "message text is empty"),
        ([article(text="x" * 4_097)], {}, "message is too long"),
        ([], {"next_offset": "ä" * 33}, "NEXT_OFFSET_INVALID"),
        ([], {"button": {"text": "", "start_parameter": "a"}}, "SWITCH_PM_TEXT_EMPTY"),
        ([], {"button": {"text": "Go", "start_parameter": ""}}, "can't use empty switch_pm_parameter"),
        ([], {"button": {"text": "Go", "start_parameter": "x" * 65}}, "too long switch_pm_parameter specified"),
        (
            [],
            {"button": {"text": "Go", "start_parameter": "a b"}},
            "unallowed characters in switch_pm_parameter are used",
        ),
    ],
)
async def test_what_telegram_refuses(
    api: BotApi, bot: Bot, results: list[InlineQueryResultArticle], options: dict[str, object], error: str
) -> None:
    query_id = api.inline.ask("anna")
    call = {"inline_query_id": query_id, "results": [it.to_dict() for it in results], **options}
    async with httpx.AsyncClient() as client:
        answer = await client.post(f"{bot.base_url}/answerInlineQuery", json=call)
    assert (answer.status_code, answer.json()["description"]) == (400, f"Bad Request: {error}")
    assert api.inline.answered(query_id) is None


async def test_a_query_is_answered_once_and_in_time(api: BotApi, bot: Bot) -> None:
    answered, late = api.inline.ask("anna"), api.inline.ask("ann")
    await bot.answer_inline_query(answered, [])
    api.inline.expire(late)
    for query_id in (answered, late, "12345"):
        with pytest.raises(BadRequest, match="Query is too old and response timeout expired or query id is invalid"):
            await bot.answer_inline_query(query_id, [])


async def test_an_answer_is_cached_for_all_or_for_one(api: BotApi, bot: Bot) -> None:
    await bot.answer_inline_query(api.inline.ask("anna"), [article()], is_personal=True)
    await bot.answer_inline_query(api.inline.ask("bob"), [article()])
    await bot.answer_inline_query(api.inline.ask("cleo"), [article()], cache_time=0)
    for text, user_id, is_cached in (("anna", 1, True), ("anna", 2, False), ("bob", 2, True), ("cleo", 1, False)):
        assert (api.inline.answered(api.inline.ask(text, user_id)) is not None) is is_cached


async def test_only_what_a_client_would_ask(api: BotApi, bot: Bot) -> None:
    assert (await bot.get_me()).supports_inline_queries
    with pytest.raises(ValueError, match="too long"):
        api.inline.ask("x" * 257)
    api.inline.is_on = False
    assert not (await bot.get_me()).supports_inline_queries
    with pytest.raises(ValueError, match="no inline mode"):
        api.inline.ask("anna")
