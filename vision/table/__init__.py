"""One game box on one table: its folder, how it is taught, the sheet that is printed for it, and a photo read on it."""
