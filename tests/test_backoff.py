"""Each wait is longer than the one before, up to a bound."""

from bot.kit.backoff import Backoff


def test_each_wait_is_a_multiple_of_the_one_before_up_to_the_longest() -> None:
    backoff = Backoff(2.0, 30.0, factor=3.0)
    assert [backoff.next() for _ in range(5)] == [2, 6, 18, 30, 30]


def test_a_success_begins_with_the_first_wait_again() -> None:
    backoff = Backoff()
    assert [backoff.next(), backoff.next()] == [1, 2]
    backoff.reset()
    assert backoff.next() == 1


def test_a_server_may_ask_for_more_than_the_longest_once() -> None:
    backoff = Backoff(1.0, 30.0)
    assert [backoff.next(100.0), backoff.next()] == [100, 30]
