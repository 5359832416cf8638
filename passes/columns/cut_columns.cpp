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

struct Cut {  // a column with something solid in it
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
    cuts_.resize(ground.size());
  }

  CutColumns cut() {
    for (std::uint32_t z = 0; z < s_.cells.y; z += tile)
      for (std::uint32_t x = 0; x < s_.cells.x; x += tile)
        sample({x, z}, glm::min(s_.cells - glm::uvec2(x, z), glm::uvec2(tile)));
    CutColumns out;
    for (std::size_t i = 0; i < cuts_.size(); ++i) {
      std::optional<Cut>& c = cuts_[i];
      if (!c) continue;
      out.lowest = std::min(out.lowest.value_or(c->top), c->top);
      if (static_cast<double>(c->open.count()) >= cut_least_open * samples * samples) continue;
      ground_[i] = std::max(ground_[i], static_cast<float>(c->top));
      c->open.reset();
    }
    if (std::ranges::any_of(cuts_, [](const auto& c) { return c && c->open.any(); })) write(out.walls);
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
        Cut c;
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
        cuts_[i] = c;
      }
  }

  bool is_open(std::size_t i, std::size_t k) const { return !cuts_[i] || cuts_[i]->open[k]; }
  bool is_cut(std::size_t i) const { return cuts_[i] && cuts_[i]->open.any(); }
  bool is_filled(std::size_t i) const { return cuts_[i] && cuts_[i]->open.none(); }

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

  // Storage of all columns, and the tops of solids up to which it holds.
  void store() {
    storage_.resize(cuts_.size(), 1);
    tops_.resize(cuts_.size(), none);
    for (std::size_t i = 0; i < cuts_.size(); ++i) {
      if (!is_cut(i)) continue;
      storage_[i] = static_cast<double>(cuts_[i]->open.count()) / (samples * samples);
      tops_[i] = static_cast<float>(cuts_[i]->top);
    }
    const std::size_t nx = s_.cells.x;
    for (std::size_t i = 0; i < cuts_.size(); ++i) {
      double missing = cut_least_storage - storage_[i];
      if (missing <= 0) continue;
      const std::array<float, 4> open = faces(i);
      const std::size_t next[4] = {i - 1, i + 1, i - nx, i + nx};
      const bool exists[4] = {i % nx > 0, i % nx + 1 < nx, i >= nx, i + nx < cuts_.size()};
      std::vector<std::pair<float, std::size_t>> beside;
      for (std::size_t k = 0; k < 4; ++k)
        if (exists[k] && open[k] > 0) beside.emplace_back(open[k], next[k]);
      std::ranges::stable_sort(beside, std::greater{}, [](const auto& b) { return b.first; });
      storage_[i] = cut_least_storage;
      for (const auto& [share, at] : beside) {
        const double lent = std::max(std::min(missing, storage_[at] - cut_least_storage), 0.0);
        if (lent == 0) continue;
        missing -= lent;
        storage_[at] -= lent;
        tops_[at] = std::max(tops_[at], tops_[i]);
      }
    }
  }

  void write(std::vector<float>& out) {
    store();
    const std::uint32_t nx = s_.cells.x, nz = s_.cells.y;
    const std::size_t pitch = padded(nx, 4);
    out.assign(8 * pitch * nz, 0.0f);
    for (std::size_t k = 3; k < out.size(); k += 8) out[k] = 1;
    for (std::uint32_t z = 0; z < nz; ++z)
      for (std::uint32_t x = 0; x < nx; ++x) {
        const std::size_t i = index(x, z);
        float* to = &out[8 * (z * pitch + x)];
        const std::array<float, 4> open = faces(i);
        to[0] = open[0];
        to[1] = open[2];
        to[2] = cuts_[i] ? static_cast<float>(cuts_[i]->top) : tops_[i];
        to[3] = static_cast<float>(storage_[i]);
        if (is_filled(i)) continue;
        const glm::vec2 wall(open[0] - open[1], open[2] - open[3]);
        to[4] = wall.x;
        to[5] = wall.y;
      }
  }

  const ColumnsSettings& s_;
  std::vector<float>& ground_;
  glm::dvec2 cell_, first_;
  std::vector<solids::Solid> solids_;
  std::vector<std::optional<Cut>> cuts_;  // per column; nothing: open all over
  std::vector<double> storage_;
  std::vector<float> tops_;
};

}  // namespace

double stored_depth(double depth, double storage, double top) {
  return top > 0 ? storage * std::min(depth, top) + std::max(depth - top, 0.0) : depth;
}

double open_depth(double stored, double storage, double top) {
  if (!(top > 0)) return stored;
  return stored <= storage * top ? stored / storage : stored + (1 - storage) * top;
}

CutColumns cut_by_solids(const ColumnsSettings& s, const Scene& scene, std::vector<float>& ground) {
  return Cutter(s, scene, ground).cut();
}

}  // namespace undine::columns
