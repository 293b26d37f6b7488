"""Embeddings: at once for searches and messages, in the background for stored texts."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Final

import structlog

from bot.kit.background import ShowLeft, unseen
from bot.kit.backoff import Backoff
from bot.kit.errors import ContentRefused, ContextTooLong, ModelError, RequestTooLarge
from bot.kit.vectors import Embedding, Vector
from bot.model.embeddings import Embedder
from bot.store.engine import Database
from bot.turns.store import vectors
from bot.turns.store.vectors import MOST_DIMENSIONS, Embedded

AWAITED_SECONDS: Final = 0.3
"""Longest wait in seconds while a user waits for an answer; after it, search goes by words only."""
AT_ONCE: Final = 16
"""Most memories or messages read for embedding at once."""
_WORK: Final = "Embedding messages and memories"
_MOST_CHARACTERS: Final = 2_000
_SHORTEST: Final = 100
"""Fewest characters to which a refused text is cut, in half each time."""

log = structlog.get_logger()


class Embeddings:
    """Embeds texts that are `stored`, and search queries once vectors of the same model are stored.

    At most one search request and one background request run at a time. The background pauses for `rests` times the
    duration of each request. Every minute it looks for texts stored by other processes, such as
    `python -m bot memory import`. Without an `embedder`, nothing is embedded.
    """

    def __init__(
        self,
        database: Database,
        embedder: Embedder | None,
        stored: Sequence[Embedded] = (),
        *,
        rests: float = 1.0,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._stored = stored
        self._rests = rests
        self._asking = asyncio.Lock()
        self.dimensions: int | None = None
        """Length of the model's vectors, None while unknown."""

    @property
    def knows(self) -> bool:
        """Whether texts can be embedded and compared with stored vectors."""
        return self._embedder is not None and self.dimensions is not None

    async def of(self, text: str, *, within: float = AWAITED_SECONDS) -> Embedding | None:
        """Return the embedding of a text, or None if it isn't computed `within` these seconds."""
        (embedding,) = await self.of_all([text], within=within)
        return embedding

    async def of_all(self, texts: Sequence[str], *, within: float = AWAITED_SECONDS) -> list[Embedding | None]:
        """Return the embeddings of texts, None for those that aren't computed `within` these seconds."""
        known: dict[str, Embedding] = {}
        beginnings = [text[:_MOST_CHARACTERS] for text in texts]
        try:
            async with asyncio.timeout(within):
                await self._ask([text for text in dict.fromkeys(beginnings) if text.strip()], known)
        except TimeoutError:
            log.info("searched by words only: the embedding model is slow")
        except ModelError as error:
            log.warning("searched by words only", error=type(error).__name__)
        return [known.get(text) for text in beginnings]

    async def _ask(self, texts: Sequence[str], known: dict[str, Embedding]) -> None:
        """Add the embeddings of texts to `known`, one batch at a time. Raises ModelError."""
        embedder = self._embedder
        while embedder and self.dimensions and texts:
            batch, texts = texts[: embedder.batch], texts[embedder.batch :]
            async with self._asking:  # for one batch, so that a long list does not delay other searches
                read = await embedder.embed(batch, are_queries=True)
            if any(len(vector) != self.dimensions for vector in read):
                self._begin_anew()
                return
            known |= {text: Embedding(embedder.name, vector) for text, vector in zip(batch, read, strict=True)}

    def _begin_anew(self) -> None:
        """Determine the length of vectors again: another model has the same name."""
        log.warning("the embedding model's vectors have another length")
        self.dimensions = None
        self._database.events[vectors.TO_EMBED].set()

    async def follow(self) -> None:
        """Let searches go by meaning, if another process keeps up with this model. Raises DatabaseUnavailable."""
        async with self._database.transaction() as tx:
            known = await vectors.known(tx)
        if self._embedder and known and known[0] == self._embedder.name:
            self.dimensions = known[1]

    async def keep_up(self, show_left: ShowLeft = unseen) -> None:
        """Embed stored texts as they come, until cancelled."""
        if self._embedder is None:
            await self._database.retry(vectors.end, reason="no embedding model")
            return
        backoff = Backoff(2.0, 300.0)
        while True:
            try:
                if not await self.catch_up(self._embedder, show_left):
                    return
                backoff.reset()
                with suppress(TimeoutError):  # then look for texts of other processes
                    async with asyncio.timeout(60):
                        await self._database.events[vectors.TO_EMBED].wait()
                self._database.events[vectors.TO_EMBED].clear()
            except ModelError as error:
                again_in = backoff.next()
                log.warning("the embedding model can't be asked", error=type(error).__name__, again_in=again_in)
                await asyncio.sleep(again_in)
            except Exception:  # a bug here must not stop the bot
                log.exception("stored texts can't be embedded")
                await asyncio.sleep(backoff.longest)

    async def catch_up(self, embedder: Embedder, show_left: ShowLeft = unseen) -> bool:
        """Embed all stored texts; False if the database can't store vectors. Raises ModelError."""
        if self.dimensions is None and not await self._begin(embedder):
            return False
        left = await self._database.retry(partial(vectors.number_pending, stored=self._stored), reason="texts to embed")
        while True:
            show_left(_WORK, left if left > AT_ONCE else 0)
            began = monotonic()
            pending = await self._database.retry(
                partial(vectors.pending, stored=self._stored, most=AT_ONCE), reason="texts to embed"
            )
            if not pending:
                return True
            read = iter(await self._read(embedder, [text for it in pending for text in it.texts]))
            found = [(it, [next(read) for _ in it.texts]) for it in pending]
            await self._database.retry(partial(vectors.put, read=found), single=False, reason="embeddings")
            left -= len(pending)
            await asyncio.sleep(self._rests * (monotonic() - began))

    async def _begin(self, embedder: Embedder) -> bool:
        """Prepare the database for vectors of this model; False if it can't store them."""
        if not await self._database.retry(vectors.is_possible, single=False, reason="pgvector"):
            log.warning("the database has no pgvector: search goes by words only")
            return False
        (vector,) = await embedder.embed(["What do you remember?"], are_queries=True)
        dimensions = len(vector)
        if dimensions > MOST_DIMENSIONS:
            log.warning("the embedding model's vectors are too long to be searched", dimensions=dimensions)
            return False
        await self._database.retry(
            lambda tx: vectors.begin(tx, embedder.name, dimensions, self._stored),
            single=False,
            reason="the embedding model",
        )
        self.dimensions = dimensions
        return True

    async def _read(self, embedder: Embedder, texts: Sequence[str]) -> list[Vector]:
        """Embed texts; if the model refuses them, one at a time, and shortened if necessary. Raises ModelError.

        A text refused at any length gets a vector that matches no text, so that it isn't tried again.
        """
        dimensions = self.dimensions or 1
        try:
            read = await embedder.embed(texts)
        except (ContextTooLong, ContentRefused, RequestTooLarge):
            if len(texts) > 1:
                return [vector for text in texts for vector in await self._read(embedder, [text])]
            (text,) = texts
            if len(text) > _SHORTEST:
                return await self._read(embedder, [text[: len(text) // 2]])
            log.warning("a text is found by its words only: the embedding model refuses it")
            return [[1.0, *[0.0] * (dimensions - 1)]]
        if any(len(vector) != dimensions for vector in read):
            self._begin_anew()
            raise ModelError
        return read
