// Particles sorted into a uniform grid on the GPU.
#pragma once
#include <string>

#include "engine/graph/graph.h"
#include "passes/sort/counting_sort.h"
#include "passes/sph/sph_nozzles.h"
#include "passes/sph/sph_params.h"

namespace undine::sph {

// Cells for particles between low and high; coarser than the support where there would be too many of them.
SphGridParams sph_grid(const glm::dvec3& low, const glm::dvec3& high, double support, std::uint32_t capacity);

class SphGrid {
 public:
  SphGrid() = default;
  SphGrid(graph::State& state, const std::string& owner, const SphGridParams& params);
  // From positions and velocities in any order to the same ones in the order of their cells. `control`: an SphControl
  // whose dispatches for_particles and for_tiles are set. What lies in a sink comes behind all cells. Particles from
  // control.settled on are those that nozzles give in this sub-step: they are put in their places first.
  void sort(graph::Graph& g, graph::Buffer control, graph::Buffer position, graph::Buffer velocity,
            graph::Buffer sorted_position, graph::Buffer sorted_velocity, const SphNozzles& nozzles = {});
  void leave_out_taken() { taken_ = true; }  // particles whose density is under 0 end as those in sinks do
  void add_sink(const glm::dvec3& low, const glm::dvec3& high);  // sph_most_sinks at most
  void reset(graph::Graph& g);
  const SphGridParams& params() const { return params_; }
  graph::Buffer origins() const { return origins_; }     // of every sorted particle: its place before
  graph::Buffer starts() const { return scan_.starts; }  // particles of cell c: [starts[c], starts[c + 1])
  graph::Buffer packed() const { return packed_; }       // sph_packed() of every sorted particle, four in a texel
  std::uint32_t tiles() const { return scan_.tiles; }

 private:
  SphGridParams params_{};
  std::uint32_t sink_count_ = 0;
  bool taken_ = false;
  SphSinks sinks_{};
  sort::Scan scan_;
  graph::Buffer slots_, newest_;  // cell and the particle of it that came before; the last one of a cell
  graph::Buffer origins_, packed_;
};

}  // namespace undine::sph
