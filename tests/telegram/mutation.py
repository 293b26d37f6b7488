"""Mutated updates: recorded ones, and messages with an order of somebody else in a field, of which parts are odd."""

import copy
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final, TypeAlias

from tests.scenarios.test_words_of_others import ORDER, read_fields
from tests.telegram.every_field import Path, filled, leaves
from tests.telegram.recorded_updates import CONTENTS, DATE, ENTITIES, TEXTS, WORDS, Json, message, nobodys, others
from tests.telegram.test_every_field import OWN
from tests.telegram.test_odd_updates import STRANGER, VALUES

USERS: Final = (1, 2, 3)
"""Those who are let in; the first one also writes what is ordinary."""
Place: TypeAlias = tuple[Json | list[object], str | int]
"""An object or a list, and the key or index of a value in it."""
_NUMBERS: Final = (-1, 0, 1, 2**31, 2**53, 2**63, -(2**63), 1.5, -0.0)
_TEXTS: Final = ("", " ", "x" * 5_000, "👩\u200d👧 " * 999, "\u202eevil\u2066", "\U000e0041\U000e0042", "\ufeff\u0301")
_OTHERS: Final[tuple[object, ...]] = (True, False, [], {}, [[]], [{}], {"id": 1}, [WORDS] * 1_000)
_ODD: Final = (*VALUES, *_NUMBERS, *_TEXTS, *_OTHERS)
_DATA: Final = (
    *("", ":", "yes", "x:y", "undo:0", "act:99:yes", "deed:1", "page:-1", "page:99999999999999999999", "a" * 65),
    *("stop:00000000-0000-0000-0000-000000000000", "retry:" + "0" * 60, "memory:AAAAAAAA:1:2:3"),
)
"""Data of buttons, such as nobody has been shown."""
_TIMES: Final = (0, 1, 1, 1, 2, 3, 8)
"""How many parts of an update are odd."""


def mutated(random: Random, number: int) -> Json:
    """Return an update of somebody, whose message has a number."""
    user_id = random.choice((*USERS, STRANGER))
    update = copy.deepcopy(random.choice([*_whole(random, user_id, number)]))
    for _ in range(random.choice(_TIMES)):
        _mutate(random, update)
    return update


def _whole(random: Random, user_id: int, number: int) -> Iterator[Json]:
    """Yield updates as they are before anything of them is changed, of each kind one."""
    about = message(user_id, random.choice((number, number, number - 1, 1, 5)))
    yield {"message": {**about, **filled(random.choice(random.choice(_fields())), ORDER, user_id)}}
    yield {"message": {**about, "text": WORDS, **random.choice([*TEXTS.values()])}}
    yield {"message": {**about, **random.choice([*CONTENTS.values()])}}
    bounds = {"offset": random.randrange(-2, 20), "length": random.randrange(-2, 20)}
    entities = [{**random.choice(ENTITIES), **bounds}, random.choice(ENTITIES)]
    text = random.choice(("text", "caption", "nothing"))
    yield {"message": {**about, text: f"👩\u200d👧 {WORDS}", f"{text}_entities".removeprefix("text_"): entities}}
    yield {"edited_message": {**about, **random.choice([{"text": WORDS}, *CONTENTS.values()]), "edit_date": DATE}}
    kinds = others(user_id, number)
    yield random.choice([*kinds.values()])
    yield random.choice([*nobodys(user_id, number).values()])
    query = kinds["callback_query"]["callback_query"]
    yield {"callback_query": {**query, "data": random.choice(_DATA)}} if isinstance(query, dict) else {}


@cache
def _fields() -> tuple[list[Path], list[Path]]:
    """Return the paths of texts that the model reads, and of all that are not the user's own: nobody asks in them."""
    return [*read_fields()], [path for path in leaves() if path[-1] not in OWN]


def _mutate(random: Random, update: Json) -> None:
    """Change a value somewhere in an update; its id stays one, or is none."""
    holder, key = random.choice([*_places(update)])
    value: object = holder[key]  # type: ignore[index]
    odd = random.choice((value, [value, value], {"nested": value}, [[value]], *random.sample(_ODD, 2)))
    if odd is value and len(holder) > 1:
        del holder[key]  # type: ignore[arg-type]
    else:
        holder[key] = copy.deepcopy(odd)  # type: ignore[index]


def smaller(updates: list[Json]) -> Iterator[list[Json]]:
    """Yield each half of some updates, or a single one without a part of it."""
    if len(updates) > 1:
        middle = len(updates) // 2
        yield from (updates[:middle], updates[middle:])
    else:
        for at in range(1, len([*_places(updates[0])])):  # without the first one, it would be no update
            rest = copy.deepcopy(updates[0])
            holder, key = [*_places(rest)][at]
            del holder[key]  # type: ignore[arg-type]
            yield [rest]


def _places(value: object) -> Iterator[Place]:
    if isinstance(value, dict):
        keys: list[str | int] = [*value]
    elif isinstance(value, list):
        keys = [*range(len(value))]
    else:
        return
    for key in keys:
        yield value, key
        yield from _places(value[key])  # type: ignore[index]
