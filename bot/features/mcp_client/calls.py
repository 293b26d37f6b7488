"""What calls of tools send and return, as text of a bounded length. Pure."""

import json
from collections.abc import Mapping
from typing import Any, Final

from bot.features.mcp_client.schemas import shortened
from bot.kit.language import plural
from bot.kit.text import clean, with_hidden_shown
from bot.model.tokens import BYTES_A_TOKEN, text_tokens

MOST_TOKENS: Final = 2_000
_MOST_OF_A_NAME: Final = 200
_MOST_SHOWN: Final = 2_400
"""Characters of all arguments that are shown to the user who is asked."""
_SHORTEST_SHOWN: Final = 60
_INDENT: Final = "\n    "


def bounded(text: str) -> str:
    """Return a text, cut to MOST_TOKENS and with a note of that where it is longer."""
    text = clean(text).strip()
    if (tokens := text_tokens(text)) <= MOST_TOKENS:
        return text
    kept = text.encode()[: MOST_TOKENS * BYTES_A_TOKEN].decode(errors="ignore").rstrip()
    return f"{kept}\n[cut here: this is the beginning of about {tokens:,} tokens]"


def described_call(server: str, tool: str, arguments: Mapping[str, Any]) -> str:
    """Return what exactly a call sends, as it is shown to the user who is asked: each argument, the long ones cut.

    No argument's text can look like another argument.
    """
    most = max(_SHORTEST_SHOWN, _MOST_SHOWN // max(1, len(arguments)))
    lines = [f"{server}: {shortened(tool, _MOST_OF_A_NAME)}"]
    for name, value in arguments.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        written = clean(with_hidden_shown(text))
        length = plural("{count} character", "{count} characters", len(written))
        more = f"… ({length})" if len(written) > most else ""
        lines.append(f"{shortened(name, _MOST_OF_A_NAME)}: {_INDENT.join(written[:most].splitlines())}{more}")
    return bounded("\n".join(lines))
