"""How changes of memories read where they are offered and shown. Pure."""

from typing import Final

from bot.kit.language import mark, t
from bot.kit.text import one_line
from bot.memory.acts import ASKS, DONE, NOT, SIGNS, change_of, kind_of, line, shown_text, texts
from bot.memory.second_person import read_line
from bot.memory.values import Change, ChangeKind
from bot.telegram.acts import OfferWords, line_about
from bot.turns.values.acts import Act, ActState

_LABELS: Final = {
    ChangeKind.ADDED: mark("Remember"),
    ChangeKind.UPDATED: mark("Change"),
    ChangeKind.FORGOTTEN: mark("Forget"),
}
_ACCEPTED: Final = {
    ChangeKind.ADDED: mark("Remembered."),
    ChangeKind.UPDATED: mark("Changed."),
    ChangeKind.FORGOTTEN: mark("Forgotten."),
}
_DECLINED: Final = {
    ChangeKind.ADDED: mark("I won't remember that."),
    ChangeKind.UPDATED: mark("I'll leave it as it is."),
    ChangeKind.FORGOTTEN: mark("I still remember it."),
}
_UNDONE_SIGN: Final = "↩️"
"""Sign of what was undone in messages of early releases."""


def _label(act: Act, is_alone: bool) -> str:  # noqa: FBT001 - `OfferWords.label`
    kind = kind_of(act)
    return f"{SIGNS[kind]} {t(_LABELS[kind]) if is_alone else texts(act)[-1]}"


def _heading(act: Act, asked: bool) -> str:  # noqa: FBT001 - `OfferWords.heading`
    if act.turn_id:
        asks = t("Someone else's words may have led to this, so I ask you first:")
        return asks if asked else t("Someone else's words may have led to this:")
    return t("From our last conversation. Shall I remember this?") if asked else t("From our last conversation:")


def _answer(act: Act) -> str:
    return t((_ACCEPTED if act.state is ActState.DONE else _DECLINED)[kind_of(act)])


def _place(text: str, act: Act) -> int | None:
    if not shown_text(act):
        words = one_line(act.words)
        return line_about(text, {words, f"{_UNDONE_SIGN} "}, [{words}])
    signs = {SIGNS[kind_of(act)], NOT, _UNDONE_SIGN}
    change = change_of(act)
    if change and change.content:
        return line_about(text, signs, [{read_line(it), one_line(it)} for it in _contents(change)])
    pairs = zip(texts(act), texts(act, has_subjects=False), strict=True)
    return line_about(text, signs, [set(it) for it in pairs])


def _contents(change: Change) -> list[str]:
    return [change.former_content, change.content] if change.kind is ChangeKind.UPDATED else [change.content]


OFFERS: Final = OfferWords(
    line=line,
    subject=shown_text,
    texts=texts,
    label=_label,
    heading=_heading,
    answer=_answer,
    place=_place,
    receipts=[(SIGNS[kind], sentence) for its in (DONE, ASKS) for kind, sentence in its.items()],
)
