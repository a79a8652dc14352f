"""Three phones at three games over real HTTP: taps, lost lines, repeats, restarts and a clock that jumps.

    python -m tests.trust.machine --actions 10000 [--seed 1] [--chapter 1250]

Two phones play and one watches a game against the opponent, a game of two, and one with trackers only. Whatever was
acknowledged is in the history, once and in its order; whatever was refused is not; no phone loses its seat; every
phone comes to see the same; undo works; and in the end the file of a game comes in again as the game it was. Each
chapter begins with new games.
"""

import argparse
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from socket import socket
from time import perf_counter
from urllib.parse import urlencode

from tests.trust.child import Server
from tests.trust.ending import Ending
from tests.trust.ledger import Ledger
from tests.trust.phone import HIDDEN, Answer, Phone, Sent

DAY = 86_400.0
CLOCKS = (0.0, 0.0, 3600.0, -3600.0, DAY, -DAY, 400 * DAY, -400 * DAY, 3650 * DAY, 0.5, -0.5)
"""Seconds that the server's clock is off, as somebody may set it."""
GAMES = {
    "solo": {"players": "solo", "set_up": "quick", "dice": "app"},
    "duel": {"players": "two", "set_up": "quick", "dice": "hand"},
    "trackers": {"players": "two", "set_up": "trackers", "dice": "app"},
}
MOST_STREAMS = 3
SURELY = {1: "clock step", 2: "kill and start", 3: "clock step", 4: "stop and start"}
"""What happens at the fifths of a chapter, however short it is."""
REPEATED = "already recorded"


@dataclass
class Run:
    """What was done, and what was wrong."""

    done: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    acknowledged: int = 0

    def fault(self, text: str) -> None:
        """Notes something wrong."""
        self.faults.append(f"after {sum(self.done.values())} actions: {text}")


class Machine:
    """Phones at a server, and what they do at random."""

    def __init__(self, server: Server, seed: str, run: Run) -> None:
        """Makes the games and lets the phones sit down."""
        self.server, self.run, self.chance = server, run, Random(seed)
        self.phones = [Phone(name, server.port) for name in ("Ola", "Jan", "Eve")]
        self.players, self.watcher = self.phones[:2], self.phones[2]
        self.games = {self._new_game(kind): kind for kind in GAMES}
        self.ledgers = {game: Ledger(server.database) for game in self.games}
        for game, ledger in self.ledgers.items():
            ledger.opened(game)
        self.streams: list[socket] = []
        self.actions: list[tuple[int, str, Callable[[], None]]] = [
            (1000, "tap", self.tap),
            (60, "undo or redo", self.undo_or_redo),
            (50, "look elsewhere", self.look_elsewhere),
            (60, "repeated post", self.repeated),
            (60, "stale post", self.stale),
            (60, "two at once", self.at_once),
            (70, "lost answer", self.lost_answer),
            (40, "cut in the middle", self.cut),
            (40, "watcher posts", self.watcher_posts),
            (40, "live stream", self.live),
            (14, "clock step", self.clock),
            (2, "stop and start", lambda: self.restart(signal.SIGTERM)),
            (3, "kill and start", lambda: self.restart(signal.SIGKILL)),
        ]

    # ---- what happens

    def act(self, surely: str = "") -> None:
        """Does one thing, the one that is named or any."""
        weights = [weight if not surely else name == surely for weight, name, _do in self.actions]
        _weight, name, do = self.chance.choices(self.actions, weights)[0]
        self.run.done[name] += 1
        do()

    def tap(self) -> None:
        """A player follows a lit place or sends a form as its page offers it."""
        phone, game = self._somebody()
        form = self.form(phone, game)
        if form is not None:
            self.send(phone, form)

    def undo_or_redo(self) -> None:
        """A player takes something back, or puts it back."""
        phone, game = self._somebody()
        form = self.form(phone, game, ("undo", "redo", "go-to"))
        if form is not None:
            self.send(phone, form)

    def look_elsewhere(self) -> None:
        """Somebody looks at another page of the game; nobody has lost a seat."""
        phone, game = self.chance.choice(self.phones), self._game()
        part = self.chance.choice(("", "/menu", "/guests", "/history", "/stats", "/display", "/live/seq", "/report"))
        answer = phone.page(f"/g/{game}{part}")
        self._count(answer)
        if answer.status != 200:
            self.run.fault(f"{phone.name} at {self.games[game]}{part} got {answer.status}: no seat any more?")

    def repeated(self) -> None:
        """A form that was carried out is sent again: it is known, and nothing happens."""
        phone, game = self._somebody()
        told = self.ledgers[game].told
        if told:
            self._refused(phone, self.chance.choice(told), "a repeated form")

    def stale(self) -> None:
        """A form of an earlier page comes late: it is refused, unless it means the same wherever the game stands."""
        phone, game = self._somebody()
        form = self.form(phone, game)
        seq = self.ledgers[game].seq(game)
        if form is None or seq < 3:
            return
        old = form.again(seq=str(self.chance.randrange(1, seq)))
        if old.relative:
            self.send(phone, old)
        else:
            self.ledgers[game].refused.append(old)
            self._refused(phone, old, "a stale form")
        phone.look(game)

    def at_once(self) -> None:
        """Both players send a form at the same moment: one wins at most."""
        game = self._game()
        forms = []
        for phone in self.players:
            phone.look(game)
            forms.append(self.form(phone, game))
        answers: list[Answer] = [Answer(0), Answer(0)]

        def send(number: int, phone: Phone, form: Sent) -> None:
            answers[number] = phone.send(form)

        threads = [
            threading.Thread(target=send, args=(number, phone, form))
            for number, (phone, form) in enumerate(zip(self.players, forms, strict=True))
            if form is not None
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        written = 0
        for form, answer in zip(forms, answers, strict=True):
            if form is not None:
                self._count(answer)
                written += self._book(form, answer, alone=False)
        same = {form.seq for form in forms if form is not None}
        went_on = any(
            form is not None and (answer.seq or 0) > form.seq for form, answer in zip(forms, answers, strict=True)
        )
        if went_on and not written:
            self.run.fault(f"{self.games[game]}: a page went on from {same}, and neither form is recorded")
        if written > 1 and len(same) == 1 and not any(form is not None and form.relative for form in forms):
            self.run.fault(f"{self.games[game]}: two forms for {same} were both carried out")
        for phone in self.players:
            phone.look(game)

    def lost_answer(self) -> None:
        """The line is lost after a form was sent; then the phone sends it again, as people do."""
        phone, game = self._somebody()
        form = self.form(phone, game)
        if form is None:
            return
        phone.drop(form)
        self.ledgers[game].late.add(form.key)
        if self.chance.random() < 0.3:
            self.restart(signal.SIGKILL)
        if self.chance.random() < 0.3:
            time.sleep(0.02)
        self.send(phone, form)

    def cut(self) -> None:
        """The line is lost in the middle of a form: it was never sent."""
        phone, game = self._somebody()
        form = self.form(phone, game)
        if form is not None:
            phone.drop(form, self.chance.uniform(0.1, 0.95))
            self.ledgers[game].refused.append(form)

    def watcher_posts(self) -> None:
        """The watcher sends a form of a player with the token of his own."""
        phone, game = self._somebody()
        form = self.form(phone, game)
        if form is None:
            return
        token = dict(HIDDEN.findall(self.watcher.page("/new").text)).get("csrf_token", "")
        theirs = form.again(csrf_token=token)
        self.ledgers[game].refused.append(theirs)
        answer = self.watcher.send(theirs)
        self._count(answer)
        if answer.status != 403:
            self.run.fault(f"a watcher's form was answered by {answer.status}")

    def live(self) -> None:
        """A live stream is opened, or one that is open is dropped."""
        if len(self.streams) >= MOST_STREAMS or (self.streams and self.chance.random() < 0.4):
            self.streams.pop(self.chance.randrange(len(self.streams))).close()
            return
        link = self.chance.choice(self.phones).stream(self._game())
        if link is not None:
            self.streams.append(link)

    def clock(self) -> None:
        """The clock of the server is set; every phone is still at every table."""
        self.server.set_clock(self.chance.choice(CLOCKS))
        phone, game = self.chance.choice(self.phones), self._game()
        answer = phone.page(f"/g/{game}/guests")
        if answer.status != 200:
            self.run.fault(f"{phone.name} lost the seat at {self.games[game]} when the clock was set: {answer.status}")

    def restart(self, number: signal.Signals) -> None:
        """The server ends in the middle of something, and is started again."""
        phone, game = self._somebody()
        form = self.form(phone, game)
        thread = None
        if form is not None:
            thread = threading.Thread(target=phone.send, args=(form,))
            thread.start()
            time.sleep(self.chance.uniform(0, 0.03))
        self.server.end(number)
        if thread is not None:
            thread.join()
        for one in self.phones:
            one.hang_up()
        self.server.start()
        if form is not None:
            self.send(phone, form)

    # ---- how it is done

    def _new_game(self, kind: str) -> str:
        host = self.players[0]
        fields = dict(HIDDEN.findall(host.page("/new").text)) | GAMES[kind] | {"player": host.name, "name": kind}
        answer = host.ask("POST", "/new", _encoded(fields))
        if answer.status != 303:
            raise RuntimeError(f"/new: {kind} was answered by {answer.status}: {answer.text[:2000]}")
        game = answer.location.rpartition("/")[2]
        play, watch = Ledger(self.server.database).codes(game)
        for phone, role, code in ((self.players[1], "player", play), (self.watcher, "spectator", watch)):
            page = f"/j/{code}"
            fields = dict(HIDDEN.findall(phone.page(page).text)) | {"role": role, "name": phone.name}
            answer = phone.ask("POST", page, _encoded(fields))
            if answer.status != 303:
                raise RuntimeError(f"{page}: joining was answered by {answer.status}: {answer.text[:2000]}")
        return game

    def _game(self) -> str:
        return self.chance.choice(list(self.games))

    def _somebody(self) -> tuple[Phone, str]:
        return self.chance.choice(self.players), self._game()

    def form(self, phone: Phone, game: str, deeds: tuple[str, ...] = ()) -> Sent | None:
        """A form of the page that a phone shows, filled in; of these deeds if some are named. It goes on where the
        page asks for something first."""
        for attempt in range(4):
            if not phone.pages.get(game):
                self._count(phone.look(game))
            forms = [form for form in phone.forms(game) if not deeds or form.deed in deeds]
            onward = [form for form in forms if form.deed not in ("undo", "redo")] if not deeds else forms
            links = phone.links(game)
            if onward and (deeds or attempt or self.chance.random() < 0.85 or not links):
                return phone.filled(game, self.chance.choice(onward), self.chance)
            if deeds or not links:
                phone.pages[game] = ""
                continue
            answer = phone.page(self.chance.choice(links))
            self._count(answer)
            phone.pages[game] = answer.text if answer.status == 200 else ""
        return None

    def send(self, phone: Phone, form: Sent) -> bool:
        """Sends a form until there is an answer, and books it; tells whether it was carried out."""
        answer = phone.send(form, fragment=self.chance.random() < 0.7)
        if answer.status == 0:
            answer = phone.send(form)
        self._count(answer)
        done = self._book(form, answer)
        if answer.status >= 400:
            phone.pages[form.game] = ""
        return done

    def _book(self, form: Sent, answer: Answer, *, alone: bool = True) -> bool:
        ledger, kind = self.ledgers[form.game], self.games[form.game]
        written = ledger.written(form)
        claimed = answer.status in (200, 303) or (answer.status == 409 and REPEATED in answer.text)
        if answer.status >= 500 or answer.status in (0, 403):
            self.run.fault(f"{kind}: {form.path} was answered by {answer.status}")
        if written and not claimed and answer.status:
            self.run.fault(f"{kind}: {form.path} was refused with {answer.status} and carried out")
        if answer.status == 409 and claimed and not written:
            self.run.fault(f"{kind}: {form.path} is said to be recorded and is not")
        # A form that needs one more answer is not recorded; the page may then show what the other phone did.
        if alone and claimed and not written and answer.seq == form.seq + 1:
            self.run.fault(f"{kind}: {form.path} went on to {answer.seq} and is not recorded")
        if written:
            ledger.acknowledge(form)
        else:
            ledger.refused.append(form)
        return written

    def _refused(self, phone: Phone, form: Sent, what: str) -> None:
        before = self.ledgers[form.game].seq(form.game)
        answer = phone.send(form)
        self._count(answer)
        if answer.status not in (400, 409, 422) or self.ledgers[form.game].seq(form.game) != before:
            self.run.fault(f"{self.games[form.game]}: {what} was answered by {answer.status}: {form.path}")

    def _count(self, answer: Answer) -> None:
        self.run.answers[str(answer.status)] += 1
        if answer.status >= 500:
            self.run.fault(f"an answer of {answer.status}")


def _encoded(fields: dict[str, str]) -> bytes:
    return urlencode(fields).encode()


def play(folder: Path, actions: int, seed: int, chapter: int) -> tuple[Run, Server]:
    """Plays so many actions, with new games each chapter; returns what was seen, and the server, closed."""
    run, server = Run(), Server(folder)
    try:
        for number, first in enumerate(range(0, actions, chapter)):
            machine = Machine(server, f"{seed} {number}", run)
            last = min(chapter, actions - first)
            for action in range(last):
                fifth, rest = divmod(action, max(1, last // 5))
                machine.act("" if rest else SURELY.get(fifth, ""))
            Ending(machine).check()
    finally:
        server.close()
    mistakes = server.log.count("Traceback")
    if mistakes:
        run.fault(f"the log of the server holds {mistakes} mistakes: {server.log[:3000]}")
    return run, server


def main(words: list[str] | None = None) -> int:
    """Plays and prints what was seen; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.machine", description=__doc__)
    parser.add_argument("--actions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chapter", type=int, default=1250)
    given = parser.parse_args(words)
    begun = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        run, server = play(Path(folder), given.actions, given.seed, given.chapter)
    for name, number in run.done.most_common():
        print(f"{number:6} {name}")
    print(f"{'':6} answers: " + ", ".join(f"{number} of {status}" for status, number in sorted(run.answers.items())))
    print(f"{server.starts:6} starts of the server, the slowest {server.slowest_start:.1f} s")
    print(f"{run.acknowledged:6} entries acknowledged")
    for fault in run.faults[:40]:
        print(f"FAULT  {fault}")
    print(f"{sum(run.done.values())} actions, {len(run.faults)} faults, {perf_counter() - begun:.0f} s")
    return 1 if run.faults else 0


if __name__ == "__main__":
    sys.exit(main())
