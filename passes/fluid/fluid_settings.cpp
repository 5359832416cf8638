#include "passes/fluid/fluid_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "passes/grid/edges.h"

namespace undine::fluid {

namespace {

const settings::Spec middle{
    .help = "position relative to the grid's center along x and z", .unit = "m", .min = -1e6, .max = 1e6};
const settings::Spec speeds{.help = "velocity along x and z", .unit = "m/s", .min = -1e4, .max = 1e4};

}  // namespace

void FluidEdges::move(double from, double to) {
  for (FluidEdge* e : {&west, &east, &north, &south})
    if (!e->series[0].empty())
      e->velocity = {settings::series_mean(e->series[0], from, to), settings::series_mean(e->series[1], from, to)};
}

void FluidEdges::describe(settings::Visitor& v) {
  const settings::Spec spec{
      .help =
          "boundary condition at this side: \"wall\" (no slip), {\"wall\": [u, w]} a wall that moves tangentially (a "
          "lid), \"slip\" a wall without friction, {\"inflow\": [u, w]}, \"outflow\", or \"periodic\". Instead of "
          "[u, w] also a series [[seconds, u, w], ...] with linear interpolation, constant before and after",
      .unit = "m/s",
      .min = -1e4,
      .max = 1e4,
      .live = true};
  auto side = [&](const char* name, FluidEdge& e, int axis) {
    v.choice_or_vectors(name, e.kind, {"wall", "slip", "outflow", "periodic"}, e.velocity, e.series, {"wall", "inflow"},
                        spec);
    double across = e.velocity[axis];
    for (const glm::dvec2& point : e.series[static_cast<std::size_t>(axis)])
      if (across == 0) across = point.y;
    if (e.kind == FluidEdge::Kind::lid && across != 0)
      v.reject(name, fmt::format("the wall has a normal velocity of {} m/s", across), axis == 0 ? "[0, w]" : "[u, 0]");
  };
  side("-x", west, 0);
  side("+x", east, 0);
  side("-z", north, 1);
  side("+z", south, 1);
}

void FluidShape::describe(settings::Visitor& v) {
  v.tag("shape", kind, {"npy", "taylor-green", "vortex", "flow", "noise", "dye", "image"},
        {.help = "initial velocity or dye; shapes of a list add up"});
  const settings::Spec fastest{.help = "largest velocity", .unit = "m/s", .min = -1e4, .max = 1e4};
  const settings::Spec wide{.help = "radius", .unit = "m", .min = 0, .max = 1e6, .above_min = true};
  switch (kind) {
    case Kind::npy:
      v.file("velocity", velocity, {.help = "float32 or float64 (nz, nx, 2), m/s along x and z at cell centers"});
      v.file("dye", dye, {.help = "float32 or float64 (nz, nx) or (nz, nx, channels)"});
      break;
    case Kind::taylor_green:
      v.value("speed", speed, fastest);
      v.value("mode", mode, {.help = "waves along x and z; each is a pair of vortices", .min = 1, .max = 1024});
      break;
    case Kind::vortex:
      v.value("center", center, middle);
      v.value("radius", radius,
              {.help = "radius of the largest speed", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
      v.value("speed", speed,
              {.help = "speed at that radius; positive turns +x towards +z", .unit = "m/s", .min = -1e4, .max = 1e4});
      break;
    case Kind::flow:
      v.value("velocity", flow, speeds);
      break;
    case Kind::noise:
      v.value("speed", speed, fastest);
      v.value("wavelength", wavelength,
              {.help = "size of the largest eddies", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
      break;
    case Kind::dye:
      v.value("center", center, middle);
      v.value("radius", radius, wide);
      v.value("amount", amount, {.help = "dye of the first three channels in the center", .min = -1e6, .max = 1e6});
      break;
    case Kind::image:
      v.file("file", file, {.help = "PNG over the whole grid, its row 0 at -z: dye of the channels", .required = true});
      break;
  }
}

void FluidEmitter::describe(settings::Visitor& v) {
  v.value("center", center, middle);
  v.value("radius", radius, {.help = "radius of the disc", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
  v.value("velocity", velocity, speeds);
  v.value(
      "push", push,
      {.help = "rate at which the fluid approaches the velocity; 0: no force", .unit = "1/s", .min = 0, .max = 1e6});
  v.value("dye", dye, {.help = "dye of the first three channels per second in the center", .min = -1e6, .max = 1e6});
  v.value("swing", swing,
          {.help = "amplitude of the direction's oscillation", .unit = "degrees", .min = 0, .max = 360});
  v.value("period", period,
          {.help = "period of the oscillation and of gusts", .unit = "s", .min = 0, .max = 1e6, .above_min = true});
  v.value("noise", noise,
          {.help = "gusts in addition to the velocity, root mean square", .unit = "m/s", .min = 0, .max = 1e4});
  v.value("drops", drops, {.help = "rate of drops that fall into the disc", .unit = "1/s", .min = 0, .max = 10000});
  v.value("begin", begin, {.help = "start time", .unit = "s", .min = 0, .max = 1e9});
  v.value("end", end, {.help = "end time", .unit = "s", .min = 0, .max = 1e9});
}

void FluidObstacle::describe(settings::Visitor& v) {
  v.tag("shape", kind, {"disc", "box", "capsule", "mask", "scene"},
        {.help = "obstacles with no-slip walls. scene: terrain and solid meshes at the fluid's rest level"});
  if (kind == Kind::scene) return;
  if (kind == Kind::mask) {
    v.file("file", file,
           {.help = "PNG (white is solid) or .npy (1 is solid) over the whole grid; row 0 is -z", .required = true});
    return;
  }
  v.value("center", center, middle);
  const settings::Spec wide{.help = "radius", .unit = "m", .min = 0, .max = 1e6, .above_min = true};
  if (kind == Kind::box)
    v.value("size", size, {.help = "extent along its axes", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
  else
    v.value("radius", radius, wide);
  if (kind == Kind::capsule)
    v.value("length", length, {.help = "distance between the centers of its caps", .unit = "m", .min = 0, .max = 1e6});
  if (kind != Kind::disc)
    v.value("angle", angle,
            {.help = "rotation of its x axis, from +x towards +z", .unit = "degrees", .min = -360, .max = 360});
  v.value("velocity", velocity, speeds);
  v.value("spin", spin, {.help = "angular velocity, from +x towards +z", .unit = "degrees/s", .min = -1e5, .max = 1e5});
  v.value("amplitude", amplitude,
          {.help = "amplitude of its oscillation along x and z, sin(2 pi t / period)",
           .unit = "m",
           .min = -1e6,
           .max = 1e6});
  v.value("period", period,
          {.help = "period of the oscillation", .unit = "s", .min = 0, .max = 1e6, .above_min = true});
}

bool FluidObstacle::moves() const {
  return shaped() && (velocity != glm::dvec2(0) || amplitude != glm::dvec2(0) || spin != 0);
}

void FluidDye::describe(settings::Visitor& v) {
  v.value("channels", channels,
          {.help = "number of dyes; pictures show the first three as red, green, blue", .min = 1, .max = 4});
  v.value("conservative", conservative, {.help = "conservative flux form of dye advection; slightly more diffusive"});
  v.value("density", density, {.help = "opacity of the drawn dye per unit", .min = 0, .max = 1000, .live = true});
  v.value("decay", decay, {.help = "decay rate", .unit = "1/s", .min = 0, .max = 1000, .live = true});
  v.value("pointer", pointer, {.help = "dye that the pointer adds", .min = -1e6, .max = 1e6, .live = true});
}

void FluidRipples::describe(settings::Visitor& v) {
  v.value("speed", speed,
          {.help = "speed of ripples, which the current advects; 0: no ripples", .unit = "m/s", .min = 0, .max = 1000});
  v.value("damping", damping, {.help = "damping rate of ripples", .unit = "1/s", .min = 0, .max = 1000, .live = true});
  v.object("drops", drops, {.help = "random drops", .live = true});
}

bool FluidSettings::scene() const {
  auto is = [](const FluidObstacle& o) { return o.kind == FluidObstacle::Kind::scene; };
  return in_scene || std::any_of(obstacles.begin(), obstacles.end(), is);
}

void FluidSettings::describe(settings::Visitor& v) {
  v.value("cells", cells, {.help = "grid cells along x and z", .min = 2, .max = 8192});
  v.value("size", size, {.help = "extent along x and z", .unit = "m", .min = 1e-6, .max = 1e7});
  v.value("origin", origin, {.help = "center of the grid at rest level", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("viscosity", viscosity,
          {.help = "kinematic viscosity; water: 1e-6", .unit = "m²/s", .min = 0, .max = 1000, .live = true});
  v.value("diffusion", diffusion,
          {.help = "diffusivity of the dye", .unit = "m²/s", .min = 0, .max = 1000, .live = true});
  v.choice("advection", advection, {"semi-lagrangian", "maccormack"},
           {.help = "advection scheme: first order (smooth) or second order (keeps dye and eddies sharp)"});
  v.object("pressure", pressure, {.help = "solver of the pressure"});
  v.value(
      "vorticity", vorticity,
      {.help = "vorticity confinement: restores small eddies that the grid damps", .min = 0, .max = 100, .live = true});
  v.list_or_file("obstacles", obstacles, mask, "scene", in_scene,
                 {.help = "obstacles: a list of shapes, a mask file, or \"scene\": terrain and solid meshes at the "
                          "fluid's rest level"});
  v.object("edges", edges, {.help = "boundary conditions at the four sides"});
  v.list("initial", initial, {.help = "initial velocity and dye"});
  v.list("emitters", emitters, {.help = "discs that accelerate the fluid and add dye", .live = true});
  v.object("dye", dye, {.help = "dye"});
  v.value("displacement", displacement,
          {.help = "limit of the surface elevation, which follows the pressure",
           .unit = "m",
           .min = 0,
           .max = 1e4,
           .live = true});
  v.value("relief", relief,
          {.help = "exaggeration of small elevations; 1: pressure / gravity", .min = 0, .max = 1e6, .live = true});
  v.object("waves", waves, {.help = "ripples from drops, the pointer and pressure changes"});
  v.value("depth", depth,
          {.help = "depth of the water, for small waves and for gauges of depth and discharge",
           .unit = "m",
           .min = 0,
           .max = 1e4,
           .live = true});
  v.value("sides", sides,
          {.help = "depth to which closed sides are drawn at the grid's border; 0: none",
           .unit = "m",
           .min = 0,
           .max = 1e5,
           .live = true});
  grid::describe_gauges(v, gauges, {"level", "depth", "velocity", "discharge"});

  grid::reject_half_periodic(v, {edges.west.periodic(), edges.east.periodic()},
                             {edges.north.periodic(), edges.south.periodic()});
  std::size_t shapes = 0, masks = 0;
  for (const FluidObstacle& o : obstacles) {
    if (o.shaped()) ++shapes;
    if (o.kind == FluidObstacle::Kind::mask) ++masks;
  }
  if (shapes > fluid_most_obstacles)
    v.reject("obstacles", fmt::format("{} shapes", shapes), fmt::format("at most {}", fluid_most_obstacles));
  if (masks > 1) v.reject("obstacles", fmt::format("{} masks", masks), "one");
}

}  // namespace undine::fluid
