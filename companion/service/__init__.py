"""The imperative shell: load -> decide -> append -> publish, and the rolls that the app makes."""

from companion.service.chance import Chance
from companion.service.differences import Adjust, Carry, Difference, Piece, Place, Setting, Where, differences
from companion.service.loaded import Loaded
from companion.service.quick import quick_set_up, starting_figures
from companion.service.rights import GO_TO, Forbidden, NotYours, OthersAsked
from companion.service.settings import DiceBy, GameSettings, Hints, Played, SetUp
from companion.service.table import Outcome, Published, Reverted, Table, utc_now
from companion.service.telling import Shown, announced, untold
from solo_bot.levels.traits import Level
