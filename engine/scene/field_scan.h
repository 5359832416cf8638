// Searches fields for values that are not finite, on the GPU. NanGuard (nan_guard.h) reports the first one as an
// error.
#pragma once  // public
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/scene/solver.h"

namespace undine {

class FieldScan {
 public:
  struct Find {
    Field field;
    std::uint64_t element = 0;  // counted over the field's shape, the last index fastest
    std::uint64_t step = 0;
  };
  using Receive = std::function<void(const Field&, std::vector<float> values)>;

  virtual ~FieldScan() = default;
  // Declares the search in fields as they are after `step`. In the step of the first find, and in no other, the GPU
  // keeps a copy of all fields: the CPU learns of it frames later.
  virtual void scan(graph::Graph& g, std::vector<Field> fields, std::uint64_t step) = 0;
  virtual void ask(graph::Graph& g) = 0;  // once per frame with scans: found() knows when the frame has finished
  // The lowest element of the first field, in the order given, in the first step that has one.
  virtual const std::optional<Find>& found() const = 0;
  // After a find: reads back the copies of the fields that belong to the same water.
  virtual void fetch(graph::Graph& g, const Receive& receive) = 0;
};

}  // namespace undine
