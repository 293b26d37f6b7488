"""Summaries of what was said before: what they keep, and that questions are answered from them."""

import json
from uuid import UUID

import pytest

from bot.chat.prompt import SUMMARY_REQUEST, earlier_block, summary_request
from bot.values import FROM_THE_BEGINNING, Earlier
from tests.practice.model.dialogue import BLOCK, INSTRUCTIONS, Chat, started


def summary(chat: Chat, *deleted: str) -> str:
    """Ask for a summary as Keepsake does, without a trace in the chat."""
    asking = Chat(chat.system, messages=[*chat.messages, {"role": "user", "content": summary_request(deleted)}])
    return asking.ask("none").text


def after(summary: str, system: str = INSTRUCTIONS, *, left_out: bool = False) -> Chat:
    """Give a chat of which a summary is all that is left."""
    earlier = Earlier(turns_before=UUID(int=1), summary=summary, left_out_from=FROM_THE_BEGINNING if left_out else None)
    return Chat(f"{system}\n\n{earlier_block(earlier)}")


def test_a_summary_holds_the_facts_that_were_told_but_no_chatter() -> None:
    chat = started()
    for said in ("Alec is my boss. It rains a lot here!", "no", "My sister Nina lives in Lyon", "Thanks", "Alec who?"):
        chat.say(said)
    assert summary(chat) == "- [Alec] Alec is the user's boss\n- [Nina] User's sister Nina lives in Lyon"


def test_questions_are_answered_from_a_summary() -> None:
    chat = after("- [Alec] Alec is the user's boss\n- User likes green tea\n- Still open: Who is Bob?")
    assert chat.say("Who is Alec?") == "Alec is your boss."
    assert chat.say("What do I like?") == "You like green tea."
    assert chat.say("Who is Bob?").startswith("I don't know anything about Bob yet.")


def test_a_summary_builds_on_the_one_before() -> None:
    before = "- [Alec] Alec is the user's boss\n- The user's flight is on 5 May.\n- Still open: Who is Bob?"
    chat = after(before)
    chat.say("My sister Nina lives in Lyon")
    assert summary(chat).splitlines() == [
        "- [Alec] Alec is the user's boss",
        "- The user's flight is on 5 May.",
        "- [Nina] User's sister Nina lives in Lyon",
        "- Still open: Who is Bob?",
    ]


def test_a_summary_of_nothing_says_so_once() -> None:
    nothing = summary(started())
    assert nothing == "- Still open: nothing."
    chat = after(nothing)
    chat.say("Alec is my boss")
    assert summary(chat) == "- [Alec] Alec is the user's boss"


def test_what_was_deleted_is_left_out() -> None:
    chat = started()
    for said in ("My sister Nina lives in Lyon", "Alec is my boss"):
        chat.say(said)
    assert summary(chat, "User's sister Nina lives in Lyon") == "- [Alec] Alec is the user's boss"


def test_what_stands_among_the_memories_is_left_out() -> None:
    chat = Chat(BLOCK)
    chat.say("Alec is my boss at TechCorp")
    chat.say("I like concise responses")
    chat.say("Bob is my brother")
    assert summary(chat) == "- [Bob] Bob is the user's brother"


def test_what_was_stored_or_changed_since_is_kept_with_its_id() -> None:
    chat = Chat(BLOCK)
    chat.say("Remember that I like tea")
    chat.say("Sarah moved to the Design team")
    kept = summary(chat)
    assert kept == "- [id:new00014] User likes tea\n- [id:e5f6g7h8] [Sarah] Sarah works on the Design team"
    later = after(kept, BLOCK)
    assert later.say("Where does Sarah work?") == "Sarah works on the Design team."
    later.say("Forget that I like tea")
    assert later.calls == [("forget_memory", {"memory_id": "new00014"})]
    assert "likes tea" not in summary(later)


def test_a_deleted_wording_is_in_no_summary() -> None:
    chat = started()
    chat.say("Remember that Alec is my boss")
    sent = json.dumps(chat.messages, ensure_ascii=False)
    chat.messages = json.loads(sent.replace("Alec is the user's boss", "deleted by the user"))
    assert "Alec" not in summary(chat)
    assert "deleted" not in summary(chat)
    assert summary(after("- User likes tea\n- deleted by the user")) == "- User likes tea"


def test_what_was_asked_for_stays_open_until_it_is_answered() -> None:
    chat = started()
    chat.say("Who is Bob?")
    chat.say("What is the capital of France?")
    chat.say("Can you remind me to call my mother on her birthday, which is the twelfth of next month I believe?")
    task = "- Still open: Can you remind me to call my mother on her birthday, which is the twelfth of …"
    assert summary(chat).splitlines() == ["- Still open: Who is Bob?", task]
    chat.say("Remember that Bob is my brother")
    chat.say("Who is Bob?")
    assert summary(chat).splitlines()[1:] == [task]


@pytest.mark.parametrize("facts", [3, 80])
def test_of_a_long_summary_the_oldest_open_questions_go_but_no_fact(facts: int) -> None:
    chat = started()
    for number in range(facts):
        chat.say(f"My friend Ann{'abcdefghij'[number // 10]}{'abcdefghij'[number % 10]} lives in Lyon")
    for number in range(60):
        chat.say(f"Who is Bob{number}?")
    lines = summary(chat).splitlines()
    kept = [line for line in lines if "Bob" in line]
    assert len(lines) - len(kept) == facts
    assert kept == [f"- Still open: Who is Bob{number}?" for number in range(60 - len(kept), 60)]
    assert bool(kept) == (facts == 3)
    assert len(" ".join(lines).split()) <= 250 or not kept


def test_a_later_fact_takes_the_place_of_an_earlier_one() -> None:
    chat = after("- [Nina] Nina lives in Lyon\n- User likes tea")
    chat.say("Nina lives in Rome")
    chat.say("I like green tea")
    assert summary(chat) == "- [Nina] Nina lives in Rome\n- User likes green tea"


def test_what_only_a_summary_tells_can_still_be_stored_and_not_forgotten() -> None:
    chat = after("- User likes tea")
    assert chat.say("Remember that I like tea") == "Done. I'll remember that you like tea."
    chat = after("- User likes tea")
    assert chat.say("Forget that I like tea") == "I have nothing stored about that."
    assert chat.calls == []
    assert chat.say("Forget everything") == "I have nothing stored about that."


def test_where_turns_are_left_out_the_notice_is_no_fact() -> None:
    chat = after("- User likes tea", left_out=True)
    assert chat.say("What do you know about me?") == "You like tea."
    assert summary(after("", left_out=True)) == "- Still open: nothing."


def test_another_models_summary_in_prose_is_kept_and_answered_from() -> None:
    chat = after("The user talked about Bob, their brother.\n\nNothing is open.")
    assert chat.say("Who is Bob?") == "You talked about Bob, their brother."
    assert summary(chat).splitlines() == ["- The user talked about Bob, their brother.", "- Nothing is open."]


def test_a_user_who_writes_like_keepsake_gets_no_summary() -> None:
    chat = started()
    assert not chat.say(SUMMARY_REQUEST).startswith("- ")
