// The plan as a picture: nodes from top to bottom inside the boxes of their scopes, resources as lanes beside them.
#include <fmt/format.h>

#include <algorithm>

#include "engine/graph/listing.h"

namespace undine::graph {
namespace {

constexpr int row_height = 22, lane_width = 16, scope_step = 14, label_width = 380, margin = 12, memory_width = 360;

class Svg {
 public:
  Svg(const Plan& plan, const Graph& graph) : plan_(plan), graph_(graph), listing_(list(plan, graph)) {
    std::size_t longest = 0;
    for (const std::string& name : listing_.names) longest = std::max(longest, name.size());
    head_ = margin + 48 + static_cast<int>(static_cast<double>(longest) * 4.6);
    int y = head_;
    std::vector<std::string> open;
    for (std::size_t g = 0; g < listing_.groups.size(); ++g) {
      for (const ListedRow& row : listing_.groups[g].rows) {
        std::vector<std::string> scope = parts(row.scope);
        std::size_t same = 0;
        while (same < open.size() && same < scope.size() && open[same] == scope[same]) ++same;
        for (; open.size() > same; open.pop_back()) {
          close_box(y);
          y += 4;
        }
        for (std::size_t i = same; i < scope.size(); ++i) {
          boxes_.push_back({scope[i], static_cast<int>(i), y, y});
          open_boxes_.push_back(boxes_.size() - 1);
          open.push_back(scope[i]);
          y += row_height - 4;
        }
        places_.push_back({&row, static_cast<int>(scope.size()), y});
        y += row_height;
        depth_ = std::max(depth_, static_cast<int>(scope.size()));
      }
      if (listing_.groups[g].rows.size() > 1 && listing_.groups[g].repeats > 1) {
        std::size_t n = listing_.groups[g].rows.size();
        repeats_.push_back({listing_.groups[g].repeats, places_[places_.size() - n].y, y});
      }
    }
    while (!open_boxes_.empty()) {
      close_box(y);
      y += 4;
    }
    bottom_ = y;
  }

  std::string run() {
    int lanes_x = margin + depth_ * scope_step + label_width + 40;
    int memory_x = lanes_x + static_cast<int>(plan_.resources.size()) * lane_width + 60;
    int width = memory_x + memory_width + margin, height = bottom_ + 40;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        width, height);
    text(margin, margin + 8,
         fmt::format("{} nodes, {} resources, {} barriers, {} queue waits; transients {} of {}, persistent {}",
                     plan_.nodes.size(), plan_.resources.size(), listing_.barriers, listing_.waits,
                     listed_bytes(plan_.heap_bytes), listed_bytes(plan_.unaliased_bytes),
                     listed_bytes(listing_.persistent_bytes)));
    legend(height - 16);
    for (const Box& b : boxes_) box(b, lanes_x);
    lanes(lanes_x);
    memory(memory_x);
    for (const Place& p : places_) row(p, lanes_x);
    for (const Repeat& r : repeats_) {
      int x = lanes_x - 14;
      out_ += fmt::format("<path d=\"M{} {} h5 V{} h-5\" fill=\"none\" stroke=\"#456\"/>\n", x - 5, r.top + 2,
                          r.bottom - 4);
      text(x - 34, (r.top + r.bottom) / 2 + 4, fmt::format("x{}", r.times));
    }
    return out_ + "</svg>\n";
  }

 private:
  struct Box {
    std::string name;
    int depth, top, bottom;
  };
  struct Place {
    const ListedRow* row;
    int depth, y;
  };
  struct Repeat {
    std::uint32_t times;
    int top, bottom;
  };

  void close_box(int y) {
    boxes_[open_boxes_.back()].bottom = y + 2;
    open_boxes_.pop_back();
  }

  void text(int x, int y, const std::string& words, std::string_view more = "") {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y, more, escaped(words));
  }

  void legend(int y) {
    int x = margin;
    for (auto [colour, words] :
         {std::pair{"#2b7bba", "read"}, {"#d1662a", "write"}, {"#8a3fa0", "modify"}, {"#2f9b57", "accumulate"}}) {
      out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>\n", x + 4, y - 4, colour);
      text(x + 12, y, words);
      x += 90;
    }
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"3\" fill=\"#c02030\"/>\n", x, y - 6);
    text(x + 16, y, "barriers before the node, and how many");
  }

  void box(const Box& b, int right) {
    int x = margin + b.depth * scope_step;
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"#{}\" stroke=\"#9ab\"/>\n",
                        x, b.top, right - 24 - x - b.depth * 3, b.bottom - b.top, b.depth % 2 ? "f6f9fc" : "eef3f8");
    text(x + 6, b.top + 13, b.name, " font-weight=\"bold\" fill=\"#345\"");
  }

  void lanes(int lanes_x) {
    for (std::size_t i = 0; i < plan_.resources.size(); ++i) {
      const PlannedResource& r = plan_.resources[i];
      int x = lanes_x + static_cast<int>(i) * lane_width;
      int top = head_, bottom = bottom_;
      if (!r.persistent) {
        top = y_of(r.first);
        bottom = y_of(r.last) + row_height;
      }
      out_ += fmt::format("<line x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\" stroke=\"{3}\" stroke-width=\"{4}\"/>\n",
                          x, top, bottom, r.persistent ? "#c8d2dc" : "#e8c9a8", r.persistent ? 2 : 6);
      out_ += fmt::format("<text transform=\"translate({},{}) rotate(-60)\" fill=\"#234\">{}<title>{}</title></text>\n",
                          x + 4, head_ - 6, escaped(listing_.names[i]), listed_bytes(r.bytes));
    }
  }

  // The shared heap from left to right, the frame from top to bottom: what stands under another has its memory.
  void memory(int x) {
    if (plan_.heap_bytes == 0) return;
    text(x, head_ - 6, fmt::format("memory of the transients, {} wide", listed_bytes(plan_.heap_bytes)));
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#f6f9fc\" stroke=\"#9ab\"/>\n", x,
                        head_, memory_width, bottom_ - head_);
    const double scale = memory_width / static_cast<double>(plan_.heap_bytes);
    for (std::size_t i = 0; i < plan_.resources.size(); ++i) {
      const PlannedResource& r = plan_.resources[i];
      if (r.persistent || r.external || r.bytes == 0) continue;
      const double left = x + static_cast<double>(r.offset) * scale, wide = static_cast<double>(r.bytes) * scale;
      const int top = y_of(r.first), tall = y_of(r.last) + row_height - top;
      out_ += fmt::format(
          "<g><title>{}, {}</title><rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"#{}\" "
          "stroke=\"#fff\"/>\n",
          escaped(listing_.names[i]), listed_bytes(r.bytes), left, top, std::max(wide, 1.0), tall,
          r.image ? "e8c9a8" : "c9d8a8");
      // Letters are 6 wide.
      const double letters = 6.0 * static_cast<double>(listing_.names[i].size()) + 6;
      if (wide > 14 && (letters < wide || letters < tall))
        out_ += fmt::format("<text transform=\"translate({:.1f},{}){}\" fill=\"#543\" font-size=\"10\">{}</text>\n",
                            left + (letters < wide ? 3 : wide / 2 - 3), top + (letters < wide ? 12 : 4),
                            letters < wide ? "" : " rotate(90)", escaped(listing_.names[i]));
      out_ += "</g>\n";
    }
  }

  int y_of(std::uint32_t node) const {
    for (const Place& p : places_) {
      if (std::find(p.row->planned.begin(), p.row->planned.end(), node) != p.row->planned.end()) return p.y;
    }
    return head_;
  }

  void row(const Place& p, int lanes_x) {
    const ListedRow& row = *p.row;
    int x = margin + p.depth * scope_step, middle = p.y + row_height / 2;
    out_ += fmt::format("<g><title>{}</title>\n", escaped(details(row)));
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{}\" stroke=\"#678\"/>\n",
                        x, p.y, lanes_x - 60 - x, row_height - 4, row.queue ? "#f8efe0" : "#ffffff");
    if (row.barrier_count) {
      out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"3\" fill=\"#c02030\"/>\n", x, p.y - 1,
                          lanes_x - 60 - x);
    }
    bool alone = true;
    for (const Repeat& r : repeats_) alone = alone && !(p.y >= r.top && p.y < r.bottom);
    std::string label = row.name;
    if (alone && row.planned.size() > 1) label += fmt::format(" x{}", row.planned.size());
    label += "  " + (row.shader.empty() ? std::string(listed_kind(row.kind)) : row.shader);
    text(x + 6, middle + 2, label);
    if (row.barrier_count) text(lanes_x - 56, middle + 2, std::to_string(row.barrier_count), " fill=\"#c02030\"");
    std::vector<std::uint8_t> marks(plan_.resources.size());
    for (std::uint32_t n : row.planned) {
      for (const ListedUse& use : listed_uses(graph_, plan_.nodes[n])) {
        marks[use.resource] |=
            static_cast<std::uint8_t>(use.accumulates ? 4 : (use.reads ? 1 : 0) | (use.writes ? 2 : 0));
      }
    }
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (!marks[i]) continue;
      const char* colour = marks[i] & 4 ? "#2f9b57" : marks[i] == 1 ? "#2b7bba" : marks[i] == 2 ? "#d1662a" : "#8a3fa0";
      out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>\n",
                          lanes_x + static_cast<int>(i) * lane_width, middle - 2, colour);
    }
    out_ += "</g>\n";
  }

  static std::string details(const ListedRow& row) {
    std::string text = row.scope + "/" + row.name;
    for (const auto& b : row.bindings) text += fmt::format("\n{} {} {}", b.name, b.arrow, fmt::join(b.resources, ", "));
    for (const auto& [barrier, times] : row.barriers) text += fmt::format("\n| {} (x{})", barrier, times);
    return text;
  }

  const Plan& plan_;
  const Graph& graph_;
  Listing listing_;
  std::vector<Box> boxes_;
  std::vector<std::size_t> open_boxes_;
  std::vector<Place> places_;
  std::vector<Repeat> repeats_;
  std::string out_;
  int head_ = 0, bottom_ = 0, depth_ = 0;
};

}  // namespace

std::string print_svg(const Plan& plan, const Graph& graph) { return Svg(plan, graph).run(); }

}  // namespace undine::graph
