"""Sentences, dates and numbers in the languages that Keepsake speaks."""

import subprocess
import sys
from datetime import UTC, datetime
from datetime import date as day_of

import pytest

from bot.kit.language import (
    LANGUAGES,
    date,
    date_time,
    known,
    listed,
    month,
    number,
    plural,
    sentences,
    speaking_to,
    t,
    weekday,
)
from bot.telegram.help import unknown

DAY = day_of(2026, 11, 25)
READS_BRIEFLY = """
from bot.kit.language.languages import briefly, catalogue

with briefly("tr"):
    before = catalogue("tr")
known = catalogue("tr")
print(known is before)
with briefly("tr"):
    print(catalogue("tr") is known)
print(catalogue("tr") is known)
"""


def test_english_is_what_stands_in_the_code() -> None:
    assert t("Hello {name}", name="Alec") == "Hello Alec"
    assert t("as it {is}") == "as it {is}"
    assert [plural("{count} memory", "{count} memories", it) for it in (0, 1, 1234)] == [
        "0 memories",
        "1 memory",
        "1,234 memories",
    ]


def test_only_chinese_and_japanese_have_no_space_between_sentences() -> None:
    for code in LANGUAGES:
        with speaking_to(code):
            assert sentences("One.", "", "Two.") == ("One.Two." if code in {"zh", "ja"} else "One. Two.")
    with speaking_to("zh"):
        assert "。/help" in unknown("x", ["memory"])[0].text


def test_a_sentence_without_a_translation_is_english_in_every_language() -> None:
    with speaking_to("de"):
        assert t("No catalogue has this {thing}", thing="sentence") == "No catalogue has this sentence"


@pytest.mark.parametrize(
    ("code", "day", "named", "of", "thousand", "several"),
    [
        ("en", "25 Nov 2026", "Wednesday", "November 2026", "1,234", "a, b and c"),
        ("de", "25.11.2026", "Mittwoch", "November 2026", "1.234", "a, b und c"),
        ("ru", "25 нояб. 2026\u202fг.", "среда", "ноябрь 2026\u202fг.", "1\xa0234", "a, b и c"),  # noqa: RUF001 - it is Russian
        ("ja", "2026/11/25", "水曜日", "2026年11月", "1,234", "a、b、c"),
    ],
)
def test_dates_and_numbers_are_written_as_in_the_language(
    code: str, day: str, named: str, of: str, thousand: str, several: str
) -> None:
    with speaking_to(code):
        written = [date(DAY), weekday(DAY), month(DAY), number(1234), listed(["a", "b", "c"])]
        assert written == [day, named, of, thousand, several]
        assert date_time(datetime(2026, 11, 25, 9, 5, tzinfo=UTC)) == f"{day}, 09:05"


@pytest.mark.parametrize(("code", "amount"), [("en", "1,234.50"), ("de", "1.234,50")])
def test_an_amount_has_its_decimals_in_every_language(code: str, amount: str) -> None:
    with speaking_to(code):
        assert number(1234.5, decimals=2) == amount


@pytest.mark.parametrize(
    ("tag", "code"),
    [("de", "de"), ("pt-br", "pt"), ("zh-hans", "zh"), ("EN_us", "en"), ("nl", None), ("", None), (None, None)],
)
def test_a_language_is_known_by_telegrams_tag(tag: str | None, code: str | None) -> None:
    assert known(tag) == code


def test_a_command_in_arabic_begins_with_its_slash() -> None:
    with speaking_to("ar"):
        assert "\u200e/new" in t("🔒 This is already a private chat. /new ends it.")


@pytest.mark.parametrize(
    ("code", "days"),
    [
        ("ru", ["1 день", "2 дня", "5 дней", "11 дней", "21 день", "102 дня"]),
        ("ar", ["يوم واحد", "يومان", "5 أيام", "11 يومًا", "21 يومًا", "102 يوم"]),
    ],
)
def test_each_number_has_its_plural(code: str, days: list[str]) -> None:
    with speaking_to(code):
        assert [plural("{count} day", "{count} days", it) for it in (1, 2, 5, 11, 21, 102)] == days


def test_a_catalogue_that_is_read_briefly_is_forgotten_unless_it_was_known() -> None:
    done = subprocess.run([sys.executable, "-c", READS_BRIEFLY], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "True"]
