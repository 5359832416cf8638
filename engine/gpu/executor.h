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
  bool breadcrumbs = false;    // a lost device's error names the nodes that were under way; see breadcrumbs.h
  std::string pipeline_cache;  // file; empty: none. Ignored and rebuilt when corrupt or from another driver
  double part_seconds = 0.25;  // of measured time, after which a frame goes on in a submission of its own
  // Of shaders of the first frame, whose pipelines are made at a time, while what goes before them is drawn.
  std::size_t stretch_words = 50'000;
};

struct ScopeTime {
  std::string path;                 // "frame/pool"
  double begin_ms = 0, end_ms = 0;  // since the frame's first timestamp
  double ms() const { return end_ms - begin_ms; }
};
struct FrameTimes {
  std::uint64_t frame = 0;
  std::vector<ScopeTime> scopes;  // of one finished frame, in order of opening; scopes[0] is the whole frame
};
struct CpuTimes {        // of the last submitted frame, microseconds
  double lookup_us = 0;  // topology hash and plan cache (on a miss: compile)
  double record_us = 0;
  double submit_us = 0;                // vkQueueSubmit2; a software device may do part of the frame's work in there
  std::uint32_t nodes = 0, parts = 0;  // parts: submissions
  bool planned = false;                // the plan was compiled anew
};
struct MemoryUse {
  std::uint64_t transient = 0, unaliased = 0, persistent = 0, staging = 0;
};

// What went between CPU and GPU beside the frames themselves, since the start.
struct Traffic {
  std::uint64_t waits = 0;                 // of the CPU on the GPU, which a steady frame has none of
  std::uint64_t paced = 0;                 // those that keep to the frames in flight
  double paced_seconds = 0;                // spent in the latter
  std::uint64_t readbacks = 0, bytes = 0;  // that were declared, and what they carry
  Traffic operator-(const Traffic& before) const {
    return {waits - before.waits, paced - before.paced, paced_seconds - before.paced_seconds,
            readbacks - before.readbacks, bytes - before.bytes};
  }
};

class Swapchain;
struct BorrowedImage;  // borrowed.h
struct ExecutorImpl;

class Executor {
 public:
  Executor(Device& device, graph::State& state, shader::Library& shaders, const ExecutorOptions& options = {});
  ~Executor();
  // Plans (cached), records and submits. target: where the graph's external image 0 comes from and is presented to.
  // Before anything is allocated, descriptions over the device's limits throw Error(Exit::bad_input) naming resource,
  // limit, asked, allowed. Other errors: Exit::failure. After an Error the next frame may be tried, unless the device
  // is lost or silent. Receivers of read-backs are called from run(), poll() and finish(); they must not call run()
  // themselves.
  void run(graph::Graph& graph, Swapchain* target = nullptr);
  void run(graph::Graph& graph, const BorrowedImage& target);  // the same; presented means left in target.after
  // Plans `graph` and makes its pipelines, which run() finds then. each: before each of them; it may run other graphs.
  void prepare(const graph::Graph& graph, const std::function<void(std::size_t done, std::size_t total)>& each);
  void note_step(std::uint64_t step);  // clock steps done by the end of the next frame: for reports of a lost device
  void time_nodes(bool on);            // from the next frame on times() has every node as a scope, too; off at first
  void poll();                         // delivers read-backs and times of frames that have finished; never blocks
  void finish();                       // waits for all frames, then poll(). For tools, tests and shutdown only
  const graph::Plan& plan() const;     // of the last run
  const FrameTimes& times() const;     // newest finished frame
  const CpuTimes& cpu() const;
  std::uint64_t submitted() const;  // frames
  std::uint64_t finished() const;   // of them, as of now
  MemoryUse memory() const;
  Traffic traffic() const;
  std::uint64_t blocking_calls() const;  // waits on the GPU so far, frames-in-flight waits not counted
  void reload_shaders();                 // pipelines of changed modules are rebuilt at next use; plans are dropped

 private:
  std::unique_ptr<ExecutorImpl> impl_;
};

// A window's images. resize, minimise, out-of-date, suboptimal and lost surfaces are handled inside.
class Swapchain {
 public:
  Swapchain(Device& device, GLFWwindow* window, bool vsync);
  ~Swapchain();
  // The next image's extent, or {0,0,0} when there is nothing to draw to (minimised): skip the frame.
  graph::Extent acquire();
  graph::Format format() const;
  void set_vsync(bool vsync);
  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace undine::gpu
