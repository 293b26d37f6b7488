"""What a long answer costs while it comes in fast, and how long others wait meanwhile."""

from collections.abc import Sequence
from typing import Final

from tests.bench.figures import Figure, figure
from tests.bench.search import Chatter
from tests.bench.stand import LAST_WORDS, Stand
from tests.fast_answers import fast

OTHER: Final = 2
"""The user who waits meanwhile."""
_WORDS_OF_PARAGRAPH: Final = 60
_LONGEST: Final = 200_000
"""Characters of the answer during which others wait."""
_MOST_MILLISECONDS: Final = 200


async def length(bot: Stand, lengths: Sequence[int], runs: int, commands: int) -> list[Figure]:
    """Measure answers of these lengths, in characters; then how long others wait, with so many commands in each run."""
    chatter = Chatter(seed=5)
    await _processor_milliseconds(bot, _answer(chatter, lengths[0]))  # imports what an answer needs
    figures: list[Figure] = []
    for characters in lengths:
        taken = [await _processor_milliseconds(bot, _answer(chatter, characters)) for _ in range(runs)]
        name = f"processor time of the bot for an answer of {characters / 1000:g} KB"
        figures += [
            figure(name, "ms", taken),
            figure(f"{name}, a KB of it", "ms", [1000 * it / characters for it in taken]),
        ]
    waited, stopped = [], []
    for _ in range(runs):
        bot.writes = fast(_answer(chatter, _LONGEST))
        await bot.begin()
        waited.append(max([await bot.command("/memory", OTHER) for _ in range(commands)]))
        stopped.append(await bot.stop())
        await bot.command("/new")
    bot.writes = None
    name = "while an answer comes in with 2,000 words a second"
    return [
        *figures,
        figure(f"{name}, the slowest of {commands} /memory of another user", "ms", waited, goal=_MOST_MILLISECONDS),
        figure(f"{name}, /stop until the model is left", "ms", stopped, goal=_MOST_MILLISECONDS),
    ]


async def _processor_milliseconds(bot: Stand, answer: str) -> float:
    """Let the model write an answer; return the processor time that the bot took for it."""
    bot.writes = fast(answer)
    before = bot.processor_seconds()
    await bot.say()
    taken = bot.processor_seconds() - before
    await bot.command("/new")
    return 1000 * taken


def _answer(chatter: Chatter, characters: int) -> str:
    """Return an answer of so many characters, in paragraphs and lists."""
    pieces: list[str] = []
    while sum(map(len, pieces)) < characters:
        listed = "".join(f"- **{chatter.words(2)}**: {chatter.words(8)}\n" for _ in range(3))
        pieces += [chatter.words(_WORDS_OF_PARAGRAPH), "\n\n", listed, "\n"]
    return "".join(pieces)[: characters - len(LAST_WORDS)] + LAST_WORDS
