"""Emoji as reactions to messages."""

import re
from typing import Final

REACTIONS: Final = (
    *("👍", "👎", "❤", "🔥", "🥰", "👏", "😁", "🤔", "🤯", "😱", "🤬", "😢", "🎉", "🤩", "🤮", "💩"),
    *("🙏", "👌", "🕊", "🤡", "🥱", "🥴", "😍", "🐳", "❤️\u200d🔥", "🌚", "🌭", "💯", "🤣", "⚡", "🍌", "🏆"),
    *("💔", "🤨", "😐", "🍓", "🍾", "💋", "🖕", "😈", "😴", "😭", "🤓", "👻", "👨\u200d💻", "👀", "🎃", "🙈"),
    *("😇", "😨", "🤝", "✍", "🤗", "🫡", "🎅", "🎄", "☃", "💅", "🤪", "🗿", "🆒", "💘", "🙉", "🦄"),
    *("😘", "💊", "🙊", "😎", "👾", "🤷\u200d♂️", "🤷", "🤷\u200d♀️", "😡"),
)
"""Those that a bot may use (Bot API, ReactionTypeEmoji)."""
_VARIATION: Final = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")
"""What changes only the look of an emoji: the variation selector, and skin tones."""


def _bare(emoji: str) -> str:
    return _VARIATION.sub("", emoji.strip())


_BY_BARE: Final = {_bare(emoji): emoji for emoji in REACTIONS}


def reaction_in(text: str) -> str:
    """Return the reaction that is all of a text, as the Bot API writes it, or an empty text."""
    return _BY_BARE.get(_bare(text), "")
