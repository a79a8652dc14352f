"""From the bytes of a photo to an answer: the photo itself, the child process that may open it, and its jobs."""
