// Fields of a solver on the CPU.
#pragma once
#include <cstring>
#include <memory>
#include <vector>

#include "engine/scene/solver.h"

namespace undine::test {

// Declares the readback of a field: appends its values to `out` when the frame has finished.
inline void read_field(graph::Graph& g, const Field& field, std::vector<float>& out) {
  const FieldView view = field.publish(g);
  const auto rows = std::make_shared<std::uint32_t>(field.shape[0]);
  std::uint32_t width = 1;
  for (std::size_t k = 1; k < field.shape.size(); ++k) width *= field.shape[k];
  if (view.rows)
    g.readback("rows", view.rows, [rows](std::span<const std::byte> bytes) { std::memcpy(&*rows, bytes.data(), 4); });
  g.readback("field", view.buffer, [&out, view, rows, width](std::span<const std::byte> bytes) {
    for (std::uint32_t j = 0; j < *rows; ++j)
      for (std::uint32_t i = 0; i < width; ++i) {
        float v;
        std::memcpy(&v, bytes.data() + 4 * (view.offset + j * view.pitch + i), 4);
        out.push_back(view.scale * v + view.bias);
      }
  });
}

}  // namespace undine::test
