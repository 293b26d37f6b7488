"""An endless chat has a bounded prompt: old turns are summarised, and no answer waits for that."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import psycopg
import pytest
from sqlalchemy import make_url, text

from bot.chat.prompt import EARLIER_HEADING, LEFT_OUT, SUMMARY_REQUEST
from bot.database import conversations as stored_conversations
from bot.database import turns as stored_turns
from bot.database import usages
from bot.database.engine import Database
from bot.memory.block import BLOCK_HEADING
from bot.memory.operations import Memories
from bot.values.changes import Addition
from bot.values.conversations import FROM_THE_BEGINNING, Earlier
from bot.values.memories import MemoryCategory
from bot.values.owner import Owner
from bot.values.place import private_chat
from practice.model.server import ChatRequest, ModelServer, Received, Refusal, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.conftest import MODEL_KEY
from tests.process import START_SECONDS, BotProcess, said
from tests.scenarios.test_chat import leave_idle
from tests.waiting import until_waiting

CONTEXT_TOKENS = 7_500
ANNA = "Anna likes tea ceremonies; the flight to Rome is booked."
CUP = "The user enjoys a cup of tea every morning."
LONG = " ".join(["lorem ipsum dolor sit amet consetetur"] * 9)
"""About 85 tokens."""
LENGTHY = "Everything"
"""What is answered at such length that the prompt is full then."""


class Talk:
    """A model that answers every message at some length, and sums up when it is asked to."""

    def __init__(self, context_tokens: int | None = None) -> None:
        self.summaries: list[str] = []
        self.asked_for_summaries: list[ChatRequest] = []
        self.told = ""
        self.gate: asyncio.Event | None = None
        self.when_asked_for_summary: Callable[[], None] = lambda: None
        self.refused = False
        self.server = ModelServer(
            self._reply, models=("scripted", "cheap"), api_key=MODEL_KEY, context_tokens=context_tokens
        )

    def _reply(self, request: ChatRequest) -> Reply:
        if is_for_summary(request):
            self.asked_for_summaries.append(request)
            self.when_asked_for_summary()
            if self.refused:
                return Reply(error=Refusal(500, "It can't be done"))
            self.summaries.append(f"Summary {len(self.summaries) + 1} of {first_words(request)}. {self.told}".strip())
            return Reply(text=self.summaries[-1], gates={0: self.gate} if self.gate else {})
        asked = said(request)[-1].split()[0]
        told = (" ".join(f"{number} {LONG}" for number in range(60)), " The end.") if asked == LENGTHY else (LONG,)
        return Reply(pieces=(f"Answer to {asked}. ", *told))

    async def asked_after(self, action: Callable[[], object]) -> str:
        """Do something, and wait until a summary is asked for; return the request's last message."""
        before = len(self.server.requests)
        action()
        received = await self.server.wait_for_request(before + 1)
        assert is_for_summary(received.request)
        return str(received.request.messages[-1].content)

    @property
    def last_told(self) -> str:
        """The first words of all that the first summary tells of, but the first."""
        return first_words(self.asked_for_summaries[0]).removeprefix("q0, ")

    @property
    def turns(self) -> list[Received]:
        """The requests that were no requests for a summary."""
        return [it for it in self.server.requests if not is_for_summary(it.request)]


def is_for_summary(request: ChatRequest) -> bool:
    """Tell whether a request asks for a summary."""
    return str(request.messages[-1].content).startswith(SUMMARY_REQUEST)


async def summarised(bot: BotProcess, *, after: int = 0, times: int = 1) -> None:
    """Wait until the log has a number of inserted summaries."""
    for _ in range(times):
        await bot.logged(lambda line: bool(line.get("summarised")), after=after)
        after = next(at for at, line in enumerate(bot.log[after:], after) if '"summarised": true' in line) + 1


def first_words(request: ChatRequest) -> str:
    """Return the first word of each message of the user."""
    return ", ".join(text.split()[0] for text in said(request)[:-1])


def system(received: Received) -> str:
    """Return the system message."""
    return str(received.request.messages[0].content)


@pytest.fixture
async def talk(settings: dict[str, str]) -> AsyncIterator[Talk]:
    """The model, whose server the bot's settings name."""
    talk = Talk()
    async with serve(talk.server.app) as url:
        settings |= {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "scripted", "CONTEXT_TOKENS": str(CONTEXT_TOKENS)}
        yield talk


async def say(telegram: BotApi, number: int) -> None:
    """Say something of some length, and wait for the answer."""
    telegram.send_text(f"q{number} {LONG}")
    await telegram.bot_message(f"Answer to q{number}.")


async def say_until(happened: Callable[[], bool], telegram: BotApi, bot: BotProcess, *, first: int = 1) -> int:
    """Say one thing after the other until something has happened; return the number of the last message."""
    number = first - 1
    async with asyncio.timeout(START_SECONDS):
        while not happened():
            number += 1
            await say(telegram, number)
            await bot.answered(number)
    return number


async def until_compacted(telegram: BotApi, bot: BotProcess, *, first: int = 1) -> int:
    """Send messages until the prompt is compacted once more; return the number of the last message."""
    already = len(bot.log)
    return await say_until(
        lambda: any('"prompt compacted"' in line for line in bot.log[already:]), telegram, bot, first=first
    )


async def until_asked_for_summary(telegram: BotApi, talk: Talk, bot: BotProcess) -> int:
    """Say so much that a summary is asked for; return the number of the last message."""
    return await say_until(lambda: bool(talk.asked_for_summaries), telegram, bot)


async def stored(database_url: str) -> list[str]:
    """Return all that the user said, as it is stored."""
    query = "SELECT text FROM agent_messages WHERE role = 'user' ORDER BY turn_id, position"
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(plain) as connection:
        return [text for (text,) in await (await connection.execute(query)).fetchall()]


async def test_the_oldest_turns_are_summarised_and_a_summary_builds_on_the_one_before(
    telegram: BotApi, talk: Talk, bot: BotProcess
) -> None:
    last = await until_compacted(telegram, bot)
    await say(telegram, last + 1)
    prompt = system(talk.turns[-1])
    assert prompt.startswith(system(talk.turns[0]))
    assert prompt.endswith(f"{EARLIER_HEADING}\n\n{talk.summaries[0]}")
    assert LEFT_OUT not in prompt
    kept = said(talk.turns[-1].request)
    assert kept[0].split()[0] != "q1"
    first, least = (len(talk.turns[number].body) / 4 for number in (0, -1))  # but for what is asked, which is as long
    room = CONTEXT_TOKENS - first
    assert 0.25 * room < least - first <= 0.4 * room
    last = await until_compacted(telegram, bot, first=last + 2)
    await say(telegram, last + 1)
    second = talk.asked_for_summaries[1]
    assert talk.summaries[0] in str(second.messages[0].content)
    assert said(second)[0] == kept[0]
    assert len({system(received) for received in talk.turns}) == 3


async def test_the_request_for_a_summary_begins_as_the_conversation_does(
    telegram: BotApi, talk: Talk, bot: BotProcess
) -> None:
    await until_asked_for_summary(telegram, talk, bot)
    asked = next(it for it in talk.server.requests if is_for_summary(it.request))
    before = talk.turns[-1]
    assert asked.sent("tools") == before.sent("tools")
    messages, earlier = json.loads(asked.prompt), json.loads(before.prompt)
    assert messages[:-1] == earlier[: len(messages) - 1]
    assert asked.request.tool_choice == "none"


async def test_a_summary_is_made_once_the_answer_was_delivered(telegram: BotApi, talk: Talk, bot: BotProcess) -> None:
    shown: list[str] = []
    talk.when_asked_for_summary = lambda: shown.append(telegram.messages(1)[-1].text)
    await say(telegram, 1)
    for method in ("sendMessage", "editMessageText"):
        telegram.delay(method, 0.1)
    telegram.send_text(LENGTHY)
    await summarised(bot)
    (last_part,) = shown
    assert last_part.endswith("The end.")


async def test_a_summary_that_a_stop_breaks_off_counts_as_one(
    telegram: BotApi, talk: Talk, bot: BotProcess, database: Database, owner: Owner
) -> None:
    talk.gate = asyncio.Event()
    await say(telegram, 1)
    telegram.send_text(LENGTHY)
    assert is_for_summary((await talk.server.wait_for_request(3)).request)
    async with database.transaction() as tx:
        await tx.connection.execute(text("LOCK TABLE agent_usage IN EXCLUSIVE MODE"))
        stopping = asyncio.create_task(bot.stop())
        await until_waiting(tx)
    await stopping
    async with database.transaction() as tx:
        total = await usages.since(tx, owner, datetime.now(UTC) - timedelta(days=1))
    assert total.summary_tokens > 100


async def test_a_summary_that_is_begun_early_is_put_in_when_the_prompt_is_full(
    telegram: BotApi, talk: Talk, bot: BotProcess
) -> None:
    number = await until_asked_for_summary(telegram, talk, bot)
    await say(telegram, number + 1)
    assert EARLIER_HEADING not in system(talk.turns[-1])
    last = await until_compacted(telegram, bot, first=number + 2)
    await say(telegram, last + 1)
    assert talk.summaries[0] in system(talk.turns[-1])
    assert len(talk.asked_for_summaries) == 1
    kept = said(talk.turns[-1].request)[0].split()[0]
    assert talk.summaries[0].endswith(f"q{int(kept[1:]) - 1}.")


async def test_no_answer_waits_for_a_summary_and_what_is_left_out_gets_into_the_next(
    telegram: BotApi, talk: Talk, bot: BotProcess
) -> None:
    talk.gate = asyncio.Event()
    last = await until_compacted(telegram, bot)
    last = await until_compacted(telegram, bot, first=last + 1)
    await say(telegram, last + 1)
    assert system(talk.turns[-1]).endswith(f"{EARLIER_HEADING}\n\n{LEFT_OUT}")
    held = first_words(talk.turns[-1].request).split(", ")
    assert "q1" not in held
    assert len(talk.asked_for_summaries) == 1
    already = len(bot.log)
    talk.gate.set()
    await summarised(bot, after=already, times=2)
    await say(telegram, last + 2)
    assert LEFT_OUT not in system(talk.turns[-1])
    assert talk.summaries[-1] in system(talk.turns[-1])
    assert talk.summaries[-2] in str(talk.asked_for_summaries[-1].messages[0].content)
    told = [word for request in talk.asked_for_summaries for word in first_words(request).split(", ")]
    held = first_words(talk.turns[-1].request).split(", ")
    assert [*told, *held] == [f"q{number}" for number in range(1, last + 2)]


async def test_what_was_not_summarised_when_the_bot_was_killed_is_summarised_later(
    telegram: BotApi, talk: Talk, bot: BotProcess
) -> None:
    talk.gate = asyncio.Event()
    number = await until_asked_for_summary(telegram, talk, bot)
    await bot.kill()
    talk.gate = None
    await bot.start()
    last = await until_compacted(telegram, bot, first=number + 1)
    await say(telegram, last + 1)
    assert talk.summaries[-1] in system(talk.turns[-1])
    assert "q1," in talk.summaries[-1]


async def test_without_a_summary_the_oldest_turns_are_left_out_until_there_can_be_one(
    telegram: BotApi, talk: Talk, bot: BotProcess
) -> None:
    talk.refused = True
    last = await until_compacted(telegram, bot)
    await say(telegram, last + 1)
    assert system(talk.turns[-1]).endswith(f"{EARLIER_HEADING}\n\n{LEFT_OUT}")
    assert "q1," not in first_words(talk.turns[-1].request)
    talk.refused = False
    while LEFT_OUT in system(talk.turns[-1]):
        last, already = last + 1, len(bot.log)
        telegram.send_text(LENGTHY)  # the prompt is full with that, so what has failed is tried again at once
        await summarised(bot, after=already)
        await say(telegram, last + 1)
    assert system(talk.turns[-1]).rpartition("\n\n")[2] in talk.summaries
    assert "q1," in talk.summaries[0]


async def test_nothing_is_left_out_any_more_once_it_was_erased(
    telegram: BotApi, talk: Talk, bot: BotProcess, database: Database, database_url: str, owner: Owner
) -> None:
    await say(telegram, 1)
    await bot.answered(1)
    leave_idle(database_url)
    await say(telegram, 2)
    await bot.answered(2)
    assert said(talk.turns[-1].request)[0].startswith("q1 ")
    async with database.transaction() as tx:
        conversation = await stored_conversations.open_in(tx, owner, private_chat(owner))
        assert conversation
        own = await stored_turns.last_in(tx, conversation.id)
        assert own
        assert await stored_conversations.compact(
            tx, conversation, Earlier(turns_before=own.id, left_out_from=FROM_THE_BEGINNING)
        )
    await telegram.bot_message("Conversation 1 is erased", after=telegram.send_text("/forget 1 yes"))
    await summarised(bot)
    await say(telegram, 3)
    assert EARLIER_HEADING not in system(talk.turns[-1])
    assert not talk.asked_for_summaries


async def test_another_model_can_be_asked_for_the_summaries(
    telegram: BotApi, talk: Talk, bot_process: BotProcess
) -> None:
    bot_process.settings["REVIEW_MODEL"] = "cheap"
    await bot_process.start()
    await until_asked_for_summary(telegram, talk, bot_process)
    assert {request.model for request in talk.asked_for_summaries} == {"cheap"}
    assert {received.request.model for received in talk.turns} == {"scripted"}


async def test_a_message_that_is_too_long_is_answered_and_is_in_nobodys_way(
    telegram: BotApi, talk: Talk, bot: BotProcess
) -> None:
    await say(telegram, 1)
    await bot.answered(1)
    requests = len(talk.server.requests)
    for number in range(12):
        telegram.send_text(f"part{number} " + "x" * 4_000)
    told = await telegram.bot_message("messages are too long together")
    assert "Shorten it, or send it in parts" in told.text
    assert len(talk.turns) == requests
    telegram.send_text("/retry")
    await telegram.bot_message("There is nothing to retry")
    await say(telegram, 2)
    assert "part0" not in str(talk.turns[-1].body)


async def test_a_server_that_takes_less_is_asked_again_with_less_at_once(
    telegram: BotApi, bot_process: BotProcess, database_url: str
) -> None:
    talk = Talk(context_tokens=3_500)
    talk.gate = asyncio.Event()
    async with serve(talk.server.app) as url:
        bot_process.settings |= {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "scripted", "CONTEXT_TOKENS": "9000"}
        await bot_process.start()
        number = await say_until(lambda: bool(talk.server.refusals), telegram, bot_process)
        assert LEFT_OUT in system(talk.turns[-1])
        talk.gate.set()
        await summarised(bot_process)
        refused = len(talk.server.refusals)
        for further in range(number + 1, number + 9):
            await say(telegram, further)
            await bot_process.answered(further)
        assert len(talk.server.refusals) == refused
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        used = connection.execute("SELECT DISTINCT purpose FROM agent_usage ORDER BY purpose").fetchall()
        states = connection.execute("SELECT DISTINCT state FROM agent_turns").fetchall()
    assert (used, states) == ([("answer",), ("summary",)], [("answered",)])


@pytest.mark.parametrize(
    ("window", "before"), [(1, [0, 1, 1, 1, 1, 1, 1, 1]), (2, [0, 1, 2, 3, 2, 3, 2, 3]), (3, [0, 1, 2, 3, 4, 5, 3, 4])]
)
async def test_a_window_moves_in_batches_and_keeps_what_was_promised(
    telegram: BotApi, talk: Talk, bot_process: BotProcess, database_url: str, window: int, before: list[int]
) -> None:
    bot_process.settings["HISTORY_TURNS"] = str(window)
    await bot_process.start()
    for number in range(1, 9):
        if number == 5:
            await bot_process.stop()
            await bot_process.start()
        await say(telegram, number)
        await bot_process.answered(number)
    assert [len(said(received.request)) - 1 for received in talk.turns] == before
    for earlier, later in pairwise(talk.turns):
        moved = said(earlier.request)[0] != said(later.request)[0]
        assert moved or later.prompt.startswith(earlier.prompt.removesuffix("]"))
    assert not talk.asked_for_summaries
    assert {system(received) for received in talk.turns} == {system(talk.turns[0])}
    assert await stored(database_url) == [f"q{number} {LONG}" for number in range(1, 9)]


async def test_without_any_window_every_turn_stands_alone(
    telegram: BotApi, talk: Talk, bot_process: BotProcess, database_url: str
) -> None:
    bot_process.settings["HISTORY_TURNS"] = "0"
    await bot_process.start()
    for number in range(1, 4):
        await say(telegram, number)
        await bot_process.answered(number)
    assert [len(received.request.messages) for received in talk.turns] == [2, 2, 2]
    assert await stored(database_url) == [f"q{number} {LONG}" for number in range(1, 4)]


async def test_a_summary_that_may_tell_what_is_deleted_is_made_anew_from_what_was_said(
    telegram: BotApi, talk: Talk, bot: BotProcess, database: Database, owner: Owner
) -> None:
    """It is also after a kill, another deletion meanwhile, and a restore."""
    async with database.transaction() as tx:
        tea, boss = [
            ((await Memories().change(tx, owner, Addition(content=content, category=MemoryCategory.CONTEXT))).memory).id
            for content in ("The user likes tea", "Alec is the user's boss")
        ]
    talk.told = f"{ANNA} {CUP} Alec called."
    await telegram.bot_message("Answer to q0.", after=telegram.send_text("q0 I drink tea. Alec, my boss, does not."))
    last = await until_compacted(telegram, bot)
    await say(telegram, last + 1)
    assert talk.told in system(talk.turns[-1])

    talk.gate = asyncio.Event()
    asked = await talk.asked_after(lambda: telegram.send_text(f"/memory delete {tea}"))
    assert [line for line in asked.splitlines() if line.startswith("- ")] == ["- The user likes tea"]
    await say(telegram, last + 2)
    assert system(talk.turns[-1]).endswith(f"{LEFT_OUT}\n\nSummary 1 of q0, {talk.last_told}. Alec called.")
    await telegram.bot_message("Deleted:", after=telegram.send_text(f"/memory delete {boss}"))
    await say(telegram, last + 3)
    assert system(talk.turns[-1]).endswith(f"{LEFT_OUT}\n\nSummary 1 of q0, {talk.last_told}.")

    asked = await talk.asked_after(talk.gate.set)
    assert asked.endswith("- Alec is the user's boss\n- The user likes tea")
    await bot.kill()
    talk.told, talk.gate, already = ANNA, None, len(bot.log)
    await bot.start()
    await summarised(bot, after=already)
    await say(telegram, last + 4)
    assert system(talk.turns[-1]).endswith(f"{EARLIER_HEADING}\n\n{talk.summaries[-1]}")
    assert talk.summaries[-1].endswith(ANNA)

    talk.told, already = f"{ANNA} {CUP}", len(bot.log)
    asked = await talk.asked_after(lambda: telegram.send_text(f"/memory restore {tea}"))
    assert "- Alec is the user's boss" in asked
    assert "likes tea" not in asked
    await summarised(bot, after=already)
    await say(telegram, last + 5)
    assert system(talk.turns[-1]).endswith(f"{EARLIER_HEADING}\n\n{talk.summaries[-1]}")
    assert talk.summaries[-1].endswith(CUP)


async def test_a_summary_that_can_not_be_made_anew_is_tried_again_later(
    telegram: BotApi, talk: Talk, bot: BotProcess, database: Database, owner: Owner
) -> None:
    async with database.transaction() as tx:
        tea = (
            (
                await Memories().change(
                    tx, owner, Addition(content="The user likes tea", category=MemoryCategory.CONTEXT)
                )
            ).memory
        ).id
    talk.told = CUP
    last = await until_compacted(telegram, bot)
    talk.refused, already = True, len(bot.log)
    await talk.asked_after(lambda: telegram.send_text(f"/memory delete {tea}"))
    await bot.logged(lambda line: line.get("event") == "no summary can be made for now", after=already)
    asked = len(talk.asked_for_summaries)
    await telegram.bot_message("/help", after=telegram.send_text("/nonsense"))
    await say(telegram, last + 1)
    assert "tea " not in system(talk.turns[-1])
    assert len(talk.asked_for_summaries) == asked, "a command did not let it wait for its time"
    talk.refused, talk.told, already = False, ANNA, len(bot.log)
    telegram.send_text(LENGTHY)  # the prompt is full with that
    await summarised(bot, after=already)
    await say(telegram, last + 2)
    assert system(talk.turns[-1]).endswith(ANNA)


async def test_context_tells_how_much_the_summary_takes(telegram: BotApi, talk: Talk, bot: BotProcess) -> None:
    await until_compacted(telegram, bot)
    assert talk.summaries
    told = await telegram.bot_message("summary", after=telegram.send_text("/context"))
    assert re.search(r"summary +\d+", told.text)


async def remember_too_much(database: Database, owner: Owner) -> None:
    """Store 150 memories, more than half of 3,200 tokens have room for."""
    async with database.transaction() as tx:
        for number in range(150):
            fact = f"Fact number {number} about the user is worth knowing, and worth some words"
            await Memories().change(tx, owner, Addition(content=fact, category=MemoryCategory.CONTEXT, is_new=True))


async def test_memories_over_half_the_budget_leave_room_for_the_chat(
    telegram: BotApi, talk: Talk, bot_process: BotProcess, database: Database, owner: Owner
) -> None:
    await remember_too_much(database, owner)
    bot_process.settings["CONTEXT_TOKENS"] = "4000"
    await bot_process.start()
    await say(telegram, 1)
    block = system(talk.turns[-1]).partition(BLOCK_HEADING)[2]
    assert re.search(r"These are \d+ of 150 memories", block)
    assert 1_000 < len(block) / 4 < 2_000
