#include "tests/e2e/window_script.h"

#include "tests/support/x_server.h"

namespace undine::test {

Outcome in_script(const TempFolder& folder, const std::string& script, const ScriptOptions& options) {
  const std::string head = R"sh(
    says() { until [ "$(grep -c "$2" log)" -ge "$1" ]; do kill -0 $program || { cat log >&2; exit 99; }; sleep 0.05; done; }
    press() { xdotool key $1; sleep 0.15; }
    shot() { cp Xvfb_screen0 $1.xwd; }
    [ "$DPI" = 96 ] || $X_USER dpi $DPI
    start() {
      $UNDER $UNDINE run small.json --size $SIZE --validation --shaders copy/shaders 2> log & program=$!
      until xdotool search --name ' fps ' > /dev/null 2>&1; do kill -0 $program || { cat log >&2; exit 99; }; sleep 0.05; done
      xdotool mousemove 160 120
    }
    # The program itself: what started it would die of the signal and leave it running.
    running() { if [ -n "$UNDER" ]; then cat /proc/$program/task/$program/children; else echo $program; fi; }
    leave() { kill -TERM $(running); wait $program; code=$?; cat log >&2; exit $code; }
  )sh";
  folder.write("script.sh", head + script);
  XServer server(folder.path().string());
  return run_process({"sh", "script.sh"}, {.env = {{"UNDINE", UNDINE_PROGRAM},
                                                   {"UNDER", options.under},
                                                   {"SIZE", options.size},
                                                   {"DPI", std::to_string(options.dpi)},
                                                   {"X_USER", UNDINE_X_USER},
                                                   {"DISPLAY", server.display()}},
                                           .timeout = options.timeout,
                                           .folder = folder.path().string()});
}

}  // namespace undine::test
