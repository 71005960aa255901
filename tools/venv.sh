#!/bin/sh
# Makes a virtual environment, anew if make made the one that is there.
#
#   sh tools/venv.sh PYTHON DIRECTORY
set -eu
python=$1
directory=$2

# Only what make made is removed: a slip like VENV=/usr must not cost anything,
# and an environment of somebody else's is used as it is.
if [ -f "$directory/made-for" ]; then
    rm -rf "$directory"
elif [ -e "$directory" ] && [ ! -f "$directory/pyvenv.cfg" ]; then
    echo "$directory exists and is not a virtual environment: remove it or set VENV" >&2
    exit 1
fi
"$python" -m venv "$directory"
