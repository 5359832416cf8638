// BedSteps inside of a grid, as strips of columns that emit together.
#pragma once
#include <vector>

#include "engine/scene/coupling_ports.h"
#include "passes/ledger/ledger_params.h"

namespace undine::coupling {

// Strips are of columns that follow each other along a line and are together about as wide as `spacing`, in metres.
std::vector<grid::LedgerReach> reaches_of(const BedSteps& steps, double spacing);

}  // namespace undine::coupling
