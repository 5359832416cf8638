#include <cstdio>
#include <iostream>

#include "engine/app/frames.h"
#include "engine/app/signals.h"
#include "engine/app/verbs.h"

namespace undine {

Exit verb_check(const CommandLine& line) {
  Exit result = Exit::done;
  for (const std::filesystem::path& file : line.scenes) {
    if (interrupted()) break;
    try {
      Session session(load_scene(file, line.overrides()), line, {.picture = true});
      plan_everything(session);
      std::cout << file.string() << ": ok" << std::endl;
    } catch (const Error& e) {
      std::fprintf(stderr, "undine: error: %s\n", e.what());
      result = Exit::bad_input;
    }
  }
  return result;
}

}  // namespace undine
