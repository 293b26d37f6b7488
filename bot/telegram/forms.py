"""Forms of commands: what is said to a wrong use, with the right form to tap, and the lists of all forms."""

from collections.abc import Mapping

from bot.language import t
from bot.telegram.formatting import code, compose
from bot.telegram.texts import Text


def form(why: str, *examples: str) -> list[Text]:
    """Return what is wrong or missing in a sentence, and examples of the right form, to be tapped."""
    return compose(why, *(piece for example in examples for piece in ("\n", code(example))))


def forms_of(forms: Mapping[str, str]) -> list[str]:
    """Return the lines of a command's forms, each with what it does."""
    return [f"{it}: {t(does)}" for it, does in forms.items()]
