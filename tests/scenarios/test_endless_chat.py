"""A simulated endless chat: nearly all tokens come from the prompt cache, and nothing is lost."""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from os.path import commonprefix

import pytest
from sqlalchemy import select

from bot.store.engine import Database
from bot.turns.prompt import EARLIER_HEADING
from bot.turns.store.tables import AgentUsage
from practice.model.prompt_cache import CACHE_LEAST, CACHE_STEP, CHARACTERS_A_TOKEN
from practice.model.rules import is_background, reply
from practice.model.server import ChatRequest, ModelServer, Received, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.endless_chat import ASKED_FOR_ASIDE, ASKED_FOR_FACT, CONTEXT_TOKENS, chat
from tests.process import BotProcess, Script
from tests.scenarios.test_prefix import continues

TURNS = 60
"""`make bench` measures two hundred."""
KILLED_AT, RESTARTED_AT = 25, 45
LEAST_SHARE = 0.9
Usage = tuple[str, int, int]
"""What a request was for, its tokens as the server counted them, and those of them that came from its cache."""


@pytest.fixture
async def model() -> AsyncIterator[Script]:
    """The practice model, where other tests have a scripted one."""
    script = Script()
    server = ModelServer(in_one_piece)
    async with serve(server.app) as url:
        script.server, script.url = server, f"{url}/v1"
        yield script


def in_one_piece(request: ChatRequest) -> Reply:
    """Answer as the practice model, but not word by word: that takes its time, and is looked at elsewhere."""
    answer = reply(request)
    return replace(answer, pieces=(answer.text,) if answer.text else ())


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, the last one before it that was no request for a summary, and how much of it the cache knew."""

    before: Received
    received: Received
    cached: int

    @property
    def is_summary(self) -> bool:
        """Whether it asks for a summary."""
        return is_background(self.received.request)

    @property
    def moves(self) -> bool:
        """Whether it begins otherwise than the one before it, or with a later turn, after the same summary."""
        return self.before.request.messages[:2] != self.received.request.messages[:2]

    @property
    def reusable(self) -> str:
        """What both begin with."""
        return commonprefix([prompt(self.before), prompt(self.received)])  # noqa: RUF071 - texts, no paths


async def test_sixty_turns_come_from_the_cache_and_what_was_said_first_is_known_at_the_end(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database
) -> None:
    bot_process.settings["CONTEXT_TOKENS"] = str(CONTEXT_TOKENS)
    await bot_process.start()
    await have_the_chat(telegram, model, bot_process)
    usage = await used(database)
    assert sum(cached for _, _, cached in usage) >= LEAST_SHARE * sum(tokens for _, tokens, _ in usage)

    requests = list(asked(model.requests, usage))
    gap, *compactions = [it for it in requests if it.moves]
    summaries = [it for it in requests if it.is_summary]
    assert compactions
    assert len(summaries) - len(compactions) in {0, 1}  # the last one may be made, and not needed any more
    for it in requests:
        assert it.cached == cacheable(it.reusable)
        if it.is_summary:
            *older, _ = everything_said(it.received)
            assert older == list(everything_said(it.before))[: len(older)]
        elif not it.moves:
            assert continues(it.before, it.received)
    assert everything_said(gap.before) == everything_said(gap.received)[: len(everything_said(gap.before))]
    for it in compactions:
        assert len(everything_said(it.received)) < len(everything_said(it.before)) / 2

    last = model.requests[-1]
    memories, _, summary = str(last.request.messages[0].content).partition(EARLIER_HEADING)
    assert ["Nina" in str(part) for part in (memories, summary, everything_said(last)[:-1])] == [False, True, False]
    assert "Annecy" not in str(last.request.messages[0].content)
    assert answer_to(telegram, ASKED_FOR_FACT) == "Your sister Nina lives in Lyon."
    searched = answer_to(telegram, ASKED_FOR_ASIDE)
    assert searched.startswith("On ")
    assert "the lake near Annecy" in searched


async def have_the_chat(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    """Say everything, each message once the one before was answered; the bot is killed once, and restarted once."""
    for turn, written in enumerate(chat(TURNS), 1):
        telegram.pass_time(60 * written.minutes)
        requests = len(model.requests)
        telegram.send_text(written.text)
        if turn == KILLED_AT:
            await model.server.wait_for_request(requests + 1)
            await bot.kill()
            await bot.start()
        await bot.answered(turn)
        if turn == RESTARTED_AT:
            await bot.stop()
            await bot.start()


async def used(database: Database) -> list[Usage]:
    """Return what the requests cost."""
    costs = select(AgentUsage.purpose, AgentUsage.input_tokens, AgentUsage.cached_tokens).order_by(AgentUsage.id)
    async with database.transaction() as tx:
        return [(purpose, tokens, cached) for purpose, tokens, cached in await tx.connection.execute(costs)]


def asked(requests: Sequence[Received], usage: Sequence[Usage]) -> Iterator[Asked]:
    """Put requests and their usage together, but for the first one, before which there was nothing.

    What was asked when the bot was killed was asked again: nobody was there to hear what it cost.
    """
    costs = {purpose: iter([it for it in usage if it[0] == purpose]) for purpose in ("answer", "summary")}
    before = None
    for received, following in zip(requests, [*requests[1:], None], strict=True):
        purpose = "summary" if is_background(received.request) else "answer"
        if following is None or following.body != received.body:
            _, _, cached = next(costs[purpose])
            if before:
                yield Asked(before, received, cached)
        before = received if purpose == "answer" else before
    assert [next(rest, None) for rest in costs.values()] == [None, None]


def prompt(received: Received) -> str:
    """Return what of a request is the model's prompt."""
    return received.request.model_dump_json(include={"tools", "messages"}, exclude_unset=True)


def cacheable(text: str) -> int:
    """Return how many tokens of a prompt's beginning a cache can hold."""
    end = len(text) // CACHE_STEP * CACHE_STEP
    return end // CHARACTERS_A_TOKEN if end >= CACHE_LEAST else 0


def everything_said(received: Received) -> Sequence[object]:
    """Return all messages of a request but the system prompt."""
    return received.request.messages[1:]


def answer_to(telegram: BotApi, question: str) -> str:
    """Return what the bot said next to a question."""
    texts = [it.text for it in telegram.messages()]
    return texts[texts.index(question) + 1]
