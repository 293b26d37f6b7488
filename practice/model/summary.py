"""Summaries: what was said in a conversation, as lines that questions can be answered from."""

import re
from collections.abc import Iterable, Iterator

from practice.model.acts import TASK, stated
from practice.model.chat_api import ChatRequest, Message, UserMessage
from practice.model.conversation import Conversation, Turn, is_prose, text_of
from practice.model.facts import DELETED, EARLIER, OPEN, Fact, known, lasting, listed, stems, summary_lines
from practice.model.grammar import plain
from practice.model.recall import is_question

REQUEST = "[From Keepsake, not from the user]"
"""A user message that begins like this is none of the user's, whose messages begin with the time."""
MOST_WORDS = 250
MOST_WORDS_A_LINE = 16
NOTHING = OPEN + "nothing."
UNANSWERED = re.compile(r"\bI don't know\b|\bI found nothing\b|\(In practice mode I only say so\.\)")


def is_asked_for(request: ChatRequest) -> bool:
    """Tell whether a request wants a summary of what stands before its last message."""
    last = request.messages[-1]
    return isinstance(last, UserMessage) and text_of(last.content).startswith(REQUEST)


def summary(request: ChatRequest) -> str:
    """Summarise what stands before a request's last message: facts that are not in its memories, and what is open.

    Of what is open the oldest is left out beyond 250 words; facts never are.
    """
    conversation = Conversation.of(request.model_copy(update={"messages": request.messages[:-1]}))
    turns = (*conversation.past, conversation.turn)
    deleted = _deleted(request.messages[-1])
    facts = [_line(fact) for fact in _facts(conversation, turns) if not any(it <= fact.keywords for it in deleted)]
    still_open = list(_open(summary_lines(conversation.prompt), turns))
    while still_open and len(" ".join(facts + still_open).split()) > MOST_WORDS:
        del still_open[0]
    return "\n".join(facts + still_open) or NOTHING


def _deleted(asked: Message) -> list[frozenset[str]]:
    """Give the stems of what the request for a summary says was deleted, a line each."""
    lines = text_of(asked.content).splitlines() if isinstance(asked, UserMessage) else []
    return [words for line in lines if line.startswith("- ") and (words := stems(line))]


def _facts(conversation: Conversation, turns: Iterable[Turn]) -> list[Fact]:
    """Give what was said to be so and what was learned, but for what stands among the memories of the prompt."""
    remembered = {(fact.id, fact.content) for fact in listed(conversation.prompt.partition(EARLIER)[0])}
    facts = lasting((*known(conversation), *(fact for turn in turns for fact in told(turn))))
    return [fact for fact in facts if (fact.id, fact.content) not in remembered and DELETED not in fact.content]


def told(turn: Turn) -> Iterator[Fact]:
    """Give what was said in a turn that will still be so tomorrow."""
    for sentence in turn.sentences:
        if is_prose(sentence) and not is_question(sentence) and (fact := stated(plain(sentence))):
            yield fact


def _open(before: Iterable[str], turns: Iterable[Turn]) -> Iterator[str]:
    """Give what was asked, in this summary or the one before, and not answered since."""
    asked = {line: None for line in before if line.startswith(OPEN) and line != NOTHING}
    for turn in turns:
        for sentence in filter(_asks, turn.sentences):
            line = OPEN + _short(sentence)
            asked.pop(line, None)
            if UNANSWERED.search(turn.answer):
                asked[line] = None
    yield from asked


def _asks(sentence: str) -> bool:
    return is_prose(sentence) and (is_question(sentence) or bool(TASK.fullmatch(plain(sentence))))


def _short(sentence: str) -> str:
    words = sentence.split()
    return " ".join(words[:MOST_WORDS_A_LINE]) + (" …" if len(words) > MOST_WORDS_A_LINE else "")


def _line(fact: Fact) -> str:
    memory, subject = f"[id:{fact.id}] " if fact.id else "", f"[{fact.subject}] " if fact.subject else ""
    return f"- {memory}{subject}{fact.content}"
