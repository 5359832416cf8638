// Shell scripts that play the user of a window on a virtual display.
#pragma once
#include <string>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {

struct ScriptOptions {
  int dpi = 96;  // of the display, which has 800 x 600 pixels
  std::string size = "320x200";
  std::string under;     // command line that starts the program, e.g. renderdoccmd's
  double timeout = 240;  // for machines that do much else: nothing waits for time to pass
};

// Runs the script in the folder, which holds small.json and a ShaderCopy. Scripts wait for what the program says and
// count its pictures and clock steps, never seconds. They find:
//   begin            opens small.json in the background; `start` waits for its first pictures too
//   says N TEXT      waits until the log says it N times
//   pictures N       waits for N more pictures, steps N for N more clock steps (none come while it is paused)
//   press KEY        and waits until it has been taken; single N: N clock steps of a paused window
//   shot NAME        the screen, once it shows what is so by now, as NAME.xwd
//   $X_USER          tests/programs
//   leave            ends the program; the log goes to standard error
inline constexpr const char* drag_between_exports = R"(
    start
    press space; press F8; says 1 'written to undine_001'
    xdotool mousemove 130 90 mousedown 1; pictures 2; xdotool mousemove_relative 6 0; pictures 2; single 2
    xdotool mousemove_relative 6 0; pictures 2; single 8
    xdotool mouseup 1; pictures 2; press F8; says 1 'written to undine_002'
    leave)";
Outcome in_script(const TempFolder& folder, const std::string& script, const ScriptOptions& options = {});

}  // namespace undine::test
