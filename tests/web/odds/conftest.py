"""The running game of the table's tests, for what is shown of its chances and dice."""

from tests.web.table.conftest import guest_of, own_turn, quick, seat_at

__all__ = ["guest_of", "own_turn", "quick", "seat_at"]
