#!/bin/sh
# progress.sh TREE: what tools/build and tools/setup say while they work (TREE/tools/progress.sh). Prints what is wrong.
set -eu
. "$1/tools/progress.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
same() {  # WHAT EXPECTED FOUND
  [ "$2" = "$3" ] || { printf '%s: expected "%s", found "%s"\n' "$1" "$2" "$3"; bad=1; }
}

echo 'ninja: Entering directory' >"$work/log"
same 'nothing built' 'looking for what has changed ...' "$(compiled "$work/log" 15)"
printf '[%s] Building CXX object x[1/2].o\n' 1/98 2/98 33/98 34/98 >>"$work/log"
same 'minutes' 'compiled 34 of 98, about 2 min left' "$(compiled "$work/log" 68)"
same 'seconds' 'compiled 34 of 98, about 64 s left' "$(compiled "$work/log" 34)"
printf '[98/98] Linking\n' >>"$work/log"
same 'all' 'compiled 98 of 98' "$(compiled "$work/log" 100)"

: >"$work/apt"
same 'no packages' 'looking for packages ...' "$(installed "$work/apt" 15)"
printf 'Reading lists\ndlstatus:1:12.5:Retrieving file 1 of 8 (3s: left)\n' >>"$work/apt"
same 'download' 'downloading packages: 12 %' "$(installed "$work/apt" 15)"
printf 'pmstatus:libfoo:amd64:45.25:Unpacking libfoo (1:2.3)\nSetting up\n' >>"$work/apt"
same 'installation' 'installing packages: 45 %' "$(installed "$work/apt" 15)"

# A line each interval into a log, the output of the command elsewhere, its exit status kept.
said() { echo "said after $2 s"; }
work_on() { sleep 2.5; echo "output"; return 7; }
status=0
UNDINE_PROGRESS=1 with_progress said "$work/output" work_on 2>"$work/progress" || status=$?
same 'exit status' 7 "$status"
same 'output' output "$(cat "$work/output")"
same 'lines' 'said after 1 s
said after 2 s' "$(cat "$work/progress")"

# A pipe is at its end when the command is.
began=$(date +%s)
UNDINE_PROGRESS=9 with_progress said "$work/output" true 2>&1 | cat >"$work/piped"
[ $(($(date +%s) - began)) -lt 6 ] || { echo "the pipe stayed open"; bad=1; }
exit $bad
