from practice.telegram.records import Records
from practice.telegram.updates import JsonObject, Updates

NO_LIMIT = 100


def ids(updates: list[JsonObject]) -> list[object]:
    return [update["update_id"] for update in updates]


def test_after_a_quiet_week_ids_start_anywhere_and_pending_updates_are_gone() -> None:
    updates = Updates(Records(None))
    for next_id in (900_000_000, 2_000_001, 500_000_000):
        before = updates.put({"message": {"text": "before"}})
        assert before
        updates.pass_quiet_week(next_id)
        assert updates.pending == ()
        assert updates.put({"message": {"text": "after"}}) == next_id
        assert updates.put({"message": {"text": "later"}}) == next_id + 1
        assert ids(updates.take(before + 1, NO_LIMIT)) == [next_id, next_id + 1]
        assert ids(updates.take(next_id + 1, NO_LIMIT)) == [next_id + 1]
