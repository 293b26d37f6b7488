"""The bot's background requests: a summary of earlier turns, or a review, which the practice model finds nothing in."""

from practice.model.answer import Reply
from practice.model.chat_api import ChatRequest, UserMessage
from practice.model.conversation import Conversation, text_of
from practice.model.english import stems
from practice.model.facts import EARLIER, Fact, known, latest, listed, stated_in

OWN_MARK = "[From Keepsake, not from the user]"
"""Beginning of a message in the user role that the bot wrote; the user's own messages begin with the time."""
REVIEW = f"{OWN_MARK} This conversation is over."


def is_asked_for(request: ChatRequest) -> bool:
    """Return whether a request asks for a summary or a review of the messages before its last one."""
    return isinstance(request.messages[-1], UserMessage) and _asked(request).startswith(OWN_MARK)


def answer(request: ChatRequest) -> Reply:
    """Answer a request for a summary or a review."""
    if _asked(request).startswith(REVIEW):
        return Reply(text="Nothing")
    conversation = Conversation.of(request.model_copy(update={"messages": request.messages[:-1]}))
    deleted = [stems(line) for line in _asked(request).splitlines() if line.startswith("- ")]
    kept = (fact for fact in _kept(conversation) if not any(words <= fact.words for words in deleted))
    return Reply(text="\n".join(map(_line, kept)) or "Nothing worth keeping was said.")


def _asked(request: ChatRequest) -> str:
    return text_of(request.messages[-1].content)


def _kept(conversation: Conversation) -> list[Fact]:
    """Return the facts known or stated, except the memories in the prompt."""
    block = listed(conversation.prompt.partition(EARLIER)[0])
    facts = latest((*known(conversation), *(fact for turn in conversation.past for fact in stated_in(turn))))
    return [fact for fact in facts if fact not in block]


def _line(fact: Fact) -> str:
    return f"- [id:{fact.id}] {fact.content}" if fact.id else f"- {fact.content}"
