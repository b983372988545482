#!/bin/sh
# scripts/chromium.sh: prints the path of a Chromium for the browser tests. If there is none and this runs as root on Debian, it
# installs one. $CHROMIUM names another one. The headless shell is preferred: the same browser, and tests take a third less time.
set -eu
for name in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome; do
    if [ -n "$name" ] && command -v "$name" >/dev/null; then
        command -v "$name"
        exit 0
    fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Debian's Chromium for the browser tests" >&2
    # Playwright's driver needs libatomic1; the fonts have the suit symbols
    install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" libatomic1 fonts-dejavu-core; }
    { apt-get update && { install chromium-headless-shell || install chromium; }; } >&2 2>/dev/null ||
        { echo "It could not be installed: apt-get failed." >&2; exit 1; }
    command -v chromium-headless-shell || command -v chromium
    exit 0
fi
echo "The browser tests need Chromium or Chrome: install it, or give its path with CHROMIUM=/path/to/it." >&2
exit 1
