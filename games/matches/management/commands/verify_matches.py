"""``manage.py verify_matches [ID…]``: whether any stored ply was altered."""

from games.matches.auditing import chain_faults
from games.matches.management.audit import AuditCommand


class Command(AuditCommand):
    help = "Walk the hash chain of all matches, or of those named, and name every ply that was altered."
    faults = staticmethod(chain_faults)
