"""The measurements of the comparison, each taken of every bot."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic
from typing import Final

from practice.model.chat_api import ChatRequest
from practice.model.prompt_cache import CHARACTERS_A_TOKEN
from tests.bench.peers.model import FACT, LONG, QUESTION, SECRET, words_of_long_answer
from tests.bench.peers.names import (
    ALL_MEMORY,
    CALLS,
    EMBEDDED,
    FINAL,
    FIRST,
    KILLED,
    LOST,
    OWN_CALLS,
    OWN_TOKENS,
    PREFIX,
    PROMPT,
    RECALLED,
    REQUEST,
    RESIDENT,
    START,
)
from tests.bench.peers.stand import SHOWN, PeerStand, proportional_megabytes, resident_megabytes

_EVERY: Final = 3
_RETRY_AFTER: Final = 2
"""Every third call that shows something is refused for two seconds."""
_IDLE_SECONDS: Final = 45.0
"""How long a bot leaves Telegram and the model alone until nothing more is expected: a first turn is slow."""
_LONGEST_SECONDS: Final = 120.0
_TICK_SECONDS: Final = 0.1


@dataclass(slots=True)
class Samples:
    """What was measured of one bot: the samples of each figure, by its name."""

    of: dict[str, list[float]] = field(default_factory=dict)
    failed: str = ""
    """Why there are no more of them."""

    def add(self, name: str, *values: float) -> None:
        """Add samples of a figure."""
        self.of.setdefault(name, []).extend(values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much is measured."""

    rounds: int
    """Rounds, each with new folders and processes."""
    turns: int
    """Turns of the conversation."""
    starts: int
    """Starts at the end of a round, on top of the one within the conversation."""

    @property
    def told_at(self) -> int:
        """The turn that tells the fact."""
        return self.turns // 3

    @property
    def restarted_at(self) -> int:
        """The turn before which the bot is restarted."""
        return 2 * self.turns // 3


async def take_turn(bot: PeerStand, samples: Samples, number: int, effort: Effort) -> None:
    """Take a turn of the conversation; those right after a start are not among the samples."""
    if number == effort.restarted_at:
        await bot.stop()
        await bot.start()
    tells = number == effort.told_at
    times = await bot.turn(FACT if tells else "How are you?")
    if number in {0, effort.restarted_at} or tells:
        return
    samples.add(REQUEST, times.request)
    samples.add(FIRST, times.preview)
    samples.add(FINAL, times.final)


async def end_conversation(bot: PeerStand, samples: Samples, effort: Effort) -> None:
    """Measure the memory, end the conversation, and count what its turns cost; then ask for the fact in a new one."""
    if bot.process:
        samples.add(RESIDENT, resident_megabytes(bot.process.pid))
        samples.add(ALL_MEMORY, proportional_megabytes(bot.processes()))
    answers = [it.request for it in bot.script.asked if it.numbers]
    samples.add(PROMPT, _fixed_tokens(answers[0]))
    samples.add(PREFIX, 100 * kept([_prompt(it) for it in answers]))
    if bot.peer.new_conversation:
        await bot.command(bot.peer.new_conversation)
    else:
        await bot.stop()
        await bot.start()
    for command in bot.peer.memory_commands:
        await bot.command(command)
    own = [it for it in bot.script.asked if not it.numbers]
    samples.add(CALLS, len(bot.script.asked) / effort.turns)
    if OWN_CALLS not in bot.peer.left_out:
        samples.add(OWN_CALLS, len(own) / effort.turns)
        samples.add(OWN_TOKENS, sum(it.tokens for it in own) / effort.turns)
        samples.add(EMBEDDED, sum(map(len, bot.model.embedded)) / effort.turns)
    await bot.turn(QUESTION)
    answer = next(it.text for it in reversed(bot.telegram.messages()) if it.from_bot)
    samples.add(RECALLED, 100.0 * (SECRET in answer))


async def lose_words(bot: PeerStand, samples: Samples, _: Effort) -> None:
    """Count the words of a long answer that the chat lacks, while Telegram refuses every third call."""
    if LOST in bot.peer.left_out:
        return
    before = len(bot.telegram.messages())
    for method in SHOWN:
        bot.telegram.fail(method, error_code=429, retry_after=_RETRY_AFTER, every=_EVERY)
    bot.send(LONG)

    def lost() -> int:
        shown = {word for it in bot.telegram.messages()[before:] if it.from_bot for word in it.text.split()}
        return sum(word not in shown for word in words_of_long_answer())

    await _until(bot, lambda: not lost())
    bot.telegram.heal()
    samples.add(LOST, lost())


async def kill(bot: PeerStand, samples: Samples, _: Effort) -> None:
    """Kill the bot while it answers and two more messages wait, send another, start it, and count the answers."""
    if KILLED in bot.peer.left_out:
        return
    bot.script.hold = asyncio.Event()
    asked = len(bot.script.asked)
    numbers = [bot.send("How are you?")]
    await bot.telegram.wait_for(lambda: len(bot.script.asked) > asked)
    numbers += [bot.send("And you?"), bot.send("Well?")]
    await bot.telegram.wait_for(lambda: not bot.telegram.pending_updates)
    await bot.kill()
    bot.script.hold = None
    numbers.append(bot.send("Are you there?"))
    await bot.start()
    await _until(bot, lambda: all(map(bot.is_answered, numbers)))
    samples.add(KILLED, 100 * sum(map(bot.is_answered, numbers)) / len(numbers))


async def restart(bot: PeerStand, samples: Samples, effort: Effort) -> None:
    """Start the bot anew a few times; all its starts but the first are the samples."""
    for _ in range(effort.starts):
        await bot.stop()
        await bot.start()
    samples.add(START, *bot.starts)


async def _until(bot: PeerStand, is_done: Callable[[], bool]) -> None:
    """Wait until it is done, or the bot has left Telegram's chat and the model alone for a time."""
    began = since = monotonic()
    seen = (0, 0)
    while not is_done() and monotonic() - since < _IDLE_SECONDS and monotonic() - began < _LONGEST_SECONDS:
        await asyncio.sleep(_TICK_SECONDS)
        now = sum(it.method in SHOWN for it in bot.telegram.calls), len(bot.script.asked)
        if now != seen or bot.script.is_streaming:
            seen, since = now, monotonic()


def kept(prompts: Sequence[str]) -> float:
    """Return the share of each prompt but the last that the next one begins with, taken together."""
    pairs = list(pairwise(prompts))
    same = sum(_same(before, after) for before, after in pairs)
    return same / (sum(len(before) for before, _ in pairs) or 1)


def _same(one: str, other: str) -> int:
    """Return the number of characters with which two texts begin alike."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _prompt(request: ChatRequest) -> str:
    """Return the tools and the messages as they are sent, without the brackets at their end."""
    return request.model_dump_json(include={"tools", "messages"}, exclude_unset=True).removesuffix("]}")


def _fixed_tokens(request: ChatRequest) -> int:
    """Return the tokens of the tools and the system's messages, four characters each."""
    system = tuple(it for it in request.messages if it.role in {"system", "developer"})
    fixed = request.model_copy(update={"messages": system})
    return len(fixed.model_dump_json(include={"tools", "messages"}, exclude_unset=True)) // CHARACTERS_A_TOKEN
