# Sourced by tools/build and tools/setup.
#   with_progress REPORT LOG COMMAND...   runs COMMAND with its output in LOG. REPORT LOG SECONDS prints a line of progress:
#     on a terminal it is rewritten each second, elsewhere (a log, a pipe) one is added every UNDINE_PROGRESS (15) seconds.
with_progress() {
  report=$1 output=$2
  shift 2
  interval=${UNDINE_PROGRESS:-15}
  [ ! -t 2 ] || interval=1
  (
    elapsed=0
    # Ends with this script, killed or not. `sleep` holds no pipe open that somebody reads to its end.
    while sleep "$interval" >/dev/null 2>&1 && kill -0 "$$" 2>/dev/null; do
      elapsed=$((elapsed + interval))
      line=$("$report" "$output" "$elapsed")
      if [ -t 2 ]; then printf '\r\033[K%s' "$line" >&2; else printf '%s\n' "$line" >&2; fi
    done
  ) &
  reporter=$!
  status=0
  "$@" >"$output" 2>&1 || status=$?
  kill "$reporter" 2>/dev/null || true
  wait "$reporter" 2>/dev/null || true
  [ ! -t 2 ] || printf '\r\033[K' >&2
  return "$status"
}

# ninja's: "compiled 34 of 98, about 2 min left".
compiled() {
  awk -v elapsed="$2" -F'[][/]' '/^\[[0-9]+\/[0-9]+\]/ { done = $2; all = $3 }
    END {
      if (!all) { print "looking for what has changed ..."; exit }
      left = done ? elapsed / done * (all - done) : 0
      line = "compiled " done " of " all
      if (done > 2 && left >= 90) line = line sprintf(", about %.0f min left", left / 60)
      else if (done > 2 && left >= 1) line = line sprintf(", about %.0f s left", left)
      print line
    }' "$1"
}

# apt's (APT::Status-Fd=1): "installing packages: 45 %".
installed() {
  sed -n 's/^\(dl\|pm\)status:.*:\([0-9]*\)[0-9.]*:.*/\1 \2/p' "$1" | tail -n 1 | {
    read -r stage percent || { echo "looking for packages ..."; exit; }
    case $stage in
      dl) echo "downloading packages: $percent %" ;;
      *) echo "installing packages: $percent %" ;;
    esac
  }
}
