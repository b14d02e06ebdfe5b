"""
How busy many workers are kept: a simulation of the studies' driver, fed with measured costs.

One driver hands out blocks, a window at a time, and takes what comes back, one after the other.
Each worker plays a block, and waits until it is handed another. Nothing is played here.
"""

from __future__ import annotations

import heapq
import random
from collections import deque

__all__ = ["busy_share"]


def busy_share(
    workers: int,
    *,
    block: float,
    driver: float,
    latency: float = 0.005,
    spread: float = 0.03,
    rounds: int = 30,
    seed: int = 1,
) -> float:
    """
    Give the share of their time that workers spend playing.

    Args:
        workers: How many.
        block: What a block costs a worker, in seconds.
        driver: What a block costs the driver, in seconds: handing out, reading, logging.
        latency: How long a message takes one way, in seconds.
        spread: By what share of it the cost of blocks varies: a standard deviation.
        rounds: How many blocks there are for each worker.
        seed: Of the variation.
    """
    rng = random.Random(seed)
    blocks, window = workers * rounds, 2 * workers
    free = [(0.0, worker) for worker in range(workers)]
    ready: deque[float] = deque()
    returns: list[tuple[float, float, int]] = []
    clock = busy = 0.0
    handed = done = 0

    def hand_out() -> None:
        nonlocal clock, handed
        clock += driver / 2
        ready.append(clock + latency)
        handed += 1

    while handed < min(window, blocks):
        hand_out()
    while done < blocks:
        while ready and free:
            idle, worker = heapq.heappop(free)
            begun = max(idle, ready.popleft())
            cost = block * max(0.1, rng.gauss(1, spread))
            busy += cost
            heapq.heappush(returns, (begun + cost + latency, begun + cost, worker))
        arrived, ended, worker = heapq.heappop(returns)
        heapq.heappush(free, (ended, worker))
        clock = max(clock, arrived) + driver / 2
        done += 1
        if handed < blocks:
            hand_out()
    return busy / (workers * clock)
