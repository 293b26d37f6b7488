"""Text as a model reads it, and the one way by which the words of others get there. Pure.

A model's prompt is made of `PromptText` alone. What the user and Keepsake say becomes that by `own`, what anybody else
says by `others`, which marks it; whatever is joined with it is untrusted from then on.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from bot.kit.text import one_line, quoted

UNTRUSTED_MARK: Final = "Not the user's words"
"""Beginning of the mark of untrusted text."""
_ON_LINE: Final = f"[{UNTRUSTED_MARK}, to the end of the line: "
SIGN: Final = "> "
"""Beginning of each line below a mark."""
_NAME_CHARACTERS: Final = 64
"""Most characters of a name in a mark."""
_IN_A_MARK: Final = str.maketrans('[]"', "()'")


class PromptText(str):
    """Text for a model; `untrusted` if some of it was written neither by the user nor by Keepsake.

    Any other text made of it is a plain one, which no message of a prompt takes.
    """

    __slots__ = ("untrusted",)
    untrusted: bool

    def __new__(cls, text: str, untrusted: bool) -> Self:  # noqa: FBT001 - so that it can be copied
        """Return a text with whose it is. What is new is made by `own` and `others`."""
        made = super().__new__(cls, text)
        made.untrusted = untrusted
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, bool]]:
        return type(self), (str(self), self.untrusted)


@dataclass(frozen=True, slots=True)
class OthersText:
    """What somebody else wrote: `whose` it is, in our words, with their `name`, which they chose as well.

    `about` follows the name, in our words.
    """

    text: str
    whose: str
    name: str = ""
    about: str = ""


NO_TEXT: Final = PromptText("", False)  # noqa: FBT003 - as above


def own(text: str) -> PromptText:
    """Return what the user or Keepsake said as prompt text; what is prompt text already stays as it is."""
    return text if isinstance(text, PromptText) else PromptText(text, untrusted=False)


def others(text: OthersText, *, on_line: bool = False) -> PromptText:
    """Return what somebody else wrote as prompt text: below a mark that says whose it is, and that it can't end.

    `on_line`, it is what follows on the line of the mark: quotation marks of its own end nothing. The mark is short if
    a heading says whose the lines below it are.
    """
    if on_line:
        mark = f"{_ON_LINE}{_origin(text)}]" if text.whose else f"[{UNTRUSTED_MARK}]"
        shown = f"{mark} {quoted(text.text)}"
    else:
        shown = below(f"[{UNTRUSTED_MARK}: {_origin(text)}]", text.text)
    return PromptText(shown, untrusted=True)


def joined(parts: Iterable[PromptText], between: str = "\n") -> PromptText:
    """Join prompt texts; the whole is untrusted if one of them is."""
    several = list(parts)
    return PromptText(between.join(several), any(it.untrusted for it in several))


def beginnings(whose: str) -> tuple[str, str]:
    """Return how a line begins that a mark of ours or of others' words says is of something, to find it again."""
    return f"[{whose}", f"{_ON_LINE}{whose}"


def below(mark: str, text: str) -> str:
    """Return a text below its mark, with a sign before each line, whatever its line breaks."""
    return "\n".join([mark, *(f"{SIGN}{line}" for line in text.splitlines())])


def name_in_mark(name: str) -> str:
    """Return a name as it stands in a mark, which it can't end."""
    return one_line(name).translate(_IN_A_MARK)[:_NAME_CHARACTERS].rstrip()


def _origin(text: OthersText) -> str:
    name = name_in_mark(text.name)
    whose = f"{text.whose} {quoted(name)}" if name else text.whose.removesuffix(" from").removesuffix(",")
    return f"{whose}{text.about}"
