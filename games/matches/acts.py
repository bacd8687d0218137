"""What all acts of organisers share: a form that asks for the reason, and the page on which it is filled in."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import AdminForm
from django.contrib.admin.widgets import AdminTextareaWidget
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    """One act. ``title`` names it, ``effect`` says what it does; ``is_final``: it cannot be undone."""

    title: ClassVar[Promise]
    effect: ClassVar[Promise]
    is_final: ClassVar[bool] = False

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=AdminTextareaWidget(attrs={"rows": 3}),
        help_text=_("The players read it in their mail."),
    )

    def choices(self, name: str, choices: list[tuple[Any, str]]) -> None:
        """Offer these in a field of choices."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class ActPages(admin.ModelAdmin):  # type: ignore[type-arg]  # takes none at run time
    """An administration with acts on its objects."""

    def act_page(
        self, request: HttpRequest, form: ReasonForm, *, subject: str, back: str, back_label: str, facts: str = ""
    ) -> TemplateResponse:
        """The page of a form. ``back`` is the address of the object's own page, ``facts`` stands before the form."""
        shown = [*form.visible_fields()]
        context = {
            **self.admin_site.each_context(request),
            "title": form.title,
            "form": form,
            "adminform": AdminForm(form, [(None, {"fields": [field.name for field in shown]})], {}),  # type: ignore[arg-type]  # any form will do
            "media": self.media + form.media,
            "opts": self.opts,
            "subject": subject,
            "back": back,
            "back_label": back_label,
            "facts": facts,
        }
        return TemplateResponse(request, "admin/act.html", context)
