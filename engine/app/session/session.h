// A scene with the objects that run it: shaders, resources, solvers, and optionally renderer and device.
#pragma once  // public
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/app/session/command_line.h"
#include "engine/app/session/journal.h"
#include "engine/app/session/nan_guard.h"
#include "engine/app/session/trace.h"
#include "engine/app/session/world.h"
#include "engine/core/error.h"
#include "engine/gpu/executor.h"
#include "engine/graph/peek.h"
#include "engine/graph/plan.h"
#include "engine/graph/print/traffic.h"
#include "engine/scene/renderer.h"
#include "engine/shader/library.h"

namespace undine::session {

struct Checkpoint;

struct SessionParts {
  bool device = false;   // open a device at construction; until open_device() graphs can only be planned
  bool picture = false;  // create a renderer
  Accounting accounting = Accounting::none;
};

class Session {
 public:
  // device: an existing device, e.g. an external one (engine/gpu/external_device.h); null: opened according to
  // parts.device.
  Session(Scene scene, const CommandLine& line, const SessionParts& parts,
          std::unique_ptr<gpu::Device> device = nullptr);
  ~Session();
  void open_device(bool window);  // window: enable presentation

  const CommandLine& line() const { return line_; }
  const Scene& scene() const { return scene_; }
  // Values that the renderer rereads for every picture: sun and render. Other values were read at construction.
  Scene& live_scene() { return scene_; }
  World& world() { return *world_; }
  graph::State& state() { return state_; }
  const Journal& journal() const { return journal_; }
  Renderer& renderer() { return *renderer_; }
  bool draws() const { return renderer_ != nullptr; }
  gpu::Device& device() { return *device_; }
  gpu::Executor& executor() { return *executor_; }
  shader::Library& shaders() { return *shaders_; }
  graph::Graph& graph() { return graph_; }                                          // frame under declaration
  std::vector<graph::PeekNode> nodes() const { return graph::peek_nodes(graph_); }  // nodes that a view may name

  void start();  // declares the initial state of solvers and renderer
  // Continues a checkpoint of this scene (check_scene); call after start(). Declares all steps up to the checkpoint
  // without running them, to restore the solvers' state on the CPU. Error(Exit::bad_input): it does not fit.
  void resume(const Checkpoint& from);
  void restart();  // restarts the solvers, not the renderer
  // Takes live values from a scene with the same solvers, bodies and lists, between frames, without a restart. False: a
  // value needs a restart. Then, and after an error, nothing has changed.
  bool retune(Scene& from);
  // Applies a changed scene file between frames. Solvers continue if only live settings differ. True: nothing
  // restarted. Otherwise waits for the device; on an error it restarts the previous scene and rethrows.
  bool change(Scene scene);
  // Applies a scene that differs by whole entries of "bodies", between frames. All solvers and the bodies of the other
  // entries continue. continued: per entry the one that it continues; empty: as ReloadPlan finds them.
  // Error(bad_input): other differences, a solver that would restart, or an invalid body. Then nothing has changed.
  void exchange_bodies(Scene scene, std::optional<std::vector<std::optional<std::size_t>>> continued = {});
  void drop_frame();               // discards the declared frame
  void begin_anew();               // the same before the first frame has run: restarts as after start()
  void step(std::uint32_t count);  // declares clock steps
  // External actions, recorded in the journal; they take effect in the next step.
  void disturb(std::size_t water, const Disturbance& push);
  void pull(const std::optional<Pull>& pull);
  graph::Image draw(const View& view);  // declares a picture of the world's current state
  View view(glm::uvec2 size) const;     // the scene's camera
  // The camera at the current time of its path. If it looks at bodies, runs the declared frame and waits for it.
  View film_view(glm::uvec2 size);
  // A place on the path. Uses the bodies' latest read-back positions and requests new ones.
  CameraPlace on_path(double time);
  // The scene's camera at a time, for bodies given as rows of bodies.state.
  CameraPlace camera_with(std::span<const float> bodies, double time) const;

  void capture() { capture_ = true; }          // capture the next run() with RenderDoc
  void run(gpu::Swapchain* target = nullptr);  // submits the declared frame and begins the next one
  // Copies `picture` to an image of the same size, and runs the declared frame.
  void show(graph::Image picture, const gpu::ExternalImage& target);
  // Compiles shaders and pipelines of the declared frame. each: progress callback before each item.
  void prepare(const std::function<void(std::string_view what, std::size_t done, std::size_t total)>& each);
  graph::Plan plan();  // plans the declared frame without a device; continue with next_frame()
  void next_frame(const graph::Plan& plan);
  std::vector<graph::NodeTraffic> traffic() { return graph::traffic(plan(), graph_); }  // traffic of the declared frame
  void finish();        // waits for the device and delivers all read-backs
  Exit result() const;  // Exit::validation after any validation message

  const std::vector<SurfaceField>& surfaces() const { return surfaces_; }  // surfaces of the last draw()
  const std::vector<ParticleSet>& particles() const { return particles_; }
  // Start-up phases and their durations in ms.
  const std::vector<std::pair<std::string, double>>& phases() const { return phases_; }
  void phase(const std::string& name, const std::function<void()>& work);

 private:
  // Rebuilds solvers and renderer for scene_, except the solvers marked in `keep`.
  void rebuild(const std::vector<bool>& keep, bool keep_bodies);
  void make_renderer();
  void run_and_wait();  // the declared frame, between frames
  void replace_bodies(Scene& scene, const std::vector<std::optional<std::size_t>>& continued);
  void use_device();
  void choose_stages();  // of full-screen passes: fragment shaders or kernels
  void run_frame(const std::function<void()>& submit);
  void run_or_name(const std::function<void()>& submit);
  void declare_up_to(std::uint64_t step);

  void scan();         // --nan-guard: checks the current fields
  void halt_on_nan();  // throws if a scan has found a NaN
  void ask_bodies();   // requests their positions, which arrive in bodies_at_
  std::shared_ptr<std::vector<float>> bodies_at_ = std::make_shared<std::vector<float>>();  // rows of bodies.state
  CommandLine line_;
  SessionParts parts_;
  Scene scene_;
  std::vector<std::pair<std::string, double>> phases_;
  Trace trace_;
  std::unique_ptr<gpu::Device> device_;
  graph::State state_;
  std::unique_ptr<shader::Library> shaders_;
  graph::Graph graph_{state_};
  std::unique_ptr<World> world_;
  Journal journal_;
  graph::State::Owner drawing_{state_};  // owner of the renderer's resources
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<NanGuard> guard_;  // null: off
  std::unique_ptr<gpu::Executor> executor_;
  std::vector<SurfaceField> surfaces_;
  std::vector<ParticleSet> particles_;
  Trace::Time frame_begin_{};
  bool capture_ = false;
};

}  // namespace undine::session
