"""Secrets that open something: a player's key, and links. Only their hashes are saved; they are never logged."""

import hashlib
import re
import secrets

from serai.core.words.language import gettext as _
from serai.tables.errors import NotAllowed

BYTES = 24  # of a key or link, 192 bits
NAME_BYTES = 9  # of a table's name
FORM = re.compile(r"[A-Za-z0-9_-]{32}")


def fresh() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(BYTES)


def fresh_name() -> str:
    """A name for a table: short, and hard to guess although it is no secret."""
    return secrets.token_urlsafe(NAME_BYTES)


def hashed(key: str) -> str:
    """What is saved of a key."""
    if not FORM.fullmatch(key):
        raise NotAllowed(_("this is no key or link of ours"))
    return hashlib.sha256(key.encode()).hexdigest()
