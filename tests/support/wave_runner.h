// Solver on the test device, driven without a scene.
#pragma once
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "engine/files/npy.h"
#include "engine/scene/field_values.h"
#include "passes/wave/wave_reference.h"
#include "passes/wave/wave_settings.h"
#include "tests/support/field_values.h"
#include "tests/support/gpu.h"

namespace undine::test {

class WaveTest : public GpuTest {
 protected:
  ~WaveTest() override { std::filesystem::remove_all(folder_); }

  // File in a temporary folder of this test.
  std::filesystem::path file(const std::string& name) {
    if (folder_.empty()) {
      folder_ = std::filesystem::temp_directory_path() /
                fmt::format("undine_wave_{}_{}", getpid(), static_cast<const void*>(this));
      std::filesystem::create_directories(folder_);
    }
    return folder_ / name;
  }
  template <class T>
  std::filesystem::path array(const std::string& name, std::uint32_t nx, std::uint32_t nz,
                              const std::vector<T>& values) {
    const std::uint32_t shape[2] = {nz, nx};
    std::vector<float> floats(values.begin(), values.end());
    files::write_npy(file(name), shape, floats);
    return file(name);
  }

  template <class Settings>
  void make(const Settings& settings, SceneContext context = {}) {
    if (context.name.empty()) context.name = fmt::format("water{}", made_++);
    solver = settings.create(state, context);
    graph::Graph g(state);
    solver->start(g);
    run(g);
    step_ = {};
  }
  void start_again() {
    graph::Graph g(state);
    solver->start(g);
    run(g);
    step_ = {};
  }
  void advance(double dt, int steps) {
    while (steps > 0) {
      graph::Graph g(state);
      for (int batch = std::min(steps, 16); batch > 0; --batch, --steps) {
        step_.dt = dt;
        solver->step(g, step_);
        ++step_.index;
        step_.time += dt;
      }
      run(g);
    }
  }
  std::vector<float> field(const std::string& what) {
    for (Field& f : solver->fields()) {
      if (!f.name.ends_with("." + what)) continue;
      graph::Graph g(state);
      std::vector<float> out;
      read_field(g, f, out);
      run(g);
      executor->finish();
      return out;
    }
    ADD_FAILURE() << "no field " << what;
    return {};
  }
  Stats stats() {
    Stats out{};
    graph::Graph g(state);
    solver->stats(g, [&](const Stats& s) { out = s; });
    run(g);
    executor->finish();
    return out;
  }

  std::unique_ptr<Solver> solver;

 private:
  std::filesystem::path folder_;
  StepInfo step_;
  int made_ = 0;
};

template <class T>
double largest(const std::vector<T>& v) {
  double most = 0;
  for (T x : v) most = std::max(most, std::abs(static_cast<double>(x)));
  return most;
}

}  // namespace undine::test
