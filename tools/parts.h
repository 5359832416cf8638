// All that a program of this repository is made of.
#pragma once  // public
#include "engine/scene/parts.h"

namespace undine {

Parts all_parts();

}  // namespace undine
