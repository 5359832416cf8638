#!/bin/sh
# layer_symbols.sh FOLDER: what a library leaves undefined must be defined in itself or below it (docs/architecture.md).
# FOLDER holds the project's static libraries. Prints every symbol that is not, and its library.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

wishes() { nm --undefined-only "libundine_$1.a" 2>/dev/null | awk '/ [Uw] /{print $2}' | grep 6undine | sort -u; }
missing() {  # LIBRARY BELOW...
  wishes "$1" >"$work/wishes"
  for library in "$@"; do nm --defined-only "libundine_$library.a" 2>/dev/null | awk 'NF == 3 {print $3}'; done |
    sort -u >"$work/there"
  comm -23 "$work/wishes" "$work/there" | c++filt | sed "s/^/$1 wishes for /"
}

# Without what is below it, a library lacks something: the search finds what it is meant to find.
[ -n "$(missing graph)" ] && [ -n "$(missing passes)" ] || { echo "no symbols found in $1"; exit 1; }
{
  missing core
  missing graph core
  missing shader graph core
  missing gpu shader graph core
  missing settings core
  missing files core
  missing scene settings files graph core
  missing app scene settings files gpu shader graph core
  missing passes scene settings files graph core
  missing reference core
  missing bench passes reference scene settings files graph core
} >"$work/found"
cat "$work/found"
[ ! -s "$work/found" ]
