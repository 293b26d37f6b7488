"""Whatever happens in a group, in any order: nothing personal is in a request while others are there."""

from typing import ClassVar, Final

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from tests.properties.bot_in_loop import KILLED, Pace, Stage

pytestmark = [*KILLED, pytest.mark.usefixtures("swept")]

SECRET: Final = "Sparrow"
MANAGER, OTHERS = 1, (2, 3)
STEPS: Final = 8
SHARE: Final = 0.4
"""How many examples are tried of those that the profile asks for: each one is a whole life of the bot."""


class GroupMachine(RuleBasedStateMachine):
    """A group whose manager has a memory of their own, others who come and go, and a bot that dies now and then."""

    database_url: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.stage = Stage(self.database_url)
        self.bot, self.telegram = self.stage.bot, self.stage.world.telegram
        self.group = 0
        self.is_failing = False

    @property
    def others(self) -> list[int]:
        """The people who are there besides the manager."""
        return [it for it in self.telegram.group(self.group).members if it != MANAGER]

    @initialize()
    def begin(self) -> None:
        """Let the manager have a memory, and add the bot to a group."""
        self.telegram.reads_all = True
        self.stage.run(self.bot.settle())
        self.telegram.send_text(f"/memory add context The bank is {SECRET} and Sons", MANAGER)
        self.stage.run(self.bot.settle())
        self.group = self.telegram.add_group("Family", by=MANAGER)
        self.stage.run(self.bot.settle())

    @rule(others=st.sampled_from((0, 0, *OTHERS)), rounds=st.sampled_from((None, 5, 20, 60)), killed=st.booleans())
    def say(self, others: int, rounds: int | None, *, killed: bool) -> None:
        """Let somebody ask, and perhaps interrupt the answer."""
        speaker = others if others in self.others else MANAGER
        with_others, before = bool(self.others), len(self.stage.world.model.server.requests)
        self.telegram.say(self.group, "@practice_bot what do you know?", speaker)
        self.stage.run(self.bot.go_on(Pace(rounds)))
        if killed:
            self.stage.run(self.bot.kill())
        self.stage.run(self.bot.settle())
        requests = self.stage.world.model.server.requests[before:]
        if with_others:
            self.tells_nothing(before)
        elif rounds is None and not killed and not self.is_failing:
            assert SECRET in str(requests[-1].sent("messages"))  # what the others must not see is there to be seen
        self.is_failing = False

    @precondition(lambda self: len(self.others) < len(OTHERS))
    @rule(noticed=st.sampled_from((True, False, False)), asked=st.booleans(), rounds=st.sampled_from((5, 20, 60)))
    def join(self, rounds: int, *, noticed: bool, asked: bool) -> None:
        """Let somebody come, perhaps while the manager is answered."""
        if asked:
            self.telegram.say(self.group, "@practice_bot what do you know?", MANAGER)
            self.stage.run(self.bot.go_on(Pace(rounds)))
        self.telegram.join(self.group, next(it for it in OTHERS if it not in self.others), noticed=noticed)
        self.stage.run(self.bot.settle())

    @precondition(lambda self: self.others)
    @rule()
    def leave(self) -> None:
        """Let somebody leave."""
        self.telegram.leave(self.group, self.others[0])
        self.stage.run(self.bot.settle())

    @rule()
    def fail(self) -> None:
        """Let Telegram not say how many are there, until all is well again."""
        self.telegram.fail("getChatMemberCount", times=1)
        self.is_failing = True

    def tells_nothing(self, before: int) -> None:
        """Check that no request since has anything personal in it, and that no answer was lost."""
        for request in self.stage.world.model.server.requests[before:]:
            assert SECRET not in str(request.sent("messages"))
            assert SECRET not in str(request.sent("tools"))
        assert self.stage.world.rows("SELECT 1 FROM agent_turns WHERE state = 'running'") == []
        assert self.stage.world.rows("SELECT 1 FROM telegram_updates WHERE handled_at IS NULL") == []

    def teardown(self) -> None:
        """Check that a personal conversation is open nowhere with others, and end."""
        try:
            if self.group and self.others:
                open_here = "SELECT 1 FROM agent_conversations WHERE chat_id = %s AND user_id = %s AND ended_at IS NULL"
                is_noticed = self.stage.world.rows("SELECT 1 FROM agent_groups WHERE NOT is_alone")
                assert not is_noticed or self.stage.world.rows(open_here, self.group, MANAGER) == []
        finally:
            self.stage.close()


def test_nothing_personal_is_said_where_others_are(database_url: str) -> None:
    class Groups(GroupMachine):
        pass

    Groups.database_url = database_url
    run_state_machine_as_test(
        Groups, settings=settings(max_examples=int(SHARE * settings().max_examples), stateful_step_count=STEPS)
    )
