"""The practice model: a few rules for a conversation with memories, as a pure function.

Its only input is what any model gets: the messages, its own calls and their results, and the offered tools.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from practice.model import other_tools, phrases
from practice.model.answer import Reply, ToolCall
from practice.model.chat_api import ChatRequest, UserMessage
from practice.model.conversation import Conversation, Step, Turn, text_of
from practice.model.english import closed, is_question, plain, second_person, stems, third_person
from practice.model.facts import (
    EARLIER,
    Fact,
    about,
    known,
    latest,
    listed,
    outdated,
    same,
    stated,
    stated_in,
    stored,
    taught,
)

ADD = "add_to_memory"
FORGET = "forget_memory"
SEARCH = "search_conversations"
USER_ASKED = "user_asked"
"""The argument of an addition that says whether the user asked for it; a bot may not have it."""
SHOWN_SECONDS = 0.02
"""Delay, in seconds, between the words of the story."""
THOUGHT_SECONDS = 0.05
"""Delay, in seconds, between the words of reasoning: together they take longer than an app shows nothing for."""
THINK_FIRST = re.compile(r"think first\b[:,.]? *", re.IGNORECASE)
"""How a sentence begins that asks for reasoning."""
ANSWER = re.compile(r"(?P<yes>(?:yes|sure|ok|okay|please do)\b)|no\b", re.IGNORECASE)
TO_FORGET = re.compile(r"forget (?:(?:everything|all|what you know) )?(?:about )?(.+)", re.IGNORECASE)
TO_REMEMBER = re.compile(r"(?:remember(?: that\b)?:?|from now on,?) (.+)", re.IGNORECASE)
ABOUT_THE_PAST = re.compile(r"what did (?:I|we|you) say about (.+)", re.IGNORECASE)
ABOUT_ME = re.compile(r"what do you (?:know|remember) about me", re.IGNORECASE)
PERSONAL = re.compile(r"who is |tell me about |what do you know about |.*\b(?:my|I)\b", re.IGNORECASE)
OWN_MARK = "[From Keepsake, not from the user]"
"""Beginning of a message in the user role that the bot wrote; the user's own messages begin with the time."""
REVIEW = f"{OWN_MARK} This conversation is over."
PASSAGE = re.compile(r"\[conversation \d+, (?P<date>[^,\]]+), [^,\]]+, (?P<who>[^\]]+)\] (?P<words>.+)")
"""A passage in the result of a conversation search."""


def reply(request: ChatRequest) -> Reply:
    """Answer a request; the same request always gets the same reply."""
    if is_background(request):
        return _of_background(request)
    conversation = Conversation.of(request)
    answer = _reply(conversation)
    said = conversation.turn.sentences
    if not any(map(THINK_FIRST.match, said)):
        return answer
    reasoning = phrases.THOUGHT.format(THINK_FIRST.sub("", " ".join(said)))
    return replace(answer, reasoning=reasoning, delay=THOUGHT_SECONDS)


def _reply(conversation: Conversation) -> Reply:
    reader = Reader(conversation)
    acts = list(reader.acts())
    steps = conversation.turn.steps
    pending = _pending(steps, acts)
    if possible := tuple(call for call in pending if call.name in conversation.tools):
        return Reply(calls=possible)
    words = [*_sights(conversation.turn), *(act.words for act in acts), *(phrases.NO_TOOL for _ in pending)]
    if any(step.call.name == FORGET for step in steps):
        # A forgotten memory has left the prompt.
        words = [it for it in words if it != phrases.NOTHING_TO_FORGET]
    text = "\n\n".join(filter(None, dict.fromkeys([*_outcomes(steps), *words]))) or phrases.HELP
    if not conversation.past and not reader.facts and "practice model" not in text:
        text = f"{phrases.DISCLOSURE}\n\n{text}"
    return Reply(text=text, delay=SHOWN_SECONDS if phrases.STORY in words else 0.0)


@dataclass(frozen=True, slots=True)
class Act:
    """The response to a sentence: a text, or calls whose results become text later."""

    words: str = ""
    calls: tuple[ToolCall, ...] = ()
    offer: Fact | None = None
    """A new fact that the user did not ask to have remembered."""


class Reader:
    """Applies the rules to the sentences of a turn; `facts` are those known when the turn begins."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self.facts = known(conversation)

    def acts(self) -> Iterator[Act]:
        """Yield the response to each sentence of the turn. The first yes or no answers the last offer."""
        offered = self._offered()
        for sentence in self._conversation.turn.sentences:
            act = self._act(sentence)
            if offered and (answer := ANSWER.match(sentence)):
                calls = tuple(self._add(fact, user_asked=True) for fact in offered)
                act = Act(calls=calls) if answer["yes"] else Act(phrases.DECLINED)
                offered = []
            elif act.offer and ADD in self._conversation.tools:
                act = Act(calls=(self._add(act.offer, user_asked=False),))
            yield act

    def _offered(self) -> list[Fact]:
        """Return the facts that the last answer offered to remember."""
        last = self._conversation.past[-1:]
        acts = (self._act(sentence) for turn in last for sentence in turn.sentences)
        offers = [act.offer for act in acts if act.offer]
        return offers if any(phrases.OFFER.partition("{")[0] in turn.answer for turn in last) else []

    def _add(self, fact: Fact, *, user_asked: bool) -> ToolCall:
        """Return the call that adds a memory. A bot that lets it say whether the user asked asks them first."""
        category, about_whom = fact.kind
        subject = {"subject": about_whom} if about_whom else {}
        asked = {USER_ASKED: user_asked} if USER_ASKED in self._conversation.tools.get(ADD, ()) else {}
        return ToolCall.of(ADD, content=fact.content, category=category or "context", **subject, **asked)

    def _act(self, sentence: str) -> Act:
        """Apply the first matching rule to a sentence."""
        sentence = THINK_FIRST.sub("", sentence)
        text = plain(sentence)
        last = self._recall if is_question(sentence) else self._statement
        acts = (rule(text) for rule in (self._small_talk, self._tool, self._forget, self._remember, last))
        return next(filter(None, acts), Act())

    def _small_talk(self, text: str) -> Act | None:
        words = next((words for pattern, words in phrases.SMALL_TALK.items() if pattern.fullmatch(text)), None)
        return Act(words) if words else None

    def _tool(self, text: str) -> Act | None:
        """Call what looks something up, or keeps something other than memories."""
        past = ABOUT_THE_PAST.fullmatch(text)
        search = ToolCall.of(SEARCH, query=past[1]) if past else None
        call = other_tools.call_for(text, self._conversation.turn.said_at) or search
        return Act(calls=(call,)) if call else None

    def _forget(self, text: str) -> Act | None:
        asked = TO_FORGET.fullmatch(text)
        if not asked:
            return None
        calls = tuple(ToolCall.of(FORGET, memory_id=fact.id) for fact in about(asked[1], stored(self.facts)))
        return Act(calls=calls) if calls else Act(phrases.NOTHING_TO_FORGET)

    def _remember(self, text: str) -> Act | None:
        asked = TO_REMEMBER.fullmatch(text)
        if not asked:
            return None
        fact = Fact(third_person(asked[1]))
        return self._known(fact) or Act(calls=(self._add(fact, user_asked=True),))

    def _recall(self, text: str) -> Act | None:
        facts = self.facts if ABOUT_ME.fullmatch(text) else about(text, self.facts)
        if facts:
            return Act(_said(facts))
        return Act(phrases.UNKNOWN) if PERSONAL.match(text) else None

    def _statement(self, text: str) -> Act | None:
        fact = stated(text)
        if not fact:
            return None
        return self._known(fact) or Act(offer=fact)

    def _known(self, fact: Fact) -> Act | None:
        """Report a known fact, or update the memory that it replaces; None if the fact is new."""
        if memory := same(fact, stored(self.facts)):
            return Act(f"I remember that already: {_said([memory])}")
        old = outdated(fact, self.facts)
        return Act(calls=(update(old, fact),)) if old else None


def update(old: Fact, new: Fact) -> ToolCall:
    """Return the call that updates a memory."""
    return ToolCall.of("update_memory", memory_id=old.id, content=new.content)


def _sights(turn: Turn) -> Iterator[str]:
    """Yield what is seen in a turn's pictures."""
    if turn.pictures:
        seen = (phrases.PICTURE.format(it.width, it.height, it.colour) for it in turn.pictures)
        yield phrases.SEEN.format(" and ".join(seen))


def _pending(steps: Sequence[Step], acts: Iterable[Act]) -> list[ToolCall]:
    """Return the calls that are still to be made, without duplicates, whether or not their tools are offered."""
    wanted = (*(call for act in acts for call in act.calls), *_retries(steps))
    done = {step.call for step in steps}
    return [call for call in dict.fromkeys(wanted) if call not in done]


def _retries(steps: Sequence[Step]) -> Iterator[ToolCall]:
    """Retry each addition refused because of similar memories: as an update of one, or as a new fact."""
    for step in steps:
        fact, similar = taught(step), listed(step.result)
        if step.call.name == ADD and similar and not same(fact, similar):
            old = outdated(fact, similar)
            yield update(old, fact) if old else ToolCall.of(ADD, **{**step.arguments, "is_new": True})


def _outcomes(steps: Sequence[Step]) -> list[str]:
    """Put the result of each call into words; of a retried call, the last one."""
    last = {step.given("content") or step.call: step for step in steps}
    return [_outcome(step) for step in last.values()]


def _outcome(step: Step) -> str:
    if step.call.name == SEARCH:
        return _found(step.result)
    if (words := other_tools.outcome(step)) is not None:
        return words
    if similar := listed(step.result):
        return f"I remember that already: {_said(similar[:1])}"
    words = next(words for pattern, words in phrases.OUTCOMES.items() if pattern.match(step.result))
    return words.format(second_person(step.given("content")))


def _found(result: str) -> str:
    """Quote the best passage of a search result."""
    best = next(filter(None, map(PASSAGE.match, result.splitlines())), None)
    if not best:
        return phrases.NOTHING_FOUND
    who = {"the user": "you", "you": "I"}.get(best["who"], "somebody else")
    return f'On {best["date"]} {who} said: "{best["words"]}"'


def _said(facts: Iterable[Fact]) -> str:
    """Put facts into sentences for the user."""
    return " ".join(closed(second_person(fact.content)) for fact in facts)


def is_background(request: ChatRequest) -> bool:
    """Return whether the bot asks for itself: for a summary or a review of the messages before its last one."""
    last = request.messages[-1]
    return isinstance(last, UserMessage) and text_of(last.content).startswith(OWN_MARK)


def _of_background(request: ChatRequest) -> Reply:
    """Sum up the facts known or stated, except the memories in the prompt; a review finds nothing."""
    asked = text_of(request.messages[-1].content)
    if asked.startswith(REVIEW):
        return Reply(text="Nothing")
    conversation = Conversation.of(request.model_copy(update={"messages": request.messages[:-1]}))
    block = listed(conversation.prompt.partition(EARLIER)[0])
    facts = latest((*known(conversation), *(fact for turn in conversation.past for fact in stated_in(turn))))
    deleted = [stems(line) for line in asked.splitlines() if line.startswith("- ")]
    kept = [it for it in facts if it not in block and not any(words <= it.words for words in deleted)]
    lines = (f"- [id:{it.id}] {it.content}" if it.id else f"- {it.content}" for it in kept)
    return Reply(text="\n".join(lines) or "Nothing worth keeping was said.")
