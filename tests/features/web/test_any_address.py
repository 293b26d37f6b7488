"""Whatever stands in an address, it is refused, or read in the one form that it has."""

from hypothesis import given
from hypothesis import strategies as some

from bot.features.web.addresses import WebAddress, read_address
from bot.features.web.tools import addresses_in, is_free
from bot.kit.errors import AddressRefused

PIECES = some.sampled_from(
    [
        *"/\\:@?#[]%.-_ \t\n0x7",
        *["http", "https", "://", "127.0.0.1", "::1", "example", ".com", "é", "⒈", "。", "\u202e", "xn--"],
    ]
)
ADDRESSES = some.one_of(some.text(), some.lists(PIECES).map("".join), some.lists(PIECES).map("http://{}".format))


def _read(text: str, base: WebAddress | None = None) -> WebAddress | None:
    try:
        return read_address(text, base)
    except AddressRefused:
        return None


@given(ADDRESSES)
def test_an_address_or_a_redirect_is_refused_or_has_one_form(text: str) -> None:
    for address in filter(None, (_read(text), _read(text, read_address("https://example.com/a/b?c")))):
        assert str(address).isascii()
        assert read_address(str(address)) == address


@given(ADDRESSES, some.text())
def test_an_address_among_words_is_found(address: str, words: str) -> None:
    read = _read(address)
    assert list(addresses_in(words)) is not None
    if read:
        assert is_free(address, f"{words}\n{read}\n{words}")
