#include "engine/gpu/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/external_device.h"
#include "engine/gpu/frame.h"
#include "engine/gpu/limits.h"
#include "engine/gpu/persistent.h"
#include "engine/gpu/pipeline_compiler.h"
#include "engine/gpu/record.h"
#include "engine/gpu/swapchain.h"
#include "engine/gpu/wait.h"

namespace undine::gpu {
namespace {

using Clock = std::chrono::steady_clock;
double us(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::micro>(to - from).count();
}

struct Target {  // image that receives a frame's picture
  Object& image;
  VkSemaphore ready = VK_NULL_HANDLE, drawn = VK_NULL_HANDLE;  // null: not synchronized
};

}  // namespace

struct Timeline {  // counts finished submissions
  explicit Timeline(DeviceImpl& device) : d(device) {
    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type};
    UNDINE_CHECK(d.vk.vkCreateSemaphore(d.device, &info, nullptr, &handle), "frame");
  }
  ~Timeline() { d.vk.vkDestroySemaphore(d.device, handle, nullptr); }
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;
  std::uint64_t finished() {
    std::uint64_t value = 0;
    UNDINE_CHECK(d.vk.vkGetSemaphoreCounterValue(d.device, handle, &value), "frame");
    return value;
  }
  DeviceImpl& d;
  VkSemaphore handle = VK_NULL_HANDLE;
};

struct ExecutorImpl {
  ExecutorImpl(Device& device, graph::State& state, shader::Library& shaders, const ExecutorOptions& options);
  ~ExecutorImpl();
  bool run(graph::Graph& graph, const Target* target);  // true: drew to the target
  void prepare(const graph::Graph& graph, const std::function<void(std::size_t, std::size_t)>& each);
  void poll();
  void finish();
  void reload();
  void collect(std::uint64_t finished);
  bool let_go() noexcept;  // false: the GPU does not answer, so all resources must stay allocated
  bool parts_end() noexcept;
  void learn(FrameSlot& slot);
  void compile_ahead(const graph::Graph& graph, std::optional<PipelineCompiler>& ahead);
  void record(FrameSlot& slot, graph::Graph& graph, Replay& replay, std::uint64_t frame, const Target* target,
              PipelineCompiler* ahead);
  void close_part(FrameSlot& slot, std::size_t part);
  void plan_submission(FrameSlot& slot, std::uint64_t frame, const Target* target);
  void submit(FrameSlot& slot, std::size_t from, std::size_t to);
  void find_objects(Replay& replay, const Target* target);
  std::string report_lost() const;
  std::string report_crumbs() const;

  DeviceImpl& d;
  graph::State& state;
  ExecutorOptions options;
  Memory memory;  // outlives all objects that return memory to it
  Samplers samplers;
  Pipelines pipelines;
  NullResources nulls;
  Replays replays;
  Persistent persistent;
  ReadbackPool readbacks;
  graph::PlanCache plans;
  Timeline timeline;                          // frames
  std::array<Timeline, 2> life;               // submissions of each lane
  std::array<std::uint64_t, 2> lane_parts{};  // submissions so far
  NodeCosts costs;
  Recorder recorder;
  ScopeWalk scopes;
  std::vector<std::unique_ptr<FrameSlot>> slots;
  std::vector<graph::Resource> resolved;
  std::vector<Object*> objects;
  const graph::Plan* plan = nullptr;
  graph::Plan empty;
  std::uint64_t submitted = 0, step = 0;
  bool time_nodes = false;
  std::uint64_t waits_before = 0;  // count of the device's waits at construction
  std::uint64_t prepared = 0;      // topology that prepare() has planned and that has not run yet
  Traffic traffic;
  std::vector<double> part_seconds;
  std::thread::id recorder_beside;       // thread that records while others compile pipelines; default: not recording
  std::vector<std::uint32_t> stretches;  // first node of each batch of pipelines
  std::atomic<std::uint64_t> sent{0};    // lane_parts[0], for the thread that compiles pipelines
  std::vector<VkSubmitInfo2> batches;    // submissions of the frame, like the next two
  std::vector<VkCommandBufferSubmitInfo> batch_commands;
  std::vector<VkSemaphoreSubmitInfo> waits, signals;
  FrameTimes times;
  CpuTimes cpu;
};

ExecutorImpl::ExecutorImpl(Device& device, graph::State& s, shader::Library& shaders, const ExecutorOptions& o)
    : d(device.impl()),
      state(s),
      options(o),
      memory(d),
      samplers(d),
      pipelines(d, memory, shaders, o.pipeline_cache),
      nulls(d, memory),
      replays(d, memory, pipelines, nulls),
      persistent(d, memory),
      readbacks(d, memory),
      plans(shaders, {o.alias, d.queues, [this](const graph::Transient& t) { return replays.need(t); }}),
      timeline(d),
      life{{Timeline(d), Timeline(d)}},
      costs(o.part_seconds),
      recorder(d, memory, samplers, nulls, readbacks) {
  // Must stay smaller than the swapchain's ring of acquire semaphores.
  options.frames_in_flight = std::clamp(options.frames_in_flight, 1u, 6u);
  for (std::uint32_t i = 0; i < options.frames_in_flight; ++i) slots.push_back(std::make_unique<FrameSlot>(d, memory));
  d.life = {life[0].handle, life[1].handle};
  waits_before = d.waits;
  set_lost_report(this, [](void* self) { return static_cast<ExecutorImpl*>(self)->report_lost(); });
}

bool ExecutorImpl::let_go() noexcept {
  clear_lost_report(this);
  const bool frames = wait_timeline_quietly(d, timeline.handle, submitted);
  return parts_end() && frames;
}

// Also waits for submissions of a frame that failed during recording.
bool ExecutorImpl::parts_end() noexcept {
  const bool first = wait_timeline_quietly(d, life[0].handle, lane_parts[0]);
  return wait_timeline_quietly(d, life[1].handle, lane_parts[1]) && first;
}

ExecutorImpl::~ExecutorImpl() {
  if (d.life[0] == life[0].handle) d.life = {};
  for (auto& slot : slots)
    for (Readback& r : slot->readbacks) memory.destroy(r.buffer);
}

// Reports the oldest unfinished frame; if all have finished, the newest.
std::string ExecutorImpl::report_crumbs() const {
  if (!options.breadcrumbs) return {};
  std::vector<const FrameSlot*> frames;
  for (const auto& slot : slots)
    if (slot->frame) frames.push_back(slot.get());
  std::ranges::sort(frames, {}, &FrameSlot::frame);
  for (const FrameSlot* slot : frames) {
    if (slot->crumbs.ended() && slot != frames.back()) continue;
    return fmt::format("in frame {} (clock step {}) {}", slot->frame, slot->step, slot->crumbs.report());
  }
  return {};
}

std::string ExecutorImpl::report_lost() const {
  if (recorder_beside != std::thread::id{} && recorder_beside != std::this_thread::get_id())
    return "its first frame was being recorded";  // the other thread is recording
  const FrameSlot* newest = nullptr;
  std::string path;
  for (const auto& slot : slots) {
    if (slot->frame == 0 || (newest && slot->frame < newest->frame)) continue;
    std::string found = slot->timers.last_finished();
    if (found.empty()) continue;
    newest = slot.get();
    path = std::move(found);
  }
  std::string crumbs = report_crumbs();
  if (!crumbs.empty()) return crumbs;
  return newest ? fmt::format("the last scope known to have finished is {} of frame {}", path, newest->frame)
                : fmt::format("no scope is known to have finished ({} frames had been submitted)", submitted);
}

void ExecutorImpl::collect(std::uint64_t finished) {
  memory.collect(finished);
  for (;;) {
    FrameSlot* oldest = nullptr;
    for (auto& slot : slots)
      if (!slot->collected && slot->frame <= finished && (!oldest || slot->frame < oldest->frame)) oldest = slot.get();
    if (!oldest) return;
    oldest->collected = true;
    if (oldest->timers.read(times)) times.frame = oldest->frame;
    learn(*oldest);
    // Return buffers to the pool even if a receiver throws.
    std::vector<Readback> arrived;
    arrived.swap(oldest->readbacks);
    struct Return {
      ExecutorImpl& self;
      std::vector<Readback>& list;
      ~Return() {
        for (Readback& r : list) self.readbacks.give(r.buffer);
      }
    } at_end{*this, arrived};
    for (Readback& r : arrived) readbacks.deliver(r);
  }
}

void ExecutorImpl::learn(FrameSlot& slot) {
  if (!slot.part_timers.read(part_seconds)) return;
  const std::span<const NodeCosts::Key> keys(slot.keys);
  for (std::size_t i = 0; i < slot.parts.size(); ++i) {
    const std::size_t begin = slot.parts[i].first,
                      end = i + 1 < slot.parts.size() ? slot.parts[i + 1].first : keys.size();
    costs.learn(keys.subspan(begin, end - begin), part_seconds[i]);
  }
}

void ExecutorImpl::poll() {
  if (submitted) collect(timeline.finished());
}

void ExecutorImpl::finish() {
  if (submitted == 0) return;
  if (timeline.finished() < submitted) wait_timeline(d, timeline.handle, submitted);
  collect(submitted);
}

void ExecutorImpl::reload() {
  plan = nullptr;
  plans.clear();
  replays.clear(submitted);
  pipelines.drop_stale(submitted);
  state.renew();
}

void ExecutorImpl::find_objects(Replay& replay, const Target* target) {
  objects.resize(resolved.size());
  for (std::size_t i = 0; i < resolved.size(); ++i) {
    const graph::PlannedResource& r = plan->resources[i];
    objects[i] = r.external                 ? &target->image
                 : resolved[i].persistent() ? &persistent.at(resolved[i])
                                            : &replay.transients[i];
  }
}

void ExecutorImpl::prepare(const graph::Graph& graph, const std::function<void(std::size_t, std::size_t)>& each) {
  const graph::Plan& made = plans.get(graph);  // reference stays valid: the cache sees few other requests meanwhile
  graph::resolve(made, graph, resolved);
  std::vector<PipelineRequest> requests = replays.requests(made, graph, resolved);
  const auto words = [this](const PipelineRequest& request) { return pipelines.words(request); };
  std::ranges::stable_sort(requests, std::ranges::greater{}, words);  // batches of similar compile time
  constexpr std::size_t part = 8;                                     // pipelines per progress report
  for (std::size_t done = 0; done < requests.size(); done += part) {
    const std::size_t count = std::min(part, requests.size() - done);
    each(done + count, requests.size());
    pipelines.make(std::span(requests).subspan(done, count));
  }
  prepared = made.topology;
}

bool ExecutorImpl::run(graph::Graph& graph, const Target* target) {
  poll();
  auto start = Clock::now();
  persistent.check(state);
  std::uint64_t misses = plans.misses();
  plan = &plans.get(graph);
  CpuTimes now;
  now.planned = plans.misses() != misses || prepared == plan->topology;
  if (prepared == plan->topology) prepared = 0;
  now.nodes = static_cast<std::uint32_t>(plan->nodes.size());
  auto looked_up = Clock::now();
  now.lookup_us = us(start, looked_up);

  graph::resolve(*plan, graph, resolved);
  recorder_beside = {};
  std::optional<PipelineCompiler> ahead;
  if (now.planned && submitted == 0 && !target) compile_ahead(graph, ahead);
  // On failure, submissions may be pending and the replay lacks pipelines: the next frame rebuilds it.
  struct Undo {
    ExecutorImpl& self;
    bool armed;
    ~Undo() {
      if (armed && self.parts_end()) self.replays.clear(self.submitted);
    }
  } undo{*this, ahead.has_value()};
  Replay& replay = replays.get(*plan, graph, resolved, now.planned, submitted, ahead.has_value());
  if (replay.external) {
    if (!target)
      throw Error(Exit::failure, "graph", "draws to an external image, but no image was acquired for this frame",
                  "pass the Swapchain to Executor::run after Swapchain::acquire");
    if (!replay.presents)
      throw Error(Exit::failure, "graph", "draws to an external image and does not present it", "add present()");
  } else {
    target = nullptr;
  }
  if (now.planned) check_heap(d, state.bytes(), plan->heap_bytes);
  persistent.sync(state, submitted);
  replays.place(replay, *plan, graph, submitted);
  auto prepared = Clock::now();

  std::uint64_t frame = submitted + 1;
  FrameSlot& slot = *slots[frame % slots.size()];
  if (slot.frame && timeline.finished() < slot.frame) {
    wait_timeline(d, timeline.handle, slot.frame, true);
    ++traffic.paced;
    traffic.paced_seconds += us(prepared, Clock::now()) * 1e-6;
  }
  if (slot.frame) collect(slot.frame);
  auto free = Clock::now();
  find_objects(replay, target);
  record(slot, graph, replay, frame, target, ahead ? &*ahead : nullptr);
  auto recorded = Clock::now();
  now.record_us = us(looked_up, prepared) + us(free, recorded);

  submit(slot, ahead ? slot.parts.size() - 1 : 0, slot.parts.size());
  undo.armed = false;
  now.parts = static_cast<std::uint32_t>(slot.parts.size());
  submitted = frame;
  traffic.readbacks += slot.readbacks.size();
  for (const Readback& r : slot.readbacks) traffic.bytes += r.bytes;
  slot.frame = frame;
  slot.step = step;
  slot.collected = false;
  persistent.filled();
  nulls.filled();
  now.submit_us = us(recorded, Clock::now());
  auto sent = Clock::now();
  graph::commit(*plan, graph);
  now.lookup_us += us(sent, Clock::now());
  cpu = now;
  return target != nullptr;
}

// Starts asynchronous compilation if the frame lacks many pipelines.
void ExecutorImpl::compile_ahead(const graph::Graph& graph, std::optional<PipelineCompiler>& ahead) {
  stretches.clear();
  if (d.layer_changes_shaders) return;
  std::vector<PipelineRequest> requests = replays.requests(*plan, graph, resolved);
  std::vector<std::size_t> begins = cut_stretches(pipelines.words_to_make(requests), options.stretch_words);
  if (begins.size() == 1) return;
  std::vector<std::uint32_t> nodes;  // node of each request
  for (std::uint32_t i = 0; i < plan->nodes.size(); ++i)
    if (has_pipeline(graph.nodes()[plan->nodes[i].node])) nodes.push_back(i);
  for (std::size_t begin : begins) stretches.push_back(nodes[begin]);
  sent = lane_parts[0];
  recorder_beside = std::this_thread::get_id();
  const auto idle = [this] { return life[0].finished() >= sent; };
  ahead.emplace(pipelines, std::move(requests), std::move(begins), idle);
}

void ExecutorImpl::close_part(FrameSlot& slot, std::size_t part) {
  slot.part_timers.mark(slot.commands[part], static_cast<std::uint32_t>(part), true);
  UNDINE_CHECK(d.vk.vkEndCommandBuffer(slot.commands[part]), "frame");
}

// ahead: compiles the pipelines of each part before its recording; recorded parts are submitted meanwhile.
void ExecutorImpl::record(FrameSlot& slot, graph::Graph& graph, Replay& replay, std::uint64_t frame,
                          const Target* target, PipelineCompiler* ahead) {
  // read-backs of a frame that failed before its submission
  for (Readback& r : slot.readbacks) readbacks.give(r.buffer);
  slot.readbacks.clear();
  slot.keys.clear();
  for (const graph::PlannedNode& node : plan->nodes) slot.keys.push_back(NodeCosts::key(graph.nodes()[node.node]));
  costs.cut(slot.keys, slot.begins);
  if (ahead) {
    slot.begins.insert(slot.begins.end(), stretches.begin(), stretches.end());
    std::ranges::sort(slot.begins);
  }
  cut_queues(*plan, slot.begins, slot.parts);
  slot.begin();
  plan_submission(slot, frame, target);
  const std::span<const VkCommandBuffer> commands(slot.commands);
  scopes.walk(*plan, graph, time_nodes);
  if (options.timers) slot.timers.begin(commands[0], scopes.paths());
  persistent.record_fills(commands[0]);
  nulls.record_fills(commands[0]);
  if (options.breadcrumbs) slot.crumbs.begin(submitted + 1, *plan, graph, scopes);
  Recorder::Frame f{commands,
                    slot.parts,
                    graph,
                    *plan,
                    replay,
                    objects,
                    slot.uploads,
                    slot.sets,
                    options.timers ? &slot.timers : nullptr,
                    options.breadcrumbs ? &slot.crumbs : nullptr,
                    slot.readbacks};
  std::size_t stretch = 0;
  std::uint32_t node = 0;
  if (ahead)
    f.before_part = [&](std::uint32_t part) {
      if (part > 0) {
        close_part(slot, part - 1);
        submit(slot, part - 1, part);
        sent = lane_parts[0];
      }
      const std::size_t end = part + 1 < slot.parts.size() ? slot.parts[part + 1].first : plan->nodes.size();
      for (; stretch < stretches.size() && stretches[stretch] < end; ++stretch)
        node = Replays::put(replay, *plan, graph, node, ahead->next());
    };
  recorder.record(f, scopes);
  if (!slot.readbacks.empty()) {
    VkMemoryBarrier2 host{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    host.srcStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    host.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    host.dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT;
    host.dstAccessMask = VK_ACCESS_2_HOST_READ_BIT;
    VkDependencyInfo info{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    info.memoryBarrierCount = 1;
    info.pMemoryBarriers = &host;
    d.vk.vkCmdPipelineBarrier2(commands.back(), &info);
  }
  for (std::size_t i = ahead ? slot.parts.size() - 1 : 0; i < slot.parts.size(); ++i) close_part(slot, i);
}

// Plans one batch per part, ordered so that signals precede waits: two lanes may be one queue. Each batch raises the
// timeline of its lane; the last one ends the frame.
void ExecutorImpl::plan_submission(FrameSlot& slot, std::uint64_t frame, const Target* target) {
  const auto at = [](VkSemaphore semaphore, std::uint64_t value) {
    VkSemaphoreSubmitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
    info.semaphore = semaphore;
    info.value = value;
    info.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    return info;
  };
  const std::size_t count = slot.parts.size();
  batches.assign(count, VkSubmitInfo2{VK_STRUCTURE_TYPE_SUBMIT_INFO_2});
  batch_commands.assign(count, VkCommandBufferSubmitInfo{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO});
  waits.assign(count, VkSemaphoreSubmitInfo{});
  signals.clear();
  std::array<std::uint64_t, 2> value = lane_parts;
  for (const Part& part : slot.parts) signals.push_back(at(life[part.queue].handle, ++value[part.queue]));
  signals.push_back(at(timeline.handle, frame));
  const bool tells = target && target->drawn;
  if (tells) signals.push_back(at(target->drawn, 0));
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t other = slot.parts[i].waits_for;
    if (other >= 0) waits[i] = signals[static_cast<std::size_t>(other)];
    if (i == 0 && target && target->ready) waits[i] = at(target->ready, 0);
    batch_commands[i].commandBuffer = slot.commands[i];
    batches[i].commandBufferInfoCount = 1;
    batches[i].pCommandBufferInfos = &batch_commands[i];
    batches[i].waitSemaphoreInfoCount = waits[i].semaphore ? 1 : 0;
    batches[i].pWaitSemaphoreInfos = &waits[i];
    batches[i].signalSemaphoreInfoCount = 1;
    batches[i].pSignalSemaphoreInfos = &signals[i];
  }
  batches.back().signalSemaphoreInfoCount = tells ? 3 : 2;
}

void ExecutorImpl::submit(FrameSlot& slot, std::size_t from, std::size_t to) {
  const auto queue_of = [&](std::size_t i) { return d.lanes[slot.parts[i].queue].queue; };
  for (std::size_t first = from, end = from; first < to; first = end) {
    for (end = first + 1; end < to && queue_of(end) == queue_of(first);) ++end;
    UNDINE_CHECK(
        d.vk.vkQueueSubmit2(queue_of(first), static_cast<std::uint32_t>(end - first), &batches[first], VK_NULL_HANDLE),
        fmt::format("frame {}", submitted + 1));
    for (std::size_t i = first; i < end; ++i) ++lane_parts[slot.parts[i].queue];
  }
}

// Converts an external device's image to the executor's representation.
static Object object_of(const ExternalImage& from) {
  const bool bgra = from.format == VK_FORMAT_B8G8R8A8_UNORM;
  if (!from.image || !from.view || from.size.width == 0 || from.size.height == 0)
    throw Error(Exit::bad_input, "ExternalImage", "has no image, no view or no size", "fill in image, view and size");
  if (!bgra && from.format != VK_FORMAT_R8G8B8A8_UNORM)
    throw Error(Exit::bad_input, fmt::format("ExternalImage::format {}", static_cast<int>(from.format)),
                "pictures are not drawn to that", "allowed: VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM");
  Object out;
  out.image = from.image;
  out.view = from.view;
  out.format = bgra ? graph::Format::bgra8_unorm : graph::Format::rgba8_unorm;
  out.texture = {{from.size.width, from.size.height, 1}, out.format, 1, 1};
  out.presented = from.after;
  return out;
}

Executor::Executor(Device& device, graph::State& state, shader::Library& shaders, const ExecutorOptions& options)
    : impl_(std::make_unique<ExecutorImpl>(device, state, shaders, options)) {}
Executor::~Executor() {
  if (!impl_->let_go()) impl_.release();
}
void Executor::run(graph::Graph& graph, Swapchain* target) {
  if (!target || !target->impl().acquired) {
    impl_->run(graph, nullptr);
    return;
  }
  Swapchain::Impl& window = target->impl();
  Target to{window.image(), window.acquired_semaphore(), window.drawn_semaphore()};
  if (impl_->run(graph, &to)) window.present();
}
void Executor::run(graph::Graph& graph, const ExternalImage& target) {
  Object image = object_of(target);
  Target to{image, target.ready, target.drawn};
  impl_->run(graph, &to);
}
void Executor::note_step(std::uint64_t step) { impl_->step = step; }
void Executor::time_nodes(bool on) { impl_->time_nodes = on; }
void Executor::prepare(const graph::Graph& graph, const std::function<void(std::size_t, std::size_t)>& each) {
  impl_->prepare(graph, each);
}
void Executor::poll() { impl_->poll(); }
std::uint64_t Executor::submitted() const { return impl_->submitted; }
std::uint64_t Executor::finished() const { return impl_->timeline.finished(); }
void Executor::finish() { impl_->finish(); }
const graph::Plan& Executor::plan() const { return impl_->plan ? *impl_->plan : impl_->empty; }
const FrameTimes& Executor::times() const { return impl_->times; }
const CpuTimes& Executor::cpu() const { return impl_->cpu; }
std::uint64_t Executor::blocking_calls() const { return impl_->d.waits - impl_->waits_before; }
Traffic Executor::traffic() const {
  Traffic out = impl_->traffic;
  out.waits = blocking_calls();
  return out;
}
void Executor::reload_shaders() { impl_->reload(); }

MemoryUse Executor::memory() const {
  MemoryUse use;
  use.transient = plan().heap_bytes;
  use.unaliased = plan().unaliased_bytes;
  use.persistent = impl_->persistent.bytes();
  use.staging = impl_->readbacks.bytes();
  for (const auto& slot : impl_->slots) use.staging += slot->uploads.bytes();
  return use;
}

}  // namespace undine::gpu
