// Draws a folded plan as SVG that fits a screen: boxes from top to bottom, in as many columns as needed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/graph/print/folding.h"
#include "engine/graph/print/listing.h"

namespace undine::graph {
namespace {

constexpr int screen_width = 1920, screen_height = 1080, margin = 10, head = 34, gap = 8, letter = 6;

struct Line {
  const PlanBox* box;
  int depth;
};
struct Frame {  // of a scope or a repetition: lines from first to last
  const PlanBox* box;
  int depth;
  std::size_t first, last;
};

class Svg {
 public:
  Svg(const Plan& plan, const Graph& graph) : plan_(plan), listing_(list(plan, graph)), frame_(fold(plan, graph)) {
    for (const PlanBox& box : frame_.inside) put(box, 0);
    const int tall = (screen_height - head - margin) / 17;
    columns_ = std::max<int>(1, (static_cast<int>(lines_.size()) + tall - 1) / tall);
    columns_ = std::min(columns_, 8);
    rows_ = std::max<int>(1, (static_cast<int>(lines_.size()) + columns_ - 1) / columns_);
    row_height_ = std::clamp((screen_height - head - margin) / rows_, 10, 18);
    column_width_ = std::min(420, (screen_width - 2 * margin) / columns_);
  }

  std::string run() {
    const int width = 2 * margin + std::max(columns_ * column_width_, 900);
    const int height = head + rows_ * row_height_ + margin;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"{2}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        width, height, std::min(11, row_height_ - 3));
    text(margin, 20,
         fmt::format("{} nodes in {} boxes, {} resources, {} barriers; transients {} of {}, persistent {}. "
                     "Dashed: repeated. Red: barriers. Point at a node for what it reads and writes",
                     plan_.nodes.size(), nodes_, plan_.resources.size(), listing_.barriers,
                     listed_bytes(plan_.heap_bytes), listed_bytes(plan_.unaliased_bytes),
                     listed_bytes(listing_.persistent_bytes)));
    for (const Frame& f : frames_) frame(f);
    for (std::size_t i = 0; i < lines_.size(); ++i) line(i);
    return out_ + "</svg>\n";
  }

 private:
  void put(const PlanBox& box, int depth) {
    const std::size_t first = lines_.size();
    lines_.push_back({&box, depth});
    if (box.row) {
      ++nodes_;
      return;
    }
    const std::size_t place = frames_.size();
    frames_.push_back({&box, depth, first, first});
    for (const PlanBox& inner : box.inside) put(inner, depth + 1);
    frames_[place].last = lines_.size() - 1;
  }

  int x_of(std::size_t line, int depth) const {
    return margin + static_cast<int>(line) / rows_ * column_width_ + depth * gap;
  }
  int y_of(std::size_t line) const { return head + static_cast<int>(line) % rows_ * row_height_; }
  int width_of(int depth) const { return column_width_ - 6 - depth * (gap + 2); }

  void text(int x, int y, const std::string& words, std::string_view more = "") {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y, more, escaped(words));
  }

  // A frame goes on at the top of the next column.
  void frame(const Frame& f) {
    const auto rows = static_cast<std::size_t>(rows_);
    for (std::size_t from = f.first; from <= f.last;) {
      const std::size_t to = std::min(f.last, from / rows * rows + rows - 1);
      out_ +=
          fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"#{}\" stroke=\"#{}\"{}/>\n",
                      x_of(from, f.depth), y_of(from), width_of(f.depth), y_of(to) - y_of(from) + row_height_ - 1,
                      f.depth % 2 ? "f6f9fc" : "eef3f8", f.box->label.empty() ? "456" : "9ab",
                      f.box->label.empty() ? " stroke-dasharray=\"4 2\"" : "");
      from = to + 1;
    }
  }

  void line(std::size_t i) {
    const auto& [box, depth] = lines_[i];
    const int x = x_of(i, depth), y = y_of(i), base = y + row_height_ - 5;
    if (!box->row) {
      const std::string label = box->label.empty() ? fmt::format("x{}", box->repeats) : box->label;
      text(x + 4, base, label, " font-weight=\"bold\" fill=\"#345\"");
      return;
    }
    const ListedRow& row = *box->row;
    const int width = width_of(depth);
    out_ += fmt::format("<g><title>{}</title>\n", escaped(details(*box)));
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"{}\" stroke=\"#{}\"/>\n", x,
                        y + 1, width, row_height_ - 3, row.queue ? "#f8efe0" : "#ffffff", "9ab");
    if (row.barrier_count)
      out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"2\" fill=\"#c02030\"/>\n", x, y, width);
    std::string label = box->label + (box->repeats > 1 ? fmt::format(" x{}", box->repeats) : "");
    const std::string shader = row.shader.empty() ? std::string(listed_kind(row.kind)) : row.shader;
    const std::size_t room = static_cast<std::size_t>(std::max(0, width / letter));
    if (label.size() + shader.size() + 4 < room) label += "  " + shader;
    text(x + 4, base, label);
    out_ += "</g>\n";
  }

  static std::string details(const PlanBox& box) {
    const ListedRow& row = *box.row;
    std::string text = fmt::format("{}/{}: {} nodes, {} barriers\n{}", row.scope, row.name, row.planned.size(),
                                   row.barrier_count, row.shader);
    for (const auto& b : row.bindings) text += fmt::format("\n{} {} {}", b.name, b.arrow, fmt::join(b.resources, ", "));
    return text;
  }

  const Plan& plan_;
  Listing listing_;
  PlanBox frame_;
  std::vector<Line> lines_;
  std::vector<Frame> frames_;
  std::size_t nodes_ = 0;
  int columns_ = 1, rows_ = 1, row_height_ = 18, column_width_ = 420;
  std::string out_;
};

}  // namespace

std::string print_folded_svg(const Plan& plan, const Graph& graph) { return Svg(plan, graph).run(); }

}  // namespace undine::graph
