"""What is asked for once turns are over: summaries that questions can be answered from, and reviews."""

from uuid import UUID

from bot.turns.prompt import REVIEW_REQUEST, earlier_block, summary_request
from bot.turns.values.conversations import FROM_THE_BEGINNING, Earlier
from tests.practice.model.dialogue import BLOCK, INSTRUCTIONS, Chat, started


def summary(chat: Chat) -> str:
    """Ask for a summary as Keepsake does, without a trace in the chat."""
    asking = Chat(chat.system, messages=[*chat.messages, {"role": "user", "content": summary_request(())}])
    return asking.ask("none").text


def after(summary: str, system: str = INSTRUCTIONS) -> Chat:
    """Give a chat of which a summary is all that is left."""
    earlier = Earlier(turns_before=UUID(int=1), summary=summary, left_out_from=FROM_THE_BEGINNING)
    return Chat(f"{system}\n\n{earlier_block(earlier)}")


def test_a_summary_holds_the_facts_that_were_told_but_no_chatter() -> None:
    chat = started()
    for said in ("Alec is my boss. It rains a lot here!", "no", "My sister Nina lives in Lyon", "Thanks", "Alec who?"):
        chat.say(said)
    assert summary(chat) == "- Alec is the user's boss\n- User's sister Nina lives in Lyon"
    assert summary(started()) == "Nothing worth keeping was said."


def test_what_was_stored_or_changed_since_is_kept_with_its_id_and_other_memories_are_left_out() -> None:
    chat = Chat(BLOCK)
    chat.say("Remember that I like tea")
    chat.say("Actually, Sarah works on the Design team")
    kept = summary(chat)
    assert set(kept.splitlines()) == {
        "- [id:new00014] User likes tea",
        "- [id:e5f6g7h8] Sarah works on the Design team",
    }
    later = after(kept, BLOCK)
    assert later.say("Where does Sarah work?") == "Sarah works on the Design team."
    later.say("Forget that I like tea")
    assert later.calls == [("forget_memory", {"memory_id": "new00014"})]
    assert "likes tea" not in summary(later)


def test_a_review_finds_nothing() -> None:
    chat = started()
    chat.say("I live in Rome")
    chat.messages.append({"role": "user", "content": REVIEW_REQUEST})
    assert chat.ask().text == "Nothing"
