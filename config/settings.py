"""Settings of every installation. Whatever differs between two of them comes from the environment."""

import os
from pathlib import Path

from cryptography.fernet import Fernet
from django.core.management.utils import get_random_secret_key
from django.utils.csp import CSP

from config.environment import Environment, database, kept_key, mailer, private_folder, refused, site_url
from games.registry import GAMES

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment(os.environ)

# Where and for whom

HERALD_PRODUCTION = env.choice("HERALD_ENV", ("development", "production"), "development") == "production"
HERALD_VAR = private_folder("HERALD_VAR", Path(env.text("HERALD_VAR", str(BASE_DIR / "var"))).absolute())
HERALD_PORT = env.number("HERALD_PORT", 8000, 1, 65535)
# seconds that a turn's notice waits, so that a player who is at the board anyway is not mailed
HERALD_NOTICE_DELAY = env.number("HERALD_NOTICE_DELAY", 30, 0, 3600)

# production has no defaults for what an operator must decide
if HERALD_PRODUCTION:
    HERALD_URL = site_url(env, "HERALD_URL", ("https",), None)
    ALLOWED_HOSTS = env.words("HERALD_HOSTS")
    SECRET_KEY = env.text("HERALD_SECRET_KEY")
    HERALD_SEAL_KEYS = env.words("HERALD_SEAL_KEYS")
    DATABASES = {"default": database(env, "DATABASE_URL", None)}
    MAILERS = {"default": mailer(env, "HERALD_MAIL_URL")}
    DEFAULT_FROM_EMAIL = env.text("HERALD_MAIL_FROM")
else:
    HERALD_URL = site_url(env, "HERALD_URL", ("http", "https"), f"http://localhost:{HERALD_PORT}")
    ALLOWED_HOSTS = env.words("HERALD_HOSTS", "localhost,127.0.0.1,[::1]")
    SECRET_KEY = env.text("HERALD_SECRET_KEY", "") or kept_key(
        "HERALD_SECRET_KEY", HERALD_VAR / "keys" / "secret", get_random_secret_key
    )
    HERALD_SEAL_KEYS = env.words(
        "HERALD_SEAL_KEYS",
        kept_key("HERALD_SEAL_KEYS", HERALD_VAR / "keys" / "seal", lambda: Fernet.generate_key().decode()),
    )
    DATABASES = {"default": database(env, "DATABASE_URL", f"sqlite:///{HERALD_VAR / 'herald.sqlite3'}")}
    # the mailbox page shows what was sent; with a mail server named, it is passed on to that as well
    MAILERS = {"default": {"BACKEND": "accounts.mailbox.MailboxBackend"}}
    if env.has("HERALD_MAIL_URL"):
        MAILERS["onward"] = mailer(env, "HERALD_MAIL_URL")
    DEFAULT_FROM_EMAIL = env.text("HERALD_MAIL_FROM", "Herald <herald@localhost>")

if len(SECRET_KEY) < 32:
    raise refused("HERALD_SECRET_KEY", "is too short; it must have 32 characters or more")
for key in HERALD_SEAL_KEYS:
    try:
        Fernet(key)
    except ValueError as error:
        raise refused("HERALD_SEAL_KEYS", "holds a key that is not one: 32 bytes in URL-safe base64") from error
if "@" not in DEFAULT_FROM_EMAIL:
    raise refused("HERALD_MAIL_FROM", "is not a mail address")
DEBUG = env.flag("HERALD_DEBUG")
if DEBUG and HERALD_PRODUCTION:
    raise refused("HERALD_DEBUG", "shows the insides of the program to everybody and cannot be 1 in production")

# Broker and cache. Without Redis both live in the one process of the embedded server

REDIS_URL = env.text("REDIS_URL", "")
HERALD_REDIS_PREFIX = env.text("HERALD_REDIS_PREFIX", "herald:")
if REDIS_URL:
    redis_address = env.address("REDIS_URL", ("redis", "rediss", "redis+socket"))
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            # Celery and redis-py name a socket differently
            "LOCATION": REDIS_URL.replace("redis+socket:", "unix:", 1),
            "KEY_PREFIX": HERALD_REDIS_PREFIX + "cache",
        }
    }

# Applications

INSTALLED_APPS = [
    "accounts",
    "config",
    "games.matches",
    "games.tournaments",
    "games.ratings",
    "games.mail",
    *(f"games.{slug}" for slug in GAMES),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.SecondFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.mailbox",
            ],
        },
    },
]

TEMPLATES.append(
    {
        "NAME": "parts",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "parts"],
        "OPTIONS": {"environment": "games.matches.fragments.environment"},
    }
)

# People. Options of the sign-in library

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.sessions.Backend"]
SESSION_ENGINE = "accounts.sessions"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.PersonFields"
ACCOUNT_FORMS = {"signup": "accounts.signup.SignupForm"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]  # without a password the address is proved by a mailed code
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # only in the browser that signed up
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # mail is slow at times
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = HERALD_URL.partition(":")[0]
MFA_ADAPTER = "accounts.adapters.MFAAdapter"
MFA_FORMS = {"add_webauthn": "accounts.keys.AddKeyForm", "edit_webauthn": "accounts.keys.EditKeyForm"}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Herald"
MFA_TOTP_TOLERANCE = 1  # phones' clocks are seldom right to the half minute
# browsers allow passkeys on plain http only for localhost
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HERALD_PRODUCTION

# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ru", "Русский")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Static files

STATIC_URL = "static/"
STATIC_ROOT = HERALD_VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# What browsers may do with our pages

SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],  # the code to scan for a second factor is a data: picture
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_NAME = "herald_session"
CSRF_COOKIE_NAME = "herald_csrf"
CSRF_FAILURE_VIEW = "games.matches.views.access.csrf_failure"
CSRF_TRUSTED_ORIGINS = [HERALD_URL]
if env.flag("HERALD_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
if HERALD_PRODUCTION:
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600

# One line per event on standard error; requests' bodies and tasks' arguments are never written

HERALD_LOG = env.choice("HERALD_LOG", ("INFO", "WARNING", "ERROR"), "WARNING")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    # a stranger's wrong host name is no error of ours: its line needs no traceback
    "filters": {"brief": {"()": "config.logs.Brief"}},
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": HERALD_LOG},
    # Django's own handlers would mail the insides of an error
    "loggers": {
        "django": {"handlers": [], "level": "NOTSET"},
        "django.server": {"handlers": [], "level": "NOTSET"},
        "django.security.DisallowedHost": {"filters": ["brief"]},
    },
}
