// Measurements of `undine tune`.
#pragma once
#include <filesystem>
#include <vector>

#include "engine/app/session/session.h"

namespace undine::cli {

struct TuneResult {
  graph::Shape usual, best;
  double usual_ms = 0, best_ms = 0;  // medians per clock step, over the scopes with the kernels
  double saved = 0;                  // fraction of usual_ms
  bool better = false;               // by more than the device's noise; otherwise best equals usual
};

// Declares a clock step and the water surfaces, as a picture needs them.
void declare_step(session::Session& session);

// One scene on one device.
class Tuning {
 public:
  Tuning(const std::filesystem::path& scene, const session::CommandLine& line);
  // Measures tilings in turn, each from the scene's start and after a run with the default; drops losing ones. The last
  // one is better if its median is, by more than the noise, in nearly all pairs.
  TuneResult measure(const graph::ShapeFamily& family, bool quick);
  session::Session& session() { return session_; }

 private:
  // Milliseconds of the family's scopes: the minimum over some frames, which is the least disturbed. Null: default
  // tiling.
  double time(const graph::ShapeFamily& family, const graph::Shape* shape, int frames);
  session::Session session_;
};

}  // namespace undine::cli
