// Figures and controls over the picture (Dear ImGui). It belongs to one session.
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

// What the HUD shows of the viewer and may change.
struct HudControls {
  bool paused = false, restart = false;
  double speed = 1;              // simulated seconds per second
  double share = 1;              // of each side at which the picture is drawn to hold its rate (session::Pace)
  std::optional<double> behind;  // simulated seconds per second where the clock does not keep up
  std::uint32_t steps = 0;       // single steps that were asked for
  std::string show = "final";    // of view_names(), or a field
  FieldShow how;                 // the field, if it is one
  CameraPlace camera;
  bool camera_moved = false;     // by the HUD
  Scene* live = nullptr;         // of the HUD: its live values take effect before the next picture; none: they stay
  std::optional<Scene> changed;  // takes the place of the session's scene: waters that differ start anew
  window::ReloadStatus reload;   // a failure lies over the picture, also where the panels are hidden
  std::span<const std::filesystem::path> recent;  // scenes, for the browser
  std::optional<std::filesystem::path> open;      // chosen there
  bool quit = false;                              // the user has said so
};

// Times the scale of text: from 600 x 360 pixels on there is all of it, from 160 x 90 on a few figures.
struct HudPanels {
  bool visible = true;  // the control bar, and what is chosen of figures, settings and the field's panel
  bool figures = true, help = false, settings = false;
  bool browser = false, quit = false;  // scenes to open; the question whether to quit
};

class Hud {
 public:
  // scale: size of text, 1 for a display of 96 dots per inch.
  Hud(session::Session& session, double scale, HudPanels panels = {});
  ~Hud();
  Hud(const Hud&) = delete;
  Hud& operator=(const Hud&) = delete;

  HudPanels panels;
  void scene_changed();  // after Session::change()
  // Between frames. Text is smaller where all panels would not fit into the last picture otherwise, down to scale 1.
  void set_scale(double scale);
  void key(int code);  // F1 help, F2 figures, F3 settings, F4 all of it, O scenes, Escape: closes one, or asks
  void note(std::string text, bool problem = false) { notes->add(std::move(text), problem); }
  const std::shared_ptr<Notes> notes = std::make_shared<Notes>();
  // Corners of panels that were dragged (session::Preferences); nothing: the same as at the last call.
  std::optional<std::map<std::string, glm::dvec2>> moved_panels();
  void move_panels(std::map<std::string, glm::dvec2> corners);
  void begin(double elapsed);  // a frame's declaration begins, so many seconds after the last one's
  // Of the pictures whose steps have been declared. Every eighth one declares the waters' figures, which arrive frames
  // later; at most 256 bytes of each water.
  void measure(graph::Graph& g);
  // Declares its drawing over `picture`.
  void draw(graph::Graph& g, graph::Image picture, glm::uvec2 size, const window::Input& input, HudControls& controls);
  // The same for a picture that stands for one that is still being made.
  void loading(graph::Graph& g, graph::Image picture, glm::uvec2 size, const std::string& scene,
               const std::string& what);
  bool wants_pointer() const;  // the pointer is over a panel, as of the last picture
  bool wants_keys() const;     // a text is being typed
  struct Panel {
    std::string name;
    glm::vec2 low{}, high{};  // pixels of the picture
  };
  std::span<const Panel> shown() const;  // in the last picture; they do not overlap
  static glm::uvec2 least_size();        // of a picture that shows any figure, at scale 1

 private:
  struct Impl;
  void layout(const window::Input& input, HudControls& controls, double elapsed);
  std::unique_ptr<Impl> impl_;
};

}  // namespace undine::hud
