#include "engine/scene/field_values.h"

#include <fmt/format.h>

#include <cstring>

#include "engine/core/error.h"

namespace undine {

std::vector<float> field_values(const Field& field, const FieldView& view, std::span<const std::byte> stored) {
  std::uint64_t rows = field.shape.empty() ? 0 : field.shape[0], width = 1;
  for (std::size_t i = 1; i < field.shape.size(); ++i) width *= field.shape[i];
  std::vector<float> out(rows * width);
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::uint64_t from = (view.offset + row * view.pitch) * sizeof(float);
    if (from + width * sizeof(float) > stored.size())
      throw Error(Exit::failure, "field " + field.name,
                  fmt::format("row {} lies outside its buffer of {} bytes", row, stored.size()));
    std::memcpy(out.data() + row * width, stored.data() + from, width * sizeof(float));
  }
  if (view.scale != 1 || view.bias != 0)
    for (float& v : out) v = static_cast<float>(static_cast<double>(view.scale) * v + static_cast<double>(view.bias));
  return out;
}

}  // namespace undine
