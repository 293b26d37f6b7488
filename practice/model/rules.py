"""The practice model: a few rules for a conversation with memories, as a pure function.

Its only input is what any model gets: the messages, its own calls and their results, and the offered tools.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from practice.model import notebook, phrases, reminding, summary, web
from practice.model.answer import Reply, ToolCall
from practice.model.calls import (
    ADD,
    FORGET,
    REACT,
    USER_ASKED,
    add,
    as_offered,
    forget,
    react,
    search,
    update,
)
from practice.model.chat_api import ChatRequest
from practice.model.conversation import Conversation, Step, Turn
from practice.model.english import is_question, plain, second_person, stems, third_person
from practice.model.facts import Fact, about, altered, known, listed, outdated, same, stated, stored, taught
from practice.model.languages import in_english
from practice.model.outcomes import FIRST_PERSON, outcomes, reaction, said
from practice.model.thinking import thought
from practice.model.worth import is_meant, is_secret

SHOWN_SECONDS = 0.02
"""Delay, in seconds, between the words of a text that shows streaming."""
STORES_AT_ONCE = re.compile(r"(store (?:it|what is worth knowing) at once)|ask before you store|ask first")
"""The bot's instructions whether to ask before storing; the last one counts."""
ANSWER = re.compile(
    r"(?P<yes>(?:yes|yeah|sure|ok|okay|please do)\b)"
    r"|(?:no|never ?mind|(?:i(?:'| a)m )?(?:just |only )?(?:kidding|joking))\b",
    re.IGNORECASE,
)
CHANGE = re.compile(r"\b(?:now|actually|instead|no longer|any ?more|i meant?|correction|sorry)\b|^no, ", re.IGNORECASE)
"""Words which say that something known is so no longer."""
TO_FORGET = re.compile(
    r"(?:you (?:can|may|should) )?(?:forget|delete|erase) "
    r"(?:(?:everything|all|what) (?:(?:you|i) (?:know|remember|said|told you) )?about )?(.+)",
    re.IGNORECASE,
)
THE_LAST = re.compile(r"(?:about )?(?:it|that|this|what i (?:just )?said)", re.IGNORECASE)
TO_REMEMBER = re.compile(
    r"(?:remember(?: that\b)?:?|(?:(?:don't|do not|never) forget|(?:keep|bear) in mind)(?: that\b|:)|note that\b"
    r"|from now on,?) (.+)|((?:always|never) .+)",
    re.IGNORECASE,
)
ORDER = re.compile(r"(?:always|never) ", re.IGNORECASE)
TO_DO = re.compile(r"(?:create|make|write|send|set|remind) .+", re.IGNORECASE)
ABOUT_THE_PAST = re.compile(
    r"(?:what|when|where) did (?:I|we|you) (?:say|tell you|talk|mention)(?: about)? (.+)", re.IGNORECASE
)
ABOUT_ME = re.compile(r"what do you (?:know|remember) about me", re.IGNORECASE)
PERSONAL = re.compile(r"who is |tell me about |what do you know about |.*\b(?:my|I)\b", re.IGNORECASE)


def reply(request: ChatRequest) -> Reply:
    """Answer a request; the same request always gets the same reply."""
    if summary.is_asked_for(request):
        return summary.answer(request)
    conversation = Conversation.of(request)
    return thought(_reply(conversation), conversation.turn.thinks, conversation.turn.sentences)


def _reply(conversation: Conversation) -> Reply:
    reader = Reader(conversation)
    acts = list(reader.acts())
    pending = _pending(conversation, acts)
    if possible := tuple(call for call in pending if call.name in conversation.tools):
        return Reply(calls=possible)
    words = [*_sights(conversation.turn), *(act.words for act in acts), *(phrases.NO_TOOL for _ in pending)]
    if any(step.call.name == FORGET for step in conversation.turn.steps):
        # A forgotten memory has left the prompt.
        words = [it for it in words if it != phrases.NOTHING_TO_FORGET]
    told = filter(None, dict.fromkeys([*outcomes(conversation.turn.steps), *words]))
    text = "\n\n".join(told) or reaction(conversation.turn.steps) or phrases.HELP
    if not conversation.past and not reader.facts and "practice model" not in text:
        text = f"{phrases.DISCLOSURE}\n\n{text}"
    return Reply(text=text, delay=SHOWN_SECONDS if {phrases.STORY, phrases.MARKDOWN}.intersection(words) else 0.0)


@dataclass(frozen=True, slots=True)
class Act:
    """The response to a sentence: a text, or calls whose results become text later."""

    words: str = ""
    calls: tuple[ToolCall, ...] = ()
    offer: Fact | None = None
    """The fact that the text offers to remember."""


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
            if act.offer and not is_meant(self._conversation.turn.sentences):
                act = Act()
            if offered and (answer := ANSWER.match(sentence)):
                act = Act(calls=tuple(map(add, offered))) if answer["yes"] else Act(phrases.DECLINED)
                offered = []
            elif act.offer and not self._asks():
                act = Act(calls=(add(act.offer),))
            elif act.offer and USER_ASKED in self._conversation.tools.get(ADD, ()):
                act = Act(calls=(add(act.offer, user_asked=False),))
            yield act

    def _offered(self) -> list[Fact]:
        """Return the facts that the last answer offered to remember."""
        last = self._conversation.past[-1:]
        acts = (self._act(sentence) for turn in last for sentence in turn.sentences)
        offers = [act.offer for act in acts if act.offer]
        return offers if any(phrases.OFFER.partition("{")[0] in turn.answer for turn in last) else []

    def _asks(self) -> bool:
        """Return whether a new fact needs the user's consent."""
        notes = (turn.notes for turn in (*self._conversation.past, self._conversation.turn))
        instructions = STORES_AT_ONCE.findall("\n".join([self._conversation.prompt, *notes]))
        return not any(instructions[-1:])

    def _act(self, sentence: str) -> Act:
        """Apply the first matching rule to a sentence."""
        sentence = in_english(sentence)
        is_change = bool(CHANGE.search(sentence))
        rules = (
            self._secret,
            self._small_talk,
            self._web,
            self._note,
            self._remind,
            self._forget,
            partial(self._remember, is_change=is_change),
            self._task,
            self._past,
        )
        last = self._recall if is_question(sentence) else partial(self._statement, is_change=is_change)
        acts = (rule(plain(sentence)) for rule in (*rules, last))
        return next((act for act in acts if act), Act())

    def _secret(self, text: str) -> Act | None:
        asked = TO_REMEMBER.fullmatch(text)
        tells = asked or (not is_question(text) and Fact(third_person(text)).kind.category)
        return Act(phrases.NO_SECRETS) if tells and is_secret(text) else None

    def _small_talk(self, text: str) -> Act | None:
        words = next((words for pattern, words in phrases.SMALL_TALK.items() if pattern.fullmatch(text)), None)
        if words == phrases.WELCOME and REACT in self._conversation.tools:
            return Act(calls=(react(phrases.LIKED),))
        return Act(words) if words else None

    def _note(self, text: str) -> Act | None:
        call = notebook.call_for(text)
        return Act(calls=(call,)) if call else None

    def _remind(self, text: str) -> Act | None:
        call = reminding.call_for(text, self._conversation.turn.said_at)
        return Act(calls=(call,)) if call else None

    def _web(self, text: str) -> Act | None:
        wanted = web.wanted(text)
        return Act(calls=(wanted,)) if wanted else None

    def _forget(self, text: str) -> Act | None:
        asked = TO_FORGET.fullmatch(text)
        if not asked:
            return None
        memories = self._last() if THE_LAST.fullmatch(asked[1]) else about(asked[1], stored(self.facts))
        return Act(calls=tuple(map(forget, memories))) if memories else Act(phrases.NOTHING_TO_FORGET)

    def _last(self) -> list[Fact]:
        """Return the memory that was stored or changed last in this conversation."""
        steps = (step for turn in reversed(self._conversation.past) for step in reversed(turn.steps) if step.memory_id)
        memory_id = next((step.memory_id for step in steps), "")
        return [fact for fact in self.facts if memory_id and fact.id == memory_id]

    def _remember(self, text: str, *, is_change: bool) -> Act | None:
        asked = TO_REMEMBER.fullmatch(text)
        if not asked:
            return None
        what = asked[1] or asked[2]
        if ORDER.match(what):
            what = f"I want you to {what[0].lower()}{what[1:]}"
        fact = stated(what) or Fact(third_person(what))
        return self._known(fact, is_change=is_change) or Act(calls=(add(fact),))

    def _task(self, text: str) -> Act | None:
        named = [fact for fact in self.facts if fact.kind.subject and fact.kind.subject in text]
        return Act(phrases.TASK.format(said(named))) if named and TO_DO.fullmatch(text) else None

    def _past(self, text: str) -> Act | None:
        asked = ABOUT_THE_PAST.fullmatch(text)
        if not asked:
            return None
        words = stems(asked[1])
        seen = (sentence for turn in reversed(self._conversation.past) for sentence in turn.sentences)
        found = next((it for it in seen if words <= stems(it) and not is_question(it)), "")
        return Act(f'You said: "{found}"') if found else Act(calls=(search(asked[1]),))

    def _recall(self, text: str) -> Act | None:
        facts = self.facts if ABOUT_ME.fullmatch(text) else about(text, self.facts)
        if facts:
            return Act(said(facts))
        return Act(phrases.UNKNOWN) if PERSONAL.match(text) else None

    def _statement(self, text: str, *, is_change: bool) -> Act | None:
        fact = stated(text)
        if not fact:
            return None
        known = self._known(fact, is_change=is_change)
        return known or Act(phrases.OFFER.format(second_person(fact.content)), offer=fact)

    def _known(self, fact: Fact, *, is_change: bool) -> Act | None:
        """Report a known fact, or update the memory that it replaces; None if the fact is new."""
        if memory := same(fact, stored(self.facts)):
            return Act(f"I remember that already: {said([memory])}")
        old = outdated(fact, self.facts) or (altered(fact, self.facts) if is_change else None)
        return Act(calls=(update(old, fact),)) if old else None


def _sights(turn: Turn) -> Iterator[str]:
    """Yield what is seen in a turn's pictures and documents."""
    if turn.pictures:
        told = [phrases.PICTURE.format(it.width, it.height, it.colour) for it in turn.pictures]
        *others, last = told
        yield phrases.SEEN.format(" and ".join(["; ".join(others), last] if others else [last]))
    for document in turn.documents:
        yield phrases.DOCUMENT.format(document.name, document.begins)
    if turn.is_blind:
        yield phrases.BLIND


def _pending(conversation: Conversation, acts: Iterable[Act]) -> list[ToolCall]:
    """Return the calls that are still to be made, without duplicates, whether or not their tools are offered."""
    steps = conversation.turn.steps
    wanted = (*(call for act in acts for call in act.calls), *_retries(steps))
    done = {step.call for step in steps}
    return [call for call in dict.fromkeys(as_offered(it, conversation.tools) for it in wanted) if call not in done]


def _retries(steps: Sequence[Step]) -> Iterator[ToolCall]:
    """Retry each addition refused because of similar memories: as an update of one, or as a new fact.

    What was refused for its first person is quoted: the rules can't turn every language into the third.
    """
    for step in steps:
        fact, similar = taught(step), listed(step.result)
        if FIRST_PERSON in step.result:
            yield add(Fact(f"The user says: “{fact.content}”"), user_asked=step.is_set(USER_ASKED))
        if step.call.name == ADD and similar and not same(fact, similar):
            old = outdated(fact, similar)
            yield update(old, fact) if old else add(fact, user_asked=step.is_set(USER_ASKED), is_new=True)
