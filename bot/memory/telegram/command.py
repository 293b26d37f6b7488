"""`/memory …` and the buttons under memories, without the model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Final, TypeAlias

from bot.doors.store import access_tokens
from bot.doors.values import login_address
from bot.kit.language import mark, plural, sentences, space, t
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.memory.acts import UNDONE, done_by, done_by_pinning, done_line, text
from bot.memory.operations import Memories, change_to, clear, undo_clear
from bot.memory.refusals import MemoryDeleted, MemoryRefused, SameMemory
from bot.memory.second_person import read_line
from bot.memory.store import memories as stored
from bot.memory.store.pages import memory_stats
from bot.memory.store.timeline import learned
from bot.memory.telegram.requests import Act, OfOne, OfVersion, Place, Plain, Say, UndoClearing, parse, read_button
from bot.memory.telegram.settings import memory_mode
from bot.memory.telegram.showing import asking, deleted, history, opened, page, restoring, stats_shown, where, whole
from bot.memory.values import Addition, Change, ChangeKind, Memory, MemoryUpdate
from bot.store.engine import Transaction
from bot.telegram.acts import undo_buttons
from bot.telegram.buttons import NoSuchButton, Press, Reaction, message, refused
from bot.telegram.formatting import RichText, code, compose, filled, struck
from bot.telegram.texts import Button, Buttons, Text
from bot.turns.store import acts
from bot.turns.store.owners import listed_as, lock
from bot.turns.values.acts import Done, Door
from bot.turns.values.origins import Origin

_CLOSED: Final = mark("The page is off. Whoever hosts me can turn it on with API_PORT=8124 in .env.")
_WAITS: Final = mark(
    "The page opens to other machines once there is a token. Send /api token Page, then ask whoever hosts me to "
    "restart me."
)
SHORTEST_PREFIX: Final = 4
"""Fewest characters of an id; they have to match a single memory."""
CLEAR_PHRASE: Final = "all my memories"
_DONE: Final = {
    Act.DELETE: mark("Deleted."),
    Act.RESTORE: mark("Restored."),
    Act.PIN: mark("Pinned."),
    Act.UNPIN: mark("Unpinned."),
}
_DONE_TO: Final = {
    Act.RESTORE: mark("Restored: “{memory}”"),
    Act.PIN: mark("Pinned: “{memory}”"),
    Act.UNPIN: mark("Unpinned: “{memory}”"),
}
_NOTHING_TO_CLEAR: Final = mark("I don't remember anything, so there is nothing to delete.")
_ERASED: Final = mark("This memory was erased.")
_ALREADY_DELETED: Final = mark("This memory is already deleted.")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,6}")
_MOST_NAMED: Final = 10
"""Most memories listed for an ambiguous id."""
Answer: TypeAlias = Sequence[Text]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAddress:
    """Where the page is, if it is open, and where as a Mini App; perhaps it opens only once there is a token."""

    url: str | None = None
    mini_app_url: str | None = None
    waits_for_token: bool = False

    async def link(self, tx: Transaction, owner: Owner) -> Text:
        """Return a link that logs a browser in once, or say why there is none."""
        if self.url is None:
            return message(t(_CLOSED))
        if self.waits_for_token and not await access_tokens.has_any(tx, owner.bot_id):
            return message(t(_WAITS))
        key, minutes = await access_tokens.add_link(tx, owner), access_tokens.LINK_VALID.seconds // 60
        text = t("This opens your memories in a browser.")
        if self.url.startswith("http://127.0.0.1"):
            text = t("This opens your memories in a browser on the computer that I run on.")
        once = plural("The link works once, for {count} minute.", "The link works once, for {count} minutes.", minutes)
        return message(sentences(text, once), buttons=[[Button(t("Open"), url=login_address(self.url, key))]])

    @property
    def opening(self) -> Buttons:
        """The rows of buttons that open the Mini App."""
        return [[Button(t("Open in Telegram"), mini_app=self.mini_app_url)]] if self.mini_app_url else []


class MemoryCommand:
    """Handles `/memory …` and the presses of its buttons, which update their own messages."""

    def __init__(self, memories: Memories, timezone: tzinfo | None, address: PageAddress) -> None:
        self._memories = memories
        self._timezone = timezone
        self._address = address

    async def answer(self, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None) -> Answer:
        """Handle a command in the caller's transaction, and return the answer."""
        match parse(words):
            case Place() as place:
                return [await self._page(tx, owner, place, embedding)]
            case Addition() as wanted:
                return await self._add(tx, owner, wanted)
            case OfOne(memory_id=prefix) | MemoryUpdate(memory_id=prefix) as request:
                found = await _found(tx, owner, prefix)
                return await self._of_one(tx, owner, request, found) if isinstance(found, Memory) else found
            case Plain() as request:
                return await self._of_all(tx, owner, request)
            case Say(text, example):
                return compose(text, *([code(example)] if example else []))

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Handle a press in the caller's transaction."""
        match read_button(press.data):
            case Place() as place:
                return Reaction(shows=await self._page(tx, owner, place, press.embedding))
            case OfOne() as request:
                return await self._pressed(tx, owner, request)
            case UndoClearing() as clearing:
                return await _undo_clearing(tx, owner, clearing)
            case OfVersion("undo", memory_id, version):
                return await self._undo_change(tx, owner, memory_id, version)
            case OfVersion() as request:
                return await self._of_version(tx, owner, request)
            case None:
                raise NoSuchButton

    async def _page(self, tx: Transaction, owner: Owner, place: Place, embedding: Embedding | None) -> Text:
        """Return a page of memories, with a button for the Mini App if Telegram can show that."""
        shown = await page(tx, owner, place, embedding)
        return replace(shown, buttons=[*shown.buttons, *self._address.opening])

    async def _of_all(self, tx: Transaction, owner: Owner, request: Plain) -> Answer:
        match request.verb:
            case "stats":
                return stats_shown(await memory_stats(tx, owner), self._timezone)
            case "mode":
                return [await memory_mode(self._memories, tx, owner, request.words)]
            case "clear":
                return await _clear(tx, owner, request.words)
            case "open":
                return [await self._address.link(tx, owner)]

    async def _of_one(self, tx: Transaction, owner: Owner, request: OfOne | MemoryUpdate, memory: Memory) -> Answer:
        content = read_line(memory.content)
        try:
            match request:
                case MemoryUpdate():
                    return await self._edit(tx, owner, replace(request, memory_id=memory.id))
                case OfOne(Act.SHOW):
                    return whole(await learned(tx, owner, memory), self._timezone)
                case OfOne(Act.RESTORE) if memory.deleted_at is None:
                    return compose(t("This memory isn't deleted: “{memory}”", memory=content))
                case OfOne(act):
                    await self._do(tx, owner, act, memory.id)
                    pin = "📌 " if act is Act.PIN else ""
                    return (
                        [deleted(memory)] if act is Act.DELETE else compose(f"{pin}{t(_DONE_TO[act], memory=content)}")
                    )
        except MemoryDeleted:
            return compose(t(_ALREADY_DELETED), space(), restoring(memory))
        except MemoryRefused as why:
            return _not_done(t("Not changed.") if isinstance(request, MemoryUpdate) else t("Not restored."), why)

    async def _pressed(self, tx: Transaction, owner: Owner, request: OfOne) -> Reaction:
        memory = await _found(tx, owner, request.memory_id)
        if not isinstance(memory, Memory):
            return Reaction(toast=t(_ERASED))
        act, toast = request.act, t(_DONE[request.act]) if request.act in _DONE else ""
        if act is Act.WHERE:
            says = where(await learned(tx, owner, memory))
            return Reaction(says=says, toast="" if says else t("The message that I learned this from was erased."))
        if act is Act.EDIT and memory.deleted_at is None:
            return Reaction(says=[asking(memory)])
        if act is Act.RESTORE and memory.deleted_at is None:
            toast = t("This memory isn't deleted.")
        try:
            await self._do(tx, owner, act, memory.id)
        except SameMemory as same:
            return refused(t("Not restored."), same)
        except MemoryDeleted:
            toast = t(_ALREADY_DELETED)
        else:
            if act is Act.DELETE:
                return Reaction(toast=toast, shows=deleted(memory, request.back))
        (now,) = await stored.those(tx, owner, [memory.id])
        return Reaction(toast=toast, shows=opened(await learned(tx, owner, now), request.back, self._timezone))

    async def _do(self, tx: Transaction, owner: Owner, act: Act, memory_id: str) -> None:
        """Apply an action to a memory, if it changes anything. Raises MemoryDeleted or SameMemory."""
        done: Done | None = None
        match act:
            case Act.DELETE:
                done = done_by((await self._memories.forget(tx, owner, memory_id)).change)
            case Act.RESTORE:
                change = await self._memories.restore(tx, owner, memory_id)
                done = done_by(change) if change else None
            case Act.PIN | Act.UNPIN:
                (before,) = await stored.those(tx, owner, [memory_id])
                after = await self._memories.pin(tx, owner, memory_id, pinned=act is Act.PIN)
                done = done_by_pinning(after) if after.pinned is not before.pinned else None
            case Act.SHOW | Act.WHERE | Act.EDIT:
                pass
        if done:
            await acts.record(tx, owner, done, Door.COMMAND)

    async def _edit(self, tx: Transaction, owner: Owner, wanted: MemoryUpdate) -> Answer:
        change = (await self._memories.change(tx, owner, wanted, origin=Origin.COMMAND)).change
        if change.former_content == change.content:
            return compose(t("This memory already says this: “{memory}”", memory=read_line(change.content)))
        return [await _receipt(tx, owner, change)]

    async def _add(self, tx: Transaction, owner: Owner, wanted: Addition) -> Answer:
        try:
            done = await self._memories.change(tx, owner, wanted, origin=Origin.COMMAND)
        except MemoryRefused as why:
            return _not_done("", why)
        return [await _receipt(tx, owner, done.change)]

    async def _undo_change(self, tx: Transaction, owner: Owner, memory_id: str, version: int) -> Reaction:
        """Undo the change of a command, unless the memory has changed since."""
        kind = ChangeKind.ADDED if version == 1 else ChangeKind.UPDATED
        try:
            change = await change_to(tx, owner, kind, memory_id, version)
            await self._memories.undo(tx, owner, change)
        except MemoryRefused as why:
            return refused(t("Not undone."), why)
        return Reaction(toast=t(UNDONE[kind]), shows=message(struck(done_line(kind, text(change)))))

    async def _of_version(self, tx: Transaction, owner: Owner, request: OfVersion) -> Reaction:
        """Show a page of a memory's versions, or give it the text of a former one again, as a new version."""
        if request.what == "page":
            found = await _found(tx, owner, request.memory_id)
            if not isinstance(found, Memory):
                return Reaction(toast=t(_ERASED))
            shown = await learned(tx, owner, found)
            return Reaction(shows=history(shown, request.number, request.back, self._timezone))
        try:
            before = await self._memories.get(tx, owner, request.memory_id)
            memory = await self._memories.back_to(tx, owner, request.memory_id, request.number)
        except MemoryRefused as why:
            return refused(t("Not changed."), why)
        change = Change.of(ChangeKind.UPDATED, memory, before)
        if not change.is_none:
            await acts.record(tx, owner, done_by(change), Door.COMMAND)
        shows = opened(await learned(tx, owner, memory), request.back, self._timezone)
        return Reaction(toast=t("Version {number} is back.", number=request.number), shows=shows)


async def _receipt(tx: Transaction, owner: Owner, change: Change) -> Text:
    """Record a command's change, and return its receipt, with a button that undoes it."""
    act = await acts.record(tx, owner, done_by(change), Door.COMMAND)
    return message(done_line(change.kind, text(change)), " [", code(change.memory_id), "]", buttons=[undo_buttons(act)])


async def _clear(tx: Transaction, owner: Owner, phrase: str) -> Answer:
    if phrase != CLEAR_PHRASE:
        count = (await memory_stats(tx, owner)).live
        if not count:
            return compose(t(_NOTHING_TO_CLEAR))
        asked = plural(
            "This deletes the only memory that I have of you. Our conversations stay. You can undo this with a button; "
            "/erase erases everything for good.",
            "This deletes all {count} memories that I have of you. Our conversations stay. You can undo this with a "
            "button; /erase erases everything for good.",
            count,
        )
        go_ahead = filled(t("To go ahead, send: {command}"), command=code(f"/memory clear {CLEAR_PHRASE}"))
        return compose(asked, "\n\n", go_ahead)
    cleared = await clear(tx, owner)
    if not cleared.forgotten:
        return compose(t(_NOTHING_TO_CLEAR))
    text = plural(
        "The only memory is deleted. Our conversations stay. /memory deleted lists deleted memories, and "
        "/memory restore <number> brings one back.",
        "All {count} memories are deleted. Our conversations stay. /memory deleted lists deleted memories, and "
        "/memory restore <number> brings one back.",
        cleared.forgotten,
    )
    return [message(text, buttons=[[UndoClearing.of(cleared.at).button(t("↩️ Undo"))]])]


async def _undo_clearing(tx: Transaction, owner: Owner, clearing: UndoClearing) -> Reaction:
    """Restore the memories of a clearing, and report the result."""
    back = await undo_clear(tx, owner, clearing.at)
    if not back.restored:
        same = sentences(t("Not restored."), t("Another memory already says this."))
        return Reaction(toast=same if back.kept_out else t("All of them are already restored."))
    restored = plural("Undone: {count} memory is restored.", "Undone: {count} memories are restored.", back.restored)
    others = plural(
        "{count} memory is not restored, as another one already says the same.",
        "{count} memories are not restored, as others already say the same.",
        back.kept_out,
    )
    return Reaction(shows=message(f"↩️ {sentences(restored, others if back.kept_out else '')}"))


async def _found(tx: Transaction, owner: Owner, prefix: str) -> Memory | Answer:
    """Return the memory with this id prefix or number, under the owner's lock, or the answer if there isn't one."""
    await lock(tx, owner)
    if _NUMBER.fullmatch(prefix) and (memory_id := await listed_as(tx, owner, int(prefix))):
        prefix = memory_id
    if len(prefix) < SHORTEST_PREFIX and prefix.isdecimal():
        return compose(t("The last list has no number {number}. /memory list shows the numbers.", number=prefix))
    if len(prefix) < SHORTEST_PREFIX:
        return compose(t("Give a memory's number, or at least {least} characters of its id.", least=SHORTEST_PREFIX))
    match await stored.starting_with(tx, owner, prefix):
        case []:
            return compose(filled(t("There is no memory with the id {id}."), id=code(prefix)))
        case [memory]:
            return memory
        case several:
            lines: list[str | RichText] = []
            for it in several[:_MOST_NAMED]:
                lines += ["\n• [", code(it.id), f"] {read_line(it.content)}"]
            return compose(t("Several ids begin like this. Which one do you mean?"), "\n", *lines)


def _not_done(undone: str, why: MemoryRefused) -> Answer:
    """Explain why a memory is unchanged, with the one that has the same text."""
    if not isinstance(why, SameMemory):
        return compose(str(why))
    same = why.memory
    already = t("I already remember this: “{memory}”", memory=read_line(same.content))
    return compose(sentences(undone, already), " [", code(same.id), "]")
