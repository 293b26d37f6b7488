"""An endless chat has a bounded prompt: old turns are summarised, and no answer waits for that."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable

import pytest

from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.memory.operations import Memories
from bot.memory.store.summaries import checked
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.prompt import EARLIER_HEADING, LEFT_OUT, SUMMARY_REQUEST
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.values.conversations import FROM_THE_BEGINNING, Earlier
from practice.model.server import ChatRequest, ModelServer, Received, Refusal, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.conftest import MODEL_KEY
from tests.pressing import asked
from tests.process import START_SECONDS, BotProcess, said
from tests.scenarios.test_chat import leave_idle

CONTEXT_TOKENS = 7_500
ANNA = "Anna likes tea ceremonies; the flight to Rome is booked."
CUP = "The user enjoys a cup of tea every morning."
LONG = " ".join(["lorem ipsum dolor sit amet consetetur"] * 9)
"""About 85 tokens."""
LENGTHY = "Everything"
"""What is answered at such length that the prompt is full then."""


class Talk:
    """A model that answers every message at some length, and sums up when it is asked to."""

    def __init__(self) -> None:
        self.summaries: list[str] = []
        self.asked_for_summaries: list[ChatRequest] = []
        self.told = ""
        self.gate: asyncio.Event | None = None
        self.refused = False
        self.server = ModelServer(self._reply, models=("scripted", "cheap"), api_key=MODEL_KEY)

    def _reply(self, request: ChatRequest) -> Reply:
        if is_for_summary(request):
            self.asked_for_summaries.append(request)
            if self.refused:
                return Reply(error=Refusal(400, "It can't be done"))
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
    await asked(telegram, f"q{number} {LONG}", f"Answer to q{number}.")


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


async def test_the_oldest_turns_are_summarised_and_a_summary_builds_on_the_one_before(
    telegram: BotApi, talk: Talk, bot_process: BotProcess
) -> None:
    bot = bot_process
    bot.settings["REVIEW_MODEL"] = "cheap"
    await bot.start()
    last = await until_compacted(telegram, bot)
    shown = await telegram.bot_message("summary", after=telegram.send_text("/context"))
    assert re.search(r"summary +\d+", shown.text)
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
    assert {request.model for request in talk.asked_for_summaries} == {"cheap"}
    assert {received.request.model for received in talk.turns} == {"scripted"}


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
            tx, conversation, Earlier(turns_before=own.id, left_out_from=FROM_THE_BEGINNING), checked
        )
    await telegram.bot_message("Conversation 1 is erased", after=telegram.send_text("/forget 1 yes"))
    await summarised(bot)
    await say(telegram, 3)
    assert EARLIER_HEADING not in system(talk.turns[-1])
    assert not talk.asked_for_summaries


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
    await asked(telegram, "/retry", "There is nothing to retry")
    await say(telegram, 2)
    assert "part0" not in str(talk.turns[-1].body)


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
