"""A dialogue with the practice model's rules, and a prompt that knows a few things."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from practice.model.answer import Reply, ToolCall
from practice.model.chat_api import ChatRequest
from practice.model.rules import reply
from practice.model.validation import parse

INSTRUCTIONS = "You are a helpful assistant.\n- [ ] no memory line"
BLOCK = """\
You are a helpful assistant.

## Your Memory

### Context
- [id:q7r8s9t0] User works on the Platform team
- [id:u1v2w3x4] User's timezone is Europe/London

### Person
- [id:a1b2c3d4] [Alec] Alec is the user's boss at TechCorp
- [id:e5f6g7h8] [Sarah] Sarah works on the Platform team

### Preference
- [id:i9j0k1l2] User prefers tasks to have due dates on Fridays
- [id:m3n4o5p6] User likes concise responses
"""
MEMORY_TOOLS = ("add_to_memory", "forget_memory", "update_memory")
PARAMETERS = {"type": "object", "properties": {"user_asked": {"type": "boolean"}}}
Tool = Callable[[str, dict[str, object]], str]


def stores(name: str, arguments: dict[str, object]) -> str:
    """Answer as the memory tools do when all is well."""
    content, memory_id = arguments.get("content"), arguments.get("memory_id")
    if arguments.get("user_asked") is False:
        return "Not stored: it is offered to the user."
    if name == "forget_memory":
        return f"Forgotten: [id:{memory_id}]."
    return (
        f'Updated [id:{memory_id}]: "old" → "{content}"' if memory_id else f"Stored as [id:new{len(str(content)):05d}]"
    )


@dataclass
class Chat:
    """A conversation with the rules, its tools run by a function."""

    system: str = INSTRUCTIONS
    tool: Tool = stores
    tools: tuple[str, ...] = MEMORY_TOOLS
    """The names of those that are offered."""
    messages: list[dict[str, object]] = field(default_factory=list)
    calls: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    """Those of the last turn."""
    replies: list[Reply] = field(default_factory=list)
    """Those that ended a turn."""

    def say(self, *texts: str, choice: str = "auto") -> str:
        """Send messages as one turn; give the words that answer them."""
        self.calls = []
        self.messages += [{"role": "user", "content": f"[Sat 21 Nov 2026, 22:19]\n{text}"} for text in texts]
        while (answer := self.ask(choice)).calls:
            assert len(self.calls) < 8, "the rules never come to an end"
            self.run(answer.calls)
        self.messages.append({"role": "assistant", "content": answer.text})
        self.replies.append(answer)
        return answer.text

    def ask(self, choice: str = "auto") -> Reply:
        """Ask the rules twice: the answer is always the same."""
        body = {
            "model": "practice",
            "messages": [{"role": "system", "content": self.system}, *self.messages],
            "tools": [
                {"type": "function", "function": {"name": name, "parameters": PARAMETERS}} for name in self.tools
            ],
            "tool_choice": choice,
        }
        request = parse(json.dumps(body).encode())
        assert isinstance(request, ChatRequest)
        assert reply(request) == reply(request)
        return reply(request)

    def run(self, calls: tuple[ToolCall, ...]) -> None:
        """Run the calls, and note them."""
        wire: list[dict[str, object]] = []
        results: list[dict[str, object]] = []
        for call in calls:
            call_id, arguments = f"call_{len(self.messages)}_{len(wire)}", json.loads(call.arguments)
            self.calls.append((call.name, arguments))
            function = {"name": call.name, "arguments": call.arguments}
            wire.append({"id": call_id, "type": "function", "function": function})
            results.append({"role": "tool", "tool_call_id": call_id, "content": self.tool(call.name, arguments)})
        self.messages += [{"role": "assistant", "content": None, "tool_calls": wire}, *results]


def known() -> Chat:
    """Give a chat that begins with a few memories."""
    return Chat(BLOCK)


def started() -> Chat:
    """Give a chat without memories whose first reply is over."""
    chat = Chat()
    chat.say("Hello")
    return chat
