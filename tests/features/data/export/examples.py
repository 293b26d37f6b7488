"""An export as JSON that contains every kind of thing."""

import json
from typing import Any, TypeAlias

from bot.app.features import export_sections
from bot.features.data.export.document import Export, with_sections

SECTIONS = export_sections()
EXPORT = with_sections(SECTIONS)

Json: TypeAlias = dict[str, Any]
MINUTE = "2026-11-22T09:{:02}:00Z"
SOURCE = {
    "forwarded_from": None,
    "quote": {"text": "Then", "speaker": "other", "name": "Bob", "message_id": None, "whole": False, "turn_id": None},
    "held": [{"text": "+44 1234", "whose": "a contact", "name": "", "about": ""}],
}
MARKED = '[Not the user\'s words: quoted from "Bob"]\n> Then\n\nAnd now?'


def uuid(number: int) -> str:
    """Return the id of the n-th thing."""
    return f"01a20287-2833-7c51-a4ff-{number:012x}"


def message(position: int, role: str, content: str, **more: object) -> Json:
    """Return a message of a turn."""
    nothing = ("tool_calls", "call_id", "source", "refusal", "reaction", "pictures")
    return {
        "position": position,
        "role": role,
        "content": content,
        "sent_at": MINUTE.format(position) if role == "user" else None,
        "text": content.partition("\n")[2] if role == "user" else None,
        **dict.fromkeys(nothing),
        **dict.fromkeys(("superseded", "untrusted", "is_cut", "from_keepsake", "pending"), False),
        **dict.fromkeys(("note", "seen"), ""),
        "files": 0,
        "attachments": [],
        "created_at": MINUTE.format(position),
    } | more


def attachment(number: int, place: int, **more: object) -> Json:
    """Return a file of a message."""
    return {
        "id": uuid(number),
        "place": place,
        "kind": "picture",
        "what": "photo",
        "size": 1_000,
        "file_id": f"file-{number}",
        "unique_id": f"unique-{number}",
        "is_ready": True,
        "key": f"{number:064}",
        **dict.fromkeys(("seconds", "stored_type", "width", "height", "stored_size")),
        **dict.fromkeys(("media_type", "name", "text", "problem"), ""),
        "parts": [],
        "created_at": MINUTE.format(1),
    } | more


def turn(number: int, *messages: Json, **more: object) -> Json:
    """Return a turn that was answered."""
    return {
        "id": uuid(number),
        "state": "answered",
        "attempt": 1,
        "created_at": MINUTE.format(1),
        "ended_at": MINUTE.format(30),
        "reasoning": f"The user says {number} things.",
        "messages": list(messages),
        "acts": [],
        "received": [{"update_id": number, "message_id": number, "received_at": MINUTE.format(1)}],
        "sent": [{"attempt": 1, "part": 0, "message_id": 100 + number, "sent_at": MINUTE.format(30)}],
    } | more


def conversation(number: int, *turns: Json, **more: object) -> Json:
    """Return a conversation that has ended."""
    return {
        "id": uuid(1_000 + number),
        "number": number,
        "system_prompt": f"You are Keepsake. 🙂 {number}",
        "tools": [{"name": "add_to_memory", "description": "Adds.", "parameters": {"b": 1.5, "a": [None, "\0"]}}],
        **{name: [] for name in ("pending_notes", "recalled", "memories", "pending_memories", "summary_without")},
        **dict.fromkeys(("carried", "history_from", "history_moved_at", "left_out_from", "pictures_from")),
        **dict.fromkeys(("recalls", "carries_untrusted", "offers_untrusted", "left_out"), False),
        "capture": "ask",
        "own_at": 9,
        "memories_at": 12,
        "revision": 2,
        "started_at": MINUTE.format(1),
        "last_message_at": MINUTE.format(29),
        "ended_at": MINUTE.format(40),
        "summary": "",
        "turns": list(turns),
    } | more


def request(turn_id: str | None, **more: object) -> Json:
    """Return what a request cost."""
    counted = {"input_tokens": 3_000, "cached_tokens": 2_000, "written_tokens": 500, "output_tokens": 10}
    times = {"first_token_seconds": 0.1, "seconds": 1e-07}
    return {
        "turn_id": turn_id,
        "purpose": "answer",
        "model": "m",
        **counted,
        "is_estimated": False,
        **times,
        "created_at": MINUTE.format(1),
    } | more


def version(thing: int, number: int, content: str, minute: int, source: Json | None) -> Json:
    """Return a version of a memory."""
    return {
        "id": uuid(thing),
        "number": number,
        "content": content,
        "created_at": MINUTE.format(minute),
        "source": source,
        "origin": "conversation" if source else "command",
        "through": None,
        "untrusted": not source,
    }


def note_version(thing: int, number: int, content: str, minute: int, source: Json | None, **more: object) -> Json:
    """Return a version of a note."""
    value = version(thing, number, content, minute, source) | {"untrusted": False, "origin": "conversation"}
    return {name: it for name, it in value.items() if name != "through"} | more


def note(note_id: str, name: str, *versions: Json, **more: object) -> Json:
    """Return a note."""
    return {
        "id": note_id,
        "name": name,
        "created_at": versions[0]["created_at"],
        "updated_at": versions[-1]["created_at"],
        "deleted_at": None,
        "versions": [{"name": name} | it for it in versions],
    } | more


def reminder(reminder_id: str, **more: object) -> Json:
    """Return a reminder."""
    return {
        "id": reminder_id,
        "text": "Call Alec",
        "wall": "2027-03-28T02:30:00",
        "zone": "Europe/Berlin",
        "rule": "FREQ=DAILY;BYHOUR=2,14",
        "follows": True,
        "state": "active",
        "is_due": True,
        "again_at": None,
        "nag_minutes": 10,
        "nags": 0,
        "rung_at": None,
        "is_task": False,
        "untrusted": True,
        "created_at": MINUTE.format(6),
    } | more


def act(number: int, **more: object) -> Json:
    """Return what a tool did."""
    return {
        "id": uuid(number),
        "call_id": f"call_{number}",
        "door": "call",
        "through": "",
        "family": "shelf",
        "name": "put_up",
        "arguments": '{"thing": "vase"',
        "risk": "writes",
        "allowed_as": "",
        "untrusted": False,
        "state": "done",
        "words": "📚 Put up: vase",
        "english": "",
        "undo": {"thing": "vase", "places": [1, None]},
        "offer_id": None,
        "replaced_by": None,
        "created_at": MINUTE.format(1),
        "expires_at": None,
    } | more


def tool(name: str, **more: object) -> Json:
    """Return what was chosen about a tool."""
    return {"name": name, "is_pinned": False, "is_off": False, "is_allowed": False, "used_at": None} | more


def whole() -> Json:
    """Return an export: memories with versions, conversations of every kind, requests."""
    source = {"conversation_id": uuid(1_001), "turn_id": uuid(1)}
    call = {"id": "call_1", "name": "add_to_memory", "arguments": '{"content": "Alec\\u0000'}
    added = {"kind": "added", "memory_id": "AAAAaaa1", "version": 1, "subject": None}
    text = "Alec is the boss"
    change = {
        **added,
        "former_version": 1,
        "former_subject": None,
        "content": text,
        "former_content": text,
    }
    of_memory = {"family": "memory", "name": "add_to_memory", "words": f"💾 Remembered: {text}", "undo": change}
    offered = {"call_id": "", "arguments": '{"content": "Tea", "category": "context"}', "words": "💾 Remember: Tea"}
    picture = {"key": f"{71:064}", "media_type": "image/jpeg", "width": 640, "height": 480, "size": 999}
    with_files: Json = {
        "pictures": [picture],
        "files": 3,
        "attachments": [
            attachment(71, 0, stored_type="image/jpeg", width=640, height=480, stored_size=999),
            attachment(
                72,
                1,
                kind="document",
                what="file",
                name="Notes.pdf",
                media_type="application/pdf",
                parts=[{"label": "Page 1", "text": "# Notes"}, {"label": "Page 2", "text": "The end"}],
            ),
            attachment(73, 2, kind="speech", what="voice message", seconds=61, key=None, problem="it is empty"),
        ],
    }
    first = turn(
        1,
        message(1, "user", "[Sun 22 Nov 2026, 09:01]\nRemember\n# that Alec is my boss", note="A note.", **with_files),
        message(2, "assistant", "", tool_calls=[call]),
        message(3, "tool", "Stored.", call_id="call_1"),
        message(4, "assistant", "Never mind.", superseded=True),
        message(5, "assistant", "Noted."),
        attempt=2,
        acts=[
            act(91),
            act(92, risk="sends", state="waiting", undo=None, expires_at="2026-11-23T09:01:00Z"),
            act(93, **of_memory | {"call_id": "call_1"}),
            act(94, **of_memory | offered | {"state": "offered", "undo": None, "offer_id": uuid(95)}),
        ],
    )
    running = turn(
        4,
        message(1, "user", f"[Sun 22 Nov 2026, 09:04]\n{MARKED}", text="And now?", source=SOURCE, untrusted=True),
        state="running",
        ended_at=None,
        sent=[],
    )
    return {
        "format": "keepsake-export",
        "version": 3,
        "exported_at": "2026-11-22T10:00:00.123456Z",
        "bot_id": 1000,
        "user_id": 1,
        "numbered_conversations": 5,
        "warned_at": MINUTE.format(50),
        "capture": "auto",
        "voice": "on",
        "quiet_from": "22:00:00",
        "quiet_to": "07:15:00",
        "language": "de",
        "model": "thinker-large",
        "model_tokens": 64_000,
        "effort": "high",
        "instructions": "Be brief.\nNo emoji.",
        "timezone": "Asia/Tokyo",
        "is_reviewed": False,
        "monthly_tokens": 500_000,
        "checklist": "tell ask",
        "memories": [
            {
                "id": "AAAAaaa1",
                "category": "person",
                "subject": "Alec\nM.",
                "created_at": MINUTE.format(3),
                "deleted_at": None,
                "pinned": True,
                "importance": 6.25,
                "versions": [
                    version(51, 1, "Alec is the boss", 3, source),
                    version(52, 2, "Alec was the boss", 4, None),
                ],
            },
            {
                "id": "zzzzZZZ9",
                "category": "preference",
                "subject": None,
                "created_at": MINUTE.format(3),
                "deleted_at": MINUTE.format(5),
                "pinned": False,
                "importance": -0.1,
                "versions": [
                    version(53, 1, "Alec was the boss", 3, None)
                ],
            },
        ],
        "notes": [
            note("noteNOT1", "Shopping", note_version(81, 1, "- [ ] milk", 6, source, name="Buy"),
                 note_version(82, 2, "- [x] milk\n\n# eggs", 7, None, origin="command", untrusted=True)),
            note("noteNOT2", "shopping", note_version(83, 1, "", 6, None), deleted_at=MINUTE.format(6)),
        ],
        "reminders": [
            reminder("rRrRrR01"),
            reminder("rRrRrR02", rule="", is_due=False, state="done", nag_minutes=None, rung_at=MINUTE.format(7)),
            reminder("rRrRrR03", rule="", is_due=False, again_at=MINUTE.format(59), follows=False, is_task=True),
        ],
        "tools": [
            tool("send_letter", is_allowed=True),
            tool("web", is_pinned=True, used_at=MINUTE.format(8)),
        ],
        "acts": [act(96, call_id="", door="program", through="Calendar")],
        "conversations": [
            conversation(1, first, turn(2, message(1, "user", "[Sun 22 Nov 2026, 09:02]\nHello")), history_from=uuid(2),
                         history_moved_at=MINUTE.format(20), summary="Alec is the boss.\nSo it is.", left_out=True,
                         left_out_from=uuid(1), summary_without=["Ab3dEf9h"]),
            conversation(
                4,
                turn(3, message(1, "user", "[Sun 22 Nov 2026, 09:03]\nOn"), state="stopped", received=[], sent=[]),
                running,
                carried={"conversation_id": uuid(1_001), "from_turn_id": uuid(1), "to_turn_id": uuid(2)},
                pending_notes=["One.", "Two."],
                capture="auto",
                recalls=True,
                memories=[{"id": "zzzzZZZ9", "version": 2, "line": None}, {"id": "Ab3dEf9h", "version": 1, "line": 3}],
                pending_memories=[{"id": "zzzzZZZ9", "version": 3, "line": None}],
                ended_at=None,
            ),
        ],
        "usage": [
            request(uuid(1)),
            request(None, purpose="summary", first_token_seconds=None, seconds=None),
            request(uuid(3), created_at="2026-10-01T00:00:00Z", is_estimated=True),
        ],
    }  # fmt: skip


def empty() -> Json:
    """Return the export of somebody of whom nothing is known."""
    its = {"format", "version", "exported_at", "bot_id", "user_id"}
    return {
        name: value if name in its else [] if isinstance(value, list) else None for name, value in whole().items()
    } | {"numbered_conversations": 0}


def export(value: Json) -> Export:
    """Read an export."""
    return EXPORT.model_validate_json(json.dumps(value))
