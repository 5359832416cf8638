#include "engine/graph/shape.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/round.h"

namespace undine::graph {

Extent Shape::groups(Extent owned) const {
  return {groups_of(owned.x, across * group_x), groups_of(owned.y, rows * group_y), owned.z};
}

std::uint64_t Shape::lanes(Extent owned) const {
  return std::uint64_t{groups_of(owned.x, across)} * groups_of(owned.y, rows) * owned.z;
}

Shape Shape::fitted(std::uint32_t width) const {
  Shape out = *this;
  for (const std::uint32_t threads = groups_of(width, across); out.group_x > 8 && out.group_x / 2 >= threads;) {
    out.group_x /= 2;
    out.group_y *= 2;
  }
  return out;
}

std::string Shape::text() const { return fmt::format("{}x{} by {}x{}", across, rows, group_x, group_y); }

bool ShapeFamily::allows(const Shape& s) const {
  const auto within = [](std::uint32_t n, std::uint32_t most) { return n >= 1 && n <= most; };
  if (!within(s.across, most_shape_owned) || !within(s.rows, most_shape_owned)) return false;
  if (!within(s.group_x, most_shape_threads) || !within(s.group_y, most_shape_threads)) return false;
  if (s.group_x * s.group_y > most_shape_threads) return false;
  if (!across.empty() && std::ranges::find(across, s.across) == across.end()) return false;
  if (s.rows > 1 && !walks) return false;
  if (!flat) return true;
  if (s.rows > 1 || s.group_y > 1) return false;
  const std::uint32_t owned = s.across * s.group_x;
  return (tile == 0 || owned % tile == 0) && (most_tile == 0 || owned <= most_tile);
}

std::vector<Shape> ShapeFamily::candidates() const {
  std::vector<Shape> out;
  const auto add = [&](const Shape& s) {
    if (allows(s) && std::ranges::find(out, s) == out.end()) out.push_back(s);
  };
  std::vector<Shape> known = hardware;
  known.insert(known.begin(), software);
  for (const Shape& s : known) add(s);
  for (const Shape& s : known) {
    for (const std::uint32_t rows : {s.rows / 2, 2 * s.rows, 4 * s.rows}) add({s.across, rows, s.group_x, s.group_y});
    for (const std::uint32_t wide : {s.across / 2, 2 * s.across}) {
      add({wide, s.rows, s.group_x, s.group_y});
      if (flat && wide > 0) add({wide, s.rows, s.across * s.group_x / wide, s.group_y});
    }
    add({s.across, s.rows, s.group_x / 2, s.group_y});
    add({s.across, s.rows, 2 * s.group_x, s.group_y});
    add({s.across, s.rows, 2 * s.group_x, s.group_y / 2});
  }
  return out;
}

const Shapes::Chosen* Shapes::chosen(const ShapeFamily& family) const {
  const auto at = std::ranges::find(chosen_, &family, &Chosen::family);
  return at == chosen_.end() ? nullptr : &*at;
}

void Shapes::choose(const ShapeFamily& family, const Shape& shape, std::string_view by) {
  if (!family.allows(shape))
    throw Error(Exit::failure, fmt::format("shape of {}", family.name),
                shape.text() + " is not a tiling of its kernels", "see ShapeFamily");
  forget(family);
  chosen_.push_back({&family, shape, std::string(by)});
}

void Shapes::forget(const ShapeFamily& family) {
  std::erase_if(chosen_, [&](const Chosen& c) { return c.family == &family; });
}

Shape Shapes::of(const ShapeFamily& family, Extent owned) const {
  const Chosen* given = chosen(family);
  Shape shape = family.software;
  if (given) {
    shape = given->shape;
  } else if (kind_ == Kind::hardware) {
    for (const Shape& s : family.hardware) {
      shape = s;
      if (s.lanes(owned) >= wanted_lanes) break;
    }
  }
  if (!family.flat) shape = shape.fitted(owned.x);
  const std::uint64_t lanes = shape.lanes(owned);
  const auto at = std::ranges::find(ran_, &family, &Ran::family);
  if (at != ran_.end() && at->lanes >= lanes) return shape;
  const Ran now{&family, shape, given ? given->by : kind_ == Kind::hardware ? "hardware" : "software", lanes};
  if (at == ran_.end())
    ran_.push_back(now);
  else
    *at = now;
  return shape;
}

}  // namespace undine::graph
