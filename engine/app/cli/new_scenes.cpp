#include "engine/app/cli/new_scenes.h"

namespace undine::cli {
namespace {

// clang-format off
constexpr std::string_view fountain = R"json({
  // A fountain: particles that shoot up from nozzles, and waves that they fall into.
  "$schema": "scene.schema.json",
  "version": 1,
  "name": "fountain",
  "about": "Jets fall into a basin of waves; the basin absorbs every drop.",

  "clock": { "step": 0.008333333333, "steps_per_frame": 2 },
  "camera": { "eye": [2.4, 1.15, 2.2], "target": [0, 0.28, 0], "fov": 44 },
  "sun": { "direction": [-0.75, 0.6, -0.35], "color": [1.0, 0.95, 0.86], "intensity": 3.2 },
  "sky": { "model": "atmosphere", "turbidity": 1.8, "clouds": 0.3, "intensity": 1.3, "visibility": 3000 },

  "materials": {
    "tiles": { "pattern": "tiles", "scale": 0.2, "color": [0.42, 0.68, 0.74], "color2": [0.74, 0.76, 0.74], "roughness": 0.2 },
    "nozzle": { "pattern": "stone", "scale": 0.2, "color": [0.42, 0.39, 0.34], "color2": [0.20, 0.19, 0.17] },
    "coping": { "pattern": "stone", "scale": 0.4, "color": [0.74, 0.70, 0.62], "color2": [0.42, 0.40, 0.36], "roughness": 0.6 },
    "terrace": { "pattern": "stone", "scale": 0.6, "color": [0.56, 0.51, 0.44], "color2": [0.30, 0.28, 0.25], "roughness": 0.75 },
    "leaves": { "color": [0.06, 0.13, 0.03], "roughness": 0.95 }
  },
  "meshes": [
    { "shape": "basin", "size": [3, 0.6, 3], "wall": 0.25, "rim": 0.08, "material": "tiles" },
    { "help": "coping", "shape": "box", "size": [3.6, 0.06, 0.35], "translate": [0, 0.09, -1.63], "material": "coping" },
    { "shape": "box", "size": [3.6, 0.06, 0.35], "translate": [0, 0.09, 1.63], "material": "coping" },
    { "shape": "box", "size": [0.35, 0.06, 2.9], "translate": [-1.63, 0.09, 0], "material": "coping" },
    { "shape": "box", "size": [0.35, 0.06, 2.9], "translate": [1.63, 0.09, 0], "material": "coping" },
    { "help": "nozzles", "shape": "cylinder", "size": [0.16, 0.64, 0.16], "translate": [0, -0.28, 0], "material": "nozzle" },
    { "shape": "plane", "size": [4000, 0, 4000], "translate": [0, -0.3, 0], "material": "terrace" },
    { "help": "hedges", "shape": "box", "size": [9, 1.1, 0.7], "translate": [0, 0.25, -4.2], "material": "leaves" },
    { "shape": "box", "size": [0.7, 1.1, 7.7], "translate": [-4.2, 0.25, -0.6], "material": "leaves" }
  ],

  "water": [
    { "name": "pool", "solver": "wave", "cells": [128, 128], "size": [3, 3], "speed": 1.5, "damping": 0.7 },
    { "name": "jet", "solver": "sph", "model": "incompressible", "spacing": 0.024, "capacity": 12000,
      "spray": { "count": 20000, "life": [0.3, 0.9], "amount": 0.6, "size": 0.008 },
      "domain": { "min": [-1.3, -0.4, -1.3], "max": [1.3, 1.4, 1.3] },
      "fluid": [
        { "emitter": { "position": [0, 0.06, 0], "direction": [0, 1, 0], "radius": 0.045, "speed": 3.8 } },
        { "emitter": { "position": [0.1, 0.06, 0], "direction": [0.3, 1, 0], "radius": 0.027, "speed": 3.2 } },
        { "emitter": { "position": [-0.1, 0.06, 0], "direction": [-0.3, 1, 0], "radius": 0.027, "speed": 3.2 } },
        { "emitter": { "position": [0, 0.06, 0.1], "direction": [0, 1, 0.3], "radius": 0.027, "speed": 3.2 } },
        { "emitter": { "position": [0, 0.06, -0.1], "direction": [0, 1, -0.3], "radius": 0.027, "speed": 3.2 } } ] }
  ],
  "exchanges": [ { "name": "falls back", "from": "jet", "to": "pool" } ], // no water is lost on the way
  "render": {
    "water": { "absorption": [0.9, 0.3, 0.24], "scatter": [0.03, 0.06, 0.055] },
    "exposure": "auto"
  }
}
)json";

constexpr std::string_view river = R"json({
  // A river under a bridge. The ground is made of solid boxes; "terrain" would take a height map in their place.
  "$schema": "scene.schema.json",
  "version": 1,
  "name": "river",
  "about": "A stream runs down its bed, around boulders and the piers of a bridge.",

  "clock": { "steps_per_frame": 2 },
  "camera": { "eye": [7.5, 2.6, 3.4], "target": [-1.5, 0.5, -0.6], "fov": 45 },
  "sun": { "direction": [-0.55, 0.55, 0.35], "color": [1.0, 0.95, 0.86], "intensity": 3.2 },
  "sky": { "model": "atmosphere", "turbidity": 1.8, "clouds": 0.4, "intensity": 1.3, "visibility": 3000 },

  "materials": {
    "gravel": { "pattern": "pebbles", "scale": 0.25, "color": [0.36, 0.31, 0.24], "color2": [0.17, 0.15, 0.12], "roughness": 0.9 },
    "grass": { "pattern": "pebbles", "scale": 0.12, "color": [0.13, 0.17, 0.05], "color2": [0.09, 0.13, 0.04], "roughness": 0.95 },
    "rock": { "pattern": "stone", "scale": 0.9, "color": [0.34, 0.32, 0.29], "color2": [0.17, 0.16, 0.15], "roughness": 0.9 },
    "stone": { "pattern": "stone", "scale": 0.5, "color": [0.52, 0.48, 0.42], "color2": [0.26, 0.24, 0.22], "roughness": 0.8 },
    "bark": { "color": [0.12, 0.08, 0.05], "roughness": 0.95 },
    "leaves": { "color": [0.06, 0.12, 0.03], "roughness": 0.95 }
  },
  "meshes": [
    { "help": "bed, 0.8 degrees steep", "shape": "box", "size": [24, 1, 12], "translate": [0, -0.5, 0], "rotate": [0, 0, -0.8], "solid": true, "material": "gravel" },
    { "help": "banks", "shape": "box", "size": [24, 2, 6], "translate": [0, 0.1, -5.4], "rotate": [14, 0, -0.8], "solid": true, "material": "grass" },
    { "shape": "box", "size": [24, 2, 6], "translate": [0, 0.1, 5.4], "rotate": [-14, 0, -0.8], "solid": true, "material": "grass" },
    { "help": "boulders", "shape": "sphere", "size": [0.9, 0.7, 0.8], "translate": [3.2, 0.05, -0.9], "solid": true, "material": "rock" },
    { "shape": "sphere", "size": [1.2, 0.8, 1.0], "translate": [4.6, 0.0, 1.5], "solid": true, "material": "rock" },
    { "shape": "sphere", "size": [0.7, 0.6, 0.6], "translate": [-3.5, 0.1, 0.5], "solid": true, "material": "rock" },
    { "shape": "sphere", "size": [1.0, 0.8, 1.1], "translate": [-5.2, 0.1, -1.4], "solid": true, "material": "rock" },
    { "help": "piers", "shape": "cylinder", "size": [0.5, 3, 0.5], "translate": [0, 0, -1], "solid": true, "material": "stone" },
    { "shape": "cylinder", "size": [0.5, 3, 0.5], "translate": [0, 0, 1], "solid": true, "material": "stone" },
    { "help": "deck and parapets", "shape": "box", "size": [1.6, 0.25, 9], "translate": [0, 1.6, 0], "material": "stone" },
    { "shape": "box", "size": [0.16, 0.5, 9], "translate": [-0.8, 1.85, 0], "material": "stone" },
    { "shape": "box", "size": [0.16, 0.5, 9], "translate": [0.8, 1.85, 0], "material": "stone" },
    { "help": "trees", "shape": "cylinder", "size": [0.3, 2, 0.3], "translate": [-3.5, 2.2, -5.5], "material": "bark" },
    { "shape": "sphere", "size": [2.4, 2.4, 2.4], "translate": [-3.5, 3.8, -5.5], "material": "leaves" },
    { "shape": "cylinder", "size": [0.3, 2, 0.3], "translate": [-8, 2.4, -4.6], "material": "bark" },
    { "shape": "sphere", "size": [2.8, 2.6, 2.8], "translate": [-8, 4.1, -4.6], "material": "leaves" },
    { "shape": "sphere", "size": [1.3, 1.0, 1.3], "translate": [2.4, 1.5, -4.4], "material": "leaves" },
    { "shape": "plane", "size": [4000, 0, 4000], "translate": [0, -1.2, 0], "material": "grass" }
  ],

  "water": [
    { "name": "river", "solver": "shallow", "cells": [192, 96], "size": [20, 10], "origin": [0, -1.5, 0], "manning": 0.03,
      "edges": { "-x": { "discharge": 1.2 }, "+x": "transmissive" },
      "foam": { "amount": 2 },
      "initial": [ { "shape": "level", "level": 0.25 } ] }
  ],
  "render": {
    "water": { "absorption": [0.8, 0.32, 0.28], "scatter": [0.04, 0.07, 0.06], "roughness": 0.05, "ripples": 0.6 },
    "exposure": "auto"
  }
}
)json";

constexpr std::string_view tank = R"json({
  // A tank of particles: a column of water that is let go.
  "$schema": "scene.schema.json",
  "version": 1,
  "name": "tank",
  "about": "A column of water collapses in a glass tank and runs against a post.",

  "clock": { "step": 0.008333333333, "steps_per_frame": 2 },
  "camera": { "eye": [1.35, 0.8, 2.1], "target": [0, 0.3, 0], "fov": 42 },
  "sun": { "direction": [-0.45, 0.7, 0.5], "color": [1.0, 0.95, 0.86], "intensity": 3.2 },
  "sky": { "model": "atmosphere", "turbidity": 1.8, "clouds": 0.3, "intensity": 1.3, "visibility": 500 },

  "materials": {
    "tiles": { "pattern": "tiles", "scale": 0.1, "color": [0.42, 0.68, 0.74], "color2": [0.74, 0.76, 0.74], "roughness": 0.25 },
    "wall": { "pattern": "stone", "scale": 0.3, "color": [0.74, 0.70, 0.62], "color2": [0.42, 0.40, 0.36] },
    "floor": { "pattern": "stone", "scale": 0.6, "color": [0.56, 0.52, 0.46], "color2": [0.32, 0.30, 0.27] },
    "post": { "color": [0.75, 0.12, 0.08], "roughness": 0.35 },
    "glass": { "color": [0.72, 0.93, 0.82], "glass": true }
  },
  "meshes": [
    { "help": "a tank with glass in front", "shape": "box", "size": [1.6, 0.08, 0.8], "translate": [0, -0.04, 0], "material": "tiles" },
    { "shape": "box", "size": [1.6, 1.08, 0.08], "translate": [0, 0.46, -0.44], "material": "tiles" },
    { "shape": "box", "size": [0.08, 1.08, 0.88], "translate": [-0.84, 0.46, -0.04], "material": "wall" },
    { "shape": "box", "size": [0.08, 1.08, 0.88], "translate": [0.84, 0.46, -0.04], "material": "wall" },
    { "shape": "box", "size": [1.6, 0.98, 0.012], "translate": [0, 0.41, 0.41], "material": "glass" },
    { "shape": "box", "size": [0.14, 0.7, 0.14], "translate": [0.3, 0.35, 0], "solid": true, "material": "post" }, // solid: water flows around it
    { "shape": "plane", "size": [4000, 0, 4000], "translate": [0, -0.08, 0], "material": "floor" }
  ],

  "water": [
    { "name": "column", "solver": "sph", "model": "incompressible", "spacing": 0.03, // meters between particles: smaller is finer and slower
      "spray": { "count": 30000, "life": [0.4, 1.4], "amount": 0.8, "size": 0.007 },
      "domain": { "min": [-0.8, 0, -0.4], "max": [0.8, 1.2, 0.4] },
      "fluid": [ { "box": { "min": [-0.8, 0, -0.4], "max": [-0.3, 0.6, 0.4] } } ] }
  ],
  "render": {
    "water": { "absorption": [1.6, 0.5, 0.35], "scatter": [0.02, 0.06, 0.06] },
    "exposure": "auto"
  }
}
)json";

constexpr std::string_view pool = R"json({
  // A pool in the sun. Every value has a default and a meaning: undine schema --format markdown, or docs/scene_reference.md.
  "$schema": "scene.schema.json", // editors that know it complete names and mark mistakes
  "version": 1,
  "name": "pool",
  "about": "Drops fall into a tiled pool, and their rings come back from its walls.",

  "camera": { "eye": [2.3, 0.75, 2.6], "target": [-0.7, -0.1, -0.8], "fov": 47 }, // meters, y up; degrees
  "sun": { "direction": [-0.75, 0.75, -0.35], "color": [1.0, 0.95, 0.86], "intensity": 3.2 }, // towards the sun
  "sky": { "model": "atmosphere", "turbidity": 1.8, "clouds": 0.3, "intensity": 1.3, "visibility": 3000 },

  "materials": { // by names, for "material" of meshes and bodies
    "tiles": { "pattern": "tiles", "scale": 0.2, "color": [0.42, 0.68, 0.74], "color2": [0.74, 0.76, 0.74], "roughness": 0.2 },
    "mosaic": { "pattern": "tiles", "scale": 0.1, "color": [0.10, 0.34, 0.52], "color2": [0.70, 0.74, 0.74], "roughness": 0.2 },
    "coping": { "pattern": "stone", "scale": 0.4, "color": [0.74, 0.70, 0.62], "color2": [0.42, 0.40, 0.36], "roughness": 0.6 },
    "terrace": { "pattern": "stone", "scale": 0.6, "color": [0.56, 0.51, 0.44], "color2": [0.30, 0.28, 0.25], "roughness": 0.75 },
    "deck": { "pattern": "planks", "scale": 0.14, "color": [0.42, 0.25, 0.14], "color2": [0.07, 0.04, 0.02], "roughness": 0.6 },
    "pot": { "color": [0.70, 0.68, 0.64], "roughness": 0.7 },
    "leaves": { "color": [0.06, 0.13, 0.03], "roughness": 0.95 },
    "red": { "color": [0.75, 0.12, 0.08], "roughness": 0.35 }
  },
  "meshes": [
    { "shape": "basin", "size": [4, 1.2, 3], "wall": 0.2, "rim": 0, "material": "tiles" }, // the ground stands at y = 0
    { "help": "steps down into the water", "shape": "box", "size": [1.2, 0.85, 0.35], "translate": [-1.4, -0.775, -1.325], "material": "mosaic" },
    { "shape": "box", "size": [1.2, 0.5, 0.35], "translate": [-1.4, -0.95, -0.975], "material": "mosaic" },
    { "help": "coping around the water", "shape": "box", "size": [4.76, 0.09, 0.4], "translate": [0, 0, -1.68], "material": "coping" },
    { "shape": "box", "size": [4.76, 0.09, 0.4], "translate": [0, 0, 1.68], "material": "coping" },
    { "shape": "box", "size": [0.4, 0.09, 2.96], "translate": [-2.18, 0, 0], "material": "coping" },
    { "shape": "box", "size": [0.4, 0.09, 2.96], "translate": [2.18, 0, 0], "material": "coping" },
    { "help": "terrace in front and to the right, a deck behind and to the left", "shape": "box", "size": [14, 0.1, 5], "translate": [0, -0.05, 4.38], "material": "terrace" },
    { "shape": "box", "size": [4.62, 0.1, 3.76], "translate": [4.69, -0.05, 0], "material": "terrace" },
    { "shape": "box", "size": [4.62, 0.1, 3.76], "translate": [-4.69, -0.05, 0], "material": "deck" },
    { "shape": "box", "size": [14, 0.1, 4], "translate": [0, -0.05, -3.88], "material": "deck" },
    { "shape": "plane", "size": [4000, 0, 4000], "translate": [0, -1.6, 0], "material": { "color": [0.16, 0.24, 0.07], "roughness": 0.95 } },
    { "help": "planters", "shape": "cylinder", "size": [0.6, 0.5, 0.6], "translate": [-3.1, 0.25, -2.6], "material": "pot" },
    { "shape": "sphere", "size": [0.9, 0.9, 0.9], "translate": [-3.1, 0.85, -2.6], "material": "leaves" },
    { "shape": "cylinder", "size": [0.6, 0.5, 0.6], "translate": [-0.6, 0.25, -2.6], "material": "pot" },
    { "shape": "sphere", "size": [0.9, 0.9, 0.9], "translate": [-0.6, 0.85, -2.6], "material": "leaves" },
    { "help": "bench", "shape": "box", "size": [1.3, 0.07, 0.4], "translate": [-1.85, 0.4, -2.6], "material": "deck" },
    { "shape": "box", "size": [0.1, 0.36, 0.36], "translate": [-2.3, 0.18, -2.6], "material": "pot" },
    { "shape": "box", "size": [0.1, 0.36, 0.36], "translate": [-1.4, 0.18, -2.6], "material": "pot" }
  ],

  "water": [
    { "name": "pool", "solver": "wave", "cells": [256, 192], "size": [4, 3], "origin": [0, -0.12, 0],
      "speed": 1.0, "damping": 0.22, // m/s of the waves; share of them that dies a second
      "initial": [ { "shape": "gaussian", "height": 0.03, "radius": 0.3, "center": [-0.8, 0.4] } ],
      "drops": { "rate": 1.5, "radius": 0.08, "depth": 0.02, "neutral": true } }
  ],
  "bodies": [ // they float, are carried and make waves
    { "name": "ball", "shape": "sphere", "radius": 0.15, "density": 120, "position": [0.5, -0.05, 0.2], "material": "red" }
  ],
  "render": {
    "water": { "absorption": [0.42, 0.075, 0.045], "scatter": [0.02, 0.06, 0.07] },
    "exposure": "auto"
  }
}
)json";

// clang-format on

}  // namespace

std::string_view new_scene(std::string_view kind) {
  return kind == "fountain" ? fountain : kind == "river" ? river : kind == "tank" ? tank : kind == "pool" ? pool : "";
}

}  // namespace undine::cli
