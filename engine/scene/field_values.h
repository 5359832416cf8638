#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "engine/scene/solver.h"

namespace undine {

// Returns the rows of a published field without padding, in the field's unit. stored: the whole buffer.
std::vector<float> field_values(const Field& field, const FieldView& view, std::span<const std::byte> stored);

}  // namespace undine
