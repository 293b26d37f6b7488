"""Whether a user said something in their own words. Pure."""

import re
from collections.abc import Iterable
from typing import Final

from bot.message_text import OWN_MARK
from bot.values.messages import Message, UserMessage
from bot.values.text import folded

_WORD: Final = re.compile(r"[^\W_]+")
_OF_KEEPSAKE: Final = frozenset(
    """
    the a an user users is are was were be been has have had i you he she it they we my your his her its their our me
    him them us of to in on at by for with from as and or that this these those who whose which there s m
    """.split()  # noqa: SIM905 - easier to read
)
"""Words that tell nothing, or that a memory has in place of "I" and "my"."""


def own_words(messages: Iterable[Message]) -> str:
    """Return what a user wrote or said themself in messages: in those without a word of somebody else's."""
    users = (it for it in messages if isinstance(it, UserMessage) and not it.untrusted)
    texts = (it.content.partition("\n")[2] for it in users)  # without the time
    return "\n".join(it for it in texts if not it.startswith(OWN_MARK))


def are_said(text: str, words: str) -> bool:
    """Tell whether every word of a text that tells something is among a user's own words, perhaps in another form."""
    said, told = set(_telling(words)), set(_telling(text))
    return bool(told) and all(it in said or any(_are_forms(it, other) for other in said) for it in told)


def _telling(text: str) -> Iterable[str]:
    return (word for word in _WORD.findall(folded(text)) if word not in _OF_KEEPSAKE)


def _are_forms(one: str, other: str) -> bool:
    """Tell whether two words may be forms of one, as "like" and "likes" are; numbers have no forms."""
    longest = max(len(one), len(other))
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return same >= max(3, 0.55 * longest) and not any(map(str.isdigit, one + other))
