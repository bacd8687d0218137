"""The queues of tasks. A letter's picture holds up every thread of its process, so mail has a process of its own."""

MATCHES = "matches"
MAIL = "mail"
QUEUES = (MATCHES, MAIL)
