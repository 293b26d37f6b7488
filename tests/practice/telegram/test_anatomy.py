import json

import pytest

from practice.telegram.anatomy import Anatomy, Prompt

Json = dict[str, object]
TOOL: Json = {
    "type": "function",
    "function": {"name": "add", "description": "Store it.", "parameters": {"type": "object"}},
}
SYSTEM: Json = {"role": "system", "content": "Be brief. Erinnerung: Öl."}
USER: Json = {"role": "user", "content": "Who is\nAlec?"}
CALL: Json = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"id": "1", "type": "function", "function": {"name": "add", "arguments": '{"a":1}'}}],
}
RESULT: Json = {"role": "tool", "tool_call_id": "1", "content": "Stored."}


def body(*messages: Json, **more: object) -> bytes:
    whole = {"model": "m", "messages": messages, "stream": True, "tools": [TOOL], **more}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


def anatomy(last: bytes, before: bytes | None = None) -> Anatomy:
    return Anatomy(Prompt.of(last), Prompt.of(before) if before else None)


def prompt(sent: bytes) -> bytes:
    """Return what of a request its model's server reads, by other means."""
    value = json.loads(sent)
    parts = (json.dumps(value[it], ensure_ascii=False, separators=(",", ":")) for it in ("tools", "messages"))
    return "".join(parts).encode()


def test_what_is_added_is_new_and_all_before_it_is_known() -> None:
    first, second = body(SYSTEM, USER), body(SYSTEM, USER, CALL, RESULT)
    parts = anatomy(second, first)
    assert parts.all_bytes == len(prompt(second))
    assert parts.known_bytes == len(prompt(first)) - 1  # the closing bracket
    assert [(it.kind, it.title, {piece.state for piece in it.pieces}) for it in parts.blocks()] == [
        ("function", "add", {"known"}),
        ("system", "System prompt", {"known"}),
        ("user", "You", {"known"}),
        ("assistant", "Assistant", {"new"}),
        ("tool", "Tool result", {"new"}),
    ]


def test_the_body_is_shown_as_sent() -> None:
    first, second = body(SYSTEM, USER), body(SYSTEM, USER, RESULT, temperature=1)
    pieces = anatomy(second, first).body()
    assert "".join(piece.text for piece in pieces).encode() == second
    known = "".join(piece.text for piece in pieces if piece.state == "known")
    assert len(known.encode()) == anatomy(second, first).known_bytes
    assert [piece.state for piece in pieces] == ["other", "known", "new", "other", "known", "other"]


def seen(picture: str) -> Json:
    """Return a message with a picture."""
    url = f"data:image/jpeg;base64,{picture}"
    return {
        "role": "user",
        "content": [{"type": "image_url", "image_url": {"url": url}}, {"type": "text", "text": "?"}],
    }


def test_of_pictures_only_the_beginning_is_shown() -> None:
    first, other = "/9j/" + "A" * 1_000, "/9j/" + "A" * 500 + "B" * 500
    parts = anatomy(body(SYSTEM, seen(other), USER, seen("/9j/")), body(SYSTEM, seen(first)))
    assert parts.known_bytes > 500
    known, new = (next(it.text for it in parts.body() if it.state == state) for state in ("known", "new"))
    assert known.endswith("data:image/jpeg;base64,/9j/AAAAAAAAAAAAAAAA")
    assert new.startswith('… 984 more characters"}}')
    assert new.endswith('data:image/jpeg;base64,/9j/"}},{"type":"text","text":"?"}]}]')


HELLO: Json = {"role": "user", "content": "Hello"}
RENAMED: Json = {"role": "system", "content": "changed"}


@pytest.mark.parametrize(
    ("last", "before", "known_from"),
    [
        (body(RENAMED, USER), body(SYSTEM, USER), "same"),
        (body(SYSTEM, HELLO), body(SYSTEM, USER, RESULT, HELLO), "same"),  # compacted since
        (body(SYSTEM, HELLO, prompt_cache_key="a"), body(SYSTEM, USER, prompt_cache_key="a"), "other"),
    ],
)
def test_the_conversation_of_the_shared_prefix_is_known(last: bytes, before: bytes, known_from: str) -> None:
    assert anatomy(last, before).known_from == known_from


def beside(last: bytes, *earlier: bytes) -> Anatomy:
    return Anatomy.beside(Prompt.of(last), [Prompt.of(it) for it in earlier])


def test_what_two_conversations_have_in_common_by_chance_is_not_reused() -> None:
    one, other = (json.dumps({"messages": [it]}).encode() for it in (USER, HELLO))
    assert (beside(one, other).known_from, beside(one, other).known_bytes) == (None, 0)
    assert beside(one, one).known_from == "same"
