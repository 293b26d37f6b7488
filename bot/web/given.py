"""Which addresses may be opened while untrusted text is in the prompt. Pure.

An address can carry words out: a poisoned page may ask for https://evil.example/?q= and what the user has said. Only
an address that was fixed before the model could put anything into it is harmless.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from bot.errors import AddressRefused
from bot.web.addresses import WebAddress, read_address

MOST_GIVEN: Final = 5
"""Most addresses from search results that are opened freely in a turn: which ones are chosen says a little, too."""
_ADDRESS: Final = re.compile(
    r"https?://[^\s<>\"“”]+|(?<![\w@./-])[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}(?:/[^\s<>\"“”]*)?", re.IGNORECASE
)
_AFTER: Final = ".,;:!?'\u2019»)]}*_~`…"
"""Characters that often follow an address, and rarely end one."""


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
