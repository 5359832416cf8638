// Selects kernel tilings for a run: by device, from a file, or from `undine tune`.
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
  std::string family, device, driver;  // the last two empty in a hand-written file: any
  std::string shaders;                 // shader_key(); empty: any
  graph::Shape shape;
  double saved = 0;  // fraction of the default's time
};

std::filesystem::path tuned_file();  // in the cache; empty: without cache
// {"undine_shapes": 1, "tuned": [{"family": "wave/step", "across": 16, ...}]}. Error: another kind of file.
std::vector<TunedShape> read_tuned(const std::filesystem::path& file);
void write_tuned(const std::filesystem::path& file, const std::vector<TunedShape>& tuned);
// Hash of the sources of a family's kernels.
std::string shader_key(const graph::ShapeFamily& family, shader::Library& shaders);

// Applies --shapes or UNDINE_SHAPES, else tuned tilings of the device, else its defaults. device null: not opened yet.
// An invalid given file: Error(Exit::bad_input); an invalid cached one is skipped with a message.
void choose_shapes(graph::State& state, shader::Library& shaders, const CommandLine& line,
                   const gpu::DeviceInfo* device);
// Unrolled loops and many cells per thread were measured on Mesa's software driver; other devices get GPU tilings.
graph::Shapes::Kind shapes_of(const gpu::DeviceInfo& device);

}  // namespace undine::session
