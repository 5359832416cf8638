#include "passes/sph/sph_settings.h"

#include <cmath>
#include <numbers>

namespace undine::sph {

namespace {

constexpr double far = 1e4;

void corners(settings::Visitor& v, glm::dvec3& min, glm::dvec3& max) {
  v.value("min", min, {.help = "lower corner", .unit = "m", .min = -far, .max = far, .required = true});
  v.value("max", max, {.help = "upper corner", .unit = "m", .min = -far, .max = far, .required = true});
  if (!(max.x > min.x && max.y > min.y && max.z > min.z))
    v.reject("max", "is not over min", "more than min along x, y and z");
}

}  // namespace

void SphBox::describe(settings::Visitor& v) { corners(v, min, max); }
void SphDomain::describe(settings::Visitor& v) { corners(v, min, max); }

void SphSphere::describe(settings::Visitor& v) {
  v.value("center", center, {.help = "center", .unit = "m", .min = -far, .max = far, .required = true});
  v.value("radius", radius, {.help = "radius", .unit = "m", .min = 0, .max = far, .above_min = true, .required = true});
}

void SphEmitter::describe(settings::Visitor& v) {
  v.value("position", position,
          {.help = "center of the opening, from whose plane water flows",
           .unit = "m",
           .min = -far,
           .max = far,
           .required = true});
  v.value("direction", direction, {.help = "direction of the jet, of any length", .min = -far, .max = far});
  v.value("radius", radius, {.help = "radius of a round opening", .unit = "m", .min = 0, .max = far});
  v.value("size", size,
          {.help = "width (horizontal) and height of a rectangular opening", .unit = "m", .min = 0, .max = far});
  v.value("speed", speed,
          {.help = "speed of the jet", .unit = "m/s", .min = 0, .max = 1000, .above_min = true, .live = true});
  v.value_or_series("rate", rate, series,
                    {.help = "discharge, which determines the speed; 0: by speed; or a hydrograph [[seconds, rate], "
                             "...] with linear interpolation, constant before and after",
                     .unit = "m³/s",
                     .min = 0,
                     .max = 1e6,
                     .live = true});
  if (!series.empty() && settings::series_most(series) == 0) v.reject("rate", "is 0 at all times", "a rate over 0");
  v.value("begin", begin, {.help = "start time", .unit = "s", .min = 0, .max = 1e6, .live = true});
  v.value("end", end, {.help = "end time", .unit = "s", .min = 0, .max = 1e6, .live = true});
  if (!(glm::length(direction) > 0)) v.reject("direction", "has no length", "any other vector");
  const bool round = radius > 0, flat = size.x > 0 && size.y > 0;
  if (round == flat)
    v.reject("radius", round ? "radius and size are both given" : "neither radius nor size is given", "one of them");
}

double SphEmitter::come(double time) const {
  if (series.empty()) return (time - begin) * outflow();
  if (time < begin)
    return (time - begin) * std::max(settings::series_at(series, begin), 1e-3 * settings::series_most(series)) / area();
  return settings::series_integral(series, begin, time) / area();
}

double SphEmitter::area() const { return radius > 0 ? std::numbers::pi * radius * radius : size.x * size.y; }

void SphFluid::describe(settings::Visitor& v) {
  v.optional("box", box, {.help = "a box of water"});
  v.optional("sphere", sphere, {.help = "a ball of water"});
  v.optional("emitter", emitter, {.help = "emitter"});
  v.value("velocity", velocity, {.help = "initial velocity", .unit = "m/s", .min = -1000, .max = 1000});
  v.value("settled", settled,
          {.help = "the box starts in hydrostatic equilibrium (compressible model), so that it does not oscillate when "
                   "released"});
  if (settled && !box) v.reject("settled", "is not a box", "false for a sphere or an emitter");
  const int given = box.has_value() + sphere.has_value() + emitter.has_value();
  if (given != 1)
    v.reject("box",
             given > 1 ? "more than one of box, sphere and emitter is given" : "no box, sphere or emitter is given",
             "one of them");
}

void SphObstacle::describe(settings::Visitor& v) {
  v.choice("field", field, {"distance", "height"},
           {.help = "representation of \"scene\": signed distances of closed meshes, with overhangs; or heights seen "
                    "from above"});
  v.value("cell", cell,
          {.help = "cell of the distance field in spacings; walls thinner than two cells leak",
           .min = 0.1,
           .max = 8,
           .log_scale = true});
}

void SphGauge::describe(settings::Visitor& v) { grid::describe_gauge(v, name, measures, position, to); }

double SphFluid::volume() const {
  if (emitter) return 0;
  if (!box) return 4.0 / 3 * std::numbers::pi * std::pow(sphere->radius, 3);
  const glm::dvec3 d = box->max - box->min;
  return d.x * d.y * d.z;
}

bool SphFluid::contains(const glm::dvec3& x) const {
  if (emitter) return false;
  if (!box) return glm::distance(x, sphere->center) <= sphere->radius;
  return glm::all(glm::greaterThanEqual(x, box->min)) && glm::all(glm::lessThanEqual(x, box->max));
}

void SphSink::describe(settings::Visitor& v) {
  v.object("box", box, {.help = "particles in this box are removed", .required = true});
}

void SphSurface::describe(settings::Visitor& v) {
  v.value("cell", cell, {.help = "cell of the surface grid in spacings", .min = 0.3, .max = 2});
  v.value("iso", iso, {.help = "density share of the surface; less is thicker", .min = 0.05, .max = 0.95});
  v.value("smooth", smooth,
          {.help = "smoothing: shift of kernels towards the center of their neighbors; 0: every particle shows",
           .min = 0,
           .max = 1});
  v.choice("kernels", round, {"anisotropic", "density"},
           {.help = "anisotropic: kernels stretched along the neighbors' distribution, so that sheets are thin; "
                    "density: isotropic, without smoothing"});
}

void SphSettings::describe(settings::Visitor& v) {
  v.value("particles", particles,
          {.help = "approximate number of initial particles; 0: by spacing", .min = 0, .max = 1e8});
  v.value("capacity", capacity,
          {.help = "capacity, at which emitters stop; 0: initial particles plus at most ten seconds of the emitters",
           .min = 0,
           .max = 1 << 24});
  v.value("spacing", spacing,
          {.help = "distance of particles at rest; a particle's volume is its cube",
           .unit = "m",
           .min = 1e-5,
           .max = 100,
           .log_scale = true});
  v.list("fluid", fluid,
         {.help = "initial shapes and emitters; where shapes overlap, the first one applies. Default: one box, or none "
                  "if a coupling supplies water. []: none"});
  v.list("sinks", sinks, {.help = "sinks: boxes in which particles are removed"});
  v.object("domain", domain, {.help = "domain: a box with solid walls"});
  v.choice("model", model, {"compressible", "incompressible"},
           {.help = "compressible: equation of state with many short sub-steps; incompressible: pressure solve "
                    "that keeps the density, with sub-steps about ten times as long"});
  v.value(
      "tolerance", tolerance,
      {.help =
           "incompressible: mean relative density error at which the density solve ends; the divergence solve ends at "
           "a mean acceleration error of 100 times this value times gravity",
       .min = 1e-6,
       .max = 0.1,
       .log_scale = true,
       .live = true});
  v.value("iterations", iterations,
          {.help = "incompressible: maximum number of iterations per divergence solve; a third of it per density solve",
           .min = 1,
           .max = 1000,
           .live = true});
  v.value("blocks", blocks,
          {.help = "number of node blocks per clock step. A sub-step needs one block, or more if its pressure solve "
                   "iterates longer. Time that the blocks do not cover is left to the next clock step. 0: as many as "
                   "sub-steps at twice the speed of free fall, and twice as many if incompressible",
           .min = 0,
           .max = 1000});
  v.value("block_iterations", block_iterations,
          {.help = "incompressible: number of solver iterations in a node block; 0: 20", .min = 0, .max = 1000});
  v.choice("kernels", kernels, {"cubic", "mueller"},
           {.help = "cubic: the cubic spline for densities and forces, which then have a potential; mueller: poly6 for "
                    "densities, spiky for pressures"});
  v.value("support", support, {.help = "support radius of the smoothing kernel, in spacings", .min = 1.5, .max = 3});
  v.value("compressibility", compressibility,
          {.help = "largest relative compression at the highest speed; determines the speed of sound",
           .min = 1e-4,
           .max = 0.2,
           .log_scale = true,
           .live = true});
  v.value("stiffness", stiffness,
          {.help = "k of p = k (density - rest density), the speed of sound squared; 0: by compressibility",
           .unit = "m²/s²",
           .min = 0,
           .max = 1e8,
           .live = true});
  v.value("viscosity", viscosity, {.help = "kinematic viscosity", .unit = "m²/s", .min = 0, .max = 100, .live = true});
  v.value("damping", damping,
          {.help = "artificial viscosity (Monaghan's alpha) between particles that approach each other; the "
                   "incompressible model uses half of it, between all particles",
           .min = 0,
           .max = 2,
           .live = true});
  v.value(
      "surface_tension", surface_tension,
      {.help = "surface tension; oscillation periods of drops are accurate to 15 % for radii of at least six spacings",
       .unit = "N/m",
       .min = 0,
       .max = 10,
       .live = true});
  v.value("xsph", xsph,
          {.help = "XSPH: rate at which velocities approach the neighbors' mean",
           .unit = "1/s",
           .min = 0,
           .max = 1000,
           .live = true});
  v.value("density", density,
          {.help = "rest density", .unit = "kg/m³", .min = 0, .max = 1e5, .above_min = true, .live = true});
  v.value("restitution", restitution,
          {.help = "response of walls and ground: 1 stops incoming particles, 2 reflects them",
           .min = 1,
           .max = 2,
           .live = true});
  v.value("cfl", cfl,
          {.help = "CFL number with respect to half the support radius", .min = 0.01, .max = 1, .live = true});
  v.value("gravity", gravity,
          {.help = "gravity of this water; 0: the scene's value", .unit = "m/s²", .min = 0, .max = 1000, .live = true});
  v.choice("collide", collide, {"domain", "terrain", "scene"},
           {.help = "obstacles in addition to the walls of the domain. domain: none; terrain: the terrain; scene: "
                    "solid meshes and terrain"});
  v.object("obstacle", obstacle, {.help = "representation of obstacles"});
  v.list("gauges", gauges, {.help = "gauges, written to --stats at every step"});
  std::vector<grid::Gauge> listed;
  for (const SphGauge& gauge : gauges) listed.push_back({gauge.name, gauge.measures, gauge.position, gauge.to});
  if (collide == SphCollide::scene)
    grid::check_gauge(v, listed, {"depth", "velocity", "discharge", "pressure", "height"});
  else
    grid::check_gauge(v, listed, {"level", "depth", "velocity", "discharge", "pressure", "height"});
  v.object("surface", surface, {.help = "surface reconstruction", .live = true});
  v.object("pointer", pointer, {.help = "effect of the pointer on this water", .live = true});
}

}  // namespace undine::sph
