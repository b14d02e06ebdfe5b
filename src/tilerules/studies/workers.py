"""
Processes that play for a study, and end when nobody needs them any more.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor

__all__ = ["cores", "end_with_driver", "make_pool", "stop"]

_LOOK = 0.5
"""Every so many seconds a worker looks whether its driver lives."""


def cores() -> int:
    """Give how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def end_with_driver() -> None:
    """
    Let this worker end soon after the process that made it: the initializer of a process pool.

    By themselves the workers of a killed driver live on and wait: forked ones keep each
    other's pipe open. Ctrl-C is left to the driver.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    driver = multiprocessing.parent_process()
    if driver is None:
        return
    parent = os.getppid()

    def look() -> None:
        while os.getppid() == parent and driver.is_alive():
            time.sleep(_LOOK)
        os._exit(1)

    threading.Thread(target=look, daemon=True, name="driver-watch").start()


def make_pool(workers: int) -> ProcessPoolExecutor:
    """Make a process pool whose workers end with this process."""
    return ProcessPoolExecutor(workers, initializer=end_with_driver)


def stop(pool: Executor) -> None:
    """End the workers of a pool at once; what they are at is lost."""
    # Public from Python 3.14: ProcessPoolExecutor.terminate_workers.
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)
