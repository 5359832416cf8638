// Shell scripts that play the user of a window on a virtual display.
#pragma once
#include <string>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {

struct ScriptOptions {
  int dpi = 96;  // of the display, which has 800 x 600 pixels
  std::string size = "320x200";
  std::string under;  // command line that starts the program, e.g. renderdoccmd's
  double timeout = 120;
};

// Runs the script in the folder, which holds small.json and a ShaderCopy. The script finds: `start` (opens small.json
// in the background and waits for pictures), `says N TEXT` (waits until the log says it N times), `press KEY`, `shot
// NAME` (the screen as NAME.xwd), $X_USER (tests/programs), and `leave` (ends the program; the log goes to standard
// error).
inline constexpr const char* drag_between_exports = R"(
    start
    press F8; says 1 'written to undine_001'
    xdotool mousemove 130 90 mousedown 1 mousemove_relative 6 0; sleep 0.3; xdotool mousemove_relative 6 0; sleep 0.3
    xdotool mouseup 1; press space; sleep 0.3; press F8; says 1 'written to undine_002'
    leave)";
Outcome in_script(const TempFolder& folder, const std::string& script, const ScriptOptions& options = {});

}  // namespace undine::test
