"""The invariants of files: each is ready with its message, shown and downloaded once."""

from collections.abc import Iterator, Sequence

from tests.crash.reader import READER, SPOKEN
from tests.crash.reviser import NUMBERS as REVISED
from tests.crash.run import Run
from tests.crash.script import TAG, asked
from tests.properties.chat_invariants import Turn


def file_problems(run: Run, turns: Sequence[Turn]) -> Iterator[str]:
    """Return all violations."""
    yield from _files(run)
    yield from _transcripts(run, turns)
    yield from _downloads(run)


def _files(run: Run) -> Iterator[str]:
    """Every file is ready, with its message; an album is one message."""
    photos = {text.number: text.photos for text in run.texts if text.number and text.photos}
    sent = {**photos, **dict.fromkeys(run.reader.sent, 1)}
    rows = run.rows(
        "SELECT m.content, m.pending, count(*), bool_and(is_ready AND problem = '' AND key IS NOT NULL) "
        "FROM agent_attachments JOIN agent_messages m USING (turn_id, position) GROUP BY m.turn_id, m.position"
    )
    stored: dict[int, int] = {}
    for content, pending, number, is_ready in rows:
        tags = [int(tag) for tag in TAG.findall(content)]
        if set(tags) & set(REVISED):
            continue  # of albums whose pictures came one by one
        stored |= dict.fromkeys(tags, int(number or 0))
        if pending or not is_ready or len(tags) != 1:
            yield f"the files of a message are not as they must be: {content}"
    if stored != sent:
        yield f"messages have the numbers of files {stored} instead of {sent}"


def _transcripts(run: Run, turns: Sequence[Turn]) -> Iterator[str]:
    """The transcript of each voice message was put below it once, before its answer."""
    rows = run.rows(
        "SELECT quoted_id, message_id FROM telegram_messages WHERE turn_id IS NULL AND chat_id = %s", READER
    )
    shown = {quoted_id: message_id for quoted_id, message_id in rows if quoted_id}
    if len(rows) != len(shown) or shown.keys() != {
        run.message_ids[number] for number in run.reader.sent if number in SPOKEN
    }:
        yield f"transcripts were put below {rows}"
    for turn in (turn for turn in turns if turn.user_id == READER):
        answer = run.rows(
            "SELECT min(message_id) FROM telegram_messages WHERE turn_id = %s AND NOT is_reaction", turn.id
        )[0][0]
        for number in {*SPOKEN}.intersection(asked(turn)):
            if shown.get(run.message_ids[number], 0) > answer:
                yield f"the transcript of {number} came after its answer"


def _downloads(run: Run) -> Iterator[str]:
    """Nothing was downloaded again unless the bot was killed in between."""
    before: dict[str, float] = {}
    for path, at in run.downloads.times:
        if path in before and not any(before[path] < killed < at for killed in run.killed_at):
            yield f"{path} was downloaded again for no reason"
        before[path] = at
