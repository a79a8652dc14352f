"""The dice on their mat: found, seen from above, and compared with the faces that were taught."""
