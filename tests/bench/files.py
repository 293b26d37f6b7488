"""What files add to a turn of text in the same run: from the update to the model's request."""

from collections.abc import Callable

from practice.model.opus import recording
from practice.telegram.messenger import Upload
from tests.bench.figures import Figure, figure
from tests.bench.stand import Stand
from tests.pdfs import pdf
from tests.sent_files import photo, send_photos, send_voice

LINES = ("The ledger of the harbour office lists what came in and what went out, day after day.",) * 40
READER = 2
"""The user whose document is read meanwhile."""
WORDS = "Remind me to call the harbour office about the ledger. " * 12


async def files(bot: Stand, samples: int) -> list[Figure]:
    """Measure turns with files, each at the beginning of a conversation and beside one of text.

    The server that transcribes answers at once.
    """
    document = Upload("ledger.pdf", "application/pdf", pdf([LINES] * 100))
    photos = [
        photo(colour) for colour in ("red", "green", "blue", "gold", "pink", "gray", "navy", "teal", "lime", "tan")
    ]
    voice = recording(WORDS, 60)
    goals: dict[str, tuple[float, Callable[[], object]]] = {
        "a photo": (60, lambda: send_photos(bot.telegram, photos[:1], caption="What is this?")),
        "an album of ten photos": (150, lambda: send_photos(bot.telegram, photos, caption="What are these?")),
        "a PDF of 100 pages": (3_000, lambda: bot.telegram.send_file(document, caption="What is this?")),
        "a voice message of a minute": (50, lambda: send_voice(bot.telegram, voice, 60)),
    }
    texts: list[float] = []
    taken: dict[str, list[float]] = {name: [] for name in goals}
    for sample in range(samples + 1):
        await bot.command("/new")
        text = await bot.say()
        for name, (_, send) in goals.items():
            await bot.command("/new")
            time = await bot.show(send)
            if sample:  # the first ones import what files need
                taken[name].append(time)
        if sample:
            texts.append(text)
    alone, beside = await beside_reading(bot, samples)
    name = "text while a PDF of 2,000 pages is read in another chat, update to model's request"
    reading = figure(name, "ms", beside, alone, goal_over=10)
    return [
        *(
            figure(f"{name}, update to model's request", "ms", taken[name], texts, goal_over=goal)
            for name, (goal, _) in goals.items()
        ),
        reading,
    ]


async def beside_reading(bot: Stand, samples: int) -> tuple[list[float], list[float]]:
    """Take turns of text, and as many more while a long document is read in another chat."""
    book = Upload("book.pdf", "application/pdf", pdf([LINES] * 2_000))
    await bot.command("/new")
    await bot.say()
    alone = [await bot.say() for _ in range(samples)]
    calls = len(bot.telegram.calls)
    bot.telegram.send_file(book, READER, caption="What is this?")
    await bot.telegram.wait_for(lambda: any(call.method == "getFile" for call in bot.telegram.calls[calls:]))
    beside = [await bot.say() for _ in range(samples)]
    if any(it.from_bot for it in bot.telegram.messages(READER)):
        raise RuntimeError("the document was read before the turns had ended")
    return alone, beside
