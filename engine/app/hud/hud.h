// Figures and controls over the picture (Dear ImGui). One HUD belongs to one session.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/app/hud/notes.h"
#include "engine/app/session/preferences.h"
#include "engine/app/session/session.h"
#include "engine/app/window/reload_status.h"
#include "engine/app/window/window.h"

namespace undine::hud {

// State of the viewer that the HUD shows and may change.
struct HudControls {
  bool paused = false, restart = false;
  double speed = 1;              // simulated seconds per second
  double share = 1;              // render scale of each side under dynamic resolution (session::Pace)
  std::optional<double> behind;  // simulated seconds per second if the clock cannot keep up
  std::uint32_t steps = 0;       // requested single steps
  std::string show = "final";    // one of view_names(), or a field
  FieldShow how;                 // settings of the displayed field
  CameraPlace camera;
  bool camera_moved = false;     // moved by the HUD
  Scene* live = nullptr;         // the HUD's copy: its live values take effect before the next picture; null: unchanged
  std::optional<Scene> changed;  // replaces the session's scene; solvers with other settings restart
  window::ReloadStatus reload;   // a failure is drawn over the picture even if panels are hidden
  std::span<const std::filesystem::path> recent;  // scenes, for the browser
  std::optional<std::filesystem::path> open;      // chosen in the browser
  bool quit = false;                              // the user has confirmed
};

// Sizes relative to the scale of text: all panels from 600 x 360 pixels on, a few figures from 160 x 90 on.
struct HudPanels {
  bool visible = true;  // control bar and the selected panels: figures, settings, field
  bool figures = true, help = false, settings = false;
  bool browser = false, quit = false;  // browser of scenes; question whether to quit
};

class Hud {
 public:
  // scale: size of text, 1 for a display of 96 dpi.
  Hud(session::Session& session, double scale, HudPanels panels = {});
  ~Hud();
  Hud(const Hud&) = delete;
  Hud& operator=(const Hud&) = delete;

  HudPanels panels;
  void scene_changed();  // call after Session::change()
  // Call between frames. Text shrinks, down to scale 1, if the panels would not fit into the last picture.
  void set_scale(double scale);
  void key(int code);  // F1 help, F2 figures, F3 settings, F4 all, O scenes, Escape: closes one, or asks
  void note(std::string text, bool problem = false) { notes->add(std::move(text), problem); }
  const std::shared_ptr<Notes> notes = std::make_shared<Notes>();
  // Corners of dragged panels (session::Preferences); empty: unchanged since the last call.
  std::optional<std::map<std::string, glm::dvec2>> moved_panels();
  void move_panels(std::map<std::string, glm::dvec2> corners);
  void begin(double elapsed);  // starts a frame's declaration; elapsed: seconds since the last one's
  // Call after declaring a picture's steps. Every eighth call declares read-backs of the solvers' figures, at most 256
  // bytes per solver. They arrive frames later.
  void measure(graph::Graph& g);
  // Declares the HUD's drawing over `picture`.
  void draw(graph::Graph& g, graph::Image picture, glm::uvec2 size, const window::Input& input, HudControls& controls);
  // The same over the placeholder of a scene that is still loading.
  void loading(graph::Graph& g, graph::Image picture, glm::uvec2 size, const std::string& scene,
               const std::string& what);
  bool wants_pointer() const;  // the pointer was over a panel in the last picture
  bool wants_keys() const;     // a text field has the focus
  struct Panel {
    std::string name;
    glm::vec2 low{}, high{};  // pixels of the picture
  };
  std::span<const Panel> shown() const;  // panels of the last picture; they do not overlap
  static glm::uvec2 least_size();        // smallest picture that shows any figure, at scale 1

 private:
  struct Impl;
  void layout(const window::Input& input, HudControls& controls, double elapsed);
  std::unique_ptr<Impl> impl_;
};

}  // namespace undine::hud
