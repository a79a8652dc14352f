"""Dice on the mat: a world's dice are taught once, then rolled and read."""

from tests.workshop.camera.evaluation.rates import Tally
from tests.workshop.camera.render import DieSeen, World, dice_photo, dice_view, roll, world
from tests.workshop.camera.rendering.dice_faces import FACES
from tests.workshop.camera.rendering.fields import Rng, generator
from vision.dice import mat
from vision.dice.book import DiceBook, NotTaught

SIZE = (4032, 3024)


def taught(copy_of_game: World, rng: Rng) -> DiceBook:
    """Returns the dice of a world as the app asks to teach them: photos of dice that all show one face."""
    book = DiceBook()
    for kind in ("action", "combat"):
        for name in sorted(set(FACES[kind])):
            if kind == "action":
                dice: list[tuple[str, str, str]] = [(kind, name, "harkonnen")] * 3
            else:
                dice = [(kind, name, side) for side in ("harkonnen", "harkonnen", "atreides", "atreides")]
            shot = dice_photo(copy_of_game, dice, dice_view(rng), rng, SIZE)
            try:
                book = book.teach(shot.image, kind, name)
            except (NotTaught, mat.NoMat):
                # What a person would do: take it again from straight above.
                again = dice_photo(copy_of_game, dice, dice_view(rng), rng, SIZE)
                book = book.teach(again.image, kind, name)
    return book


def evaluate_dice(seed: int, photos: int) -> Tally:
    """Returns the counts of a world's dice."""
    tally, copy_of_game = Tally(), world(seed)
    try:
        book = taught(copy_of_game, generator("teach dice", seed))
    except (NotTaught, mat.NoMat):
        tally.add("dice_taught", False)
        return tally
    tally.add("dice_taught", True)
    for number in range(photos):
        rng = generator("dice", seed, number)
        thrown = roll("action", int(rng.integers(2, 9)), rng) if number % 2 else roll("combat", 6, rng)
        if rng.random() < 0.4:
            thrown = [*thrown, *roll("foreign", 1, rng)]
        shot = dice_photo(copy_of_game, thrown, dice_view(rng), rng, SIZE)
        try:
            found = book.read(shot.image)
        except mat.NoMat:
            found = []
        read = [(die.kind, die.face, die.box) for die in found]
        tally.merge(judge_dice(read, shot.dice))
    return tally


def judge_dice(
    found: list[tuple[str | None, str | None, tuple[int, int, int, int]]], real: tuple[DieSeen, ...]
) -> Tally:
    """Returns the counts of one photo: a die is found when the middle of a box lies in its own."""
    tally, left = Tally(), list(found)
    for die in real:
        x, y, width, height = die.box
        at = [f for f in left if x <= f[2][0] + f[2][2] / 2 <= x + width and y <= f[2][1] + f[2][3] / 2 <= y + height]
        seen = at[0] if at else None
        if seen is not None:
            left.remove(seen)
        if die.kind == "foreign":
            tally.add("foreign_rejected", seen is None or seen[1] is None)
            continue
        tally.add("dice_found", seen is not None)
        accepted = seen is not None and seen[1] is not None
        tally.add("dice_accepted", accepted)
        right = seen is not None and seen[:2] == (die.kind, die.face)
        tally.add("dice_accepted_wrong", accepted and not right)
        if accepted:
            tally.add("accepted_right", right)
    tally.add("dice_number_right", len(found) == len(real))
    return tally
