#include "passes/fluid/fluid_initial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/core/error.h"
#include "engine/files/npy.h"
#include "engine/files/png.h"
#include "passes/grid/grid_file.h"
#include "passes/grid/random.h"
#include "passes/solids/pond_bed.h"
#include "passes/solids/solid_columns.h"

namespace undine::fluid {

namespace {

constexpr double pi = std::numbers::pi;

struct Builder {
  const FluidSettings& s;
  const SceneContext& context;
  FluidInitial out;
  std::size_t nx = s.cells.x, nz = s.cells.y;
  glm::dvec2 cell = s.cell();

  void moving() {
    if (!out.u.empty()) return;
    out.u.assign((nx + 1) * nz, 0);
    out.w.assign(nx * (nz + 1), 0);
  }
  void dyed() {
    if (out.dye.empty()) out.dye.assign(nx * nz, glm::vec4(0));
  }
  // Adds a velocity field, a function of position in meters from the corner of cell 0.
  template <class F>
  void add(F&& velocity) {
    moving();
    for (std::size_t j = 0; j <= nz; ++j)
      for (std::size_t i = 0; i <= nx; ++i) {
        const double x = static_cast<double>(i) * cell.x, z = static_cast<double>(j) * cell.y;
        if (j < nz) out.u[j * (nx + 1) + i] += static_cast<float>(velocity(x, z + 0.5 * cell.y).x);
        if (i < nx) out.w[j * nx + i] += static_cast<float>(velocity(x + 0.5 * cell.x, z).y);
      }
  }
  // Adds (d psi / dz, -d psi / dx): free of divergence on the grid too.
  template <class F>
  void add_stream(F&& psi) {
    moving();
    std::vector<double> node((nx + 1) * (nz + 1));
    for (std::size_t j = 0; j <= nz; ++j)
      for (std::size_t i = 0; i <= nx; ++i)
        node[j * (nx + 1) + i] = psi(static_cast<double>(i) * cell.x, static_cast<double>(j) * cell.y);
    for (std::size_t j = 0; j <= nz; ++j)
      for (std::size_t i = 0; i <= nx; ++i) {
        const std::size_t n = j * (nx + 1) + i;
        if (j < nz) out.u[n] += static_cast<float>((node[n + nx + 1] - node[n]) / cell.y);
        if (i < nx) out.w[j * nx + i] += static_cast<float>((node[n] - node[n + 1]) / cell.x);
      }
  }

  files::Array read(const std::filesystem::path& file, const std::string& where) const {
    files::Array array;
    try {
      array = files::read_npy(file);
    } catch (const Error& e) {
      throw Error(Exit::bad_input, where, fmt::format("{}: {}", file.filename().string(), e.problem()), e.remedy());
    }
    for (float v : array.values)
      if (!std::isfinite(v))
        throw Error(Exit::bad_input, where, fmt::format("{} holds {}", file.filename().string(), v), "finite numbers");
    return array;
  }
  [[noreturn]] void misfit(const std::filesystem::path& file, const files::Array& a, const std::string& where,
                           const std::string& last) const {
    std::string shape;
    for (std::uint32_t n : a.shape) shape += fmt::format("{}{}", shape.empty() ? "" : ", ", n);
    throw Error(Exit::bad_input, where, fmt::format("{} has shape ({})", file.filename().string(), shape),
                fmt::format("({}, {}, {})", nz, nx, last));
  }

  void velocity_file(const std::filesystem::path& file, const std::string& where) {
    const files::Array a = read(file, where);
    if (a.shape.size() != 3 || a.shape[0] != nz || a.shape[1] != nx || a.shape[2] != 2) misfit(file, a, where, "2");
    moving();
    // Faces by the cubic through four cells, at borders by what is there.
    auto at = [&](std::int64_t i, std::int64_t j, std::size_t axis) {
      auto index = [](std::int64_t k, std::size_t n, bool periodic) {
        const auto m = static_cast<std::int64_t>(n);
        return static_cast<std::size_t>(periodic ? (k % m + m) % m : std::clamp<std::int64_t>(k, 0, m - 1));
      };
      return static_cast<double>(
          a.values[2 * (index(j, nz, s.edges.north.periodic()) * nx + index(i, nx, s.edges.west.periodic())) + axis]);
    };
    for (std::size_t j = 0; j <= nz; ++j)
      for (std::size_t i = 0; i <= nx; ++i) {
        const auto x = static_cast<std::int64_t>(i), z = static_cast<std::int64_t>(j);
        if (j < nz)
          out.u[j * (nx + 1) + i] +=
              static_cast<float>((9 * (at(x - 1, z, 0) + at(x, z, 0)) - at(x - 2, z, 0) - at(x + 1, z, 0)) / 16);
        if (i < nx)
          out.w[j * nx + i] +=
              static_cast<float>((9 * (at(x, z - 1, 1) + at(x, z, 1)) - at(x, z - 2, 1) - at(x, z + 1, 1)) / 16);
      }
  }

  void dye_file(const std::filesystem::path& file, const std::string& where) {
    const files::Array a = read(file, where);
    const std::size_t channels = a.shape.size() == 2 ? 1 : a.shape.size() == 3 ? a.shape[2] : 0;
    if (channels < 1 || channels > s.dye.channels || a.shape[0] != nz || a.shape[1] != nx)
      misfit(file, a, where, fmt::format("1 to {}", s.dye.channels));
    dyed();
    for (std::size_t i = 0; i < nx * nz; ++i)
      for (std::size_t k = 0; k < channels; ++k) out.dye[i][static_cast<int>(k)] += a.values[i * channels + k];
  }

  void image(const std::filesystem::path& file, const std::string& where) {
    files::Bitmap16 picture;
    try {
      picture = files::read_png16(file, 3);
    } catch (const Error& e) {
      throw Error(Exit::bad_input, where, fmt::format("{}: {}", file.filename().string(), e.problem()), "a PNG");
    }
    dyed();
    for (std::size_t j = 0; j < nz; ++j)
      for (std::size_t i = 0; i < nx; ++i) {
        const std::size_t x = i * picture.size.x / nx, z = j * picture.size.y / nz;
        for (std::size_t k = 0; k < 3; ++k)
          out.dye[j * nx + i][static_cast<int>(k)] +=
              static_cast<float>(picture.values[3 * (z * picture.size.x + x) + k]) / 65535.0f;
      }
  }

  void noise(const FluidShape& shape, std::uint64_t stream) {
    constexpr int modes = 48;
    struct Mode {
      glm::dvec2 k;
      double amplitude, phase;
    };
    std::vector<Mode> m;
    double square = 0;
    for (std::uint64_t i = 0; i < modes; ++i) {
      const double turn = 2 * pi * grid::uniform_random(context.seed + stream, i, 31);
      const double length = shape.wavelength * std::pow(0.35, grid::uniform_random(context.seed + stream, i, 32));
      glm::dvec2 k = 2 * pi / length * glm::dvec2(std::cos(turn), std::sin(turn));
      // Whole waves along periodic axes.
      if (s.edges.west.periodic()) k.x = 2 * pi / s.size.x * std::round(k.x * s.size.x / (2 * pi));
      if (s.edges.north.periodic()) k.y = 2 * pi / s.size.y * std::round(k.y * s.size.y / (2 * pi));
      if (glm::length(k) == 0) continue;
      const double speed = std::sqrt(length / shape.wavelength);
      m.push_back({k, speed / glm::length(k), 2 * pi * grid::uniform_random(context.seed + stream, i, 33)});
      square += 0.5 * speed * speed;
    }
    const double scale = square > 0 ? shape.speed / (2 * std::sqrt(square)) : 0;
    add_stream([&](double x, double z) {
      double sum = 0;
      for (const Mode& q : m) sum += q.amplitude * std::cos(q.k.x * x + q.k.y * z + q.phase);
      return scale * sum;
    });
  }

  void add(const FluidShape& shape, std::size_t index) {
    const std::string where = context.setting(fmt::format("initial/{}", index));
    const glm::dvec2 at = 0.5 * s.size + shape.center;
    switch (shape.kind) {
      case FluidShape::Kind::npy:
        if (!shape.velocity.empty()) velocity_file(shape.velocity, where + "/velocity");
        if (!shape.dye.empty()) dye_file(shape.dye, where + "/dye");
        break;
      case FluidShape::Kind::taylor_green: {
        const glm::dvec2 k = 2 * pi * glm::dvec2(shape.mode) / s.size;
        add([&](double x, double z) {
          return shape.speed *
                 glm::dvec2(-std::cos(k.x * x) * std::sin(k.y * z), k.x / k.y * std::sin(k.x * x) * std::cos(k.y * z));
        });
        break;
      }
      case FluidShape::Kind::vortex:
        add_stream([&](double x, double z) {
          const double r = glm::length(glm::dvec2(x, z) - at) / shape.radius;
          return shape.speed * shape.radius * std::exp(0.5 * (1 - r * r));
        });
        break;
      case FluidShape::Kind::flow:
        add([&](double, double) { return shape.flow; });
        break;
      case FluidShape::Kind::noise:
        noise(shape, index);
        break;
      case FluidShape::Kind::dye:
        dyed();
        for (std::size_t i = 0; i < nx * nz; ++i) {
          const glm::dvec2 p = (glm::dvec2(i % nx, i / nx) + 0.5) * cell;
          const double r = glm::length(p - at) / shape.radius;
          out.dye[i] += glm::vec4(glm::vec3(shape.amount * std::clamp(2.0 - 2.0 * r, 0.0, 1.0)), 0);
        }
        break;
      case FluidShape::Kind::image:
        image(shape.file, where + "/file");
        break;
    }
  }

  // Half covered is the border: distances are exact in their ratio, which is all that cut faces ask for.
  void mask(const std::filesystem::path& image, const std::string& where) {
    const grid::GridFile file = grid::read_grid(image, where);
    auto cover = [&](std::int64_t i, std::int64_t j) {
      return static_cast<double>(
          file.value[static_cast<std::size_t>(std::clamp<std::int64_t>(j, 0, file.nz - 1)) * file.nx +
                     static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, file.nx - 1))]);
    };
    auto between = [&](double i, double j) {  // places in cells
      const double x = i / static_cast<double>(nx) * file.nx - 0.5, z = j / static_cast<double>(nz) * file.nz - 0.5;
      const auto x0 = static_cast<std::int64_t>(std::floor(x)), z0 = static_cast<std::int64_t>(std::floor(z));
      const double fx = x - std::floor(x), fz = z - std::floor(z);
      return (cover(x0, z0) * (1 - fx) + cover(x0 + 1, z0) * fx) * (1 - fz) +
             (cover(x0, z0 + 1) * (1 - fx) + cover(x0 + 1, z0 + 1) * fx) * fz;
    };
    for (std::size_t j = 0; j <= nz; ++j)
      for (std::size_t i = 0; i <= nx; ++i) covered(i, j, between(static_cast<double>(i), static_cast<double>(j)));
    // Pixels that touch at a corner are half covered there, at a point: under 0.45 they are joined by 0.44 of a pixel.
    constexpr double joined = 0.45, most = 12;
    const double per_cell = std::max(file.nx / static_cast<double>(nx), file.nz / static_cast<double>(nz));
    const auto n = static_cast<std::size_t>(std::clamp(std::ceil(3 * per_cell), 2.0, most));
    const auto fine = static_cast<double>(n);
    const auto mixed = [&](std::size_t i, std::size_t j) {  // by all pixels that samples of the cell lie between
      const auto first = [](std::size_t at, double per) {
        return static_cast<std::int64_t>(std::floor(static_cast<double>(at) * per - 0.5));
      };
      const double x = file.nx / static_cast<double>(nx), z = file.nz / static_cast<double>(nz);
      bool filled = false, free = false;
      for (std::int64_t b = first(j, z); b <= first(j + 1, z) + 1; ++b)
        for (std::int64_t a = first(i, x); a <= first(i + 1, x) + 1; ++a)
          (cover(a, b) >= joined ? filled : free) = true;
      return filled && free;
    };
    split(n, mixed, [&](std::size_t a, std::size_t b) {
      return between(static_cast<double>(a) / fine, static_cast<double>(b) / fine) >= joined;
    });
  }

  void blank() {
    if (!out.mask.empty()) return;
    out.mask.assign((nx + 1) * (nz + 1), 1e9f);
    out.split.assign(nx * nz, 0.0f);
  }
  // Flags cells whose free samples, (n + 1) x (n + 1) of each, are not connected along x and z. solid(a, b): of the
  // samples of all cells, n * nx + 1 a row. mixed(i, j): whether a cell may have both kinds.
  template <class Mixed, class F>
  void split(std::size_t n, Mixed&& mixed, F&& solid) {
    blank();
    std::vector<char> filled((n + 1) * (n + 1));
    for (std::size_t j = 0; j < nz; ++j)
      for (std::size_t i = 0; i < nx; ++i) {
        if (!mixed(i, j)) continue;
        for (std::size_t k = 0; k < filled.size(); ++k) filled[k] = solid(i * n + k % (n + 1), j * n + k / (n + 1));
        if (!connected(filled, n + 1)) out.split[j * nx + i] = 1;
      }
  }
  // Extent of samples in rows of n that are not filled. Fills what it has seen.
  static bool always(std::size_t, std::size_t) { return true; }
  static bool connected(std::vector<char>& filled, std::size_t n) {
    const auto first = std::ranges::find(filled, 0);
    if (first == filled.end()) return true;
    std::vector<std::size_t> open{static_cast<std::size_t>(first - filled.begin())};
    *first = 1;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      const auto see = [&](bool there, std::size_t next) {
        if (there && !std::exchange(filled[next], 1)) open.push_back(next);
      };
      see(at % n > 0, at - 1);
      see(at % n + 1 < n, at + 1);
      see(at >= n, at - n);
      see(at + n < filled.size(), at + n);
    }
    return std::ranges::find(filled, 0) == filled.end();
  }

  void covered(std::size_t i, std::size_t j, double share) {
    blank();
    float& node = out.mask[j * (nx + 1) + i];
    node = std::min(node, static_cast<float>((0.5 - share) * std::min(cell.x, cell.y)));
  }

  // Nine lines per cell through the solid meshes.
  void solid() {
    const glm::dvec2 corner = glm::dvec2(s.origin.x, s.origin.z) - 0.5 * s.size, apart = cell / 3.0;
    const glm::uvec2 lines = 3u * s.cells + 3u;
    const solids::SolidColumns solids(*context.scene, corner - apart, apart, lines);
    for (std::size_t j = 0; j <= nz; ++j)
      for (std::size_t i = 0; i <= nx; ++i) {
        double share = 0;
        for (std::size_t k = 0; k < 9; ++k)
          share += solids.inside((3 * j + k / 3) * lines.x + 3 * i + k % 3, s.origin.y) ? 1.0 / 9 : 0;
        covered(i, j, share);
      }
    split(3, always,
          [&](std::size_t a, std::size_t b) { return solids.inside((b + 1) * lines.x + a + 1, s.origin.y); });
  }

  // Nine lines per cell through what stands in the scene.
  void scene() {
    if (!context.scene)
      throw Error(Exit::bad_input, context.setting("obstacles"), "obstacles need a scene", "a scene file");
    constexpr double fine = 3, most = 3072;
    const double n = static_cast<double>(std::max(nx, nz));
    const solids::PondBed bed = solids::bed_under(*context.scene, {s.origin, s.size}, std::min(fine * n, most));
    const glm::dvec2 per_cell = glm::dvec2(bed.cells) / glm::dvec2(nx, nz);
    auto solid = [&](double x, double z) {
      const auto a = static_cast<std::size_t>(std::clamp(x, 0.0, bed.cells.x - 1.0));
      const auto b = static_cast<std::size_t>(std::clamp(z, 0.0, bed.cells.y - 1.0));
      return static_cast<double>(bed.height[b * bed.cells.x + a]) >= s.origin.y;
    };
    for (std::size_t j = 0; j <= nz; ++j)
      for (std::size_t i = 0; i <= nx; ++i) {
        double share = 0;
        for (int k = 0; k < 9; ++k) {
          const double x = static_cast<double>(i) + (k % 3 - 1) / 3.0, z = static_cast<double>(j) + (k / 3 - 1) / 3.0;
          share += solid(std::floor(x * per_cell.x), std::floor(z * per_cell.y)) ? 1.0 / 9 : 0;
        }
        covered(i, j, share);
      }
    split(3, always, [&](std::size_t a, std::size_t b) {
      return solid(std::floor(static_cast<double>(a) / 3 * per_cell.x),
                   std::floor(static_cast<double>(b) / 3 * per_cell.y));
    });
  }
};

}  // namespace

bool fluid_walled(const FluidSettings& s, const Scene& scene) {
  if (!solids::has_solids(&scene)) return false;
  const glm::dvec3 half(0.5 * s.size.x, 0, 0.5 * s.size.y);
  return !solids::scene_solids(scene, s.origin - half, s.origin + half, 0.02 * std::min(s.cell().x, s.cell().y), true)
              .empty();
}

FluidInitial make_fluid_initial(const FluidSettings& settings, const SceneContext& context) {
  Builder b{settings, context, {}};
  for (std::size_t i = 0; i < settings.initial.size(); ++i) b.add(settings.initial[i], i);
  if (settings.scene()) b.scene();
  if (context.scene && fluid_walled(settings, *context.scene)) b.solid();
  if (!settings.mask.empty()) b.mask(settings.mask, context.setting("obstacles"));
  for (std::size_t i = 0; i < settings.obstacles.size(); ++i)
    if (settings.obstacles[i].kind == FluidObstacle::Kind::mask)
      b.mask(settings.obstacles[i].file, context.setting(fmt::format("obstacles/{}/file", i)));
  return std::move(b.out);
}

FluidObstacles fluid_obstacles_at(const FluidSettings& settings, double time, int& count) {
  FluidObstacles out{};
  count = 0;
  for (const FluidObstacle& o : settings.obstacles) {
    if (!o.shaped() || count == fluid_most_obstacles) continue;
    const double omega = 2 * pi / o.period, angle = (o.angle + o.spin * time) * pi / 180;
    FluidObstacleState& state = out.v[count++];
    state.middle = glm::vec2(0.5 * settings.size + o.center + o.velocity * time + o.amplitude * std::sin(omega * time));
    state.velocity = glm::vec2(o.velocity + o.amplitude * omega * std::cos(omega * time));
    state.spin = static_cast<float>(o.spin * pi / 180);
    state.along = glm::vec2(std::cos(angle), std::sin(angle));
    state.kind = static_cast<int>(o.kind);
    state.half_size = o.kind == FluidObstacle::Kind::box
                          ? glm::vec2(0.5 * o.size)
                          : glm::vec2(o.radius, o.kind == FluidObstacle::Kind::capsule ? 0.5 * o.length : 0.0);
  }
  return out;
}

glm::dvec2 fluid_gust(std::uint64_t seed, std::size_t emitter, double time) {
  const double whole = std::floor(time), f = time - whole, share = f * f * (3 - 2 * f);
  auto at = [&](double knot) {
    const auto k = static_cast<std::uint64_t>(knot);
    const double a = grid::uniform_random(seed, k, 2 * emitter + 1001),
                 b = grid::uniform_random(seed, k, 2 * emitter + 1002);
    return std::sqrt(3.0) * (2.0 * glm::dvec2(a, b) - 1.0);
  };
  return glm::mix(at(whole), at(whole + 1), share);
}

int fluid_expel_passes(const FluidSettings& settings, double time, double dt) {
  int count = 0;
  const FluidObstacles obstacles = fluid_obstacles_at(settings, time, count);
  double fastest = 0;
  for (int i = 0; i < count; ++i) {
    const FluidObstacleState& o = obstacles.v[i];
    const float reach = glm::length(o.half_size) + o.half_size.x;
    fastest = std::max(fastest, static_cast<double>(glm::length(o.velocity) + std::abs(o.spin) * reach));
  }
  const double cells = fastest * dt / std::min(settings.cell().x, settings.cell().y);
  return static_cast<int>(std::min(std::ceil(cells) + 1, 8.0));
}

}  // namespace undine::fluid
