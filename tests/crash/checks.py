"""The invariants after a run, wherever the bot was killed."""

import json
from collections.abc import Iterator
from itertools import groupby

from bot.telegram.formatting import format_reply
from bot.turns.turn_under_way import joined
from practice.model.chat_api import UserMessage
from practice.model.conversation import text_of
from practice.model.server import Received
from practice.telegram.messenger import Message
from tests.crash.asker import ASKER, HEADINGS
from tests.crash.file_checks import file_problems
from tests.crash.opener import OPENER, in_round, request_keys
from tests.crash.presser import NUMBERS, PRESSER, is_taken_back, kept
from tests.crash.reader import NUMBERS as READ
from tests.crash.reader import READER
from tests.crash.reminded import REMINDED, TASKS
from tests.crash.reviser import NUMBERS as REVISED
from tests.crash.reviser import REVISER
from tests.crash.revision_checks import check_revision, revised_from, revision_problems
from tests.crash.run import Run
from tests.crash.script import ASKED, LIKED, OFFERED, TAG, TOOL, USERS, answer_to, asked, reacts, remembered, words
from tests.process import is_description
from tests.properties.chat_invariants import (
    SUPERSEDED,
    Turn,
    beginning,
    check_continues,
    check_lets_go,
    check_messages,
    stored_turns,
)
from tests.properties.planned_model import is_for_summary


def problems(run: Run) -> Iterator[str]:
    """Return all violations."""
    stored = stored_turns(run)
    turns = [turn for turn in stored if not (turn.user_id == REVISER and turn.state == SUPERSEDED)]
    if run.unreached:
        yield f"the bot was never killed at {run.unreached}"
    yield from _unhandled(run)
    yield from _unanswered(run, turns)
    yield from _memories(run)
    yield from _presses(run)
    for user_id in USERS:
        yield from _commands(run, user_id)
    for user_id in (*USERS, READER, REVISER):
        yield from _answers(run, [turn for turn in turns if turn.user_id == user_id], user_id)
    for user_id in (*USERS, READER):
        yield from _reactions(run, [turn for turn in turns if turn.user_id == user_id], user_id)
    for user_id in (*USERS, READER, REVISER, REMINDED, ASKER):
        yield from _repetitions(run, user_id)
    yield from _rings(run)
    yield from _acts(run)
    yield from _topics(run, [turn for turn in turns if turn.user_id == OPENER])
    yield from revision_problems(run, stored)
    yield from file_problems(run, turns)
    yield from _requests(run)
    yield from _complaints(run)


def _unhandled(run: Run) -> Iterator[str]:
    """Every update is handled, and its payload gone; every text was sent; Telegram has no update left."""
    if run.telegram.pending_updates:
        yield f"Telegram still has updates: {run.telegram.pending_updates}"
    for row in run.rows("SELECT * FROM telegram_updates WHERE handled_at IS NULL OR payload IS NOT NULL"):
        yield f"an update is not handled: {row}"
    for row in run.rows("SELECT * FROM telegram_messages WHERE state <> 'sent'"):
        yield f"a text was not sent: {row}"


def _unanswered(run: Run, turns: list[Turn]) -> Iterator[str]:
    """Every message is in exactly one turn, in the order of its chat, and every turn is answered."""
    for user_id in USERS:
        wrote = [text.number for text in run.texts if text.user_id == user_id and text.number]
        taken = [tag for turn in turns if turn.user_id == user_id for tag in asked(turn)]
        if wrote != taken:
            yield f"user {user_id} wrote {wrote}, and the turns took {taken}"
    for turn in turns:
        if turn.state != "answered":
            yield f"a turn is {turn.state}: {turn}"
        try:
            check_messages(turn)
        except AssertionError as error:
            yield f"a turn's messages are no conversation: {turn} {error}"


def _memories(run: Run) -> Iterator[str]:
    """Exactly the expected memories are stored, every version once."""
    for user_id in USERS:
        found = run.rows(
            "SELECT m.id, version_number, content FROM agent_memories m JOIN agent_memory_versions ON m.id = memory_id "
            "WHERE user_id = %s ORDER BY m.created_at, m.id, version_number",
            user_id,
        )
        memories = [[(number, content) for _, number, content in of] for _, of in groupby(found, lambda row: row[0])]
        expected = [list(enumerate(versions, 1)) for versions in remembered(run.texts, user_id)]
        if memories != expected:
            yield f"user {user_id} has the memories {memories} instead of {expected}"


def _presses(run: Run) -> Iterator[str]:
    """Each press took effect once, and its message shows so; each import was put once."""
    stored = run.rows(
        "SELECT content, deleted_at IS NULL FROM agent_memories m JOIN agent_memory_versions ON m.id = memory_id "
        "WHERE user_id = %s ORDER BY 1",
        PRESSER,
    )
    rounds = run.presser.rounds
    if stored != kept(rounds):
        yield f"after the presses {stored} is stored instead of {kept(rounds)}"
    imports = run.rows(
        "SELECT added, put_at IS NOT NULL, undone_at IS NOT NULL FROM agent_memory_imports ORDER BY created_at"
    )
    if imports != [(2, True, is_taken_back(round_)) for round_ in range(rounds)]:
        yield f"the imports are {imports}"
    yield from run.presser.lost_marks()


def _answers(run: Run, turns: list[Turn], user_id: int) -> Iterator[str]:
    """Every answer is in the chat, whole, after its question and after earlier answers."""
    shown = {message.message_id: message.text for message in run.heard(user_id)}
    newest = 0
    for turn in turns:
        words = joined(message.content for message in turn.sent if message.role == "assistant")
        parts = [part.text for part in format_reply(words, [it.receipt for it in turn.sent if it.receipt])]
        rows = run.rows(
            "SELECT message_id FROM telegram_messages WHERE turn_id = %s AND NOT deletes AND NOT is_reaction "
            "ORDER BY attempt, part",
            turn.id,
        )
        ids = [message_id for (message_id,) in rows]
        texts = [shown.get(message_id, "") for message_id in ids]
        tags = asked(turn)
        if texts != parts and not OFFERED.intersection(tags):  # below which stands what became of the offer
            yield f"the answer to {tags} is {texts} instead of {parts}"
        if not set(tags) <= {int(tag) for tag in TAG.findall(" ".join(parts))}:
            yield f"the answer to {tags} does not name them: {parts}"
        before = [newest, *(run.message_ids[tag] for tag in tags)]
        if ids != sorted(ids) or max(before) >= ids[0]:
            yield f"the answer to {tags} is out of order: {ids} behind {before}"
        newest = max([newest, *ids])


def _reactions(run: Run, turns: list[Turn], user_id: int) -> Iterator[str]:
    """Each turn that the model reacts to has its reaction below its last message, and no other message has one."""
    last = (
        "SELECT telegram_ids[1] FROM agent_messages WHERE turn_id = %s AND role = 'user' ORDER BY position DESC LIMIT 1"
    )
    expected = {run.rows(last, turn.id)[0][0] for turn in turns if any(map(reacts, asked(turn)))}
    found = {it.message_id: it.bot_reactions for it in run.telegram.messages(user_id) if it.bot_reactions}
    if found != dict.fromkeys(expected, (LIKED,)):
        yield f"user {user_id} has the reactions {found} instead of some below {expected}"


def _commands(run: Run, user_id: int) -> Iterator[str]:
    """Every command has its answer, and its one note."""
    rows = run.rows("SELECT message_id FROM telegram_messages WHERE turn_id IS NULL AND chat_id = %s", user_id)
    noted = {message_id for (message_id,) in rows}
    said = [message.text for message in run.heard(user_id) if message.message_id in noted]
    commands = [text for text in run.texts if text.user_id == user_id and not text.number]
    for command in commands:
        times = sum(text.startswith(answer_to(command)) for text in said)
        if times != 1:
            yield f"{command} was answered {times} times"
    if len(noted) != len(commands):
        yield f"user {user_id} sent {len(commands)} commands, and {len(noted)} answers are noted"


def _rings(run: Run) -> Iterator[str]:
    """Every reminder and task was stored once, is done, and has its one noted ring or its one turn."""
    rounds = range(run.reminded.rounds)
    tasks = [words(TASKS[round_]) for round_ in rounds]
    stored = run.rows(
        "SELECT text, state FROM agent_reminders WHERE user_id = %s ORDER BY is_task, created_at", REMINDED
    )
    if stored != [(text, "done") for text in (*(f"ring {round_}" for round_ in rounds), *tasks)]:
        yield f"the reminders and tasks are {stored}"
    turns = run.rows(
        "SELECT text FROM agent_turns JOIN agent_reminders ON agent_reminders.id = task ORDER BY agent_turns.id"
    )
    if turns != [(text,) for text in tasks]:
        yield f"the turns of tasks are {turns}"
    noted = run.noted(REMINDED)
    answered = [[it for it in run.reminded.done(round_) if it.message_id in noted] for round_ in rounds]
    if any(len(it) != 1 for it in answered):
        yield f"the noted answers to tasks are {answered}"
    rows = run.rows("SELECT message_id FROM telegram_messages WHERE chat_id = %s AND due_at IS NOT NULL", REMINDED)
    known = [message_id for (message_id,) in rows]
    rang = [[it for it in run.reminded.rings(round_) if it.message_id in known] for round_ in rounds]
    if len(known) != len(rounds) or any(len(it) != 1 for it in rang):
        yield f"the noted rings are {rang}, of {known}"


def _acts(run: Run) -> Iterator[str]:
    """What asked first was done once at most, as each message shows that asked, but for a copy that nobody noted."""
    stored = run.rows("SELECT state FROM agent_acts WHERE user_id = %s ORDER BY id", ASKER)
    states = [state for (state,) in stored]
    if len(states) != run.asker.rounds or not HEADINGS.keys() >= set(states):
        yield f"of {run.asker.rounds} acts there are {states}"
    for number, state in zip(ASKED, states, strict=False):
        times = run.acted.count(number)
        if times > 1 or (state == "done" and times != 1):
            yield f"what is {state} for m{number} was done {times} times"
        its = [it for it in run.heard(ASKER) if TOOL in it.text and f"text: {number}" in it.text]
        shown = {it.text.partition("\n")[0] for it in its if it.message_id in run.noted(ASKER)}
        if shown != {HEADINGS.get(state)}:
            yield f"of what is {state} for m{number}, the messages show {shown}"


def _topics(run: Run, turns: list[Turn]) -> Iterator[str]:
    """Each message is answered in the topic where it was written, and of private topics nothing stays."""
    who = run.opener
    taken = {tag: turn.topic_id for turn in turns for tag in asked(turn)}
    if taken != who.places:
        yield f"what was written in {who.places} was taken in {taken}"
    known = run.noted(OPENER)
    for number, topic in who.places.items():
        places = [it.topic for it in who.answers(number) if it.message_id in known]
        if places != [topic]:
            yield f"m{number} was written in the topic {topic}, and answered in {places}"
    greetings = [it for it in who.greetings() if it.message_id in known]
    if len(greetings) != who.rounds:
        yield f"{who.rounds} topics were opened, and {len(greetings)} begun"
    for secret in (in_round(round_)[-1] for round_ in range(who.rounds)):
        if run.rows("SELECT 1 FROM agent_messages WHERE content LIKE '%%' || %s || '%%'", f"m{secret} "):
            yield f"m{secret} was said in private, and is stored"
    if run.rows("SELECT 1 FROM agent_conversations WHERE mode = 'private'"):
        yield "a private conversation is left"


def _repetitions(run: Run, user_id: int) -> Iterator[str]:
    """A message in the chat that is not stored was about to be stored when the bot was killed.

    So nothing was sent to that chat between it and the kill; but a command's answer does not wait for the note that
    says which message shows a preview.
    """
    known = run.noted(user_id)
    answers = tuple(answer_to(text) for text in run.texts if text.user_id == user_id and not text.number)
    heard = run.heard(user_id)
    for at, message in enumerate(heard):
        if message.message_id in known:
            continue
        of_command = message.text.startswith(answers)
        later = next((it for it in heard[at + 1 :] if of_command or not it.text.startswith(answers)), None)
        signs_in = _next_sign_in(run, message)
        if (later and _sent_at(run, later) < signs_in) or run.killed_at[-1] < _sent_at(run, message):
            yield f"user {user_id} heard something again for no reason: {message}, and then {later}"


def _requests(run: Run) -> Iterator[str]:
    """The model accepted every request but those that teach the API; in each chat each begins with the one before it.

    But for the beginning that a prompt has let go of.
    """
    if refused := [it for it in run.model.refusals if "use /v1/responses" not in it.message]:
        yield f"the model refused {refused}"
    before: dict[int, Received] = {}
    numbers = {text.number: text.user_id for text in run.texts if text.number}
    numbers |= dict.fromkeys(NUMBERS, PRESSER) | dict.fromkeys(READ, READER) | dict.fromkeys(REVISED, REVISER)
    numbers |= request_keys()
    numbers |= dict.fromkeys(TASKS, REMINDED) | dict.fromkeys(ASKED, ASKER)
    for received in run.model.requests:
        if is_for_summary(received.request) or is_description(received.request):
            continue
        user_id = next(
            numbers[int(found[1])]
            for message in received.request.messages
            if isinstance(message, UserMessage) and (found := TAG.search(text_of(message.content)))
        )
        try:
            if user_id in before:
                revised = revised_from(before[user_id], received, run) if user_id == REVISER else None
                if revised is not None:
                    check_revision(before[user_id], received, revised)
                elif beginning(before[user_id]) == beginning(received):
                    forgetful = user_id in {PRESSER, REVISER} or _hidden(before[user_id]) < _hidden(received)
                    check_continues(before[user_id], received, forgetful=forgetful)
                else:
                    check_lets_go(before[user_id], received)
        except AssertionError as error:
            where = parting(before[user_id], received)
            yield f"a request of user {user_id} does not begin with the one before it: {where} {error}".rstrip()
        before[user_id] = received


def parting(earlier: Received, later: Received) -> str:
    """Show where a request parts from the one before it."""
    old, new = (received.prompt for received in (earlier, later))
    at = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(old))
    return f"{old[:300]} [...] {old[max(at - 400, 0) : at + 400]} became {new[max(at - 100, 0) : at + 400]}"


def _hidden(received: Received) -> int:
    """Count the messages whose pictures have left a prompt, and those of them that were described, perhaps later."""
    return sum(received.prompt.count(end) for end in (" no longer shown]", "what it showed]", "what they showed]"))


def _complaints(run: Run) -> Iterator[str]:
    """The bot logged no error."""
    for line in run.log:
        if not line.startswith("{") or json.loads(line).get("level") in {"error", "critical"}:
            yield f"the bot complained: {line}"


def _sent_at(run: Run, message: Message) -> float:
    return run.telegram.history(message.message_id)[0].at


def _next_sign_in(run: Run, message: Message) -> float:
    """Tell when the bot first called after the life in which it sent a message; infinity if it never did."""
    sent_at = _sent_at(run, message)
    return next((it.at for it in run.telegram.calls if it.method == "getMe" and it.at > sent_at), float("inf"))
