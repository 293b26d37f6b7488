"""The invariants of topics: each message is answered where it was written, and of private topics nothing stays."""

from collections.abc import Iterator, Sequence

from tests.crash.found import asked, noted
from tests.crash.opener import OPENER, in_round
from tests.crash.run import Run
from tests.properties.chat_invariants import Turn


def topic_problems(run: Run, turns: Sequence[Turn]) -> Iterator[str]:
    """Return all violations."""
    who = run.opener
    taken = {tag: turn.topic_id for turn in turns for tag in asked(turn)}
    if taken != who.places:
        yield f"what was written in {who.places} was taken in {taken}"
    known = noted(run, OPENER)
    for number, topic in who.places.items():
        places = [it.topic for it in who.answers(number) if it.message_id in known]
        if places != [topic]:
            yield f"m{number} was written in the topic {topic}, and answered in {places}"
    greetings = [it for it in who.greetings() if it.message_id in known]
    if len(greetings) != who.rounds:
        yield f"{who.rounds} topics were opened, and {len(greetings)} begun"
    secrets = [in_round(round_)[-1] for round_ in range(who.rounds)]
    stored = "SELECT content FROM agent_messages WHERE content LIKE '%%' || %s || '%%'"
    for number in secrets:
        if run.rows(stored, f"m{number} "):
            yield f"m{number} was said in private, and is stored"
    if run.rows("SELECT 1 FROM agent_conversations WHERE mode = 'private'"):
        yield "a private conversation is left"
