"""The sheets: an area, an air zone, the tracks. What is there, what may be done now, and putting right what differs."""

from companion.board import AREA_IDS, AREAS, ATOMICS_AREAS, ZONE_IDS
from companion.content.terms import Faction, Result
from companion.rules import check, combat, reach
from companion.rules.army import Army
from companion.rules.ask.desert_war import war_of
from companion.rules.ask.turns import own_turn
from companion.rules.commands import Command, DetonateAtomics, RevealSietch, RevealTokens, SpendDie
from companion.rules.frames import ActionFrame, TurnFrame
from companion.rules.positions.unlikely import findings
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES, HARKONNEN, State
from companion.web.drawing import Disc, Glow, GlowKind, stacks
from companion.web.editor.area import RANKS, area_groups, vehicle_choice
from companion.web.editor.figures import blocks as blocks_of
from companion.web.editor.war import notes_of_war
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.steps.atreides import reachable
from companion.web.steps.atreides.free_actions import ATOMICS, TOKENS, token_shows, token_value
from companion.web.steps.battle.chances import badges, outlook, outlook_fold
from companion.web.steps.desert import war
from companion.web.ui import blocks as ui
from companion.web.ui.board import TROOPS, disc_name, discs_in
from companion.web.ui.fields import UNIT_FIELDS
from companion.web.ui.panel import Focus, Panel
from companion.web.ui.parts import KIND_GLYPH, SIDE, figure_steppers
from companion.web.words import names
from companion.web.words.refusals.texts import refusal_texts
from companion.web.words.violations import violation_text

ODD = "odd"
"""In the address of a step: first says what is odd in the position just corrected."""
MOVING = (Result.LEADERSHIP, Result.STRATEGY)


def area_sheet(scene: Scene, area: int) -> Panel:
    """Returns the sheet of an area."""
    state = scene.state
    area_id = AREA_IDS[area]
    chances = outlook(scene, area)
    marks = badges(chances)
    blocks: list[ui.Block] = [ui.Contents(tuple(_contents(scene, area)))]
    if numbers := _numbers(state, area):
        blocks.append(ui.Lines((numbers,)))
    blocks.extend(notes_of_war(state, area))
    blocks.extend(oddities(state, area))
    if scene.may_write:
        blocks.extend(_acts(scene, area))
    blocks.extend(outlook_fold(chances))
    if scene.may_write:
        blocks.extend(_rank_form(scene, area))
        blocks.append(_correction(scene, area))
    return Panel(
        kicker="",
        title=names.area_name(area),
        detail=_about(scene, area),
        blocks=tuple(blocks),
        focus=Focus((Glow(GlowKind.SELECTED, (area_id,)),), ids=(area_id,), pieces=tuple(marks), badges=marks),
        css="sheet",
        close=scene.behind_the_sheet,
    )


def _about(scene: Scene, area: int) -> str:
    record = AREAS[area]
    named = printed_words(area)
    parts = [names.terrain_name(record.terrain), *(names.sector_name(sector) for sector in record.sectors)]
    text = names.capital(", ".join(parts)) + "."
    if named:
        text += " " + named
    if scene.state.target_sietch == area:
        text += " " + _("Target sietch of this round.")
    return text


def printed_words(area: int) -> str:
    """Returns what is to be said of the name: the English one beside another, or what a code means (nothing else)."""
    if AREAS[area].name is None:
        sector = AREAS[area].sectors[0]
        letters, where = names.sector_code(sector), names.sector_name(sector)
        return _(
            "The board prints no name here: %(letters)s is the %(sector)s, the number is ours.",
            letters=letters,
            sector=where,
        )
    printed = names.printed_name(area)
    return _("In English: %(name)s.", name=printed) if printed else ""


def _contents(scene: Scene, area: int) -> list[ui.Have]:
    state = scene.state
    found: list[ui.Have] = []
    for faction in Faction:
        army = state.army(faction, area)
        if army is None:
            continue
        kinds = [(kind, getattr(army, kind)) for kind in UNIT_FIELDS if getattr(army, kind)]
        texts = names.figure_list(Army(army.regular, army.elite, army.special, army.tokens, army.generic), faction)
        found += [ui.Have(KIND_GLYPH[kind], text, SIDE[faction]) for (kind, _n), text in zip(kinds, texts, strict=True)]
        if army.escorts:
            found.append(ui.Have("escort", names.escorts(army.escorts), SIDE[faction]))
        found += [ui.Have("named", names.leader_name(leader), SIDE[faction]) for leader in army.named]
    if state.settlements >> area & 1:
        rank = combat.stronghold_rank(state, HARKONNEN, area)
        found.append(ui.Have("settlement", _("Settlement %(rank)s", rank=rank), "h"))
    sietch = state.sietch(area)
    if sietch is not None:
        found.append(ui.Have("sietch", _sietch_words(scene, sietch.rank, sietch.revealed)))
    found += [
        ui.Have(disc.glyph, names.capital(disc_name(disc, many)), _whose(disc))
        for disc, many in stacks(tuple(discs_in(state, area)))
    ]
    return found or [ui.Have("map", _("nothing is here"))]


def _whose(disc: Disc) -> str:
    """The side of a marker, as chips have it: of the pieces of Desert War, else none."""
    return "h" if disc is Disc.SUSPENSOR else "a" if disc is Disc.CAMP or disc in TROOPS else "n"


def _sietch_words(scene: Scene, rank: int | None, revealed: bool) -> str:
    if revealed:
        return _("Sietch %(rank)s, face up", rank=rank)
    if rank is None or not scene.sees_hidden:
        return _("Sietch, facedown")
    return _("Sietch %(rank)s, hidden", rank=rank)


def _numbers(state: State, area: int) -> str:
    """Units against the limit, power, and dice: all that is public."""
    for faction in Faction:
        army = state.army(faction, area)
        if army is not None:
            facts = {"units": army.units, "limit": state.stacking_limit(faction)}
            power = names.strength((combat.coarse_power(army), combat.fine_power(army)))
            dice = ngettext(
                "%(num)d combat die without cards",
                "%(num)d combat dice without cards",
                min(army.units, combat.MAX_DICE),
            )
            return _(
                "%(count)s units. %(power)s. %(dice)s.",
                count=_("%(units)s of %(limit)s", **facts),
                power=names.capital(power),
                dice=names.capital(dice),
            )
    return ""


def oddities(state: State, area: int | None = None) -> list[ui.Block]:
    """Returns what is odd in the position: in one area, or with None everywhere."""
    found = [violation_text(violation) for violation in findings(state)]
    return [ui.Note(text.sentence, "warn", "odd", text.rule) for text in found if area is None or text.area == area]


def became_odd(before: State, after: State) -> bool:
    """True when a correction made something odd that was not so before."""
    known = set(map(repr, findings(before)))
    return any(repr(found) not in known for found in findings(after))


def odd_panel(scene: Scene) -> Panel | None:
    """Returns the warning after a correction: recorded as the table shows it, and what is odd about that."""
    notes = oddities(scene.state)
    if not notes:
        return None
    return Panel(
        kicker=_("Corrected"),
        glyph="warn",
        title=_("Recorded as you entered it. Please check"),
        detail=_("The table is right, whatever the rules say. But this looks unusual:"),
        blocks=(*notes, ui.Go(_("Yes, it is like that"), "check", href=scene.step_url)),
        css="order",
    )


def _acts(scene: Scene, area: int) -> list[ui.Block]:
    """What may be done with what is there now, with the rule that says no where it may not."""
    state = scene.state
    frame = state.frame
    found: list[ui.Block] = []
    own = isinstance(frame, TurnFrame | ActionFrame) and frame.faction is ATREIDES
    army = state.army(ATREIDES, area)
    if own and army is not None and army.units:
        found += _movement(scene, area)
    free = own_turn(state, ATREIDES)
    if free and army is not None and army.tokens:
        # What the sheet was opened for stands first.
        first = 0 if scene.pick.get("open") == TOKENS else len(found)
        found.insert(first, _turn_tokens(scene, area, army))
    sietch = state.sietch(area)
    if free and sietch is not None and not sietch.revealed:
        found += _turn_sietch(scene, area, sietch.rank)
    if free and state.atomics is None and ATOMICS_AREAS >> area & 1:
        found.append(_atomics(scene, area))
    if war_of(state).pieces_mask >> area & 1:
        found.extend(war.offer(scene))
    return found


def _movement(scene: Scene, area: int) -> list[ui.Block]:
    state, area_id = scene.state, AREA_IDS[area]
    frame = state.frame
    if isinstance(frame, ActionFrame):
        acts: list[ui.Block] = []
        if reachable.moves_of(state, frame, area):
            acts.append(ui.Act("move", _("Move"), _reached(state, area), scene.here(**{"from": area_id})))
        if reachable.attacks_of(state, frame, area):
            acts.append(ui.Act("attack", _("Attack"), "", scene.here(**{"from": area_id, "attack": "1"})))
        return acts
    found: list[ui.Block] = []
    for die in MOVING:
        if die not in (state.atreides_results or ()):
            continue
        reasons = check(state, SpendDie(die, die))
        title = _("Move or attack with %(result)s", result=names.result_name(die))
        if reasons:
            found.append(_refused("move", title, SpendDie(die, die), state))
        elif reach.moves(state, ATREIDES, leaders_only=die is Result.LEADERSHIP, only=area):
            act = ui.Act("move", title, _reached(state, area), name="die", value=die.value)
            found.append(ui.Form("spend", (act,), {"then": f"from={area_id}"}))
    return found


def _reached(state: State, area: int) -> str:
    found = reach.moves(state, ATREIDES, only=area)
    walked = sum(one.via is reach.Via.GROUND for one in found)
    ridden = len({one.target for one in found if one.via is reach.Via.SANDRIDING})
    text = ngettext("%(num)d area on foot", "%(num)d areas on foot", walked)
    return _("%(walk)s, %(ride)s by sandriding", walk=text, ride=ridden) if ridden else text


def _refused(glyph: str, title: str, command: Command, state: State) -> ui.Act:
    text = refusal_texts(check(state, command))[0]
    return ui.Act(glyph, title, refusal=text.sentence, rule=text.rule)


def _blocked(state: State, command: Command) -> bool:
    return any(reason.severity is Severity.ILLEGAL for reason in check(state, command))


def _turn_tokens(scene: Scene, area: int, army: Army) -> ui.Block:
    state = scene.state
    title = _("Reveal deployment tokens")
    probe = RevealTokens(ATREIDES, area, 1, Army(regular=1))
    if _blocked(state, probe):
        return _refused("token", title, probe, state)
    warned = refusal_texts(check(state, probe))
    hidden = {"area": AREA_IDS[area]}
    presets = tuple(
        ui.Choice(token_value(shown), names.capital(names.figures_line(shown, ATREIDES))) for shown in token_shows()
    )
    by_steppers = (
        ui.Steppers((ui.Stepper("tokens_turned", _("Tokens revealed"), 1, 1, army.tokens, "token", "a"),)),
        ui.Steppers(figure_steppers(ATREIDES, ("regular", "elite", "special", "generic")), _("Together they show")),
        ui.Buttons((ui.Button(_("Reveal them"), "reveal"),)),
    )
    other = _("It shows something else") if army.tokens == 1 else _("Something else, or several tokens")
    blocks: tuple[ui.Block, ...] = (
        *(ui.Note(text.sentence, "warn", "odd", text.rule) for text in warned),
        ui.Lines((_("What does the token show?"),)),
        ui.Form("turn-tokens", (ui.Answers("shows", presets, big=False),), hidden | {"tokens_turned": "1"}),
        ui.Fold(other, (ui.Form("turn-tokens", by_steppers, hidden),), "edit"),
    )
    return ui.Fold(title, blocks, "token", scene.pick.get("open") == TOKENS)


def _turn_sietch(scene: Scene, area: int, rank: int | None) -> list[ui.Block]:
    state = scene.state
    title = _("Reveal the sietch token")
    probe = RevealSietch(area, rank or 1)
    if _blocked(state, probe):
        return [_refused("reveal", title, probe, state)]
    warned = refusal_texts(check(state, probe))
    notes: list[ui.Block] = [ui.Note(text.sentence, "warn", "odd", text.rule) for text in warned]
    keys = tuple(ui.Key(_("rank"), big=str(one), value=str(one), state="in" if one == rank else "") for one in RANKS)
    form = ui.Form("reveal-sietch", (*notes, ui.Keys(_("Rank"), keys, "rank", tall=True)), {"area": AREA_IDS[area]})
    return [ui.Fold(title, (form,), "reveal")]


def _atomics(scene: Scene, area: int) -> ui.Block:
    state = scene.state
    there = state.army(HARKONNEN, area) or state.army(ATREIDES, area)
    faction = HARKONNEN if state.army(HARKONNEN, area) else ATREIDES
    open_areas = [
        other
        for other in range(len(AREA_IDS))
        if there and (state.borders(faction)[area] & state.free_mask(faction)) >> other & 1
    ]
    probe = DetonateAtomics(area, open_areas[0] if open_areas else None)
    title = _("Detonate the family atomics here")
    if _blocked(state, probe):
        return _refused("atomics", title, probe, state)
    inner: list[ui.Block] = []
    if there:
        offers = (*((AREA_IDS[a], names.area_name(a)) for a in open_areas), ("", _("nowhere: it is destroyed")))
        inner.append(ui.Select("displaced_to", _("The legion there moves to"), offers, offers[0][0]))
    inner.append(ui.Buttons((ui.Button(_("Detonate them"), "atomics"),)))
    form = ui.Form("atomics", tuple(inner), {"area": AREA_IDS[area]})
    return ui.Fold(title, (form,), "atomics", scene.pick.get("open") == ATOMICS)


def _rank_form(scene: Scene, area: int) -> list[ui.Block]:
    sietch = scene.state.sietch(area)
    if sietch is None or sietch.revealed or not scene.sees_hidden:
        return []
    keys = [
        ui.Key(_("rank"), big=str(rank), value=str(rank), state="in" if rank == sietch.rank else "") for rank in RANKS
    ]
    if sietch.rank is not None:
        keys.append(ui.Key(_("forget"), "close", value="0"))
    note = ui.Note(_("Telling the app does not reveal it. Spectators never see it."), "lock")
    form = ui.Form("rank", (note, ui.Keys(_("Rank"), tuple(keys), "rank", tall=True)), {"area": AREA_IDS[area]})
    return [ui.Fold(_("Enter the sietch’s rank"), (form,), "lock")]


def _correction(scene: Scene, area: int) -> ui.Fold:
    note = ui.Note(
        _("The board is always right. A correction is recorded in the history and can be undone."), "history"
    )
    save = ui.Go(_("Save the changes"), "check", back=scene.step_url, back_text=_("Cancel"))
    inner = (*blocks_of(area_groups(scene.state, area), scene.state), note, save)
    return ui.Fold(_("Correct the differences"), (ui.Form("correct-area", inner, {"area": AREA_IDS[area]}),), "edit")


def zone_sheet(scene: Scene, zone: int) -> Panel:
    """Returns the sheet of an air zone."""
    state, zone_id = scene.state, ZONE_IDS[zone]
    vehicle = vehicle_choice(state, zone)
    now, words = vehicle.read(state), dict(vehicle.offers)
    blocks: list[ui.Block] = [ui.Contents((ui.Have(now or "map", names.capital(words[now]), "h" if now else "n"),))]
    if scene.may_write:
        choices = tuple(ui.Choice(value, names.capital(text), glyph=value or "close") for value, text in words.items())
        inner = (ui.Options(vehicle.id, choices, vehicle.label, now), ui.Go(_("Save the changes"), "check"))
        form = ui.Form("correct-zone", inner, {"zone": zone_id})
        blocks.append(ui.Fold(_("Correct the differences"), (form,), "edit"))
    return Panel(
        kicker="",
        title=names.capital(names.zone_name(zone)),
        detail=_("Air zone: one vehicle at most."),
        blocks=tuple(blocks),
        focus=Focus((Glow(GlowKind.SELECTED, (zone_id,)),), ids=(zone_id,)),
        css="sheet",
        close=scene.behind_the_sheet,
    )
