"""The board in a photo: where it lies, from where it is seen, and in what light; what stands out from it."""
