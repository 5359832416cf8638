// Flow solver on the test device.
#pragma once
#include "passes/fluid/fluid_settings.h"
#include "tests/support/pipes_runner.h"

namespace undine::test {

class FluidTest : public WaveTest {
 protected:
  std::filesystem::path planes(const std::string& name, std::uint32_t nx, std::uint32_t nz, std::uint32_t components,
                               const std::vector<float>& values) {
    const std::uint32_t shape[3] = {nz, nx, components};
    files::write_npy(file(name), shape, values);
    return file(name);
  }
  static void all(fluid::FluidEdges& e, fluid::FluidEdge edge) { e.west = e.east = e.north = e.south = edge; }
};

}  // namespace undine::test
