#include "engine/scene/scene_bodies.h"

#include <fmt/format.h>

#include "engine/scene/farthest.h"

namespace undine {

void BodyScatter::describe(settings::Visitor& v) {
  v.value("cells", cells,
          {.help = "columns along x and rows along z; 0: as many as count needs", .min = 0, .max = 65536});
  v.value("spacing", spacing,
          {.help = "between neighbours along x and z", .unit = "m", .min = 0, .max = farthest, .above_min = true});
  v.value("jitter", jitter, {.help = "random shift of every place, in spacings", .min = 0, .max = 1});
  v.value("turn", turn, {.help = "largest random turn about y, either way", .unit = "degrees", .min = 0, .max = 180});
}

void BodyDrag::describe(settings::Visitor& v) {
  v.value("normal", normal, {.help = "coefficient of drag across a wetted face", .min = 0, .max = 100});
  v.value("tangential", tangential, {.help = "coefficient of drag along a wetted face", .min = 0, .max = 100});
  v.value("creep", creep,
          {.help = "added to the speed in the law of drag: far below it drag grows linearly",
           .unit = "m/s",
           .min = 0,
           .max = 1000});
}

void BodySettings::describe(settings::Visitor& v) {
  v.tag("shape", shape, {"box", "sphere", "cylinder", "capsule", "mesh"},
        {.help = "a built-in hull, or a closed model"});
  v.value("name", name, {.help = "for people and messages"});
  const settings::Spec length_of{.help = "length along the body's y axis; of a capsule: with its caps",
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
             {.help = "the hull: a model without holes, .gltf or .glb; open tops and sealed cavities stay dry",
              .required = true});
      v.value("node", node,
              {.help = "name of the node of the model that is meant, with what hangs from it; empty: all"});
      break;
  }
  v.file("look", look, {.help = "a model that is drawn in the hull's place; no water is drawn inside the hull"});
  v.value("scale", scale, {.help = "factor on the size of models", .min = 0, .max = 1e4, .above_min = true});
  v.value("density", density,
          {.help = "mean density; water has 1000",
           .unit = "kg/m³",
           .min = 0,
           .max = 30000,
           .above_min = true,
           .live = true});
  v.value("mass", mass,
          {.help = "in place of the density; 0: from the density", .unit = "kg", .min = 0, .max = 1e12, .live = true});
  v.value("ballast", ballast,
          {.help = "from the middle of the volume to the centre of mass, in the body's axes",
           .unit = "m",
           .min = -1e4,
           .max = 1e4});
  v.value("position", position,
          {.help = "of the centre of mass; at most 16 km from the middle of all bodies",
           .unit = "m",
           .min = -farthest,
           .max = farthest});
  v.value("rotation", rotation,
          {.help = "turns about x, then y, then z", .unit = "degrees", .min = -3600, .max = 3600});
  v.value("velocity", velocity, {.help = "of the centre of mass", .unit = "m/s", .min = -1000, .max = 1000});
  v.value("angular_velocity", angular_velocity,
          {.help = "about the world's axes", .unit = "degrees/s", .min = -36000, .max = 36000});
  v.value("count", count, {.help = "so many of them, on the grid around position", .min = 1, .max = 65536});
  v.object("grid", grid, {.help = "where `count` bodies start"});
  v.value("water", water, {.help = "the water it floats in; empty: the first one that holds its position"});
  v.value("displaces", displaces, {.help = "the water gives way to it: waves, wakes"});
  v.value("added_mass", added_mass,
          {.help = "inertia of the water around it, over the mass of the water displaced; 0: none, 0.5: a sphere's",
           .min = 0,
           .max = 10,
           .live = true});
  v.value("thrust", thrust,
          {.help = "drives it along its x axis, levelled, while it touches water; capsules and cylinders lie along y",
           .unit = "N",
           .min = -1e9,
           .max = 1e9,
           .live = true});
  v.value("friction", friction,
          {.help = "coefficient of friction where it touches solid things", .min = 0, .max = 10, .live = true});
  v.value("restitution", restitution, {.help = "speed kept by a bounce", .min = 0, .max = 1, .live = true});
  v.object("drag", drag, {.help = "resistance of the water", .live = true});
  v.object_or_name("material", material, "materials", {.help = "its surface"});
  v.value("variety", variety, {.help = "how far colours differ among `count` bodies", .min = 0, .max = 1});
  if (grid.cells.x > 0 && grid.cells.y > 0 && std::uint64_t{grid.cells.x} * grid.cells.y < count)
    v.reject("count", fmt::format("{} bodies on a grid of {} x {}", count, grid.cells.x, grid.cells.y),
             "at most as many as the grid has cells");
}

}  // namespace undine
