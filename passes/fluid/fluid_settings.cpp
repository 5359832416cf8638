#include "passes/fluid/fluid_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "passes/grid/edges.h"

namespace undine::fluid {

namespace {

const settings::Spec middle{
    .help = "place, from the middle of the grid along x and z", .unit = "m", .min = -1e6, .max = 1e6};
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
          "what the fluid meets at this side: a wall it clings to, {\"wall\": [u, w]} one that moves along itself "
          "(a lid), \"slip\" a wall without friction, {\"inflow\": [u, w]}, \"outflow\", or \"periodic\". In the place "
          "of [u, w] also [[seconds, u, w], ...], linear between its points and constant before and after them",
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
      v.reject(name, fmt::format("the wall moves across itself, at {} m/s", across), axis == 0 ? "[0, w]" : "[u, 0]");
  };
  side("-x", west, 0);
  side("+x", east, 0);
  side("-z", north, 1);
  side("+z", south, 1);
}

void FluidShape::describe(settings::Visitor& v) {
  v.tag("shape", kind, {"npy", "taylor-green", "vortex", "flow", "noise", "dye", "image"},
        {.help = "velocity or dye at the beginning; shapes of a list add up"});
  const settings::Spec fastest{.help = "largest velocity", .unit = "m/s", .min = -1e4, .max = 1e4};
  const settings::Spec wide{.help = "radius", .unit = "m", .min = 0, .max = 1e6, .above_min = true};
  switch (kind) {
    case Kind::npy:
      v.file("velocity", velocity, {.help = "float32 or float64 (nz, nx, 2), m/s along x and z at cell centres"});
      v.file("dye", dye, {.help = "float32 or float64 (nz, nx) or (nz, nx, channels)"});
      break;
    case Kind::taylor_green:
      v.value("speed", speed, fastest);
      v.value("mode", mode, {.help = "waves along x and z; each is a pair of vortices", .min = 1, .max = 1024});
      break;
    case Kind::vortex:
      v.value("center", center, middle);
      v.value("radius", radius, {.help = "where it is fastest", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
      v.value("speed", speed, {.help = "there; positive turns +x towards +z", .unit = "m/s", .min = -1e4, .max = 1e4});
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
      v.value("amount", amount, {.help = "of the first three channels, in the middle", .min = -1e6, .max = 1e6});
      break;
    case Kind::image:
      v.file("file", file, {.help = "PNG over the whole grid, its row 0 at -z: dye of the channels", .required = true});
      break;
  }
}

void FluidEmitter::describe(settings::Visitor& v) {
  v.value("center", center, middle);
  v.value("radius", radius, {.help = "rim of the disc", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
  v.value("velocity", velocity, speeds);
  v.value("push", push,
          {.help = "rate at which the fluid takes up the velocity; 0: it is not pushed",
           .unit = "1/s",
           .min = 0,
           .max = 1e6});
  v.value("dye", dye, {.help = "dye of the first three channels per second, in the middle", .min = -1e6, .max = 1e6});
  v.value("swing", swing,
          {.help = "angle by which the velocity swings to both sides", .unit = "degrees", .min = 0, .max = 360});
  v.value("period", period,
          {.help = "time of a swing and of a gust", .unit = "s", .min = 0, .max = 1e6, .above_min = true});
  v.value("noise", noise,
          {.help = "gusts on top of the velocity, root mean square", .unit = "m/s", .min = 0, .max = 1e4});
  v.value("drops", drops,
          {.help = "drops of waves.drops that fall into the disc", .unit = "1/s", .min = 0, .max = 10000});
  v.value("begin", begin, {.help = "when it opens", .unit = "s", .min = 0, .max = 1e9});
  v.value("end", end, {.help = "when it shuts", .unit = "s", .min = 0, .max = 1e9});
}

void FluidObstacle::describe(settings::Visitor& v) {
  v.tag("shape", kind, {"disc", "box", "capsule", "mask", "scene"},
        {.help = "what stands in the fluid; the fluid clings to it. scene: terrain and solid meshes that go through "
                 "the fluid's rest level"});
  if (kind == Kind::scene) return;
  if (kind == Kind::mask) {
    v.file("file", file,
           {.help = "PNG (white is solid) or .npy (1 is solid) over the whole grid; row 0 is -z", .required = true});
    return;
  }
  v.value("center", center, middle);
  const settings::Spec wide{.help = "radius", .unit = "m", .min = 0, .max = 1e6, .above_min = true};
  if (kind == Kind::box)
    v.value("size", size, {.help = "extent along its own axes", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
  else
    v.value("radius", radius, wide);
  if (kind == Kind::capsule)
    v.value("length", length, {.help = "between the middles of its ends", .unit = "m", .min = 0, .max = 1e6});
  if (kind != Kind::disc)
    v.value("angle", angle,
            {.help = "of its own x axis, from +x towards +z", .unit = "degrees", .min = -360, .max = 360});
  v.value("velocity", velocity, speeds);
  v.value("spin", spin, {.help = "from +x towards +z", .unit = "degrees/s", .min = -1e5, .max = 1e5});
  v.value(
      "amplitude", amplitude,
      {.help = "it swings by so much along x and z, as sin(2 pi t / period)", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("period", period, {.help = "of the swing", .unit = "s", .min = 0, .max = 1e6, .above_min = true});
}

bool FluidObstacle::moves() const {
  return shaped() && (velocity != glm::dvec2(0) || amplitude != glm::dvec2(0) || spin != 0);
}

void FluidDye::describe(settings::Visitor& v) {
  v.value("channels", channels,
          {.help = "kinds of dye; pictures show the first three as red, green, blue", .min = 1, .max = 4});
  v.value("conservative", conservative,
          {.help = "moves dye from cell to cell, so that none appears or is lost; smears it a little more"});
  v.value("density", density, {.help = "opacity of the drawn dye, per unit", .min = 0, .max = 1000, .live = true});
  v.value("decay", decay, {.help = "rate at which it fades", .unit = "1/s", .min = 0, .max = 1000, .live = true});
  v.value("pointer", pointer, {.help = "what the pointer adds", .min = -1e6, .max = 1e6, .live = true});
}

void FluidRipples::describe(settings::Visitor& v) {
  v.value("speed", speed,
          {.help = "of ripples that the current carries along; 0: none", .unit = "m/s", .min = 0, .max = 1000});
  v.value("damping", damping,
          {.help = "rate at which ripples fade", .unit = "1/s", .min = 0, .max = 1000, .live = true});
  v.object("drops", drops, {.help = "drops that fall at random places", .live = true});
}

bool FluidSettings::scene() const {
  auto is = [](const FluidObstacle& o) { return o.kind == FluidObstacle::Kind::scene; };
  return in_scene || std::any_of(obstacles.begin(), obstacles.end(), is);
}

void FluidSettings::describe(settings::Visitor& v) {
  v.value("cells", cells, {.help = "grid cells along x and z", .min = 2, .max = 8192});
  v.value("size", size, {.help = "extent along x and z", .unit = "m", .min = 1e-6, .max = 1e7});
  v.value("origin", origin, {.help = "middle of the grid at rest level", .unit = "m", .min = -1e6, .max = 1e6});
  v.value("viscosity", viscosity,
          {.help = "kinematic; water 1e-6", .unit = "m²/s", .min = 0, .max = 1000, .live = true});
  v.value("diffusion", diffusion, {.help = "of the dye", .unit = "m²/s", .min = 0, .max = 1000, .live = true});
  v.choice("advection", advection, {"semi-lagrangian", "maccormack"},
           {.help = "first order and smooth, or second order: sharper dye and eddies that live"});
  v.object("pressure", pressure, {.help = "solver of the pressure"});
  v.value("vorticity", vorticity,
          {.help = "confinement: gives small eddies back what the grid takes from them",
           .min = 0,
           .max = 100,
           .live = true});
  v.list_or_file("obstacles", obstacles, mask, "scene", in_scene,
                 {.help = "what stands or moves in the fluid: a list of shapes, the file of a mask, or \"scene\": what "
                          "stands in the scene at the fluid's rest level"});
  v.object("edges", edges, {.help = "what the fluid meets at the four sides"});
  v.list("initial", initial, {.help = "velocity and dye at the beginning"});
  v.list("emitters", emitters, {.help = "discs that push the fluid and give it dye", .live = true});
  v.object("dye", dye, {.help = "what the flow carries along"});
  v.value("displacement", displacement,
          {.help = "height that the surface does not exceed; the pressure raises it",
           .unit = "m",
           .min = 0,
           .max = 1e4,
           .live = true});
  v.value("relief", relief,
          {.help = "exaggeration of small heights; 1: pressure / gravity", .min = 0, .max = 1e6, .live = true});
  v.object("waves", waves, {.help = "ripples: drops, the pointer and changes of the pressure make them"});
  v.value("depth", depth,
          {.help = "of the water, for the look of its small waves and the depth and the discharge that gauges read",
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
