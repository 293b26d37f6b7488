"""The tools that read web pages and search the web, and which addresses conversations were given and have opened."""

import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import BeforeValidator, Field, StringConstraints

from bot.features.web.addresses import LONGEST, WebAddress, read_address
from bot.features.web.pages import PagePart, Pages
from bot.features.web.search import Hit, WebSearch
from bot.kit.errors import AddressRefused, PageUnread, SearchFailed
from bot.kit.language import mark, t
from bot.kit.prompt_text import OthersText, PromptText, joined, others, own
from bot.kit.text import clean
from bot.turns.tools.tool import Caller, Family, Outcome, Query, Tool, ToolArguments
from bot.turns.values.acts import ActState, Deed

READ: Final = "fetch_page"
SEARCH: Final = "web_search"
MOST_GIVEN: Final = 5
"""Most addresses from search results that are opened freely in a turn: which ones are chosen says a little, too."""
_ADDRESS: Final = re.compile(
    r"https?://[^\s<>\"“”]+|(?<![\w@./-])[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}(?:/[^\s<>\"“”]*)?", re.IGNORECASE
)
_AFTER: Final = ".,;:!?'\u2019»)]}*_~`…"
"""Characters that often follow an address, and rarely end one."""
_CONVERSATIONS: Final = 32
_ADDRESSES: Final = 200
"""How many conversations, and addresses of each, are remembered. What is forgotten asks: nothing else depends on it."""


class FetchPage(ToolArguments):
    """Arguments of fetch_page."""

    url: Annotated[
        str,
        StringConstraints(min_length=1, max_length=LONGEST),
        BeforeValidator(lambda value: clean(value).strip(" <>") if isinstance(value, str) else value),
    ]
    part: int = Field(1, description="Of a long page")
    links: bool = Field(default=False, description="Show where its links lead")


class SearchWeb(ToolArguments):
    """Arguments of web_search."""

    query: Query


def web_tools(pages: Pages, searching: WebSearch | None) -> Family:
    """Return the tools for the web; without a search server, that for pages alone.

    They reach the web outside of a transaction. What it says is marked as not the user's words; what failed is said in
    our own. While untrusted text is in the prompt, an address that it may have made up waits for its owner.
    """
    web, purpose = _Web(pages, searching), mark("Search the web, and read web pages and PDFs.")
    if not searching:
        purpose = mark(
            "Read web pages and PDFs. Set SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY to search the web as well."
        )
    read: Tool[Any] = Tool(
        name=READ,
        description=(
            "Read a web page or PDF, as when a message is only a link, perhaps with its title. "
            "Name its address in your answer."
        ),
        arguments=FetchPage,
        acts=web.fetch,
        is_free=web.is_free,
        tells=_opening,
    )
    search: Tool[Any] = Tool(
        name=SEARCH,
        description=f"Search the web. Read what matters with {READ}, and name the addresses in your answer.",
        arguments=SearchWeb,
        acts=web.search,
    )
    return Family(name="web", purpose=purpose, tools=[read, search] if searching else [read], rank=2)


class _Web:
    """Runs the calls, and knows what addresses they gave and opened."""

    def __init__(self, pages: Pages, searching: WebSearch | None) -> None:
        self._pages = pages
        self._searching = searching
        self._trail = Trail()

    def is_free(self, caller: Caller, arguments: FetchPage) -> bool:
        at = caller.source
        return self._trail.is_free(at.conversation_id, at.turn_id, arguments.url, caller.own_words)

    async def fetch(self, caller: Caller, arguments: FetchPage) -> Outcome:
        try:
            part = await self._pages.part(
                arguments.url, arguments.part, with_links=arguments.links, is_host=caller.is_host
            )
        except PageUnread as why:
            return Outcome(own(str(why)), deed=Deed(lambda: _opening(arguments), state=ActState.FAILED))
        self._trail.open(caller.source.conversation_id, caller.source.turn_id, arguments.url, part.address)
        return Outcome(_page(part))

    async def search(self, caller: Caller, arguments: SearchWeb) -> Outcome:
        assert self._searching  # noqa: S101 - else it is not offered
        try:
            hits = await self._searching.search(arguments.query)
        except SearchFailed as why:
            return Outcome(own(str(why)))
        public = (hit.address for hit in hits if not self._pages.is_inside(hit.address))  # others may do something
        self._trail.give(caller.source.conversation_id, public)
        if not hits:
            return Outcome(own("Nothing was found. Fewer words, or other words for it, may find more."))
        return Outcome(_found(hits))


def _opening(arguments: FetchPage) -> str:
    return f"🌐 {t('Open {address}', address=arguments.url)}"


def _page(part: PagePart) -> PromptText:
    """Render a part of a page with its address, and how to read on."""
    place = f", part {part.number} of {part.count}" if part.count > 1 else ""
    text = others(OthersText(f"{part.address}{place}\n{part.text}", "a web page"))
    if part.number == part.count:
        return text
    return joined([text, own(f"[The page goes on: read part {part.number + 1} if you need it]")])


def _found(hits: Sequence[Hit]) -> PromptText:
    blocks = (
        "\n".join(filter(None, (f"{number}. {hit.title}", hit.address, hit.date, hit.excerpt)))
        for number, hit in enumerate(hits, 1)
    )
    return others(OthersText("\n".join(blocks), "found on the web"))


def is_free(
    address: str, own_words: str, *, given: Collection[str] = (), opened: Collection[str] = (), followed: int = 0
) -> bool:
    """Tell whether an address may be opened without asking, though untrusted text may want it opened.

    It may if it stands word for word in the user's `own_words`, or was `opened` before. It may if a search gave it, as
    long as fewer than MOST_GIVEN of these are `followed` in a turn. It may not if a page gave it: that can list one for
    each letter of a secret.
    """
    try:
        wanted = _essence(read_address(address))
    except AddressRefused:
        return True  # nothing is opened
    if wanted in map(_essence, chain(addresses_in(own_words), map(read_address, opened))):
        return True
    return followed < MOST_GIVEN and wanted in map(_essence, map(read_address, given))


def addresses_in(text: str) -> Iterator[WebAddress]:
    """Yield the addresses that stand in a text, with and without the marks that follow them."""
    for found in _ADDRESS.findall(text):
        for each in dict.fromkeys((found, found.rstrip(_AFTER))):
            try:
                yield read_address(each)
            except AddressRefused:
                continue


def _essence(address: WebAddress) -> tuple[str, int, str]:
    """Return what of an address can carry anything: not its scheme, "www." nor a slash at its end."""
    port = 0 if address.port in {80, 443} else address.port
    return address.host.removeprefix("www."), port, address.target.rstrip("/")


@dataclass(slots=True)
class _Steps:
    """The addresses given to a conversation, and those opened, each with the turn that did first."""

    given: OrderedDict[str, None] = field(default_factory=OrderedDict)
    opened: OrderedDict[str, UUID] = field(default_factory=OrderedDict)


class Trail:
    """Remembers the addresses of the last conversations, so that these need not ask for each."""

    def __init__(self) -> None:
        self._conversations: OrderedDict[UUID, _Steps] = OrderedDict()

    def is_free(self, conversation: UUID, turn: UUID, address: str, own_words: str) -> bool:
        """Tell whether a conversation may open an address without asking, though it holds untrusted text."""
        steps = self._conversations.get(conversation, _Steps())
        followed = sum(by == turn for it, by in steps.opened.items() if it in steps.given)
        return is_free(address, own_words, given=steps.given, opened=steps.opened, followed=followed)

    def give(self, conversation: UUID, addresses: Iterable[str]) -> None:
        """Remember what a search has found."""
        steps = self._steps(conversation)
        for address in addresses:
            steps.given[address] = None
        while len(steps.given) > _ADDRESSES:
            steps.given.popitem(last=False)

    def open(self, conversation: UUID, turn: UUID, *addresses: str) -> None:
        """Remember that a page was opened, and where it was found."""
        steps = self._steps(conversation)
        for address in addresses:
            steps.opened.setdefault(address, turn)
        while len(steps.opened) > _ADDRESSES:
            steps.opened.popitem(last=False)

    def _steps(self, conversation: UUID) -> _Steps:
        steps = self._conversations.setdefault(conversation, _Steps())
        self._conversations.move_to_end(conversation)
        if len(self._conversations) > _CONVERSATIONS:
            self._conversations.popitem(last=False)
        return steps
