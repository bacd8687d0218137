"""What other packages want to do before a person leaves. Accounts knows no match."""

from collections.abc import Callable

from accounts.models import User

# called with the person, outside any transaction, before the account is emptied; may be called twice
before_delete: list[Callable[[User], None]] = []
# how many matches the person would leave behind unfinished
running_matches: list[Callable[[User], int]] = []


def leave_everything(user: User) -> None:
    for leave in before_delete:
        leave(user)


def count_running(user: User) -> int:
    return sum(count(user) for count in running_matches)
