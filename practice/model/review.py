"""Reviews: what was told in a conversation that is over, and was neither stored nor declined."""

from collections.abc import Iterator, Sequence

from practice.model.acts import LEAST_CONTENT, MOST_CONTENT
from practice.model.answer import Reply
from practice.model.calls import add
from practice.model.chat_api import ChatRequest, UserMessage
from practice.model.conversation import Conversation, Turn, text_of
from practice.model.facts import Fact, known, same, stored
from practice.model.phrases import DECLINED
from practice.model.summary import told

REQUEST = "[From Keepsake, not from the user] This conversation is over."
MOST = 5
NOTHING = "Nothing"


def is_wanted(request: ChatRequest) -> bool:
    """Tell whether a request wants what was missed in the conversation before its last message."""
    last = request.messages[-1]
    return isinstance(last, UserMessage) and text_of(last.content).startswith(REQUEST)


def review(request: ChatRequest) -> Reply:
    """Store what stands before a request's last message, and is not stored yet."""
    conversation = Conversation.of(request.model_copy(update={"messages": request.messages[:-1]}))
    turns = (*conversation.past, conversation.turn)
    missed = list[Fact]()
    for fact in _told(turns):
        is_known = same(fact, (*stored(known(conversation)), *missed))
        if not is_known and LEAST_CONTENT <= len(fact.content) <= MOST_CONTENT:
            missed.append(fact)
    if not missed or "add_to_memory" not in conversation.tools:
        return Reply(text=NOTHING)
    return Reply(calls=tuple(add(fact, is_new=True) for fact in missed[:MOST]))


def _told(turns: Sequence[Turn]) -> Iterator[Fact]:
    """Give what was told, but for what the user then did not want remembered."""
    for turn, following in zip(turns, [*turns[1:], None], strict=True):
        if following is None or DECLINED not in following.answer:
            yield from told(turn)
