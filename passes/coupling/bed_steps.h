// Groups bed steps inside of a grid into strips of columns that emit together.
#pragma once
#include <vector>

#include "engine/scene/coupling_ports.h"
#include "passes/ledger/ledger_params.h"

namespace undine::coupling {

// Strips are consecutive columns along a line, together about `spacing` meters wide.
std::vector<grid::LedgerReach> reaches_of(const BedSteps& steps, double spacing);

}  // namespace undine::coupling
