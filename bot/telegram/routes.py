"""Routes: what is to be done about each kind of update. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from telegram import CallbackQuery, Message, MessageEntity, MessageReactionUpdated, ReactionTypeEmoji, Update
from telegram.ext.filters import StatusUpdate

from bot.kit.language import mark
from bot.kit.text import clean
from bot.telegram.answers import Answers
from bot.telegram.buttons import parse
from bot.telegram.chats import Lane, Work
from bot.telegram.incoming import Unusable, author_of, files_of, held_by, incoming, unusable, words_of
from bot.telegram.topics import is_about_topic
from bot.turns.values.incoming import IncomingMessage, UpdateKind

_UNUSABLE: Final = {
    Unusable.STORY: mark("Bots can't see stories. Can you tell me in words?"),
    Unusable.PAID_MEDIA: mark("Bots can't see paid media. Can you tell me in words?"),
    Unusable.GAME: mark("Bots can't see games of other bots. Can you tell me in words?"),
    Unusable.INVOICE: mark("Bots can't see invoices. Can you tell me in words?"),
    Unusable.GIVEAWAY: mark("Bots can't see giveaways. Can you tell me in words?"),
}
_NO_TEXT: Final = mark("I can't read this. Can you tell me in words?")
_THUMB_DOWN: Final = "👎"
_EDITED_TO_COMMAND: Final = mark(
    "An edit can't become a command. Send it as a new message. I use the text from before the edit."
)


@dataclass(frozen=True, slots=True)
class Route:
    """How to handle an update: by work in its lanes, or without any by the chat's next turn.

    `name` is that of a command or a button, `words` are those after the command, or the button's data. `message` is
    what belongs into the mailbox.
    """

    kind: UpdateKind
    work: Work | None = None
    lanes: Sequence[Lane] = ()
    words: str = ""
    name: str = ""
    message: IncomingMessage | None = None


Meaning: TypeAlias = Callable[[Message], Route | None]
"""Returns the route of a message that means something else than its text, None for any other.

One without work is that of a command that looks something up.
"""


@dataclass(frozen=True, slots=True)
class Router:
    """Returns the routes of updates.

    `turn_commands` and `turn_buttons` change the chat's turns or conversations; `answers` serves all others. What a
    message means by one of the `meanings` goes before its text.
    """

    answers: Answers
    turn_commands: Mapping[str, Work]
    turn_buttons: Mapping[str, Work]
    meanings: Sequence[Meaning]

    def route(self, update: Update) -> Route:
        """Return an update's route. Raises LookupError for one without a message."""
        if update.callback_query:
            return self._press(update.callback_query)
        message = update.effective_message
        if message is None:
            return self._reaction(update)
        if update.edited_message:
            return self._edit(message)
        if author_of(message) is None and (asked := self._asked(message)):  # what is forwarded is read as text
            return asked
        if is_about_topic(message):  # what is said in it waits for this
            return Route(UpdateKind.TURN_COMMAND, partial(self.answers.note_topic, message), [Lane.COMMANDS])
        is_telegrams = StatusUpdate.ALL.check_update(update)  # such as that of a pinned message
        return self._ignore() if is_telegrams else self._content(message)

    def _asked(self, message: Message) -> Route | None:
        """Return the route of a command, or of what stands for one; None for any other message."""
        if meant := next(filter(None, (it(message) for it in self.meanings)), None):
            return replace(meant, work=meant.work or partial(self.answers.look_up, meant.name))
        command = command_of(message)
        return self._command(*command) if command else None

    def _content(self, message: Message) -> Route:
        files = files_of(message)
        what = unusable(message)
        if message.text or message.caption or files or held_by(message) or (words_of(message) and not what):
            return Route(UpdateKind.MESSAGE, message=incoming(message, self.answers.bot.id))
        words = _UNUSABLE[what] if what else _NO_TEXT
        return Route(UpdateKind.OTHER, partial(self.answers.say, words), [Lane.COMMANDS])

    def _reaction(self, update: Update) -> Route:
        if update.message_reaction is None:
            raise LookupError(update.update_id)
        if _dislikes(update.message_reaction):
            return Route(UpdateKind.OTHER, self.answers.offer_retry)
        return self._ignore()

    def _edit(self, message: Message) -> Route:
        if not (message.text or message.caption or files_of(message)):  # such as a live location
            return self._ignore()
        if _is_command(message):
            return Route(UpdateKind.OTHER, partial(self.answers.refuse_edit, _EDITED_TO_COMMAND))
        said = incoming(message, self.answers.bot.id)
        return Route(UpdateKind.EDIT, partial(self.answers.accept_edit, said), [Lane.COMMANDS], message=said)

    def _command(self, name: str, words: str) -> Route:
        if work := self.turn_commands.get(name):
            return Route(UpdateKind.TURN_COMMAND, work, [Lane.COMMANDS], words, name)
        if name in self.answers.commands:
            return Route(UpdateKind.OTHER, partial(self.answers.look_up, name), [Lane.LOOKUPS], words, name)
        known = {*self.turn_commands, *self.answers.commands}
        return Route(UpdateKind.OTHER, partial(self.answers.say_unknown, name, known), [Lane.COMMANDS], name=name)

    def _press(self, query: CallbackQuery) -> Route:
        name, data = parse(query.data) or ("", "")
        if work := self.turn_buttons.get(name):
            return Route(UpdateKind.TURN_COMMAND, work, [Lane.COMMANDS], data, name)
        return Route(UpdateKind.OTHER, partial(self.answers.press, query, name), [Lane.LOOKUPS], data, name)

    def _ignore(self) -> Route:
        return Route(UpdateKind.OTHER, partial(self.answers.say, ""))


def _dislikes(reaction: MessageReactionUpdated) -> bool:
    """Tell whether a user has put a thumb down below a message (Bot API, MessageReactionUpdated)."""
    old, new = (
        {it.emoji for it in several if isinstance(it, ReactionTypeEmoji)}
        for several in (reaction.old_reaction, reaction.new_reaction)
    )
    return _THUMB_DOWN in new - old


def _is_command(message: Message) -> bool:
    """Tell whether a message begins with a command (Bot API, MessageEntity)."""
    first = message.entities[0] if message.entities else None
    return first is not None and first.type == MessageEntity.BOT_COMMAND and first.offset == 0


def command_of(message: Message) -> tuple[str, str] | None:
    """Return a command's name (empty if it is another bot's) and the words after it; None for no command."""
    if not _is_command(message):
        return None
    named, _, bot_name = (message.text or "")[1 : message.entities[0].length].partition("@")
    is_ours = bot_name.lower() in {"", (message.get_bot().username or "").lower()}
    return named.lower() if is_ours else "", " ".join(clean(message.text or "").split(None, 1)[1:])
