"""Keys of a house: the form of what they sign and seal, byte by byte, so that other programs read it."""

from __future__ import annotations

import hmac
from base64 import b64decode, b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from croupier.crypto.keys import NONCE_BYTES, KeyFault, PrivateKey, is_private, is_signed, opened, public_key, sealed

SEED, KEY, NONCE = bytes(range(32)), bytes(range(32, 64)), bytes(range(12))
PUBLIC = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"  # of that seed, as RFC 8032 makes it


def test_a_key_has_the_public_half_that_every_program_makes_of_it() -> None:
    key = PrivateKey(SEED)
    assert key.public == PUBLIC
    assert PrivateKey.read(key.text()).public == PUBLIC
    assert is_private(key.text())
    assert not is_private(PUBLIC.encode())
    assert public_key(f"  {PUBLIC.upper()}\n") == PUBLIC
    for other in (PUBLIC[:-1], PUBLIC + "0", "g" + PUBLIC[1:], ""):
        with pytest.raises(KeyFault, match="no public key"):
            public_key(other)


def test_a_signature_holds_for_one_message_of_one_key() -> None:
    key = PrivateKey(SEED)
    signature = key.sign(b"message")
    assert is_signed(PUBLIC, signature, b"message")
    assert not is_signed(PUBLIC, signature, b"another")
    assert not is_signed(PrivateKey(KEY).public, signature, b"message")
    assert not is_signed(PUBLIC, "no signature", b"message")


@pytest.mark.parametrize("length", [0, 1, 1023, 1024, 1025])
def test_a_sealed_line_is_a_nonce_and_a_padded_line_of_aes_256_gcm(length: int) -> None:
    line = b"x" * length
    text = sealed(KEY, NONCE, line)
    whole = b64decode(text, validate=True)
    padded = line + bytes(-length % 1024)
    assert (NONCE_BYTES, whole[:12]) == (12, NONCE)
    assert AESGCM(KEY).decrypt(NONCE, whole[12:], None) == padded
    assert len(whole) == 12 + len(padded) + 16, "a line's length is told in steps of 1,024 bytes"
    assert opened(KEY, text) == line


@pytest.mark.parametrize("spoil", [b"", b"\0" * 11, b"\0" * 64])
def test_what_was_not_sealed_with_a_key_does_not_open(spoil: bytes) -> None:
    for text in (b64encode(spoil).decode(), "no base64!", sealed(SEED, NONCE, b"line")):
        with pytest.raises(KeyFault, match="does not open with its key"):
            opened(KEY, text)


def test_the_key_of_a_seal_follows_from_the_seed_the_header_and_the_round() -> None:
    made = hmac.digest(SEED, b"croupier sealing key 1", "sha256")
    first = bytes(32)
    assert PrivateKey(SEED).seal_key(first, 7) == hmac.digest(made, b"croupier seal 1\0" + first + b"7", "sha256")


def test_a_private_key_of_another_kind_is_none() -> None:
    other = X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with pytest.raises(KeyFault, match="of another kind"):
        PrivateKey.read(other)
    with pytest.raises(KeyFault, match="no private key"):
        PrivateKey.read(b"-----BEGIN PRIVATE KEY-----\nx\n")
