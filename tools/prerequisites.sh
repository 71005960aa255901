#!/bin/sh
# Looks for what a build needs and names whatever is missing, one line each,
# with the command that gets it. Prints the path of the chosen Python.
#
#   sh tools/prerequisites.sh            check everything
#   PYTHON=python3.12 sh tools/prerequisites.sh
#
# Plain POSIX shell: it has to run where there is no usable Python yet.
set -u

RUST_MINIMUM=85 # the minor version in 1.85, the first with edition 2024
missing=0

# get DEBIAN FEDORA ARCH MACOS: the command that installs a thing here
get() {
    if [ "$(uname -s)" = Darwin ]; then
        echo "$4"
    elif command -v apt-get >/dev/null 2>&1; then
        echo "sudo apt-get install $1"
    elif command -v dnf >/dev/null 2>&1; then
        echo "sudo dnf install $2"
    elif command -v pacman >/dev/null 2>&1; then
        echo "sudo pacman -S $3"
    else
        echo "install the package that is called '$1' on Debian"
    fi
}

lacks() {
    echo "missing: $1; get it with: $2" >&2
    missing=1
}

# Says `good`, `no-venv`, `free-threaded` or `old`. A name may be on PATH and
# still not run (version managers leave such stubs), hence the silent stderr.
# The program keeps to syntax that Python 2 can read.
judge() {
    "$1" -c '
import sys
if sys.version_info < (3, 11):
    print("old"); sys.exit()
import sysconfig
if sysconfig.get_config_var("Py_GIL_DISABLED"):
    print("free-threaded"); sys.exit()
try:
    import ensurepip, venv
except ImportError:
    print("no-venv"); sys.exit()
print("good")
' 2>/dev/null
}

python=
without_venv=
for candidate in ${PYTHON:-python3.14 python3.13 python3.12 python3.11 python3}; do
    case $(judge "$candidate") in
        good)
            python=$candidate
            break
            ;;
        no-venv) without_venv=${without_venv:-$candidate} ;;
    esac
done
if [ -z "$python" ]; then
    if [ -n "$without_venv" ]; then
        version=$("$without_venv" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        lacks "venv and ensurepip for $without_venv" \
            "$(get "python$version-venv" python3-pip python "brew install python")"
    else
        lacks "Python 3.11 or newer${PYTHON:+ (PYTHON=$PYTHON is older, free-threaded, or does not run)}" \
            "$(get "python3 python3-venv" "python3.12" python "brew install python")"
    fi
fi

if ! command -v cargo >/dev/null 2>&1 || ! command -v rustc >/dev/null 2>&1; then
    lacks "Rust 1.$RUST_MINIMUM or newer, with cargo" \
        "$(get rustup rustup rustup "brew install rustup") && rustup default stable"
else
    # `rustc 1.85.0 (...)`, `rustc 1.86.0-nightly (...)`
    minor=$(rustc --version 2>/dev/null | sed -n 's/^rustc 1\.\([0-9][0-9]*\)\..*/\1/p')
    if [ -z "$minor" ]; then
        lacks "a Rust toolchain that runs (rustc --version fails)" "rustup default stable"
    elif [ "$minor" -lt "$RUST_MINIMUM" ]; then
        if command -v rustup >/dev/null 2>&1; then
            lacks "Rust 1.$RUST_MINIMUM or newer (this is 1.$minor)" "rustup update stable"
        else
            lacks "Rust 1.$RUST_MINIMUM or newer (this is 1.$minor)" \
                "$(get rustup rustup rustup "brew install rustup") && rustup default stable"
        fi
    fi
fi

# A compiler without the C library's headers and start files is of no use as a
# linker, so try one program instead of looking for the name only.
trial=$(mktemp -d) || exit 1
trap 'rm -rf "$trial"' EXIT
echo 'int main(void) { return 0; }' >"$trial/trial.c"
if ! cc -o "$trial/trial" "$trial/trial.c" >/dev/null 2>&1; then
    lacks "a C compiler that links (cc)" \
        "$(get "gcc libc6-dev" gcc gcc "xcode-select --install")"
fi

[ "$missing" -eq 0 ] || exit 1
command -v "$python"
