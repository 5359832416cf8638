// A scene with everything that runs it: shaders, resources, solvers, renderer and, where asked for, a device.
#pragma once  // public
#include <chrono>
#include <functional>
#include <memory>
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
  bool device = false;   // open a device at once; until open_device() graphs can only be planned
  bool picture = false;  // make a renderer
  Books books = Books::none;
};

class Session {
 public:
  // device: one that is there already, e.g. borrowed (engine/gpu/borrowed.h); null: parts.device says whether to open
  // one.
  Session(Scene scene, const CommandLine& line, const SessionParts& parts,
          std::unique_ptr<gpu::Device> device = nullptr);
  ~Session();
  void open_device(bool window);  // window: the device can present

  const CommandLine& line() const { return line_; }
  const Scene& scene() const { return scene_; }
  // What the renderer reads anew for every picture: sun and render. The rest was read when the session was made.
  Scene& live_scene() { return scene_; }
  World& world() { return *world_; }
  graph::State& state() { return state_; }
  const Journal& journal() const { return journal_; }
  Renderer& renderer() { return *renderer_; }
  bool draws() const { return renderer_ != nullptr; }
  gpu::Device& device() { return *device_; }
  gpu::Executor& executor() { return *executor_; }
  shader::Library& shaders() { return *shaders_; }
  graph::Graph& graph() { return graph_; }                                          // the frame that is being declared
  std::vector<graph::PeekNode> nodes() const { return graph::peek_nodes(graph_); }  // that a view may name

  void start();  // declares the initial state of solvers and renderer
  // After start(): goes on where `from` was written, whose scene this one is (check_scene). Declares all steps up to
  // there, without running them, for what solvers keep on the CPU. Error(Exit::bad_input): it does not fit.
  void resume(const Checkpoint& from);
  void restart();  // the solvers' alone
  // Live values of a scene of the same waters, bodies and lists take the place of this one's, between frames; all goes
  // on. False: something needs a restart for this after all, and nothing has changed, as with an error.
  bool retune(Scene& from);
  // Another state of the scene's file, between frames: waters whose settings are the same but for live ones go on.
  // True: nothing began anew. Else it waits for the device; on an error the scene from before starts anew, and the
  // error goes on.
  bool change(Scene scene);
  void drop_frame();               // what was declared is not run
  void begin_anew();               // the same before the first frame has run: all begins again, as after start()
  void step(std::uint32_t count);  // declares clock steps
  // From outside, and noted in the journal; they take effect in the next step.
  void disturb(std::size_t water, const Disturbance& push);
  void pull(const std::optional<Pull>& pull);
  graph::Image draw(const View& view);  // declares the picture of the world as it now is
  View view(glm::uvec2 size) const;     // the scene's camera
  // The same where the camera's path is now. If it looks at bodies, what was declared is run, and waited for.
  View film_view(glm::uvec2 size);
  // A place on the path; bodies are where they were when they were last heard of, which this asks for.
  CameraPlace on_path(double time);
  // The scene's camera at a time, with bodies that are as these rows of bodies.state say.
  CameraPlace camera_with(std::span<const float> bodies, double time) const;

  void capture() { capture_ = true; }          // the next run() goes to a RenderDoc capture
  void run(gpu::Swapchain* target = nullptr);  // submits what was declared and begins the next frame
  // Copies `picture` to an image of its size, and runs what was declared.
  void show(graph::Image picture, const gpu::BorrowedImage& target);
  // Compiles the shaders and makes the pipelines of what is declared, with a call before each: what is done, the how
  // manieth, of how many.
  void prepare(const std::function<void(std::string_view what, std::size_t done, std::size_t total)>& each);
  graph::Plan plan();  // plans what is declared, without a device; next_frame() goes on from there
  void next_frame(const graph::Plan& plan);
  std::vector<graph::NodeTraffic> traffic() { return graph::traffic(plan(), graph_); }  // of what is declared
  void finish();        // waits for the device; all read-backs have arrived
  Exit result() const;  // Exit::validation after any validation message

  const std::vector<SurfaceField>& surfaces() const { return surfaces_; }  // of the last draw()
  const std::vector<ParticleSet>& particles() const { return particles_; }
  // Start-up: what took how many milliseconds.
  const std::vector<std::pair<std::string, double>>& phases() const { return phases_; }
  void phase(const std::string& name, const std::function<void()>& work);

 private:
  // Solvers and renderer for scene_ as it now is, but for the waters of keep.
  void rebuild(const std::vector<bool>& keep, bool keep_bodies);
  void make_renderer();
  void use_device();
  void run_frame(const std::function<void()>& submit);
  void run_or_name(const std::function<void()>& submit);
  void declare_up_to(std::uint64_t step);

  void scan();         // --nan-guard: the fields as they now are
  void halt_on_nan();  // throws after a find; before that nothing
  void ask_bodies();   // where they are: bodies_at_, when it has arrived
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
  graph::State::Owner drawing_{state_};  // of what the renderer makes
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<NanGuard> guard_;  // null: off
  std::unique_ptr<gpu::Executor> executor_;
  std::vector<SurfaceField> surfaces_;
  std::vector<ParticleSet> particles_;
  Trace::Time frame_begin_{};
  bool capture_ = false;
};

}  // namespace undine::session
