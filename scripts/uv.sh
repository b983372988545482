#!/bin/sh
# scripts/uv.sh DIR ARGS...: runs uv on the environment in DIR, with the same package index and certificates as pip.
set -eu
dir=$1
shift
python=${PYTHON:-python3}

if [ -z "${UV_DEFAULT_INDEX:-}" ]; then
    index=${PIP_INDEX_URL:-}
    if [ -z "$index" ]; then
        index=$("$python" -m pip config get global.index-url 2>/dev/null || pip config get global.index-url 2>/dev/null || :)
    fi
    if [ -n "$index" ]; then
        export UV_DEFAULT_INDEX="$index"
    fi
fi
if [ -n "${PIP_CERT:-}" ] && [ -z "${SSL_CERT_FILE:-}" ]; then
    export SSL_CERT_FILE="$PIP_CERT"
fi
export UV_SYSTEM_CERTS=1 UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV="$PWD/$dir"
exec .venv/bin/uv --quiet "$@"
