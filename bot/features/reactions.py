"""The tool that reacts to a message with an emoji."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from bot.feature import Feature
from bot.kit.language import mark
from bot.kit.prompt_text import own
from bot.store.engine import Transaction
from bot.turns.tools.tool import Caller, Family, Outcome, Tool, ToolArguments, argument_error
from bot.turns.values.turns import REACTIONS, reaction_in

REACT: Final = "react"
_SHOWN: Final = "The user sees it. If that is enough, answer with this emoji alone: it is not shown twice."
_NAMED: Final = 24
"""How many reactions a refusal names."""


def _reaction(value: str) -> str:
    emoji = reaction_in(value)
    if not emoji:
        named = " ".join(REACTIONS[:_NAMED])
        raise argument_error(f"There is no such reaction. There are, among others: {named}")
    return emoji


class React(ToolArguments):
    """Arguments of react."""

    emoji: Annotated[str, AfterValidator(_reaction)] = Field(description="Such as 👍 ❤ 🎉")


def reaction_tools() -> Family:
    """Return the tool that reacts to the user's last message. Whoever runs it shows the reaction of its outcome."""
    tools: Sequence[Tool[Any]] = (
        Tool(
            name=REACT,
            description="Put an emoji below the user's message, if it needs no words (“thanks”).",
            arguments=React,
            run=_react,
        ),
    )
    return Family(name="reaction", purpose=mark("Put an emoji below a message."), tools=tools, is_system=True)


async def _react(_tx: Transaction, _caller: Caller, arguments: React) -> Outcome:
    return Outcome(own(_SHOWN), reaction=arguments.emoji)


REACTION = Feature(name="reactions", families=lambda _: [reaction_tools()])
