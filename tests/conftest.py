"""What all tests share: `make test` is the same everywhere, and `make prove-...` searches from a seed of its own."""

import gc
import os
import signal
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# A run holds a million objects for good (tests, modules, terms): looking through them again and again for garbage took
# a sixth of the processor's time.
gc.set_threshold(20_000, 20, 50)

pytest_plugins = [
    "support.analysis.fixtures",  # solutions of games that tests share
    "support.durations",  # the order of the tests, and the mark of the slow ones
    "support.page.fixtures",  # a browser, for the tests of the page
]

# A shell that starts tests in the background has them ignore interrupts, and every program that they start too; those
# that are interrupted on purpose would then never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No clock, no memory of earlier runs and no chance decides: what fails here fails on every machine.
settings.register_profile(
    "same everywhere",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# A part of the proof draws a seed, prints it, and gives it to Hypothesis and to the walks.
settings.register_profile("search", settings.get_profile("same everywhere"), derandomize=False, max_examples=1000)
settings.load_profile("same everywhere")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The seed that random walks start from; without it they are the same every time."""
    parser.addoption("--seed", type=int, default=0, help="where random walks start; `make prove-... SEED=` sets it")


def pytest_configure(config: pytest.Config) -> None:
    """Solutions of games are kept in pytest's cache, where there is one (`tests/support/analysis/solutions.py`)."""
    if config.pluginmanager.has_plugin("cacheprovider"):
        os.environ["CROUPIER_TEST_SOLUTIONS"] = str(config.cache.mkdir("solutions"))


def pytest_collection_finish() -> None:
    """Set aside what has been loaded and collected: no search for garbage looks through it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _evidence_elsewhere() -> Iterator[None]:
    """What clients keep of the houses of tests does not come among what the user of this machine has kept."""
    before = os.environ.get("XDG_STATE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        yield
    if before is None:
        del os.environ["XDG_STATE_HOME"]
    else:
        os.environ["XDG_STATE_HOME"] = before


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> int:
    """What random walks start from: 0 in `make test`, fresh in a proof."""
    given: int = request.config.getoption("--seed")
    return given
