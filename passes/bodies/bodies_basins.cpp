#include "passes/bodies/bodies_basins.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>

#include "passes/bodies/bodies_hull.h"

namespace undine::bodies {
namespace {

constexpr double shallow = 0.02;   // of the hull's height: a rim as low as that holds no water
constexpr double bulkhead = 0.05;  // of it: lower walls do not divide a basin

class Sets {  // union-find
 public:
  explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  unsigned find(unsigned i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(unsigned into, unsigned from) { parent_[find(from)] = find(into); }

 private:
  std::vector<unsigned> parent_;
};

double signed_volume(const Hull& hull, const std::vector<unsigned>& facets) {
  double six = 0;
  for (unsigned i : facets) {
    const glm::uvec3& f = hull.facets[i];
    six += glm::dot(hull.points[f.x], glm::cross(hull.points[f.y], hull.points[f.z]));
  }
  return six / 6;
}

// Winding number of a surface around a point: the solid angle of its facets over 4 pi [van Oosterom & Strackee
// 1983].
double winding(const Hull& hull, const std::vector<unsigned>& facets, const glm::dvec3& at) {
  double sum = 0;
  for (unsigned i : facets) {
    const glm::uvec3& f = hull.facets[i];
    const glm::dvec3 a = hull.points[f.x] - at, b = hull.points[f.y] - at, c = hull.points[f.z] - at;
    const double x = glm::length(a), y = glm::length(b), z = glm::length(c);
    sum += 2 * std::atan2(glm::dot(a, glm::cross(b, c)),
                          x * y * z + glm::dot(a, b) * z + glm::dot(b, c) * x + glm::dot(c, a) * y);
  }
  return sum / (4 * std::numbers::pi);
}

// Facets of each connected surface.
std::vector<std::vector<unsigned>> shells_of(const Hull& hull) {
  Sets sets(hull.points.size());
  for (const glm::uvec3& f : hull.facets) {
    sets.join(f.x, f.y);
    sets.join(f.x, f.z);
  }
  std::map<unsigned, std::vector<unsigned>> shells;
  for (std::size_t i = 0; i < hull.facets.size(); ++i)
    shells[sets.find(hull.facets[i].x)].push_back(static_cast<unsigned>(i));
  std::vector<std::vector<unsigned>> out;
  for (auto& [root, facets] : shells) out.push_back(std::move(facets));
  return out;
}

void drop_unused_points(Hull& hull) {
  std::vector<unsigned> place(hull.points.size(), ~0u);
  std::vector<glm::dvec3> kept;
  for (glm::uvec3& f : hull.facets)
    for (int k = 0; k < 3; ++k) {
      unsigned& at = place[f[k]];
      if (at == ~0u) {
        at = static_cast<unsigned>(kept.size());
        kept.push_back(hull.points[f[k]]);
      }
      f[k] = at;
    }
  hull.points = std::move(kept);
}

// The hull's surface under a sweep upwards: which local minimum every point drains to, and which minima are hollows.
class Drainage {
 public:
  // Walls up to `bulkheads` of the height do not divide a basin.
  Drainage(const Hull& hull, const glm::dvec3& up, double bulkheads)
      : hull_(hull),
        up_(up),
        beside_(hull.points.size()),
        basin_(hull.points.size(), none),
        leaves_(hull.points.size()),
        pools_(hull.points.size()),
        hollow_(hull.points.size()),
        open_(hull.points.size()),
        spill_(hull.points.size()) {
    for (const glm::dvec3& p : hull.points) height_.push_back(glm::dot(p, up));
    const auto [low, high] = std::ranges::minmax_element(height_);
    span_ = std::max(*high - *low, 1e-30);
    bulkheads_ = bulkheads * span_;
    for (const glm::uvec3& f : hull.facets)
      for (int k = 0; k < 3; ++k) beside_[f[k]].push_back(f[(k + 1) % 3]);  // closed: of each edge, both ways
    sweep();
    number();
  }

  unsigned basins() const { return static_cast<unsigned>(spills_.size()); }
  unsigned label(unsigned point) const { return labels_[point]; }  // 0: outside; from 1 on: basins

  // Number of a facet's basin: that of its lowest corner.
  unsigned basin_of(const glm::uvec3& f) const {
    const double lowest = std::min({height_[f.x], height_[f.y], height_[f.z]}) + 1e-6 * span_;
    unsigned out = none;
    for (int k = 0; k < 3; ++k)
      if (height_[f[k]] <= lowest) out = std::min(out, labels_[f[k]]);
    return out;
  }

  // Volume of the basins up to their rims, about.
  double capacity() const {
    double sum = 0;
    for (const glm::uvec3& f : hull_.facets) {
      const unsigned basin = basin_of(f);
      if (basin == 0) continue;
      double depth = 0;
      for (int k = 0; k < 3; ++k) depth += std::max(spills_[basin - 1] - height_[f[k]], 0.0) / 3;
      sum += depth * glm::dot(area_of(f), up_);
    }
    return sum;
  }

 private:
  static constexpr unsigned none = ~0u;

  glm::dvec3 area_of(const glm::uvec3& f) const {
    return 0.5 * glm::cross(hull_.points[f.y] - hull_.points[f.x], hull_.points[f.z] - hull_.points[f.x]);
  }

  void sweep() {
    std::vector<double> facing(height_.size(), 0);
    for (const glm::uvec3& f : hull_.facets)
      for (int k = 0; k < 3; ++k) facing[f[k]] += glm::dot(area_of(f), up_);
    std::vector<unsigned> order(height_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, [&](unsigned a, unsigned b) { return height_[a] < height_[b]; });
    for (unsigned p : order) {
      const unsigned lower = descent(p);
      basin_[p] = lower == none ? p : basin_[lower];
      if (lower == none) {
        hollow_[p] = facing[p] > 0;  // the solid lies under it
        open_[p] = !hollow_[p];
      }
      for (unsigned q : beside_[p])
        if (basin_[q] != none) meet(height_[p], basin_[p], basin_[q]);
    }
  }

  // The neighbor to which a point drains: down the steepest edge, else one on the same level.
  unsigned descent(unsigned p) const {
    unsigned best = none, level = none;
    double steepest = 0;
    for (unsigned q : beside_[p]) {
      if (basin_[q] == none) continue;
      const double drop = height_[p] - height_[q], way = glm::distance(hull_.points[p], hull_.points[q]);
      if (drop < 1e-6 * span_) {
        level = q;
      } else if (drop / way > steepest) {
        steepest = drop / way;
        best = q;
      }
    }
    return best != none ? best : level;
  }

  // Two minima meet at a level: two hollows may be one basin, a hollow and the outside have its rim there.
  void meet(double level, unsigned a, unsigned b) {
    const unsigned x = pools_.find(a), y = pools_.find(b);
    if (x == y) return;
    const bool open = open_[x] || open_[y];
    if (open_[x] != open_[y]) {
      const unsigned inner = open_[x] ? y : x;
      for (unsigned i = 0; i < basin_.size(); ++i) {
        if (basin_[i] != i || pools_.find(i) != inner || leaves_.find(i) != i) continue;
        spill_[i] = level;
        if (level - height_[i] < shallow * span_) hollow_[i] = false;
      }
    } else if (!open) {
      const unsigned i = leaves_.find(a), k = leaves_.find(b);
      const unsigned deep = height_[i] < height_[k] ? i : k, flat = deep == i ? k : i;
      if (level - height_[flat] < bulkheads_) leaves_.join(deep, flat);
    }
    pools_.join(x, y);
    open_[pools_.find(x)] = open;
  }

  void number() {
    std::map<unsigned, unsigned> numbers;
    for (unsigned b : basin_) {
      const unsigned leaf = leaves_.find(b);
      if (!hollow_[leaf] || !open_[pools_.find(leaf)]) {
        labels_.push_back(0);
        continue;
      }
      const auto [entry, fresh] = numbers.try_emplace(leaf, static_cast<unsigned>(numbers.size() + 1));
      if (fresh) spills_.push_back(spill_[leaf]);
      labels_.push_back(entry->second);
    }
  }

  const Hull& hull_;
  glm::dvec3 up_;
  std::vector<std::vector<unsigned>> beside_;
  std::vector<unsigned> basin_, labels_;  // per point: the minimum that it drains to, and its number
  std::vector<double> height_;
  double span_ = 0, bulkheads_ = 0;
  Sets leaves_, pools_;              // of minima: one basin; joined by water up to the sweep's level
  std::vector<char> hollow_, open_;  // of a basin: solid under it; of a pool: joined to the outside
  std::vector<double> spill_, spills_;
};

Drainage drainage_of(const Hull& hull, const glm::dvec3& up) {
  for (double walls = bulkhead;; walls *= 2) {
    Drainage out(hull, up, walls);
    if (out.basins() <= body_most_basins || walls > 1) return out;
  }
}

// Facets by their basins, those outside first, and the edges between them.
void sort_facets(Hull& hull, const Drainage& drains) {
  std::vector<unsigned> order(hull.facets.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](unsigned i) { return drains.basin_of(hull.facets[i]); });
  std::vector<glm::uvec3> facets;
  hull.basins.assign(drains.basins(), {});
  for (unsigned i : order) {
    const auto at = static_cast<unsigned>(facets.size());
    facets.push_back(hull.facets[i]);
    const unsigned basin = drains.basin_of(hull.facets[i]);
    if (basin == 0) continue;
    Basin& b = hull.basins[basin - 1];
    if (b.end == 0) b.begin = at;
    b.end = at + 1;
  }
  hull.facets = std::move(facets);
  for (const glm::uvec3& f : hull.facets)
    for (int k = 0; k < 3; ++k) {
      const unsigned a = f[k], b = f[(k + 1) % 3];
      if (a < b && drains.label(a) != drains.label(b)) hull.rims.push_back({a, b, drains.label(a), drains.label(b)});
    }
}

}  // namespace

std::vector<std::string> remove_cavities(Hull& hull) {
  const std::vector<std::vector<unsigned>> shells = shells_of(hull);
  std::vector<std::string> messages;
  if (shells.size() < 2 || shells.size() > 64) return messages;
  std::vector<bool> sealed(hull.facets.size(), false);
  std::vector<double> volumes;
  for (const std::vector<unsigned>& shell : shells) volumes.push_back(signed_volume(hull, shell));
  for (std::size_t i = 0; i < shells.size(); ++i) {
    const glm::dvec3 at = hull.points[hull.facets[shells[i].front()].x];
    int around = 0, cavities = 0;  // shells that this one lies in: solids, and hollows of solids
    for (std::size_t k = 0; k < shells.size(); ++k) {
      if (k == i) continue;
      const double turns = winding(hull, shells[k], at);
      around += turns > 0.5;
      cavities += turns < -0.5;
    }
    if (volumes[i] < 0 && around == 0) {
      messages.push_back("a part of it faces inwards and lies in no other part: turn its triangles");
    } else if (volumes[i] < 0 || cavities > 0) {
      for (unsigned f : shells[i]) sealed[f] = true;
    } else if (around > 0) {
      messages.push_back(
          "a closed part of it lies inside another and faces outwards: it counts as solid and wetted; turn its "
          "triangles if it is a sealed cavity, remove it if it is not meant");
    }
  }
  std::vector<glm::uvec3> wetted;
  for (std::size_t i = 0; i < hull.facets.size(); ++i)
    if (!sealed[i]) wetted.push_back(hull.facets[i]);
  if (wetted.size() == hull.facets.size()) return messages;
  hull.facets = std::move(wetted);
  drop_unused_points(hull);
  return messages;
}

void find_basins(Hull& hull, const glm::dvec3& up) {
  struct Best {
    std::optional<Drainage> drains;
    double held = 0;
  } near, any;
  const auto attempt = [&](Best& best, const glm::dvec3& way) {
    Drainage drains = drainage_of(hull, way);
    const double held = drains.basins() <= body_most_basins ? drains.capacity() : 0;
    if (held <= 1.01 * best.held) return;
    best.held = held;
    best.drains.emplace(std::move(drains));
  };
  attempt(near, up);
  for (int side = 0; side < 6; ++side) {
    glm::dvec3 axis(0);
    axis[side / 2] = side % 2 == 0 ? 1 : -1;
    attempt(glm::dot(axis, up) > 0.5 ? near : any, axis);
  }
  const Best& best = near.held > 0.5 * any.held ? near : any;
  if (best.drains) sort_facets(hull, *best.drains);
}

Hull covered(const Hull& hull) {
  if (hull.basins.empty()) return hull;
  const unsigned outside = hull.basins.front().begin;
  std::map<std::pair<unsigned, unsigned>, bool> edges;  // of basins, as their facets go round
  for (unsigned i = outside; i < hull.facets.size(); ++i)
    for (int k = 0; k < 3; ++k) edges[{hull.facets[i][k], hull.facets[i][(k + 1) % 3]}] = true;
  Hull out = hull;
  out.facets.resize(outside);
  out.basins.clear();
  out.rims.clear();
  std::vector<std::pair<unsigned, unsigned>> rim;
  Sets loops(hull.points.size());
  for (const auto& [edge, known] : edges) {
    if (edges.contains({edge.second, edge.first})) continue;
    rim.push_back(edge);
    loops.join(edge.first, edge.second);
  }
  std::map<unsigned, std::pair<glm::dvec3, double>> middles;
  for (const auto& [a, b] : rim) {
    auto& [sum, count] = middles.try_emplace(loops.find(a), glm::dvec3(0), 0.0).first->second;
    sum += hull.points[a];
    count += 1;
  }
  std::map<unsigned, unsigned> place;
  for (const auto& [loop, sum] : middles) {
    place[loop] = static_cast<unsigned>(out.points.size());
    out.points.push_back(sum.first / sum.second);
  }
  for (const auto& [a, b] : rim) out.facets.push_back({a, b, place.at(loops.find(a))});
  return out;
}

}  // namespace undine::bodies
