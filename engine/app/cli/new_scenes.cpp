#include "engine/app/cli/new_scenes.h"

namespace undine::cli {
namespace {

// clang-format off
constexpr std::string_view fountain = R"json({
  // A fountain: particles that shoot up from nozzles, and waves that they fall into.
  "$schema": "scene.schema.json",
  "version": 1,
  "name": "fountain",
  "about": "A jet falls into a basin of waves; every drop that dips under becomes the basin's.",

  "camera": { "eye": [2.2, 1.5, 2.6], "target": [0, 0.25, 0], "fov": 45 },
  "sun": { "direction": [-0.75, 0.6, -0.35] },
  "sky": { "model": "atmosphere", "clouds": 0.3 },

  "materials": {
    "tiles": { "pattern": "tiles", "scale": 0.2, "color": [0.42, 0.68, 0.74], "color2": [0.74, 0.76, 0.74], "roughness": 0.2 },
    "stone": { "pattern": "stone", "scale": 0.5, "color": [0.56, 0.51, 0.44], "color2": [0.30, 0.28, 0.25] }
  },
  "meshes": [
    { "shape": "basin", "size": [3, 0.6, 3], "wall": 0.25, "rim": 0.1, "material": "tiles" },
    { "shape": "cylinder", "size": [0.14, 0.66, 0.14], "translate": [0, -0.29, 0], "material": "stone" }, // the nozzle
    { "shape": "plane", "size": [400, 0, 400], "translate": [0, -0.86, 0], "material": "stone" }
  ],

  "water": [
    { "name": "pool", "solver": "wave", "cells": [128, 128], "size": [3, 3], "speed": 1.5, "damping": 0.7 },
    { "name": "jet", "solver": "sph", "model": "incompressible", "spacing": 0.024, "capacity": 8000,
      "domain": { "min": [-1.3, -0.4, -1.3], "max": [1.3, 1.4, 1.3] },
      "fluid": [ { "emitter": { "position": [0, 0.06, 0], "direction": [0, 1, 0], "radius": 0.05, "speed": 4 } } ] }
  ],
  "exchanges": [ { "name": "falls back", "from": "jet", "to": "pool" } ] // no water is lost on the way
}
)json";

constexpr std::string_view river = R"json({
  // A river under a bridge. The ground is made of solid boxes; "terrain" would take a height map in their place.
  "$schema": "scene.schema.json",
  "version": 1,
  "name": "river",
  "about": "A stream runs down its bed, around the piers of a bridge.",

  "clock": { "steps_per_frame": 2 },
  "camera": { "eye": [9, 4.2, 5.5], "target": [-0.5, 0.3, 0], "fov": 45 },
  "sun": { "direction": [-0.45, 0.5, 0.3] },
  "sky": { "model": "atmosphere", "clouds": 0.4 },

  "materials": {
    "gravel": { "pattern": "pebbles", "scale": 0.35, "color": [0.36, 0.31, 0.24], "color2": [0.17, 0.15, 0.12], "roughness": 0.9 },
    "grass": { "color": [0.11, 0.15, 0.05], "roughness": 0.95 },
    "stone": { "pattern": "stone", "scale": 0.6, "color": [0.40, 0.38, 0.35], "color2": [0.20, 0.19, 0.18] }
  },
  "meshes": [
    { "help": "bed, 0.8 degrees steep", "shape": "box", "size": [24, 1, 12], "translate": [0, -0.5, 0], "rotate": [0, 0, -0.8], "solid": true, "material": "gravel" },
    { "help": "banks", "shape": "box", "size": [24, 2, 6], "translate": [0, 0.1, -5.6], "rotate": [14, 0, -0.8], "solid": true, "material": "grass" },
    { "shape": "box", "size": [24, 2, 6], "translate": [0, 0.1, 5.6], "rotate": [-14, 0, -0.8], "solid": true, "material": "grass" },
    { "help": "piers", "shape": "cylinder", "size": [0.5, 3, 0.5], "translate": [0, 0, -1], "solid": true, "material": "stone" },
    { "shape": "cylinder", "size": [0.5, 3, 0.5], "translate": [0, 0, 1], "solid": true, "material": "stone" },
    { "help": "deck", "shape": "box", "size": [1.6, 0.3, 9], "translate": [0, 1.6, 0], "material": "stone" }
  ],

  "water": [
    { "name": "river", "solver": "shallow", "cells": [192, 96], "size": [20, 10], "origin": [0, -1.5, 0], "manning": 0.03,
      "edges": { "-x": { "discharge": 0.5 }, "+x": "transmissive" },
      "foam": { "amount": 2 },
      "initial": [ { "shape": "level", "level": 0.2 } ] }
  ]
}
)json";

constexpr std::string_view tank = R"json({
  // A tank of particles: a column of water that is let go.
  "$schema": "scene.schema.json",
  "version": 1,
  "name": "tank",
  "about": "A column of water collapses in a glass tank and runs against a post.",

  "clock": { "step": 0.008333333333, "steps_per_frame": 2 },
  "camera": { "eye": [1.5, 1.0, 2.4], "target": [0, 0.32, 0], "fov": 40 },
  "sun": { "direction": [-0.4, 0.8, 0.5] },
  "sky": { "model": "atmosphere", "clouds": 0.3 },

  "materials": {
    "table": { "pattern": "planks", "scale": 0.14, "color": [0.42, 0.25, 0.14], "color2": [0.07, 0.04, 0.02], "roughness": 0.5 },
    "post": { "color": [0.75, 0.12, 0.08], "roughness": 0.35 },
    "glass": { "color": [0.95, 0.98, 0.97], "roughness": 0.05, "glass": true }
  },
  "meshes": [
    { "shape": "box", "size": [6, 0.1, 4], "translate": [0, -0.06, 0], "material": "table" },
    { "shape": "box", "size": [0.16, 0.7, 0.16], "translate": [0.3, 0.34, 0], "solid": true, "material": "post" }, // solid: water flows around it
    { "shape": "box", "size": [1.64, 0.8, 0.02], "translate": [0, 0.4, -0.41], "material": "glass" },
    { "shape": "box", "size": [0.02, 0.8, 0.8], "translate": [-0.81, 0.4, 0], "material": "glass" },
    { "shape": "box", "size": [0.02, 0.8, 0.8], "translate": [0.81, 0.4, 0], "material": "glass" }
  ],

  "water": [
    { "name": "column", "solver": "sph", "model": "incompressible", "spacing": 0.035, // metres between particles: smaller is finer and slower
     
      "domain": { "min": [-0.8, 0, -0.4], "max": [0.8, 1.2, 0.4] },
      "fluid": [ { "box": { "min": [-0.8, 0, -0.4], "max": [-0.3, 0.6, 0.4] } } ] }
  ]
}
)json";

constexpr std::string_view pool = R"json({
  // A pool in the sun. Every value has a default and a meaning: undine schema --format markdown, or docs/scene_reference.md.
  "$schema": "scene.schema.json", // editors that know it complete names and mark mistakes
  "version": 1,
  "name": "pool",
  "about": "Drops fall into a tiled pool, and their rings come back from its walls.",

  "camera": { "eye": [2.4, 1.5, 3.2], "target": [-0.2, -0.3, 0], "fov": 45 }, // metres, y up; degrees
  "sun": { "direction": [-0.5, 0.8, 0.3] }, // towards the sun
  "sky": { "model": "atmosphere", "clouds": 0.3 },

  "materials": { // by names, for "material" of meshes and bodies
    "tiles": { "pattern": "tiles", "scale": 0.2, "color": [0.36, 0.62, 0.70], "color2": [0.74, 0.76, 0.74], "roughness": 0.2 },
    "terrace": { "pattern": "stone", "scale": 0.6, "color": [0.56, 0.51, 0.44], "color2": [0.30, 0.28, 0.25] },
    "red": { "color": [0.75, 0.12, 0.08], "roughness": 0.35 }
  },
  "meshes": [
    { "shape": "basin", "size": [4, 1.2, 3], "wall": 0.25, "rim": 0.1, "material": "tiles" }, // the water stands at y = 0
    { "help": "terrace", "shape": "box", "size": [12, 0.2, 4], "translate": [0, -0.1, 3.75], "material": "terrace" },
    { "shape": "box", "size": [12, 0.2, 4], "translate": [0, -0.1, -3.75], "material": "terrace" },
    { "shape": "box", "size": [3.75, 0.2, 3.5], "translate": [4.125, -0.1, 0], "material": "terrace" },
    { "shape": "box", "size": [3.75, 0.2, 3.5], "translate": [-4.125, -0.1, 0], "material": "terrace" },
    { "shape": "plane", "size": [4000, 0, 4000], "translate": [0, -1.6, 0], "material": { "color": [0.16, 0.24, 0.07] } }
  ],

  "water": [
    { "name": "pool", "solver": "wave", "cells": [256, 192], "size": [4, 3],
      "speed": 1.2, "damping": 0.25, // m/s of the waves; share of them that dies a second
      "initial": [ { "shape": "gaussian", "height": 0.06, "radius": 0.3, "center": [-0.8, 0.4] } ],
      "drops": { "rate": 1.5, "radius": 0.08, "depth": 0.02 } }
  ],
  "bodies": [ // they float, are carried and make waves
    { "name": "ball", "shape": "sphere", "radius": 0.18, "density": 120, "position": [0.5, 0.05, 0.2], "material": "red" }
  ]
}
)json";

// clang-format on

}  // namespace

std::string_view new_scene(std::string_view kind) {
  return kind == "fountain" ? fountain : kind == "river" ? river : kind == "tank" ? tank : kind == "pool" ? pool : "";
}

}  // namespace undine::cli
