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
Outcome in_script(const TempFolder& folder, const std::string& script, const ScriptOptions& options = {});

}  // namespace undine::test
