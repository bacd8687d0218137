from django.conf import settings
from django.db import migrations, models


def name_group(apps, schema_editor):
    """A group whose members may announce tournaments; with the permission that Django makes only later."""
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="tournaments", model="event"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type, codename="add_event", defaults={"name": "Can add tournament"}
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="Organisers of tournaments")
    group.permissions.add(permission)


def drop_group(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name="Organisers of tournaments").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_events"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="organisers",
            field=models.ManyToManyField(
                blank=True,
                related_name="organised_events",
                to=settings.AUTH_USER_MODEL,
                verbose_name="organisers",
            ),
        ),
        migrations.RunPython(name_group, drop_group),
    ]
