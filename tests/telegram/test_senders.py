from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.telegram.access import REFUSAL_INTERVAL, Access, Sender, known_id, private_sender
from tests.telegram.recorded_updates import message, private_chat

NOW = datetime(2026, 11, 22, tzinfo=UTC)
TEXT = message(1, 5, text="Hello")
IN_TOPIC = {"message_thread_id": 7, "is_topic_message": True}
PRESS = {"id": "1", "from": TEXT["from"], "data": "x"}


@pytest.mark.parametrize(
    ("raw", "sender"),
    [
        ({"message": TEXT}, Sender(1, 1, 5, "en")),
        ({"edited_message": TEXT}, Sender(1, 1, 5, "en")),
        ({"message": {**TEXT, "message_id": "5"}}, Sender(1, 1, None, "en")),
        ({"message": {**TEXT, **IN_TOPIC}}, Sender(1, 1, 5, "en", 7)),
        ({"message": {**TEXT, "message_thread_id": 7}}, Sender(1, 1, 5, "en")),  # a thread of replies
        ({"callback_query": {**PRESS, "message": {**TEXT, **IN_TOPIC}}}, Sender(1, 1, 5, "en", 7)),
        ({"callback_query": {**PRESS, "message": message(2, 5)}}, None),  # in somebody else's chat
        ({"message": message(1, 5, private_chat(2))}, None),
        ({"message": message(1, 5, {"id": -5, "type": "group"})}, None),
        ({"message": {**TEXT, "chat": {"id": True, "type": "private"}}}, None),
        ({"message": {**TEXT, "from": None}}, None),
        ({"message": {**TEXT, "from": {"id": True}}}, None),
        ({}, None),
    ],
)
def test_who_sent_an_update_is_read_from_its_json(raw: dict[str, Any], sender: Sender | None) -> None:
    assert private_sender({"update_id": 1, **raw}) == sender


@pytest.mark.parametrize(
    ("value", "expected"),
    [(-5, -5), (2**52 - 1, 2**52 - 1), (2**52, None), (True, None), (1.0, None), ("1", None)],
)
def test_an_id_is_a_number_of_52_bits(value: object, expected: int | None) -> None:
    known = known_id(value)
    assert known == expected
    assert not isinstance(known, bool)


def test_a_stranger_is_refused_once_an_hour() -> None:
    access = Access({1})
    minutes = (0, 1, 59, 60, 61)
    told = [access.refuse(2, NOW + timedelta(minutes=it)) for it in minutes]
    assert timedelta(hours=1) == REFUSAL_INTERVAL
    assert told == [True, False, False, True, False]
    assert access.refuse(3, NOW)
