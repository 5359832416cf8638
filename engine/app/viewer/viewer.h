// Interactive loop: maps keys and pointer to camera, water and clock; runs one graph per picture.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "engine/app/export/export.h"
#include "engine/app/hud/hud.h"
#include "engine/app/session/checkpoint.h"
#include "engine/app/session/pace.h"
#include "engine/app/session/preferences.h"
#include "engine/app/session/session.h"
#include "engine/app/viewer/filming.h"
#include "engine/app/viewer/reloader.h"
#include "engine/app/window/camera.h"
#include "engine/app/window/step_clock.h"
#include "engine/app/window/window.h"

namespace undine::viewer {

class Viewer {
 public:
  // fps: target rate for dynamic resolution, pictures per second; 0: full resolution.
  Viewer(session::Session& session, window::Window& window, const window::OrbitCamera& camera, hud::HudPanels panels,
         bool vsync, double fps);
  // Runs until the window is closed, a signal arrives, or `left` pictures were shown; counts `left` down. Reloads
  // changed shaders and a changed scene file.
  // from: checkpoint to continue; null: starts at the beginning.
  void loop(std::optional<std::uint64_t>& left, const session::Checkpoint* from = nullptr);
  const window::OrbitCamera& camera() const { return camera_; }

 private:
  void keys(const window::Input& input);
  void save(graph::Image picture, glm::uvec2 size);  // F7
  void export_all();                                 // F8
  void problem(const Error& e);
  void told();            // shows notes of finished background work; stores positions of moved panels
  void remember_scene();  // adds it to the recent scenes
  void capture();         // F9
  void show_field();      // 9
  void pointer(const window::Input& input, glm::dvec2 size, double elapsed);
  bool touch_water(const window::Ray& ray, bool began);
  // False: the window was resized while preparing the first picture; preparation restarts.
  bool picture(glm::uvec2 size, graph::Format format, gpu::Swapchain& swapchain);
  bool prepare(glm::uvec2 size, gpu::Swapchain& swapchain);
  void overlay(graph::Image picture, glm::uvec2 size);
  void change(Scene scene);
  void title(double elapsed);
  void measure_steps();  // updates the budget from the newest finished frame

  struct FrameSteps {
    std::uint64_t frame = 0;
    std::uint32_t steps = 0;
  };

  session::Session& session_;
  window::Window& window_;
  window::OrbitCamera camera_;
  window::StepClock clock_;
  Reloader reloader_;
  hud::Hud hud_;
  window::Input input_;       // events since the last picture
  double elapsed_ = 0;        // seconds since the last picture
  std::string show_, field_;  // current view; last displayed field
  FieldShow how_;
  double speed_ = 1;  // simulated seconds per second
  session::Pace pace_;
  session::StepBudget budget_;
  std::deque<FrameSteps> under_way_;  // frames without times so far
  session::RealTime real_time_;
  bool paused_ = false, vsync_ = true, restart_ = false, reload_ = false, screenshot_ = false, export_ = false,
       orbiting_ = false;
  void retune(Scene& from);
  Filming filming_;
  session::Checkpoints checkpoints_;
  const session::Checkpoint* from_ = nullptr;
  std::uint32_t saves_ = 0;
  bool save_ = false;
  std::optional<Scene> changed_;  // edited in the HUD
  Scene* live_ = nullptr;         // HUD's copy: live values to apply
  struct Before {
    std::filesystem::path file;
    std::string text;
    window::OrbitCamera camera;
  };
  std::optional<Before> before_;        // previous scene, until the new one has been drawn
  std::uint32_t steps_ = 0;             // steps of the next picture
  std::optional<std::size_t> touched_;  // water under a drag
  glm::dvec3 last_touch_{};
  std::optional<session::FieldExport> exported_;  // last export, until it is finished
  std::string exported_to_;
  session::Preferences preferences_ = session::read_preferences(session::preferences_file());
  double title_time_ = 0;
  std::uint32_t title_frames_ = 0, screenshots_ = 0, exports_ = 0;
  std::int64_t pictures_ = 0;
  bool prepared_ = false;               // pipelines of the first picture are compiled
  bool judged_ = false;                 // a frame with steps has confirmed the view of the command line
  std::optional<std::uint64_t> first_;  // frame of the first picture, until it has finished
};

}  // namespace undine::viewer
