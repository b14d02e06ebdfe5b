"""
Tables on the web: an app on aiohttp and SQLite that plays any game of the library.

    python3 dev.py example

Whoever opens a table is given a token for each seat and one for the host, and hands them out.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from store import Store
from table import RefusedError, Seat, Table, digest, refused

import tilerules
from tilerules import IllegalMoveError, Move, PlayoutBot, Reason, TilerulesError

THOUGHT = 300
"""How many moves a bot plays in its head for one choice."""
SHORTEST, LONGEST = 0.05, 86_400
"""How many seconds a person may be given to think."""


class Room:
    """
    A table that is open: its newest state, who watches it, and the clock.
    """

    def __init__(self, key: str, table: Table, store: Store, bots: ThreadPoolExecutor) -> None:
        self.key, self.table, self._store, self._bots = key, table, store, bots
        self.watchers: set[asyncio.Event] = set()
        self._changed = asyncio.Event()
        self.clock = asyncio.create_task(self._run())
        self.clock.add_done_callback(lambda clock: clock.cancelled() or clock.result())

    def change(self, after: Table) -> None:
        """Keep a change, and only then show it."""
        is_kept = self._store.replace(self.key, self.table, after)
        self.table = after if is_kept else self._store.find(self.key) or self.table
        for event in (self._changed, *self.watchers):
            event.set()
        if not is_kept:
            raise refused("stale", "another server has changed the table in the meantime")

    async def _run(self) -> None:
        """Move for bots, and for people whose time is up."""
        while True:
            self._changed.clear()
            table, seat = self.table, self.table.match.round.to_move
            if seat is None:
                await self._changed.wait()
                continue
            is_bot = seat not in table.people
            if not is_bot:
                try:
                    await asyncio.wait_for(self._changed.wait(), table.seconds)
                    continue
                except TimeoutError:
                    pass
            after = None if is_bot else table.time_out(seat)
            if after is None:
                move = await self._choose(table, seat)
                after = table.bot_move(move) if is_bot else table.moved_for(seat, move)
            # While the bot was thinking, its person may have come back and moved.
            if self.table is table:
                with contextlib.suppress(RefusedError):  # the newest state is here now
                    self.change(after)

    async def _choose(self, table: Table, seat: int) -> Move:
        view = table.match.round.view(seat)
        bot = PlayoutBot(budget=THOUGHT)
        return await asyncio.get_running_loop().run_in_executor(self._bots, bot.choose, view)


class Server:
    """
    All that answers requests.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, Room] = {}
        self._bots = ThreadPoolExecutor(1)

    def app(self) -> web.Application:
        """Make the app."""
        app = web.Application(middlewares=[web.middleware(say_errors)], client_max_size=1 << 14)
        app.router.add_get("/", self.page)
        app.router.add_post("/tables", self.open)
        app.router.add_get("/tables/{key}", self.show)
        app.router.add_get("/tables/{key}/picture", self.picture)
        app.router.add_get("/tables/{key}/why", self.why)
        app.router.add_get("/tables/{key}/live", self.live)
        app.router.add_post("/tables/{key}/{what}", self.act)
        app.on_cleanup.append(self._close)
        return app

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Give the page to play on."""
        return web.FileResponse(Path(__file__).with_name("page.html"))

    async def open(self, request: web.Request) -> web.StreamResponse:
        """Open a table; the tokens are told once, here."""
        asked = await read(request)
        variant = tilerules.variant(given(asked, "variant", str))
        rules = given(asked, "house_rules", list, [])
        people = given(asked, "people", list)
        if not all(isinstance(one, str) for one in (*rules, *people)):
            raise web.HTTPBadRequest(text="house_rules and people are lists of text")
        # An empty name is a bot's.
        names = [name or f"Bot {seat}" for seat, name in enumerate(people)]
        match = variant.with_rules(*rules).match(names, seed=secrets.token_hex(16))
        tokens = [secrets.token_urlsafe(16) if name else None for name in people]
        host, key = secrets.token_urlsafe(16), secrets.token_urlsafe(8)
        seats = tuple(Seat(token and digest(token)) for token in tokens)
        seconds = given(asked, "seconds", (int, float), 60)
        if not SHORTEST <= seconds <= LONGEST:
            raise web.HTTPBadRequest(text=f"seconds go from {SHORTEST} to {LONGEST}")
        table = Table(match, digest(host), seats, seconds)
        self._store.add(key, table)
        self._enter(key, table)
        return web.json_response({"table": key, "host": host, "seats": tokens})

    async def show(self, request: web.Request) -> web.StreamResponse:
        """Show the table to a seat, or to a spectator."""
        table = self._room(request).table
        return web.json_response(table.show(table.seat_of(token_of(request))))

    async def picture(self, request: web.Request) -> web.StreamResponse:
        """Draw what a seat, or a spectator, may see."""
        table = self._room(request).table
        view = table.match.round.view(table.seat_of(token_of(request)))
        return web.Response(text=str(view.picture()), content_type="image/svg+xml")

    async def why(self, request: web.Request) -> web.StreamResponse:
        """Say what speaks against a move."""
        table = self._room(request).table
        seat = table.seat_of(token_of(request))
        return answer(*table.why_not(seat, request.query.get("move", "")), status=200)

    async def act(self, request: web.Request) -> web.StreamResponse:
        """Change the table, for who has the token of a seat or the host's."""
        asked, token = await read(request), token_of(request)
        # From here to the change nobody else gets a turn: nothing is awaited.
        room = self._room(request)
        table = room.table
        seat, is_host = table.seat_of(token), table.is_host(token)
        if seat is None and not is_host:
            raise web.HTTPForbidden(text="this token is neither a seat's nor the host's")
        if asked.get("version", table.version) != table.version:
            raise refused("stale", "the table has changed in the meantime")
        what = request.match_info["what"]
        if what == "move":
            after = table.move(seat, given(asked, "move", str))
        elif what == "ready":
            after = table.ready(seat)
        elif what == "undo":
            after = table.undo(seat, given(asked, "agree", bool, True))
        elif what in ("leave", "back"):
            number = given(asked, "seat", int) if seat is None else seat
            if not 0 <= number < len(table.seats):
                raise web.HTTPBadRequest(text=f"there is no seat {number}")
            after = table.leave(number) if what == "leave" else table.come_back(number)
        elif what == "host" and is_host:
            after = table.host_move(given(asked, "move", str))
        else:
            raise web.HTTPForbidden(text=f"nobody with this token can {what}")
        room.change(after)
        return answer()

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Send what may be seen whenever it changes; the first message is a token, or empty."""
        room = self._room(request)
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        hello = await socket.receive()
        if hello.type is not WSMsgType.TEXT:
            return socket
        seat = room.table.seat_of(hello.data)
        news = asyncio.Event()
        room.watchers.add(news)
        sender = asyncio.create_task(send(socket, room, seat, news))
        try:
            async for _message in socket:
                pass
        finally:
            room.watchers.discard(news)
            sender.cancel()
        return socket

    def _room(self, request: web.Request) -> Room:
        key = request.match_info["key"]
        if key not in self._rooms:
            table = self._store.find(key)
            if table is None:
                raise web.HTTPNotFound(text="there is no such table")
            self._enter(key, table)
        return self._rooms[key]

    def _enter(self, key: str, table: Table) -> None:
        self._rooms[key] = Room(key, table, self._store, self._bots)

    async def _close(self, app: web.Application) -> None:
        for room in self._rooms.values():
            room.clock.cancel()
        self._bots.shutdown()
        self._store.close()


async def send(
    socket: web.WebSocketResponse, room: Room, seat: int | None, news: asyncio.Event
) -> None:
    """Send the newest state again and again; who is slow misses some, and never the last."""
    while True:
        news.clear()
        await socket.send_json(room.table.show(seat))
        await news.wait()


async def read(request: web.Request) -> dict[str, Any]:
    """Read what was sent: a JSON object."""
    try:
        asked = await request.json()
    except ValueError:
        asked = None
    if not isinstance(asked, dict):
        raise web.HTTPBadRequest(text="send a JSON object")
    return asked


def given(asked: dict[str, Any], name: str, kind: Any, default: Any = None) -> Any:
    """Give one thing of what was sent, if it is of its kind."""
    value = asked.get(name, default)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise web.HTTPBadRequest(text=f"{name} is missing, or not what it should be")
    return value


def token_of(request: web.Request) -> str:
    """Give the token of a request: in a header, so that no address holds it."""
    found: str = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return found


def answer(*reasons: Reason, status: int = 409) -> web.Response:
    """Say that it is done, or everything that speaks against it."""
    said = [{"code": one.code, "text": str(one), "clause": one.clause} for one in reasons]
    body = {"ok": not reasons, "reasons": said}
    return web.json_response(body, status=status if reasons else 200)


async def say_errors(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Turn what the library refuses into an answer; nothing has been changed by it."""
    try:
        return await handler(request)
    except (RefusedError, IllegalMoveError) as error:
        return answer(*error.reasons)
    except TilerulesError as error:
        return answer(Reason(code=type(error).__name__, template="{text}", params={"text": error}))


async def serve(path: str, port: int) -> None:
    """Serve until the process is stopped."""
    runner = web.AppRunner(Server(Store(path)).app(), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}/", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description="Serve tables of tilerules on this machine.")
    parser.add_argument("--port", type=int, default=8080, help="0: any free one")
    parser.add_argument("--db", default="tables.db", help="the database, made if it is not there")
    args = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(args.db, args.port))


if __name__ == "__main__":
    main()
