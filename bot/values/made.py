"""What is made of each item of a sequence that grows."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
M = TypeVar("M")


class MadeOfEach:
    """What was made of each message of a prompt, for the next prompt with the same ones.

    A conversation's prompt begins with the messages of the one before, so a request takes the time of what is new.
    """

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[list[Any], list[Any]]] = {}

    def of(self, name: Hashable, make: Callable[[T], M], items: Sequence[T]) -> list[M]:
        """Return what `make` gives for each item, made now if nothing was made of it for this `name` before.

        `make` has to be the same function for the same name, and give the same for equal items.
        """
        before, made = self._made.get(name, ([], []))
        if list(items[: len(before)]) != before:
            before, made = [], []
        made = [*made, *map(make, items[len(before) :])]
        self._made[name] = list(items), made
        return made
