#include "engine/app/cli/bench_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>

#include "engine/app/session/signals.h"

namespace undine::cli {
namespace {

constexpr int warm_up = 5;

double ms_since(session::Trace::Time begin) {
  return std::chrono::duration<double, std::milli>(session::Trace::now() - begin).count();
}

// Reports the times of each completed frame once.
class FrameWatch {
 public:
  explicit FrameWatch(const gpu::Executor& executor) : executor_(executor), seen_(executor.times().frame) {}
  const gpu::FrameTimes* next() {
    const gpu::FrameTimes& times = executor_.times();
    if (times.frame == seen_ || times.scopes.empty()) return nullptr;
    seen_ = times.frame;
    return &times;
  }

 private:
  const gpu::Executor& executor_;
  std::uint64_t seen_;
};

void note(Exit& result, session::Session& session) {
  if (Exit found = session.result(); found != Exit::done) result = found;
}

// Runs the first frame with separate phases for shaders and pipelines.
void first_frame(session::Session& session) {
  session.phase("shaders", [&] { session.plan(); });
  session.phase("pipelines", [&] { session.run(); });
  session.phase("first frame", [&] { session.executor().finish(); });
}

struct CpuSamples {
  std::vector<double> declare, lookup, record, submit;
  void add(double declared, const gpu::CpuTimes& cpu) {
    declare.push_back(declared);
    lookup.push_back(cpu.lookup_us);
    record.push_back(cpu.record_us);
    submit.push_back(cpu.submit_us);
  }
};

// Times kernels in frames with timestamps per node.
std::vector<KernelResult> time_kernels(session::Session& session, const std::function<void()>& declare, int frames) {
  session.executor().time_nodes(true);
  declare();
  std::vector<KernelResult> out;
  for (const graph::NodeTraffic& t : session.traffic())
    out.push_back({.path = t.path, .nodes = t.nodes, .bytes = t.bytes()});
  session.run();  // warm-up: creates resources that the measured frames reuse
  session.executor().finish();
  std::map<std::string, std::vector<double>, std::less<>> samples;
  for (int frame = 0; frame < frames && !session::interrupted(); ++frame) {
    declare();
    session.run();
    session.executor().finish();
    std::map<std::string_view, double> sums;
    for (const gpu::ScopeTime& scope : session.executor().times().scopes) sums[scope.path] += scope.ms();
    for (const auto& [path, ms] : sums) samples[std::string(path)].push_back(ms);
  }
  session.executor().time_nodes(false);
  for (KernelResult& kernel : out)
    if (const auto at = samples.find(kernel.path); at != samples.end())
      kernel.ms = session::spread(std::move(at->second)).median;
  return out;
}

// Cost of couplings relative to the solvers they connect.
std::vector<ExchangeResult> time_exchanges(const Scene& scene, const std::vector<ScopeResult>& scopes) {
  const auto ms = [&](const std::string& name) {
    const auto at = std::ranges::find(scopes, "frame/" + name, &ScopeResult::path);
    return at == scopes.end() ? 0 : at->ms.median;
  };
  std::vector<ExchangeResult> out;
  for (const CouplingSettings& e : scene.exchanges)
    out.push_back({e.name, e.from, e.to, ms(e.name), std::min(ms(e.from), ms(e.to))});
  return out;
}

// Runs warm-up steps, several per submission.
void run_ahead(session::Session& session, std::uint64_t steps) {
  constexpr std::uint64_t at_once = 8;
  for (std::uint64_t left = steps; left > 0 && !session::interrupted();) {
    const std::uint64_t some = std::min(left, at_once);
    session.step(static_cast<std::uint32_t>(some));
    session.run();
    left -= some;
  }
  session.executor().finish();
}

}  // namespace

double copy_bandwidth(const session::CommandLine& line, Exit& result) {
  session::Session session(parse_scene(R"({"version": 1})", "bench copy"), line, {.device = true});
  const std::uint64_t bytes = std::min<std::uint64_t>(64u << 20, session.device().limits().buffer_range);
  graph::State& state = session.graph().state();
  graph::Buffer a = state.buffer("bench/a", {.bytes = bytes}), b = state.buffer("bench/b", {.bytes = bytes});
  std::vector<double> samples;
  for (int frame = 0; frame < 12 && !session::interrupted(); ++frame) {
    session.graph().copy("copy", frame % 2 ? a : b, frame % 2 ? b : a);
    session.run();
    session.executor().finish();
    const gpu::FrameTimes& times = session.executor().times();
    if (frame > 1 && !times.scopes.empty()) samples.push_back(times.scopes[0].ms());
  }
  note(result, session);
  const double ms = session::spread(std::move(samples)).median;
  return ms > 0 ? 2 * static_cast<double>(bytes) / ms * 1e-6 : 0;
}

// Time of the scope that a case measures.
double milliseconds(const BenchCase& c, const gpu::FrameTimes& times) {
  const auto scope = [&](std::string_view path) {
    double sum = 0;
    for (const gpu::ScopeTime& s : times.scopes)
      if (s.path == path) sum += s.ms();
    return sum;
  };
  if (c.drawing_without.empty()) return times.scopes[0].ms();
  return scope("frame/picture") - scope("frame/picture/" + c.drawing_without);
}

CaseResult run_case(const BenchCase& c, const session::CommandLine& line, bool quick, bool kernels, Exit& result) {
  const auto folder = shader::Library::default_root().parent_path() / "scenes";
  session::Session session(parse_scene(c.scene_json, folder / (c.solver + " " + c.name)), line,
                           {.device = true, .picture = !c.drawing_without.empty()});
  CaseResult out{
      .solver = c.solver, .name = c.name, .cells = c.cells, .traffic_bytes = c.traffic_bytes, .peers = c.peers};
  std::function<void(graph::Graph&)> pass;
  const auto step = [&](std::uint32_t count) {
    if (!c.drawing_without.empty()) {
      for (std::uint32_t i = 0; i < count; ++i)
        session.graph().readback("picture", session.draw(session.view(line.size)), [](std::span<const std::byte>) {});
      return;
    }
    session.step(count);
    for (std::uint32_t i = 0; pass && i < count; ++i) pass(session.graph());
  };
  session.start();
  if (c.pass) pass = c.pass(session.graph().state(), session.graph());
  step(1);
  for (session::World::Water& water : session.world().water()) {
    water.solver->stats(session.graph(), [&out](const Stats& stats) { out.sub_steps += stats.sub_steps; });
    out.bytes_per_cell += water.solver->cost().bytes_per_cell;
  }
  session.run();
  session.executor().finish();

  // Choose the steps per frame so that a frame is long compared to a timestamp's resolution.
  auto begin = session::Trace::now();
  step(1);
  session.run();
  session.executor().finish();
  double one = std::max(ms_since(begin), 0.01);
  auto steps = static_cast<std::uint32_t>(std::clamp(4 / one, 1.0, 32.0));
  double budget_ms = quick ? 500 : 4000;
  int frames = std::clamp(static_cast<int>(budget_ms / (one * steps)), quick ? 5 : 30, 200);

  std::vector<double> samples, processor;
  for (int frame = 0; frame < frames + warm_up && !session::interrupted(); ++frame) {
    const std::clock_t used = std::clock();
    step(steps);
    session.run();
    session.executor().finish();
    const gpu::FrameTimes& times = session.executor().times();
    if (frame < warm_up || times.scopes.empty()) continue;
    samples.push_back(milliseconds(c, times) / steps);
    processor.push_back(1e3 * static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC / steps);
  }
  out.gpu_ms = session::spread(std::move(samples));
  out.processor_ms = session::spread(std::move(processor)).median;
  if (kernels)
    out.kernels = time_kernels(
        session, [&step] { step(1); }, quick ? 4 : 12);
  out.shapes = session.graph().state().shapes().ran();
  note(result, session);
  if (c.native_ms && !session::interrupted()) {
    int count = std::clamp(static_cast<int>(budget_ms / std::max(out.gpu_ms.median, 0.01) / 2), 2, 500);
    c.native_ms(std::min(count, 5));
    out.native_ms = c.native_ms(count);
  }
  return out;
}

SceneResult run_scene(const std::filesystem::path& file, const session::CommandLine& line, bool quick,
                      std::uint64_t after, std::uint64_t frames, Exit& result) {
  auto begin = session::Trace::now();
  Scene scene = load_scene(file, line.overrides(), line.assets);
  double load_ms = ms_since(begin);
  session::Session session(std::move(scene), line, {.device = true, .picture = true});
  SceneResult out{.scene = file.string()};
  std::uint32_t steps = session.scene().clock.steps_per_frame;
  auto declare = [&] {
    session.step(steps);
    graph::Image picture = session.draw(session.view(line.size));
    session.graph().readback("picture", picture, [](std::span<const std::byte>) {});
  };
  session.phase("declare", [&] {
    session.start();
    declare();
  });
  first_frame(session);
  out.phases.emplace_back("scene file", load_ms);
  out.phases.insert(out.phases.end(), session.phases().begin(), session.phases().end());

  run_ahead(session, after);
  FrameWatch watch(session.executor());
  CpuSamples cpu;
  std::vector<std::pair<std::string, std::vector<double>>> scopes;
  const std::size_t wanted = frames > 0 ? frames : quick ? 10 : 30;
  std::size_t seen = 0;
  gpu::Traffic before = session.executor().traffic();
  for (std::size_t frame = 0; seen < wanted && frame < 1000 + wanted && !session::interrupted(); ++frame) {
    auto start = session::Trace::now();
    declare();
    double declared = ms_since(start) * 1000;
    session.run();
    if (frame < warm_up) continue;
    cpu.add(declared, session.executor().cpu());
    if (out.frames++ == 0) before = session.executor().traffic();
    out.nodes = session.executor().cpu().nodes;
    const gpu::FrameTimes* times = watch.next();
    if (!times) continue;
    ++seen;
    for (const gpu::ScopeTime& scope : times->scopes) {
      auto at = std::ranges::find(scopes, scope.path, &std::pair<std::string, std::vector<double>>::first);
      if (at == scopes.end()) at = scopes.insert(at, {scope.path, {}});
      at->second.push_back(scope.ms());
    }
  }
  for (auto& [path, samples] : scopes) out.scopes.push_back({path, session::spread(samples)});
  out.exchanges = time_exchanges(session.scene(), out.scopes);
  out.declare_us = session::spread(cpu.declare).median;
  out.lookup_us = session::spread(cpu.lookup).median;
  out.record_us = session::spread(cpu.record).median;
  out.submit_us = session::spread(cpu.submit).median;
  out.memory = session.executor().memory();
  out.shapes = session.graph().state().shapes().ran();
  out.traffic = session.executor().traffic() - before;
  out.frames -= std::min<std::uint64_t>(out.frames, 1);
  out.picture_bytes = 4.0 * line.size.x * line.size.y;

  session.executor().finish();
  out.kernels = time_kernels(session, declare, quick ? 4 : 12);
  auto stepping = session::Trace::now();
  double limit = quick ? 300 : 2000;
  std::uint64_t done = 0;
  while (ms_since(stepping) < limit && !session::interrupted()) {
    session.step(8);
    session.run();
    done += 8;
  }
  session.executor().finish();
  out.steps_per_second = static_cast<double>(done) * 1000 / ms_since(stepping);
  for (session::World::Water& water : session.world().water())
    out.bytes_per_cell.emplace_back(water.name, water.solver->cost().bytes_per_cell);
  session.finish();
  note(result, session);
  return out;
}

NodeCost run_nodes(std::uint32_t nodes, const session::CommandLine& line, bool quick, Exit& result) {
  session::Session session(parse_scene(R"({"version": 1})", "bench nodes"), line, {.device = true});
  graph::State& state = session.graph().state();
  graph::Buffer a = state.buffer("bench/a", {.bytes = 4096}), b = state.buffer("bench/b", {.bytes = 4096});
  struct Params {
    std::uint32_t add;
  };
  CpuSamples cpu;
  int frames = quick ? 30 : 200;
  for (int frame = 0; frame < frames + warm_up && !session::interrupted(); ++frame) {
    graph::Graph& g = session.graph();
    auto start = session::Trace::now();
    {
      auto scope = g.scope("nodes");
      for (std::uint32_t i = 0; i < nodes; ++i)
        g.compute("add", "grid/bench_node.comp")
            .read("source", i % 2 ? b : a)
            .write("target", i % 2 ? a : b)
            .params(Params{i})
            .over({64});
    }
    double declared = ms_since(start) * 1000;
    session.run();
    if (frame >= warm_up) cpu.add(declared, session.executor().cpu());
  }
  session.executor().finish();
  note(result, session);
  double each = 1.0 / nodes;
  return {nodes, session::spread(cpu.declare).median * each, session::spread(cpu.lookup).median * each,
          session::spread(cpu.record).median * each};
}

}  // namespace undine::cli
