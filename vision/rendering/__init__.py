"""The parts of the renderer: worlds, print, pieces, camera and light; :mod:`vision.render` is its public face."""
