"""Pages about oneself."""

from allauth.account.decorators import reauthentication_required
from allauth.account.views import EmailView
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts import hooks, services
from accounts.forms import ProfileForm
from accounts.models import Notice, User
from accounts.notices import KINDS

NOTICES_SHOWN = 20


def person_of(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the views are closed to others
    return request.user


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Speak another language from now on: to this browser, and to the person who is signed in wherever they are."""
    language = request.POST.get("language", "")
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        services.choose_language(person_id=person_of(request).pk, language=language)
    return set_language(request)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    # a form that is refused leaves what was typed on its instance, and the page's head shows the name
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=person.pk))
    if request.method == "POST" and form.is_valid():
        with translation.override(form.save().language):
            messages.success(request, _("Saved."))
        return redirect("profile")
    notices = Notice.objects.filter(person=person).order_by("-created_at", "-pk")[:NOTICES_SHOWN]
    page = {
        "form": form,
        "kinds": KINDS.values(),
        "notices": [{"notice": notice, "kind": KINDS.get(notice.kind)} for notice in notices],
        "has_second_factor": is_mfa_enabled(person),
    }
    return render(request, "accounts/profile.html", page, status=422 if form.errors else 200)


class ChangeAddress(EmailView):
    """The library's page, which says nothing when it is asked for a letter again too soon and sends none."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response: HttpResponse = super().post(request, *args, **kwargs)
        if "action_send" in request.POST and not self._did_send_verification_email:
            messages.info(
                request, _("The last letter left a moment ago. Look among the spam, or ask again in three minutes.")
            )
        return response


@login_required
@never_cache
@reauthentication_required(allow_get=True)
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    if request.method != "POST":
        return render(request, "accounts/delete.html", {"running": hooks.count_running(person)})
    logout(request)
    services.delete_account(user=person, leave=hooks.leave_everything)
    messages.success(request, _("Your account is deleted. Farewell."))
    return redirect("home")
