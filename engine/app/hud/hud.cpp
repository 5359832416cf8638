#include "engine/app/hud/hud.h"

#include <fmt/format.h>
#include <imgui.h>

#include "engine/app/hud/hud_browser.h"
#include "engine/app/hud/hud_field.h"
#include "engine/app/hud/hud_moved.h"
#include "engine/app/hud/hud_panels.h"
#include "engine/app/hud/hud_scene.h"
#include "engine/app/window/keys.h"
#include "engine/core/log.h"
#include "engine/scene/overlay.h"
#include "engine/scene/parts.h"

namespace undine::hud {
namespace {

constexpr float font_pixels = 13;
constexpr std::uint64_t every_pictures = 8;  // pictures between read-backs of the solvers' figures

void map_keys(ImGuiIO& io) {
  static constexpr std::pair<int, int> keys[] = {{ImGuiKey_Tab, window::key::tab},
                                                 {ImGuiKey_LeftArrow, window::key::left},
                                                 {ImGuiKey_RightArrow, window::key::right},
                                                 {ImGuiKey_UpArrow, window::key::up},
                                                 {ImGuiKey_DownArrow, window::key::down},
                                                 {ImGuiKey_Home, window::key::home},
                                                 {ImGuiKey_End, window::key::end},
                                                 {ImGuiKey_Delete, window::key::del},
                                                 {ImGuiKey_Backspace, window::key::backspace},
                                                 {ImGuiKey_Enter, window::key::enter},
                                                 {ImGuiKey_KeyPadEnter, window::key::keypad_enter},
                                                 {ImGuiKey_Escape, window::key::escape},
                                                 {ImGuiKey_A, window::key::a}};
  for (const auto& [key, code] : keys) io.KeyMap[key] = code;
}

void feed(ImGuiIO& io, const window::Input& input) {
  io.MousePos = {static_cast<float>(input.pointer.x), static_cast<float>(input.pointer.y)};
  io.MouseDown[0] = input.left;
  io.MouseDown[1] = input.right;
  io.MouseWheel = static_cast<float>(input.wheel);
  io.KeyCtrl = input.control;
  io.KeyShift = input.shift;
  for (char32_t c : input.text) io.AddInputCharacter(static_cast<unsigned>(c));
  // A press lasts for one picture; the window system's repeats arrive as separate presses.
  std::fill(std::begin(io.KeysDown), std::end(io.KeysDown), false);
  for (const window::KeyPress& key : input.pressed) {
    io.KeyCtrl |= key.control;
    if (key.code >= 0 && key.code < static_cast<int>(std::size(io.KeysDown))) io.KeysDown[key.code] = true;
  }
}

void collect(const ImDrawData& drawn, OverlayShapes& out) {
  out.vertices.clear();
  out.indices.clear();
  out.calls.clear();
  for (int i = 0; i < drawn.CmdListsCount; ++i) {
    const ImDrawList& list = *drawn.CmdLists[i];
    const auto base = static_cast<std::uint32_t>(out.vertices.size());
    for (const ImDrawVert& v : list.VtxBuffer) out.vertices.push_back({{v.pos.x, v.pos.y}, {v.uv.x, v.uv.y}, v.col});
    for (const ImDrawCmd& cmd : list.CmdBuffer) {
      if (cmd.UserCallback || cmd.ElemCount == 0) continue;
      const glm::vec4 clip(cmd.ClipRect.x, cmd.ClipRect.y, cmd.ClipRect.z, cmd.ClipRect.w);
      const bool pictures = cmd.GetTexID() == hud::picture_texture;
      if (out.calls.empty() || out.calls.back().clip != clip || out.calls.back().pictures != pictures)
        out.calls.push_back({static_cast<std::uint32_t>(out.indices.size()), 0, clip, pictures});
      for (unsigned k = 0; k < cmd.ElemCount; ++k)
        out.indices.push_back(base + cmd.VtxOffset + list.IdxBuffer[static_cast<int>(cmd.IdxOffset + k)]);
      out.calls.back().indices += cmd.ElemCount;
    }
  }
}

}  // namespace

struct Hud::Impl {
  session::Session& session;
  float scale = 0;
  glm::vec2 size{0};  // last picture, pixels; 0: not drawn yet
  ImGuiContext* context = ImGui::CreateContext();
  std::unique_ptr<Overlay> overlay;
  OverlayShapes shapes;
  HudData data;
  hud::ScenePanel scene;
  hud::FieldPanel field;
  hud::SceneBrowser browser;
  bool browsing = false;  // visible in the last layout
  bool pictured = false;  // the overlay contains the browser's pictures
  hud::MovedPanels moved;
  std::vector<CameraPlace> bookmarks;
  std::vector<Panel> shown;
  double elapsed = 1.0 / 60;
  double declared = 0;                                 // seconds, for the last frame
  std::string laid_out;                                // windows of the last layout
  std::uint64_t measured = 0;                          // calls of measure() since the solvers started
  session::Trace::Time began = session::Trace::now();  // begin of this frame's declaration

  Impl(session::Session& s, double size) : session(s), field(s) {
    ImGui::SetCurrentContext(context);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    map_keys(io);
    set_scale(static_cast<float>(size));
    name_waters();
  }
  ~Impl() { ImGui::DestroyContext(context); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void set_scale(float wanted) {
    if (size.x > 0) {  // in quarters, because each size rebuilds the font
      const float fits = std::min(size.x / hud::full_size.x, size.y / hud::full_size.y);
      if (fits < wanted) wanted = std::max(1.0f, std::floor(4 * fits) / 4);
    }
    if (wanted == scale) return;
    scale = wanted;
    ImGui::SetCurrentContext(context);
    hud::set_style(scale);
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    hud::add_font(std::round(font_pixels * scale));
    unsigned char* texels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsAlpha8(&texels, &width, &height);
    const auto* bytes = reinterpret_cast<const std::byte*>(texels);
    overlay.reset();  // releases the atlas name for the next overlay
    overlay = parts().overlay(session.graph().state(), {width, height},
                              {bytes, bytes + static_cast<std::size_t>(width) * static_cast<std::size_t>(height)});
    laid_out.clear();
    browsing = pictured = false;
  }
  // A separate list for each scene: read-backs of the previous scene may be pending.
  void name_waters() {
    data.water = std::make_shared<std::vector<WaterTrack>>();
    measured = 0;
    for (const session::World::Water& w : session.world().water())
      data.water->push_back({w.name, w.type, false, {}, {}, {}});
  }
  hud::Box controls_bar(HudControls& controls, HudPanels& panels, const hud::Box& room);
  void camera_buttons(HudControls& controls, float room);
  hud::Box all_panels(HudControls& controls, HudPanels& panels, hud::Box room);
  void browse(HudControls& controls, HudPanels& panels, const hud::Box& room);
  hud::Box keep(const char* name, const hud::Box& box) {
    shown.push_back({name, box.low, box.high});
    return box;
  }
};

Hud::Hud(session::Session& session, double scale, HudPanels panels)
    : panels(panels), impl_(std::make_unique<Impl>(session, scale)) {}
Hud::~Hud() = default;

void Hud::scene_changed() {
  impl_->name_waters();
  impl_->scene = {};
  impl_->field = hud::FieldPanel(impl_->session);
}

void Hud::set_scale(double scale) { impl_->set_scale(static_cast<float>(scale)); }

void Hud::key(int code) {
  const auto toggle = [this](bool& panel) {
    panel = !panel;
    panels.visible = true;
  };
  if (code == window::key::f1) panels.help = !panels.help;
  if (code == window::key::f2) toggle(panels.figures);
  if (code == window::key::f3) toggle(panels.settings);
  if (code == window::key::f4) panels.visible = !panels.visible;
  if (code == window::key::o) panels.browser = !panels.browser;
  if (code != window::key::escape) return;
  bool& closed = panels.quit ? panels.quit : panels.help ? panels.help : panels.browser ? panels.browser : panels.quit;
  closed = !closed;
}

std::optional<std::map<std::string, glm::dvec2>> Hud::moved_panels() {
  if (!impl_->moved.take_changed()) return {};
  return impl_->moved.corners();
}
void Hud::move_panels(std::map<std::string, glm::dvec2> corners) { impl_->moved.set_corners(std::move(corners)); }

void Hud::begin(double elapsed) {
  Impl& m = *impl_;
  m.data.update(elapsed, m.declared, m.session.executor().times(), m.session.executor().cpu());
  m.began = session::Trace::now();
  m.elapsed = elapsed;
}

void Hud::measure(graph::Graph& g) {
  if (!panels.visible || impl_->measured++ % every_pictures != 0) return;
  std::size_t index = 0;
  for (session::World::Water& water : impl_->session.world().water()) {
    water.solver->stats(g, [tracks = impl_->data.water, index](const Stats& stats) {
      WaterTrack& track = (*tracks)[index];
      track.arrived = true;
      track.last = stats;
      if (stats.volume) track.volume.add(*stats.volume);
      track.energy.add(stats.energy);
      // Log format that tools/soak compares.
      log::debug("water {}: volume {} m3, energy {}, particles {}, emitted {}, removed {}", track.name,
                 stats.volume.value_or(std::nan("")), stats.energy, stats.particles, stats.emitted, stats.removed);
      for (const std::string& warning : stats.warnings) log::debug("water {} {}", track.name, warning);
    });
    ++index;
  }
  impl_->data.reloads = impl_->session.world().reloads();
  Couplings* exchanges = impl_->session.world().couplings();
  if (!exchanges)
    impl_->data.exchanges->clear();
  else
    exchanges->stats(g, [kept = impl_->data.exchanges,
                         time = impl_->session.world().time()](const std::vector<CouplingFigures>& now) {
      kept->resize(now.size());
      for (std::size_t i = 0; i < now.size(); ++i) {
        hud::ExchangeTrack& track = (*kept)[i];
        if (time > track.time) track.rate = (now[i].left() - track.last.left()) / (time - track.time);
        if (time < track.time || track.last.name != now[i].name) track.rate = 0;
        track.time = time;
        track.last = now[i];
      }
    });
  const auto axle = [](const MeshSettings& m) { return m.motion && m.motion->axle; };
  if (Bodies* bodies = impl_->session.world().bodies();
      bodies && std::ranges::any_of(impl_->session.scene().meshes, axle))
    bodies->stats(g, [kept = impl_->data.movers](const BodyStats& now) { *kept = now.movers; });
}

void Hud::Impl::camera_buttons(HudControls& controls, float room) {
  if (ImGui::Button("+ view")) {
    bookmarks.push_back(controls.camera);
    if (bookmarks.size() > 5) bookmarks.erase(bookmarks.begin());
  }
  hud::tooltip("Stores the position of the camera; the numbers beside this button return to it.");
  for (std::size_t i = 0; i < bookmarks.size(); ++i) {
    ImGui::SameLine();
    if (room < static_cast<float>(i + 1) * 30 * scale) break;
    if (!ImGui::Button(fmt::format("{}##camera", i + 1).c_str())) continue;
    controls.camera = bookmarks[i];
    controls.camera_moved = true;
  }
}

hud::Box Hud::Impl::controls_bar(HudControls& controls, HudPanels& panels, const hud::Box& room) {
  moved.place("controls", {(room.low.x + room.high.x) / 2, room.high.y}, {0.5f, 1});
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;
  ImGui::SetNextWindowSizeConstraints({0, 0}, {room.width(), 1e6f});
  // excess over the width of the whole bar without the numbers of views
  const float spare = room.width() - 735 * scale;
  const bool narrow = room.width() < 640 * scale;
  const float slider = (narrow ? 56 : spare < 0 ? 72 : 92) * scale;
  hud::Box box;
  if (ImGui::Begin("controls", nullptr, flags)) {
    box = moved.placed("controls");
    const float wide = 52 * scale;
    if (ImGui::Button(controls.paused ? "Run" : "Pause", {wide, 0})) controls.paused = !controls.paused;
    hud::tooltip("Space");
    ImGui::SameLine();
    if (!narrow) {
      if (ImGui::Button("Step")) {
        controls.paused = true;
        ++controls.steps;
      }
      hud::tooltip("one clock step (.)");
      ImGui::SameLine();
    }
    if (ImGui::Button("Restart")) controls.restart = true;
    hud::tooltip("restarts all waters from their initial state (R)");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(slider);
    const double low = 0.05, high = 8;
    ImGui::SliderScalar("##speed", ImGuiDataType_Double, &controls.speed, &low, &high, narrow ? "%.2f ×" : "speed %.2f",
                        ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    hud::tooltip("simulated seconds per second");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(slider);
    field.combo(session, controls);
    hud::tooltip("view of the picture (1 - 9)");
    ImGui::SameLine();
    if (spare >= 0) {
      camera_buttons(controls, spare);
      ImGui::SameLine();
    }
    if (ImGui::Button("Open")) panels.browser = !panels.browser;
    hud::tooltip("another scene (O)");
    ImGui::SameLine();
    if (ImGui::Button("Figures")) panels.figures = !panels.figures;
    hud::tooltip("frame rate, water, GPU, memory (F2)");
    ImGui::SameLine();
    if (ImGui::Button("Settings")) panels.settings = !panels.settings;
    hud::tooltip("F3");
    ImGui::SameLine();
    if (ImGui::Button("?")) panels.help = !panels.help;
    hud::tooltip("keys and pointer (F1); F4 hides all of this");
    ImGui::SameLine();
    if (controls.reload.state != window::ReloadStatus::State::unchanged) {
      hud::reload_mark(controls.reload);
      ImGui::SameLine();
    }
    ImGui::AlignTextToFramePadding();
    hud::dim_text(fmt::format("{:.2f} s", session.world().time()));
    hud::tooltip(fmt::format("simulated time; step {}", session.world().steps()));
  }
  ImGui::End();
  return box;
}

// Lays out controls below, figures on the left, settings on the right, and the field between them; returns the
// remaining box. In narrow pictures the field lies below the columns. Help replaces figures and settings, and so does a
// failure that needs the room.
hud::Box Hud::Impl::all_panels(HudControls& controls, HudPanels& panels, hud::Box room) {
  const float gap = 8 * scale;
  hud::Columns places = hud::columns(room, panels.figures, panels.settings && !panels.help, gap, scale);
  hud::Box& right = places.right;
  // The settings get the whole edge if the controls fit beside them.
  const bool beside = right.width() > 0 && right.low.x - gap - room.low.x >= hud::bar_width * scale;
  if (beside) room.high.x = right.low.x - gap;
  const hud::Box bar = keep("controls", controls_bar(controls, panels, room));
  if (!moved.moved("controls")) room.high.y = bar.low.y - gap;
  places.left.high.y = places.middle.high.y = room.high.y;
  if (!beside) right.high.y = room.high.y;
  const bool failed = controls.reload.state == window::ReloadStatus::State::failed;
  const float between = places.middle.width();
  const bool give_way = panels.help || (failed && between < hud::failure_width * scale);
  if (field.shows(controls)) {
    const bool below = give_way || between < hud::field_width * scale;
    const float top = keep("field", field.draw(session, controls, below ? room : places.middle, scale, moved)).low.y;
    if (!moved.moved("field")) places.middle.high.y = top - gap;
    if (below && !moved.moved("field")) places.left.high.y = room.high.y = top - gap;
    if (below && !beside) right.high.y = room.high.y;
  }
  if (give_way) return room;
  if (panels.figures) keep("figures", hud::figures_panel(session, data, controls, places.left, scale, moved));
  if (panels.settings) keep("settings", scene.draw(session, controls, right, moved));
  return places.middle;
}

void Hud::Impl::browse(HudControls& controls, HudPanels& panels, const hud::Box& room) {
  if (!std::exchange(browsing, true)) {
    browser.read(session.scene().file, !std::exchange(pictured, true));
    if (auto atlas = browser.take_atlas()) overlay->set_pictures(atlas->size, std::move(atlas->texels));
  }
  browser.draw(controls, panels, room, scale);
  keep("browser", room);
}

void Hud::layout(const window::Input& input, HudControls& controls, double elapsed) {
  Impl& m = *impl_;
  feed(ImGui::GetIO(), input);
  ImGui::NewFrame();
  m.moved.begin(m.scale);
  m.shown.clear();
  m.browsing = m.browsing && panels.browser;
  const auto at_least = [&](const glm::vec2& least) {
    return m.size.x >= least.x * m.scale && m.size.y >= least.y * m.scale;
  };
  const bool failed = controls.reload.state == window::ReloadStatus::State::failed;
  const float margin = 10 * m.scale;
  hud::Box room{glm::vec2(margin), m.size - margin};
  if (panels.visible && !panels.browser && at_least(hud::full_size))
    room = m.all_panels(controls, panels, room);
  else if (panels.visible && panels.figures && at_least(hud::least_size) && !panels.help && !panels.browser && !failed)
    m.keep("few figures", hud::few_figures(m.session, m.data, controls, room));
  if (failed) {
    hud::Box above = room;
    if (panels.help || panels.browser) above.high.y = glm::mix(room.low.y, room.high.y, 0.45f);
    room.low.y = m.keep("failure", hud::failure_panel(controls.reload.text, above, m.scale)).high.y + 8 * m.scale;
  }
  if (panels.browser)
    m.browse(controls, panels, room);
  else if (panels.help)
    m.keep("help", hud::help_panel(room, m.scale));
  hud::notes_panel(notes->shown(std::min(elapsed, 1.0)), m.scale);  // capped, so that slow pictures show notes as well
  if (panels.quit) hud::quit_panel(controls, panels, m.scale);
  ImGui::Render();
}

void Hud::draw(graph::Graph& g, graph::Image picture, glm::uvec2 size, const window::Input& input,
               HudControls& controls) {
  Impl& m = *impl_;
  ImGui::SetCurrentContext(m.context);
  ImGuiIO& io = ImGui::GetIO();
  m.size = glm::vec2(size);
  io.DisplaySize = {m.size.x, m.size.y};
  io.DeltaTime = static_cast<float>(std::clamp(m.elapsed, 1e-4, 1.0));
  layout(input, controls, m.elapsed);
  // A self-sizing window appears from its second layout on.
  const std::string shown =
      fmt::format("{} {} {} {} {} {} {} {} {} {} {}", size.x, size.y, panels.visible, panels.figures, panels.help,
                  panels.settings, panels.browser, panels.quit, controls.show, controls.reload.changes, notes->count());
  if (m.laid_out != shown) layout({}, controls, 0);
  m.laid_out = shown;
  collect(*ImGui::GetDrawData(), m.shapes);
  m.overlay->draw(g, picture, m.shapes);
  m.declared = std::chrono::duration<double>(session::Trace::now() - m.began).count();
}

void Hud::loading(graph::Graph& g, graph::Image picture, glm::uvec2 size, const std::string& scene,
                  const std::string& what) {
  Impl& m = *impl_;
  ImGui::SetCurrentContext(m.context);
  ImGui::GetIO().DisplaySize = {static_cast<float>(size.x), static_cast<float>(size.y)};
  for (int pass = 0; pass < 2; ++pass) {  // a self-sizing window appears from its second layout on
    ImGui::NewFrame();
    hud::loading_panel(scene, what);
    ImGui::Render();
  }
  collect(*ImGui::GetDrawData(), m.shapes);
  m.overlay->draw(g, picture, m.shapes);
}

std::span<const Hud::Panel> Hud::shown() const { return impl_->shown; }

glm::uvec2 Hud::least_size() { return hud::least_size; }

bool Hud::wants_pointer() const {
  ImGui::SetCurrentContext(impl_->context);
  return ImGui::GetIO().WantCaptureMouse;
}

bool Hud::wants_keys() const {
  ImGui::SetCurrentContext(impl_->context);
  return ImGui::GetIO().WantTextInput;
}

}  // namespace undine::hud
