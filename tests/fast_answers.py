"""Answers that a model writes fast."""

import json

from practice.model.server import Reply

_WORDS_OF_PIECE = 20
_PAUSE_SECONDS = 0.009
"""Pause between pieces: with what a piece takes itself, about 2,000 words come in a second."""


def fast(answer: str, *, at_once: int = _WORDS_OF_PIECE) -> Reply:
    """Return a reply that writes 2,000 words a second, one an event; so many of them come first, `at_once`."""
    first, *rest = answer.split(" ")
    events = [_event({"content": first}), *(_event({"content": f" {word}"}) for word in rest)]
    begins = [0, *range(at_once, len(events), _WORDS_OF_PIECE)]
    pieces = [b"".join(events[at:end]) for at, end in zip(begins, [*begins[1:], len(events)], strict=True)]
    return Reply(raw=(*pieces, _event({}, "stop"), b"data: [DONE]\n\n"), delay=_PAUSE_SECONDS)


def _event(delta: dict[str, str], finish_reason: str | None = None) -> bytes:
    chunk = {"choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]}
    return f"data: {json.dumps(chunk)}\n\n".encode()
