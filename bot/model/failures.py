"""What a server's errors mean for the user."""

import openai

from bot import errors

_SITUATIONS: tuple[tuple[type[Exception], type[errors.ModelError]], ...] = (
    (openai.AuthenticationError, errors.KeyRefused),
    (openai.PermissionDeniedError, errors.KeyRefused),
    (openai.RateLimitError, errors.QuotaExceeded),
    (openai.NotFoundError, errors.UnknownModel),
    (openai.APITimeoutError, errors.ServerSilent),
    (TimeoutError, errors.ServerSilent),
    (openai.APIConnectionError, errors.ServerUnreachable),
)
_WORDINGS: tuple[tuple[tuple[str, ...], type[errors.ModelError]], ...] = (
    (("context length", "context_length", "context size", "context window", "too long"), errors.ContextTooLong),
    (("content_filter", "content_policy", "content management policy", "safety system"), errors.ContentRefused),
    (("insufficient_quota", "quota", "billing", "insufficient credits"), errors.QuotaExceeded),
)


def understood(error: Exception) -> errors.ModelError:
    """Translate the client's errors into the situations a user can do something about.

    Servers agree on few codes, so what they say counts too: first of all that a request is too long or refused,
    which comes with many a status.
    """
    said = f"{getattr(error, 'code', '')} {error}".lower()
    for wordings, situation in _WORDINGS:
        if any(wording in said for wording in wordings):
            return situation()
    for kind, situation in _SITUATIONS:
        if isinstance(error, kind):
            return situation()
    return errors.ModelError()
