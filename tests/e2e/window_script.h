// Shell scripts that simulate the user of a window on a virtual display.
#pragma once
#include <string>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {

struct ScriptOptions {
  int dpi = 96;  // DPI of the display, which has 800 x 600 pixels
  std::string size = "320x200";
  std::string under;     // command line that starts the program, e.g. renderdoccmd's
  double timeout = 240;  // for machines under load: scripts do not wait for time to pass
};

// Runs the script in the folder, which holds small.json and a ShaderCopy. Scripts wait for messages of the program
// and count its frames and clock steps, never seconds. Their commands:
//   begin            opens small.json in the background; `start` also waits for its first frames
//   says N TEXT      waits until the log contains the text N times
//   pictures N       waits for N more frames, steps N for N more clock steps (paused windows do not step)
//   press KEY        presses a key and waits for its effect; single N: N clock steps of a paused window
//   shot NAME        saves the screen, once it shows the current state, as NAME.xwd
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
