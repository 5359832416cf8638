#include "passes/sph/sph_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include "engine/core/error.h"
#include "engine/scene/scene.h"
#include "passes/grid/heightmap.h"
#include "passes/grid/terrain_cover.h"
#include "passes/solids/near.h"
#include "passes/solids/solid_columns.h"
#include "passes/solids/sph_boundary.h"
#include "passes/sph/sph_fill.h"

namespace undine::sph {
namespace {

constexpr double most_samples = 64e6;  // of a field of distances: 512 MiB
constexpr double most_along = 2048;    // samples along an axis: what 3D images hold everywhere is less, but rarely
constexpr double skin = 0.4;           // in spacings
constexpr double most_pixels = 4096;   // of a height map along a side

[[noreturn]] void too_fine(const SceneContext& context, double x, double y, double z) {
  throw Error(
      Exit::bad_input, context.setting("obstacle/cell"),
      fmt::format("makes a field of {:.0f} x {:.0f} x {:.0f} samples", x, y, z),
      fmt::format("at most {:.0f} along an axis and {:.3g} in all: make it or \"spacing\" larger, or the domain "
                  "smaller",
                  most_along, most_samples));
}

}  // namespace

void SphWorld::set_mass(const SphSettings& s, double spacing) {
  params_.mass = static_cast<float>(s.density * spacing * spacing * spacing);
  bodies_.set_water(s.density, spacing);
}

SphWorld::SphWorld(const SphSettings& s, const SceneContext& context, double gravity)
    : bodies_(context, gravity, sph_spacing(s)) {
  const double spacing = sph_spacing(s), support = s.support * spacing, cell = s.obstacle.cell * spacing;
  const glm::dvec3 low = s.domain.min, high = s.domain.max;
  floor_ = low.y;
  params_.far = static_cast<float>(support);
  set_mass(s, spacing);
  params_.bodies = bodies_.count();
  params_.floating = bodies_.floating();
  // The first layer lies half a spacing off.
  const SphLattice lattice = sph_lattice(s.kernels, s.support);
  const auto half = static_cast<float>(0.5 / s.support), beside = static_cast<float>(lattice.beside);
  params_.share = beside / solids::sph_layer(half);
  const auto steepness = [&](float s) {
    return beside * s * solids::sph_layer_slope(s * half) / solids::sph_layer(s * half);
  };
  // Mirrored particles come and go with their own: twice the slope of the layers that are missing.
  const auto wanted = static_cast<float>(2 * lattice.beside_slope * s.support);
  float wide = 0.2f, narrow = 1.5f;
  for (int k = 0; k < 40; ++k) {
    const float middle = 0.5f * (wide + narrow);
    (steepness(middle) > wanted ? narrow : wide) = middle;
  }
  params_.solid_share = beside / solids::sph_layer(wide * half);
  params_.solid_support = static_cast<float>(support) / wide;
  params_.skin = static_cast<float>(skin * spacing);
  if (context.terrain && context.terrain->nx > 1 && context.terrain->nz > 1) terrain_ = context.terrain;
  const glm::dvec3 within = low + 1e-3 * spacing, to_within = high - 1e-3 * spacing;
  SphCollide collide = s.collide;
  // Solid meshes are met whatever the setting says.
  if (collide == SphCollide::scene || solids::has_solids(context.scene)) {
    if (context.scene)
      solids_ = solids::scene_solids(*context.scene, within, to_within, 0.1 * cell, collide != SphCollide::scene);
    if (collide == SphCollide::scene && solids_.empty() && !terrain_ && !bodies_.moves())
      throw Error(Exit::bad_input, context.setting("collide"), "nothing of the scene reaches into the domain",
                  "put a mesh or a terrain there, or \"domain\"");
    // Solids that only touch the domain's walls from outside, as a vessel around it does, add nothing to them.
    std::erase_if(solids_, [&](const solids::Solid& solid) { return !solids::reaches_into(solid, within, to_within); });
    if (!solids_.empty())
      collide = SphCollide::scene;
    else if (collide == SphCollide::scene && !terrain_)
      collide = SphCollide::none;
  }
  const bool height = s.obstacle.field == SphObstacle::Field::height;
  if (s.collide == SphCollide::terrain && !terrain_)
    throw Error(Exit::bad_input, context.setting("collide"), "the scene has no terrain",
                "give it one, or \"scene\" or \"domain\"");
  if (s.collide == SphCollide::terrain) {
    const glm::dvec2 size(high.x - low.x, high.z - low.z);
    grid::check_covered(context, "domain", {0.5 * (low + high), size},
                        glm::uvec2(glm::clamp(glm::ceil(size / spacing), 1.0, 16384.0)));
  }
  if (s.collide == SphCollide::none) terrain_.reset();
  if (collide == SphCollide::scene) {
    for (const solids::Solid& solid : solids_) {
      if (!height)
        solids::require_closed(solid, "a closed mesh (a box for a plane), or \"obstacle\": {\"field\": \"height\"}");
    }
  }
  for (const solids::Solid& solid : solids_) {
    const glm::dvec3 size = solid.high - solid.low;
    const double thin = std::min({size.x, size.y, size.z});
    if (!height && thin < cell)
      throw Error(Exit::bad_input, solid.where,
                  fmt::format("is {:.4g} m thick, less than a cell of {:.4g} m of the field of distances", thin, cell),
                  fmt::format("make it thicker, or \"obstacle\": {{\"cell\": {:.3g}}}", 0.5 * thin / spacing));
  }
  if (collide == SphCollide::none) {
    terrain_.reset();
  } else if (collide == SphCollide::terrain) {
    grounded_ = true;
    for (float h : terrain_->height) heights_.push_back(h + static_cast<float>(terrain_->origin.y));
    ground_size_ = terrain_->size;
    ground_origin_ = terrain_->origin;
  } else if (height) {
    grounded_ = viewed_ = true;
    const glm::dvec2 size(high.x - low.x, high.z - low.z);
    const glm::dvec2 samples = glm::ceil(size / cell) + 1.0;
    if (std::max(samples.x, samples.y) > most_pixels)
      throw Error(Exit::bad_input, context.setting("obstacle/cell"),
                  fmt::format("makes a height map of {:.0f} x {:.0f} samples", samples.x, samples.y),
                  fmt::format("at most {:.0f} along a side: make it larger, or the domain smaller", most_pixels));
    // A little inside, so that samples on the border meet what ends there.
    const double inset = 1e-3 * cell;
    solids::HeightViewParams view{};
    view.low = glm::vec3(low.x + inset, low.y - support, low.z + inset);
    view.size = glm::vec3(size.x - 2 * inset, high.y - low.y + support, size.y - 2 * inset);
    view.samples = glm::uvec2(samples);
    view_ = solids::HeightView(context.name, view, solids_, terrain_ ? &*terrain_ : nullptr);
    ground_size_ = size;
    ground_origin_ = {0.5 * (low.x + high.x), 0, 0.5 * (low.z + high.z)};
  } else {
    solid_ = true;
    glm::dvec3 from = low, to = high;
    if (!terrain_) {
      from = glm::dvec3(1e30);
      to = glm::dvec3(-1e30);
      for (const solids::Solid& solid : solids_) {
        from = glm::min(from, solid.low);
        to = glm::max(to, solid.high);
      }
      const double margin = support + 2 * cell;
      from = glm::clamp(from - margin, low, high);
      to = glm::clamp(to + margin, low, high);
    }
    const glm::dvec3 cells = glm::max(glm::ceil((to - from) / cell - 1e-6), 1.0), samples = cells + 1.0;
    if (std::max({samples.x, samples.y, samples.z}) > most_along || samples.x * samples.y * samples.z > most_samples)
      too_fine(context, samples.x, samples.y, samples.z);
    params_.grid = {glm::vec3(from), glm::vec3((to - from) / cells), glm::ivec3(samples)};
    field_ = solids::DistanceField(context.name, params_.grid, solids::distance_facets(solids_),
                                   terrain_ ? &*terrain_ : nullptr, static_cast<double>(params_.solid_support));
  }
}

void SphWorld::reserve(graph::State& state, const std::string& owner, std::uint32_t capacity, bool solves) {
  bodies_.reserve(state, owner, solves);
  if (bodies_.any()) corrections_ = state.buffer(owner + "/corrections", {.bytes = 32ull * capacity});
  if (active()) edges_ = state.buffer(owner + "/edges", {.bytes = 16ull * capacity});
  if (viewed_) {
    view_.reserve(state);
    ground_ = view_.image();
  } else if (grounded_) {
    const graph::Extent samples{terrain_->nx, terrain_->nz, 1};
    ground_ = state.image(owner + "/ground", {.extent = samples, .format = graph::Format::r32_float});
  }
  if (solid_) {
    field_.reserve(state);
    distances_ = field_.image();
  }
}

void SphWorld::start(graph::Graph& g) {
  bodies_.start(g);
  if (!heights_.empty()) g.upload("fill_ground", ground_, heights_);
  if (viewed_) view_.draw(g);
  if (solid_) field_.bake(g);
}

void SphWorld::place_ground(SphParams& p) const {
  p.ground_size = glm::vec2(ground_size_);
  p.ground_origin = glm::vec3(ground_origin_);
}

double SphWorld::floor_at(const glm::dvec3& x) const {
  return terrain_ ? std::max(floor_, grid::terrain_height(*terrain_, x.x, x.z)) : floor_;
}

std::vector<bool> SphWorld::inside(const std::vector<glm::vec4>& places, double beside, double spacing) const {
  std::vector<bool> out = bodies_.inside(places, beside, spacing);
  if (!grounded_ && !solid_) return out;
  // Particles of a lattice share their vertical lines.
  struct Column {
    std::vector<std::vector<double>> crossed;  // per solid
    double ground = -1e30;
  };
  std::map<std::pair<float, float>, Column> columns;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double x = static_cast<double>(places[i].x), y = static_cast<double>(places[i].y),
                 z = static_cast<double>(places[i].z);
    const auto [at, fresh] = columns.try_emplace({places[i].x, places[i].z});
    Column& column = at->second;
    if (fresh) {
      if (terrain_) column.ground = grid::terrain_height(*terrain_, x, z);
      for (const solids::Solid& s : solids_)
        if (x >= s.low.x && x <= s.high.x && z >= s.low.z && z <= s.high.z)
          column.crossed.push_back(solids::crossings(s, x, z));
    }
    out[i] = out[i] || y < column.ground;
    for (const std::vector<double>& c : column.crossed) {
      const auto over = c.end() - std::ranges::lower_bound(c, y);
      out[i] = out[i] || (solid_ ? over % 2 == 1 : over > 0);
    }
  }
  if (solid_ && beside > 0)
    for (const solids::Solid& s : solids_) solids::mark_near(s, places, beside, out);
  return out;
}

}  // namespace undine::sph
