"""What the checks of a run have in common."""

from collections.abc import Iterator

from tests.crash.presser import Presser
from tests.crash.reviser import Reviser
from tests.crash.run import Run
from tests.crash.script import TAG, own_words
from tests.properties.chat_invariants import Turn
from tests.striking import marked


def tags_in(text: str) -> list[int]:
    """Return the messages that a user's text names in its own words, in order."""
    return [int(tag) for tag in TAG.findall(own_words(text))]


def asked(turn: Turn) -> list[int]:
    """Return the messages of a turn, in order."""
    return [tag for message in turn.messages if message.role == "user" for tag in tags_in(message.content)]


def noted(run: Run, user_id: int) -> set[int]:
    """Return the messages in a chat that the bot has noted."""
    rows = run.rows("SELECT message_id FROM telegram_messages WHERE chat_id = %s", user_id)
    return {message_id for (message_id,) in rows}


def lost_marks(who: Presser | Reviser) -> Iterator[str]:
    """Each message shows what came of its button."""
    for message_id, shows in who.last:
        if shows not in marked(message := who.shown(message_id)):
            yield f"a message does not show any more what came of its button: {message}"
