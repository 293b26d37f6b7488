"""Inline mode: queries that users type in any chat, and what the bot answers (Bot API, "Inline mode")."""

import re
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter

from practice.telegram.api_error import bad_request
from practice.telegram.chats import YOU, person
from practice.telegram.groups import GroupActions
from practice.telegram.parameters import Parameters
from practice.telegram.texts import Entity, Formatted, formatted
from practice.telegram.updates import JsonObject

MOST_RESULTS = 50
_QUERY_LIMIT = 256  # characters
_ID_LIMIT = 64  # bytes, of a result's id and of an offset
_PARAMETER_LIMIT = 64
_CACHE_SECONDS = 300  # unless the bot says otherwise
_PARAMETER = re.compile(r"[A-Za-z0-9_-]*")
_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
_KEPT = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Content:
    """Bot API, InputTextMessageContent; no other content is supported."""

    message_text: str
    entities: tuple[Entity, ...] = ()
    parse_mode: str = ""
    link_preview_options: JsonObject | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Article:
    """Bot API, InlineQueryResultArticle; no other result is supported."""

    type: Literal["article"]
    id: str
    title: str
    input_message_content: _Content
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AboveResults:
    """A button above the results that opens the chat with the bot (Bot API, InlineQueryResultsButton)."""

    text: str
    start_parameter: str


@dataclass(frozen=True, slots=True)
class Result:
    """A result as a client lists it, and the message that it becomes."""

    id: str
    title: str
    description: str
    content: Formatted


@dataclass(frozen=True, slots=True)
class InlineAnswer:
    """A bot's answer to a query (Bot API, answerInlineQuery)."""

    results: tuple[Result, ...]
    button: AboveResults | None = None
    next_offset: str = ""
    is_personal: bool = False
    cache_time: int = _CACHE_SECONDS


@dataclass(slots=True)
class _Query:
    """A user's query, and its answer once there is one; one that `is_old` can't be answered any more."""

    user_id: int
    text: str
    offset: str
    answer: InlineAnswer | None = None
    is_old: bool = False

    @property
    def key(self) -> tuple[int, str, str]:
        return self.user_id, self.text, self.offset


_ARTICLES = TypeAdapter(tuple[_Article, ...])
_BUTTON = TypeAdapter(AboveResults)


class InlineMode:
    """The inline mode of a bot: off until it is turned on (`/setinline` at BotFather)."""

    def __init__(self, users: GroupActions) -> None:
        self._users = users
        self._queries: dict[str, _Query] = {}
        self._cached: dict[tuple[int, str, str], tuple[float, InlineAnswer]] = {}
        self.is_on = False

    def ask(self, text: str, user_id: int = YOU, *, offset: str = "", chat_type: str = "sender") -> str:
        """Type `@bot text` as a user in a chat of a type, or ask for the results from an offset; return the query's id.

        A cached answer is given without asking the bot. Raises ValueError where no client would ask.
        """
        if not self.is_on:
            raise ValueError("this bot has no inline mode")
        if len(text) > _QUERY_LIMIT:
            raise ValueError("the query is too long")
        query_id, query = str(secrets.randbits(63)), _Query(user_id, text, offset)
        self._queries[query_id] = query
        if len(self._queries) > _KEPT:
            del self._queries[next(iter(self._queries))]
        until, answer = self._cached.get(query.key) or self._cached.get((0, text, offset)) or (0.0, None)
        if until > time.monotonic():
            query.answer = answer
        else:
            sender = person(self._users.known(user_id))
            asked = {"id": query_id, "from": sender, "query": text, "offset": offset, "chat_type": chat_type}
            self._users.updates.put({"inline_query": asked})
        self._users.announce()
        return query_id

    def answered(self, query_id: str) -> InlineAnswer | None:
        """Return the answer to a query, or None while there is none."""
        return self._queries[query_id].answer

    async def results(self, text: str, user_id: int = YOU, *, offset: str = "") -> InlineAnswer:
        """Type `@bot text` as a user, and await the answer. Raises TimeoutError."""
        query_id = self.ask(text, user_id, offset=offset)
        return await self._users.wait_for(lambda: self.answered(query_id))

    def choose(self, query_id: str, result_id: str, group_id: int | None = None) -> int:
        """Tap a result in the chat with the bot, or in a group, as the one who asked; return the message's id.

        Raises ValueError if there is no such result.
        """
        query = self._queries.get(query_id) or _Query(YOU, "", "")
        found = next((it for it in query.answer.results if it.id == result_id), None) if query.answer else None
        if found is None:
            raise ValueError("there is no such result")
        if group_id is not None:
            return self._users.say(group_id, found.content.text, query.user_id, extra={"via_bot": self._users.bot})
        return self._users.send_via_bot(found.content, query.user_id)

    def expire(self, query_id: str) -> None:
        """Let a query grow too old to be answered, as the user has typed on."""
        self._queries[query_id].is_old = True

    def answer(self, parameters: Parameters) -> bool:
        """Answer a query as the bot (Bot API, answerInlineQuery). Raises ApiError."""
        answer = InlineAnswer(
            results=tuple(_results(parameters)),
            button=_button(parameters),
            next_offset=parameters.text("next_offset"),
            is_personal=parameters.flag("is_personal"),
            cache_time=parameters.integer("cache_time", _CACHE_SECONDS, 0, 2**31),
        )
        if len(answer.next_offset.encode()) > _ID_LIMIT:
            raise bad_request("NEXT_OFFSET_INVALID")
        query = self._queries.get(parameters.text("inline_query_id"))
        if query is None or query.is_old or query.answer:
            raise bad_request(_TOO_OLD)
        query.answer = answer
        whose = query.key if answer.is_personal else (0, query.text, query.offset)
        self._cached[whose] = time.monotonic() + answer.cache_time, answer
        self._users.announce()
        return True


def _results(parameters: Parameters) -> Iterator[Result]:
    """Read the results of an answer. Raises ApiError, or TextError for a text that is no message."""
    articles = parameters.json("results", _ARTICLES, ())
    if len(articles) > MOST_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    if len({it.id for it in articles}) < len(articles):
        raise bad_request("RESULT_ID_DUPLICATE")
    for it in articles:
        if not 1 <= len(it.id.encode()) <= _ID_LIMIT:
            raise bad_request("RESULT_ID_INVALID")
        if not it.title.strip():
            raise bad_request("ARTICLE_TITLE_EMPTY")
        if it.input_message_content.parse_mode:
            raise bad_request("unsupported parse_mode")
        if not it.input_message_content.message_text:
            raise bad_request("message text is empty")
        content = formatted(it.input_message_content.message_text, it.input_message_content.entities)
        yield Result(it.id, it.title, it.description, content)


def _button(parameters: Parameters) -> AboveResults | None:
    """Read the button above the results. Raises ApiError in the words of TDLib, which knows it as `switch_pm`."""
    if not parameters.text("button"):
        return None
    button = parameters.json("button", _BUTTON, AboveResults(text="", start_parameter=""))
    if not button.text.strip():
        raise bad_request("SWITCH_PM_TEXT_EMPTY")
    if not button.start_parameter:
        raise bad_request("can't use empty switch_pm_parameter")
    if len(button.start_parameter) > _PARAMETER_LIMIT:
        raise bad_request("too long switch_pm_parameter specified")
    if not _PARAMETER.fullmatch(button.start_parameter):
        raise bad_request("unallowed characters in switch_pm_parameter are used")
    return button
