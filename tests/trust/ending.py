"""The end of a chapter of the machine: everything that was promised, game by game."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.service.exchange_file import GameFile, parse_game, read_game
from tests.trust.phone import HIDDEN, Phone

if TYPE_CHECKING:
    from tests.trust.machine import Machine


@dataclass
class Ending:
    """Looks at the games of a machine that has come to rest."""

    machine: "Machine"

    def check(self) -> None:
        """Checks everything that was promised, game by game."""
        self.machine.server.set_clock(0)
        for link in self.machine.streams:
            link.close()
        for game, kind in self.machine.games.items():
            ledger = self.machine.ledgers[game]
            self.machine.run.faults += [f"{kind}: {fault}" for fault in ledger.faults(game)]
            self.machine.run.acknowledged += len(ledger.told)
            self._same_everywhere(game, kind)
            self._undo_works(game, kind)
            self._comes_in_again(game, kind)
        for phone in self.machine.phones:
            phone.hang_up()

    def _same_everywhere(self, game: str, kind: str) -> None:
        places = {phone.name: phone.page(f"/g/{game}/live/seq").text.strip() for phone in self.machine.phones}
        if len(set(places.values())) != 1 or json.loads(places["Ola"])["seq"] != self.machine.ledgers[game].seq(game):
            self.machine.run.fault(f"{kind}: the phones see different places: {places}")
        for phone in self.machine.players:
            if phone.look(game).seq not in (None, self.machine.ledgers[game].seq(game)):
                self.machine.run.fault(f"{kind}: the table of {phone.name} is not up to date")

    def _undo_works(self, game: str, kind: str) -> None:
        phone = self.machine.players[0]
        before = self._exported(game)
        phone.pages[game] = phone.page(f"/g/{game}/history").text
        phone.look(game)
        form = self.machine.form(phone, game, ("undo",))
        if form is None:
            if len(before.timeline.steps) > 1 and not before.timeline.state.winner is not None:
                self.machine.run.fault(f"{kind}: nothing can be taken back")
            return
        if not self.machine.send(phone, form):
            self.machine.run.fault(f"{kind}: taking back was refused")
            return
        after = self._exported(game)
        if after.timeline.state != before.timeline.steps[-2].state:
            self.machine.run.fault(f"{kind}: taking back led to another position")
        if (again := self.machine.form(phone, game, ("redo",))) is None or not self.machine.send(phone, again):
            self.machine.run.fault(f"{kind}: it could not be put back")
        elif self._exported(game).timeline.state != before.timeline.state:
            self.machine.run.fault(f"{kind}: putting back led to another position")

    def _comes_in_again(self, game: str, kind: str) -> None:
        whole = self.machine.players[0].page(f"/g/{game}/export.json").text
        phone = self.machine.players[1]
        fields = dict(HIDDEN.findall(phone.page("/import").text))
        parts = [*fields.items(), ("player", "Jan")]
        lines = "".join(
            f'--line\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in parts
        )
        lines += (
            f'--line\r\nContent-Disposition: form-data; name="file"; filename="g.json"\r\n\r\n{whole}\r\n--line--\r\n'
        )
        answer = phone.ask("POST", "/import", lines.encode(), content_type="multipart/form-data; boundary=line")
        if answer.status != 303:
            self.machine.run.fault(f"{kind}: its file was answered by {answer.status}: {answer.text[-1500:]}")
            return
        new = answer.location.rpartition("/")[2]
        ours, theirs = self._exported(game), self._exported(new, phone)
        if [row.payload for row in ours.rows] != [row.payload for row in theirs.rows]:
            self.machine.run.fault(f"{kind}: what came in has other events")
        if ours.timeline.state != theirs.timeline.state or ours.settings != theirs.settings:
            self.machine.run.fault(f"{kind}: what came in is another game")

    def _exported(self, game: str, phone: Phone | None = None) -> GameFile:
        return read_game(parse_game((phone or self.machine.players[0]).page(f"/g/{game}/export.json").text))
