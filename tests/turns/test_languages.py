from contextlib import suppress

import pytest

from bot.kit.language import language
from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.preferences import Languages, Preferences
from bot.turns.store import owners

OWNER = Owner(1000, 1)


async def test_a_chosen_language_goes_before_that_of_the_app(database: Database) -> None:
    languages = Languages(database, Preferences(database))
    assert languages.of(OWNER) == "en"
    assert languages.hear(OWNER, "pt-br")
    assert not languages.hear(OWNER, "pt-br")
    with languages.spoken(OWNER):
        assert language() == "pt"
    assert language() == "en"
    async with database.transaction() as tx:
        await languages.choose(tx, OWNER, "ja")
    assert languages.of(OWNER) == "ja"
    async with database.transaction() as tx:
        await languages.choose(tx, OWNER, None)
    assert languages.of(OWNER) == "pt"


async def test_a_choice_that_is_not_committed_changes_nothing(database: Database) -> None:
    preferences = Preferences(database)
    languages = Languages(database, preferences)
    async with database.transaction() as tx:
        await languages.choose(tx, OWNER, "de")
        await preferences.change(tx, OWNER, timezone="Europe/Berlin")
    with suppress(RuntimeError):
        async with database.transaction() as tx:
            await languages.choose(tx, OWNER, "ja")
            await preferences.change(tx, OWNER, timezone="Asia/Tokyo")
            assert (languages.of(OWNER), languages.zone(OWNER)) == ("ja", "Asia/Tokyo")
            raise RuntimeError
    assert (languages.of(OWNER), languages.zone(OWNER)) == ("de", "Europe/Berlin")


async def test_languages_outlive_the_process(database: Database) -> None:
    languages = Languages(database, Preferences(database))
    languages.hear(OWNER, "uk")
    await languages.note(OWNER)
    async with database.transaction() as tx:
        await languages.choose(tx, Owner(1000, 2), "tr")
    later = Languages(database, Preferences(database))
    await later.load(OWNER.bot_id)
    assert [later.of(Owner(1000, it)) for it in (1, 2, 3)] == ["uk", "tr", "en"]


@pytest.mark.parametrize("tag", [None, "", "-", "tlh", "x-klingon", "../de", "e" * 5_000, "\ud83d"])
async def test_a_language_that_is_missing_or_unknown_is_as_none_wherever_it_comes_from(
    database: Database, tag: str | None
) -> None:
    languages = Languages(database, Preferences(database))
    assert not languages.hear(OWNER, tag)
    languages.hear(OWNER, "de")
    languages.forget(OWNER)
    await languages.note(OWNER)  # its owner is erased before it is stored
    await languages.load(OWNER.bot_id)
    assert languages.of(OWNER) == "en"


async def test_a_stored_language_that_is_not_spoken_is_as_none(database: Database) -> None:
    async with database.transaction() as tx:
        await owners.change(tx, OWNER, language="tlh", telegram_language="fr")
        await owners.change(tx, Owner(1000, 2), language="tlh")
    languages = Languages(database, Preferences(database))
    await languages.load(OWNER.bot_id)
    assert [languages.of(Owner(1000, it)) for it in (1, 2)] == ["fr", "en"]
    assert not languages.chosen
