// The measurements behind `undine tune`.
#pragma once
#include <filesystem>
#include <vector>

#include "engine/app/session/session.h"

namespace undine::cli {

struct TuneResult {
  graph::Shape usual, best;
  double usual_ms = 0, best_ms = 0;  // medians of a clock step, of the scopes that hold the kernels
  double saved = 0;                  // share of usual_ms
  bool better = false;               // beyond the noise of this device; else best is usual
};

// A clock step and the waters' surfaces, as a picture would want them.
void declare_step(session::Session& session);

// One scene on one device.
class Tuning {
 public:
  Tuning(const std::filesystem::path& scene, const session::CommandLine& line);
  // Shapes are measured in turn, each from the scene's beginning, the default before each of them; those that lose fall
  // out. What is left at the end is better if its median is, by more than rivals' times scatter, in nearly all pairs.
  TuneResult measure(const graph::ShapeFamily& family, bool quick);
  session::Session& session() { return session_; }

 private:
  // Milliseconds of the family's scopes, the least and thus undisturbed of some frames. Null: with the default.
  double time(const graph::ShapeFamily& family, const graph::Shape* shape, int frames);
  session::Session session_;
};

}  // namespace undine::cli
