"""``manage.py replay_matches [ID…]``: whether the rules of today give what is stored."""

from games.matches.auditing import replay_faults
from games.matches.management.audit import AuditCommand


class Command(AuditCommand):
    help = "Carry out all matches again, or those named, from their plies by the rules, and list every difference."
    faults = staticmethod(replay_faults)
