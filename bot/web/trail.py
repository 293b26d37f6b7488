"""Which addresses conversations were given and have opened, while the process runs."""

import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from bot.errors import AddressRefused
from bot.web.addresses import WebAddress, read_address

MOST_GIVEN: Final = 5
"""Most addresses from search results that are opened freely in a turn: which ones are chosen says a little, too."""
_ADDRESS: Final = re.compile(
    r"https?://[^\s<>\"“”]+|(?<![\w@./-])[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}(?:/[^\s<>\"“”]*)?", re.IGNORECASE
)
_AFTER: Final = ".,;:!?'\u2019»)]}*_~`…"
"""Characters that often follow an address, and rarely end one."""
_CONVERSATIONS: Final = 32
_ADDRESSES: Final = 200
"""How many conversations, and addresses of each, are remembered. What is forgotten asks: nothing else depends on it."""


def is_free(
    address: str, own_words: str, *, given: Collection[str] = (), opened: Collection[str] = (), followed: int = 0
) -> bool:
    """Tell whether an address may be opened without asking, though untrusted text may want it opened.

    It may if it stands word for word in the user's `own_words`, or was `opened` before. It may if a search gave it, as
    long as fewer than MOST_GIVEN of these are `followed` in a turn. It may not if a page gave it: that can list one for
    each letter of a secret.
    """
    try:
        wanted = _essence(read_address(address))
    except AddressRefused:
        return True  # nothing is opened
    if wanted in _essences(own_words) or wanted in {_essence(read_address(it)) for it in opened}:
        return True
    return followed < MOST_GIVEN and wanted in {_essence(read_address(it)) for it in given}


def addresses_in(text: str) -> Iterator[WebAddress]:
    """Yield the addresses that stand in a text, with and without the marks that follow them."""
    for found in _ADDRESS.findall(text):
        for each in dict.fromkeys((found, found.rstrip(_AFTER))):
            try:
                yield read_address(each)
            except AddressRefused:
                continue


def _essences(text: str) -> set[tuple[str, int, str]]:
    return {_essence(address) for address in addresses_in(text)}


def _essence(address: WebAddress) -> tuple[str, int, str]:
    """Return what of an address can carry anything: not its scheme, "www." nor a slash at its end."""
    port = 0 if address.port in {80, 443} else address.port
    return address.host.removeprefix("www."), port, address.target.rstrip("/")


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
