// Random drops that fall on a water.
#pragma once
#include "engine/settings/settings.h"

namespace undine::grid {

struct Drops {
  double rate = 0, radius = 0.15, depth = 0.02;
  bool neutral = false;
  void describe(settings::Visitor& v);
};

}  // namespace undine::grid
