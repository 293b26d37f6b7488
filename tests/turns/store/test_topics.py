"""What is known of topics."""

import pytest

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Database
from bot.turns.store import topics


@pytest.mark.parametrize("named_first", [False, True])
async def test_a_topic_that_its_user_has_named_is_not_named_again(
    database: Database, owner: Owner, *, named_first: bool
) -> None:
    place = Place(owner.user_id, 7)
    async with database.transaction() as tx:
        if named_first:  # Telegram has told of the name before it was noted that the topic is there
            await topics.note_named(tx, owner.bot_id, place)
        await topics.note_opened(tx, owner.bot_id, place, 1, is_private=False, is_unnamed=True)
        assert (await topics.state(tx, owner, place)).is_unnamed is not named_first
        await topics.note_named(tx, owner.bot_id, place)
        assert not (await topics.state(tx, owner, place)).is_unnamed
