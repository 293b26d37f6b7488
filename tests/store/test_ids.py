from itertools import pairwise

from bot.store.ids import short_id, uuid7


def test_an_id_is_of_version_7_and_sorts_by_its_time() -> None:
    made = [uuid7() for _ in range(100)]
    assert all(it.version == 7 and it.variant == "specified in RFC 4122" for it in made)
    assert all(earlier.int >> 80 <= later.int >> 80 for earlier, later in pairwise(made))


def test_ids_stay_sorted_when_the_clock_is_set_back() -> None:
    tomorrow = uuid7().int + (86_400_000 << 80)
    later = uuid7(type(uuid7())(int=tomorrow))
    assert later.int > tomorrow
    assert later.version == 7


def test_short_ids_are_eight_letters_and_digits() -> None:
    made = {short_id() for _ in range(1_000)}
    assert len(made) == 1_000
    assert all(len(it) == 8 and it.isascii() and it.isalnum() for it in made)
