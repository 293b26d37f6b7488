"""The updates a bot has not yet confirmed, as the Bot API keeps them (getUpdates)."""

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
_FUTURE = 10  # an offset further ahead than this is taken for a mistake and confirms nothing
_NEXT_ID, _ALLOWED = 1, 2
_CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


class Updates:
    """A queue of updates with sequential ids, starting anywhere; what is confirmed is gone for good."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._pending: dict[int, JsonObject] = {}
        self._next_id = 100_000_000 + secrets.randbelow(800_000_000)
        self._allowed: frozenset[str] = frozenset()
        self._poll: asyncio.Future[bool] | None = None

    def load(self) -> None:
        """Take up what the records hold."""
        self._pending |= {key: _OBJECT.validate_json(value) for key, value in self._records.all("update")}
        facts = dict(self._records.all("updates"))
        self._next_id = int(facts.get(_NEXT_ID, self._next_id))
        self._allowed = _NAMES.validate_json(facts.get(_ALLOWED, "[]"))

    @property
    def pending(self) -> tuple[JsonObject, ...]:
        """What the bot has not confirmed."""
        return tuple(self._pending.values())

    def put(self, update: JsonObject) -> int | None:
        """Queue an update and wake the bot; its id, or None if the bot did not ask for this kind of update."""
        kind = next((name for name in update if name != "update_id"), "")
        if kind not in self._allowed if self._allowed else kind in _ONLY_ON_REQUEST:
            return None
        named = update.get("update_id")
        update_id = named if isinstance(named, int) else self._next_id
        self._pending[update_id] = {"update_id": update_id, **update}
        self._next_id = max(self._next_id, update_id + 1)
        self._records.put("update", update_id, json.dumps(self._pending[update_id]))
        self._records.put("updates", _NEXT_ID, str(self._next_id))
        if self._poll and not self._poll.done():
            self._poll.set_result(True)
        return update_id

    def allow(self, kinds: frozenset[str]) -> None:
        """Queue only these kinds from now on; none named: every kind but the ones a bot must ask for."""
        if kinds == self._allowed:
            return
        self._allowed = kinds
        self._records.put("updates", _ALLOWED, json.dumps(sorted(kinds)))
        self._records.commit()

    def clear(self) -> None:
        """Forget everything that is pending."""
        self._forget(list(self._pending))

    def pass_quiet_week(self, next_id: int) -> None:
        """Let a week pass without an update: what waits is kept for a day only, and ids go on anywhere (Update)."""
        self.clear()
        self._next_id = next_id
        self._records.put("updates", _NEXT_ID, str(next_id))
        self._records.commit()

    def take(self, offset: int, limit: int) -> list[JsonObject]:
        """Return the first updates from `offset` on, at most `limit`; what is below is confirmed and forgotten.

        A negative offset counts from the end. 0, or one far beyond the newest, means everything.
        """
        if offset < 0:
            self._forget(sorted(self._pending)[:offset])
        elif offset <= self._next_id + _FUTURE:
            self._forget([update_id for update_id in self._pending if update_id < offset])
        return [self._pending[update_id] for update_id in sorted(self._pending)[:limit]]

    async def poll(self, offset: int, limit: int, timeout: int) -> list[JsonObject]:  # noqa: ASYNC109 - Telegram's name
        """`take`, after waiting up to `timeout` seconds for an update if there is none.

        Raises ApiError when another poll comes to wait meanwhile.
        """
        updates = self.take(offset, limit)
        if updates or not timeout:
            return updates
        if self._poll and not self._poll.done():
            self._poll.set_result(False)
        self._poll = poll = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(timeout):
                arrived = await poll
        except TimeoutError:
            return []
        if not arrived:
            raise ApiError(409, _CONFLICT)
        return self.take(offset, limit)

    def _forget(self, update_ids: list[int]) -> None:
        for update_id in update_ids:
            del self._pending[update_id]
            self._records.remove("update", update_id)
        self._records.commit()
