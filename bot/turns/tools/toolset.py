"""The set of tools that a conversation is offered, and its calls."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import ValidationError

from bot.kit.capture_modes import CaptureMode
from bot.kit.errors import StartError
from bot.kit.language import DEFAULT, speaking_to
from bot.kit.prompt_text import own
from bot.kit.text import one_line
from bot.model.values import ToolCall, ToolResult, ToolSpec
from bot.store.engine import Transaction
from bot.turns.store.conversations import note_known
from bot.turns.tools.tool import Caller, Family, Outcome, Tool, mistakes, schema_of
from bot.turns.values.acts import Consent, Deed, Risk, consent

_HOSTS: Final = "Nothing was done. Only owners of this assistant may use this tool; tell the user."


@dataclass(frozen=True, slots=True)
class Prepared:
    """A call whose arguments are valid, ready to run."""

    call: ToolCall
    family: Family
    tool: Tool[Any]
    caller: Caller
    arguments: Any

    def consent(self, *, is_allowed: bool = False) -> Consent:
        """Return whether it is done at once, or its owner decides; the tool may be allowed for good.

        What a server says of its own tools taints no call of one that acts: who allows it allows it as it is described.
        """
        acts = self.tool.risk is Risk.SENDS
        is_tainted = self.caller.is_tainted_beside(self.family.name) if acts else self.caller.is_tainted
        is_asked = is_tainted and self.tool.is_free(self.caller, self.arguments)
        return consent(self.tool.risk, is_tainted=is_tainted, is_asked=is_asked, is_allowed=is_allowed)

    async def named(self, tx: Transaction) -> "Prepared":
        """Return it with the text of what it takes away."""
        assert self.tool.names  # noqa: S101 - asked before
        named = await self.tool.names(tx, self.caller.owner, self.arguments)
        return replace(self, caller=replace(self.caller, named=named))

    @property
    def deed(self) -> Deed:
        """What exactly will happen, for its owner; what it takes away is shown below."""
        shown = f"\n“{one_line(self.caller.named)}”" if self.caller.named else ""
        return Deed(lambda: f"{self.tool.tells(self.arguments)}{shown}")

    async def run(self, tx: Transaction) -> ToolResult:
        """Run it in the transaction that stores its result, whose words are English."""
        assert self.tool.run  # noqa: S101 - one of the two
        with speaking_to(DEFAULT):
            outcome = await self.tool.run(tx, self.caller, self.arguments)
        return await self.result(tx, outcome)

    async def act(self) -> Outcome:
        """Run one with effects elsewhere, outside of a transaction."""
        assert self.tool.acts  # noqa: S101 - one of the two
        with speaking_to(DEFAULT):
            return await self.tool.acts(self.caller, self.arguments)

    async def result(self, tx: Transaction, outcome: Outcome) -> ToolResult:
        """Return an outcome as the model gets it, in the transaction that stores it."""
        note_known(tx, self.caller.source.conversation_id, outcome.memories)
        return ToolResult(
            self.call.id, outcome.words, outcome.refusal, outcome.reaction, outcome.deed, outcome.refused is not None
        )


class ToolSet:
    """Families of tools. Raises StartError for two tools or families of one name."""

    def __init__(self, families: Iterable[Family], offered: Iterable[ToolSpec] = ()) -> None:
        self._arguments = {spec.name: spec.argument_names for spec in offered}
        self._families: dict[str, Family] = {}
        self._tools: dict[str, tuple[Family, Tool[Any]]] = {}
        for family in families:
            if family.name in self._families:
                raise StartError(f"Two families of tools are named {family.name}; rename one of them.")
            self.put(family)

    def put(self, family: Family) -> None:
        """Add a family, or replace the one of its name."""
        self.drop(family.name)
        for tool in family.tools:
            for name in (tool.name, *tool.former):
                if name in self._tools:
                    raise StartError(f"Two tools are named {name}; rename one of them.")
                self._tools[name] = (family, replace(tool, name=name))
        self._families[family.name] = family

    def drop(self, name: str) -> None:
        """Remove a family, if it is there."""
        self._families.pop(name, None)
        self._tools = {tool: its for tool, its in self._tools.items() if its[0].name != name}

    def find(self, name: str) -> Tool[Any] | None:
        """Return the tool of a name, if there is one."""
        return self._tools[name][1] if name in self._tools else None

    def family(self, name: str) -> Family | None:
        """Return the family of a name, if there is one."""
        return self._families.get(name)

    def families(self, *, is_host: bool) -> Sequence[Family]:
        """Return the families that a person may use, by name: those of the host only for one who is it."""
        return [family for _, family in sorted(self._families.items()) if is_host or not family.is_hosts]

    @property
    def to_find(self) -> "ToolSet":
        """The tools that use_tool uses: those not of the system, which the memory mode offers as it wants them used."""
        return ToolSet(it for it in self._families.values() if not it.is_system)

    def servers(self, offered: Iterable[ToolSpec]) -> frozenset[str]:
        """Return the foreign families that describe tools which a conversation is offered.

        A tool that is not there any more may have been of one.
        """
        families = (self._tools[it.name][0] if it.name in self._tools else None for it in offered)
        return frozenset(it.name if it else "" for it in families if it is None or it.is_foreign)

    def specs(
        self,
        mode: CaptureMode = CaptureMode.ASK,
        *,
        chosen: Collection[str] = (),
        without: Collection[str] = (),
    ) -> tuple[ToolSpec, ...]:
        """Return the tools offered in a mode: the system's but for families `without`, then the `chosen` ones.

        The order is fixed, by names.
        """
        return tuple(
            ToolSpec.of(tool.name, tool.description, schema_of(tool, mode))
            for family in sorted(self._families.values(), key=lambda it: not it.is_system)
            for tool in sorted(family.tools, key=lambda it: it.name)
            if (family.is_system and family.name not in without) or tool.name in chosen
            if mode in tool.offered_in
        )

    def among(self, offered: Iterable[ToolSpec]) -> "ToolSet":
        """Return the tools that a conversation is offered."""
        specs = tuple(offered)
        names = {spec.name for spec in specs}
        families = (
            replace(family, tools=[it for it in family.tools if not names.isdisjoint({it.name, *it.former})])
            for family in self._families.values()
        )
        return ToolSet((it for it in families if it.tools), specs)

    def text(self, call: ToolCall) -> str:
        """Return the text of a call to embed; empty if there is none."""
        _, tool = self._tools.get(call.name, (None, None))
        try:
            return tool.embedded_text(tool.read(call.arguments)) if tool else ""
        except ValidationError:
            return ""

    def prepare(self, caller: Caller, call: ToolCall) -> Prepared | ToolResult:
        """Return a call ready to run; one that can't be run, or not by its caller, has a result with the reason."""
        if call.name not in self._tools:
            return ToolResult(call.id, own("Nothing was done. There is no such tool here."))
        family, tool = self._tools[call.name]
        if family.is_hosts and not caller.is_host:
            return ToolResult(call.id, own(_HOSTS))
        try:
            arguments = tool.read(call.arguments)
        except ValidationError as error:
            return ToolResult(call.id, own(f"Nothing was done. {mistakes(error)}"))
        caller = replace(caller, arguments=self._arguments.get(call.name, ()))
        return Prepared(call, family, tool, caller, arguments)

    async def run(self, tx: Transaction, caller: Caller, call: ToolCall) -> ToolResult:
        """Run a call in the transaction that stores its result; invalid arguments give a result with the reason."""
        prepared = self.prepare(caller, call)
        return await prepared.run(tx) if isinstance(prepared, Prepared) else prepared
