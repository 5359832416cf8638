// Graph nodes of the fluid's kernels. passes/fluid/fluid_params.h defines the layout of the planes.
#pragma once
#include <string>

#include "passes/fluid/fluid_settings.h"
#include "passes/fluid/fluid_shapes.h"
#include "passes/grid/edges.h"

namespace undine::fluid {

// A component of something on the staggered grid: faces along x, along z, or cells.
enum class FluidPlane { u, w, cells };

struct FluidPair {
  graph::Buffer u, w;
};

class FluidKernels {
 public:
  FluidKernels(graph::State& state, const FluidSettings& settings, const std::string& name);

  FluidParams params(double dt) const;
  graph::BufferDesc plane(FluidPlane p) const;                    // of floats
  graph::BufferDesc dye_plane() const;                            // of vec4
  graph::BufferDesc pressure_plane() const;                       // of floats, with room for whole vec4s
  graph::BufferDesc right_plane() const;                          // the same, read four at a time
  FluidPair faces(graph::Graph& g, std::string_view name) const;  // transients

  // Share of the water's depth that bodies fill, from this call on.
  void displace(const Displacement& d);
  // Pushes of moving meshes since displace().
  void drag_along(graph::Graph& g, FluidPair v) const;
  // Shares of faces that are open and what obstacles do, from the distances at nodes or for a grid without obstacles.
  void open(graph::Graph& g, const FluidObstacles& obstacles, int count, graph::Buffer mask);

  // Transport along `flow` over params.dt, second order where the settings say so.
  void carry(graph::Graph& g, FluidPair flow, FluidPair from, FluidPair to, const FluidParams& p) const;
  void carry_dye(graph::Graph& g, FluidPair flow, graph::Buffer from, graph::Buffer to, const FluidParams& p) const;
  // The same in flux form: sums stay, whatever the velocity. "[fluid_most_sub_steps]" sub-steps at most.
  void carry_dye_by_flux(graph::Graph& g, FluidPair flow, graph::Buffer from, graph::Buffer to,
                         const FluidParams& p) const;
  // Dye out of cells that obstacles have come to fill.
  void expel(graph::Graph& g, graph::Buffer from, graph::Buffer to) const;
  void diffuse_dye(graph::Graph& g, graph::Buffer from, graph::Buffer to, const FluidParams& p) const;
  void prepare(graph::Graph& g, FluidPair v, graph::Buffer pressure, FluidPair to, const FluidParams& p) const;
  void force(graph::Graph& g, FluidPair v, graph::Buffer pressure, FluidPair to, const FluidParams& p,
             bool confine) const;
  // Implicit diffusion over params.dt by `coefficient` m^2/s: `to` solves (1 - coefficient dt lap) to = from, to a
  // millionth. Velocities take their walls into account, cells have closed borders.
  void diffuse(graph::Graph& g, FluidPlane plane, bool dye, graph::Buffer from, graph::Buffer to, double coefficient,
               const FluidParams& p) const;
  // unforced: they do themselves what force() does where nothing needs its velocities but they.
  void divergence(graph::Graph& g, FluidPair v, graph::Buffer pressure, graph::Buffer to, const FluidParams& p,
                  bool report, bool unforced) const;
  void project(graph::Graph& g, FluidPair v, graph::Buffer pressure, graph::Buffer before, FluidPair to,
               const FluidParams& p, bool unforced) const;
  bool forces() const { return s_.vorticity > 0 || s_.viscosity > 0; }
  graph::Buffer field(graph::Graph& g, FluidPair v, int what, std::string_view name) const;  // 0 velocity, 1 vorticity

  // Faces and cells within `reach` of a place, meters from the corner of cell 0; false: none.
  bool around(glm::dvec2 at, double reach, glm::ivec2& first, glm::ivec2& count) const;

  template <class Node>
  Node& grid(Node& node) const {
    auto edge = [](const FluidEdge& e) {
      return e.kind == FluidEdge::Kind::lid      ? fluid_edge_wall
             : e.kind == FluidEdge::Kind::inflow ? fluid_edge_inflow
                                                 : static_cast<int>(e.kind);
    };
    return grid::tell_grid(node, s_.cells, s_.edges, edge);
  }
  // The same for kernels that include fluid/grid.glsl, of which there are `owned` things to do one after the other.
  template <class Node>
  Node& owning(Node& node, graph::Extent owned) const {
    return grid(node).shape(shape(), owned);
  }
  graph::Shape shape() const { return state_.shapes().of(cell_shapes, cells()); }
  bool solids() const { return s_.solids(); }
  graph::Buffer open_x() const { return open_x_; }
  graph::Buffer open_z() const { return open_z_; }
  graph::Buffer solid() const { return solid_; }  // per cell: velocity of the obstacle there, share that is free, 0

 private:
  float per_quantum() const;
  graph::ComputeNode node(graph::Graph& g, std::string_view verb, std::string_view shader,
                          graph::Variant variant = {}) const;
  graph::ComputeNode fixed_node(graph::Graph& g, std::string_view verb, std::string_view shader,
                                graph::Variant variant = {}) const;
  // With what fluid/trace.glsl reads; with velocity and pressure on faces some of which are given.
  graph::ComputeNode traced(graph::Graph& g, std::string_view verb, std::string_view shader, FluidPair flow) const;
  graph::ComputeNode faced(graph::Graph& g, std::string_view verb, std::string_view shader, FluidPair v,
                           graph::Buffer pressure) const;
  graph::Extent nodes() const { return {s_.cells.x + 1, s_.cells.y + 1, 1}; }
  graph::Extent cells() const { return {s_.cells.x, s_.cells.y, 1}; }

  const graph::State& state_;
  const FluidSettings& s_;
  std::string name_;
  Displacement columns_;
  graph::Buffer open_x_, open_z_, solid_, nodes_;  // nodes: distance from obstacles
};

}  // namespace undine::fluid
