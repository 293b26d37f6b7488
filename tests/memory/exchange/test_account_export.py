"""What Claude's account export holds of its memory, `memories.json`."""

import json

from bot.memory.exchange.reading import read_text
from tests.memory.exchange.reading import told

ID = "0198c3a1-aaaa-7bbb-8ccc-1234567890ab"


def test_the_markdown_in_an_account_export_is_read_and_its_ids_are_not() -> None:
    whole = "**Work context**\n\nAnna works at ACME. She leads three people.\n\n**Personal context**\n\n- Likes tea"
    project = (
        "**Purpose & context**\n\nThe arm lifts a cup. It uses ROS 2.\n\n**Current state**\n\nIts gripper is done."
    )
    found = read_text(
        json.dumps([{"conversations_memory": whole, "project_memories": {ID: project}, "account_uuid": ID}])
    )
    assert told(found) == [
        ("context", None, "Anna works at ACME."),
        ("context", None, "She leads three people."),
        ("preference", None, "Likes tea"),
        ("project", None, "The arm lifts a cup."),
        ("project", None, "It uses ROS 2."),
        ("project", None, "Its gripper is done."),
    ]
    assert not found.left_out
