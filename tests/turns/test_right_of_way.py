"""Background work runs while no turn is running, and is cancelled when one begins."""

import asyncio

from bot.kit.place import Place
from bot.turns.services import RightOfWay


async def test_a_starting_turn_ends_it_and_the_last_turn_allows_it_again() -> None:
    way, begun, ended = RightOfWay(), asyncio.Event(), asyncio.Event()

    async def work() -> str:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return "never"

    doing = asyncio.create_task(way.yielding(work))
    await begun.wait()
    way.take(Place(1))
    way.take(Place(2))
    assert await doing is None
    assert ended.is_set()
    assert await way.yielding(work) is None  # as long as a turn runs
    freed = asyncio.create_task(way.free())
    way.give(Place(1))
    way.give(Place(1))
    await asyncio.sleep(0)
    assert not freed.done()
    way.give(Place(2))
    await freed
    assert await way.yielding(begun.wait)
