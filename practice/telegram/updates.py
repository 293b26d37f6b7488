"""The queue of updates that a bot has not acknowledged (Bot API, getUpdates)."""

import asyncio
import json
import secrets

from pydantic import TypeAdapter

from practice.telegram.api_error import ApiError
from practice.telegram.records import Records

JsonObject = dict[str, object]

_OBJECT = TypeAdapter(JsonObject)
_NAMES = TypeAdapter(frozenset[str])
_ONLY_ON_REQUEST = {"chat_member", "message_reaction", "message_reaction_count"}
_FUTURE = 10  # ids; an offset further ahead is treated as a mistake and acknowledges nothing
_NEXT_ID, _ALLOWED = 1, 2
_CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


class Updates:
    """A queue of updates with sequential ids from a random start; acknowledged updates are removed."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._pending: dict[int, JsonObject] = {}
        self._next_id = 100_000_000 + secrets.randbelow(800_000_000)
        self._allowed: frozenset[str] = frozenset()
        self._poll: asyncio.Future[str] | None = None
        """Ends with the reason why a poll is refused, empty once there is an update."""

    def load(self) -> None:
        """Load the queue from the records."""
        self._pending |= {key: _OBJECT.validate_json(value) for key, value in self._records.all("update")}
        facts = dict(self._records.all("updates"))
        self._next_id = int(facts.get(_NEXT_ID, self._next_id))
        self._allowed = _NAMES.validate_json(facts.get(_ALLOWED, "[]"))

    @property
    def pending(self) -> tuple[JsonObject, ...]:
        """The unacknowledged updates."""
        return tuple(self._pending.values())

    def put(self, update: JsonObject) -> int | None:
        """Queue an update and wake the bot; return its id, or None if the bot gets no updates of this kind."""
        kind = next((name for name in update if name != "update_id"), "")
        if kind not in self._allowed if self._allowed else kind in _ONLY_ON_REQUEST:
            return None
        named = update.get("update_id")
        update_id = named if isinstance(named, int) else self._next_id
        self._pending[update_id] = {"update_id": update_id, **update}
        self._next_id = max(self._next_id, update_id + 1)
        self._records.put("update", update_id, json.dumps(self._pending[update_id]))
        self._records.put("updates", _NEXT_ID, str(self._next_id))
        self._interrupt("")
        return update_id

    def allow(self, kinds: frozenset[str]) -> None:
        """Queue only these kinds from now on; an empty set means every kind that is sent by default."""
        if kinds == self._allowed:
            return
        self._allowed = kinds
        self._records.put("updates", _ALLOWED, json.dumps(sorted(kinds)))
        self._records.commit()

    def clear(self) -> None:
        """Remove all pending updates."""
        self._forget(list(self._pending))

    def pass_quiet_week(self, next_id: int) -> None:
        """Simulate a week without updates: pending ones expire, and ids continue from `next_id` (Bot API, Update)."""
        self.clear()
        self._next_id = next_id
        self._records.put("updates", _NEXT_ID, str(next_id))
        self._records.commit()

    def take(self, offset: int, limit: int) -> list[JsonObject]:
        """Acknowledge the updates below `offset` and return at most `limit` of the others.

        A negative offset counts from the end. 0, or an offset far beyond the newest, acknowledges nothing.
        """
        if offset < 0:
            self._forget(sorted(self._pending)[:offset])
        elif offset <= self._next_id + _FUTURE:
            self._forget([update_id for update_id in self._pending if update_id < offset])
        return [self._pending[update_id] for update_id in sorted(self._pending)[:limit]]

    async def poll(self, offset: int, limit: int, timeout: int) -> list[JsonObject]:  # noqa: ASYNC109 - Telegram's name
        """Call `take`; if there is no update, wait up to `timeout` seconds for one.

        Raises ApiError if another poll arrives in the meantime.
        """
        updates = self.take(offset, limit)
        if updates or not timeout:
            return updates
        self._interrupt(_CONFLICT)
        self._poll = poll = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(timeout):
                refusal = await poll
        except TimeoutError:
            return []
        if refusal:
            raise ApiError(409, refusal)
        return self.take(offset, limit)

    def _interrupt(self, refusal: str) -> None:
        """End a poll that waits: with a refusal, or else with what there is."""
        if self._poll and not self._poll.done():
            self._poll.set_result(refusal)

    def _forget(self, update_ids: list[int]) -> None:
        for update_id in update_ids:
            del self._pending[update_id]
            self._records.remove("update", update_id)
        self._records.commit()
