"""The invariants of what was revised: edits, what was taken back, replies, offers and late pictures."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from practice.model.chat_api import Message, UserMessage
from practice.model.conversation import text_of
from practice.model.server import Received
from tests.crash.reviser import PLAN, REVISER, expected
from tests.crash.run import Run
from tests.crash.script import asked, tags_in
from tests.properties.chat_invariants import SUPERSEDED, Turn, beginning, outline

_REPLY: Final = re.compile(
    r"^\[(?:The user replies to you|Not the user's words: the message replied to, from \"Keepsake\")\]"
    r"\n> This is the answer to m"
    r"|^\[(?:The user quotes you|Not the user's words: quoted from \"Keepsake\")\]\n> here is its end\n",
    re.MULTILINE,
)


def revision_problems(run: Run, turns: Sequence[Turn]) -> Iterator[str]:
    """Return all violations."""
    yield from _turns(run, turns)
    yield from _memories(run)
    yield from _bubbles(run)
    yield from _replies(run, turns)
    yield from _pictures(run)
    yield from run.reviser.lost_marks()


def revised_from(earlier: Received, later: Received, run: Run) -> int | None:
    """Return the first message of a request that was superseded before the next one, or grew with its album."""
    before, after = ([_said(it) for it in received.request.messages] for received in (earlier, later))
    gone = set().union(*before) - set().union(*after)
    for at, tags in enumerate(before):
        if tags & gone & set(expected(run.reviser.rounds).superseded) or any(tags < others for others in after if tags):
            return at
    return None


def check_revision(earlier: Received, later: Received, at: int) -> None:
    """A request begins like the one before it up to a message, unless it was compacted in between, too."""
    if beginning(earlier)[0] == beginning(later)[0]:
        same = outline(earlier.request.messages[1:at])
        assert outline(later.request.messages[1:])[: len(same)] == same


def _said(message: Message) -> set[int]:
    return set(tags_in(text_of(message.content))) if isinstance(message, UserMessage) else set()


def _turns(run: Run, turns: Sequence[Turn]) -> Iterator[str]:
    """Each message is in one turn as it was in the end, in order; what it was before is superseded."""
    own = [turn for turn in turns if turn.user_id == REVISER]
    all_of_them = expected(run.reviser.rounds)
    for is_superseded, wanted in ((False, all_of_them.left), (True, all_of_them.superseded)):
        those = [turn for turn in own if (turn.state == SUPERSEDED) == is_superseded]
        taken = [tag for turn in those for tag in asked(turn)]
        if taken != wanted:
            yield f"the turns that are superseded ({is_superseded}) hold {taken} instead of {wanted}"


def _memories(run: Run) -> Iterator[str]:
    """What is remembered is what the last answers stored; what others stored was undone."""
    rows = run.rows(
        "SELECT DISTINCT ON (m.id) content, deleted_at IS NULL FROM agent_memories m "
        "JOIN agent_memory_versions ON m.id = memory_id WHERE user_id = %s ORDER BY m.id, version_number DESC",
        REVISER,
    )
    stored = sorted(str(content) for content, is_live in rows if is_live)
    facts = expected(run.reviser.rounds).facts
    if stored != facts:
        yield f"after the revisions {stored} is stored instead of {facts}"


def _bubbles(run: Run) -> Iterator[str]:
    """An edited message's answer takes the place of the one before; nothing of that stays that is known to be shown."""
    rows = run.rows("SELECT message_id, deletes FROM telegram_messages WHERE chat_id = %s", REVISER)
    known = {message_id for message_id, deletes in rows if not deletes}
    gone = {message_id for message_id, deletes in rows if deletes}
    for message in run.telegram.messages(REVISER):
        if message.message_id in gone:
            yield f"a message was not deleted: {message}"
    for number in expected(run.reviser.rounds).superseded:
        for message in run.reviser.about(number):
            if message.message_id in known:
                yield f"a superseded answer is still shown: {message}"
    stays = {its.edited for its in PLAN}  # the others are taken back, and shown anew if they come back
    for number, before in run.reviser.replaced:
        now = {it.message_id for it in run.reviser.about(number)}
        if number in stays and not now & set(before) and known & set(before):
            yield f"the answer to {number} did not take the place of {before}, but is {now}"


def _replies(run: Run, turns: Sequence[Turn]) -> Iterator[str]:
    """Replies and quotes go along, marked as whose they are, unless it is not known any more that they were shown.

    After a picture an answer may repeat what it says, so that its words are not the user's.
    """
    known = run.noted(REVISER)
    said = [it.content for turn in turns if turn.user_id == REVISER for it in turn.messages if it.role == "user"]
    for number, answer in run.reviser.replies:
        content = next((it for it in said if number in tags_in(it)), "")
        if answer in known and not _REPLY.search(content):
            yield f"a reply is not marked as one: {content}"


def _pictures(run: Run) -> Iterator[str]:
    """Both pictures of each album are ready, each once."""
    rows = run.rows(
        "SELECT a.message_id, is_ready AND problem = '' AND key IS NOT NULL, m.pending FROM agent_attachments a "
        "JOIN agent_messages m USING (turn_id, position) WHERE a.user_id = %s ORDER BY a.message_id",
        REVISER,
    )
    albums = {number for its in PLAN for number in its.album}
    sent = [run.message_ids[number] for number in expected(run.reviser.rounds).left if number in albums]
    if rows != [(message_id, True, False) for message_id in sent]:
        yield f"the pictures of albums are {rows} instead of {sent}"
