"""A running turn with the messages before it and in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.model.seam import Answer, PictureSize
from bot.model.values import AssistantMessage, MadeOfEach, Message, UserMessage
from bot.turns.budget import Prompt
from bot.turns.chosen_models import ChosenModel, StandIn
from bot.turns.next_step import AskModel, Prepare, next_step
from bot.turns.speaking import Spoken
from bot.turns.store.usages import Request
from bot.turns.values.conversations import Conversation
from bot.turns.values.turns import Turn, last_reaction, reaction_in


@dataclass(slots=True)
class TurnUnderWay:
    """A running turn with the messages before it and in it."""

    turn: Turn
    conversation: Conversation
    history: list[Message]
    messages: list[Message]
    last_message_id: int = 0
    """The last message of the chat that it answers; 0 if that isn't known."""
    more_waits: bool = False
    """Whether messages may wait for the next turn."""
    is_shown: bool = False
    """Whether any part of its answer is shown."""
    turns_before: int = 0
    """Number of turns in the history."""
    counted: int = 0
    """Tokens of the last request as counted by the server."""
    covered: int = 0
    """Number of messages in that request, history included."""
    without_tools: bool = False
    """Whether the last request left out the conversation's tools because the server refuses them."""
    without_pictures: bool = False
    """Whether it left out pictures for that reason."""

    speaks: bool | None = None
    """Whether the answer is to be spoken; None while that was not asked."""
    spoken: Spoken | None = None
    """Its voice message."""
    chosen: ChosenModel | None = None
    """The model that answers; None before it is asked."""
    stand_in: StandIn | None = None
    """The fallback that answered its last request; None if the chosen model did."""
    limits: dict[str, int] = field(default_factory=dict)
    """What models take in this turn, in tokens, by the names of their contexts: a refusal was taken to mean so."""
    pictures: PictureSize = PictureSize.WHOLE
    """How large the turn's requests can be."""
    new_step: tuple[Answer, Sequence[Request]] | None = None
    """The model's newest answer and its costs, while these are not stored."""
    made: MadeOfEach = field(default_factory=MadeOfEach, repr=False)
    """What was made of each message, for the next turn's prompts, too."""
    unfinished: str = ""
    """The reasoning of a step that was broken off, until the next one begins."""

    def break_off(self, step: Answer) -> None:
        """Note what was received of a step that was broken off."""
        self.unfinished = step.reasoning

    @property
    def is_open(self) -> bool:
        """Whether it takes further messages of its user: until any part of its answer is shown or stored."""
        return not (self.is_shown or self.turn.task) and all(isinstance(it, UserMessage) for it in self.messages)

    @property
    def prompt(self) -> Prompt:
        """The next prompt for the model."""
        return Prompt(self.conversation, [*self.history, *self.messages], self.counted, self.covered, self.made)

    @property
    def begins(self) -> bool:
        """Whether the model is to be asked for the first time in this attempt (assumed true on a retry)."""
        is_new = self.turn.attempt > 1 or all(isinstance(message, UserMessage) for message in self.messages)
        return is_new and isinstance(next_step(self.messages), AskModel | Prepare)

    @property
    def words(self) -> str:
        """All of the model's text in this turn, unless it only repeats its reaction."""
        texts = [message.content for message in self.messages if isinstance(message, AssistantMessage)]
        return joined(it for it in texts if not (self.reaction and reaction_in(it) == self.reaction))

    @property
    def reaction(self) -> str:
        """The emoji below the user's message; empty without one."""
        return last_reaction(self.messages)

    def unstored(self, words: str) -> str:
        """Return the part of the shown text that is not stored yet."""
        return words.removeprefix(self.words).strip()

    @property
    def is_cut(self) -> bool:
        """Whether the answer was cut at the model's length limit."""
        last = self.messages[-1]
        return isinstance(last, AssistantMessage) and last.is_cut


def joined(texts: Iterable[str]) -> str:
    """Join the texts of several steps."""
    return "\n\n".join(text for text in texts if text)
