// The 256 cases of marching cubes [Lorensen and Cline 1987], computed at compile time from one rule: on a face where
// only two opposite corners are inside, the surface separates them. Both cells at a face see the same corners, so they
// agree, and a closed surface has no holes. Diagonals that triangulate polygons do not lie on faces, so at most two
// triangles share an edge.
//
// Corner c lies at x = c & 1, y = c >> 1 & 1, z = c >> 2. Edge e runs along axis e / 4 from a corner whose two other
// coordinates are the bits of e % 4 (the lower axis first).
#pragma once
#include <array>
#include <cstdint>

namespace undine::marching {

constexpr int most_triangles = 5;

constexpr int edge_axis(int edge) { return edge / 4; }
constexpr int edge_corner(int edge) {
  const int a = edge % 4 & 1, b = edge % 4 >> 1;
  constexpr std::array<std::array<int, 2>, 3> others{{{2, 4}, {1, 4}, {1, 2}}};
  const auto& bits = others[static_cast<std::size_t>(edge / 4)];
  return a * bits[0] + b * bits[1];
}
constexpr int edge_between(int corner, int other) {
  const int axis = (corner ^ other) == 1 ? 0 : (corner ^ other) == 2 ? 1 : 2;
  for (int e = 4 * axis; e < 4 * axis + 4; ++e)
    if (edge_corner(e) == (corner & other)) return e;
  return -1;
}
// Checks whether both edges belong to one face of the cube.
constexpr bool share_face(int e, int f) {
  for (int axis = 0; axis < 3; ++axis) {
    const int bit = 1 << axis;
    if (edge_axis(e) == axis || edge_axis(f) == axis) continue;
    if ((edge_corner(e) & bit) == (edge_corner(f) & bit)) return true;
  }
  return false;
}

struct Case {
  int triangles = 0;
  std::array<int, 3 * most_triangles> edges{};  // three per triangle, counter-clockwise seen from outside
};

struct Polygon {
  int size = 0;
  std::array<int, 12> edges{};
};

// Appends triangles of the polygon to `out`. Returns false if each triangulation has a diagonal on a face.
constexpr bool cut(const Polygon& p, Case& out) {
  if (p.size < 3) return false;
  const auto append = [&](int a, int b, int c) {
    if (out.triangles == most_triangles) return false;
    const auto at = static_cast<std::size_t>(3 * out.triangles++);
    out.edges[at] = a;
    out.edges[at + 1] = b;
    out.edges[at + 2] = c;
    return true;
  };
  const auto edge = [&](int i) { return p.edges[static_cast<std::size_t>(i % p.size)]; };
  if (p.size == 3) return append(edge(0), edge(1), edge(2));
  for (int ear = 0; ear < p.size; ++ear) {
    if (share_face(edge(ear), edge(ear + 2))) continue;
    const Case before = out;
    Polygon rest;
    for (int i = 0; i < p.size; ++i)
      if (i != (ear + 1) % p.size) rest.edges[static_cast<std::size_t>(rest.size++)] = edge(i);
    if (append(edge(ear), edge(ear + 1), edge(ear + 2)) && cut(rest, out)) return true;
    out = before;
  }
  return false;
}

// inside: bit c is set if corner c is inside.
constexpr Case make_case(int inside) {
  // Next edge of the surface from a cut edge: along each face it keeps the inside on its left, seen from outside the
  // cube.
  std::array<int, 12> next{};
  next.fill(-1);
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 2; ++side) {
      const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = side << axis;
      std::array<int, 4> ring{base, base | u, base | u | v, base | v};  // counter-clockwise seen from +axis
      if (side == 0) ring = {base, base | v, base | u | v, base | u};
      const auto corner = [&](int i) { return ring[static_cast<std::size_t>((i + 4) % 4)]; };
      const auto is_in = [&](int i) { return (inside >> corner(i) & 1) != 0; };
      for (int i = 0; i < 4; ++i) {
        if (!is_in(i) || is_in(i - 1)) continue;
        int last = i;  // last corner of the run of inside corners that begins at i
        while (is_in(last + 1)) ++last;
        const int entry = edge_between(corner(i - 1), corner(i)), exit = edge_between(corner(last), corner(last + 1));
        next[static_cast<std::size_t>(entry)] = exit;
      }
    }
  }
  Case out;
  for (int start = 0; start < 12; ++start) {
    Polygon p;
    for (int e = start; next[static_cast<std::size_t>(e)] >= 0;) {
      p.edges[static_cast<std::size_t>(p.size++)] = e;
      const int to = next[static_cast<std::size_t>(e)];
      next[static_cast<std::size_t>(e)] = -1;
      e = to;
    }
    if (p.size > 0 && !cut(p, out)) out.triangles = -1;
  }
  return out;
}

constexpr std::array<Case, 256> make_cases() {
  std::array<Case, 256> cases;
  for (int i = 0; i < 256; ++i) cases[static_cast<std::size_t>(i)] = make_case(i);
  return cases;
}
inline constexpr std::array<Case, 256> cases = make_cases();

constexpr bool all_cut() {
  for (const Case& c : cases)
    if (c.triangles < 0) return false;
  return true;
}
static_assert(all_cut());

// Packed cases for the kernels: an edge per four bits, the number of triangles in the highest four.
constexpr std::array<std::uint64_t, 256> pack_cases() {
  std::array<std::uint64_t, 256> out{};
  for (std::size_t i = 0; i < 256; ++i) {
    for (std::size_t k = 0; k < 3 * static_cast<std::size_t>(cases[i].triangles); ++k)
      out[i] |= static_cast<std::uint64_t>(cases[i].edges[k]) << (4 * k);
    out[i] |= static_cast<std::uint64_t>(cases[i].triangles) << 60;
  }
  return out;
}
inline constexpr std::array<std::uint64_t, 256> packed_cases = pack_cases();

}  // namespace undine::marching
