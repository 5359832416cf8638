#include "engine/app/session/command_line.h"

#include "engine/core/error.h"
#include "engine/scene/parts.h"

namespace undine::session {

std::vector<settings::Override> CommandLine::overrides() const {
  std::vector<settings::Override> out;
  for (const Quality& q : parts().qualities)
    if (q.name == quality) out = q.values;
  for (const std::string& text : set) {
    std::size_t equal = text.find('=');
    if (equal == std::string::npos || equal == 0)
      throw Error(Exit::bad_input, "--set " + text, "not of the form PATH=VALUE", "e.g. --set water.pool.damping=0.2");
    out.push_back({text.substr(0, equal), text.substr(equal + 1)});
  }
  if (seed) out.push_back({"clock.seed", std::to_string(*seed)});
  return out;
}

}  // namespace undine::session
