#!/bin/sh
# What `make demo` shows. The list of commands is at the end.
#
#   sh tools/demo.sh PATH-OF-HARARY
set -eu
harary=$1

# 10 (yes) and 20 (no) are answers, not failures.
run() {
    printf '\n$ harary %s\n' "$*"
    status=0
    "$harary" "$@" || status=$?
    case $status in
        0 | 10 | 20) ;;
        *) exit "$status" ;;
    esac
}

run show snaky@8x8
run show hex@5x5:black=b2-c3,white=a1
run solve tippy@3x3
run solve tippy@3x3:torus --length 7
