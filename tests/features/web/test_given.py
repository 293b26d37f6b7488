"""While untrusted text is in the prompt, an address that the model made up can't carry anything out unseen."""

import pytest

from bot.features.web.tools import MOST_GIVEN, is_free

OWN = "Please read https://example.com/news/today?page=2. Also (www.bay.example/ferry), and what bbc.com says."
GIVEN = [f"https://found{n}.example/story" for n in range(9)]


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/news/today?page=2",
        "https://www.bay.example/ferry",
        "https://bbc.com",
        "https://found3.example/story/",
        "no address at all",
    ],
)
def test_what_the_user_wrote_or_a_search_gave_is_free(address: str) -> None:
    assert is_free(address, OWN, given=GIVEN)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/news/today?page=2&q=secret",
        "https://example.com:8080/news/today?page=2",
        "https://secret.bbc.com/",
        "https://found3.example/story?secret",
        "https://example.com.evil.example/news/today?page=2",
        "https://evil.example/https://example.com/news/today?page=2",
    ],
)
def test_any_other_address_asks(address: str) -> None:
    assert not is_free(address, OWN, given=GIVEN)


def test_only_some_results_of_a_search_are_opened_freely_in_a_turn() -> None:
    assert is_free(GIVEN[0], "", given=GIVEN, followed=MOST_GIVEN - 1)
    assert not is_free(GIVEN[0], "", given=GIVEN, followed=MOST_GIVEN)
    assert is_free(GIVEN[0], "", given=GIVEN, opened=GIVEN[:1], followed=MOST_GIVEN)
    assert is_free(GIVEN[0], GIVEN[0], given=GIVEN, followed=MOST_GIVEN)
