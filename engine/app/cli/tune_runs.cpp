#include "engine/app/cli/tune_runs.h"

#include <algorithm>
#include <set>

#include "engine/app/session/measure.h"
#include "engine/app/session/signals.h"
#include "engine/scene/parts.h"

namespace undine::cli {
namespace {

struct Rival {
  graph::Shape shape;
  std::vector<double> ms, ratio;  // per pair of measurements; ratio to the default's
};

// "frame/pool" of a node "frame/pool/step".
std::set<std::string> scopes_of(const graph::ShapeFamily& family, const graph::Graph& g) {
  std::set<std::string> out;
  for (const graph::Node& node : g.nodes()) {
    const std::string_view file = node.shader.substr(0, node.shader.find('+'));
    if (std::ranges::find(family.shaders, file) == family.shaders.end()) continue;
    const std::string path = g.path(node);
    out.insert(path.substr(0, path.rfind('/')));
  }
  return out;
}

double median(const std::vector<double>& values) { return session::spread(values).median; }

}  // namespace

void declare_step(session::Session& session) {
  session.step(1);
  graph::Graph& g = session.graph();
  const auto keep = [&g](graph::Resource r) {
    if (r) g.readback("kept", r, [](std::span<const std::byte>) {});
  };
  for (const SurfaceField& s : session.world().surfaces(g)) keep(s.surface);
  for (const ParticleSet& p : session.world().particles(g)) keep(parts().particle_mesh(g, p).arguments);
}

Tuning::Tuning(const std::filesystem::path& scene, const session::CommandLine& line)
    : session_(load_scene(scene, line.overrides(), line.assets), line, {.device = true}) {
  for (const graph::ShapeFamily* family : parts().shapes) session_.graph().state().shapes().forget(*family);
  session_.start();
}

double Tuning::time(const graph::ShapeFamily& family, const graph::Shape* shape, int frames) {
  graph::Shapes& shapes = session_.graph().state().shapes();
  shapes.forget(family);
  if (shape) shapes.choose(family, *shape, "measured");
  session_.begin_anew();
  double least = 1e30;
  for (int frame = 0; frame < frames + 2 && !session::interrupted(); ++frame) {
    declare_step(session_);
    const std::set<std::string> scopes = scopes_of(family, session_.graph());
    session_.run();
    session_.executor().finish();
    if (frame < 2) continue;
    double sum = 0;
    for (const gpu::ScopeTime& s : session_.executor().times().scopes)
      if (scopes.contains(s.path)) sum += s.ms();
    least = std::min(least, sum);
  }
  return least;
}

TuneResult Tuning::measure(const graph::ShapeFamily& family, bool quick) {
  graph::Shapes& shapes = session_.graph().state().shapes();
  shapes.forget(family);
  shapes.forget_ran();
  session_.begin_anew();
  declare_step(session_);
  TuneResult out;
  for (const graph::Shapes::Ran& r : shapes.ran())
    if (r.family == &family) out.usual = r.shape;
  session_.drop_frame();
  out.best = out.usual;
  std::vector<Rival> rivals;
  for (const graph::Shape& s : family.candidates())
    if (s != out.usual) rivals.push_back({s, {}, {}});
  std::vector<double> usual;
  const int rounds = quick ? 5 : 7, frames = quick ? 4 : 8;
  for (int round = 0; round < rounds && !rivals.empty() && !session::interrupted(); ++round) {
    double before = time(family, nullptr, frames);
    for (Rival& r : rivals) {
      if (session::interrupted()) break;
      r.ms.push_back(time(family, &r.shape, frames));
      const double after = time(family, nullptr, frames);
      r.ratio.push_back(r.ms.back() / (0.5 * (before + after)));
      usual.push_back(after);
      before = after;
    }
    std::ranges::sort(rivals, {}, [](const Rival& r) { return median(r.ratio); });
    const std::size_t left = round == 0 ? 6 : round == 1 ? 3 : round == 2 ? 2 : rivals.size();
    if (rivals.size() > left) rivals.resize(left);
    std::erase_if(rivals, [](const Rival& r) { return median(r.ratio) >= 1; });
  }
  shapes.forget(family);
  out.usual_ms = out.best_ms = median(usual);
  if (rivals.empty() || session::interrupted()) return out;
  const Rival& first = rivals.front();
  // Half the interquartile range of the default's times estimates the device's noise.
  std::ranges::sort(usual);
  const double scatter = 0.5 * (usual[usual.size() * 3 / 4] - usual[usual.size() / 4]) / out.usual_ms;
  const auto won = std::ranges::count_if(first.ratio, [](double r) { return r < 1; });
  const double saved = 1 - median(first.ratio);
  if (saved < std::max(0.03, scatter) || won + 1 < std::ssize(first.ratio)) return out;
  out.best = first.shape;
  out.best_ms = out.usual_ms * (1 - saved);
  out.saved = saved;
  out.better = true;
  return out;
}

}  // namespace undine::cli
