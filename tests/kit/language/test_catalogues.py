"""The catalogues hold every sentence of the code, whole and with the same parts."""

import re
from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

import pytest
from babel.messages.catalog import Message

from tests.kit.language.extraction import FOLDERS, OTHERS, extracted, stored

PARTS = re.compile(r"\{\w*\}|(?<![\w/])/[a-z]+\b|`[^`]*`|\b[A-Z]+_[A-Z_]+\b|https?://\S+|\n")
"""What stands in a translation as it does in English: placeholders, commands, code, settings, addresses, line ends."""


@pytest.mark.parametrize("package", FOLDERS)
def test_each_sentence_is_there_with_all_forms_parts_and_blanks_and_none_is_left_over(package: str) -> None:
    said = extracted(package)
    wanted, several = {english(it) for it in said if it.id}, {english(it) for it in said if it.pluralizable}
    for language in OTHERS:
        catalogue = stored(package, language)
        assert {english(it) for it in catalogue if it.id and all(forms(it)) and not it.fuzzy} == wanted
        assert not catalogue.obsolete
        for message in filter(attrgetter("id"), catalogue):
            sentence = english(message)
            assert len(forms(message)) == (catalogue.num_plurals if sentence in several else 1), sentence
            counted = [parts(it) - Counter(["{count}"]) for it in ids(message)]
            for form in forms(message):
                assert parts(form) in [*map(parts, ids(message)), *counted], form
                assert around(form) == around(sentence), form


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
