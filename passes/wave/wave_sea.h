// Waves on top of a sea: the sum of both surfaces.
#pragma once
#include <string>
#include <utility>

#include "engine/graph/memo.h"
#include "engine/scene/solver.h"

namespace undine::wave {

class WaveOnSea {
 public:
  void connect(Ports::SurfaceOn sea) { sea_ = std::move(sea); }
  explicit operator bool() const { return static_cast<bool>(sea_); }
  void forget() { here_.forget(); }  // a step begins: the sea is another
  // Makes the waves' own surface SurfaceField::carried, and its sum with the sea's the surface.
  void add(graph::Graph& g, const std::string& name, SurfaceField& waves);

 private:
  Ports::SurfaceOn sea_;            // null: none carries these waves
  graph::Memo<graph::Image> here_;  // its surface on this grid, which bodies do not change
};

}  // namespace undine::wave
