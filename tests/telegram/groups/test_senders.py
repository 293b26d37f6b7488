"""Whose an update is, by its JSON."""

import pytest

from bot.telegram.groups.senders import group_id


@pytest.mark.parametrize("kind", ["group", "supergroup"])
def test_a_group_has_its_id(kind: str) -> None:
    assert group_id({"chat": {"id": -7, "type": kind}}) == -7


@pytest.mark.parametrize(
    "chat", [None, [], {}, {"id": 7, "type": "private"}, {"id": -7, "type": []}, {"id": -7, "type": {}}]
)
def test_what_else_a_chat_may_be_is_no_group(chat: object) -> None:
    assert group_id({"chat": chat}) is None
