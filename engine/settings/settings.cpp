#include "engine/settings/settings.h"

#include <fmt/format.h>

#include <cstdlib>

namespace undine::settings {

double shortest_single(float v) { return std::strtod(fmt::format("{}", v).c_str(), nullptr); }

}  // namespace undine::settings
