#include "tests/e2e/window_script.h"

#include "tests/support/x_server.h"

namespace undine::test {

Outcome in_script(const TempFolder& folder, const std::string& script, const ScriptOptions& options) {
  const std::string head = R"sh(
    alive() { kill -0 $program 2> /dev/null || { told >&2; exit 99; }; sleep 0.02; }
    told() { grep -v 'debug: picture ' log; }
    says() { until [ "$(grep -c "$2" log)" -ge "$1" ]; do alive; done; }
    shown() { sed -n 's/.*debug: picture \([0-9]*\), step \([0-9]*\)/\'$1'/p' log | tail -n 1; }
    count() { from=$(shown $1); to=$((${from:-0} + $2)); until at=$(shown $1); [ "${at:-0}" -ge $to ]; do alive; done; }
    pictures() { count 1 $1; }
    steps() { count 2 $1; }
    # What came before a picture began is in it: the second one from now at the latest.
    press() { xdotool key $1; pictures 2; }
    shot() { pictures 8; cp Xvfb_screen0 $1.xwd; }
    single() { for i in $(seq $1); do press period; done; }
    [ "$DPI" = 96 ] || $X_USER dpi $DPI
    # What is most of a small picture's time, and no script looks at.
    begin() { $UNDER $UNDINE run small.json --size $SIZE --validation --log-level debug --shaders copy/shaders \
      --set render.shadows=false --set render.water.caustics=0 --set render.ssao.enabled=false \
      --set render.reflections=false --set render.antialias=false "$@" 2> log & program=$!; }
    start() { begin; pictures 1; xdotool mousemove 160 120; pictures 2; }
    # The program itself: what started it would die of the signal and leave it running.
    running() { if [ -n "$UNDER" ]; then cat /proc/$program/task/$program/children; else echo $program; fi; }
    leave() { kill -TERM $(running); wait $program; code=$?; told >&2; exit $code; }
  )sh";
  folder.write("script.sh", head + script);
  XServer server(folder.path().string());
  return run_process({"sh", "script.sh"}, {.env = {{"UNDINE", UNDINE_PROGRAM},
                                                   {"UNDER", options.under},
                                                   {"SIZE", options.size},
                                                   {"DPI", std::to_string(options.dpi)},
                                                   {"X_USER", UNDINE_X_USER},
                                                   {"XDG_CONFIG_HOME", folder.file("config")},
                                                   {"DISPLAY", server.display()}},
                                           .timeout = options.timeout,
                                           .folder = folder.path().string()});
}

}  // namespace undine::test
