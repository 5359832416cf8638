// Account of the sources and sinks of waves since the start, in integers, in runs that request it
// (SceneContext::accounting). Drops, makers and pushes add their changes; borders add their flux, by the equation of
// the step. In audited runs rounding is compensated after every clock step.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "engine/scene/solver.h"
#include "passes/ledger/figures.h"
#include "passes/wave/wave_medium.h"
#include "passes/wave/wave_params.h"
#include "passes/wave/wave_settings.h"

namespace undine::wave {

class WaveAccount {
 public:
  WaveAccount(graph::State& state, const WaveSettings& settings, const WaveMedium& medium, const SceneContext& context);
  bool counts() const { return static_cast<bool>(totals_); }
  bool open() const { return open_; }                       // water passes a border
  bool keeps() const { return static_cast<bool>(first_); }  // the last step's rounding was taken back
  graph::Buffer totals() const { return totals_; }          // none: nobody counts
  void start(graph::Graph& g) const;

  using Prepare = std::function<void(graph::ComputeNode&)>;  // grid, and u_now and u_prev as they are
  void begin_step(graph::Graph& g, bool keeps, const Prepare& prepare);
  // Before a sub-step is taken; `medium` binds what varies.
  void border(graph::Graph& g, const WaveParams& step, bool varied, const Prepare& prepare) const;
  void bind_border(graph::ComputeNode& node) const;  // what wave/carry_border.comp counts in
  void end_step(graph::Graph& g, const Prepare& prepare, graph::Buffer now, graph::Buffer before);

  // Counts how often a 64-bit integer has wrapped, from its last reading.
  class Turns {
   public:
    int of(std::int64_t now);

   private:
    std::int64_t before_ = 0;
    int turns_ = 0;
  };
  struct Readings {
    std::shared_ptr<std::array<Turns, 4>> turns;  // of sources, drains and what passed edges in and out
    std::optional<std::uint32_t> at, total_at;
    double area = 0;
    std::optional<Budget> tell(const grid::Figures::Reader& reader) const;
    // Meters of all columns: `summed` in floats, or exact where the water is audited.
    double volume(const grid::Figures::Reader& reader, double summed) const;
  };
  static constexpr std::uint32_t figures_bytes = sizeof(WaveTotals) + sizeof(WaveTotal);
  // rests: what rounding holds back of what came in, water that is in no level yet.
  using Rests = std::map<std::uint32_t, graph::Buffer>;
  Readings read(graph::Graph& g, grid::Figures& figures, const Prepare& prepare, const Rests& rests) const;

 private:
  graph::Buffer total(graph::Graph& g, const char* name, const Prepare& prepare) const;
  graph::State* state_;
  std::string name_;
  glm::uvec2 cells_{0};
  double area_ = 0;
  bool open_ = false, audited_ = false;
  glm::ivec4 keepers_{-1};  // floats of the planes; under 0: no water
  std::shared_ptr<std::array<Turns, 4>> turns_ = std::make_shared<std::array<Turns, 4>>();
  graph::Buffer totals_, rises_, moved_;
  graph::Buffer first_;  // in a step that keeps the volume
};

}  // namespace undine::wave
