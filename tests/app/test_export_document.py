import json
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import jsonschema  # type: ignore[import-untyped]
import pytest
from pydantic import BaseModel, ValidationError

from bot.app.features import METADATA
from bot.features.data.export import conversations, document
from bot.features.data.export.document import Head, read, schema
from bot.features.data.export.rows import tables
from bot.features.notes.export import Note, NoteVersion
from bot.features.notes.store.tables import AgentNote, AgentNoteVersion
from bot.features.reminders.export import Reminder
from bot.features.reminders.store import AgentReminder
from bot.kit.errors import StartError
from bot.kit.owner import Owner
from bot.memory.store.tables import AgentMemory, AgentMemoryVersion
from bot.store.tables import Base, Whose
from bot.turns.store.tables import (
    AgentAct,
    AgentConversation,
    AgentMessage,
    AgentOwner,
    AgentTool,
    AgentTurn,
    AgentUsage,
)
from tests.features.data.export.examples import EXPORT, SECTIONS, Json, empty, export, whole


@pytest.mark.parametrize("made", [whole, empty])
def test_an_export_is_as_its_schema_says(made: Callable[[], Json]) -> None:
    jsonschema.validate(made(), schema(SECTIONS))
    export(made())


ELSEWHERE: dict[tuple[type[Base], type[BaseModel]], str] = {
    (AgentOwner, Head): "conversations private_until listed telegram_language",
    (AgentMemory, document.Memory): "bot_id user_id subject_key content_key version import_id",
    (AgentMemoryVersion, document.MemoryVersion): "memory_id version_number source_conversation_id source_turn_id",
    (AgentConversation, conversations.Conversation): (
        "bot_id user_id chat_id topic_id mode carried_conversation_id carried_from_turn_id carried_to_turn_id "
        "review_due_at review_tries reviewed_at"
    ),
    (AgentAct, conversations.Act): "bot_id user_id conversation_id turn_id",
    (AgentTool, document.ToolChoice): "bot_id user_id",
    (AgentTurn, conversations.Turn): "conversation_id failed_attempts taken_back task",
    (AgentMessage, conversations.Message): "turn_id telegram_ids edited album captions reasoning",
    (AgentNote, Note): "bot_id user_id name_key version",
    (AgentNoteVersion, NoteVersion): "note_id version_number source_conversation_id source_turn_id",
    (AgentReminder, Reminder): "bot_id user_id topic_id rings_at version former waits_until failures",
    (AgentUsage, conversations.Request): "id bot_id user_id",
}
"""Columns that an export leaves out, has under another name, or works out."""


def test_every_column_is_in_an_export_or_known_not_to_be() -> None:
    for (table, described), elsewhere in ELSEWHERE.items():
        columns = set(Base.metadata.tables[table.__tablename__].columns.keys())
        assert columns - {*described.model_fields} == {*elsewhere.split()}, table


def test_every_table_of_an_owner_is_in_an_export_or_says_why_not() -> None:
    theirs = {it.name for it in METADATA.tables.values() if not isinstance(it.info["of"], Whose)}
    left_out = {it.name for it in METADATA.tables.values() if it.info["left_out"]}
    of_chats = {"telegram_updates", "telegram_messages"}
    assert tables(export(whole()), Owner(1000, 1), SECTIONS).keys() - of_chats == theirs - left_out


def test_an_export_from_before_there_were_pins_and_origins_is_read() -> None:
    value = whole()
    parts = [
        value,
        *value["memories"],
        *value["conversations"],
        *(it for memory in value["memories"] for it in memory["versions"]),
        *(it for conversation in value["conversations"] for turn in conversation["turns"] for it in turn["messages"]),
    ]
    for part in parts:
        for name in ("pinned", "importance", "origin", "untrusted", "capture", "voice", "recalls"):
            part.pop(name, None)
    for part in value["conversations"]:
        for name in ("own_at", "memories_at", "memories", "pending_memories"):
            del part[name]
    value["memories"][0]["versions"][0]["origin"] = "import"
    assert not any(memory.pinned for memory in export(value).memories)
    versions = tables(export(value), Owner(1000, 1), SECTIONS)["agent_memory_versions"]
    assert [row["untrusted"] for row in versions].count(True) == 1
    jsonschema.validate(value, schema(SECTIONS))


def test_an_export_of_version_1_is_read() -> None:
    value = whole()
    former = value | {"version": 1}
    former["memories"] = [_renamed(it, versions="wordings") for it in value["memories"]]
    former["conversations"] = [
        it | {"turns": [turn | {"messages": [*map(_former_message, turn["messages"])]} for turn in it["turns"]]}
        for it in value["conversations"]
    ]
    read = export(former)
    assert "kind" in former["conversations"][0]["turns"][0]["messages"][0]
    assert read.model_copy(update={"version": 3}) == export(value)


def test_changes_in_the_messages_of_an_export_of_version_2_are_acts() -> None:
    value = whole() | {"version": 2, "acts": []}
    turn = value["conversations"][0]["turns"][0]
    shelf, _, remembered, _ = turn.pop("acts")
    turn["activities"] = [{name: it for name, it in shelf.items() if name in FORMER_ACTIVITY}]
    turn["messages"][2] |= {"receipt": remembered["words"], "change": remembered["undo"] | {"undone": True}}
    of_shelf, of_memory = tables(export(value), Owner(1000, 1), SECTIONS)["agent_acts"]
    assert (of_shelf["id"], of_shelf["undo"]) == (UUID(shelf["id"]), shelf["undo"])
    assert (of_memory["state"], of_memory["undo"]["memory_id"]) == ("undone", "AAAAaaa1")
    assert str(of_memory["id"]).startswith(turn["id"][:24])


FORMER_ACTIVITY = {"id", "call_id", "family", "name", "arguments", "risk", "state", "words", "undo", "created_at"}


def _former_message(message: Json) -> Json:
    return _renamed(message, role="kind", untrusted="others_words")


def _renamed(part: Json, **former: str) -> Json:
    return {former.get(name, name): value for name, value in part.items()}


@pytest.mark.parametrize(
    ("change", "objection"),
    [
        (lambda it: it.pop("usage"), "usage: Field required"),
        (lambda it: it.update(exported_at="2026-11-22T10:00:00"), "exported_at: Input should have timezone info"),
        (lambda it: it["memories"][0]["versions"][0].update(content="x" * 501), "at most 500 characters"),
        (lambda it: it["memories"][0]["versions"][0].update(content="Alec \0 is"), "null character"),
        (lambda it: it["memories"][0]["versions"].reverse(), "memories[0].versions: .* are not numbered from 1 on"),
        (lambda it: it["conversations"][0].update(mode="private"), "conversations[0].mode: Extra"),
    ],
)
def test_what_was_changed_is_refused_with_the_place(
    tmp_path: Path, change: Callable[[Json], object], objection: str
) -> None:
    file, value = tmp_path / "changed.json", whole()
    change(value)
    file.write_text(json.dumps(value))
    pattern = objection.replace("[", r"\[")
    with pytest.raises(StartError, match=rf"(?s)^{file} can't be imported.*{pattern}.*Nothing was changed\.$"):
        read(file, SECTIONS)


@pytest.mark.parametrize(
    ("content", "objection"),
    [
        (json.dumps(whole()).encode()[:-1], "isn't a Keepsake export, or it is incomplete or damaged."),
        (
            b'{"format": "keepsake-export", "version": 4}',
            "was made by another version of Keepsake. This one reads exports up to version 3.",
        ),
    ],
)
def test_what_is_no_export_is_refused(tmp_path: Path, content: bytes, objection: str) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)
    with pytest.raises(StartError) as refusal:
        read(file, SECTIONS)
    assert str(refusal.value).startswith(f"{file} {objection}")
    assert str(refusal.value).endswith("Nothing was changed.")


def test_only_the_first_errors_are_reported_without_any_message_text(tmp_path: Path) -> None:
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(whole() | {"usage": [{"model": "words"}] * 3}))
    with pytest.raises(StartError) as refusal:
        read(file, SECTIONS)
    lines = str(refusal.value).splitlines()
    assert [line[:2] for line in lines[1:6]] == ["- "] * 5
    assert lines[6].startswith("and ")
    assert "words" not in str(refusal.value)


def test_a_lone_surrogate_is_no_text() -> None:
    with pytest.raises(ValidationError):
        EXPORT.model_validate_json(json.dumps(whole()).replace("Noted.", "\\ud83d"))
