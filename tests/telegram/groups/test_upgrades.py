"""Groups that become supergroups."""

import pytest

from bot.telegram.groups.upgrades import Raw, moved, parts, upgrade_of

FORMER, NEW = -5, -1_001


def said(update_id: int, chat_id: int, **fields: object) -> Raw:
    return {"update_id": update_id, "message": {"chat": {"id": chat_id, "type": "group"}, **fields}}


@pytest.mark.parametrize(
    ("raw", "ids"),
    [
        (said(1, FORMER, migrate_to_chat_id=NEW), (FORMER, NEW)),
        (said(1, NEW, migrate_from_chat_id=FORMER), (FORMER, NEW)),
        (said(1, FORMER, text="Hello"), None),
        (said(1, FORMER, migrate_to_chat_id="soon"), None),
        ({"update_id": 1, "message": {"migrate_to_chat_id": NEW}}, None),
        ({"update_id": 1, "message": []}, None),
        ({"update_id": 1, "my_chat_member": {}}, None),
    ],
)
def test_both_updates_name_both_ids(raw: Raw, ids: tuple[int, int] | None) -> None:
    assert upgrade_of(raw) == ids


def test_what_came_before_an_upgrade_is_a_part_of_its_own() -> None:
    before = [said(1, FORMER, text="Hello"), said(2, 7, text="Hello")]
    after = [said(3, FORMER, migrate_to_chat_id=NEW), said(5, NEW, text="Hello")]
    assert list(parts([*before, *after])) == [before, after]
    assert list(parts(after)) == [after]
    assert list(parts([])) == []


def test_an_update_is_moved_with_what_it_replies_to_and_nothing_else_changes() -> None:
    replied = {"message_id": 1, "chat": {"id": FORMER, "type": "group", "title": "Family"}}
    its = {"id": NEW, "type": "supergroup"}
    raw = said(1, FORMER, text="Hello", reply_to_message=replied, entities=[{"type": "mention", "offset": 0}])
    assert moved(raw, FORMER, NEW) == {
        "update_id": 1,
        "message": {
            **raw["message"],
            "chat": its,
            "reply_to_message": {"message_id": 1, "chat": {**its, "title": "Family"}},
        },
    }
    assert moved(said(1, 7, text="Hello"), FORMER, NEW) == said(1, 7, text="Hello")
    assert moved(None, FORMER, NEW) is None
