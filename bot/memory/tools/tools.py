"""The memory tools, by which the model adds, updates, forgets and searches memories."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any, Final

from pydantic import BaseModel

from bot.kit.capture_modes import READING, TURNED_OFF, WRITING, CaptureMode
from bot.kit.errors import ActRefused
from bot.kit.language import mark, sentences, t
from bot.kit.owner import Owner
from bot.kit.prompt_text import joined, own
from bot.kit.text import folded, one_line, quoted
from bot.kit.vectors import Embedding
from bot.memory.acts import (
    ADD,
    FAMILY,
    FORGET,
    UNDONE,
    UPDATE,
    accept,
    answered_by,
    decline,
    deed_of,
    offer,
    source_of,
    stored_change,
    wanted_by,
    wanted_in,
)
from bot.memory.operations import Memories
from bot.memory.prompt_block import describe
from bot.memory.refusals import (
    AlreadyProposed,
    ChangedSince,
    MemoryDeleted,
    MemoryRefused,
    PoorlyWorded,
    SameMemory,
    SimilarMemories,
    UnrelatedText,
)
from bot.memory.store import memories as stored
from bot.memory.store.importance import USED, add_use
from bot.memory.store.search import ABOVE_OTHERS, match_memories
from bot.memory.tools.arguments import AddToMemory, ForgetMemory, SearchMemory, UpdateMemory, wanted_of_call
from bot.memory.values import Addition, Changed, ChangeKind, Forgetting, Memory, MemoryUpdate, Wanted, names
from bot.memory.wording import has_several_facts, is_first_person
from bot.model.values import Refusal
from bot.store.engine import Transaction
from bot.turns.store import acts
from bot.turns.store.owners import lock
from bot.turns.tools.own_words import is_asked
from bot.turns.tools.requests import Request
from bot.turns.tools.tool import Caller, Family, Offers, Outcome, Tool
from bot.turns.values.acts import Act, Consent, Deed, Risk, consent

MOST_FOUND: Final = 10
MOST_ADDED: Final = 10
"""Most memories stored per message of a turn; also most changes that wait for a button."""
TOO_MANY_AT_ONCE: Final = (
    f"Nothing was done. {MOST_ADDED} memories are the most for one message. Tell the user what is left, so that they "
    "can ask for it with their next message."
)
WAITS: Final = (
    "Waits for the owner's button: this conversation holds text that is not the user's own words, and they have not "
    "asked for this themself. Nothing is stored yet; don't say it is."
)
OFFERED: Final = (
    "Not stored: it is offered to the user, who didn't ask for it. They see it with Remember and No buttons below your "
    "answer. Ask them in one short question; don't say that it is stored."
)
OFFERED_BEFORE: Final = (
    "Not stored, and not offered again: the user was asked this before and has not agreed. Don't ask again; store it "
    "only if they ask for it."
)
_UNLESS_NEW: Final = (
    "If this changes or contradicts one of them, change that one instead. Only if it is truly another fact, say that "
    "it is new."
)
"""End of a refusal after which the same text can be stored as new."""
_UNLESS_MEANT: Final = "Something else is a memory of its own. A second update of this memory counts as meant."
"""End of a refusal after which a retry can give the memory an unrelated text."""
_SEVERAL_FACTS: Final = "This holds several facts. Call add_to_memory once for each of them, all at once."
_FIRST_PERSON: Final = (
    "This is in the first person. Call add_to_memory again with a sentence about the user in the third person "
    '("The user …"), in the same language.'
)
_NEW_AGAIN: Final = "If the user tells you about it anew, it is a new memory."
NOTHING: Final[Mapping[type[Wanted], str]] = {
    Addition: "Nothing was stored",
    MemoryUpdate: "Nothing was changed",
    Forgetting: "Nothing was forgotten",
}
_NOTHING_FOUND: Final = "Nothing was found. Other words for it may find it, or it was only ever said in a conversation."


def memory_tools(memories: Memories) -> Family:
    """Return the memory tools. A call does nothing if the owner's present mode forbids it.

    Whether it waits for its owner is decided within the call, since its text has to be checked first.
    """
    calls = _MemoryCalls(memories)
    tools: Sequence[Tool[Any]] = (
        Tool(
            name=ADD,
            description="Store one fact for future conversations.",
            offered_in=WRITING,
            arguments=AddToMemory,
            run=calls.change,
            risk=Risk.WRITES,
            embedded_text=lambda arguments: arguments.content,
            required_in={"user_asked": (CaptureMode.ASK,)},
        ),
        Tool(
            name=UPDATE,
            description="Give a memory a new text.",
            offered_in=WRITING,
            arguments=UpdateMemory,
            run=calls.change,
            risk=Risk.WRITES,
        ),
        Tool(
            name=FORGET,
            description="Delete a memory.",
            offered_in=WRITING,
            arguments=ForgetMemory,
            run=calls.change,
            risk=Risk.WRITES,
        ),
        Tool(
            name="search_memory",
            description="Find memories.",
            offered_in=READING,
            arguments=SearchMemory,
            run=calls.search,
            embedded_text=lambda arguments: arguments.query,
        ),
    )
    return Family(
        name=FAMILY,
        purpose=mark("Remember, change, forget and find memories."),
        tools=tools,
        is_system=True,
        undo=calls.undo,
        offers=Offers(accept=calls.accept, decline=decline, redo=calls.redo),
    )


class _MemoryCalls:
    """The functions of the tools, and their results for the model."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    async def change(
        self, tx: Transaction, caller: Caller, arguments: AddToMemory | UpdateMemory | ForgetMemory
    ) -> Outcome:
        """Carry out a change, or offer it to the owner: if untrusted text may have led to it, or if nobody asked."""
        wanted, owner = arguments.wanted, caller.owner
        nothing = NOTHING[type(wanted)]
        decided = consent(
            Risk.WRITES,
            await self._memories.mode(tx, owner),  # the conversation's tools may be older
            is_tainted=caller.is_tainted,
            is_asked=caller.is_tainted and _is_asked(wanted, caller),
            is_own_idea=_is_own_idea(arguments, caller),
        )
        if decided is Consent.REFUSED:
            return Outcome(own(f"{nothing}: {TURNED_OFF}"))
        if caller.is_tainted and decided is not Consent.WAITS:
            wanted = _without_others_subject(wanted, caller)
        try:
            match wanted:
                case Addition():
                    if await acts.done_in(tx, caller.source.turn_id, ChangeKind.ADDED) >= MOST_ADDED * caller.messages:
                        return Outcome(own(TOO_MANY_AT_ONCE))
                    _check_wording(wanted, caller)
                    wanted = replace(wanted, is_new=wanted.is_new and _was_refused(wanted, caller, Refusal.SIMILAR))
                case MemoryUpdate():
                    await self._memories.check_related(tx, owner, wanted, _refused_texts(wanted, caller))
            if decided is not Consent.AT_ONCE:
                return await self._offer(tx, caller, wanted, untrusted=decided is Consent.WAITS)
            return await self._change(tx, caller, wanted)
        except AlreadyProposed as already:
            return Outcome(own(OFFERED_BEFORE if decided is Consent.OFFERED else f"{nothing}. {already}"))
        except MemoryRefused as refused:
            return refusal(f"{nothing}.", refused)

    async def _change(self, tx: Transaction, caller: Caller, wanted: Wanted) -> Outcome:
        """Carry out a change. A memory that was offered in an answer comes from there, and needs no button any more."""
        answered = await answered_by(tx, caller.owner, wanted) if isinstance(wanted, Addition) else []
        source = next((it for it in map(source_of, answered) if it), caller.source)
        done = await self._memories.change(tx, caller.owner, wanted, embedding=caller.embedding, source=source)
        outcome = done_as(done)
        return replace(outcome, deed=outcome.deed and replace(outcome.deed, answers=answered))

    async def _offer(self, tx: Transaction, caller: Caller, wanted: Wanted, *, untrusted: bool) -> Outcome:
        """Offer a change to the owner, unless too many wait. Raises MemoryRefused like the change itself."""
        source, waits = caller.source, Outcome(own(WAITS if untrusted else OFFERED))
        beside = await wanted_in(tx, caller.owner, source.turn_id)
        if not untrusted and any(_is_same(wanted_by(it)[0], wanted) for it in beside):
            return waits  # small models repeat a call
        if len(beside) >= MOST_ADDED * caller.messages:
            return Outcome(own(TOO_MANY_AT_ONCE))
        await offer(
            tx,
            self._memories,
            caller.owner,
            wanted,
            conversation_id=source.conversation_id,
            turn_id=source.turn_id,
            embedding=caller.embedding,
            untrusted=untrusted,
        )
        return waits

    async def accept(self, tx: Transaction, owner: Owner, act: Act) -> Deed:
        """Carry out what was offered."""
        with _refusing("Not done."):
            return await accept(tx, self._memories, owner, act)

    async def undo(self, tx: Transaction, owner: Owner, undo: Mapping[str, Any]) -> str:
        """Undo a change, and return the toast."""
        if "pinned" in undo:
            with _refusing("Not undone."):
                memory = await self._memories.get(tx, owner, undo["memory_id"])
                if memory.pinned is not undo["pinned"]:
                    raise ChangedSince
                await self._memories.pin(tx, owner, memory.id, pinned=not memory.pinned)
            return t("Undone. It is no longer pinned.") if undo["pinned"] else t("Undone. It is pinned again.")
        change = stored_change(undo)
        with _refusing("Not undone."):
            await self._memories.undo(tx, owner, change)
        return t(UNDONE[change.kind])

    async def redo(self, tx: Transaction, owner: Owner, undo: Mapping[str, Any]) -> Mapping[str, Any]:
        """Make a change again that was undone."""
        with _refusing("Not done."):
            return asdict(await self._memories.redo(tx, owner, stored_change(undo)))

    async def search(self, tx: Transaction, caller: Caller, arguments: SearchMemory) -> Outcome:
        """Find memories, unless the mode forbids it."""
        if await self._memories.mode(tx, caller.owner) not in READING:
            return Outcome(own(f"Nothing was looked up: {TURNED_OFF}"))
        await lock(tx, caller.owner)  # memories forgotten meanwhile are not found
        return told_of(await looked_up(tx, caller.owner, arguments, caller.embedding))


async def looked_up(tx: Transaction, owner: Owner, wanted: SearchMemory, embedding: Embedding | None) -> list[Memory]:
    """Find memories; each counts as used, except matches by embedding that don't stand out."""
    found = await match_memories(
        tx, owner, wanted.query, embedding, limit=MOST_FOUND, category=wanted.category, parts_of_words=True
    )
    fitting = (it.memory_id for it in found if it.rarity or not it.nearness or it.above_others >= ABOVE_OTHERS)
    add_use(tx, list(fitting), USED)
    return await stored.those(tx, owner, [it.memory_id for it in found])


def told_of(memories: Sequence[Memory]) -> Outcome:
    """Return memories that were found for the model."""
    return Outcome(describe(memories) if memories else own(_NOTHING_FOUND), [it.known for it in memories])


def _is_own_idea(arguments: BaseModel, caller: Caller) -> bool:
    """Tell whether a call adds a memory that the user didn't ask for; early conversations can't say that they did."""
    return (
        isinstance(arguments, AddToMemory)
        and isinstance(arguments.wanted, Addition)
        and "user_asked" in caller.arguments
        and not arguments.user_asked
    )


def _is_asked(wanted: Wanted, caller: Caller) -> bool:
    """Tell whether the user asked to store this in their own words; what takes a memory away is shown to them."""
    return isinstance(wanted, Addition) and is_asked(caller.own_words, wanted.content, request=Request.KEEP)


def _without_others_subject(wanted: Wanted, caller: Caller) -> Wanted:
    """Leave out a subject that the user didn't say: where others' words are, they have asked for the text alone."""
    if isinstance(wanted, Forgetting) or names(caller.own_words, wanted.subject):
        return wanted
    return replace(wanted, subject="")


def _is_same(one: Wanted, other: Wanted) -> bool:
    """Tell whether two changes add the same text."""
    return isinstance(one, Addition) and isinstance(other, Addition) and folded(one.content) == folded(other.content)


def _check_wording(wanted: Addition, caller: Caller) -> None:
    """Raise PoorlyWorded for several facts in one memory, or one in the first person, unless the model insists."""
    if _was_refused(wanted, caller, Refusal.WORDING):
        return
    if has_several_facts(wanted.content):
        raise PoorlyWorded(_SEVERAL_FACTS)
    if is_first_person(wanted.content):
        raise PoorlyWorded(_FIRST_PERSON)


def _was_refused(wanted: Addition, caller: Caller, reason: Refusal) -> bool:
    """Tell whether this text was refused before for a reason; the model may insist on it."""
    refused = (wanted_of_call(call) for call, why in caller.refused if why is reason)
    return any(isinstance(it, Addition) and folded(it.content) == folded(wanted.content) for it in refused)


def _refused_texts(wanted: MemoryUpdate, caller: Caller) -> list[str]:
    """Return the texts that were refused as unrelated to this memory before."""
    refused = (wanted_of_call(call) for call, why in caller.refused if why is Refusal.UNRELATED)
    return [it.content for it in refused if isinstance(it, MemoryUpdate) and it.memory_id == wanted.memory_id]


@contextmanager
def _refusing(nothing: str) -> Iterator[None]:
    """Refuse what is refused as an act, with why, for its owner."""
    try:
        yield
    except MemoryRefused as refused:
        why = refused.says
        raise ActRefused(lambda: sentences(t(nothing), t(why))) from None


def refusal(nothing: str, refused: MemoryRefused) -> Outcome:
    """Return a refusal for the model, with the memories concerned."""
    match refused:
        case SameMemory(memory=memory):
            same = own(f"{nothing} A memory already says exactly this:")
            return Outcome(joined([same, describe([memory])]), [memory.known])
        case SimilarMemories(memories=memories, of_subject=of_subject, others=others):
            about = "about this subject" if of_subject else "like this"
            lines = [own(f"{nothing} There are memories {about} already:"), describe(memories)]
            lines += [own(f"- and {others:,} more")] if others else []
            return Outcome(joined([*lines, own(_UNLESS_NEW)]), [it.known for it in memories], refusal=Refusal.SIMILAR)
        case UnrelatedText(memory=memory, content=content):
            unlike = own(f"{nothing} The new text has nothing in common with the memory:")
            new = own(f"The new text is {quoted(content)}. {_UNLESS_MEANT}")
            words = joined([unlike, describe([memory]), new])
            return Outcome(words, [memory.known], refusal=Refusal.UNRELATED)
        case PoorlyWorded():
            return Outcome(own(f"{nothing} {refused}"), refusal=Refusal.WORDING)
        case MemoryDeleted():
            return Outcome(own(f"{nothing} {refused} {_NEW_AGAIN}"))
        case _:
            return Outcome(own(f"{nothing} {refused}"))


def done_as(done: Changed) -> Outcome:
    """Return the result of a change for the model."""
    change, new, deed = done.change, quoted(done.change.content), deed_of(done.change)
    memory_id, memories = change.memory_id, [done.memory.known]
    updated = f"Updated [id:{memory_id}]:"
    match change.kind:
        case ChangeKind.ADDED:
            return Outcome(own(f"Stored as [id:{memory_id}]: {new}"), memories, deed=deed)
        case ChangeKind.FORGOTTEN:
            back = f"The user can bring it back with /memory restore {memory_id}."
            return Outcome(own(f"Forgotten: [id:{memory_id}]. {back}"), deed=deed)
        case ChangeKind.UPDATED if done.was_others and not change.is_none:  # its former text isn't ours to say
            return Outcome(own(f"{updated} {new}"), memories, deed=deed)
        case ChangeKind.UPDATED if change.former_content != change.content:
            return Outcome(own(f"{updated} {quoted(change.former_content)} → {new}"), memories, deed=deed)
        case ChangeKind.UPDATED if change.former_subject != change.subject:
            was, now = (one_line(subject or "no subject") for subject in (change.former_subject, change.subject))
            return Outcome(own(f"{updated} {new}, subject: {was} → {now}"), memories, deed=deed)
        case _:
            return Outcome(own("Nothing was changed: the memory already says this."), memories)
