#pragma once  // public
#include <string>

namespace undine::settings {

// "a.b.c=value"; list elements by index or name: "water.0.damping=0.2", "water.pool.damping=0.2". value is JSON, or
// text if it does not parse as JSON.
struct Override {
  std::string path, value;
};

}  // namespace undine::settings
