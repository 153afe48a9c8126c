"""Keys in cookies: signed, so that no page can make a browser show one that this server never gave.

The secret is the database's, so all processes know it and every start does. Cookies from before keys were signed count
for players who had a seat then, and for nobody else; they are replaced by signed ones.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable

from serai.tables import keys

PURPOSE = b"serai cookie/1:"  # so that what is signed here means nothing elsewhere
COOKIES = "cookies"  # the name of the secret
SIGN_BYTES = 16


class Keyring:
    """Tells the keys that this server gave from others."""

    def __init__(self, secret: bytes, had_seat: Callable[[str], bool]) -> None:
        self._secret, self._had_seat = secret, had_seat

    def signed(self, key: str) -> str:
        """A key as a cookie holds it."""
        mac = hmac.digest(self._secret, PURPOSE + key.encode(), hashlib.sha256)[:SIGN_BYTES]
        return f"{key}.{urlsafe_b64encode(mac).rstrip(b'=').decode()}"

    def opened(self, cookie: str) -> str | None:
        """The key in a cookie; None when it was not signed here."""
        key = cookie.partition(".")[0]
        is_ours = keys.FORM.fullmatch(key) and hmac.compare_digest(cookie.encode(), self.signed(key).encode())
        return key if is_ours else None

    def is_from_before(self, cookie: str) -> bool:
        """Whether a cookie without a signature is a key that had a seat before there were signatures."""
        return keys.FORM.fullmatch(cookie) is not None and self._had_seat(keys.hashed(cookie))
