"""A state machine of two chats, one perhaps with a topic, with events of every kind in any order."""

from dataclasses import replace
from typing import ClassVar, Literal, TypeAlias, get_args

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from bot.kit.settings import LEAST_CONTEXT_TOKENS
from practice.faults import Fault
from practice.telegram.api_error import ApiError
from tests.properties.bot_in_loop import Pace, Stage
from tests.properties.chat_invariants import check
from tests.properties.chat_world import LOST, SPEAKERS, user_of
from tests.properties.planned_model import Content, Plan

users = st.sampled_from(SPEAKERS)
moments = st.builds(Pace, st.integers(0, 50), st.just(value=True))
paces = st.builds(Pace) | st.builds(Pace, st.integers(0, 100)) | moments
contents: st.SearchStrategy[Content] = st.sampled_from(
    ["words", "short", "long", "nothing", "add", "same id", "update", "forget", "two", "unknown"]
)
chunks = st.integers(0, 7)
plain_plans = st.builds(Plan, contents)
plans = (
    plain_plans
    | st.builds(Plan, contents, held=chunks)
    | st.builds(Plan, contents, broken=chunks)
    | st.builds(Plan, status=st.sampled_from([400, 401, 429, 500]))
)
Deed: TypeAlias = Literal[
    "/stop",
    "/new",
    "/retry",
    "/memory",
    "/help",
    "write",
    "delete",
    "restore",
    "edit",
    "edit an older one",
    "write at length",
    "delete the answer",
    "kill the bot",
]
turning_points: st.SearchStrategy[Deed] = st.sampled_from(["/stop", "/new", "/retry", "write", "kill the bot"])
deeds: st.SearchStrategy[Deed] = st.sampled_from(get_args(Deed))
methods = st.sampled_from(["sendMessage", "editMessageText", "sendChatAction", "getUpdates", "*"])
kinds_of_faults = st.sampled_from(
    [
        Fault(method="*", error=ApiError(429, "Too Many Requests", retry_after=1)),
        Fault(method="*", error=ApiError(429, "Too Many Requests", retry_after=5)),
        Fault(method="*", error=ApiError(500, "Internal Server Error")),
        Fault(method="*", error=ApiError(500, LOST), after_effect=True),
        Fault(method="*", seconds=float("inf"), after_effect=True),
    ]
)
"""Telegram asks for patience, or fails; or it does what it is asked, and fails then or never says so."""
faults = st.builds(replace, kinds_of_faults, method=methods, times=st.integers(1, 3))

limits = st.sampled_from([4_000, LEAST_CONTEXT_TOKENS, 32_000])
"""Tokens of a prompt."""


class ChatMachine(RuleBasedStateMachine):
    """Two users and the bot, on the database at `database_url`, which is emptied first.

    Where threaded mode is on, the first user writes in a topic, too.
    """

    database_url: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self._stage = Stage(self.database_url)
        self._world, self._bot = self._stage.world, self._stage.bot
        self._started = True

    @initialize(limit=limits, threaded=st.booleans())
    def begin(self, limit: int, *, threaded: bool) -> None:
        """The bot is started, with a limit for its prompts, and perhaps with threaded mode."""
        self._bot.limit(limit)
        if threaded:
            self._world.open_topic()
        self._stage.run(self._bot.start())

    def teardown(self) -> None:
        """Let everything settle, hear one more message of each who wrote, and see that all is as it must be."""
        try:
            self._stage.run(self._end())
            check(self._world)
        finally:
            self._stage.close()

    async def _end(self) -> None:
        await self._bot.settle()
        for speaker in SPEAKERS:
            if self._world.users[speaker].texts:
                self._world.say(speaker)
        await self._bot.settle()

    def _where(self, speaker: int) -> int:
        """Return the speaker; without threaded mode, there is no topic to speak in."""
        return speaker if self._world.topic else user_of(speaker)

    def _go_on(self, pace: Pace) -> None:
        self._stage.run(self._bot.go_on(pace))

    @rule(user=users, plan=plans, pace=paces)
    def say(self, user: int, plan: Plan, pace: Pace) -> None:
        """A user writes, and the model has something in mind for it."""
        self._world.model.plans.append(plan)
        self._world.say(self._where(user))
        self._go_on(pace)

    @rule(user=users, plan=plain_plans | plans, until=moments | paces, deed=turning_points | deeds, pace=paces)
    def interfere(self, user: int, plan: Plan, until: Pace, deed: Deed, pace: Pace) -> None:
        """A user writes, and while the model is busy with it they do something else."""
        self._world.model.plans.appendleft(plan)
        self._world.say(self._where(user))
        self._stage.run(self._bot.go_on(until))
        self.do(user, deed, pace)

    @rule(writing=st.lists(users, min_size=1, max_size=3), pace=paces)
    def say_more(self, writing: list[int], pace: Pace) -> None:
        """The users write on."""
        for user in writing:
            self._world.say(self._where(user))
        self._go_on(pace)

    @rule(user=users, deed=deeds, pace=paces)
    def do(self, user: int, deed: Deed, pace: Pace) -> None:
        """A user does something else."""
        user = self._where(user)
        match deed:
            case "edit":
                self._world.edit(user, 1)
            case "edit an older one":
                self._world.edit(user, 2)
            case "write":
                self._world.say(user)
            case "write at length":
                self._world.say(user, long=True)
            case "delete" | "restore":
                self._world.forget(user, deed)
            case "delete the answer":
                self._world.delete_newest(user)
            case "kill the bot":
                self.interrupt("kill", Pace(0))
                self.start(Pace(0))
            case command:
                self._world.command(user, command)
        self._go_on(pace)

    @rule(coming=st.lists(plans, min_size=1, max_size=3))
    def plan(self, coming: list[Plan]) -> None:
        """The model has its next answers in mind."""
        self._world.model.plans.extend(coming)

    @rule(pace=paces)
    def release(self, pace: Pace) -> None:
        """What the model held back comes."""
        self._world.model.release()
        self._go_on(pace)

    @rule(fault=faults)
    def fail(self, fault: Fault) -> None:
        """Some of Telegram's next answers are none."""
        self._world.telegram.add_fault(fault)

    @rule(seconds=st.sampled_from([0.5, 3.0, 20.0, 100.0]), idle=st.booleans())
    def pass_time(self, seconds: float, *, idle: bool) -> None:
        """Time passes: so much on everybody's clock, and perhaps hours in which nobody writes."""
        self._stage.run(self._bot.pass_time(seconds))
        if idle:
            self._stage.run(self._bot.pass_time())  # else the bot may hold a lock, and wait for us
            self._world.leave_idle()

    @precondition(lambda self: self._started)
    @rule(how=st.sampled_from(["drop", "kill", "stop"]), pace=paces)
    def interrupt(self, how: str, pace: Pace) -> None:
        """The bot loses its database, is killed, or told to end."""
        match how:
            case "drop":
                self._world.drop_connections()
            case "kill":
                self._stage.run(self._bot.kill())
            case _:
                self._stage.run(self._bot.stop())
        self._started = how == "drop"
        self._go_on(pace)

    @precondition(lambda self: not self._started)
    @rule(pace=paces, limit=st.none() | limits)
    def start(self, pace: Pace, limit: int | None = None) -> None:
        """The bot is started, perhaps with other settings."""
        if limit:
            self._bot.limit(limit)
        self._stage.run(self._bot.start())
        self._started = True
        self._go_on(pace)
