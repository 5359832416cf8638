// One program for all targets, so that all are linked once: $UNDINE_FUZZ selects the target.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "engine/core/log.h"
#include "engine/scene/memory.h"
#include "engine/scene/parts.h"
#include "passes/agents/agents.h"
#include "passes/bodies/bodies.h"
#include "passes/fluid/fluid.h"
#include "passes/picture/picture.h"
#include "passes/pipes/pipes.h"
#include "passes/shallow/shallow.h"
#include "passes/sph/sph.h"
#include "passes/wave/wave.h"
#include "tests/fuzz/target.h"

namespace undine::fuzz {
namespace {

struct Target {
  std::string_view name;
  void (*run)(Input);
};
constexpr Target targets[] = {{"scene", scene}, {"set", set},       {"gltf", gltf},    {"picture", picture},
                              {"npy", npy},     {"raster", raster}, {"caches", caches}};
const Target* target = nullptr;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

void hand_in_parts() {
  Parts parts;
  parts.solvers = {wave::wave_solver(), pipes::pipes_solver(), shallow::shallow_solver(), fluid::fluid_solver(),
                   sph::sph_solver()};
  parts.render = picture::picture_settings();
  parts.bodies = bodies::make_bodies;
  parts.agents = agents::make_agents;
  hand_in(std::move(parts));
}

}  // namespace

void finding(std::string_view what) {
  std::fprintf(stderr, "finding: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

const std::filesystem::path& folder() {
  static const std::filesystem::path path = std::filesystem::canonical(variable("UNDINE_FUZZ_FOLDER"));
  return path;
}

std::filesystem::path write(std::string_view name, Input bytes) {
  static const std::filesystem::path own = [] {
    std::string path = (std::filesystem::temp_directory_path() / "undine_fuzz_XXXXXX").string();
    if (!mkdtemp(path.data())) std::abort();
    static std::string gone = path;
    std::atexit([] { std::filesystem::remove_all(gone); });
    return std::filesystem::path(path);
  }();
  const std::filesystem::path file = own / name;
  std::FILE* out = std::fopen(file.c_str(), "wb");
  if (!out || std::fwrite(bytes.data(), 1, bytes.size(), out) != bytes.size()) std::abort();
  std::fclose(out);
  return file;
}

}  // namespace undine::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  using namespace undine;
  const std::string wanted = fuzz::variable("UNDINE_FUZZ");
  for (const fuzz::Target& t : fuzz::targets)
    if (t.name == wanted) fuzz::target = &t;
  if (!fuzz::target) {
    std::string names;
    for (const fuzz::Target& t : fuzz::targets) names += " " + std::string(t.name);
    std::fprintf(stderr, "UNDINE_FUZZ is '%s', not one of:%s\n", wanted.c_str(), names.c_str());
    std::exit(2);
  }
  log::set_level("error");
  fuzz::hand_in_parts();
  // Device of little memory: check_memory() rejects large resources before their creation.
  know_device(std::uint64_t{64} << 20, std::uint64_t{128} << 20, 65535);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  undine::fuzz::target->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
