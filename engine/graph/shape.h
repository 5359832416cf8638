// Tiling of kernels: cells per thread, and threads per workgroup. A software device is fastest with few threads of
// many cells each, a GPU with 100,000 threads (docs/performance.md). Results have the same bytes with every tiling.
//
// A pass declares a ShapeFamily for kernels that share a tiling, gets the tiling for its grid from State::shapes()
// and passes it to the node, whose shader includes "lib/shape.glsl":
//
//   const Shape shape = state.shapes().of(step_shapes, {cells.x, cells.y, 1});
//   g.compute("step", "wave/step.comp").shape(shape, {cells.x, cells.y, 1})...
#pragma once  // public
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/resource.h"

namespace undine::graph {

struct Shape {
  std::uint32_t across = 1, rows = 1;       // that a thread owns along x and y, in the family's unit
  std::uint32_t group_x = 64, group_y = 1;  // threads of a workgroup
  bool operator==(const Shape&) const = default;
  Extent groups(Extent owned) const;        // workgroups for so much; z as it is
  std::uint64_t lanes(Extent owned) const;  // threads that own something
  // As many threads a workgroup, but no wider than what there is to own along x, nor narrower than 8.
  Shape fitted(std::uint32_t width) const;
  std::string text() const;  // "16x8 by 32x2"
};

constexpr std::uint32_t most_shape_threads = 256;  // of a workgroup; Vulkan promises 128, every GPU has 256
constexpr std::uint32_t most_shape_owned = 64;     // along x or y
constexpr std::uint64_t wanted_lanes = 100000;     // that keep a GPU busy

// Kernels that share a tiling, and the tilings that they allow: allows().
struct ShapeFamily {
  std::string_view name, unit;            // "wave/step", "cells"
  std::vector<std::string_view> shaders;  // below the folder of shaders: whoever measures a shape measured these
  Shape software;
  std::vector<Shape> hardware;        // from few lanes to many: the first with wanted_lanes, else the last
  std::vector<std::uint32_t> across;  // that a thread may own; empty: any
  bool walks = true;                  // a thread may own several rows
  bool flat = false;                  // workgroups lie along x alone, and are not fitted to the grid
  std::uint32_t tile = 0;             // what a workgroup owns is a multiple of it; 0: anything
  std::uint32_t most_tile = 0;        // and no more than this; 0: anything
  bool allows(const Shape& shape) const;
  // The shapes to measure: those above and what lies around them, all allowed.
  std::vector<Shape> candidates() const;
};

class Shapes {
 public:
  enum class Kind : std::uint8_t { software, hardware };
  Kind kind() const { return kind_; }
  void set_kind(Kind kind) { kind_ = kind; }
  // Full-screen draws and image copies run as compute kernels (pixel_kernels.h).
  bool pixel_kernels() const { return pixel_kernels_; }
  void set_pixel_kernels(bool on) { pixel_kernels_ = on; }
  // In place of the default of `kind`, for every grid. Not allowed by its family: Error(Exit::failure).
  void choose(const ShapeFamily& family, const Shape& shape, std::string_view by);
  void forget(const ShapeFamily& family);  // the default again
  // `owned`: how much there is, in the family's unit.
  Shape of(const ShapeFamily& family, Extent owned) const;
  struct Ran {
    const ShapeFamily* family = nullptr;
    Shape shape;
    std::string by;  // "software", "hardware", "tuned", "given"
    std::uint64_t lanes = 0;
  };
  // Tilings that have been requested: per family the one with the most lanes.
  const std::vector<Ran>& ran() const { return ran_; }
  void forget_ran() { ran_.clear(); }

 private:
  struct Chosen {
    const ShapeFamily* family = nullptr;
    Shape shape;
    std::string by;
  };
  const Chosen* chosen(const ShapeFamily& family) const;
  Kind kind_ = Kind::software;
  bool pixel_kernels_ = false;
  std::vector<Chosen> chosen_;
  mutable std::vector<Ran> ran_;
};

}  // namespace undine::graph
