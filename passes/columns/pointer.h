// The pointer on columns: it pushes the water or pours. A push is an external pressure on a disc that follows the
// pointer. The solver applies it as momentum of one clock step; the volume does not change.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "passes/columns/settings.h"

namespace undine::columns {

struct Planes {  // what the pointer's kernels work on; peaks: the deepest columns, come: what is counted of sources
  graph::Buffer water, bed, peaks, come;
  graph::Buffer nested = {};  // the bed, where nested grids replace columns: none is poured there
};
// A pressure head * (1 - r^2 / radius^2)^2 around the way that the pointer went.
struct Press {
  graph::Buffer found;          // vec2: where its tip is, meters from the corner of column 0
  glm::ivec2 count{0};          // columns of the box around it (box_first of shaders/columns/grid.glsl)
  glm::dvec2 motion{0};         // meters
  double radius = 0, head = 0;  // meters; of water
};

class Pointer {
 public:
  Pointer(const ColumnsSettings& settings, const SceneContext& context) : s_(settings), name_(context.name) {}
  void take(const Disturbance& d);
  void forget();
  bool pours() const { return !pours_.empty(); }  // in the next step
  void retune(const ColumnsSettings& settings) { s_.pointer = settings.pointer; }
  // At the beginning of a clock step. top, bottom: over level origin.y, between which a ray meets water or ground.
  void apply(graph::Graph& g, const Planes& planes, double dt, double top, double bottom,
             const std::function<void(graph::Graph&, const Press&)>& press);

 private:
  graph::Buffer find(graph::Graph& g, const Disturbance& d, const Planes& planes, double top, double bottom) const;
  glm::dvec2 place(const glm::dvec3& point) const;  // meters from the corner of column 0
  double radius(const Disturbance& d) const;
  ColumnsSettings s_;
  std::string name_;
  std::vector<Disturbance> pours_;  // one after the other; `seconds` is what is left
  std::optional<Disturbance> press_;
  double pressed_ = 0;  // seconds since it came
};

}  // namespace undine::columns
