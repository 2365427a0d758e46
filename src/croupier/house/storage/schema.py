"""The schema of the house's database. The state of a live table is its stream in the journal; the rest is derived.

A stream is a table by its name, or one of the house's own, whose names begin with a dollar sign. Times are house time
in milliseconds; money is cents; ids of persons say nothing about them.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

STREAM, PERSON, REQUEST = 64, 64, 64  # letters of a name

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _key(name: str, *, letters: int = STREAM) -> Column[str]:
    return Column(name, String(letters), primary_key=True)


def _number(name: str) -> Column[int]:
    return Column(name, BigInteger, primary_key=True, autoincrement=False)


def _text(name: str, letters: int = STREAM) -> Column[str]:
    return Column(name, String(letters), nullable=False, server_default="")


def _int(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False, server_default="0")


def _bytes(name: str) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False)


# ---- the journal -------------------------------------------------------------------------------------------

# A command that was carried out, with its events: the lines of the table's recording that it led to.
journal = Table(
    "journal",
    metadata,
    _key("stream"),
    _number("seq"),
    _int("at"),
    _text("session"),
    _int("round"),  # in play after it, or the last
    _text("by", PERSON),
    _text("request", REQUEST),  # the sender's own id of it
    _bytes("asked"),  # SHA-256 of what was asked under that id
    _bytes("head"),  # of the chain after it
    _int("sealed"),  # by which key of the vault; 0 if all that it says is for all
    _bytes("lines"),
    _bytes("mark"),  # by the vault, over all the rest: what no line says (when, under which id) is not altered unseen
)
# An index over some rows serves a query that has its condition, word for word.
REQUESTED = text("request <> ''")
Index(
    "uq_journal_request",
    journal.c.stream,
    journal.c.by,
    journal.c.request,
    unique=True,
    sqlite_where=REQUESTED,
    postgresql_where=REQUESTED,
)

# The end of each stream: without it the last rows could be deleted unnoticed.
tips = Table("tips", metadata, _key("stream"), _int("seq"), _bytes("head"))

# A table under one submission, engine and key, from opening to closing.
sessions = Table(
    "sessions",
    metadata,
    _key("id"),
    _text("stream"),
    _int("first"),  # the sequence of its first command
    _int("opened"),
    _int("closed"),  # when; 0 while it is open
    _int("engine"),
    _bytes("header"),  # the first line of its recording
    _int("sealed"),  # by which key of the vault the seed is
    _bytes("seed"),
)
Index("ix_sessions_stream_first", sessions.c.stream, sessions.c.first)
Index("ix_sessions_closed", sessions.c.closed, sessions.c.stream)  # the open ones are few
Index("ix_sessions_opened", sessions.c.opened, sessions.c.id)
Index("ix_sessions_stream_opened", sessions.c.stream, sessions.c.opened, sessions.c.id)

snapshots = Table(
    "snapshots", metadata, _key("stream"), _number("seq"), _text("session"), _int("sealed"), _bytes("state")
)

# ---- what is looked for ---------------------------------------------------------------------------------------

# A round that is over, by the command that ended it; it began behind the end of the one before.
rounds = Table(
    "rounds",
    metadata,
    _key("stream"),
    _key("session"),
    _number("round"),
    _int("seq"),
    _int("at"),
    _int("void"),
)
_PLACE = ("stream", "session", "round")
Index("ix_rounds_order", rounds.c.at, *(rounds.c[name] for name in _PLACE))
Index("ix_rounds_seq", rounds.c.stream, rounds.c.seq)
Index("ix_rounds_of_stream", rounds.c.stream, rounds.c.at, rounds.c.session, rounds.c.round, rounds.c.void)

# The players of each round, and what it came to for them.
played = Table(
    "played",
    metadata,
    _key("stream"),
    _key("session"),
    _number("round"),
    _number("seat"),
    _text("person", PERSON),
    _int("staked"),
    _int("net"),
    _int("at"),  # when the round ended
)
Index("ix_played_by_person", played.c.person, played.c.at, *(played.c[name] for name in _PLACE), played.c.net)

# The clauses and irregularities that a command's events name, by the round that was played or prepared.
cited = Table(
    "cited",
    metadata,
    _key("stream"),
    _number("seq"),
    _key("kind"),  # clause, ruling, irregular, ruled
    _key("what", letters=200),
    _text("session"),
    _int("round"),
)
Index("ix_cited_what", cited.c.kind, cited.c.what, postgresql_ops={"what": "varchar_pattern_ops"})
Index("ix_cited_round", *(cited.c[name] for name in _PLACE), cited.c.kind, cited.c.what)

# ---- the ledger --------------------------------------------------------------------------------------------

postings = Table(
    "postings",
    metadata,
    _key("stream"),
    _number("seq"),
    _number("line"),
    _text("account", 200),
    _int("amount"),
    _text("what"),
)
# Wallets and meters are moved in several streams; every other account in that of its table, and seldom looked for.
SHARED = text("substr(account, 1, 6) IN ('wallet', 'meter/')")
Index(
    "ix_postings_shared",
    postings.c.account,
    postings.c.amount,
    sqlite_where=SHARED,
    postgresql_where=SHARED,
    postgresql_ops={"account": "varchar_pattern_ops"},
)
# Few postings are of chips that are brought or of a meter: figures are summed over these alone.
BROUGHT = text("what IN ('sat', 'bought', 'meter')")
Index(
    "ix_postings_brought",
    postings.c.stream,
    postings.c.what,
    postings.c.seq,
    sqlite_where=BROUGHT,
    postgresql_where=BROUGHT,
)

# Sums over every thousand rows of a stream (`storage/sums.py`): of each account, and the figures of its rounds.
account_sums = Table(
    "account_sums", metadata, _key("account", letters=200), _key("stream"), _number("upto"), _int("amount")
)
Index("ix_account_sums_begins", account_sums.c.account, postgresql_ops={"account": "varchar_pattern_ops"})
figure_sums = Table("figure_sums", metadata, _key("stream"), _number("upto"), _key("what"), _int("amount"))

wallets = Table(
    "wallets",
    metadata,
    _key("person", letters=PERSON),
    _int("amount"),
    CheckConstraint("amount >= 0", "not_below_zero"),
)

meters = Table("meters", metadata, _key("name", letters=200), _int("amount"), _int("version"), _int("resets"))

# ---- what is published -------------------------------------------------------------------------------------

# Finished rounds that wait to be taken into the house-wide tree, with the head that may leave the house, and behind it
# the hash of the round's public facts.
ended = Table(
    "ended",
    metadata,
    _key("stream"),
    _key("session"),
    _number("round"),
    _int("seq"),
    _bytes("head"),
)

# Heads of finished rounds, in the order in which they went into the house-wide tree.
leaves = Table(
    "leaves",
    metadata,
    _key("origin", letters=200),
    _number("number"),
    _text("stream"),
    _int("seq"),
    _text("session"),
    _int("round"),
    _bytes("head"),
)
Index("uq_leaves_round", leaves.c.stream, leaves.c.session, leaves.c.round, leaves.c.origin, unique=True)

# Hashes over 256 leaves, over 256 of those, and so on: proofs are made from them without reading the whole tree.
tiles = Table("tiles", metadata, _key("origin", letters=200), _number("level"), _number("number"), _bytes("hash"))

checkpoints = Table(
    "checkpoints",
    metadata,
    _key("origin", letters=200),
    _number("size"),
    _int("at"),
    Column("note", Text, nullable=False),
)

shares = Table(
    "shares",
    metadata,
    _key("hash"),
    _text("stream"),
    _text("session"),
    _int("round"),
    _text("by"),
    _int("at"),
    _int("revoked"),
    _int("own_cards"),
)
Index("ix_shares_by", shares.c.by)

# ---- people ------------------------------------------------------------------------------------------------

persons = Table(
    "persons",
    metadata,
    _key("id", letters=PERSON),
    _text("name", 200),
    _text("role"),  # guest, player, dealer, floor, auditor, manager
    _int("program"),  # 1 of one that plays by itself
    _int("since"),
    _int("ended"),
    _text("looks", 200),  # the letters that the name looks like
)
Index("ix_persons_looks", persons.c.looks)
Index("ix_persons_role", persons.c.role, persons.c.id)

logins = Table(
    "logins",
    metadata,
    _key("login"),
    _text("person", PERSON),
    Column("password", Text, nullable=False),
    _int("changed"),
    _int("expires"),  # of a one-time password; 0 of one that a person chose
)

Index("ix_logins_person", logins.c.person)

assignments = Table("assignments", metadata, _key("person", letters=PERSON), _key("stream"), _int("since"))

# The dealer on duty at each table: one person, who has signed on and was not relieved yet.
duties = Table("duties", metadata, _key("stream"), _text("person", PERSON), _int("since"))
Index("uq_duties_person", duties.c.person, unique=True)

# Whom the floor has refused at a table, and why.
refused = Table(
    "refused",
    metadata,
    _key("stream"),
    _key("person", letters=PERSON),
    _text("by", PERSON),
    _text("reason", 500),
    _int("at"),
)

# Cookies and bearer tokens: what is stored opens nothing.
passes = Table(
    "passes",
    metadata,
    _key("hash"),  # SHA-256 of what the bearer has
    _text("person", PERSON),
    _text("kind"),  # cookie or token
    _text("scope", 200),
    _text("label", 200),
    _int("since"),
    _int("expires"),
    _int("revoked"),
)
Index("ix_passes_person", passes.c.person)

# Orders that wait for the end of the round.
intents = Table(
    "intents",
    metadata,
    _key("stream"),
    _key("what"),
    _number("seat"),
    _text("person", PERSON),
    _text("by", PERSON),
    _text("reason", 500),
    _int("at"),
    _text("to"),  # the table that somebody is moved to
    _int("to_seat"),
)

# ---- lessons -----------------------------------------------------------------------------------------------

# A lesson in dealing: by its seed it is dealt again.
lessons = Table(
    "lessons",
    metadata,
    _key("seed"),
    _text("learner"),  # by the hash of a pass
    _text("person", PERSON),
    _int("begun"),
    Column("drill", Text, nullable=False),
    _int("engine"),
    _int("ended"),
)
Index("ix_lessons_learner", lessons.c.learner, lessons.c.ended)
lesson_steps = Table("lesson_steps", metadata, _key("lesson"), _number("number"), _text("said"), _int("at"))

# A drill that a supervisor has set, until that person begins a lesson.
drills = Table(
    "drills",
    metadata,
    _key("person", letters=PERSON),
    Column("drill", Text, nullable=False),
    _text("by", PERSON),
    _int("at"),
)

# The house itself: its id, its key's public half, its log's origin, house time as last seen.
facts = Table("facts", metadata, _key("name"), Column("value", Text, nullable=False))
