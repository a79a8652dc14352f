"""The steps of the solo opponent: its dice, orders, planning cards and questions."""
