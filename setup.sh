#!/bin/sh
# Makes ready what ./arrakis and ./check need; does nothing, quickly, when it is ready.
#   sh setup.sh app       .venv with the project and its camera part
#   sh setup.sh dev       the same, and what the tests need
#   sh setup.sh release   the same, and what looks for known vulnerabilities
#   sh setup.sh browser   Chromium, its headless shell and their driver for the browser tests
#   sh setup.sh webkit    WebKit, the engine of Safari, with its driver and a screen for it, for the tests in it
#   sh setup.sh bundle    node and npm for the app as static files (arrakis bundle) and its tests
#   sh setup.sh postgres  PostgreSQL's server for the tests that need it; they start and stop one of their own
# PYTHON=FILE names the interpreter to make the environment with.
set -eu
cd "$(dirname "$0")"
what=${1:-app}
venv=.venv

say() { printf '%s\n' "$*" >&2; }

die() {
    say "error: $*"
    exit 1
}

# Prints the first interpreter that is new enough.
find_python() {
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    die "python: Python 3.11 or newer is needed and was not found (PYTHON=FILE names another one)"
}

# Prints what decides whether an environment is still right. Environments cannot be moved, hence the folder.
stamp() {
    "$1" -c 'import hashlib, pathlib, sys
print(sys.version.split()[0], pathlib.Path(sys.argv[1]).resolve(), pathlib.Path.cwd(),
      hashlib.sha256(pathlib.Path("pyproject.toml").read_bytes()).hexdigest())' "$venv"
}

ready() {
    for file; do
        if [ "$(cat "$venv/$file" 2>/dev/null)" = "$wanted" ]; then return 0; fi
    done
    return 1
}

# Debian ships Python without ensurepip unless python3-venv is installed: then the pip that came with the
# system puts one into the environment from outside.
make_environment() {
    # It is emptied first: behind a link lies an environment of somebody else.
    if [ -L "$venv" ]; then die "$venv: is a link, and what it leads to would be emptied; remove the link"; fi
    if "$python" -m venv --clear "$venv" >/dev/null 2>&1; then return; fi
    say "This Python cannot put pip into an environment (on Debian: no python3-venv); the system's pip does it."
    "$python" -m pip --version >/dev/null 2>&1 ||
        die "pip: $python has none (on Debian: apt-get install python3-venv)"
    "$python" -m venv --clear --without-pip "$venv" ||
        die "venv: $python cannot make $venv (on Debian: apt-get install python3-venv)"
    "$python" -m pip --python "$venv/bin/python" install -qq --disable-pip-version-check pip ||
        die "pip: could not be put into $venv (on Debian: apt-get install python3-venv)"
}

environment() {
    python=$(find_python)
    wanted=$(stamp "$python")
    case $1 in
        app) extras=vision && ready ready-app ready-dev ready-release && return ;;
        dev) extras=vision,postgres,dev && ready ready-dev ready-release && return ;;
        release) extras=vision,postgres,dev,release && ready ready-release && return ;;
    esac
    case "$(cat "$venv/ready-app" "$venv/ready-dev" "$venv/ready-release" 2>/dev/null)" in
        "${wanted% *} "*) "$venv/bin/python" -c '' 2>/dev/null || make_environment ;;
        *) make_environment ;;
    esac
    say "Installing into $venv; takes a minute, the first time and when pyproject.toml changes ..."
    rm -f "$venv/ready-app" "$venv/ready-dev" "$venv/ready-release"
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check --editable ".[$extras]" ||
        die "pip: could not install the project; its message is above"
    printf '%s\n' "$wanted" >"$venv/ready-$1"
}

has_postgres() {
    for file in /usr/lib/postgresql/*/bin/initdb; do
        if [ -x "$file" ]; then return 0; fi
    done
    command -v initdb >/dev/null
}

apt_install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2 </dev/null
}

# The package makes a cluster and starts it unless told otherwise in between; the tests have one of their own.
postgres() {
    if has_postgres; then return; fi
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        die "postgres: its initdb was not found (Debian: sudo apt-get install postgresql)"
    fi
    say "Installing Debian's postgresql for the tests that need it ..."
    apt-get update -qq >&2 || die "apt-get update: failed; its message is above"
    if ! command -v pg_createcluster >/dev/null && apt_install postgresql-common; then
        sed -i 's/^#* *create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
    fi
    apt_install postgresql || die "postgres: could not be installed; the message is above"
    has_postgres || die "postgres: installed, but its initdb is not to be found"
}

has_browser() { command -v chromium >/dev/null && command -v chromedriver >/dev/null; }

# Installs two packages of Debian unless they are there: from_debian CHECK PROGRAM BESIDE PURPOSE PACKAGE PACKAGE
from_debian() {
    check=$1 program=$2 beside=$3 purpose=$4
    shift 4
    if "$check"; then return; fi
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        die "$program: not found, or its $beside is not (Debian: sudo apt-get install $*)"
    fi
    say "Installing Debian's $1 and $2 for $purpose ..."
    apt-get update -qq >&2 || die "apt-get update: failed; its message is above"
    apt_install "$@" || die "$1: could not be installed; the message is above"
    "$check" || die "$1: installed, but not to be found as $program and $beside"
}

# The shell spares the processor a fifth of the browser tests, which pass without it too.
browser() {
    from_debian has_browser chromium chromedriver "the browser tests" chromium chromium-driver
    shell=chromium-headless-shell
    if command -v "$shell" >/dev/null || [ "$(id -u)" != 0 ] || ! apt-cache show "$shell" >/dev/null 2>&1; then return; fi
    say "Installing Debian's $shell for the browser tests ..."
    apt_install "$shell" || say "$shell: could not be installed; the browser tests take longer without it"
}

has_webkit() { command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null; }

webkit() { from_debian has_webkit WebKitWebDriver Xvfb "the tests in WebKit" webkit2gtk-driver xvfb; }

has_node() { command -v node >/dev/null && command -v npm >/dev/null; }

bundle() { from_debian has_node node npm "the app as static files" nodejs npm; }

case $what in
    app | dev | release) environment "$what" ;;
    browser) browser ;;
    webkit) webkit ;;
    bundle) bundle ;;
    postgres) postgres ;;
    *) die "setup.sh: app, dev, release, browser, webkit, bundle or postgres, not $what" ;;
esac
