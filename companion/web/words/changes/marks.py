"""Words for what is set: markers, dice, the cards of the round, cards and tokens that are counted."""

from companion.content import CARDS, TACTICAL_CARDS
from companion.content.terms import Deck, Faction, Marker, Power, Result, Subfaction
from companion.service.differences import UNUSED, Adjust, Setting
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.changes.record import Change, Open, Wording
from companion.web.words.glyphs import MARKER_GLYPH, POWER_GLYPH, action_glyph

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES
SPICE_BOARD = "spice_must_flow_board"


def _steps(what: str, one: Adjust) -> str:
    """A marker with the numbers before and after."""
    return _("%(what)s %(before)s to %(value)s", what=what, before=one.before, value=one.after)


def _by(one: Adjust) -> int:
    return int(one.after or 0) - int(one.before or 0)


def _set(
    left: Open, one: Adjust, title: str, detail: str = "", glyph: str = "", faction: Faction | None = None
) -> Change:
    return Change(title, detail, glyph, faction, tells=left.take(one))


def tracks(left: Open) -> list[Change]:
    """Supremacy, prescience, the imperium and its bans, the spice reserve."""
    found = []
    for one in left.all(Setting.ROUND):
        found.append(_set(left, one, _("Round %(round)s", round=one.after), glyph="history"))
    for one in left.all(Setting.SUPREMACY):
        found.append(_set(left, one, _steps(_("Supremacy"), one), glyph="supremacy", faction=HARKONNEN))
    for one in left.all(Setting.PRESCIENCE):
        marker = Marker(one.subject)
        found.append(_set(left, one, _steps(names.marker_name(marker), one), "", MARKER_GLYPH[marker], ATREIDES))
    for one in left.all(Setting.IMPERIUM):
        power = Power(one.subject)
        facts = {"power": names.power_name(power), "before": one.before, "row": one.after}
        title = _("%(power)s from row %(before)s to row %(row)s", **facts)
        found.append(_set(left, one, title, "", POWER_GLYPH[power], HARKONNEN))
    for one in left.all(Setting.BAN):
        name = names.power_name(Power(one.subject))
        title = _("Ban on %(power)s", power=name) if one.after else _("No ban on %(power)s", power=name)
        found.append(_set(left, one, title, "", "ban", HARKONNEN))
    for one in left.all(Setting.WAR_TOKENS):
        found.append(_set(left, one, _steps(names.word("exp_desert_war_token"), one), "", "dw-token", HARKONNEN))
    for one in left.all(Setting.CAMPS_GONE):
        symbol, camp = names.marker_name(Marker(one.subject)), names.word("exp_fremen_camp_token")
        title = _("%(camp)s back in the game", camp=camp)
        if one.after:
            title = _("%(camp)s out of the game", camp=camp)
        found.append(_set(left, one, title, symbol, MARKER_GLYPH[Marker(one.subject)], ATREIDES))
    for one in left.all(Setting.SPICE_RESERVE):
        found.append(_set(left, one, _steps(names.word("spice_reserve"), one), "", "spice", HARKONNEN))
    return found


def harkonnen_dice(left: Open) -> list[Change]:
    """Their dice on the results and on the spice board; those left to roll follow from the spent ones."""
    found = []
    spent = [one for one in left.all(Setting.HARKONNEN_DICE) if one.subject != UNUSED]
    unused = left.one(Setting.HARKONNEN_DICE, UNUSED)
    follows = unused is not None and bool(spent) and _by(unused) == -sum(map(_by, spent))
    to_roll = "" if unused is None else _("%(unused)s left to roll", unused=unused.after)
    for one in spent:
        title = _("Harkonnen dice on %(result)s: %(number)s", result=names.result_name(one.subject), number=one.after)
        tells = left.take(one, unused) if follows and unused is not None and one is spent[0] else left.take(one)
        detail = to_roll if follows and one is spent[0] else ""
        found.append(Change(title, detail, action_glyph(Result(one.subject)), HARKONNEN, tells=tells))
    if unused is not None and not follows:
        number, board = abs(_by(unused)), names.word(SPICE_BOARD)
        text = ngettext(
            "%(num)d Harkonnen die onto %(board)s", "%(num)d Harkonnen dice onto %(board)s", number, board=board
        )
        if _by(unused) > 0:
            text = ngettext(
                "%(num)d Harkonnen die from %(board)s", "%(num)d Harkonnen dice from %(board)s", number, board=board
            )
        found.append(_set(left, unused, text, to_roll, "dice", HARKONNEN))
    for one in left.all(Setting.HARKONNEN_RESULTS, Setting.CORRINO_RESULTS):
        side = names.faction_name(HARKONNEN)
        if one.what is Setting.CORRINO_RESULTS:
            side = names.deck_name(Deck.CORRINO_ALLY)
        found.append(
            _set(left, one, _("%(side)s, unused dice: %(results)s", side=side, results=_results(one)), "", "dice")
        )
    return found


def _results(one: Adjust) -> str:
    if one.after is None:
        return _("not rolled yet")
    return ", ".join(names.result_name(result) for result in str(one.after).split()) or _("none")


def atreides_dice(left: Open) -> list[Change]:
    """Their unused dice, and tokens that lie as dice."""
    found = []
    for one in left.all(Setting.ATREIDES_DICE):
        title = _("Atreides, dice left: %(number)s", number=one.after)
        if one.subject != UNUSED and left.solo:
            title = _("Your dice, not rolled yet")
            if one.after is not None:
                title = _("Your dice unused: %(results)s", results=_results(one))
        elif one.subject != UNUSED:
            side = names.faction_name(ATREIDES)
            title = _("%(side)s, unused dice: %(results)s", side=side, results=_results(one))
        found.append(_set(left, one, title, "", "dice", ATREIDES))
    for one in left.all(Setting.FREMEN_RESULTS):
        title = _("%(side)s, unused dice: %(results)s", side=names.deck_name(Deck.FREMEN_ALLY), results=_results(one))
        found.append(_set(left, one, title, "", "dice", ATREIDES))
    for one in left.all(Setting.BENE_GESSERIT_DIE):
        faction = Faction.from_id(one.subject)
        title = _("Bene Gesserit token back from the dice")
        if one.after is not None:
            title = _("Bene Gesserit token as a die: %(result)s", result=names.result_name(str(one.after)))
        found.append(_set(left, one, title, "", "bene-gesserit", faction))
    return found


def round_cards(left: Open) -> list[Change]:
    """The tactical cards of the round and what they fix; family atomics."""
    found = []
    for one in left.all(Setting.TACTICAL):
        before, after = str(one.before).split(), str(one.after).split()
        title = _("Tactical cards back as they were")
        if after[: len(before)] == before and len(after) > len(before):
            cards = names.join(names.area_name(TACTICAL_CARDS[card].sietch) for card in after[len(before) :])
            title = ngettext(
                "Tactical card: %(cards)s", "Tactical cards: %(cards)s", len(after) - len(before), cards=cards
            )
        found.append(_set(left, one, title, "", "cards", HARKONNEN))
    for one in left.all(Setting.HARVESTING_SECTOR):
        title = _("No harvesting sector")
        if one.after is not None:
            title = _("Harvesting sector: %(sector)s", sector=names.sector_name(str(one.after)))
        found.append(_set(left, one, title, "", "harvester", HARKONNEN))
    for one in left.all(Setting.TARGET_SIETCH):
        area = one.after if isinstance(one.after, int) else None
        title = _("No target sietch") if area is None else _("Target sietch: %(area)s", area=names.area_name(area))
        areas = () if area is None else (area,)
        found.append(Change(title, "", "target", HARKONNEN, areas, tells=left.take(one)))
    for one in left.all(Setting.ATOMICS):
        spot = one.after if one.after is not None else one.before
        areas = (spot,) if isinstance(spot, int) else ()
        name = names.area_names(areas)
        title = _("No atomics in %(area)s", area=name) if one.after is None else _("Atomics in %(area)s", area=name)
        found.append(Change(title, "", "atomics", ATREIDES, areas, tells=left.take(one)))
    return found


def reshuffled(left: Open) -> list[Change]:
    """MAHDI-CARD-6: the discards of a deck are the deck again."""
    found = []
    for deck in (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY):
        size = left.one(Setting.DECK, deck.value)
        back = [one for one in left.all(Setting.DISCARDS) if CARDS[one.subject].deck is deck and _by(one) < 0]
        burnt = [one for one in left.all(Setting.BURNT) if _by(one) < 0]
        if size is None or _by(size) <= 0 or not (back or burnt):
            continue
        title = _("Shuffle the discards of %(deck)s: they are its deck again", deck=names.deck_name(deck))
        detail = ngettext("%(num)d card", "%(num)d cards", int(size.after or 0))
        found.append(Change(title, detail, "cards", HARKONNEN, tells=left.take(size, *back, *burnt)))
    return found


def drawn(left: Open) -> list[Change]:
    """Cards from the decks into the hand or to the reinforcements, with how many there are then."""
    found = []
    for faction, held in ((ATREIDES, Setting.HAND), (HARKONNEN, Setting.REINFORCEMENTS)):
        hand = left.one(held)
        decks = [one for one in left.all(Setting.DECK) if Deck(one.subject).faction is faction and _by(one) < 0]
        if hand is None or _by(hand) <= 0 or _by(hand) != -sum(map(_by, decks)):
            continue
        found.append(_drawn(left, faction, hand, decks))
    return found


def _drawn(left: Open, faction: Faction, hand: Adjust, decks: list[Adjust]) -> Change:
    number = _by(hand)
    parts = [
        _("%(number)s %(deck)s", number=-_by(deck), deck=names.subfaction_name(Subfaction(deck.subject)))
        for deck in decks
    ]
    if faction is ATREIDES and left.solo:
        title = ngettext("Draw %(num)d planning card", "Draw %(num)d planning cards", number)
        held = _("%(number)s in hand then", number=hand.after)
    elif faction is HARKONNEN and left.solo:
        title = ngettext("%(num)d card to the reinforcements", "%(num)d cards to the reinforcements", number)
        held = _("facedown, %(number)s there then", number=hand.after)
    else:
        side = names.faction_name(faction)
        title = ngettext(
            "%(side)s: draw %(num)d planning card", "%(side)s: draw %(num)d planning cards", number, side=side
        )
        held = _("%(number)s in hand then", number=hand.after)
    return Change(title, ", ".join([*parts, held]), "cards", faction, tells=left.take(hand, *decks))


def held_cards(left: Open) -> list[Change]:
    """Cards that leave a hand or the reinforcements, or come there from elsewhere; discards and decks."""
    found = []
    for one in left.all(Setting.HAND):
        what = _("Planning cards in your hand") if left.solo else _("Planning cards of Atreides")
        found.append(_set(left, one, _steps(what, one), "", "cards", ATREIDES))
    for one in left.all(Setting.REINFORCEMENTS):
        burnt = left.one(Setting.BURNT)
        same = burnt is not None and _by(burnt) == -_by(one) > 0
        detail = _("discarded facedown") if same else ""
        tells = left.take(one, burnt) if same and burnt is not None else left.take(one)
        what = _("Harkonnen reinforcement cards") if left.solo else _("Planning cards of Harkonnen")
        found.append(Change(_steps(what, one), detail, "cards", HARKONNEN, tells=tells))
    for one in left.all(Setting.DECK):
        deck = Deck(one.subject)
        title = _steps(names.capital(names.deck_name(deck)), one)
        found.append(_set(left, one, title, "", "cards", deck.faction))
    for one in left.all(Setting.DISCARDS):
        title = _("%(card)s: %(number)s in the discards", card=names.card_name(one.subject), number=one.after)
        found.append(_set(left, one, title, "", "cards", HARKONNEN))
    for one in left.all(Setting.BURNT):
        found.append(_set(left, one, _steps(_("Cards discarded facedown"), one), "", "cards", HARKONNEN))
    for one in left.all(Setting.BESIDE):
        card = names.card_name("hawats_scheming")
        title = (
            _("%(card)s beside the board", card=card) if one.after else _("%(card)s from beside the board", card=card)
        )
        found.append(_set(left, one, title, "", "cards", HARKONNEN))
    return found


def prescience_cards(left: Open) -> list[Change]:
    """The open row of prescience cards, its deck and what lies on the cards."""
    found = []
    row, deck = left.one(Setting.PRESCIENCE_CARDS), left.one(Setting.PRESCIENCE_DECK)
    if row is not None and deck is not None and _by(row) == -_by(deck):
        number = abs(_by(row))
        title = ngettext("Reveal %(num)d prescience card", "Reveal %(num)d prescience cards", number)
        if _by(row) < 0:
            title = ngettext(
                "%(num)d prescience card back into the deck", "%(num)d prescience cards back into the deck", number
            )
        detail = ngettext("%(num)d revealed then", "%(num)d revealed then", int(row.after or 0))
        found.append(Change(title, detail, "cards", ATREIDES, tells=left.take(row, deck)))
    for one in left.all(Setting.PRESCIENCE_CARDS):
        found.append(_set(left, one, _steps(_("Prescience cards revealed"), one), "", "cards", ATREIDES))
    for one in left.all(Setting.PRESCIENCE_DECK):
        found.append(_set(left, one, _steps(_("Deck of prescience cards"), one), "", "cards", ATREIDES))
    for one in left.all(Setting.ATTACHED):
        facts = {"card": names.card_name(one.subject), "number": one.after}
        title = _("%(card)s: %(number)s on the prescience cards", **facts)
        found.append(_set(left, one, title, "", "cards", ATREIDES))
    return found


def tokens(left: Open) -> list[Change]:
    """Tokens that are counted beside the board."""
    found = []
    for one in left.all(Setting.BENE_GESSERIT, Setting.CONES):
        faction = Faction.from_id(one.subject)
        what = _("Bene Gesserit tokens") if one.what is Setting.BENE_GESSERIT else _("Cones of silence")
        found.append(_set(left, one, _steps(what, one), names.faction_name(faction), "bene-gesserit", faction))
    pools: dict[Setting, tuple[str, Faction]] = {
        Setting.BLACK_TOKENS: (_("Black tokens in the pool"), HARKONNEN),
        Setting.SILVER_TOKENS: (_("Silver tokens in the pool"), HARKONNEN),
        Setting.ATREIDES_TOKENS: (_("Deployment tokens of Atreides left"), ATREIDES),
    }
    for one in left.all(*pools):
        what, faction = pools[one.what]
        found.append(_set(left, one, _steps(what, one), "", "token", faction))
    return found


WORDINGS: tuple[Wording, ...] = (
    tracks,
    harkonnen_dice,
    atreides_dice,
    round_cards,
    reshuffled,
    drawn,
    held_cards,
    prescience_cards,
    tokens,
)
"""In the order in which hands work."""
