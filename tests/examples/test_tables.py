"""
The example app as its users have it: a process that serves, and clients that only know addresses.

``python3 dev.py test --examples`` installs what it needs; where that is missing, these tests are
skipped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

import tilerules

if os.environ.get("TILERULES_EXAMPLES"):
    import aiohttp
else:
    aiohttp = pytest.importorskip(
        "aiohttp", reason="the example app needs aiohttp: python3 dev.py test --examples"
    )

APP = Path(__file__).resolve().parents[2] / "examples" / "tables" / "app.py"
FOUR = ["Ana", "Budi", "Caro", "Dewi"]
ROUNDS = ["table/rounds:rounds=3"]
"""A house rule, so that there is something between two rounds."""
SLOW = 3600
"""Seconds to think for, where no clock is to strike."""


class Server:
    """
    The app as a process of its own.
    """

    def __init__(self, db: Path) -> None:
        self._db = db
        self.start()

    def start(self) -> None:
        """
        Start it, at a port that is free.
        """
        command = [sys.executable, str(APP), "--port", "0", "--db", str(self._db)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rstrip("/")
        assert self.address.startswith("http://127.0.0.1:")

    def kill(self) -> None:
        """
        End it as a machine that fails would: it is not told.
        """
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """
    Give a server with a database of its own.
    """
    made = Server(tmp_path / "tables.db")
    yield made
    made.kill()


class Client:
    """
    Somebody at a table, or the host, or who looks on.
    """

    def __init__(self, http: Any, server: Server, table: str, token: str | None) -> None:
        self._http, self._server, self._table, self.token = http, server, table, token or ""

    def _at(self, what: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.token}"}
        return {"url": f"{self._server.address}/tables/{self._table}{what}", "headers": headers}

    async def see(self) -> dict[str, Any]:
        """
        Ask for what may be seen.
        """
        async with self._http.get(**self._at("")) as found:
            assert 200 == found.status
            seen: dict[str, Any] = await found.json()
            return seen

    async def why(self, move: str) -> list[str]:
        """
        Ask what speaks against a move; give the codes.
        """
        async with self._http.get(**self._at("/why"), params={"move": move}) as found:
            return [reason["code"] for reason in (await found.json())["reasons"]]

    async def act(self, what: str, **asked: Any) -> tuple[int, Any]:
        """
        Do something; give the status, and the codes of what speaks against it, or the text.
        """
        async with self._http.post(**self._at(f"/{what}"), json=asked) as found:
            if found.content_type != "application/json":
                return found.status, await found.text()
            return found.status, [reason["code"] for reason in (await found.json())["reasons"]]

    async def does(self, what: str, **asked: Any) -> None:
        """
        Do something that must be possible.
        """
        assert (200, []) == await self.act(what, **asked)

    async def picture(self) -> str:
        """
        Ask for the picture.
        """
        async with self._http.get(**self._at("/picture")) as found:
            assert (200, "image/svg+xml") == (found.status, found.content_type)
            drawn: str = await found.text()
            return drawn

    @contextlib.asynccontextmanager
    async def watch(self) -> AsyncIterator[Callable[[], Coroutine[Any, Any, dict[str, Any]]]]:
        """
        Be sent what may be seen whenever it changes.
        """
        async with self._http.ws_connect(self._at("/live")["url"]) as socket:
            await socket.send_str(self.token)
            yield socket.receive_json

    async def sees(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """
        Wait until what is sent is as it should be.
        """
        async with self.watch() as news, asyncio.timeout(60):
            while not holds(seen := await news()):
                pass
        return seen


@contextlib.asynccontextmanager
async def at_table(
    server: Server, variant: str, people: list[str], **more: Any
) -> AsyncIterator[tuple[list[Client], Client, Client]]:
    """
    Open a table; give who sits at it, the host, and somebody who looks on.
    """
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        asked = {"variant": variant, "people": people, "seconds": SLOW, **more}
        async with http.post(f"{server.address}/tables", json=asked) as made:
            assert 200 == made.status, await made.text()
            told = await made.json()
        tokens = [*told["seats"], told["host"], None]
        *seats, host, guest = [Client(http, server, told["table"], token) for token in tokens]
        yield seats, host, guest


def legal(seen: dict[str, Any]) -> list[str]:
    """
    Give the moves that a seat is offered.
    """
    return [move["text"] for move in seen["match"]["round"]["legal_moves"]]


async def step(seats: list[Client], guest: Client, rng: random.Random) -> dict[str, Any]:
    """
    Let whoever is to move make any move; give what the guest saw before.
    """
    seen = await guest.see()
    seat = seen["match"]["round"]["to_move"]
    if seat is not None:
        await seats[seat].does("move", move=rng.choice(legal(await seats[seat].see())))
    return seen


def test_a_match_to_its_end(server: Server) -> None:
    """
    Four people play three rounds by what they are sent; nobody is sent a hand of somebody else.
    """
    import jsonschema  # type: ignore[import-untyped]  # it has no types

    validator = jsonschema.Draft202012Validator(tilerules.json_schema("match"))

    async def play(client: Client, rng: random.Random) -> Any:
        sent = 0
        async with client.watch() as news:
            while True:
                seen = await news()
                sent += 1
                match, round_ = seen["match"], seen["match"]["round"]
                validator.validate(match)
                if match["outcome"] is not None:
                    return match["outcome"], sent
                if match["is_between"]:
                    if seen["seat"] not in seen["agreed"]:
                        # Others may have been quicker: what has changed is on its way.
                        said = await client.act("ready", version=seen["version"])
                        assert said in ((200, []), (409, ["stale"]))
                    continue
                mine = seen["seat"]
                assert [seat == mine for seat in range(4)] == [
                    hand is not None for hand in round_["hands"]
                ]
                if round_["to_move"] == mine and mine is not None:
                    # What is sent twice for one state is refused the second time.
                    move, version = rng.choice(legal(seen)), seen["version"]
                    both = [client.act("move", move=move, version=version) for _ in range(2)]
                    assert [200, 409] == sorted(code for code, _ in await asyncio.gather(*both))

    async def run() -> None:
        async with at_table(server, "gaple", FOUR, house_rules=ROUNDS) as (seats, _host, guest):
            async with asyncio.timeout(120):
                playing = [play(seat, random.Random(n)) for n, seat in enumerate(seats)]
                done = await asyncio.gather(*playing, guest_plays(guest, play))
            assert 1 == len({json.dumps(outcome) for outcome, _sent in done})
            assert all(sent > 10 for _outcome, sent in done)

    async def guest_plays(guest: Client, play: Any) -> Any:
        async with guest.watch() as news:
            sent = 0
            while (seen := await news())["match"]["outcome"] is None:
                sent += 1
                round_ = seen["match"]["round"]
                assert round_["is_over"] or [None] * 4 == round_["hands"]
            return seen["match"]["outcome"], sent

    asyncio.run(run())


@pytest.mark.parametrize("variant", ["gaple", "mexican-train"])
def test_killed_and_resumed(server: Server, variant: str) -> None:
    """
    The server is killed in the middle of a round, over and over: what was answered is not lost,
    nor is who has left, who wants a move back, or whose token is whose.
    """

    async def run() -> None:
        rng = random.Random(1)
        async with at_table(server, variant, ["Ana", "Budi", "Caro", ""]) as (
            seats,
            host,
            guest,
        ):
            for _time in range(3):
                for _move in range(6):
                    await host.sees(lambda seen: seen["match"]["round"]["to_move"] != 3)
                    seen = await step(seats, guest, rng)
                if seen["match"]["round"]["is_over"]:
                    break
                await host.sees(lambda seen: seen["match"]["round"]["to_move"] != 3)
                await seats[0].does("undo")
                before = [await seat.see() for seat in (*seats[:3], host, guest)]
                server.kill()
                server.start()
                after = [await seat.see() for seat in (*seats[:3], host, guest)]
                assert before == after
                assert 0 == after[0]["undo_by"]
                assert [0] == after[0]["agreed"]
                await seats[1].does("undo", agree=False)

    asyncio.run(run())


def test_killed_while_moves_fly(server: Server) -> None:
    """
    Killed while four bots and a client are at it: every move that was answered is there again.
    """

    async def run() -> None:
        async with at_table(server, "mexican-train", ["Ana", "", "", ""]) as (seats, _host, guest):
            rng, answered = random.Random(2), 0
            with contextlib.suppress(aiohttp.ClientError):
                killer = asyncio.get_running_loop().call_later(1.5, server.kill)
                while True:
                    seen = await seats[0].see()
                    answered = max(answered, seen["version"])
                    if seen["match"]["round"]["to_move"] == 0:
                        status, _ = await seats[0].act("move", move=rng.choice(legal(seen)))
                        assert 200 == status
                        answered = seen["version"] + 1
            killer.cancel()
            server.kill()
            server.start()
            again = await guest.see()
            assert answered > 3
            assert again["version"] >= answered
            assert again["version"] == len(again["match"]["round"]["events"])

    asyncio.run(run())


def test_pictures_are_of_views(server: Server) -> None:
    """
    Each seat is drawn a picture of its own; the host sees no more than a spectator.
    """

    async def run() -> None:
        async with at_table(server, "gaple", ["<Ana>", "Budi", "Caro", "Dewi"]) as (
            seats,
            host,
            guest,
        ):
            drawn = [await one.picture() for one in (*seats, guest)]
            assert all(text.startswith("<svg") and "<Ana>" not in text for text in drawn)
            assert 5 == len({*drawn})
            assert drawn[-1] == await host.picture()

    asyncio.run(run())


def test_what_is_refused(server: Server) -> None:
    """
    Nothing but what the rules and a token allow is done, and what speaks against it is said.
    """

    async def run() -> None:
        async with at_table(server, "gaple", FOUR) as (seats, host, guest):
            seen = await guest.see()
            mover = seen["match"]["round"]["to_move"]
            other = seats[(mover + 1) % 4]
            move = legal(await seats[mover].see())[0]
            assert (409, ["not-your-turn"]) == await other.act("move", move=move)
            assert ["not-your-turn"] == await other.why(move)
            assert [] == await seats[mover].why(move)
            assert (409, ["InvalidNotationError"]) == await seats[mover].act("move", move="?")
            assert 403 == (await guest.act("move", move=move))[0]
            assert (409, ["not-seated"]) == await host.act("move", move=move)
            assert 403 == (await seats[mover].act("host", move="time"))[0]
            assert (409, ["host-only"]) == await timed(server)
            assert (409, ["stale"]) == await seats[mover].act("move", move=move, version=7)
            assert (409, ["RoundNotOverError"]) == await seats[mover].act("ready")
            assert (409, ["nothing-to-undo"]) == await seats[mover].act("undo")
            assert 400 == (await seats[mover].act("move", move=5))[0]
            assert 400 == (await host.act("leave", seat=4))[0]
            assert 400 == (await host.act("leave", seat=True))[0]
            assert 403 == (await seats[mover].act("fly"))[0]
            views = [await seat.see() for seat in seats]
            hands = [view["match"]["round"]["hands"][view["seat"]] for view in views]
            assert 28 == len({tile for hand in hands for tile in hand})
            reasons = await seats[mover].why("6-6" if move != "6-6" else "5-5")
            assert reasons
            assert seen == await guest.see()

    async def timed(server: Server) -> Any:
        rules = ["table/time-limit:seconds=30,fine=11"]
        async with at_table(server, "gaple", FOUR, house_rules=rules) as (seats, host, guest):
            mover = (await guest.see())["match"]["round"]["to_move"]
            said = await seats[mover].act("move", move="time")
            await host.does("host", move=f"time@{mover}")
            assert -11 == (await guest.see())["match"]["round"]["scored"][mover]
            return said

    asyncio.run(run())


@pytest.mark.parametrize(
    "asked",
    [
        {"variant": "chess", "people": FOUR},
        {"variant": "gaple", "people": ["Ana"]},
        {"variant": "gaple", "people": [1, 2, 3, 4]},
        {"variant": "gaple", "people": FOUR, "seconds": -1},
        {"variant": "gaple", "people": FOUR, "house_rules": ["gaple/none-such"]},
        {"variant": "gaple"},
        [],
    ],
)
def test_tables_that_cannot_be(server: Server, asked: Any) -> None:
    """
    A table that cannot be is refused with a reason, and the server stays up.
    """

    async def run() -> None:
        async with aiohttp.ClientSession() as http:
            async with http.post(f"{server.address}/tables", json=asked) as made:
                assert made.status in (400, 409)
                assert await made.text()
            async with http.get(f"{server.address}/tables/none") as found:
                assert 404 == found.status
            async with http.get(f"{server.address}/") as found:
                assert "<!doctype html>" in (await found.text()).lower()

    asyncio.run(run())


def test_a_bot_sits_in(server: Server) -> None:
    """
    For who leaves a bot plays on, and gives the seat back to who comes back.
    """

    async def run() -> None:
        async with at_table(server, "gaple", FOUR) as (seats, host, guest):
            seen = await guest.see()
            mover = seen["match"]["round"]["to_move"]
            await seats[mover].does("leave")
            seen = await guest.sees(lambda seen: seen["match"]["round"]["to_move"] != mover)
            assert [seat == mover for seat in range(4)] == seen["bots"]
            assert (409, ["away"]) == await seats[mover].act("move", move="0-0")
            await seats[mover].does("back")
            assert [False] * 4 == (await guest.see())["bots"]
            # The host may do the same for somebody.
            await host.does("leave", seat=0)
            assert [True, False, False, False] == (await guest.see())["bots"]

    asyncio.run(run())


def test_all_leave(server: Server) -> None:
    """
    When all have left, bots play the round to its end and wait there for somebody.
    """

    async def run() -> None:
        table = at_table(server, "gaple", ["Ana", "Budi", "", ""], house_rules=ROUNDS)
        async with table as (seats, host, _guest):
            for seat in seats[:2]:
                await seat.does("leave")
            seen = await host.sees(lambda seen: seen["match"]["is_between"])
            assert 1 == seen["match"]["number"]
            await seats[1].does("back")
            await seats[1].does("ready")
            assert 2 == (await host.see())["match"]["number"]

    asyncio.run(run())


@pytest.mark.parametrize("rules", [[], ["table/time-limit:seconds=1,fine=11"]])
def test_time_runs_out(server: Server, rules: list[str]) -> None:
    """
    When time is up the rules say what happens, else a bot moves; the second time it sits in.
    """

    async def run() -> None:
        table = at_table(server, "gaple", ["Ana", "", "", ""], house_rules=rules, seconds=0.2)
        async with table as (seats, _host, guest):
            seen = await guest.sees(lambda seen: seen["bots"][0])
            fines = seen["match"]["round"]["scored"][0]
            assert (-22 if rules else 0) == fines
            marks = [event["is_host"] for event in seen["match"]["round"]["events"]]
            assert (2 if rules else 0) == sum(marks)
            await seats[0].does("back")

    asyncio.run(run())


def test_undo_by_consent(server: Server) -> None:
    """
    A move is taken back once all agree, across the end of a round too; one alone can prevent it.
    """

    async def run() -> None:
        rng = random.Random(3)
        async with at_table(server, "gaple", FOUR, house_rules=ROUNDS) as (seats, _host, guest):
            first = await step(seats, guest, rng)
            mover = first["match"]["round"]["to_move"]
            others = [seat for n, seat in enumerate(seats) if n != mover]
            await seats[mover].does("undo")
            await others[0].does("undo")
            await others[1].does("undo", agree=False)
            assert None is (await guest.see())["undo_by"]
            assert 1 == len((await guest.see())["match"]["round"]["events"])
            await seats[mover].does("undo")
            for other in others:
                await other.does("undo")
            assert first["match"] == (await guest.see())["match"]

            while not (await step(seats, guest, rng))["match"]["is_between"]:
                pass
            over = await guest.see()
            await asyncio.gather(*(seat.does("ready") for seat in seats))
            assert 2 == (await guest.see())["match"]["number"]
            await seats[0].does("undo")
            for seat in seats[1:]:
                await seat.does("undo")
            back = await guest.see()
            assert 1 == back["match"]["number"]
            assert 0 == back["match"]["round"]["to_move"]
            assert len(over["match"]["round"]["events"]) > len(back["match"]["round"]["events"])

    asyncio.run(run())


@pytest.mark.slow
def test_fifty_tables_at_once(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """
    Fifty tables of four people each play a round at once, every move kept before it is answered.
    """
    took: list[float] = []

    async def sit(client: Client, rng: random.Random) -> dict[str, Any]:
        async with client.watch() as news:
            while not (seen := await news())["match"]["round"]["is_over"]:
                if seen["match"]["round"]["to_move"] == seen["seat"]:
                    # A second or so: quicker than people are.
                    await asyncio.sleep(rng.uniform(0.5, 1.5))
                    began = time.perf_counter()
                    await client.does("move", move=rng.choice(legal(seen)))
                    took.append(time.perf_counter() - began)
        return seen

    async def play(number: int) -> list[dict[str, Any]]:
        async with at_table(server, "gaple", FOUR) as (seats, _host, _guest):
            rng = random.Random(number)
            return await asyncio.gather(*(sit(seat, rng) for seat in seats))

    async def run() -> None:
        began = time.perf_counter()
        tables = await asyncio.gather(*map(play, range(50)))
        wall = time.perf_counter() - began
        assert all(seen["match"]["round"]["outcome"] for table in tables for seen in table)
        cuts = statistics.quantiles(took, n=100)
        with capsys.disabled():
            print(
                f"\n50 tables: {len(took)} moves in {wall:.1f} s; answered in"
                f" {cuts[49] * 1000:.0f} ms (median), {cuts[94] * 1000:.0f} ms (95 of 100),"
                f" {max(took) * 1000:.0f} ms (slowest)"
            )

    asyncio.run(run())
