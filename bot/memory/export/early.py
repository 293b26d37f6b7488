"""What exports of early releases do not tell: it is read from their prompts and messages."""

import re
from collections.abc import Sequence
from typing import Any, Final

from bot.memory.block import BLOCK_HEADING, READ_ONLY_HEADING
from bot.memory.export import document
from bot.values import KnownMemory, one_line

_OWN_HEADING: Final = "# The owner's instructions\n\n"
_LINE: Final = re.compile(r"- \[id:([A-Za-z0-9]{8})\] (.*)")


def known(conversation: document.Conversation, memories: Sequence[document.Memory]) -> dict[str, Any]:
    """Return where the parts of a conversation's prompt begin, and which of some memories its model knows."""
    prompt = conversation.system_prompt
    memories_at = max(prompt.rfind(heading) for heading in (BLOCK_HEADING, READ_ONLY_HEADING))
    memories_at = len(prompt) if memories_at < 0 else memories_at
    own_at = prompt.find(_OWN_HEADING, 0, memories_at)
    versions = {memory.id: [one_line(version.content) for version in memory.versions] for memory in memories}
    lines = ((number, _LINE.fullmatch(line)) for number, line in enumerate(prompt.split("\n")))
    in_prompt = [
        KnownMemory(line[1], _version(line[2], versions[line[1]]), number)
        for number, line in lines
        if line and line[1] in versions
    ]
    recalled = [KnownMemory(it, len(versions.get(it, [""]))) for it in conversation.recalled]
    return {
        "own_at": memories_at if own_at < 0 else own_at,
        "memories_at": memories_at,
        "memories": [{"id": it.id, "version": it.version, "line": it.line} for it in (*in_prompt, *recalled)],
    }


def said(message: document.Message) -> dict[str, Any]:
    """Return what a user's message was rendered from, if its export does not tell."""
    if message.role != "user" or message.text is not None:
        return {}
    return {"sent_at": message.created_at, "text": message.words}


def _version(line: str, versions: Sequence[str]) -> int:
    """Return the newest version with which a line ends; the first if there is none."""
    return max((number for number, content in enumerate(versions, 1) if line.endswith(content)), default=1)
