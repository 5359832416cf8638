// Measurements of `undine bench`. Times in milliseconds unless a name says otherwise.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "engine/app/session/measure.h"
#include "engine/app/session/session.h"
#include "engine/scene/bench.h"

namespace undine::cli {

struct KernelResult {  // sum over all nodes of one path in a frame
  std::string path;
  std::uint32_t nodes = 0;
  std::uint64_t bytes = 0;  // graph::traffic()
  double ms = 0;            // median of the sum
  double gigabytes_per_second() const { return ms > 0 ? static_cast<double>(bytes) / ms * 1e-6 : 0; }
};

struct CaseResult {
  std::string solver, name;
  std::uint64_t cells = 0;
  std::int64_t sub_steps = 0;
  session::Spread gpu_ms;     // per clock step
  double processor_ms = 0;    // CPU time of all threads per clock step, median; includes a software driver's work
  double native_ms = 0;       // per clock step; 0: without native twin
  double bytes_per_cell = 0;  // persistent memory
  double traffic_bytes = 0;
  std::vector<graph::Shapes::Ran> shapes;  // tilings of its kernels
  std::vector<KernelResult> kernels;       // if requested
  std::vector<BenchPeer> peers;
  double ratio() const { return native_ms > 0 ? gpu_ms.median / native_ms : 0; }
};

struct ScopeResult {
  std::string path;
  session::Spread ms;
};

struct ExchangeResult {
  std::string name, from, to;
  double ms = 0, cheaper_ms = 0;  // medians per frame: the coupling's nodes; nodes of the cheaper of its two solvers
  double share() const { return cheaper_ms > 0 ? ms / cheaper_ms : 0; }
};

struct SceneResult {
  std::string scene;
  std::vector<ScopeResult> scopes;  // from a frame with steps and picture
  std::vector<ExchangeResult> exchanges;
  std::vector<KernelResult> kernels;  // from another such frame, with a timer per node
  std::uint32_t nodes = 0;
  double declare_us = 0, lookup_us = 0, record_us = 0, submit_us = 0;  // medians per frame
  double steps_per_second = 0;
  std::vector<std::pair<std::string, double>> phases;          // start-up phases
  std::vector<std::pair<std::string, double>> bytes_per_cell;  // per solver
  std::vector<graph::Shapes::Ran> shapes;                      // tilings of the scene's kernels
  gpu::MemoryUse memory;
  gpu::Traffic traffic;      // during the measured frames
  std::uint64_t frames = 0;  // measured frames
  double picture_bytes = 0;  // read-backs of the measurement itself, per frame
};

struct NodeCost {  // steady frame, per node
  std::uint32_t nodes = 0;
  double declare_us = 0, lookup_us = 0, record_us = 0;
  double total_us() const { return declare_us + lookup_us + record_us; }
};

// quick: fewer repetitions. kernels: also times each kernel.
CaseResult run_case(const BenchCase& c, const session::CommandLine& line, bool quick, bool kernels, Exit& result);
// after: warm-up steps. frames: measured frames; 0: 30, or 10 when quick.
SceneResult run_scene(const std::filesystem::path& file, const session::CommandLine& line, bool quick,
                      std::uint64_t after, std::uint64_t frames, Exit& result);
// Bandwidth in GB/s of reads plus writes, from a copy of 64 MiB or the device's largest buffer.
double copy_bandwidth(const session::CommandLine& line, Exit& result);
// Cost of the engine itself: a steady graph of `nodes` compute nodes with next to no work.
NodeCost run_nodes(std::uint32_t nodes, const session::CommandLine& line, bool quick, Exit& result);

}  // namespace undine::cli
