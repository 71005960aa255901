#!/bin/sh
# Writes the newest versions of everything that EXTRAS bring, exactly, to FILE.
#
#   sh tools/pins.sh FILE EXTRAS
set -eu
file=$1
extras=$2

python=$(sh tools/prerequisites.sh)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --upgrade "maturin>=1.9,<2"
"$work/venv/bin/python" -m pip install --quiet --no-build-isolation .
# By the name of what is there already, so that the others build in isolation.
"$work/venv/bin/python" -m pip install --quiet "harary[$extras]"
{
    echo "# Exact versions of everything that make installs. Written by \`make pins\`."
    "$work/venv/bin/python" -m pip freeze --exclude harary
} >"$work/pins"
mv "$work/pins" "$file"
echo "wrote $file; now run make test"
