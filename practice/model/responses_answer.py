"""The answers of the Responses API, and what the server checks of items that come back to it."""

import time
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from secrets import token_bytes, token_hex
from typing import Any, ClassVar, Final

from practice.model.answer import Reply, Usage, event, words
from practice.model.chat_api import Refusal
from practice.model.responses_api import CallItem, Item, MessageItem, OutputItem, ReasoningItem, ResponsesRequest

Object = dict[str, Any]
_INCOMPLETE: Final = {"length": "max_output_tokens", "content_filter": "content_filter"}


@dataclass(slots=True)
class IssuedItems:
    """Items that were issued with ids, by id: their model, the reasoning before each, and what it follows."""

    encrypted: dict[tuple[str, str], str] = field(default_factory=dict)
    needs: dict[str, str] = field(default_factory=dict)
    followed_by: dict[str, str] = field(default_factory=dict)

    def issue(self, model: str, items: Sequence[Object]) -> None:
        """Note the items of an answer. Each needs the reasoning before it, and that needs the next one."""
        before = ""
        for item in items:
            if item["type"] == "reasoning":
                self.encrypted[model, item["id"]] = item["encrypted_content"]
                before = item["id"]
            elif before:
                self.needs[item["id"]] = before
                self.followed_by.setdefault(before, item["id"])

    def refusals(self, request: ResponsesRequest) -> Iterator[Refusal]:
        """Refuse halves of what belongs together, in OpenAI's words."""
        items = request.input
        ids = [getattr(item, "id", None) for item in items]
        for at, item in enumerate(items):
            following = ids[at + 1] if at + 1 < len(items) else None
            yield from self._fault(request.model, item, set(ids[:at]), following)
        yield from _halves(items)

    def _fault(self, model: str, item: Item, before: set[str | None], following: str | None) -> Iterator[Refusal]:
        if item.id is None or isinstance(item, OutputItem):
            return
        if isinstance(item, ReasoningItem):
            if item.encrypted_content != self.encrypted.get((model, item.id)):
                message = (
                    f"The encrypted content for item {item.id} could not be verified. Reason: Encrypted content could "
                    "not be decrypted or parsed."
                )
                yield Refusal(400, message, code="invalid_encrypted_content")
            elif following != self.followed_by.get(item.id):
                message = f"Item '{item.id}' of type 'reasoning' was provided without its required following item."
                yield Refusal(400, message, param="input")
        elif (needed := self.needs.get(item.id)) and needed not in before:
            its = f"Item '{item.id}' of type '{item.type}'"
            message = f"{its} was provided without its required 'reasoning' item: '{needed}'."
            yield Refusal(400, message, param="input")


def _halves(items: Sequence[Item]) -> Iterator[Refusal]:
    called = [item.call_id for item in items if isinstance(item, CallItem)]
    answered = [item.call_id for item in items if isinstance(item, OutputItem)]
    for call in called:
        if call not in answered:
            yield Refusal(400, f"No tool output found for function call {call}.", param="input")
    for call in answered:
        if call not in called:
            yield Refusal(400, f"No tool call found for function call output with call_id {call}.", param="input")
    for at, item in enumerate(items):
        if isinstance(item, MessageItem) and item.role != "assistant" and item.id:
            yield Refusal(400, f"Invalid 'input[{at}].id'.", param=f"input[{at}].id")


@dataclass(frozen=True)
class Answered:
    """A reply as a response: whole, or as the events of a stream. A model that `thinks` reasons before it acts."""

    request: ResponsesRequest
    reply: Reply
    usage: Usage
    thinks: bool
    id: str = field(default_factory=lambda: f"resp_{token_hex(12)}")
    created: int = field(default_factory=lambda: int(time.time()))
    ending: ClassVar[int] = 1
    """How many chunks follow the last one that says something."""

    @cached_property
    def items(self) -> list[Object]:
        """The items of its output."""
        return list(self._made())

    def _made(self) -> Iterator[Object]:
        includes = "reasoning.encrypted_content" in (self.request.include or ())
        for at, item in enumerate(self._said()):
            if self.thinks and includes and (at == 0 or self.reply.reasons_between):
                content = b64encode(token_bytes(48)).decode()
                yield {"id": f"rs_{token_hex(12)}", "type": "reasoning", "summary": [], "encrypted_content": content}
            yield item

    def _said(self) -> Iterator[Object]:
        if self.reply.content or not self.reply.calls:
            phase = {"phase": "commentary" if self.reply.calls else "final_answer"} if self.thinks else {}
            part = {"type": "output_text", "text": self.reply.content, "annotations": []}
            yield {"id": f"msg_{token_hex(12)}", "type": "message", "role": "assistant", "content": [part], **phase}
        for call in self.reply.calls:
            its = {"call_id": call.id or f"call_{token_hex(12)}", "name": call.name, "arguments": call.arguments}
            yield {"id": f"fc_{token_hex(12)}", "type": "function_call", **its}

    def whole(self) -> Object:
        """Return the response as one object."""
        return self._object(self.status, self.items)

    @property
    def status(self) -> str:
        """Whether the response is complete."""
        return "incomplete" if self.reply.finish_reason in _INCOMPLETE else "completed"

    def _object(self, status: str, items: Sequence[Object]) -> Object:
        why = _INCOMPLETE.get(self.reply.finish_reason)
        is_over = status != "in_progress"
        return {
            "id": self.id,
            "object": "response",
            "created_at": self.created,
            "status": status,
            "error": None,
            "incomplete_details": {"reason": why} if is_over and why else None,
            "model": self.request.model,
            "output": items,
            "usage": _usage(self.usage) if is_over else None,
            "store": bool(self.request.store),
        }

    def chunks(self) -> Iterator[bytes]:
        """Yield the chunks of a stream, numbered as `Reply` says: each has the events up to one that says something."""
        chunk = b""
        for number, (kind, fields) in enumerate(self._events()):
            chunk += f"event: {kind}\n".encode() + event({"type": kind, "sequence_number": number, **fields})
            if number == 0 or "delta" in fields or "response" in fields:
                yield chunk
                chunk = b""

    def _events(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        yield "response.created", {"response": self._object("in_progress", [])}
        for at, item in enumerate(self.items):
            place = {"output_index": at, "item_id": item["id"]}
            begun: Object = (
                {"content": []} if item["type"] == "message" else {"arguments": ""} if "name" in item else {}
            )
            yield "response.output_item.added", {"output_index": at, "item": {**item, "status": "in_progress", **begun}}
            for piece in self._pieces(item):
                part = {"content_index": 0} if item["type"] == "message" else {}
                name = "output_text" if item["type"] == "message" else "function_call_arguments"
                yield f"response.{name}.delta", {**place, **part, "delta": piece}
            yield "response.output_item.done", {"output_index": at, "item": {**item, "status": "completed"}}
        yield f"response.{self.status}", {"response": self._object(self.status, self.items)}

    def _pieces(self, item: Object) -> Sequence[str]:
        if item["type"] == "message":
            return self.reply.pieces or words(self.reply.text)
        return words(item.get("arguments", ""))


def _usage(usage: Usage) -> Object:
    return {
        "input_tokens": usage.prompt,
        "input_tokens_details": {"cached_tokens": usage.cached, "cache_write_tokens": usage.written},
        "output_tokens": usage.completion,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.prompt + usage.completion,
    }
