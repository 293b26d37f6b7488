"""The activity of a call: what is stored of one that acts outside, or that waits for its owner's button."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from bot.chat.channel import Channel
from bot.database import activities
from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.tools.toolset import Prepared
from bot.values.activities import Activity, ActivityState, Deed, Risk
from bot.values.calls import ToolCall
from bot.values.conversations import Conversation
from bot.values.messages import Message


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a call was made: the conversation, its turn, the messages before and in that, and the chat, if any."""

    conversation: Conversation
    turn_id: UUID
    history: list[Message]
    messages: list[Message]
    channel: Channel | None = None


def allowed_call(activity: Activity) -> ToolCall:
    """Return the call that runs an activity which its owner has allowed."""
    return ToolCall(f"{activities.ALLOWED}{activity.id.hex}", activity.name, activity.arguments)


def allowed_id(call: ToolCall) -> UUID | None:
    """Return the id of the activity that a call runs, if its owner has allowed it."""
    beginning, _, activity_id = call.id.partition("_")
    try:
        return UUID(hex=activity_id) if f"{beginning}_" == activities.ALLOWED else None
    except ValueError:
        return None


async def known_activity(tx: Transaction, at: Situation, call: ToolCall) -> Activity | None:
    """Return the activity that a call has, if any."""
    owner = at.conversation.owner
    if activity_id := allowed_id(call):
        known = await activities.find(tx, owner, activity_id)
        is_its = known and (known.name, known.arguments) == (call.name, call.arguments)
        return known if is_its else None
    return await activities.of_call(tx, owner, at.turn_id, call.id)


async def change_state(
    tx: Transaction, at: Situation, activity: Activity, state: ActivityState, deed: Deed | None = None
) -> None:
    """Set the state of an activity; the message that asked about it shows it."""
    await activities.set_state(tx, activity.id, state, deed)
    if at.channel:
        done = replace(activity, words=deed.words, english=deed.english, undo=deed.undo) if deed else activity
        await at.channel.show_activity(tx, replace(done, state=state))


def may_be_kept(prepared: Prepared) -> bool:
    """Tell whether a call may have an activity before it is run."""
    return bool(allowed_id(prepared.call)) or prepared.tool.risk is Risk.SENDS


def new_activity(at: Situation, prepared: Prepared, state: ActivityState, deed: Deed | None = None) -> Activity:
    """Return the activity of a call; it tells what will happen, unless there is a `deed`."""
    deed = deed or prepared.deed
    return Activity(
        id=uuid7(),
        conversation_id=at.conversation.id,
        turn_id=at.turn_id,
        call_id=prepared.call.id,
        family=prepared.family.name,
        name=prepared.tool.name,
        arguments=prepared.call.arguments,
        risk=prepared.tool.risk,
        allowed_as=prepared.tool.allowed_as,
        state=state,
        words=deed.words,
        english=deed.english,
        undo=deed.undo,
        created_at=datetime.now(UTC),
    )
