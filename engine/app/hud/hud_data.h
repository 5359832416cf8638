// Data that the HUD stores from frame to frame.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/gpu/executor.h"
#include "engine/scene/bodies.h"
#include "engine/scene/solver.h"

namespace undine::hud {

class Track {  // recent values of one figure
 public:
  static constexpr std::size_t length = 180;
  void add(double value) {
    values_[next_] = static_cast<float>(value);
    next_ = (next_ + 1) % length;
    mean_ = count_ == 0 ? value : mean_ + 0.1 * (value - mean_);
    count_ = std::min(count_ + 1, length);
  }
  std::size_t size() const { return count_; }
  float at(std::size_t i) const { return values_[(next_ + length - count_ + i) % length]; }  // 0: the oldest
  double mean() const { return mean_; }  // running mean, for displayed figures

 private:
  std::array<float, length> values_{};
  std::size_t next_ = 0, count_ = 0;
  double mean_ = 0;
};

struct ScopeTrack {
  std::string path;  // "frame/picture/water"
  Track begin_ms, ms;
  std::uint64_t seen = 0;  // last frame with this scope
};

struct WaterTrack {
  std::string name, solver;
  bool arrived = false;
  Stats last{};
  Track volume, energy;
};

struct ExchangeTrack {
  CouplingFigures last;
  double time = 0;  // of `last`, s
  double rate = 0;  // m³/s, since the figures before
};

struct HudData {
  Track frame_ms, declare_us, lookup_us, record_us, submit_us;
  std::vector<ScopeTrack> scopes;  // in order of opening
  std::uint64_t timed = 0;         // frame of the newest times
  // Shared with the receivers of read-backs, which may outlive the HUD.
  std::shared_ptr<std::vector<WaterTrack>> water = std::make_shared<std::vector<WaterTrack>>();
  std::shared_ptr<std::vector<MoverFigures>> movers = std::make_shared<std::vector<MoverFigures>>();
  std::shared_ptr<std::vector<ExchangeTrack>> exchanges = std::make_shared<std::vector<ExchangeTrack>>();
  ReloadFigures reloads;

  void update(double elapsed, double declare_seconds, const gpu::FrameTimes& times, const gpu::CpuTimes& cpu);

 private:
  void update_scopes(const gpu::FrameTimes& times);
};

}  // namespace undine::hud
