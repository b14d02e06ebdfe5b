"""
Other people's engines run studies, and come to the bits that threads and processes come to.

``python3 dev.py test --engines`` installs them; where one is missing its tests are skipped.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tilerules.cli import main
from tilerules.studies import Arm, Study, run

STUDY = Study(
    arms={"dead": Arm("gaple"), "pass": Arm("gaple", ["gaple/pass"])},
    units=1000,
    block=100,
    seed="s1",
)

# Engines warn of what is theirs: ports in use, forks, folders in memory.
pytestmark = pytest.mark.filterwarnings("default")


def package(name: str) -> Any:
    """
    Import an engine, or skip the test; where all engines are to be there, fail.
    """
    if os.environ.get("TILERULES_ENGINES"):
        return importlib.import_module(name)
    return pytest.importorskip(name)


@contextmanager
def loky_pool(workers: int) -> Iterator[Executor]:
    """
    Make a pool of loky's.
    """
    with package("loky").ProcessPoolExecutor(workers) as pool:
        yield pool


@contextmanager
def dask_pool(workers: int) -> Iterator[Executor]:
    """
    Make a local cluster of dask's, and its executor.
    """
    distributed = package("distributed")
    with (
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


@contextmanager
def ray_pool(workers: int) -> Iterator[Executor]:
    """
    Start Ray here, and give what docs/howto/studies.md makes of it.
    """
    ray = package("ray")

    class RayExecutor(Executor):
        def __init__(self) -> None:
            self._task = ray.remote(max_retries=3)(lambda call, args: call(*args))

        def submit(self, fn: Callable[..., Any], /, *args: Any, **_more: Any) -> Future[Any]:
            future: Future[Any] = self._task.remote(fn, args).future()
            return future

    ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    try:
        yield RayExecutor()
    finally:
        ray.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("pool", [loky_pool, dask_pool, ray_pool], ids=["loky", "dask", "ray"])
def test_an_engine_comes_to_the_same_bits(pool: Any, workers: int, tmp_path: Path) -> None:
    """
    A study on an engine has the digest it has here, and goes on from a log that was begun here.
    """
    with pool(workers) as executor, ThreadPoolExecutor(1) as here:
        whole = run(STUDY, executor=here).fingerprint()
        assert whole == run(STUDY, executor=executor, workers=workers).fingerprint()

        run(STUDY, executor=here, log=tmp_path / "log")
        lines = (tmp_path / "log").read_bytes().splitlines(keepends=True)
        (tmp_path / "log").write_bytes(b"".join(lines[:4]))
        again = run(STUDY, executor=executor, workers=workers, log=tmp_path / "log")
        assert whole == again.fingerprint()


@pytest.mark.parametrize("name", ["pandas", "polars", "pyarrow"])
def test_rows_go_into_tables(name: str) -> None:
    """
    Rows are what the makers of tables take: one line a measure, numbers as numbers.
    """
    module = package(name)
    with ThreadPoolExecutor(1) as here:
        result = run(STUDY, executor=here)
    rows = result.rows()
    make = module.Table.from_pylist if name == "pyarrow" else module.DataFrame
    table = make(rows)

    assert (len(rows), len(rows[0])) == table.shape
    assert [row["pass"] for row in rows] == list(map(float, map(str, table["pass"])))


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_pictures_are_drawn(tmp_path: Path, ending: str) -> None:
    """
    A picture is written for each number of arms; equal results give equal files.
    """
    package("matplotlib")
    arms = [STUDY.arms, {"block": Arm("block")}, STUDY.arms | {"block": Arm("block")}]
    for some in arms:
        with ThreadPoolExecutor(1) as here:
            result = run(Study(arms=some, units=100, block=100), executor=here)
        axes = result.plot(tmp_path / f"one.{ending}").axes
        result.plot(tmp_path / f"two.{ending}")

        assert 3 == len(axes)
        assert list(result.study.measures) == [one.get_text() for one in axes[0].get_yticklabels()]
        assert len(some) == len(axes[1].patches)
        assert (tmp_path / f"one.{ending}").stat().st_size > 5000
        if ending == "svg":
            assert (tmp_path / "one.svg").read_text() == (tmp_path / "two.svg").read_text()


def test_the_command_draws_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    ``tilerules study`` writes a picture and a Parquet file, and says what it cannot write.
    """
    parquet = package("pyarrow.parquet")
    package("matplotlib")
    monkeypatch.chdir(tmp_path)
    command = ["study", "gaple", "--against", "gaple", "-r", "pass", "--units", "100"]

    assert 0 == main([*command, "--plot", "out.svg", "--out", "rows.parquet", "--log", "one"])
    assert "<svg" in (tmp_path / "out.svg").read_text()
    assert 12 == parquet.read_table("rows.parquet").num_rows
    assert 2 == main([*command, "--plot", "out.xyz", "--log", "one", "--resume"])
