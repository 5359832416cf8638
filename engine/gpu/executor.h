// Replays planned graphs on a device. Blocks only when more frames are in flight than allowed.
#pragma once  // public
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/gpu/device.h"
#include "engine/graph/plan.h"
#include "engine/shader/library.h"

namespace undine::gpu {

struct ExecutorOptions {
  std::uint32_t frames_in_flight = 2;
  bool alias = true;
  bool timers = true;          // two timestamps per scope
  bool breadcrumbs = false;    // name the nodes in progress in a lost device's error; see breadcrumbs.h
  std::string pipeline_cache;  // file; empty: not stored. Ignored and rebuilt when corrupt or from another driver
  double part_seconds = 0.25;  // measured GPU time after which a frame continues in another submission
  // Words of the first frame's shaders per batch of asynchronous pipeline compilation, overlapped with submitted work.
  std::size_t stretch_words = 50'000;
};

struct ScopeTime {
  std::string path;                 // "frame/pool"
  double begin_ms = 0, end_ms = 0;  // since the frame's first timestamp
  double ms() const { return end_ms - begin_ms; }
};
struct FrameTimes {
  std::uint64_t frame = 0;
  std::vector<ScopeTime> scopes;  // scopes of one finished frame, in order of opening; scopes[0] is the whole frame
};
struct CpuTimes {        // last submitted frame, microseconds
  double lookup_us = 0;  // topology hash and plan cache (on a miss: compile)
  double record_us = 0;
  double submit_us = 0;                // vkQueueSubmit2; a software device may execute part of the frame in it
  std::uint32_t nodes = 0, parts = 0;  // parts: submissions
  bool planned = false;                // the plan was compiled for this frame
};
struct MemoryUse {
  std::uint64_t transient = 0, unaliased = 0, persistent = 0, staging = 0;
};

// Synchronization and transfers between CPU and GPU outside the frames themselves, since the start.
struct Traffic {
  std::uint64_t waits = 0;                 // waits of the CPU on the GPU; 0 in a steady frame
  std::uint64_t paced = 0;                 // waits that limit the frames in flight
  double paced_seconds = 0;                // seconds in those waits
  std::uint64_t readbacks = 0, bytes = 0;  // read-backs declared, and their size
  Traffic operator-(const Traffic& before) const {
    return {waits - before.waits, paced - before.paced, paced_seconds - before.paced_seconds,
            readbacks - before.readbacks, bytes - before.bytes};
  }
};

class Swapchain;
struct ExternalImage;  // external_device.h
struct ExecutorImpl;

class Executor {
 public:
  Executor(Device& device, graph::State& state, shader::Library& shaders, const ExecutorOptions& options = {});
  ~Executor();
  // Plans (cached), records and submits. target: source of the graph's external image 0, and its presentation.
  // Before any allocation, descriptions over the device's limits throw Error(Exit::bad_input) naming resource, limit,
  // asked, allowed. Other errors: Exit::failure. After an Error the next frame may be tried, unless the device is lost
  // or silent. run(), poll() and finish() call the receivers of read-backs; receivers must not call run().
  void run(graph::Graph& graph, Swapchain* target = nullptr);
  void run(graph::Graph& graph, const ExternalImage& target);  // the same; presenting leaves the image in target.after
  // Plans `graph` and compiles its pipelines for a later run(). each: called before each batch; it may run other
  // graphs.
  void prepare(const graph::Graph& graph, const std::function<void(std::size_t done, std::size_t total)>& each);
  void note_step(std::uint64_t step);  // clock steps done by the end of the next frame: for reports of a lost device
  void time_nodes(bool on);            // times() lists every node as a scope from the next frame on; off initially
  void poll();                         // delivers read-backs and times of finished frames; never blocks
  void finish();                       // waits for all frames, then poll(). For tools, tests and shutdown only
  const graph::Plan& plan() const;     // plan of the last run
  const FrameTimes& times() const;     // newest finished frame
  const CpuTimes& cpu() const;
  std::uint64_t submitted() const;  // frames submitted
  std::uint64_t finished() const;   // frames finished
  MemoryUse memory() const;
  Traffic traffic() const;
  // waits on the GPU since the start, except those that limit the frames in flight
  std::uint64_t blocking_calls() const;
  void reload_shaders();  // rebuilds pipelines of changed modules at next use; drops plans

 private:
  std::unique_ptr<ExecutorImpl> impl_;
};

// Images of a window. Handles resize, minimization, out-of-date, suboptimal and lost surfaces.
class Swapchain {
 public:
  Swapchain(Device& device, GLFWwindow* window, bool vsync);
  ~Swapchain();
  // Extent of the next image, or {0,0,0} when the window is minimized: skip the frame.
  graph::Extent acquire();
  graph::Format format() const;
  void set_vsync(bool vsync);
  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace undine::gpu
