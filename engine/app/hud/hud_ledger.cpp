#include "engine/app/hud/hud_ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/app/hud/hud_widgets.h"

namespace undine::hud {
namespace {

double cubic(std::int64_t quanta) { return static_cast<double>(quanta) * CouplingFigures::quantum; }

// "1.234 m³", "12.3 l"; with `per` for a discharge.
std::string volume_text(double m3, const char* per = "") {
  const double size = std::abs(m3);
  if (size >= 0.1 || size == 0) return fmt::format("{:.4g} m³{}", m3, per);
  return fmt::format("{:.3g} l{}", 1000 * m3, per);
}

struct Diagram {
  ImDrawList& list;
  ImVec2 at;  // corner of the box
  float width, line, gap, scale;
  float box() const { return 2 * line + 8 * scale; }
  float box_width() const { return width - 26 * scale; }
  float top(std::size_t i) const { return at.y + static_cast<float>(i) * (box() + gap); }

  void head(ImVec2 tip, ImVec2 along, ImU32 ink) const {
    const ImVec2 across{-along.y, along.x};
    const float s = 5 * scale;
    list.AddTriangleFilled(tip, {tip.x - s * (along.x + 0.7f * across.x), tip.y - s * (along.y + 0.7f * across.y)},
                           {tip.x - s * (along.x - 0.7f * across.x), tip.y - s * (along.y - 0.7f * across.y)}, ink);
  }
  void label(ImVec2 from, float room, const std::string& s, ImU32 ink) const {
    const ImVec4 clip(from.x, from.y, from.x + room, from.y + line);
    list.AddText(nullptr, 0, from, ink, s.data(), s.data() + s.size(), 0, &clip);
  }
  void water(std::size_t i, const WaterTrack& w) const {
    const ImVec2 low{at.x, top(i)}, high{at.x + box_width(), low.y + box()};
    list.AddRectFilled(low, high, color::accent_soft, 4 * scale);
    list.AddRect(low, high, color::accent, 4 * scale);
    const float room = box_width() - 12 * scale;
    label({low.x + 6 * scale, low.y + 4 * scale}, room, w.name, IM_COL32(230, 238, 242, 255));
    std::string what = w.solver;
    if (w.arrived && w.last.volume) what += "  " + volume_text(*w.last.volume);
    label({low.x + 6 * scale, low.y + 4 * scale + line}, room, what, color::dim);
  }
  // Draws between neighbors through the gap, otherwise around on the right, in a separate lane.
  void arrow(const ExchangeTrack& e, std::size_t from, std::size_t to, int lane) const {
    const bool current = e.last.kind == CouplingFigures::Kind::current;
    const ImU32 ink = std::abs(e.rate) > 0 || e.last.fastest > 0 ? color::warm : color::dim;
    const std::string text = current ? fmt::format("{} {:.3g} m/s", e.last.name, e.last.fastest)
                                     : fmt::format("{} {}", e.last.name, volume_text(e.rate, "/s"));
    const float thick = 1.5f * scale;
    const bool down = to > from;
    if (from + 1 == to || to + 1 == from) {
      const float x = at.x + (14 + (down ? 0.0f : 10.0f)) * scale;
      const float a = down ? top(from) + box() : top(from), b = down ? top(to) : top(to) + box();
      list.AddLine({x, a}, {x, b}, ink, thick);
      head({x, b}, {0, down ? 1.0f : -1.0f}, ink);
      const float y = std::min(a, b) + (down ? 2 * scale : 2 * scale + line);
      label({at.x + 34 * scale, y}, width - 34 * scale, text, ink);
      return;
    }
    const float edge = at.x + box_width(), x = edge + (8 + 6 * static_cast<float>(lane)) * scale;
    const float a = top(from) + 0.35f * box(), b = top(to) + 0.65f * box();
    const ImVec2 way[4] = {{edge, a}, {x, a}, {x, b}, {edge, b}};
    list.AddPolyline(way, 4, ink, 0, thick);
    head({edge, b}, {-1, 0}, ink);
    const std::size_t upper = std::min(from, to);
    label({at.x + 34 * scale, top(upper) + box() + 2 * scale + line}, box_width() - 34 * scale, text, ink);
  }
};

}  // namespace

void ledger_diagram(const HudData& data, float scale) {
  const std::vector<ExchangeTrack>& exchanges = *data.exchanges;
  const std::vector<WaterTrack>& waters = *data.water;
  if (exchanges.empty() || waters.empty()) return;
  heading("exchanges", "every drop counted");
  const float line = ImGui::GetTextLineHeight();
  const Diagram d{*ImGui::GetWindowDrawList(),
                  ImGui::GetCursorScreenPos(),
                  ImGui::GetContentRegionAvail().x,
                  line,
                  2 * line + 6 * scale,
                  scale};
  for (std::size_t i = 0; i < waters.size(); ++i) d.water(i, waters[i]);
  double total = 0, pending = 0;
  int lane = 0;
  std::int64_t waiting = 0;
  for (const WaterTrack& w : waters) total += w.last.volume.value_or(0);
  for (const ExchangeTrack& e : exchanges) {
    pending += cubic(e.last.pending);
    waiting += e.last.waiting;
    const auto place = [&](const std::string& name) {
      return static_cast<std::size_t>(std::ranges::find(waters, name, &WaterTrack::name) - waters.begin());
    };
    const std::size_t from = place(e.last.from), to = place(e.last.to);
    if (from == to || from >= waters.size() || to >= waters.size()) continue;
    const bool far = from + 1 != to && to + 1 != from;
    d.arrow(e, from, to, far ? lane++ % 3 : 0);
  }
  ImGui::Dummy({d.width, d.top(waters.size()) - d.gap - d.at.y + 2 * scale});
  tooltip("source, receiver and rate of each coupling");
  dim_text("pending");
  tooltip("volume that has left its source and has not reached a receiver");
  ImGui::SameLine();
  text_right(volume_text(pending));
  dim_text("all waters");
  tooltip("including pending volume");
  ImGui::SameLine();
  text_right(fmt::format("{:.6f} m³", total + pending));
  if (waiting > 0) warning_text(fmt::format("no room for {} particles: increase their capacity", waiting));
  if (data.reloads.returned != 0 || data.reloads.removed != 0) {
    dim_text("reloads");
    tooltip("volume that couplings returned at reloads, and volume of waters that were removed");
    ImGui::SameLine();
    text_right(
        fmt::format("{} returned, {} removed", volume_text(data.reloads.returned), volume_text(data.reloads.removed)));
  }
  ImGui::Separator();
}

}  // namespace undine::hud
