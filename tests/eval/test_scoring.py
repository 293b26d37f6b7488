"""The scorer, with outcomes whose score is known."""

import pytest

from bot.values.memories import MemoryCategory
from tests.eval.conversation import Conversation, Known, Wanted, Words
from tests.eval.scoring import Counts, Kept, Outcome, Score, score

ROME, LISBON, TEA = "User lives in Rome", "User lives in Lisbon", "User likes tea"
MOVED = "User moved from Rome to Lisbon"


def conversation(
    *,
    must: tuple[Wanted, ...] = (),
    may: str = "",
    offered: str = "",
    gone: str = "",
    never: str = "",
    known: tuple[str, ...] = (),
) -> Conversation:
    """Return a conversation of which this is expected; a text's words are its words."""
    sets = {
        name: (words(it),) for name, it in {"may": may, "offered": offered, "gone": gone, "never": never}.items() if it
    }
    return Conversation(
        name="test", steps=("Hello",), known=tuple(Known(content=it) for it in known), must=must, **sets
    )


def words(text: str) -> Words:
    return Words(words=tuple(text.split()))


def must(text: str, *, asked: bool | None = None, was: str = "") -> Wanted:
    return Wanted(words=tuple(text.split()), asked=asked, was=tuple(was.split()))


def kept(*versions: str, live: bool = True, known: bool = False) -> Kept:
    return Kept(versions=versions, is_live=live, was_known=known)


def scored(of: Conversation, *memories: Kept, offers: tuple[str, ...] = (), unanswered: int = 0) -> Score:
    return score(of, Outcome(memories=memories, offers=offers, unanswered=unanswered))


def test_what_must_be_stored_and_is_is_right() -> None:
    it = scored(conversation(must=(must("rome"), must("tea"))), kept(TEA), kept(ROME))
    assert it.failures == []
    assert it.counts == Counts(conversations=1, right=1, to_store=2, stored=2)
    assert (it.counts.precision, it.counts.recall) == (1, 1)


def test_what_is_missing_lowers_the_recall_and_what_is_too_many_the_precision() -> None:
    it = scored(conversation(must=(must("rome"), must("cat"))), kept(TEA), kept(ROME))
    assert it.failures == ["not stored: cat", "too many: User likes tea"]
    assert (it.counts.precision, it.counts.recall, it.counts.right) == (0.5, 0.5, 0)


def test_two_facts_need_two_memories_and_one_fact_no_more_than_one() -> None:
    both = scored(conversation(must=(must("rome"), must("tea"))), kept("User lives in Rome and likes tea"))
    assert both.failures == ["not stored: tea"]
    twice = scored(conversation(must=(must("tea"),)), kept(TEA), kept("The user is fond of tea"))
    assert twice.failures == ["too many: The user is fond of tea"]


def test_what_may_be_stored_counts_neither_way() -> None:
    for memories in ((), (kept(TEA),)):
        it = scored(conversation(may="tea"), *memories)
        assert it.failures == []
        assert (it.counts.precision, it.counts.recall) == (None, None)


@pytest.mark.parametrize(
    ("memories", "updated", "failures"),
    [
        ([kept(ROME, LISBON, known=True)], 1, []),
        ([kept(ROME, known=True), kept(LISBON)], 0, [f"not stored as an update of Rome: {LISBON}"]),
        ([kept(TEA, LISBON, known=True)], 0, [f"not stored as an update of Rome: {LISBON}"]),
        ([kept(ROME, known=True), kept(MOVED)], 0, [f"not stored as an update of Rome: {MOVED}"]),
        ([kept(ROME, known=True)], 0, ["not stored: Lisbon"]),
    ],
)
def test_a_change_is_an_update_of_the_same_memory(memories: list[Kept], updated: int, failures: list[str]) -> None:
    it = scored(conversation(known=(ROME,), must=(must("Lisbon", was="Rome"),)), *memories)
    assert it.failures == failures
    assert (it.counts.to_update, it.counts.updated) == (1, updated)


def test_what_was_known_stays_as_it_is() -> None:
    known = conversation(known=(ROME,))
    assert scored(known, kept(ROME, known=True)).failures == []
    assert scored(known, kept(ROME, LISBON, known=True)).failures == [f"too many: {LISBON}"]
    assert scored(known, kept(ROME, known=True, live=False)).failures == [f"forgotten: {ROME}"]


@pytest.mark.parametrize(
    ("memories", "forgotten"),
    [
        ([kept(ROME, known=True, live=False)], 1),
        ([kept(ROME, known=True)], 0),
        ([kept(ROME, "User lived in Rome once", known=True)], 0),
        ([], 0),
    ],
)
def test_what_is_to_be_forgotten_was_there_and_is_gone(memories: list[Kept], forgotten: int) -> None:
    it = scored(conversation(known=(ROME,), gone="Rome"), *memories)
    assert (it.counts.to_forget, it.counts.forgotten) == (1, forgotten)
    assert ("not forgotten: Rome" in it.failures) is not forgotten


@pytest.mark.parametrize(
    ("asked", "offers", "counts", "failures"),
    [
        (True, (TEA,), (1, 1, 0), []),
        (True, (), (1, 0, 0), ["stored without asking: tea"]),
        (False, (), (0, 0, 0), []),
        (False, (TEA,), (0, 0, 1), ["asked needlessly: tea"]),
        (None, (TEA,), (0, 0, 0), []),
    ],
)
def test_the_user_is_asked_first_unless_they_asked_for_it(
    asked: bool | None,  # noqa: FBT001
    offers: tuple[str, ...],
    counts: tuple[int, int, int],
    failures: list[str],
) -> None:
    it = scored(conversation(must=(must("tea", asked=asked),)), kept(TEA), offers=offers)
    assert (it.counts.to_ask, it.counts.asked, it.counts.asked_needlessly) == counts
    assert it.failures == failures


def test_what_is_declined_was_offered_and_is_not_stored() -> None:
    declined = conversation(offered="Rome")
    assert scored(declined, offers=(ROME,)).failures == []
    assert scored(declined).failures == ["not offered: Rome"]
    assert scored(declined, kept(ROME), offers=(ROME,)).failures == [f"too many: {ROME}"]


def test_a_question_about_nothing_is_needless() -> None:
    it = scored(conversation(), offers=(TEA,))
    assert it.failures == [f"asked needlessly: {TEA}"]
    assert it.counts.asked_needlessly == 1


@pytest.mark.parametrize(
    "memory", [kept(TEA), kept(TEA, live=False), kept(TEA, ROME)], ids=["stored", "for a while", "in a version"]
)
def test_what_is_forbidden_is_forbidden_at_any_time(memory: Kept) -> None:
    it = scored(conversation(may="rome", never="tea"), memory)
    assert f"must never be stored: {TEA}" in it.failures
    assert it.counts.forbidden == 1
    assert scored(conversation(never="tea"), offers=(TEA,)).counts.forbidden == 1


def test_a_message_without_an_answer_and_a_wrong_category_are_wrong() -> None:
    assert scored(conversation(), unanswered=2).failures == ["2 messages got no answer"]
    wanted = Wanted(words=("tea",), category=(MemoryCategory.PREFERENCE,))
    it = scored(conversation(must=(wanted,)), kept(TEA))
    assert it.failures == [f"stored as context: {TEA}"]
    assert it.counts.stored == 1


@pytest.mark.parametrize(
    ("expected", "text", "fits"),
    [
        ("tea", "Tea is what the user likes", True),
        ("tea", "The user likes steam", False),
        ("team|group", "a group", True),
        ("boss", "User's bosses", True),
        ("!not", "User is allergic", True),
        ("!not", "User is not allergic", False),
        ("茶", "小明喜欢喝茶", True),
        ("شاي", "يحب الشاي", True),
        ("555 0101", "the number 555 0101", True),
    ],
)
def test_words_begin_words_in_any_case_and_script(expected: str, text: str, fits: bool) -> None:  # noqa: FBT001
    assert Words(words=(expected,)).are_in(text) is fits
