// Which shapes the kernels of a run have: those of the device, of a file, or as `undine tune` found them here.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "engine/app/session/command_line.h"
#include "engine/gpu/device.h"
#include "engine/graph/shape.h"
#include "engine/graph/state.h"
#include "engine/shader/library.h"

namespace undine::session {

struct TunedShape {
  std::string family, device, driver;  // the last two empty in a file that a person wrote: any
  std::string shaders;                 // shader_key(); empty: any
  graph::Shape shape;
  double saved = 0;  // share of the default's time
};

std::filesystem::path tuned_file();  // in the cache; empty: there is no cache
// {"undine_shapes": 1, "tuned": [{"family": "wave/step", "across": 16, ...}]}. What is no such file: Error.
std::vector<TunedShape> read_tuned(const std::filesystem::path& file);
void write_tuned(const std::filesystem::path& file, const std::vector<TunedShape>& tuned);
// Tells apart sources of a family's kernels.
std::string shader_key(const graph::ShapeFamily& family, shader::Library& shaders);

// --shapes or UNDINE_SHAPES, else what was tuned for the device, else its default. No device yet: null. A given file
// that is none: Error(Exit::bad_input); a cached one is left out with a message.
void choose_shapes(graph::State& state, shader::Library& shaders, const CommandLine& line,
                   const gpu::DeviceInfo* device);
// Unrolled loops and threads that own many cells were measured on Mesa's software driver; others get a GPU's shapes.
graph::Shapes::Kind shapes_of(const gpu::DeviceInfo& device);

}  // namespace undine::session
