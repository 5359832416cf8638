#include "engine/scene/scene_scatter.h"

#include <fmt/format.h>

namespace undine {
namespace {

void check_range(settings::Visitor& v, const char* name, const glm::dvec2& range, const char* unit) {
  if (range.x > range.y)
    v.reject(name, fmt::format("from {:g} to {:g}{}", range.x, range.y, unit), "the smaller value first");
}

}  // namespace

void ScatterArea::describe(settings::Visitor& v) {
  v.value("center", center, {.help = "center, world x and z", .unit = "m", .min = -farthest, .max = farthest});
  v.value("size", size, {.help = "extent along x and z", .unit = "m", .min = 0, .max = farthest, .above_min = true});
}

void Clearing::describe(settings::Visitor& v) {
  v.value("center", center, {.help = "center, world x and z", .unit = "m", .min = -farthest, .max = farthest});
  v.value("radius", radius,
          {.help = "radius of the circle", .unit = "m", .min = 0, .max = farthest, .above_min = true});
}

void ScatterSettings::describe(settings::Visitor& v) {
  v.value("name", name, {.help = "name in messages"});
  v.file(
      "gltf", gltf,
      {.help = "the model, .gltf or .glb, standing on y = 0. Nodes whose names end in _LOD0, _LOD1 and _LOD2 are its "
               "levels of detail",
       .required = true});
  v.value("density", density,
          {.help = "instances per square meter where nothing limits them",
           .unit = "1/m²",
           .min = 0,
           .max = 10000,
           .above_min = true});
  v.value("seed", seed, {.help = "seed of the places, with that of the clock", .min = 0, .max = 1000000});
  v.value("size", size, {.help = "range of scale factors on the model", .min = 0, .max = 10000, .above_min = true});
  v.value("height", height,
          {.help = "range of world heights of the ground", .unit = "m", .min = -farthest, .max = farthest});
  v.value("fade", fade,
          {.help = "height over which the density fades inside both limits", .unit = "m", .min = 0, .max = farthest});
  v.value("slope", slope, {.help = "range of slopes of the ground", .unit = "degrees", .min = 0, .max = 90});
  v.file("map", map,
         {.help = "factor on the density: greyscale PNG over the terrain, rows from north, -z, to south; white: 1"});
  v.value("clumping", clumping, {.help = "0: even; 1: groups with bare ground between them", .min = 0, .max = 1});
  v.value("clump_size", clump_size,
          {.help = "width of the groups", .unit = "m", .min = 0, .max = farthest, .above_min = true});
  v.choice("water", water, {"outside", "inside", "anywhere"},
           {.help = "places relative to the waters at rest: their initial levels"});
  v.optional("area", area, {.help = "rectangle that limits the places; none: the whole terrain"});
  v.value("turn", turn, {.help = "range of random rotations about y", .unit = "degrees", .min = 0, .max = 360});
  v.value("follow_slope", follow_slope, {.help = "0: upright; 1: perpendicular to the ground", .min = 0, .max = 1});
  v.value("variety", variety, {.help = "relative variation of colors", .min = 0, .max = 1});
  v.value("sink", sink,
          {.help = "range of depths in the ground, times the scale factor", .unit = "m", .min = -1000, .max = 1000});
  v.value("distance", distance,
          {.help = "distance from the camera up to which instances are drawn; 0: unlimited",
           .unit = "m",
           .min = 0,
           .max = farthest});
  v.value("reduce_below", reduce_below,
          {.help = "height in the picture below which _LOD1 is drawn; _LOD2: below 0.28 of it",
           .unit = "px",
           .min = 0,
           .max = 100000});
  v.value("casts_shadows", casts_shadows, {.help = "false: casts no shadows"});
  check_range(v, "size", size, "");
  check_range(v, "height", height, " m");
  check_range(v, "slope", slope, " degrees");
  check_range(v, "sink", sink, " m");
}

}  // namespace undine
