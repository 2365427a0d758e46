"""Keys of a house: Ed25519 signatures for the heads of its recordings, AES-256-GCM for lines while a round runs.

The `cryptography` library is imported only when a key is used.
"""

from __future__ import annotations

import hmac
import re
from base64 import b64decode, b64encode
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from croupier.errors import CroupierError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SEED_BYTES = 32
NONCE_BYTES = 12
_PADDED = 1024  # sealed lines are padded to a multiple of this, which hides how many digits their cards have
_PUBLIC = re.compile(r"[0-9a-f]{64}")
_BEGINS = b"-----BEGIN PRIVATE KEY-----"


class KeyFault(CroupierError, ValueError):  # noqa: N818 - it is the key that is at fault
    """A text that is no key, or a ciphertext that a key does not decrypt."""


class PrivateKey:
    """A house's private key. Its holder can sign and decrypt in the house's name."""

    def __init__(self, seed: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key: Ed25519PrivateKey = Ed25519PrivateKey.from_private_bytes(seed)
        self._sealing = hmac.digest(seed, b"croupier sealing key 1", "sha256")

    @classmethod
    def read(cls, text: bytes) -> PrivateKey:
        """A key from its file, which is PEM (PKCS #8), as `text` writes it and other programs do."""
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        try:
            key = load_pem_private_key(text, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise KeyFault("that is no private key; accepted: a file that `croupier key new` has written") from error
        if not isinstance(key, Ed25519PrivateKey):
            raise KeyFault("that is a private key of another kind; accepted: Ed25519")
        return cls(key.private_bytes_raw())

    def text(self) -> bytes:
        """The key as its file has it."""
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    @cached_property
    def public(self) -> str:
        """The public key in hexadecimal, with which everybody can check signatures."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        """The signature of a message."""
        return self._key.sign(message).hex()

    def seal_key(self, first: bytes, until: int) -> bytes:
        """The key for the lines of a recording, whose header has the hash `first`, that are sealed until `until`."""
        return hmac.digest(self._sealing, b"croupier seal 1\0%b%d" % (first, until), "sha256")


def is_private(text: bytes) -> bool:
    """True if a file holds a private key, or begins like one."""
    return text.startswith(_BEGINS)


def public_key(text: str) -> str:
    """Parse a public key as a person writes it: surrounding space and case do not matter."""
    found = text.strip().lower()
    if not _PUBLIC.fullmatch(found):
        raise KeyFault("that is no public key; accepted: the 64 hexadecimal digits that `croupier key` prints")
    return found


def is_signed(public: str, signature: str, message: bytes) -> bool:
    """True if the message was signed with the private key that belongs to this public key."""
    from cryptography.exceptions import InvalidSignature

    try:
        _known(public).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=4)
def _known(public: str) -> Ed25519PublicKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))


def sealed(key: bytes, nonce: bytes, line: bytes) -> str:
    """Encrypt a line so that only this key decrypts it. A nonce is never used twice with one key."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    padded = line + bytes(-len(line) % _PADDED)
    return b64encode(nonce + AESGCM(key).encrypt(nonce, padded, None)).decode()


def opened(key: bytes, text: str) -> bytes:
    """Decrypt a line that was encrypted with this key; raise a KeyFault for any other."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        whole = b64decode(text, validate=True)
        return AESGCM(key).decrypt(whole[:NONCE_BYTES], whole[NONCE_BYTES:], None).rstrip(b"\0")
    except (ValueError, InvalidTag) as error:
        raise KeyFault("the seal does not open with its key") from error
