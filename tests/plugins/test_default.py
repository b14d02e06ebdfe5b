"""
The registry of a process: lazy, once, safe in threads, steered by the environment.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sample_plugins import BROKEN, Distribution, Run, good, write

ALL = (good("tilerules-aaa"), good("tilerules-zzz"), *BROKEN)
WAITS = Distribution(
    "tilerules-waiter",
    {
        "waiter": "import threading, tilerules\n"
        "from tilerules.plugins import default\n"
        "default._PATIENCE = 0.2\n"
        "def ask():\n"
        "    try:\n"
        "        tilerules.variants()\n"
        "    except tilerules.PluginLoadError as error:\n"
        "        said.append(str(error))\n"
        "said = []\n"
        "thread = threading.Thread(target=ask)\n"
        "thread.start()\n"
        "thread.join()\n"
        "raise ImportError(said[0])\n"
    },
    {"waiter": "waiter"},
)
ASKS_BACK = Distribution(
    "tilerules-asker",
    {"asker": "import tilerules\ntilerules.variants()\n"},
    {"asker": "asker"},
)


def test_everything_at_once(site: Path, run_scenario: Run) -> None:
    """
    Nothing is scanned at import; then plugins load once for all threads, and each failure is
    warned of once.
    """
    write(site, *ALL, ASKS_BACK)
    seen = run_scenario()
    failures = sorted(text for text in seen["reports"].values() if text is not None)

    assert seen["scanned_at_import"] is False
    assert 1 == seen["registries"]
    assert {"aaa", "zzz"} <= set(seen["variants"])
    assert len(BROKEN) + 1 == len(failures)
    assert failures == seen["warned"]
    assert "hooks only declare" in seen["reports"]["tilerules-asker (asker)"]


@pytest.mark.parametrize(
    "chosen",
    [
        {"TILERULES_ONLY_PLUGINS": "tilerules-aaa"},
        {"TILERULES_ONLY_PLUGINS": "aaa, "},
        {"TILERULES_ONLY_PLUGINS": "Tilerules_AAA"},
    ],
)
def test_only(site: Path, run_scenario: Run, chosen: dict[str, str]) -> None:
    """
    The environment can name the only plugins to be loaded.
    """
    write(site, *ALL)
    seen = run_scenario(**chosen)

    assert ["aaa"] == seen["variants"]
    assert ["tilerules-aaa (aaa)"] == list(seen["reports"])
    assert [] == seen["warned"]


def test_disable(site: Path, run_scenario: Run) -> None:
    """
    The environment can name plugins that are not even imported.
    """
    write(site, *ALL)
    seen = run_scenario(TILERULES_ONLY_PLUGINS="aaa,zzz", TILERULES_DISABLE_PLUGINS="tilerules-zzz")

    assert ["aaa"] == seen["variants"]
    assert [] == seen["warned"]


@pytest.mark.parametrize("variable", ["TILERULES_ONLY_PLUGINS", "TILERULES_DISABLE_PLUGINS"])
def test_mistyped(variable: str, site: Path, run_scenario: Run) -> None:
    """
    A name that fits no plugin is reported, whichever variable has it.
    """
    write(site, good("tilerules-aaa"), good("tilerules-zebra"))
    names = {"TILERULES_ONLY_PLUGINS": "aaa,zebra", variable: "zebar,aaa"}
    seen = run_scenario(**names)

    assert ("aaa" in seen["variants"]) is (variable == "TILERULES_ONLY_PLUGINS")
    assert 1 == len(seen["warned"])
    assert "there is no plugin 'zebar'; did you mean 'zebra'?" in seen["warned"][0]


@pytest.mark.parametrize(("value", "raises"), [("1", True), ("0", False), ("", False)])
def test_strict(site: Path, run_scenario: Run, value: str, raises: bool) -> None:
    """
    The environment can make a failing plugin an error.
    """
    write(site, good("tilerules-aaa"), BROKEN[0])
    seen = run_scenario(
        TILERULES_ONLY_PLUGINS=f"aaa,{BROKEN[0].name}", TILERULES_STRICT_PLUGINS=value
    )

    assert raises == ("raised" in seen)
    assert BROKEN[0].says in (seen["raised"] if raises else seen["warned"][0])


@pytest.mark.timeout(30)
def test_a_thread_of_a_plugin_that_asks(site: Path, run_scenario: Run) -> None:
    """
    A plugin that waits at import for a thread which asks for variants fails, and nothing hangs.
    """
    write(site, good("tilerules-aaa"), WAITS)
    seen = run_scenario(TILERULES_ONLY_PLUGINS="aaa,waiter")

    assert ["aaa"] == seen["variants"]
    assert "hooks only declare" in seen["reports"]["tilerules-waiter (waiter)"]
