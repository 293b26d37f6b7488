"""Each sentence reads as one in each language, whatever values and numbers are in it.

What is rendered is the catalogue's text with the values put into it, so this holds for every message that is made of
them; `test_spoken` lets the bot say them.
"""

import re
import unicodedata
from itertools import accumulate

import pytest
from babel import Locale
from babel.messages.catalog import Message

from bot.kit.language import speaking_to
from bot.kit.language.languages import catalogue
from bot.kit.language.texts import plural, t
from bot.telegram.formatting import utf16_length
from tests.kit.language.extraction import OTHERS, stored
from tests.kit.language.test_catalogues import ids

NUMBERS = (*range(1, 112), 1_000, 1_001, 1_234, 1_000_000)
"""Without 0, which CLDR counts with 1 in Hindi and Portuguese, and gettext doesn't."""
PLACEHOLDER = re.compile(r"\{(\w*)\}")
VALUE = "⟦value⟧"
MOST_UNITS = 1_024
"""Longest caption (Bot API, sendDocument), which a sentence with a file may be."""
LONGER = 3.0
"""How many times as long as in English a sentence of some length may be."""
OPENING, CLOSING = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068", "\u202c\u2069"
"""Characters that begin and end a run of a direction (Unicode Standard Annex #9)."""


def sentences(code: str) -> list[Message]:
    """The sentences of the bot."""
    return [it for it in stored("bot", code) if it.id]


def rendered(message: Message, number: int) -> str:
    """A sentence with a value in each placeholder, in the language that is spoken."""
    names = {name for one in ids(message) for name in PLACEHOLDER.findall(one)} - {"", "count"}
    values: dict[str, object] = dict.fromkeys(names, VALUE)
    if isinstance(message.id, str):
        return t(message.id, **values)
    one, many = ids(message)
    return plural(one, many, number, **values)


@pytest.mark.parametrize("code", OTHERS)
def test_each_sentence_holds_its_values_fits_and_ends_what_it_begins(code: str) -> None:
    with speaking_to(code):
        for message in sentences(code):
            english, several = ids(message)[-1], [rendered(message, it) for it in (0, 1, 2, 5, 11, 100)]
            named = set(PLACEHOLDER.findall(english)) - {"", "count"}
            for text in several[: None if len(ids(message)) > 1 else 1]:
                assert not named & set(PLACEHOLDER.findall(text)), text
                assert not named or VALUE in text
                assert utf16_length(text) <= MOST_UNITS, text
                assert len(text) <= LONGER * max(len(english), 20), text
                opened = list(accumulate((it in OPENING) - (it in CLOSING) for it in text))
                assert min(opened) == opened[-1] == 0, text
                assert text == unicodedata.normalize("NFC", text), text


@pytest.mark.parametrize("code", OTHERS)
def test_a_number_has_the_plural_form_of_its_category(code: str) -> None:
    """CLDR's categories tell numbers apart as the catalogue's forms do, or more finely."""
    category, form = Locale.parse(code).plural_form, catalogue(code).form
    of_category: dict[str, set[int]] = {}
    for number in NUMBERS:
        of_category.setdefault(category(number), set()).add(form(number))
    assert {name: len(found) for name, found in of_category.items()} == dict.fromkeys(of_category, 1)
