#!/bin/sh
# scripts/node.sh COMMAND ARGS...: runs a command such as npm ci or npm run build in web/. It uses the system's Node if that is
# new enough and has npm; otherwise it installs Node from PyPI into .venv and uses that.
set -eu
cd "$(dirname "$0")/.."
new_enough() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}

if [ -n "${PRIAL_NODE_WHEEL:-}" ] || ! new_enough; then
    if [ ! -x .venv/bin/npm ]; then
        echo "There is no Node 20.19 or newer with npm here: taking the one from PyPI"
        scripts/uv.sh .venv pip install --require-hashes -r requirements/node.txt
    fi
    PATH="$PWD/.venv/bin:$PATH"
    export PATH
fi
cd web
exec "$@"
