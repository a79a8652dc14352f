"""The printed procedure: what each result of a die makes the Harkonnen do (MAHDI-TURN to MAHDI-HOUSE)."""
