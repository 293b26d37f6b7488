"""Which addresses conversations were given and have opened, while the process runs."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from bot.web.given import is_free

_CONVERSATIONS: Final = 32
_ADDRESSES: Final = 200
"""How many conversations, and addresses of each, are remembered. What is forgotten asks: nothing else depends on it."""


@dataclass(slots=True)
class _Steps:
    """The addresses given to a conversation, and those opened, each with the turn that did first."""

    given: OrderedDict[str, None] = field(default_factory=OrderedDict)
    opened: OrderedDict[str, UUID] = field(default_factory=OrderedDict)


class Trail:
    """Remembers the addresses of the last conversations, so that these need not ask for each."""

    def __init__(self) -> None:
        self._of: OrderedDict[UUID, _Steps] = OrderedDict()

    def is_free(self, conversation: UUID, turn: UUID, address: str, own_words: str) -> bool:
        """Tell whether a conversation may open an address without asking, though it holds untrusted text."""
        steps = self._of.get(conversation, _Steps())
        followed = sum(by == turn for it, by in steps.opened.items() if it in steps.given)
        return is_free(address, own_words, given=steps.given, opened=steps.opened, followed=followed)

    def give(self, conversation: UUID, addresses: Iterable[str]) -> None:
        """Remember what a search has found."""
        steps = self._steps(conversation)
        for address in addresses:
            steps.given[address] = None
        while len(steps.given) > _ADDRESSES:
            steps.given.popitem(last=False)

    def open(self, conversation: UUID, turn: UUID, *addresses: str) -> None:
        """Remember that a page was opened, and where it was found."""
        steps = self._steps(conversation)
        for address in addresses:
            steps.opened.setdefault(address, turn)
        while len(steps.opened) > _ADDRESSES:
            steps.opened.popitem(last=False)

    def _steps(self, conversation: UUID) -> _Steps:
        steps = self._of.setdefault(conversation, _Steps())
        self._of.move_to_end(conversation)
        if len(self._of) > _CONVERSATIONS:
            self._of.popitem(last=False)
        return steps
