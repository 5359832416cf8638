#include "passes/sph_settings.h"

#include <cmath>
#include <numbers>

namespace undine {

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
  v.value("center", center, {.help = "middle", .unit = "m", .min = -far, .max = far, .required = true});
  v.value("radius", radius, {.help = "radius", .unit = "m", .min = 0, .max = far, .above_min = true, .required = true});
}

void SphFluid::describe(settings::Visitor& v) {
  v.optional("box", box, {.help = "a box of water"});
  v.optional("sphere", sphere, {.help = "a ball of water"});
  v.value("velocity", velocity, {.help = "how it moves at the beginning", .unit = "m/s", .min = -1000, .max = 1000});
  if (box.has_value() == sphere.has_value())
    v.reject("box", box ? "box and sphere are both given" : "neither box nor sphere is given", "one of them");
}

double SphFluid::volume() const {
  if (!box) return 4.0 / 3 * std::numbers::pi * std::pow(sphere->radius, 3);
  const glm::dvec3 d = box->max - box->min;
  return d.x * d.y * d.z;
}

bool SphFluid::contains(const glm::dvec3& x) const {
  if (!box) return glm::distance(x, sphere->center) <= sphere->radius;
  return glm::all(glm::greaterThanEqual(x, box->min)) && glm::all(glm::lessThanEqual(x, box->max));
}

void SphSettings::describe(settings::Visitor& v) {
  v.value("particles", particles,
          {.help = "about how many particles the fluid at the beginning gets; 0: by spacing", .min = 0, .max = 1e8});
  v.value("spacing", spacing,
          {.help = "distance of particles at rest; a particle is that cubed of water",
           .unit = "m",
           .min = 1e-5,
           .max = 100,
           .log_scale = true});
  v.list("fluid", fluid, {.help = "water at the beginning; where shapes overlap the first one holds"});
  v.object("domain", domain, {.help = "box whose walls no particle passes"});
  v.choice(
      "model", model, {"compressible", "incompressible"},
      {.help = "compressible: pressure by density, many short sub-steps; incompressible: pressures are solved for, in "
               "sub-steps about ten times as long"});
  v.value("tolerance", tolerance,
          {.help = "incompressible: mean relative error of the density at which a solve ends",
           .min = 1e-6,
           .max = 0.1,
           .log_scale = true});
  v.value("iterations", iterations, {.help = "incompressible: at most so many per solve", .min = 1, .max = 100});
  v.choice("kernels", kernels, {"cubic", "mueller"},
           {.help = "cubic: the cubic spline for densities and forces, which then have a potential; mueller: poly6 for "
                    "densities, spiky for pressures"});
  v.value("support", support, {.help = "reach of a particle, in spacings", .min = 1.5, .max = 3});
  v.value("compressibility", compressibility,
          {.help = "how much denser the water's highest speed may make it; sets the speed of sound",
           .min = 1e-4,
           .max = 0.2,
           .log_scale = true});
  v.value("stiffness", stiffness,
          {.help = "k of p = k (density - rest density), the speed of sound squared; 0: by compressibility",
           .unit = "m²/s²",
           .min = 0,
           .max = 1e8});
  v.value("viscosity", viscosity, {.help = "kinematic viscosity", .unit = "m²/s", .min = 0, .max = 100});
  v.value("damping", damping,
          {.help = "artificial viscosity between particles that approach each other, Monaghan's alpha",
           .min = 0,
           .max = 2});
  v.value(
      "surface_tension", surface_tension,
      {.help = "pull between neighbours that holds drops together; 0.07 is water", .unit = "N/m", .min = 0, .max = 10});
  v.value("density", density,
          {.help = "of the fluid at rest", .unit = "kg/m³", .min = 0, .max = 1e5, .above_min = true});
  v.value("restitution", restitution,
          {.help = "response of walls and ground: 1 stops what comes in, 2 throws it back", .min = 1, .max = 2});
  v.value("cfl", cfl, {.help = "part of half a support that sound and water go in a sub-step", .min = 0.01, .max = 1});
  v.value("gravity", gravity, {.help = "0: as the scene says", .unit = "m/s²", .min = 0, .max = 1000});
  v.choice("collide", collide, {"domain", "terrain"}, {.help = "what particles meet besides the walls of the domain"});
}

}  // namespace undine
