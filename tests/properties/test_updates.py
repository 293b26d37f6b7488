"""A malformed update blocks nothing: it is stored, and the other updates of its batch and later ones are handled."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from bot.database.engine import Database
from bot.database.outbox import Outbox
from bot.database.updates import Updates
from bot.telegram.access import Access, known_id, private_sender
from bot.telegram.inbox import Inbox, ReceivedUpdate
from bot.telegram.polling_bot import PollingBot
from bot.telegram.request import Request
from bot.values.incoming import UpdateKind
from tests.telegram.recorded_updates import CONTENTS, TEXTS, Json, message, nobodys, others

STRANGER: Final = 4242
ACCESS: Final = Access({1, 2})

Path: TypeAlias = tuple[str | int, ...]

_NUMBERS: Final = count(100_000)
"""Ids of messages; those that the practice server delivers are smaller."""
_BOT_IDS: Final = count(1)
_UNHELD: Final = re.compile(r'"@([\[{9])(\d+)@"')


def recorded(user_id: int, number: int) -> list[Json]:
    """Return updates as Telegram sends them, more of those that more is done about."""
    words = {**message(user_id, number, text="/help, or abc"), **TEXTS["every entity"], **TEXTS["a reply with a quote"]}
    command = {"text": "/memory list", "entities": [{"type": "bot_command", "offset": 0, "length": 7}]}
    messages: list[Json] = [
        words,
        {**words, **TEXTS["a reply to another chat"]},
        {**message(user_id, number), **command},
        {**message(user_id, number), **CONTENTS["photo"]},
        {**message(user_id, number), **CONTENTS["poll"]},
    ]
    updates: list[Json] = [{"message": it} for it in messages]
    return [*updates, {"edited_message": words}, *others(user_id, number).values(), *nobodys(user_id, number).values()]


def members(value: Any) -> list[tuple[Any, Any]]:
    """Return the values inside a JSON value, with their names."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def spots(value: Any, at: Path = ()) -> Iterator[Path]:
    """Return the path of a value inside a JSON value."""
    for name, inner in members(value):
        yield (*at, name)
        yield from spots(inner, (*at, name))


def mutilated(value: Any, path: Path, odd: Sequence[tuple[Any, Any]]) -> Any:
    """Return a JSON value with other members, any number of them, in the place of one."""
    first, *rest = path
    kept: list[tuple[Any, Any]] = []
    for name, inner in members(value):
        if name != first:
            kept.append((name, inner))
        elif rest:
            kept.append((name, mutilated(inner, tuple(rest), odd)))
        else:
            kept += [(name if new is None else new, it) for new, it in odd]
    return dict(kept) if isinstance(value, dict) else [it for _, it in kept]


TEXT_STRATEGY = st.text(st.characters(exclude_categories=()) | st.sampled_from("\0\ud83d\ude00"), max_size=12)
UNHELD = st.builds("@{}{}@".format, st.sampled_from("[{9"), st.sampled_from([50, 96, 99, 2_000, 100_000]))
"""Names of what can be sent but not held: lists and objects so deep, numbers of so many digits."""
ODD_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, 1, 2, -1, 77, 2**31, 2**52, 2**63, 10**30, 253_402_300_799, -62_135_596_800]),
    st.sampled_from([0.5, -0.0, 1e300, float("inf"), float("-inf"), float("nan")]),
    st.sampled_from(["", "/help", "1", "private", "supergroup", "a\0b", "\ud83d"]) | TEXT_STRATEGY,
    UNHELD,
    st.sampled_from([[], {}, [None], [[1]], {"id": 1}, {"id": 2, "type": "private"}, [{"type": "bot_command"}]]),
)
NEW_NAMES = st.sampled_from(["message", "user", "from", "text", "date", "odd", ""]) | TEXT_STRATEGY


@st.composite
def odd_updates(draw: st.DrawFn) -> Json:
    """Draw an update in which one thing, or a few, are not as Telegram sends them."""
    update = draw(st.sampled_from(recorded(draw(st.sampled_from([1, 1, 2, STRANGER])), next(_NUMBERS))))
    ((kind, event),) = update.items()
    for _ in range(draw(st.integers(min_value=1, max_value=3))):
        path = draw(st.sampled_from([(kind,), *spots(event, (kind,))]))
        odd = [(None, draw(ODD_VALUES))]
        more = [(draw(NEW_NAMES), draw(ODD_VALUES))]
        event = mutilated({kind: event}, path, draw(st.sampled_from([odd, odd, odd + more] if path[1:] else [odd])))
        event = event[kind]
    dropped = draw(st.booleans()) and [*spots(event, (kind,))]
    return mutilated({kind: event}, draw(st.sampled_from(dropped)), []) if dropped else {kind: event}


def on_the_wire(value: object) -> str:
    """Return a value's JSON text, with what can't be held in the place of its name."""
    around = {"[": ("[", "0", "]"), "{": ('{"deep":', "0", "}"), "9": ("9", "", "")}

    def written(name: re.Match[str]) -> str:
        opening, core, closing = around[name[1]]
        return opening * int(name[2]) + core + closing * int(name[2])

    return _UNHELD.sub(written, json.dumps(value))


def received(*updates: Json) -> list[Json]:
    """Return updates as they are read."""
    read = Request.parse_json_payload(f'{{"result": {on_the_wire(updates)}}}'.encode())["result"]
    assert isinstance(read, list)
    return read


# Through the polling and the inbox


class Recorded(Request):
    """Requests that are all answered alike."""

    answer = b""

    async def do_request(self, *_: object, **__: object) -> tuple[int, bytes]:
        """Answer."""
        return 200, self.answer


@pytest.fixture(scope="module")
def requests() -> Recorded:
    """What a bot's requests for updates are answered with."""
    return Recorded("http://localhost", 1)


IDS: st.SearchStrategy[Any] = st.integers(min_value=1, max_value=6) | ODD_VALUES
BATCHES = st.lists(st.lists(st.tuples(IDS, odd_updates()), min_size=1, max_size=4), min_size=1, max_size=3)


async def _nobody(*_: object) -> None:
    """Let nobody in."""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example is a bot of its own
@given(batches=BATCHES)
async def test_each_update_is_stored_and_passed_on_once_whatever_else_is_in_its_batch(
    requests: Recorded, database: Database, batches: Sequence[Sequence[tuple[Any, Json]]]
) -> None:
    bot = PollingBot("1000:tests", "http://localhost", requests, requests)
    bot_id = next(_BOT_IDS)
    handled: list[ReceivedUpdate] = []
    inbox = Inbox(
        database,
        Updates(bot_id),
        ACCESS,
        Outbox(bot_id),
        decline=lambda _: None,
        admit=_nobody,
        read=lambda *_: (UpdateKind.OTHER, None),
        language=lambda _: "en",
        handle=handled.append,
        wake=lambda _: None,
    )
    bot.deliver_to(inbox)
    came: dict[int, Json] = {}
    for number, batch in enumerate(batches, start=1_000):
        plain: Json = {"update_id": number, "message": message(1, next(_NUMBERS), text="Hello")}
        updates = [*({**update, "update_id": update_id} for update_id, update in batch), plain]
        requests.answer = f'{{"ok": true, "result": {on_the_wire(updates)}}}'.encode()
        for update in await bot.get_updates():
            await inbox.put(update)
        for raw in received(*updates):
            update_id = known_id(raw["update_id"])
            if (
                update_id
                and update_id > 0
                and (ACCESS.allows_raw(raw) or ReceivedUpdate.read(raw, bot, private_sender(raw)).problem)
            ):
                came.setdefault(update_id, raw)
    async with database.transaction() as tx:
        waiting = await Updates(bot_id).unhandled(tx)
        query = f"SELECT payload FROM telegram_updates WHERE bot_id = {bot_id} AND payload IS NOT NULL ORDER BY id"
        kept = list(await tx.connection.scalars(text(query)))
    assert kept == [raw for raw in came.values() if ACCESS.allows_raw(raw)]
    assert [it.raw for it in handled if ACCESS.allows_raw(it.raw)] == waiting
    assert {*range(1_000, 1_000 + len(batches))} <= {raw["update_id"] for raw in waiting}
