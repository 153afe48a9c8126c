"""Signed keys in cookies: no page can make a browser send a key that this server did not issue.

The secret is in the database, so all processes share it and it survives restarts. Unsigned cookies, from before keys
were signed, count only for players who had a seat then; they are replaced by signed ones.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable

from serai.tables import keys

PURPOSE = b"serai cookie/1:"  # so that a signature is not valid elsewhere
COOKIES = "cookies"  # the name of the secret
SIGN_BYTES = 16


class Keyring:
    """Signs keys and verifies signed ones."""

    def __init__(self, secret: bytes, had_seat: Callable[[str], bool]) -> None:
        self._secret, self._had_seat = secret, had_seat

    def sign(self, key: str) -> str:
        """A key with its signature, for a cookie."""
        mac = hmac.digest(self._secret, PURPOSE + key.encode(), hashlib.sha256)[:SIGN_BYTES]
        return f"{key}.{urlsafe_b64encode(mac).rstrip(b'=').decode()}"

    def verify(self, cookie: str) -> str | None:
        """The key in a cookie; None if its signature is not ours."""
        key = cookie.partition(".")[0]
        is_ours = keys.FORM.fullmatch(key) and hmac.compare_digest(cookie.encode(), self.sign(key).encode())
        return key if is_ours else None

    def is_unsigned_seat_key(self, cookie: str) -> bool:
        """Whether an unsigned cookie is a key that had a seat before there were signatures."""
        return keys.FORM.fullmatch(cookie) is not None and self._had_seat(keys.hashed(cookie))
