#include "passes/wave/wave_medium.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "engine/scene/scene.h"
#include "passes/grid/grid_file.h"
#include "passes/grid/heightmap.h"
#include "passes/grid/region.h"
#include "passes/grid/terrain_cover.h"
#include "passes/solids/solid_columns.h"

namespace undine::wave {

namespace {

constexpr float land = -1e30f;

struct Cells {
  std::size_t nx, nz;
  std::size_t at(std::size_t i, std::size_t j) const { return j * nx + i; }
};

std::vector<double> rest_depths(const WaveSettings& s, const SceneContext& context, const std::string& where) {
  if (!context.terrain || context.terrain->height.empty())
    throw Error(Exit::bad_input, where, "asks for the terrain, and the scene has none",
                "add \"terrain\" to the scene, or give a value");
  grid::check_covered(context, "size", {s.origin, s.size}, s.cells);
  const glm::dvec2 cell = s.cell();
  std::vector<double> depth(std::size_t{s.cells.x} * s.cells.y);
  for (std::size_t j = 0; j < s.cells.y; ++j) {
    for (std::size_t i = 0; i < s.cells.x; ++i) {
      const double x = s.origin.x + (static_cast<double>(i) + 0.5) * cell.x - 0.5 * s.size.x;
      const double z = s.origin.z + (static_cast<double>(j) + 0.5) * cell.y - 0.5 * s.size.y;
      depth[j * s.cells.x + i] = s.origin.y - grid::terrain_height(*context.terrain, x, z);
    }
  }
  return depth;
}

// Cells that solid meshes fill by half or more at the rest level.
std::vector<bool> solid_cells(const WaveSettings& s, const SceneContext& context) {
  if (!solids::has_solids(context.scene)) return {};
  constexpr int fine = 5;  // upright lines through a cell, along x and z
  const glm::dvec2 apart = s.cell() / double(fine);
  const glm::dvec2 first = glm::dvec2(s.origin.x, s.origin.z) - 0.5 * s.size + 0.5 * apart;
  const glm::uvec2 lines = s.cells * static_cast<std::uint32_t>(fine);
  const solids::SolidColumns solids(*context.scene, first, apart, lines);
  if (!solids.any()) return {};
  std::vector<int> share(std::size_t{s.cells.x} * s.cells.y, 0);
  for (std::size_t i = 0; i < std::size_t{lines.x} * lines.y; ++i)
    if (solids.inside(i, s.origin.y)) ++share[i / lines.x / fine * s.cells.x + i % lines.x / fine];
  std::vector<bool> out;
  for (const int lines_inside : share) out.push_back(2 * lines_inside >= fine * fine);
  if (std::ranges::find(out, true) == out.end()) return {};
  return out;
}

// Square of the speed on the faces between cells: harmonic mean, so that the flux is right where the depth jumps, and
// zero beside land. Borders: the edge cell's own value where something lies beyond, zero at a wall.
void fill_faces(const WaveSettings& s, const std::vector<double>& square, WaveMedium& m) {
  const Cells g{s.cells.x, s.cells.y};
  const std::size_t pitch = 4 * (std::size_t{m.columns} + 1), row = 4 * std::size_t{m.columns};
  m.face_x.assign(pitch * g.nz, 0);
  m.face_z.assign(row * (g.nz + 1), 0);
  auto between = [&](std::size_t a, std::size_t b) {
    const double sum = square[a] + square[b];
    return sum > 0 ? static_cast<float>(2 * square[a] * square[b] / sum) : 0.0f;
  };
  auto border = [&](WaveEdge edge, std::size_t own, std::size_t other) {
    if (edge == WaveEdge::wall) return 0.0f;
    return edge == WaveEdge::periodic ? between(own, other) : static_cast<float>(square[own]);
  };
  for (std::size_t j = 0; j < g.nz; ++j) {
    float* faces = &m.face_x[pitch * j];
    faces[3] = border(s.edges.west, g.at(0, j), g.at(g.nx - 1, j));
    for (std::size_t i = 0; i + 1 < g.nx; ++i) faces[4 + i] = between(g.at(i, j), g.at(i + 1, j));
    faces[4 + g.nx - 1] = border(s.edges.east, g.at(g.nx - 1, j), g.at(0, j));
  }
  for (std::size_t i = 0; i < g.nx; ++i) {
    m.face_z[i] = border(s.edges.north, g.at(i, 0), g.at(i, g.nz - 1));
    for (std::size_t j = 0; j + 1 < g.nz; ++j) m.face_z[row * (j + 1) + i] = between(g.at(i, j), g.at(i, j + 1));
    m.face_z[row * g.nz + i] = border(s.edges.south, g.at(i, g.nz - 1), g.at(i, 0));
  }
}

}  // namespace

WaveMedium make_wave_medium(const WaveSettings& s, const SceneContext& context) {
  const std::size_t nx = s.cells.x, nz = s.cells.y, count = nx * nz;
  const bool by_depth = s.speed_from == WaveSettings::Speed::depth;
  const bool by_terrain = s.islands_from == WaveSettings::Islands::terrain;
  const bool by_image = !by_terrain && !s.islands.empty();
  WaveMedium m;
  m.columns = groups_of(s.cells.x, 4);
  const std::vector<bool> solid = solid_cells(s, context);
  m.varied = by_depth || by_terrain || by_image || !s.damping_map.empty() || !solid.empty();
  m.fastest = s.speed;
  if (!m.varied) return m;

  auto sampled = [&](const grid::GridFile& file, std::size_t at) {
    return file.nearest((static_cast<double>(at % nx) + 0.5) / static_cast<double>(nx),
                        (static_cast<double>(at / nx) + 0.5) / static_cast<double>(nz));
  };
  std::vector<double> depth;
  if (by_depth || by_terrain) depth = rest_depths(s, context, context.setting(by_depth ? "speed" : "islands"));
  m.island.assign(count, 0);
  if (by_image) {
    const grid::GridFile mask = grid::read_grid(s.islands, context.setting("islands"));
    for (std::size_t i = 0; i < count; ++i) {
      const float land = sampled(mask, i);
      if (!(land >= 0 && land <= 1))
        throw Error(Exit::bad_input, context.setting("islands"), fmt::format("{}: holds {}", s.islands.string(), land),
                    "0 is water, 1 is land");
      m.island[i] = land > 0.5f;
    }
  }
  for (std::size_t i = 0; i < depth.size(); ++i) {
    if (!solid.empty() && solid[i]) depth[i] = std::min(depth[i], 0.0);
    m.island[i] |= depth[i] <= 0;
  }
  for (std::size_t i = 0; i < solid.size(); ++i) m.island[i] |= solid[i];
  if (std::count(m.island.begin(), m.island.end(), 0) == 0)
    throw Error(Exit::bad_input, context.setting("islands"), "leaves no water: every cell is land",
                "raise origin.y, or change the mask or the solid meshes");

  std::vector<double> square(count);
  const double gravity = s.gravity > 0 ? s.gravity : context.gravity;
  double fastest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    square[i] = m.island[i] ? 0 : by_depth ? gravity * depth[i] : s.speed * s.speed;
    fastest = std::max(fastest, square[i]);
  }
  m.fastest = std::sqrt(fastest);
  fill_faces(s, square, m);

  const std::size_t row = 4 * std::size_t{m.columns};
  m.drag.assign(row * nz, 0);
  grid::GridFile map;
  if (!s.damping_map.empty()) map = grid::read_grid(s.damping_map, context.setting("damping_map"));
  for (std::size_t i = 0; i < count; ++i) {
    double rate = s.damping;
    if (!map.value.empty()) {
      const double added = sampled(map, i) * (map.image ? s.damping_map_max : 1.0);
      if (added < 0)
        throw Error(Exit::bad_input, context.setting("damping_map"),
                    fmt::format("{}: holds {} 1/s", s.damping_map.string(), added), "rates are not negative");
      rate += added;
    }
    m.drag[row * (i / nx) + i % nx] = m.island[i] ? land : static_cast<float>(rate);
  }
  if (!depth.empty()) {
    m.rest_depth.assign(row * nz, 0);
    m.bed.assign(row * nz, 0);
    for (std::size_t i = 0; i < count; ++i) {
      m.rest_depth[row * (i / nx) + i % nx] = static_cast<float>(depth[i]);
      m.bed[row * (i / nx) + i % nx] = static_cast<float>(s.origin.y - depth[i]);
    }
  }
  return m;
}

namespace {

// One shape of the list, ready to be evaluated at u, v in [0, 1] across the grid.
class InitialShape {
 public:
  InitialShape(const WaveSettings& s, const WaveShape& shape, const std::string& where) : shape_(shape), size_(s.size) {
    sine_x_ = s.edges.west == WaveEdge::fixed && s.edges.east == WaveEdge::fixed;
    sine_z_ = s.edges.north == WaveEdge::fixed && s.edges.south == WaveEdge::fixed;
    cos_ = std::cos(shape.angle * pi / 180);
    sin_ = std::sin(shape.angle * pi / 180);
    if (shape.kind != WaveShape::Kind::npy) return;
    file_ = grid::read_grid(shape.file, where);
    if (file_.nx != s.cells.x || file_.nz != s.cells.y)
      throw Error(Exit::bad_input, where,
                  fmt::format("{} has {} rows of {}", shape.file.filename().string(), file_.nz, file_.nx),
                  fmt::format("{} rows of {}, as cells says", s.cells.y, s.cells.x));
  }

  double at(double u, double v) const {
    const double x = (u - 0.5) * size_.x - shape_.center.x, z = (v - 0.5) * size_.y - shape_.center.y;
    const double round = (x * x + z * z) / (shape_.radius * shape_.radius), across = x * cos_ + z * sin_;
    auto mode = [](double t, std::uint32_t n, bool sine) { return sine ? std::sin(n * pi * t) : std::cos(n * pi * t); };
    switch (shape_.kind) {
      case WaveShape::Kind::gaussian:
        return shape_.height * std::exp(-round);
      case WaveShape::Kind::dent:
        return -shape_.depth * std::max(0.0, 1 - round);
      case WaveShape::Kind::cosine:
        return shape_.height * mode(u, shape_.mode.x, sine_x_) * mode(v, shape_.mode.y, sine_z_);
      case WaveShape::Kind::plane:
        return shape_.height * std::cos(2 * pi * across / shape_.wavelength);
      case WaveShape::Kind::ridge:
        return shape_.height * std::exp(-across * across / (shape_.radius * shape_.radius));
      case WaveShape::Kind::npy:
        return file_.nearest(u, v);
    }
    return 0;
  }

 private:
  static constexpr double pi = std::numbers::pi;
  const WaveShape& shape_;
  glm::dvec2 size_;
  bool sine_x_ = false, sine_z_ = false;
  double cos_ = 1, sin_ = 0;
  grid::GridFile file_;
};

}  // namespace

// Dispersion is that of one depth everywhere, without land.
static void check_dispersion(const WaveSettings& s, const SceneContext& context) {
  if (s.dispersion == WaveSettings::Dispersion::none) return;
  const auto reject = [&](const char* key, const char* problem, const char* allowed) {
    throw Error(Exit::bad_input, context.setting(key), problem, allowed);
  };
  if (s.speed_from == WaveSettings::Speed::depth)
    reject("speed", "dispersion has a depth of its own", "\"depth\" in meters");
  if (!s.islands.empty() || s.islands_from == WaveSettings::Islands::terrain)
    reject("islands", "waves with dispersion do not support land", "no islands, or dispersion \"none\"");
  if (!s.damping_map.empty()) reject("damping_map", "waves with dispersion are damped alike everywhere", "\"damping\"");
  for (const grid::Gauge& gauge : s.gauges)
    if (gauge.measures != grid::Gauge::Measures::level)
      reject("gauges", "waves with dispersion have level gauges only", "\"level\"");
  if (!(s.gravity > 0) && !(context.gravity > 0))
    reject("gravity", "waves with dispersion have no speed without gravity", "a gravity over 0, here or of the scene");
}

// Waves on a sea lie at its level, are the only ones on it, and have nothing that a sea has not.
void check_sea(const WaveSettings& s, const SceneContext& context) {
  if (s.on.empty() || !context.scene) return;
  const auto fail = [&](const char* key, const std::string& what, const std::string& allowed) {
    throw Error(Exit::bad_input, context.setting(key), what, allowed);
  };
  const WaterEntry* sea = nullptr;
  for (const WaterEntry& water : context.scene->water) {
    if (water.name == s.on && water.solver == "sea") sea = &water;
    if (water.settings->sea() == s.on && water.name < context.name)
      fail("on", fmt::format("\"{}\" carries the waves of \"{}\" already", s.on, water.name), "one water on a sea");
  }
  if (!sea) fail("on", fmt::format("no sea is called \"{}\"", s.on), "the name of a water whose solver is \"sea\"");
  const double level = sea->settings->place()->origin.y;
  if (level != s.origin.y)
    fail("origin", fmt::format("the rest level of these waves is {} m, but that of the sea is {} m", s.origin.y, level),
         "the same level as that of the sea");
  for (const WaveEdge e : {s.edges.west, s.edges.east, s.edges.north, s.edges.south})
    if (e == WaveEdge::wall || e == WaveEdge::periodic)
      fail("edges", "waves on a sea must be able to leave its grid", "\"absorb\" or \"fixed\" on all sides");
  if (s.sides > 0) fail("sides", "waves on a sea cannot have closed sides", "0");
}

void check_wave(const WaveSettings& s, const SceneContext& context) {
  check_dispersion(s, context);
  check_sea(s, context);
  const glm::bvec2 periodic(s.edges.west == WaveEdge::periodic, s.edges.north == WaveEdge::periodic);
  for (std::size_t k = 0; k < s.initial.size(); ++k)
    if (s.initial[k].kind == WaveShape::Kind::dent)
      grid::check_reaches(s.initial[k].center, glm::dvec2(s.initial[k].radius), s.size, periodic,
                          context.setting(fmt::format("initial/{}/center", k)));
  for (std::size_t k = 0; k < s.makers.size(); ++k)
    grid::check_reaches(s.makers[k].center, glm::dvec2(s.makers[k].radius + 0.5 * s.makers[k].length), s.size, periodic,
                        context.setting(fmt::format("makers/{}/center", k)));
  if (s.speed_from == WaveSettings::Speed::depth && !(s.gravity > 0) && !(context.gravity > 0))
    throw Error(Exit::bad_input, context.setting("gravity"), "waves over a depth have no speed without gravity",
                "a gravity over 0, here or of the scene, or a number for \"speed\"");
}

std::vector<float> wave_initial(const WaveSettings& s, const WaveMedium& m, const SceneContext& context) {
  if (s.initial.empty()) return {};
  std::vector<InitialShape> shapes;
  for (std::size_t k = 0; k < s.initial.size(); ++k)
    shapes.emplace_back(s, s.initial[k], context.setting(fmt::format("initial/{}", k)));
  const std::size_t nx = s.cells.x, nz = s.cells.y, row = 4 * std::size_t{m.columns};
  std::vector<float> out(row * nz, 0);
  for (std::size_t j = 0; j < nz; ++j) {
    for (std::size_t i = 0; i < nx; ++i) {
      if (!m.island.empty() && m.island[j * nx + i]) continue;
      double h = 0;
      for (const InitialShape& shape : shapes)
        h += shape.at((static_cast<double>(i) + 0.5) / static_cast<double>(nx),
                      (static_cast<double>(j) + 0.5) / static_cast<double>(nz));
      out[row * j + i] = static_cast<float>(h);
    }
  }
  return out;
}

int wave_sub_steps(const WaveSettings& s, double fastest, double dt, const std::string& where) {
  const glm::dvec2 cell = s.cell();
  auto active = [](std::uint32_t n, WaveEdge a, WaveEdge b) {
    return n > 1 || a == WaveEdge::fixed || b == WaveEdge::fixed;
  };
  double squares = 0;
  if (active(s.cells.x, s.edges.west, s.edges.east)) squares += 1 / (cell.x * cell.x);
  if (active(s.cells.y, s.edges.north, s.edges.south)) squares += 1 / (cell.y * cell.y);
  const double courant = fastest * dt * std::sqrt(squares), steps = std::ceil(courant / 0.9995);
  if (!(steps <= 1000))
    throw Error(Exit::bad_input, where,
                fmt::format("waves of {:g} m/s cross {:g} cells in a step of {:g} s: {:g} sub-steps, at most 1000",
                            fastest, courant, dt, steps),
                "a shorter clock.step, larger cells or slower waves");
  return std::max(1, static_cast<int>(steps));
}

bool wave_keeps_volume(const WaveSettings& s) {
  const auto keeps = [](WaveEdge e) { return e == WaveEdge::wall || e == WaveEdge::periodic; };
  return s.damping_map.empty() && keeps(s.edges.west) && keeps(s.edges.east) && keeps(s.edges.north) &&
         keeps(s.edges.south);
}

glm::ivec4 wave_keepers(const WaveMedium& medium, glm::uvec2 cells) {
  const auto nx = static_cast<std::int32_t>(cells.x), nz = static_cast<std::int32_t>(cells.y);
  if (medium.island.empty()) return {0, nx - 1, nx * (nz - 1), nx * nz - 1};
  glm::ivec4 keepers{0};
  while (medium.island[static_cast<std::size_t>(keepers.x)]) keepers += 1;
  return keepers;
}

}  // namespace undine::wave
