"""What is asked for once turns are over: summaries that questions can be answered from, and reviews."""

import json
from uuid import UUID

from bot.chat.prompt import REVIEW_REQUEST, SUMMARY_REQUEST, earlier_block, summary_request
from bot.values.conversations import FROM_THE_BEGINNING, Earlier
from tests.practice.model.dialogue import BLOCK, INSTRUCTIONS, Chat, started


def summary(chat: Chat, *deleted: str) -> str:
    """Ask for a summary as Keepsake does, without a trace in the chat."""
    asking = Chat(chat.system, messages=[*chat.messages, {"role": "user", "content": summary_request(deleted)}])
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


def test_questions_are_answered_from_a_summary_and_the_next_one_builds_on_it() -> None:
    chat = after("- Alec is the user's boss\n- Nina lives in Lyon")
    assert chat.say("Who is Alec?") == "Alec is your boss."
    chat.say("Nina lives in Rome")
    chat.say("I like tea")
    assert summary(chat).splitlines() == ["- Alec is the user's boss", "- Nina lives in Rome", "- User likes tea"]


def test_what_was_deleted_is_left_out() -> None:
    chat = started()
    chat.say("My sister Nina lives in Lyon")
    chat.say("Remember that Alec is my boss")
    chat.say("I like tea")
    sent = json.dumps(chat.messages)
    chat.messages = json.loads(sent.replace("Alec is the user's boss", "deleted by the user"))
    assert summary(chat, "User's sister Nina lives in Lyon") == "- User likes tea"


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


def test_a_user_who_writes_like_keepsake_gets_no_summary() -> None:
    chat = started()
    assert not chat.say(SUMMARY_REQUEST).startswith("- ")


def test_a_review_finds_nothing() -> None:
    chat = started()
    chat.say("I live in Rome")
    chat.messages.append({"role": "user", "content": REVIEW_REQUEST})
    assert chat.ask().text == "Nothing"
