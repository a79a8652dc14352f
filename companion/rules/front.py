"""What the package ``companion.rules`` offers by its own name, for programs that play."""

from companion.rules.army import NOBODY as NOBODY
from companion.rules.army import Army as Army
from companion.rules.commands import Command as Command
from companion.rules.commands import StartGame as StartGame
from companion.rules.engine import Draft as Draft
from companion.rules.engine import check as check
from companion.rules.engine import evolve as evolve
from companion.rules.engine import execute as execute
from companion.rules.engine import settle as settle
from companion.rules.events import Event as Event
from companion.rules.frames import Frame as Frame
from companion.rules.refusal import Refusal as Refusal
from companion.rules.refusal import Refused as Refused
from companion.rules.refusal import Severity as Severity
from companion.rules.refusal_codes import CODES as CODES
from companion.rules.state import ATREIDES as ATREIDES
from companion.rules.state import HARKONNEN as HARKONNEN
from companion.rules.state import Rules as Rules
from companion.rules.state import State as State
from companion.rules.state import supply as supply
