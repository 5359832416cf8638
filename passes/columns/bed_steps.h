// Bed steps inside a grid of columns, where couplings may take the overflow.
#pragma once
#include <vector>

#include "engine/scene/coupling_ports.h"
#include "passes/columns/settings.h"

namespace undine::columns {

// Columns whose middle lies in the box and whose ground is `drop` meters or more over that of a neighbor. `bed`: as of
// Columns.
BedSteps bed_steps_in(const ColumnsSettings& s, const std::vector<float>& bed, const CouplingBox& box, double drop,
                      double gravity);

}  // namespace undine::columns
