"""The catalogues hold every sentence of the code, whole and with the same parts."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest
from babel.messages.catalog import Catalog, Message

from tests.language.extraction import FOLDERS, OTHERS, extracted, stored

PARTS = re.compile(r"\{\w*\}|(?<![\w/])/[a-z]+\b|`[^`]*`|\b[A-Z]+_[A-Z_]+\b|https?://\S+|\n")
"""What stands in a translation as it does in English: placeholders, commands, code, settings, addresses, line ends."""


@pytest.fixture(scope="session", params=FOLDERS)
def package(request: pytest.FixtureRequest) -> str:
    """A package with catalogues."""
    return str(request.param)


@pytest.fixture(scope="session")
def said(package: str) -> Catalog:
    """All sentences of its code."""
    return extracted(package)


@pytest.fixture(params=OTHERS)
def catalogue(package: str, request: pytest.FixtureRequest) -> Catalog:
    """Its catalogue of a language."""
    return stored(package, request.param)


def test_no_sentence_is_missing_or_left_over(said: Catalog, catalogue: Catalog) -> None:
    told = {english(it) for it in catalogue if it.id and all(forms(it)) and not it.fuzzy}
    wanted = {english(it) for it in said if it.id}
    assert wanted - told == set()
    assert told - wanted == set()
    assert not catalogue.obsolete


def test_each_sentence_has_all_plural_forms(said: Catalog, catalogue: Catalog) -> None:
    several = {english(it) for it in said if it.pluralizable}
    for message in catalogue:
        if message.id:
            expected = catalogue.num_plurals if english(message) in several else 1
            assert len(forms(message)) == expected, english(message)


def test_placeholders_commands_and_line_ends_are_kept(catalogue: Catalog) -> None:
    for message in catalogue:
        if message.id:
            wanted = [parts(it) for it in ids(message)]
            for form in forms(message):
                assert any(parts(form) == it or parts(form) == it - Counter(["{count}"]) for it in wanted), form


def test_blanks_around_a_sentence_are_kept(catalogue: Catalog) -> None:
    for message in catalogue:
        if message.id:
            assert {around(it) for it in forms(message)} == {around(english(message))}, english(message)


def english(message: Message) -> str:
    return ids(message)[0]


def ids(message: Message) -> Sequence[str]:
    return [message.id] if isinstance(message.id, str) else message.id


def forms(message: Message) -> Sequence[str]:
    string = message.string or ""
    return [string] if isinstance(string, str) else string


def parts(text: str) -> Counter[str]:
    return Counter(PARTS.findall(text))


def around(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()
