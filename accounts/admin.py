"""People and notices, for those who run the site."""

import importlib
from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from accounts import hooks, services
from accounts.models import Notice, User
from accounts.notices import KINDS

# signing in to the administration goes the way of all signing in: second factor, limits and all
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # the library's documented way

# the library's own pages would let staff confirm addresses and read authenticators; they come off once registered
for model in (EmailAddress, Authenticator, UserSession):
    importlib.import_module(f"{model.__module__.rpartition('.')[0]}.admin")
    admin.site.unregister(model)

# words of Django's own pages that its Russian catalogue lacks; the site's catalogue goes before it
LACKING = (gettext_noop("- Select an option -"), gettext_noop("Filter by %(field_name)s"))


class ReasonForm(ActionForm):
    """Asks why, beside the action."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=300)


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes none at run time
    """Rows to look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes none at run time
    """People sign up and leave by themselves; here they are found, made staff, shut out or anonymised."""

    list_display = ("name", "email", "is_staff", "is_active", "date_joined", "mail_failing_since")
    list_filter = ("is_staff", "is_active", ("mail_failing_since", admin.EmptyFieldListFilter))
    search_fields = ("display_name", "email")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    fields = (
        "display_name",
        "email",
        "language",
        "time_zone",
        "reminder_hours",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "date_joined",
        "last_login",
        "mail_failing_since",
        "deleted_at",
    )
    filter_horizontal = ("groups",)
    action_form = ReasonForm
    actions = ("anonymise",)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        # an address is changed by whoever can read its mail, and ways of one's own by oneself
        fixed = (
            "email",
            "language",
            "time_zone",
            "reminder_hours",
            "date_joined",
            "last_login",
            "mail_failing_since",
            "deleted_at",
        )
        # only those who may do everything may let others in
        return fixed if request.user.is_superuser else (*fixed, "is_staff", "is_superuser", "groups")

    @admin.display(description=gettext_lazy("display name"), ordering="display_name")
    def name(self, person: User) -> str:
        return str(person)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        # opponents would lose their matches with the person
        return False

    @admin.action(description=gettext_lazy("Anonymise (give a reason)"), permissions=["change"])
    def anonymise(self, request: HttpRequest, people: QuerySet[User]) -> None:
        reason = request.POST.get("reason", "").strip()
        if not reason:
            self.message_user(request, _("Nothing was done: write the reason beside the action."), messages.ERROR)
            return
        chosen = list(people.filter(deleted_at=None))
        if any(person.is_staff for person in chosen) and not request.user.is_superuser:
            self.message_user(request, _("Nothing was done: only a superuser may anonymise staff."), messages.ERROR)
            return
        if request.user in chosen:
            self.message_user(
                request, _("Nothing was done: delete your own account from your profile."), messages.ERROR
            )
            return
        for person in chosen:
            services.delete_account(user=person, leave=hooks.leave_everything)
            self.log_change(request, User.objects.get(pk=person.pk), _("Anonymised: {reason}").format(reason=reason))
        done = ngettext("%(count)d person is anonymised.", "%(count)d people are anonymised.", len(chosen))
        self.message_user(request, done % {"count": len(chosen)})


class KindFilter(admin.SimpleListFilter):
    """By kind of notice, in words."""

    title = gettext_lazy("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind.slug, str(kind.title)) for kind in KINDS.values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notice]) -> QuerySet[Notice]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """The outbox: who is told what, and what became of it."""

    list_display = (
        "created_at",
        "addressee",
        "sort",
        "occasion",
        "state",
        "attempts",
        "due_at",
        "closed_at",
        "short_trouble",
    )
    list_filter = ("state", KindFilter)
    list_select_related = ("person",)
    search_fields = ("person__display_name", "person__email", "address", "event", "thread")
    ordering = ("-created_at",)
    show_full_result_count = False
    fields = (
        *("person", "address", "sort", "occasion", "thread_code", "state", "due_at", "attempts"),
        *("leased_until", "message_id", "trouble", "created_at", "closed_at"),
    )
    readonly_fields = ("sort", "occasion", "thread_code")
    actions = ("send_again",)

    @admin.display(description=gettext_lazy("to"))
    def addressee(self, notice: Notice) -> str:
        return str(notice.person) if notice.person else notice.address

    @admin.display(description=gettext_lazy("kind"), ordering="kind")
    def sort(self, notice: Notice) -> str:
        kind = KINDS.get(notice.kind)
        return str(kind.title) if kind else notice.kind

    @admin.display(description=gettext_lazy("event"), ordering="event")
    def occasion(self, notice: Notice) -> SafeString:
        return format_html("<code>{}</code>", notice.event)

    @admin.display(description=gettext_lazy("conversation"), ordering="thread")
    def thread_code(self, notice: Notice) -> SafeString:
        return format_html("<code>{}</code>", notice.thread)

    @admin.display(description=gettext_lazy("trouble"))
    def short_trouble(self, notice: Notice) -> str:
        return notice.trouble[:80]

    @admin.action(description=gettext_lazy("Send again (failed ones)"), permissions=["view"])
    def send_again(self, request: HttpRequest, notices: QuerySet[Notice]) -> None:
        count = services.resend_failed(notice_ids=[*notices.values_list("pk", flat=True)])
        done = ngettext("%(count)d notice will be tried again.", "%(count)d notices will be tried again.", count)
        self.message_user(request, done % {"count": count})


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    """What those who run the site did here, with their reasons."""

    list_display = ("action_time", "user", "content_type", "object_repr", "change_message")
    list_filter = (("action_flag", admin.ChoicesFieldListFilter),)
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "change_message")
