"""/stop and /retry, also as buttons, and the Continue button under an answer that was cut."""

from collections.abc import Mapping
from typing import Final

from bot.chat.events import Retry, Stopped
from bot.database.engine import Database, Transaction
from bot.language import mark, plural, sentences, t
from bot.telegram.buttons import NOTHING_TO_PRESS
from bot.telegram.chats import Job
from bot.telegram.outcomes import ContinueButton, RetryButton, StopButton, without_continue
from bot.telegram.reactions import AgainButton
from bot.telegram.texts import Text

_BUSY: Final = mark("I'm still working on it.")
_RETRIED: Final[Mapping[Retry, str]] = {Retry.BUSY: _BUSY, Retry.NOTHING: mark("There is nothing to retry.")}
_CONTINUED: Final[Mapping[Retry, str]] = {
    Retry.BUSY: _BUSY,
    Retry.NOTHING: mark("It's too late to continue this answer. Ask me again."),
}
_PRESSED: Final[Mapping[Retry, str]] = {Retry.BUSY: _BUSY, Retry.NOTHING: NOTHING_TO_PRESS}


async def stop(job: Job) -> str:
    """Stop the running turn, and drop the messages that wait."""

    async def acknowledge(tx: Transaction, stopped: Stopped) -> None:
        await job.acknowledge(tx, [Text(stopped_words(stopped) or t("There is nothing to stop."))])

    await job.chat.worker.stop(job.update_id, acknowledge)
    return ""


async def retry(job: Job) -> str:
    """Answer the chat's last message again."""

    async def acknowledge(tx: Transaction, came: Retry) -> None:
        await job.acknowledge(tx, [Text(t(_RETRIED[came]))] if came in _RETRIED else [])

    await job.chat.worker.retry(acknowledge)
    return ""


async def stop_turn(database: Database, job: Job) -> str:
    """Stop the turn whose answer is being written; waiting messages are answered next."""
    pressed, toast = StopButton.read(job.words), t(NOTHING_TO_PRESS)
    if pressed is None:
        return await _refused(database, job)

    async def acknowledge(tx: Transaction, stopped: Stopped) -> None:
        nonlocal toast
        toast = t("Stopped.") if stopped.turn else toast
        await job.acknowledge(tx)

    await job.chat.worker.stop_turn(pressed.turn_id, acknowledge)
    return toast


async def retry_turn(database: Database, job: Job) -> str:
    """Answer again what failed; the button is removed if it is no more the last thing that was asked."""
    pressed = RetryButton.read(job.words)
    if pressed is None:
        return await _refused(database, job)
    gone = Text.without_buttons(pressed.data, job.message_id)

    async def acknowledge(tx: Transaction, came: Retry) -> None:
        await job.acknowledge(tx, [gone] if came is Retry.NOTHING else [])

    came = await job.chat.worker.retry(acknowledge, only=pressed.turn_id)
    return _toast(came, _PRESSED)


async def answer_again(database: Database, job: Job) -> str:
    """Answer again what its user disliked; the message that offers it goes."""
    pressed = AgainButton.read(job.words)
    if pressed is None:
        return await _refused(database, job)

    async def acknowledge(tx: Transaction, came: Retry) -> None:
        stays = came is Retry.BUSY
        await job.acknowledge(tx, [] if stays else [Text("", deletes=True, replaces=job.message_id)])

    came = await job.chat.worker.retry(acknowledge, only=pressed.turn_id)
    return _toast(came, _PRESSED)


async def _refused(database: Database, job: Job) -> str:
    async with database.transaction() as tx:
        await job.acknowledge(tx)
    return t(NOTHING_TO_PRESS)


async def continue_answer(database: Database, job: Job) -> str:
    """Let the model continue a turn's answer; the button is removed if it can't be continued."""
    pressed = ContinueButton.read(job.words)
    if pressed is None:
        return await _refused(database, job)
    turn_id = pressed.turn_id

    async def acknowledge(tx: Transaction, came: Retry) -> None:
        await job.acknowledge(tx, [without_continue(turn_id, job.message_id)] if came is Retry.NOTHING else [])

    return _toast(await job.chat.worker.retry(acknowledge, continues=turn_id), _CONTINUED)


def stopped_words(stopped: Stopped) -> str:
    """Describe what was stopped; empty if nothing was."""
    waiting = plural(
        "I won't answer {count} message that was waiting.",
        "I won't answer {count} messages that were waiting.",
        stopped.dropped,
    )
    return sentences(t("Stopped.") if stopped.turn else "", waiting if stopped.dropped else "")


def _toast(came: Retry, toasts: Mapping[Retry, str]) -> str:
    return t(toasts[came]) if came in toasts else ""
