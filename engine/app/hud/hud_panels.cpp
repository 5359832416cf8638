#include "engine/app/hud/hud_panels.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/app/hud/hud_ledger.h"
#include "engine/app/session/measure.h"

namespace undine::hud {
namespace {

// A row of name and value.
void row(const char* name, const std::string& value, const std::string& help = {}) {
  dim_text(name);
  if (!help.empty()) tooltip(help);
  ImGui::SameLine();
  text_right(value);
}

void scope_row(const ScopeTrack& scope, double total, float scale) {
  const auto depth = static_cast<float>(std::ranges::count(scope.path, '/'));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(depth - 1, 0.0f) * 8 * scale);
  dim_text(scope.path.substr(scope.path.rfind('/') + 1));
  tooltip(scope.path);
  ImGui::TableNextColumn();
  bar(scope.begin_ms.mean() / total, (scope.begin_ms.mean() + scope.ms.mean()) / total, 7 * scale);
  ImGui::TableNextColumn();
  plot(scope.ms, {ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()}, color::accent, color::accent_soft,
       true);
  ImGui::TableNextColumn();
  text_right(scope.ms.mean() < 1000 ? fmt::format("{:.2f}", scope.ms.mean()) : fmt::format("{:.0f}", scope.ms.mean()));
}

void gpu_times(const HudData& data, float scale) {
  if (data.scopes.empty()) return dim_text("no times yet, or a queue without timestamps");
  const double total = std::max(data.scopes.front().ms.mean(), 1e-6);
  plot(data.scopes.front().ms, {ImGui::GetContentRegionAvail().x, 26 * scale}, color::accent, color::accent_soft, true);
  if (!ImGui::BeginTable("scopes", 4)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 84 * scale);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 3);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 2);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 42 * scale);
  for (std::size_t i = 1; i < data.scopes.size(); ++i) scope_row(data.scopes[i], total, scale);
  ImGui::EndTable();
}

double cpu_us(const HudData& data) { return data.declare_us.mean() + data.lookup_us.mean() + data.record_us.mean(); }

void cpu_times(session::Session& session, const HudData& data) {
  row("declare", fmt::format("{:.0f} µs", data.declare_us.mean()), "passes, solvers and the HUD declare their nodes");
  row("look up", fmt::format("{:.0f} µs", data.lookup_us.mean()), "time to find the plan of this frame, or to make it");
  row("record", fmt::format("{:.0f} µs", data.record_us.mean()), "time to record the commands of the plan");
  row("submit", fmt::format("{:.0f} µs", data.submit_us.mean()),
      "time in the driver; a software device does part of the frame's work there");
  const gpu::Traffic traffic = session.executor().traffic();
  row("waits", std::to_string(traffic.waits),
      "waits of the CPU for the GPU, except those that limit the frames in flight to two");
  row("read back", bytes_text(traffic.bytes), "bytes since the start: statistics and requested data");
  const graph::Plan& plan = session.executor().plan();
  row("nodes", std::to_string(plan.nodes.size()), "number of nodes of the render graph");
  row("culled", fmt::format("{} of {}", plan.culled.size(), plan.nodes.size() + plan.culled.size()),
      "nodes that the graph omits, because nothing reads their results");
}

void memory_use(const gpu::MemoryUse& memory) {
  row("transient", bytes_text(memory.transient), "resources that live within one frame and share memory");
  const std::uint64_t saved = memory.unaliased - std::min(memory.transient, memory.unaliased);
  const double part = memory.unaliased ? 100.0 * static_cast<double>(saved) / static_cast<double>(memory.unaliased) : 0;
  row("saved by sharing", fmt::format("{} ({:.0f} %)", bytes_text(saved), part),
      "memory that transients would need in addition without sharing");
  row("persistent", bytes_text(memory.persistent), "state of waters, textures, meshes");
  row("staging", bytes_text(memory.staging), "uploads and read-backs");
}

std::string figure(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "-"; }

void water_plot(const char* name, const char* help, const Track& track, std::optional<double> last,
                const std::string& unit, ImU32 line, ImU32 fill, float scale) {
  if (!last || !std::isfinite(*last)) return;
  row(name, figure(*last) + " " + unit, help);
  plot(track, {ImGui::GetContentRegionAvail().x, 30 * scale}, line, fill, false);
}

}  // namespace

static double frame_rate(const HudData& data) {
  return data.frame_ms.size() > 0 ? 1e3 / std::max(data.frame_ms.mean(), 1e-3) : 0;
}

// Render scale under dynamic resolution, and simulation lag.
static void pace_rows(const HudControls& controls) {
  if (controls.share < 1)
    row("drawn at", fmt::format("{:.0f} %", 100 * controls.share),
        "upper bound of the render scale, chosen to reach the pictures per second of --fps; render.scale may be lower");
  if (controls.behind)
    row("clock", session::real_time_text(*controls.behind),
        "pictures and steps take longer than the simulated time that they cover");
}

// Power of wheels on their axles.
static void wheel_rows(const HudData& data) {
  if (std::ranges::none_of(*data.movers, &MoverFigures::axle)) return;
  heading("wheels", "turned by water and bodies");
  for (const MoverFigures& m : *data.movers) {
    if (!m.axle) continue;
    row(m.name.c_str(), fmt::format("{:.1f} W", m.delivered), "power to the load");
    row("  from the water", fmt::format("{:.1f} W", m.power), "torque of the last step times the angular velocity");
  }
}

static void water_figures(const HudData& data, float scale) {
  ledger_diagram(data, scale);
  for (const WaterTrack& w : *data.water) {
    heading(w.name, w.solver);
    if (!w.arrived) {
      dim_text("no step yet");
      continue;
    }
    water_plot("volume", "volume above the rest level for `wave` waters, total volume for others", w.volume,
               w.last.volume, "m³", color::accent, color::accent_soft, scale);
    water_plot(
        "energy",
        "energy that the solver conserves without damping (docs/solvers.md); in m⁴/s² and m⁵/s² it is per density",
        w.energy, w.last.energy, w.last.energy_unit, color::warm, color::warm_soft, scale);
    if (w.last.max_divergence) row("max divergence", figure(*w.last.max_divergence) + " 1/s");
    if (w.last.residual) row("residual", figure(*w.last.residual));
    if (w.last.iterations > 0)
      row("iterations",
          std::to_string(w.last.iterations) + (w.last.converged.value_or(true) ? "" : ", tolerance not reached"));
    if (w.last.particles > 0) row("particles", std::to_string(w.last.particles));
    row("sub-steps", std::to_string(w.last.sub_steps), "of the last clock step");
    if (w.last.behind > 0) row("behind the clock", figure(w.last.behind) + " s");
    for (const std::string& what : w.last.warnings) warning_text(what);
  }
  wheel_rows(data);
}

// Collapsible section of the statistics, with its sum in the title.
static bool part(const char* name, const std::string& sum, bool open) {
  const ImGuiTreeNodeFlags flags = open ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None;
  const bool shown = ImGui::CollapsingHeader(name, flags);
  if (!sum.empty()) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float x = high.x - ImGui::CalcTextSize(sum.c_str()).x - 6;
    ImGui::GetWindowDrawList()->AddText({x, low.y + ImGui::GetStyle().FramePadding.y},
                                        ImGui::GetColorU32(ImGuiCol_Text), sum.c_str());
  }
  return shown;
}

Box figures_panel(session::Session& session, const HudData& data, const HudControls& controls, const Box& room,
                  float scale, MovedPanels& moved) {
  moved.place("figures", room.low);
  next_size(room.width(), room.height());
  Box box;
  if (ImGui::Begin("figures", nullptr, movable_window)) {
    box = moved.placed("figures");
    heading(session::rate_text(frame_rate(data)) + " fps", fmt::format("{:.1f} ms", data.frame_ms.mean()));
    plot(data.frame_ms, {ImGui::GetContentRegionAvail().x, 22 * scale}, color::warm, color::warm_soft, true);
    pace_rows(controls);
    const std::string gpu =
        data.scopes.empty() ? std::string() : fmt::format("{:.2f} ms", data.scopes.front().ms.mean());
    if (!data.water->empty() && part("Water", "", true)) water_figures(data, scale);
    if (part("GPU", gpu, false)) gpu_times(data, scale);
    if (part("CPU", fmt::format("{:.2f} ms", cpu_us(data) / 1e3), false)) cpu_times(session, data);
    const gpu::MemoryUse memory = session.executor().memory();
    if (part("Memory", bytes_text(memory.transient + memory.persistent + memory.staging), false)) memory_use(memory);
    dim_text(session.device().info().name);
  }
  ImGui::End();
  return box;
}

Box few_figures(session::Session& session, const HudData& data, const HudControls& controls, const Box& room) {
  ImGui::SetNextWindowPos({room.low.x, room.low.y});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {room.width(), room.height()});
  Box box;
  if (ImGui::Begin("few figures", nullptr,
                   fixed_window | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoScrollbar)) {
    box = window_box();
    heading(session::rate_text(frame_rate(data)) + " fps");
    if (!data.scopes.empty()) dim_text(fmt::format("GPU {:.2f} ms", data.scopes.front().ms.mean()));
    dim_text(fmt::format("{:.2f} s", session.world().time()));
    if (controls.behind) dim_text(session::real_time_text(*controls.behind));
  }
  ImGui::End();
  return box;
}

static constexpr const char* help_rows[][2] = {{"drag water", "push it"},
                                               {"Shift + drag water", "pour water, or dye"},
                                               {"drag a body", "pull it along"},
                                               {"drag elsewhere, right drag", "turn the camera"},
                                               {"wheel", "closer, farther"},
                                               {"W A S D, Q E", "fly"},
                                               {"Space", "pause"},
                                               {".", "one step"},
                                               {"R", "restart"},
                                               {"1 - 8, 9", "views, next field"},
                                               {"O, or drop a file", "open a scene"},
                                               {"P", "play the camera's path"},
                                               {"C", "record a camera path"},
                                               {"V", "vertical synchronization"},
                                               {"F1", "this help"},
                                               {"F2", "statistics"},
                                               {"F3", "settings"},
                                               {"F4", "hide or show all panels"},
                                               {"F5", "reload shaders, scene"},
                                               {"F7", "save a checkpoint"},
                                               {"F8", "export all fields"},
                                               {"F9", "RenderDoc capture"},
                                               {"F10", "screenshot"},
                                               {"F11", "fill the screen"},
                                               {"Escape", "close, or quit"},
                                               {"Ctrl + Q", "quit at once"},
                                               {"Ctrl + click a slider", "type its value"},
                                               {"drag a panel", "move it; double click: move it back"}};

// Draws all rows in as many columns as the height requires; shrinks text if the width is insufficient.
Box help_panel(const Box& room, float scale) {
  constexpr auto count = static_cast<int>(std::size(help_rows));
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = ImGui::GetFontSize() + style.ItemSpacing.y, gap = 14 * scale;
  float key_width = 0, what_width = 0;
  for (const auto& [key, what] : help_rows) {
    key_width = std::max(key_width, ImGui::CalcTextSize(key).x + gap);
    what_width = std::max(what_width, ImGui::CalcTextSize(what).x + gap);
  }
  const float rim_x = 2 * style.WindowPadding.x, rim_y = 2 * style.WindowPadding.y + line;
  const int fitting = std::max(1, static_cast<int>((room.height() - rim_y) / line));
  const int columns = std::clamp((count + fitting - 1) / fitting, 1, 3), rows = (count + columns - 1) / columns;
  const glm::vec2 wanted{rim_x + static_cast<float>(columns) * (key_width + what_width) - gap,
                         rim_y + static_cast<float>(rows) * line};
  const float shrunk = std::min({1.0f, room.width() / wanted.x, room.height() / wanted.y});
  const glm::vec2 middle = (room.low + room.high) / 2.0f, size = wanted * shrunk;
  ImGui::SetNextWindowPos({middle.x, middle.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::ceil(size.x), std::ceil(size.y)});
  Box box;
  if (ImGui::Begin("help", nullptr, fixed_window | ImGuiWindowFlags_NoScrollbar)) {
    box = window_box();
    ImGui::SetWindowFontScale(shrunk);
    heading("Keys and pointer");
    const float top = ImGui::GetCursorPosY();
    for (int i = 0; i < count; ++i) {
      const float x = style.WindowPadding.x + static_cast<float>(i / rows) * (key_width + what_width) * shrunk,
                  y = top + static_cast<float>(i % rows) * line * shrunk;
      ImGui::SetCursorPos({x, y});
      text(help_rows[i][0]);
      ImGui::SetCursorPos({x + key_width * shrunk, y});
      dim_text(help_rows[i][1]);
    }
  }
  ImGui::End();
  return box;
}

void notes_panel(const std::vector<Note>& notes, float scale) {
  if (notes.empty()) return;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({size.x / 2, 14 * scale}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {size.x - 20 * scale, size.y});
  if (ImGui::Begin("notes", nullptr, fixed_window | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs)) {
    ImGui::PushTextWrapPos(size.x - 60 * scale);
    for (const Note& note : notes) {
      ImGui::PushStyleColor(ImGuiCol_Text, note.problem ? color::bad : ImGui::GetColorU32(ImGuiCol_Text));
      text(note.text);
      ImGui::PopStyleColor();
    }
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
}

void quit_panel(HudControls& controls, HudPanels& panels, float scale) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::GetBackgroundDrawList()->AddRectFilled({0, 0}, size, IM_COL32(0, 0, 0, 110));
  ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowFocus();
  if (ImGui::Begin("quit", nullptr, fixed_window | ImGuiWindowFlags_AlwaysAutoResize)) {
    text("Quit Undine?");
    if (ImGui::Button("Quit (Enter)", {110 * scale, 0})) controls.quit = true;
    ImGui::SameLine();
    if (ImGui::Button("Stay (Escape)", {110 * scale, 0})) panels.quit = false;
  }
  ImGui::End();
}

void loading_panel(const std::string& scene, const std::string& what) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  if (ImGui::Begin("loading", nullptr, fixed_window | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs)) {
    text(scene);
    dim_text(what);
  }
  ImGui::End();
}

Box failure_panel(const std::string& problem, const Box& room, float scale) {
  const float down = 0.2f * room.height();
  ImGui::SetNextWindowPos({(room.low.x + room.high.x) / 2, room.low.y + down}, ImGuiCond_Always, {0.5f, 0});
  next_size(std::min(room.width(), 640 * scale), room.height() - down);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(60, 12, 10, 235));
  Box box;
  if (ImGui::Begin("failure", nullptr, fixed_window | ImGuiWindowFlags_NoInputs)) {
    box = window_box();
    ImGui::PushStyleColor(ImGuiCol_Text, color::bad);
    text("Not reloaded");
    ImGui::PopStyleColor();
    ImGui::PushTextWrapPos(0);
    text(problem);
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
  ImGui::PopStyleColor();
  return box;
}

void reload_mark(const window::ReloadStatus& status) {
  struct Mark {
    const char* name;
    ImU32 color;
  };
  static constexpr Mark marks[] = {{"unchanged", color::dim}, {"fresh", color::good}, {"failed", color::bad}};
  const Mark& mark = marks[static_cast<int>(status.state)];
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, mark.color);
  text(mark.name);
  ImGui::PopStyleColor();
  tooltip(status.text.empty() ? "shaders and scene file: no change since the start" : status.text);
}

}  // namespace undine::hud
