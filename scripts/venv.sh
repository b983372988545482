#!/bin/sh
# scripts/venv.sh DIR: makes a virtual environment in DIR and installs uv into it. Needs python3 >= 3.11, and any Python's pip.
set -eu
dir=$1
python=${PYTHON:-python3}

if ! command -v "$python" >/dev/null; then
    echo "Prial needs Python 3.11 or newer, and there is no '$python' here." >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Prial needs Python 3.11 or newer; '$python' is $("$python" --version 2>&1)." >&2
    echo "If a newer one is installed, name it: make PYTHON=python3.13 ..." >&2
    exit 1
fi

rm -rf "$dir"
"$python" -m venv --without-pip "$dir"  # without pip, because Debian's Python lacks ensurepip
if "$python" -m pip --version >/dev/null 2>&1; then
    set -- "$python" -m pip
elif command -v pip >/dev/null; then
    set -- pip
elif command -v pip3 >/dev/null; then
    set -- pip3
else
    echo "Prial needs pip to install its packages: install python3-pip, or run '$python -m ensurepip'." >&2
    exit 1
fi
"$@" --python "$dir/bin/python" install --quiet --disable-pip-version-check \
    --require-hashes --requirement requirements/uv.txt
