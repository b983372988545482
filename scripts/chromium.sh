#!/bin/sh
# scripts/chromium.sh: prints where a Chromium for the browser tests is; Debian's is installed where there is none and we may.
# $CHROMIUM names another one. The headless shell comes first: it is the same browser, and the tests take two thirds of the time.
set -eu
for name in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome; do
    if [ -n "$name" ] && command -v "$name" >/dev/null; then
        command -v "$name"
        exit 0
    fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Debian's Chromium for the browser tests" >&2
    # libatomic1 is what Playwright's driver needs, the fonts hold the signs of the suits
    install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" libatomic1 fonts-dejavu-core; }
    { apt-get update && { install chromium-headless-shell || install chromium; }; } >&2 2>/dev/null ||
        { echo "It could not be installed: apt-get failed." >&2; exit 1; }
    command -v chromium-headless-shell || command -v chromium
    exit 0
fi
echo "The browser tests need Chromium or Chrome: install it, or say where it is with CHROMIUM=/path/to/it." >&2
exit 1
