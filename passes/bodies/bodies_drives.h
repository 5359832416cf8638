// Moving meshes on the GPU: the nodes that drive them, their displacement in grid waters, the momentum that they
// exchange with the water, and their signed distances, baked once.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "engine/scene/bodies.h"
#include "passes/bodies/bodies_fleet.h"
#include "passes/solids/distance_field.h"

namespace undine::bodies {

struct BodyWater;

struct DrivesSnapshot {  // contents of the buffers of movers
  std::vector<std::byte> loads, works;
};

class Drives {
 public:
  Drives(graph::State& state, const Scene& scene, const BodyFleet& fleet);
  bool any() const { return !fleet_->movers.empty(); }
  // Checks whether something solid that moves comes over a grid of a water, or into a box of particles.
  bool reaches(const glm::dvec3& low, const glm::dvec3& high) const;
  graph::Buffer fields() const { return fields_; }  // texels; none: simple shapes suffice
  void fill(graph::Graph& g) const;                 // at the start: bakes
  // Declares the read-back into `out`, which `owner` owns.
  void save(graph::Graph& g, DrivesSnapshot& out, const std::shared_ptr<void>& owner) const;
  void restore(graph::Graph& g, const DrivesSnapshot& from) const;  // after fill()

  struct States {
    graph::Buffer now, next, kinds, records;
  };
  // By the sub-step that begins at `time` and is followed by one of `ahead` seconds; after the last one of a clock step
  // the waters add anew what they do. `pushes`: of particles, those of the movers from `first` on; none: they meet
  // none.
  void drive(graph::Graph& g, const States& states, double time, double dt, double ahead, double step, bool last,
             graph::Buffer pushes, std::uint32_t first) const;
  // Adds to `columns`; nothing is pushed in a step of 0 s.
  void immerse(graph::Graph& g, const BodyWater& w, const States& states, graph::Buffer columns, double dt) const;
  // Declares the read-back of what the movers and the waters did to each other in the last step.
  void stats(graph::Graph& g, const std::shared_ptr<BodyStats>& out, const States& states) const;

 private:
  void plan_fields();
  const BodyFleet* fleet_;
  std::vector<std::string> names_;
  std::vector<solids::DistanceGrid> grids_;  // of the fields, in the order of their numbers
  std::vector<const Mover*> of_field_;
  std::vector<std::uint32_t> first_sample_;
  graph::Buffer fields_, loads_, works_;
};

// m²/s of discharge per count of what movers give to a column.
constexpr float push_quantum = 0x1p-22f;

}  // namespace undine::bodies
