"""A model that answers as planned, each time with unique words."""

import asyncio
import json
import re
from collections import deque
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.turns.prompt import SUMMARY_REQUEST
from practice.model.server import ChatRequest, ModelServer, Refusal, Reply, ToolCall

MODEL: Final = "planned"
TAG: Final = re.compile(r"u(\d)t\d{4}")
"""A word that begins a text; its first number is that of the user."""

_ID: Final = re.compile(r"\[id:([A-Za-z0-9]{8})\]")

Content: TypeAlias = Literal[
    "words", "short", "long", "nothing", "add", "same id", "update", "forget", "two", "unknown"
]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the model is going to answer, and what goes wrong with it.

    The stream is held before a chunk, or breaks after so many; or there is none, but an error with this status.
    """

    content: Content = "words"
    held: int | None = None
    broken: int | None = None
    status: int | None = None


class PlannedModel:
    """A model's server, and what it is going to answer; without a plan, in words."""

    def __init__(self) -> None:
        self.server = ModelServer(self._answer, models=(MODEL,))
        self.plans: deque[Plan] = deque()
        self._gates: list[asyncio.Event] = []
        self._answers = 0
        self.summaries = 0

    def release(self) -> None:
        """Let every stream continue."""
        for gate in self._gates:
            gate.set()
        self._gates.clear()

    def keep_to_no_plan(self) -> None:
        """Answer at once and in words from now on."""
        self.plans.clear()
        self.release()

    def _answer(self, request: ChatRequest) -> Reply:
        if is_for_summary(request):
            return self._sum_up(request)
        self._answers += 1
        plan = self.plans.popleft() if self.plans else Plan()
        if plan.status:
            return Reply(error=Refusal(plan.status, "It went wrong, as was planned"))
        gates = {} if plan.held is None else {plan.held: asyncio.Event()}
        self._gates += gates.values()
        return Reply(
            pieces=self._pieces(plan.content),
            calls=self._calls(plan.content, request),
            gates=gates,
            cut_after=plan.broken,
        )

    def _sum_up(self, request: ChatRequest) -> Reply:
        """Say in how many words what was said was put; every third time, that can't be done."""
        self.summaries += 1
        if not self.summaries % 3:
            return Reply(error=Refusal(400, "It can't be summed up"))
        return Reply(text=f"Summary{self.summaries:04} of {len(request.messages)} messages.")

    def _pieces(self, content: Content) -> tuple[str, ...]:
        name = f"Reply{self._answers:04}"
        match content:
            case "nothing":
                return ()
            case "short":
                return (f"{name}.",)
            case "long":
                return (f"{name} is long: ", *[f"{number} more words. " * 50 for number in range(6)], f"End of {name}.")
            case "words":
                return (f"{name} begins, ", "goes on a little ", "and has an end.")
            case _:  # some calls come with words before them
                return (f"{name} does something.",) if self._answers % 2 else ()

    def _calls(self, content: Content, request: ChatRequest) -> tuple[ToolCall, ...]:
        number = f"{self._answers:04}"
        fact = f"Fact {number}: {number}a, {number}b and {number}c"  # like no other, but related to each
        add = _call("add_to_memory", content=fact, category="context", user_asked=True)
        known = _ID.findall(" ".join(str(it.content) for it in request.messages if it.role in {"system", "tool"}))
        calls: dict[Content, tuple[ToolCall, ...]] = {
            "add": (add,),
            "same id": (ToolCall(add.name, add.arguments, "call_0"),),
            "two": (add, ToolCall("no_such_tool", "{}")),
            "unknown": (ToolCall("no_such_tool", "no JSON"),),
            "update": (_call("update_memory", memory_id=known[-1], content=fact) if known else add,),
            "forget": (_call("forget_memory", memory_id=known[0]) if known else add,),
        }
        return calls.get(content, ())


def _call(name: str, **arguments: object) -> ToolCall:
    return ToolCall(name, json.dumps(arguments))


def is_for_summary(request: ChatRequest) -> bool:
    """Tell whether a request asks for a summary."""
    return str(request.messages[-1].content).startswith(SUMMARY_REQUEST)
