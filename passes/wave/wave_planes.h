// Planes of a wave water on the GPU: heights at three time levels, and the medium if it varies in space. Rows are
// padded to whole vec4s.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/round.h"
#include "engine/graph/graph.h"
#include "passes/grid/edges.h"
#include "passes/wave/wave_medium.h"
#include "passes/wave/wave_settings.h"

namespace undine::wave {

class WavePlanes {
 public:
  WavePlanes(graph::State& state, const std::string& name, const WaveSettings& settings, const WaveMedium& medium);
  void start(graph::Graph& g, const WaveMedium& medium, const std::vector<float>& initial) const;
  void fill_medium(graph::Graph& g, const WaveMedium& medium) const;
  void advance() { heights_.step(); }  // the next heights become the current ones

  graph::Buffer now() const { return heights_[0]; }
  graph::Buffer before() const { return heights_[-1]; }
  graph::Buffer next() const { return heights_[+1]; }
  graph::Buffer drag() const { return drag_; }              // null: the medium is the same everywhere
  graph::Buffer bed() const { return bed_; }                // world y, m; null: no terrain
  graph::Buffer rest_depth() const { return rest_depth_; }  // m; null: no terrain
  bool varied() const { return varied_; }
  std::uint32_t vec4s() const { return vec4s_; }                     // of a row
  std::uint64_t pitch() const { return 4 * std::uint64_t{vec4s_}; }  // floats of a row
  std::uint64_t bytes() const { return 4 * pitch() * cells_.y; }
  graph::Extent extent() const { return {4 * vec4s_, cells_.y, 1}; }

  // Each binds to a node that already knows what the one before it binds.
  graph::ComputeNode& grid(graph::ComputeNode& node) const {
    return grid::tell_grid(node, cells_, edges_, [](auto edge) { return absorbs(edge) ? WaveEdge::absorb : edge; });
  }
  graph::ComputeNode& rows(graph::ComputeNode& node) const {  // a thread for each vec4
    return grid(node).groups({groups_of(vec4s_, 32), cells_.y, 1});
  }
  graph::ComputeNode& read_levels(graph::ComputeNode& node) const {
    return grid(node).read("u_now", now()).read("u_prev", before());
  }
  graph::ComputeNode& modify_levels(graph::ComputeNode& node) const {
    return grid(node).modify("u_now", now()).modify("u_prev", before());
  }
  graph::ComputeNode& read_drag(graph::ComputeNode& node) const { return varied_ ? node.read("drag", drag_) : node; }
  graph::ComputeNode& read_medium(graph::ComputeNode& node) const {
    if (varied_) node.read("face_x", face_x_).read("face_z", face_z_).read("drag", drag_);
    return node;
  }
  graph::ComputeNode& read_faces(graph::ComputeNode& node) const {
    return varied_ ? node.read("face_x", face_x_).read("face_z", face_z_) : node;
  }

 private:
  glm::uvec2 cells_;
  WaveEdges edges_;
  bool varied_;
  std::uint32_t vec4s_;
  graph::History heights_;
  graph::Buffer face_x_, face_z_, drag_, bed_, rest_depth_;
};

}  // namespace undine::wave
