"""System prompts that a test writes by hand."""

import re

from bot.kit.prompt_text import own
from bot.turns.values.conversations import KnownMemory, SystemPrompt


def by_hand(text: str) -> SystemPrompt:
    """Return a prompt whose lines with an id contain the first version of that memory."""
    ids = ((number, re.match(r"- \[id:(\w{8})\]", line)) for number, line in enumerate(text.split("\n")))
    return SystemPrompt(own(text), memories=tuple(KnownMemory(found[1], 1, number) for number, found in ids if found))
