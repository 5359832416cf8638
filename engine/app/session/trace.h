// A timeline in Chrome's trace format (chrome://tracing, ui.perfetto.dev): CPU phases and GPU scopes.
#pragma once  // public
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/gpu/executor.h"

namespace undine::session {

class Trace {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static Time now() { return std::chrono::steady_clock::now(); }

  explicit Trace(std::filesystem::path file);  // empty: disabled. Error if the file cannot be created
  void cpu(const std::string& name, Time begin, Time end);
  // Adds a finished frame; call once per frame. GPU times are aligned to the observed end of the frame: order and
  // durations are exact.
  void gpu(const gpu::FrameTimes& frame);
  void write();  // writes the file once and stops recording

 private:
  struct Event {
    std::string name;
    bool gpu = false;
    double begin_us = 0, length_us = 0;
  };
  double since_start(Time t) const { return std::chrono::duration<double, std::micro>(t - start_).count(); }
  std::filesystem::path file_;
  Time start_ = now();
  std::vector<Event> events_;
  std::uint64_t last_frame_ = ~0ull;
  double gpu_end_us_ = 0;
};

}  // namespace undine::session
