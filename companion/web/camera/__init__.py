"""The camera: a photo of the board becomes a proposal that a player confirms, and a photo of dice becomes results.

Every address stands below a game, so that only those who may change it can send photos. The server never decodes a
photo itself: that is done by a child process of :mod:`companion.service.camera`.
"""

from companion.web.camera.album import album_page
from companion.web.camera.boxes import boxes_page
from companion.web.camera.common import bp, desk
from companion.web.camera.dice import dice_page
from companion.web.camera.jobs import job_page
from companion.web.camera.outline import outline_page
from companion.web.camera.scan import scan_page
from companion.web.camera.setup import box_page

__all__ = ["album_page", "box_page", "boxes_page", "bp", "desk", "dice_page", "job_page", "outline_page", "scan_page"]
