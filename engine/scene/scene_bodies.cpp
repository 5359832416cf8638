#include "engine/scene/scene_bodies.h"

#include <fmt/format.h>

#include "engine/scene/farthest.h"

namespace undine {

void BodyScatter::describe(settings::Visitor& v) {
  v.value("cells", cells,
          {.help = "columns along x and rows along z; 0: as many as count needs", .min = 0, .max = 65536});
  v.value(
      "spacing", spacing,
      {.help = "distance between neighbors along x and z", .unit = "m", .min = 0, .max = farthest, .above_min = true});
  v.value("jitter", jitter, {.help = "random displacement of each position, in spacings", .min = 0, .max = 1});
  v.value("turn", turn,
          {.help = "largest random rotation about y in either direction", .unit = "degrees", .min = 0, .max = 180});
}

void BodyDrag::describe(settings::Visitor& v) {
  v.value("normal", normal, {.help = "coefficient of drag across a wetted face", .min = 0, .max = 100});
  v.value("tangential", tangential, {.help = "coefficient of drag along a wetted face", .min = 0, .max = 100});
  v.value("creep", creep,
          {.help = "speed u0 in the drag law (|u| + u0) u: drag is linear well below it and quadratic well above",
           .unit = "m/s",
           .min = 0,
           .max = 1000});
}

void BodyMooring::describe(settings::Visitor& v) {
  v.value("at", at,
          {.help = "attachment point on the body, from its center of mass in body axes",
           .unit = "m",
           .min = -1e4,
           .max = 1e4});
  v.value("body", body, {.help = "name of another body that the line ends at; default: a fixed point"});
  v.value("to", to,
          {.help = "other end: a fixed point; with \"body\" a point on that body, from its center of mass in its axes",
           .unit = "m",
           .min = -farthest,
           .max = farthest,
           .required = true});
  v.value("length", length,
          {.help = "length without tension; -1: the distance at the start", .unit = "m", .min = -1, .max = 1e5});
  v.value("stiffness", stiffness,
          {.help = "tension per elongation; limited to the value that a sub-step resolves for the mass of the body",
           .unit = "N/m",
           .min = 0,
           .max = 1e12});
  v.value("damping", damping, {.help = "tension per rate of elongation", .unit = "N s/m", .min = 0, .max = 1e12});
  v.value("pushes", pushes,
          {.help = "true: a spring, which also pushes when compressed; false: a line, which is slack when compressed"});
}

void BodySettings::describe(settings::Visitor& v) {
  v.tag("shape", shape, {"box", "sphere", "cylinder", "capsule", "mesh"},
        {.help = "hull: a built-in shape or a closed model"});
  v.value("name", name, {.help = "name in messages"});
  const settings::Spec length_of{.help = "length along the body's y axis; of a capsule including its caps",
                                 .unit = "m",
                                 .min = 0,
                                 .max = 1e4,
                                 .above_min = true};
  const settings::Spec radius_of{.help = "radius", .unit = "m", .min = 0, .max = 1e4, .above_min = true};
  switch (shape) {
    case Shape::box:
      v.value("size", size, {.help = "extent along x, y and z", .unit = "m", .min = 0, .max = 1e4, .above_min = true});
      break;
    case Shape::sphere:
      v.value("radius", radius, radius_of);
      break;
    case Shape::cylinder:
    case Shape::capsule:
      v.value("radius", radius, radius_of);
      v.value("length", length, length_of);
      if (shape == Shape::capsule && length < 2 * radius)
        v.reject("length", fmt::format("{} m is shorter than the two caps of {} m", length, radius),
                 "at least twice the radius");
      break;
    case Shape::mesh:
      v.file("gltf", gltf,
             {.help = "closed model of the hull, .gltf or .glb; open tops and sealed cavities stay dry",
              .required = true});
      v.value("node", node, {.help = "node of the model to use, with its children; empty: all nodes"});
      break;
  }
  v.file("look", look, {.help = "model that is drawn instead of the hull; water inside the hull is not drawn"});
  v.value("scale", scale, {.help = "scale factor of models", .min = 0, .max = 1e4, .above_min = true});
  v.value(
      "density", density,
      {.help = "mean density; water: 1000", .unit = "kg/m³", .min = 0, .max = 30000, .above_min = true, .live = true});
  v.value("mass", mass, {.help = "mass; 0: from the density", .unit = "kg", .min = 0, .max = 1e12, .live = true});
  v.value("ballast", ballast,
          {.help = "offset of the center of mass from the center of volume, in body axes",
           .unit = "m",
           .min = -1e4,
           .max = 1e4});
  v.value("position", position,
          {.help = "position of the center of mass; at most 16 km from the center of all bodies",
           .unit = "m",
           .min = -farthest,
           .max = farthest});
  v.value("rotation", rotation,
          {.help = "rotation about x, then y, then z", .unit = "degrees", .min = -3600, .max = 3600});
  v.value("velocity", velocity, {.help = "velocity of the center of mass", .unit = "m/s", .min = -1000, .max = 1000});
  v.value("angular_velocity", angular_velocity,
          {.help = "angular velocity about world axes", .unit = "degrees/s", .min = -36000, .max = 36000});
  v.value(
      "on_terrain", on_terrain,
      {.help =
           "the body starts on the terrain at its x and z instead of at position.y; outside the map: at position.y"});
  v.value("count", count, {.help = "number of copies, on a grid around position", .min = 1, .max = 65536});
  v.object("grid", grid, {.help = "arrangement of `count` bodies"});
  v.value("water", water, {.help = "name of its water; empty: the first water at its position"});
  v.value("displaces", displaces, {.help = "the body displaces water, which makes waves and wakes"});
  v.value(
      "added_mass", added_mass,
      {.help = "added mass relative to the displaced mass; 0: none, 0.5: sphere", .min = 0, .max = 10, .live = true});
  v.value("thrust", thrust,
          {.help = "propulsion along the body's x axis, projected to the horizontal, while it touches water; the long "
                   "axis of capsules and cylinders is y",
           .unit = "N",
           .min = -1e9,
           .max = 1e9,
           .live = true});
  v.list(
      "moorings", moorings,
      {.help = "elastic lines or springs from the body to fixed points or other bodies; for a single body, `count` 1"});
  v.value("friction", friction, {.help = "coefficient of friction at contacts", .min = 0, .max = 10, .live = true});
  v.value("restitution", restitution,
          {.help = "restitution: ratio of rebound to impact speed", .min = 0, .max = 1, .live = true});
  v.object("drag", drag, {.help = "drag of the water", .live = true});
  v.object_or_name("material", material, "materials", {.help = "name of its material, or its color"});
  v.value("variety", variety, {.help = "relative variation of colors among `count` bodies", .min = 0, .max = 1});
  if (count > 1 && !moorings.empty())
    v.reject("moorings", fmt::format("{} bodies would share them", count), "none with \"count\" over 1");
  if (grid.cells.x > 0 && grid.cells.y > 0 && std::uint64_t{grid.cells.x} * grid.cells.y < count)
    v.reject("count", fmt::format("{} bodies on a grid of {} x {}", count, grid.cells.x, grid.cells.y),
             "at most as many as the grid has cells");
}

}  // namespace undine
