"""The steps of an Atreides turn: dice, actions, moves, planning cards, Desert Power, claims."""
