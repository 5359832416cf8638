#include "passes/columns/cut_columns.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <functional>

#include "engine/core/round.h"
#include "passes/solids/solid_columns.h"

namespace undine::columns {

namespace {

constexpr std::uint32_t samples = 16;         // lines through a column, along x and along z
constexpr std::uint32_t tile = 32;            // columns along each side of what is sampled at once
constexpr double hangs = 0.02;                // of a column's width: what is nearer to the ground stands on it
constexpr float none = -1e30f;                // top where nothing solid is
using Open = std::bitset<samples * samples>;  // of a column, along x first

constexpr std::uint32_t no_cut = ~0u;

struct Cut {  // a column with something solid in it
  std::size_t column = 0;
  Open open;
  double top = 0;  // mean over origin.y of what is solid
};

// Largest of the parts of `open` that are connected along x and z; the first of equal ones.
Open largest_part(Open open) {
  Open best;
  while (open.any()) {
    Open part;
    std::vector<std::size_t> next{static_cast<std::size_t>(open._Find_first())};
    open.reset(next[0]);
    while (!next.empty()) {
      const std::size_t at = next.back(), x = at % samples, z = at / samples;
      next.pop_back();
      part.set(at);
      const auto visit = [&](bool inside, std::size_t to) {
        if (!inside || !open[to]) return;
        open.reset(to);
        next.push_back(to);
      };
      visit(x > 0, at - 1);
      visit(x + 1 < samples, at + 1);
      visit(z > 0, at - samples);
      visit(z + 1 < samples, at + samples);
    }
    if (part.count() > best.count()) best = part;
  }
  return best;
}

class Cutter {
 public:
  Cutter(const ColumnsSettings& s, const Scene& scene, std::vector<float>& ground)
      : s_(s), ground_(ground), cell_(s.cell()), first_(glm::dvec2(s.origin.x, s.origin.z) - 0.5 * s.size) {
    const glm::dvec3 low(first_.x, -1e9, first_.y), high(first_.x + s.size.x, 1e9, first_.y + s.size.y);
    solids_ = solids::scene_solids(scene, low, high, 0.02 * std::min(cell_.x, cell_.y) / samples, true);
    for (const solids::Solid& solid : solids_)
      solids::require_closed(solid, "a closed mesh (a box for a plane), or \"solid\": false");
    cut_of_.resize(ground.size(), no_cut);
  }

  CutColumns cut() {
    for (std::uint32_t z = 0; z < s_.cells.y; z += tile)
      for (std::uint32_t x = 0; x < s_.cells.x; x += tile)
        sample({x, z}, glm::min(s_.cells - glm::uvec2(x, z), glm::uvec2(tile)));
    CutColumns out;
    bool any = false;
    for (Cut& c : cuts_) {
      out.lowest = std::min(out.lowest.value_or(c.top), c.top);
      const bool stays_open = static_cast<double>(c.open.count()) >= cut_least_open * samples * samples;
      any |= stays_open;
      if (stays_open) continue;
      ground_[c.column] = std::max(ground_[c.column], static_cast<float>(c.top));
      c.open.reset();
    }
    if (any) write(out.walls);
    return out;
  }

 private:
  std::size_t index(std::uint32_t x, std::uint32_t z) const { return std::size_t{z} * s_.cells.x + x; }

  void sample(const glm::uvec2& from, const glm::uvec2& count) {
    const glm::dvec2 low = first_ + cell_ * glm::dvec2(from), high = low + cell_ * glm::dvec2(count);
    std::vector<solids::Solid> near;
    for (const solids::Solid& s : solids_)
      if (s.low.x < high.x && s.high.x > low.x && s.low.z < high.y && s.high.z > low.y) near.push_back(s);
    if (near.empty()) return;
    const glm::dvec2 apart = cell_ / double(samples);
    const solids::SolidColumns lines(near, low + 0.5 * apart, apart, count * samples);
    if (!lines.any()) return;
    const double gap = hangs * std::min(cell_.x, cell_.y);
    for (std::uint32_t z = 0; z < count.y; ++z)
      for (std::uint32_t x = 0; x < count.x; ++x) {
        const std::size_t i = index(from.x + x, from.y + z);
        const double bare = s_.origin.y + static_cast<double>(ground_[i]);
        Cut c{.column = i, .open = {}};
        double tops = 0, middle = bare;
        for (std::uint32_t k = 0; k < samples * samples; ++k) {
          const std::size_t line =
              (std::size_t{z} * samples + k / samples) * count.x * samples + x * samples + k % samples;
          const double top = lines.top(line, bare, gap);
          if (k == samples * samples / 2 + samples / 2) middle = top;
          if (top > bare)
            tops += top - s_.origin.y;
          else
            c.open.set(k);
        }
        if (c.open.all()) continue;
        c.top = tops / static_cast<double>(samples * samples - c.open.count());
        if (c.open.none() && middle > bare) c.top = middle - s_.origin.y;
        c.open = largest_part(c.open);
        cut_of_[i] = static_cast<std::uint32_t>(cuts_.size());
        cuts_.push_back(c);
      }
  }

  const Cut* cut_at(std::size_t i) const { return cut_of_[i] == no_cut ? nullptr : &cuts_[cut_of_[i]]; }
  bool is_open(std::size_t i, std::size_t k) const { return !cut_at(i) || cut_at(i)->open[k]; }
  bool is_cut(std::size_t i) const { return cut_at(i) && cut_at(i)->open.any(); }

  // Open shares of the faces -x, +x, -z, +z of a column. Of two columns that no wall cuts, and at the border, the
  // whole.
  std::array<float, 4> faces(std::size_t i) const {
    const std::size_t nx = s_.cells.x, x = i % nx, z = i / nx;
    return {x > 0 ? face(i - 1, i, true) : 1.0f, x + 1 < nx ? face(i, i + 1, true) : 1.0f,
            z > 0 ? face(i - nx, i, false) : 1.0f, z + 1 < s_.cells.y ? face(i, i + nx, false) : 1.0f};
  }
  float face(std::size_t i, std::size_t j, bool along_x) const {
    if (!is_cut(i) && !is_cut(j)) return 1;
    std::uint32_t open = 0;
    for (std::uint32_t k = 0; k < samples; ++k)
      open += along_x ? is_open(i, k * samples + samples - 1) && is_open(j, k * samples)
                      : is_open(i, (samples - 1) * samples + k) && is_open(j, k);
    return static_cast<float>(open) / samples;
  }

  float* walls_of(std::vector<float>& walls, std::size_t i) const {
    return &walls[8 * (i / s_.cells.x * padded(s_.cells.x, 4) + i % s_.cells.x)];
  }

  // Neighbors with an open face lend what column i lacks of the least storage, those with the most open face first.
  void borrow(std::vector<float>& walls, std::size_t i) const {
    float* own = walls_of(walls, i);
    float missing = static_cast<float>(cut_least_storage) - own[3];
    if (missing <= 0) return;
    const std::size_t nx = s_.cells.x;
    const std::array<float, 4> open = faces(i);
    const std::size_t next[4] = {i - 1, i + 1, i - nx, i + nx};
    const bool exists[4] = {i % nx > 0, i % nx + 1 < nx, i >= nx, i + nx < cut_of_.size()};
    std::vector<std::pair<float, std::size_t>> beside;
    for (std::size_t k = 0; k < 4; ++k)
      if (exists[k] && open[k] > 0) beside.emplace_back(open[k], next[k]);
    std::ranges::stable_sort(beside, std::greater{}, [](const auto& b) { return b.first; });
    own[3] = static_cast<float>(cut_least_storage);
    for (const auto& [share, at] : beside) {
      float* lender = walls_of(walls, at);
      const float lent = std::max(std::min(missing, lender[3] - static_cast<float>(cut_least_storage)), 0.0f);
      if (lent == 0) continue;
      missing -= lent;
      lender[3] -= lent;
      lender[2] = std::max(lender[2], own[2]);
    }
  }

  void write(std::vector<float>& walls) const {
    walls.resize(8 * padded(s_.cells.x, 4) * s_.cells.y);
    for (std::size_t k = 0; k < walls.size(); k += 8) {
      walls[k] = walls[k + 1] = walls[k + 3] = 1;
      walls[k + 2] = none;
    }
    for (std::size_t i = 0; i < cut_of_.size(); ++i) {
      float* to = walls_of(walls, i);
      const std::array<float, 4> open = faces(i);
      to[0] = open[0];
      to[1] = open[2];
      const Cut* c = cut_at(i);
      if (c) to[2] = static_cast<float>(c->top);
      if (c && c->open.none()) continue;
      if (c) to[3] = static_cast<float>(c->open.count()) / (samples * samples);
      to[4] = open[0] - open[1];
      to[5] = open[2] - open[3];
    }
    for (const Cut& c : cuts_)
      if (c.open.any()) borrow(walls, c.column);
  }

  const ColumnsSettings& s_;
  std::vector<float>& ground_;
  glm::dvec2 cell_, first_;
  std::vector<solids::Solid> solids_;
  std::vector<Cut> cuts_;
  std::vector<std::uint32_t> cut_of_;  // index of each column's in cuts_; no_cut: open all over
};

}  // namespace

double stored_depth(double depth, double storage, double top) {
  return top > 0 ? storage * std::min(depth, top) + std::max(depth - top, 0.0) : depth;
}

CutColumns cut_by_solids(const ColumnsSettings& s, const Scene& scene, std::vector<float>& ground) {
  return Cutter(s, scene, ground).cut();
}

}  // namespace undine::columns
