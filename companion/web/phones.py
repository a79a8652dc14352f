"""Which of this computer's addresses a device shows to others: in the QR code and beside it."""

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from companion.rules.errors import FormatError
from companion.web.addresses import COOKIE, YEAR, phone_addresses
from companion.web.back import FIELD, page_of_ours
from companion.web.say import _

bp = Blueprint("phones", __name__)

MAX_SHOWN = 60


@bp.post("/addresses")
def choose() -> ResponseReturnValue:
    """Keeps on the device which address it shows, and goes back to the page; 400 for one that is not offered."""
    host = request.form.get("address", "")
    if host not in {one.host for one in phone_addresses().choices}:
        text = _("this computer has no address “%(value)s” at the moment", value=host[:MAX_SHOWN])
        raise FormatError("address", text)
    response = redirect(page_of_ours(request.form.get(FIELD, "")), 303)
    response.set_cookie(COOKIE, host, max_age=YEAR, httponly=True, samesite="Lax")
    return response
