"""The store: the event log of every game, its seats and its answered requests, in one database.

Events are only ever appended. Every write names the sequence number it expects and carries an idempotency key, and
is one transaction. Undo and redo are rows of the log too: they name the batch they take back or put back.
"""

from companion.store.asks import AskRecord, Asks
from companion.store.chain import Damaged, Harm
from companion.store.codec import decode_event, encode_event, encode_state
from companion.store.copyist import Copyist
from companion.store.database import Database, StoreError, data_folder, database_url, default_url
from companion.store.games import THIS_COMPUTER, Games, people
from companion.store.guests import Code, Guests
from companion.store.keeping import Keeping
from companion.store.log import Log, Written
from companion.store.records import Conflict, Entry, GameRecord, KeyReused, NotFound, Role, SeatRecord, SeatTaken
from companion.store.shapes import DecodeError
from companion.store.sides import Sides, agreeing
from companion.store.tallies import Tallies
from companion.store.timeline import Batch, NothingToRedo, NothingToUndo, Step, Timeline
from companion.store.trouble import Trouble, Unavailable
from companion.store.turns import TurnNotCome
