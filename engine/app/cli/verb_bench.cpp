#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "engine/app/cli/bench_runs.h"
#include "engine/app/cli/progress.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/session/signals.h"
#include "engine/files/files.h"
#include "engine/scene/parts.h"

namespace undine::cli {
namespace {

using Json = nlohmann::ordered_json;

struct BenchLine : session::CommandLine {
  std::string filter;  // selects cases by name
  std::filesystem::path json;
  bool quick = false, peers = false, kernels = false;
  std::uint64_t after = 0;       // warm-up steps of a scene
  std::uint64_t frames = 0;      // measured frames of a scene; 0: 30, or 10 with --quick
  std::vector<double> roofline;  // bandwidths of other devices, GB/s
};

// Larger cases take minutes on a software device.
constexpr std::uint64_t quick_cells = 1u << 20;

bool wanted(const BenchCase& c, const BenchLine& line) {
  if (line.quick && c.cells > quick_cells) return false;
  if (line.peers && c.peers.empty()) return false;
  return (c.solver + " " + c.name).find(line.filter) != std::string::npos;
}

double nanoseconds_per_cell(const CaseResult& r) {
  return r.cells == 0 ? 0 : r.gpu_ms.median * 1e6 / static_cast<double>(r.cells);
}
double gigabytes_per_second(const CaseResult& r) {
  return r.gpu_ms.median <= 0 ? 0 : r.traffic_bytes / r.gpu_ms.median * 1e-6;
}

double share(double gigabytes, double copy) { return copy > 0 ? 100 * gigabytes / copy : 0; }

[[noreturn]] void no_such_case(const BenchLine& line) {
  std::string names, large;
  for (const BenchCase& c : parts().bench) {
    if (line.peers && c.peers.empty()) continue;
    const std::string name = c.solver + " " + c.name;
    names += (names.empty() ? "" : ", ") + name;
    if (name.find(line.filter) != std::string::npos) large = name;
  }
  if (!large.empty())
    throw Error(Exit::bad_input, "--case " + line.filter, large + " is too large for --quick", "leave out --quick");
  throw Error(Exit::bad_input, "--case " + line.filter,
              line.peers ? "matches no benchmark with peers" : "matches no benchmark", "cases: " + names);
}

void print_case_heading() {
  std::cout << fmt::format("{:<22} {:>9} {:>11} {:>11} {:>11} {:>11} {:>6} {:>8} {:>7} {:>7} {:>7}\n",
                           "case, per clock step", "sub-steps", "GPU ms", "p95 ms", "CPU ms", "native ms", "ratio",
                           "ns/cell", "GB/s", "of copy", "B/cell");
}

void print_shapes(const std::vector<graph::Shapes::Ran>& shapes) {
  for (const graph::Shapes::Ran& r : shapes)
    std::cout << fmt::format("  {:<20} a thread owns {}x{} {}, {}x{} threads a workgroup, {} in all ({})\n",
                             r.family->name, r.shape.across, r.shape.rows, r.family->unit, r.shape.group_x,
                             r.shape.group_y, r.lanes, r.by);
}

// Prints the slowest kernels; with a roofline all, and the time that their bytes take at each bandwidth.
void print_kernels(std::vector<KernelResult> all, double copy, const std::vector<double>& roofline) {
  constexpr std::size_t most = 12;
  if (roofline.empty()) {
    std::ranges::stable_sort(all, std::greater<>{}, &KernelResult::ms);
    all.resize(std::min(all.size(), most));
  }
  const auto milliseconds = [](std::uint64_t bytes, double gigabytes) {
    return static_cast<double>(bytes) / gigabytes * 1e-6;
  };
  std::cout << fmt::format("  {:<44} {:>5} {:>10} {:>10} {:>8} {:>7}", "kernel", "nodes", "ms", "MB", "GB/s",
                           "of copy");
  for (double gigabytes : roofline) std::cout << fmt::format(" {:>13}", fmt::format("ms at {:g}", gigabytes));
  std::cout << "\n";
  KernelResult sum{.path = "sum"};
  const auto row = [&](const KernelResult& k) {
    std::cout << fmt::format("  {:<44} {:>5} {:>10.3f} {:>10.3f} {:>8.2f} {:>5.0f} %", k.path, k.nodes, k.ms,
                             static_cast<double>(k.bytes) * 1e-6, k.gigabytes_per_second(),
                             share(k.gigabytes_per_second(), copy));
    for (double gigabytes : roofline) std::cout << fmt::format(" {:>13.4f}", milliseconds(k.bytes, gigabytes));
    std::cout << "\n";
  };
  for (const KernelResult& k : all) {
    row(k);
    sum.nodes += k.nodes;
    sum.ms += k.ms;
    sum.bytes += k.bytes;
  }
  if (!roofline.empty()) row(sum);
}

void print(const CaseResult& r, double copy, const std::vector<double>& roofline, bool peers) {
  std::string native = r.native_ms > 0 ? fmt::format("{:.4f}", r.native_ms) : "-";
  std::string ratio = r.native_ms > 0 ? fmt::format("{:.2f}", r.ratio()) : "-";
  std::cout << fmt::format(
      "{:<22} {:>9} {:>11.4f} {:>11.4f} {:>11.4f} {:>11} {:>6} {:>8.3f} {:>7.2f} {:>5.0f} % {:>7.1f}\n",
      r.solver + " " + r.name, r.sub_steps, r.gpu_ms.median, r.gpu_ms.p95, r.processor_ms, native, ratio,
      nanoseconds_per_cell(r), gigabytes_per_second(r), share(gigabytes_per_second(r), copy), r.bytes_per_cell);
  print_shapes(r.shapes);
  if (peers)
    for (const BenchPeer& p : r.peers)
      std::cout << fmt::format("  {:<34} {:>10.4g} ms, {:.2f} of ours: {}\n", p.program, p.ms,
                               r.gpu_ms.median > 0 ? p.ms / r.gpu_ms.median : 0, p.how);
  if (!r.kernels.empty()) print_kernels(r.kernels, copy, roofline);
  std::cout << std::flush;
}

void print(const SceneResult& r, double copy, const std::vector<double>& roofline) {
  std::cout << fmt::format("\n{}\n  {:<36} {:>10} {:>10}\n", r.scene, "GPU scope", "median ms", "p95 ms");
  for (const ScopeResult& s : r.scopes)
    std::cout << fmt::format("  {:<36} {:>10.3f} {:>10.3f}\n", s.path, s.ms.median, s.ms.p95);
  for (const ExchangeResult& e : r.exchanges)
    std::cout << fmt::format("  exchange {}, {} -> {}: {:.3f} ms, {:.1f} % of the cheaper water\n", e.name, e.from,
                             e.to, e.ms, 100 * e.share());
  print_kernels(r.kernels, copy, roofline);
  print_shapes(r.shapes);
  std::cout << fmt::format(
      "  CPU per frame of {} nodes: declare {:.0f} us, look up {:.0f} us, record {:.0f} us, submit {:.0f} us\n",
      r.nodes, r.declare_us, r.lookup_us, r.record_us, r.submit_us);
  const double frames = static_cast<double>(std::max<std::uint64_t>(r.frames, 1));
  std::cout << fmt::format(
      "  waits on the GPU: {} in {} frames, and {} of {:.1f} ms to keep to the frames in flight\n"
      "  read back per frame: {:.0f} bytes beside the measured picture\n",
      r.traffic.waits, r.frames, r.traffic.paced,
      r.traffic.paced > 0 ? r.traffic.paced_seconds * 1e3 / static_cast<double>(r.traffic.paced) : 0.0,
      static_cast<double>(r.traffic.bytes) / frames - r.picture_bytes);
  std::cout << fmt::format("  steps per second without a picture: {}\n  start-up:",
                           session::rate_text(r.steps_per_second));
  for (const auto& [name, ms] : r.phases) std::cout << fmt::format(" {} {:.0f} ms;", name, ms);
  std::cout << "\n  bytes per cell:";
  for (const auto& [name, bytes] : r.bytes_per_cell) std::cout << fmt::format(" {} {:.1f};", name, bytes);
  constexpr double mib = 1.0 / (1 << 20);
  std::cout << fmt::format("\n  memory: persistent {:.1f} MiB, transient {:.1f} MiB ({:.1f} without aliasing)\n",
                           static_cast<double>(r.memory.persistent) * mib,
                           static_cast<double>(r.memory.transient) * mib, static_cast<double>(r.memory.unaliased) * mib)
            << std::flush;
}

Json json(const std::vector<graph::Shapes::Ran>& shapes) {
  Json out = Json::array();
  for (const graph::Shapes::Ran& r : shapes)
    out.push_back({{"kernels", r.family->name},
                   {"across", r.shape.across},
                   {"rows", r.shape.rows},
                   {"group_x", r.shape.group_x},
                   {"group_y", r.shape.group_y},
                   {"lanes", r.lanes},
                   {"by", r.by}});
  return out;
}

Json json(const std::vector<KernelResult>& kernels) {
  Json out = Json::array();
  for (const KernelResult& k : kernels)
    out.push_back({{"kernel", k.path},
                   {"nodes", k.nodes},
                   {"ms", k.ms},
                   {"bytes", k.bytes},
                   {"gb_per_s", k.gigabytes_per_second()}});
  return out;
}

Json json(const CaseResult& r) {
  Json out{{"solver", r.solver},
           {"name", r.name},
           {"cells", r.cells},
           {"sub_steps", r.sub_steps},
           {"gpu_ms_median", r.gpu_ms.median},
           {"gpu_ms_p95", r.gpu_ms.p95},
           {"processor_ms_median", r.processor_ms}};
  if (r.native_ms > 0) {
    out["native_ms"] = r.native_ms;
    out["ratio"] = r.ratio();
  }
  out["ns_per_cell"] = nanoseconds_per_cell(r);
  out["gb_per_s"] = gigabytes_per_second(r);
  out["bytes_per_cell"] = r.bytes_per_cell;
  out["shapes"] = json(r.shapes);
  for (const BenchPeer& p : r.peers) out["peers"].push_back({{"program", p.program}, {"ms", p.ms}, {"how", p.how}});
  if (!r.kernels.empty()) out["kernels"] = json(r.kernels);
  return out;
}

Json json(const SceneResult& r) {
  Json scopes = Json::array(), phases = Json::object(), bytes = Json::object();
  for (const ScopeResult& s : r.scopes)
    scopes.push_back({{"scope", s.path}, {"median_ms", s.ms.median}, {"p95_ms", s.ms.p95}});
  Json exchanges = Json::array();
  for (const ExchangeResult& e : r.exchanges)
    exchanges.push_back({{"name", e.name}, {"from", e.from}, {"to", e.to}, {"ms", e.ms}, {"share", e.share()}});
  for (const auto& [name, ms] : r.phases) phases[name] = ms;
  for (const auto& [name, each] : r.bytes_per_cell) bytes[name] = each;
  return {
      {"scene", r.scene},
      {"scopes", scopes},
      {"exchanges", exchanges},
      {"kernels", json(r.kernels)},
      {"nodes", r.nodes},
      {"declare_us", r.declare_us},
      {"lookup_us", r.lookup_us},
      {"record_us", r.record_us},
      {"submit_us", r.submit_us},
      {"steps_per_second", r.steps_per_second},
      {"startup_ms", phases},
      {"bytes_per_cell", bytes},
      {"shapes", json(r.shapes)},
      {"frames", r.frames},
      {"waits", r.traffic.waits},
      {"paced_waits", r.traffic.paced},
      {"paced_ms", r.traffic.paced_seconds * 1e3},
      {"readbacks", r.traffic.readbacks},
      {"readback_bytes", r.traffic.bytes},
      {"memory",
       {{"persistent", r.memory.persistent}, {"transient", r.memory.transient}, {"unaliased", r.memory.unaliased}}}};
}

// Empty if the device lacks memory for the case, which is logged.
std::optional<CaseResult> run_if_possible(const BenchCase& c, const BenchLine& line, Exit& result, Progress& progress) {
  try {
    return run_case(c, line, line.quick, line.kernels, result);
  } catch (const Error& e) {
    if (e.code() != Exit::bad_input) throw;
    progress.clear();
    std::cout << fmt::format("{:<22} is left out: {}\n", c.solver + " " + c.name, e.problem());
    return {};
  }
}

// "60,450,4800"
std::vector<double> bandwidths(const std::string& text) {
  std::vector<double> out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, comma - at);
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (word.empty() || *end != '\0' || !(value > 0) || !std::isfinite(value))
      throw std::invalid_argument("'" + text + "' is not a list of bandwidths in GB/s such as 60,450,4800");
    out.push_back(value);
    at = comma + 1;
  }
  return out;
}

Exit bench(const BenchLine& line) {
  const bool all = line.filter.empty() && !line.peers;
  const bool with_cases = line.scenes.empty() || !all;
  std::size_t count = 0;
  for (const BenchCase& c : parts().bench) count += with_cases && wanted(c, line);
  if (with_cases && count == 0) no_such_case(line);
  for (const auto& scene : line.scenes) load_scene(scene, line.overrides(), line.assets);
  if (!line.json.empty()) files::prepare_file(line.json);
  Exit result = Exit::done;
  const std::filesystem::path pool = shader::Library::default_root().parent_path() / "scenes" / "pool.json";
  std::vector<std::filesystem::path> scenes = line.scenes;
  if (all && with_cases && std::filesystem::exists(pool)) scenes.push_back(pool);  // scene that only bench uses
  Progress progress("run", 1 + count + scenes.size() + (all ? 1 : 0));
  std::uint64_t runs = 0;
  progress.begin(runs++, "copy");
  const double copy = copy_bandwidth(line, result);
  progress.clear();
  std::cout << fmt::format("copying on this device moves {:.1f} GB/s, read and written\n", copy);
  Json out{{"version", UNDINE_VERSION}, {"copy_gb_per_s", copy}, {"cases", Json::array()}, {"scenes", Json::array()}};

  if (with_cases) {
    print_case_heading();
    for (const BenchCase& c : parts().bench) {
      if (!wanted(c, line) || session::interrupted()) continue;
      progress.begin(runs++, c.solver + " " + c.name);
      const auto r = run_if_possible(c, line, result, progress);
      progress.clear();
      if (r) {
        print(*r, copy, line.roofline, line.peers);
        out["cases"].push_back(json(*r));
      }
    }
  }
  for (const auto& scene : scenes) {
    if (session::interrupted()) break;
    progress.begin(runs++, scene.filename().string());
    SceneResult r = run_scene(scene, line, line.quick, line.after, line.frames, result);
    progress.clear();
    print(r, copy, line.roofline);
    out["scenes"].push_back(json(r));
  }
  if (all && !session::interrupted()) {
    progress.begin(runs++, "cost of nodes");
    NodeCost n = run_nodes(300, line, line.quick, result);
    progress.clear();
    std::cout << fmt::format(
        "\nCPU per node, steady frame of {} nodes: {:.3f} us (declare {:.3f}, look up {:.3f}, record {:.3f})\n",
        n.nodes, n.total_us(), n.declare_us, n.lookup_us, n.record_us);
    out["node_cost"] = {{"nodes", n.nodes},
                        {"declare_us", n.declare_us},
                        {"lookup_us", n.lookup_us},
                        {"record_us", n.record_us},
                        {"total_us", n.total_us()}};
  }
  if (!line.json.empty()) files::write_file(line.json, out.dump(1) + "\n");
  return result;
}

}  // namespace

Call verb_bench(Flags& flags) {
  auto line = std::make_shared<BenchLine>();
  flags.add("scenes", line->scenes, "scene files (JSON)", {.as = "SCENE.json..."});
  picture_size(flags, *line);
  flags.add("--case", line->filter, "only cases whose solver or name contains TEXT", {.as = "TEXT"});
  flags.add("--peers", line->peers, "only cases with published timings of other programs, next to ours");
  flags.add("--kernels", line->kernels, "also time each kernel of the cases");
  flags.add("--json", line->json, "also write the results as JSON", {.as = "FILE.json"});
  const auto roofline = [&asked = *line](const std::string& text) { asked.roofline = bandwidths(text); };
  flags.add("--roofline", roofline,
            "all kernels of the scenes with the time that their memory traffic takes at these bandwidths",
            {.as = "GB/s,..."});
  flags.count("--after", line->after, 0, "warm-up: clock steps of a scene before the first timed frame [0]");
  flags.count("--frames", line->frames, 1, "number of timed frames of a scene [30; with --quick 10]");
  flags.add("--quick", line->quick, "fewer repetitions and no large cases");
  device_flags(flags, *line);
  return call(line, bench);
}

}  // namespace undine::cli
