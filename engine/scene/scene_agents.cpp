#include "engine/scene/scene_agents.h"

#include <fmt/format.h>

#include "engine/scene/farthest.h"

namespace undine {

void FishSchool::describe(settings::Visitor& v) {
  v.value("sight", sight, {.help = "distance at which a fish sees others", .unit = "m", .min = 0, .max = 1000});
  v.value("space", space, {.help = "distance below which a fish avoids others", .unit = "m", .min = 0, .max = 1000});
  v.value(
      "cohesion", cohesion,
      {.help = "cohesion: weight of steering towards the center of the visible neighbors, relative to keeping course",
       .min = 0,
       .max = 100});
  v.value("alignment", alignment,
          {.help = "alignment: weight of steering along the neighbors' heading", .min = 0, .max = 100});
  v.value("separation", separation,
          {.help = "separation: weight of steering away from close neighbors", .min = 0, .max = 100});
}

void FishColors::describe(settings::Visitor& v) {
  v.value("base", base, {.help = "linear albedo of the body", .min = 0, .max = 1});
  v.value("patch", patch, {.help = "linear albedo of the large patches on the back", .min = 0, .max = 1});
  v.value("ink", ink, {.help = "linear albedo of the small dark spots of a fish", .min = 0, .max = 1});
  v.value("patches", patches, {.help = "share of the back that patches cover", .min = 0, .max = 1});
  v.value("spots", spots, {.help = "share of the back that spots cover", .min = 0, .max = 1});
}

void FishSettings::describe(settings::Visitor& v) {
  v.value("name", name, {.help = "name in messages"});
  v.value("water", water, {.help = "name of their water; empty: the first one"});
  v.value("count", count, {.help = "number of individuals", .min = 1, .max = most_fish});
  v.value("length", length,
          {.help = "mean length of body and tail", .unit = "m", .min = 0, .max = 20, .above_min = true});
  v.value("variety", variety, {.help = "relative variation of lengths and colors", .min = 0, .max = 1});
  v.value("center", center,
          {.help = "center of the starting area, world x and z", .unit = "m", .min = -farthest, .max = farthest});
  v.value("radius", radius,
          {.help = "radius of the starting area; 0: the whole water", .unit = "m", .min = 0, .max = farthest});
  v.value("speed", speed,
          {.help = "cruising speed relative to the water", .unit = "m/s", .min = 0, .max = 20, .above_min = true});
  v.value("burst", burst, {.help = "speed while fleeing", .unit = "m/s", .min = 0, .max = 40, .above_min = true});
  v.value("depth", depth, {.help = "range of preferred depths", .unit = "m", .min = 0, .max = 1000});
  v.object("school", school, {.help = "schooling behavior"});
  v.value("wander", wander,
          {.help = "wander: weight of random turns, relative to keeping course", .min = 0, .max = 100});
  v.value("carried", carried, {.help = "share of the current's velocity that moves the fish", .min = 0, .max = 1});
  v.value("fear", fear,
          {.help = "distance within which a disturbance makes the fish flee", .unit = "m", .min = 0, .max = 1000});
  v.value("startle", startle,
          {.help = "vertical speed of the water surface above a fish that makes it flee",
           .unit = "m/s",
           .min = 0,
           .max = 1000,
           .above_min = true});
  v.value("calm", calm,
          {.help = "time in which fear decays to 1/e", .unit = "s", .min = 0, .max = 1e4, .above_min = true});
  v.object("colors", colors, {.help = "appearance"});
  if (depth.x > depth.y) v.reject("depth", fmt::format("from {} to {} m", depth.x, depth.y), "the smaller depth first");
  if (burst < speed)
    v.reject("burst", fmt::format("{} m/s is slower than the calm speed {} m/s", burst, speed),
             "at least the calm speed");
}

void LeafSettings::describe(settings::Visitor& v) {
  v.tag("shape", shape, {"leaf", "petal", "pad"}, {.help = "kind: tree leaves, petals, or water-lily pads"});
  v.value("name", name, {.help = "name in messages"});
  v.value("water", water, {.help = "name of their water; empty: the first one"});
  v.value("count", count, {.help = "number of individuals", .min = 1, .max = most_leaves});
  v.value("size", size, {.help = "mean length", .unit = "m", .min = 0, .max = 10, .above_min = true});
  v.value("variety", variety, {.help = "relative variation of sizes and colors", .min = 0, .max = 1});
  v.value("center", center,
          {.help = "center of the starting area, world x and z", .unit = "m", .min = -farthest, .max = farthest});
  v.value("radius", radius,
          {.help = "radius of the starting area; 0: the whole water", .unit = "m", .min = 0, .max = farthest});
  v.value("wind", wind, {.help = "velocity added by wind, along x and z", .unit = "m/s", .min = -100, .max = 100});
  v.value("tether", tether,
          {.help = "stiffness of the stalk that pulls back to the start, per meter; 0: floats freely",
           .unit = "1/s²",
           .min = 0,
           .max = 1000});
  if (shape == Shape::leaf)
    v.value("season", season, {.help = "autumn color: 0 green, 0.5 gold, 1 brown", .min = 0, .max = 1});
  else
    v.value("color", color, {.help = "linear albedo", .min = 0, .max = 1});
}

}  // namespace undine
