#include "engine/scene/scene_agents.h"

#include <fmt/format.h>

#include "engine/scene/farthest.h"

namespace undine {

void FishSchool::describe(settings::Visitor& v) {
  v.value("sight", sight, {.help = "how far a fish sees the others", .unit = "m", .min = 0, .max = 1000});
  v.value("space", space, {.help = "distance under which it keeps off them", .unit = "m", .min = 0, .max = 1000});
  v.value("cohesion", cohesion,
          {.help = "wish for the middle of those it sees, over the wish to go straight on", .min = 0, .max = 100});
  v.value("alignment", alignment, {.help = "wish to go where they go", .min = 0, .max = 100});
  v.value("separation", separation, {.help = "wish to keep off those too near", .min = 0, .max = 100});
}

void FishColors::describe(settings::Visitor& v) {
  v.value("base", base, {.help = "linear albedo of the body", .min = 0, .max = 1});
  v.value("patch", patch, {.help = "linear albedo of the large patches on the back", .min = 0, .max = 1});
  v.value("ink", ink, {.help = "linear albedo of the small dark spots", .min = 0, .max = 1});
  v.value("patches", patches, {.help = "share of the back that patches cover", .min = 0, .max = 1});
  v.value("spots", spots, {.help = "share of the back that spots cover", .min = 0, .max = 1});
}

void FishSettings::describe(settings::Visitor& v) {
  v.value("name", name, {.help = "for people and messages"});
  v.value("water", water, {.help = "the water they live in; empty: the first one"});
  v.value("count", count, {.help = "how many", .min = 1, .max = most_fish});
  v.value("length", length,
          {.help = "mean length of body and tail", .unit = "m", .min = 0, .max = 20, .above_min = true});
  v.value("variety", variety, {.help = "how far lengths and colours differ", .min = 0, .max = 1});
  v.value("center", center,
          {.help = "middle of where they start, along x and z of the world",
           .unit = "m",
           .min = -farthest,
           .max = farthest});
  v.value("radius", radius,
          {.help = "how far from it they start; 0: anywhere in the water", .unit = "m", .min = 0, .max = farthest});
  v.value("speed", speed,
          {.help = "of a calm fish in the water", .unit = "m/s", .min = 0, .max = 20, .above_min = true});
  v.value("burst", burst, {.help = "of a frightened fish", .unit = "m/s", .min = 0, .max = 40, .above_min = true});
  v.value("depth", depth, {.help = "least and largest depth that they like", .unit = "m", .min = 0, .max = 1000});
  v.object("school", school, {.help = "how they keep together"});
  v.value("wander", wander,
          {.help = "wish to turn for no reason, over the wish to go straight on", .min = 0, .max = 100});
  v.value("carried", carried, {.help = "share of the current that carries them", .min = 0, .max = 1});
  v.value("fear", fear, {.help = "distance from which a disturbance frightens", .unit = "m", .min = 0, .max = 1000});
  v.value("startle", startle,
          {.help = "speed of the rising or falling surface above that frightens",
           .unit = "m/s",
           .min = 0,
           .max = 1000,
           .above_min = true});
  v.value("calm", calm,
          {.help = "time in which fright falls to 1/e", .unit = "s", .min = 0, .max = 1e4, .above_min = true});
  v.object("colors", colors, {.help = "what they look like"});
  if (depth.x > depth.y) v.reject("depth", fmt::format("from {} to {} m", depth.x, depth.y), "the smaller depth first");
  if (burst < speed)
    v.reject("burst", fmt::format("{} m/s is slower than the calm speed {} m/s", burst, speed),
             "at least the calm speed");
}

void LeafSettings::describe(settings::Visitor& v) {
  v.tag("shape", shape, {"leaf", "petal", "pad"}, {.help = "leaves of trees, petals, or pads of water lilies"});
  v.value("name", name, {.help = "for people and messages"});
  v.value("water", water, {.help = "the water they float on; empty: the first one"});
  v.value("count", count, {.help = "how many", .min = 1, .max = most_leaves});
  v.value("size", size, {.help = "mean length", .unit = "m", .min = 0, .max = 10, .above_min = true});
  v.value("variety", variety, {.help = "how far sizes and colours differ", .min = 0, .max = 1});
  v.value("center", center,
          {.help = "middle of where they start, along x and z of the world",
           .unit = "m",
           .min = -farthest,
           .max = farthest});
  v.value("radius", radius,
          {.help = "how far from it they start; 0: anywhere on the water", .unit = "m", .min = 0, .max = farthest});
  v.value("wind", wind,
          {.help = "velocity that the wind adds to them, along x and z", .unit = "m/s", .min = -100, .max = 100});
  v.value("tether", tether,
          {.help = "pull of a stalk back to where it started, per metre; 0: it floats freely",
           .unit = "1/s²",
           .min = 0,
           .max = 1000});
  if (shape == Shape::leaf)
    v.value("season", season, {.help = "0 summer's green, 0.5 gold, 1 brown", .min = 0, .max = 1});
  else
    v.value("color", color, {.help = "linear albedo", .min = 0, .max = 1});
}

}  // namespace undine
