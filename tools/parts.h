// Registry of the components of this repository's programs.
#pragma once  // public
#include "engine/scene/parts.h"

namespace undine {

Parts all_parts();

}  // namespace undine
