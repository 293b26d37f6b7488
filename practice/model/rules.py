"""The practice model: a few rules that hold a conversation with memories, as a pure function.

It knows only what any model would: the messages, its own calls and their results, and the tools it is offered.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from practice.model import review
from practice.model.acts import Act
from practice.model.answer import Reply, ToolCall
from practice.model.calls import ADD, CHANGE, FORGET, SEARCH, add, as_offered, search, update
from practice.model.chat_api import ChatRequest
from practice.model.conversation import Conversation, Step
from practice.model.facts import Fact, listed, outdated, same, taught
from practice.model.grammar import closed, second_person
from practice.model.past import found, query, said_before
from practice.model.phrases import (
    DISCLOSURE,
    FALLBACK,
    FORGET_YOURSELF,
    MARKDOWN,
    NO_TOOLS,
    NOTHING_TO_FORGET,
    STORY,
    WAITS_FOR_YOU,
)
from practice.model.summary import is_asked_for, summary
from practice.model.understanding import Situation, understood

SHOWN_SECONDS = 0.02
"""Between the words of a text that is there to show how answers stream."""
_DONE = {"add_to_memory": "stored", "update_memory": "changed", "forget_memory": "forgotten"}
_REASONS = {
    "turned that off": "memory is off. Turn it on with /memory mode.",
    "There is room for": "there is no room for more memories. Delete some with /memory delete.",
    "are the most for one message": "this is more than I can store at once. Ask for the rest with your next message.",
}
"""What a result tells the model, and how the user is told the same."""


def reply(request: ChatRequest) -> Reply:
    """Answer a request; the same request always gets the same reply."""
    if review.is_wanted(request):
        return review.review(request)
    if is_asked_for(request):
        return Reply(text=summary(request))
    conversation = Conversation.of(request)
    situation = Situation.of(conversation)
    wanted = _wanted(conversation, situation) or tuple(_retries(conversation.turn.steps, situation.facts))
    calls = tuple(as_offered(call, conversation.tools) for call in wanted)
    if calls and conversation.tools.issuperset(call.name for call in calls):
        return Reply(calls=calls)
    answer = _in_words(conversation, situation)
    if conversation.past or situation.facts or "practice model" in answer.text:
        return answer
    return replace(answer, text=f"{DISCLOSURE}\n\n{answer.text}")


def _wanted(conversation: Conversation, situation: Situation) -> tuple[ToolCall, ...]:
    """Give the calls that the newest words ask for, each once."""
    acts = _placed(understood(conversation.turn.new, situation), conversation)
    return tuple(dict.fromkeys(call for act in acts for call in act.calls))


def _placed(acts: Iterable[Act], conversation: Conversation) -> Iterator[Act]:
    """Answer what is asked about the past from this conversation, else from what a search found, else search."""
    searches = [step for step in conversation.turn.steps if step.tool == SEARCH]
    for act in acts:
        said = said_before(act.past, conversation.past) if act.past else ""
        if said or not act.past:
            yield replace(act, words=said or act.words)
        elif searches:
            yield replace(act, words=found(act.past, searches))
        elif SEARCH in conversation.tools:
            yield replace(act, calls=(search(query(act.past)),))
        else:
            yield act


def _retries(steps: tuple[Step, ...], facts: tuple[Fact, ...]) -> Iterator[ToolCall]:
    """Put each refused add differently, once: as a change of what it collided with, else as another fact."""
    tried = Counter(taught(step).content for step in steps)
    for step in steps:
        fact = taught(step)
        if step.tool != "add_to_memory" or not step.collided or tried[fact.content] > 1:
            continue
        others = tuple(listed(step.result)) or tuple(other for other in facts if other.about == fact.about)
        if not same(fact, others):
            old = outdated(fact, others, changed=False)
            yield update(old, fact) if old else add(fact, is_new=True)


def _in_words(conversation: Conversation, situation: Situation) -> Reply:
    """Say what came of the calls, and the rest."""
    turn = conversation.turn
    words = [act.words for act in _placed(understood(turn.sentences, situation), conversation)]
    if any(step.tool == FORGET for step in turn.steps):
        # What was forgotten has left the prompt by now.
        words = [it for it in words if it != NOTHING_TO_FORGET]
    wanted = _wanted(conversation, situation)
    if wanted and ADD in conversation.tools and all(call.name == FORGET for call in wanted):
        words += [FORGET_YOURSELF.format(**json.loads(call.arguments)) for call in wanted]
    elif wanted:
        words.append(NO_TOOLS)
    delay = SHOWN_SECONDS if {STORY, MARKDOWN}.intersection(words) else 0.0
    said = filter(None, dict.fromkeys([*_outcomes(turn.steps), *words]))
    return Reply(text="\n\n".join(said) or FALLBACK, delay=delay)


def _outcomes(steps: tuple[Step, ...]) -> Iterator[str]:
    """Say what came of each call, but for those that were put differently afterwards."""
    for number, step in enumerate(steps, 1):
        if step.tool == SEARCH:
            continue
        content = taught(step).content
        if not step.collided or all(taught(later).content != content for later in steps[number:]):
            yield WAITS_FOR_YOU if step.waits else _outcome(step)


def _outcome(step: Step) -> str:
    said = second_person(taught(step).content)
    tool = CHANGE if step.changed else step.tool
    match tool, bool(step.memory_id):
        case "add_to_memory", True:
            return closed(f"Done. I'll remember that {said}")
        case "update_memory", True:
            place = re.fullmatch(r"(\w+) (?:is|works) ((?:on|in|at) .+)", said)
            news = f"I now have {place[1]} {place[2]}" if place else f"I'll remember that {said}"
            return closed(f"Updated. {news}")
        case "forget_memory", True:
            return "Done. I've forgotten that."
    done = _DONE.get(step.tool, "done")
    if step.collided:
        known = next((it.content for it in listed(step.result)), "")
        return f"Already remembered: “{known}”" if known else f"That is already remembered, so nothing was {done}."
    why = next((why for told, why in _REASONS.items() if told in step.result), "")
    return f"Nothing was {done}: {why}" if why else f"I'm sorry, nothing was {done}."
