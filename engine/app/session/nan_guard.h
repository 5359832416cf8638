// --nan-guard: ends the run at the first value of any field that is not finite. Reports field, cell and step, and
// writes the solver's fields of that step.
#pragma once  // public
#include <memory>
#include <string>
#include <vector>

#include "engine/scene/field_scan.h"
#include "engine/scene/parts.h"
#include "engine/scene/scene.h"

namespace undine::session {

class NanGuard {
 public:
  explicit NanGuard(graph::State& state) : scan_(parts().field_scan(state)) {}
  FieldScan& scan() { return *scan_; }
  bool alarmed() const { return scan_->found().has_value(); }
  // Call after an alarm, in this order, with a finished frame between them:
  void fetch(graph::Graph& g);
  // Writes nan_FIELD_STEP.npy into the working folder for every field of that solver, and throws Error(Exit::failure).
  [[noreturn]] void halt(const Scene& scene) const;

 private:
  struct Arrived {
    Field field;
    std::vector<float> values;
  };
  std::unique_ptr<FieldScan> scan_;
  std::vector<Arrived> arrived_;
};

// Describes element number `element` of a field: "cell x 12, z 30 (0.25 m, -0.1 m)", "cell x 1, z 2, component 0",
// "element 7, component 2". place: grid of the field's solver, if it has one.
std::string element_text(const std::vector<std::uint32_t>& shape, std::uint64_t element,
                         const std::optional<Place>& place);

}  // namespace undine::session
