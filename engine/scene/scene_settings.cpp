#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "engine/scene/farthest.h"
#include "engine/scene/parts.h"
#include "engine/scene/scene.h"
#include "engine/settings/settings_json.h"

namespace undine {

void ClockSettings::describe(settings::Visitor& v) {
  v.value("step", step, {.help = "simulated time of one step", .unit = "s", .min = 0, .max = 1, .above_min = true});
  v.value("seed", seed, {.help = "seed of all random numbers", .min = 0, .max = 9007199254740991.0});
  v.value("steps_per_frame", steps_per_frame, {.help = "clock steps per picture", .min = 1, .max = 1000});
}

void SunSettings::describe(settings::Visitor& v) {
  v.value("direction", direction,
          {.help = "direction from the scene towards the sun", .min = -farthest, .max = farthest});
  v.value("color", color, {.help = "linear color of the light", .min = 0, .max = 1000});
  v.value("intensity", intensity,
          {.help = "irradiance of a surface that faces the sun, times color", .min = 0, .max = 1000});
  v.value("diameter", diameter,
          {.help = "angular diameter of its disc, which softens shadows", .unit = "degrees", .min = 0, .max = 20});
  if (glm::dot(direction, direction) < 1e-12)
    v.reject("direction", "it has no length", "a direction such as [0.4, 0.8, 0.3]");
}

void SkySettings::describe(settings::Visitor& v) {
  v.tag("model", model, {"preetham", "atmosphere", "image"}, {.help = "source of the sky's light"});
  if (model != Model::image) {
    v.value("turbidity", turbidity,
            {.help = "haze: 2 is a clear day, 10 a hazy one", .min = 1.7, .max = 10, .live = true});
    v.value("clouds", clouds,
            {.help = "share of the sky that fair-weather clouds cover", .min = 0, .max = 1, .live = true});
    v.value("cloud_height", cloud_height,
            {.help = "height of the clouds above the scene; their size scales with it",
             .unit = "m",
             .min = 1,
             .max = 20000,
             .live = true});
    v.value("wind", wind,
            {.help = "wind along x and z at the clouds' height", .unit = "m/s", .min = -200, .max = 200, .live = true});
  } else {
    v.file("image", image, {.help = "equirectangular picture of the sky, .hdr", .required = true});
  }
  v.value("intensity", intensity, {.help = "factor on the sky's radiance", .min = 0, .max = 1000, .live = true});
  v.value("visibility", visibility,
          {.help = "meteorological visibility, at which 2 % contrast remains; 0: clear air",
           .unit = "m",
           .min = 0,
           .max = farthest,
           .live = true});
}

void TerrainSettings::describe(settings::Visitor& v) {
  v.file("heightmap", heightmap,
         {.help = "heights: greyscale 16-bit PNG, .npy of meters with rows along z, or GeoTIFF (.tif) or ESRI ASCII "
                  "grid (.asc), whose north is at -z",
          .required = true});
  v.value("size", size,
          {.help = "extent along x and z; default: that of the GeoTIFF or .asc file, for other files 10 x 10",
           .unit = "m",
           .min = 0,
           .max = farthest,
           .above_min = true});
  v.value("height", height,
          {.help = "height of the values 0 and 65535 of a PNG", .unit = "m", .min = -farthest, .max = farthest});
  v.value("origin", origin,
          {.help = "center of the map; y is added to the heights", .unit = "m", .min = -farthest, .max = farthest});
  v.choice("samples", samples, {"file", "corners", "cells"},
           {.help = "position of the n samples along an axis. corners: from border to border, size / (n - 1) apart; "
                    "cells: at the centers of n cells of size / n; file: cells for a GeoTIFF or .asc, else corners"});
  v.choice(
      "beyond", beyond, {"error", "border"},
      {.help =
           "water columns beyond the map. error: not allowed; border: they have the height at the border of the map"});
  v.value_or(
      "no_data", no_data, no_data_from, {"detect", "none", "not_a_number"},
      {.help =
           "value that marks missing heights, which are interpolated from their neighbors. detect: NaN and the value "
           "that a GeoTIFF or .asc names; without such a value, and in a .npy, -9999, -32768 and the lowest float",
       .min = -3.5e38,
       .max = 3.5e38});
  v.choice("no_data_is", no_data_is, {"ground", "wall"},
           {.help = "fill of missing heights: interpolated ground, or a wall above all others"});
  v.object("look", look, {.help = "ground cover"});
  v.list("scatter", scatter, {.help = "trees, reeds, stones: instances of models, placed by rules"});
  v.list("clearings", clearings, {.help = "circles without instances of \"scatter\""});
  v.object("surroundings", surroundings, {.help = "surroundings of the terrain, beyond its borders"});
  if (scatter.size() > most_scatter)
    v.reject("scatter", fmt::format("{} entries", scatter.size()), fmt::format("at most {}", most_scatter));
}

void SurroundingsSettings::describe(settings::Visitor& v) {
  v.tag("shape", shape, {"cut", "land", "sea", "none"},
        {.help = "cut: a block of earth; land: the ground continues to the horizon; sea: a sea around the largest "
                 "water, with land above its level"});
  if (shape == Shape::sea && !sea) {
    const auto type = std::ranges::find(solver_types(), "sea", &SolverType::name);
    if (type == solver_types().end()) return v.reject("shape", "there is no solver \"sea\"", "cut, land or none");
    sea = type->settings();
  }
  if (shape != Shape::sea) sea.reset();
  if (shape != Shape::land && shape != Shape::sea) return;
  v.value("hills", hills, {.help = "height of the hills relative to the terrain's", .min = 0, .max = 10});
  v.value("seed", seed, {.help = "seed of the hills", .min = 0, .max = 1000});
  if (shape == Shape::land)
    v.value_or("bank", bank, has_bank, {"none"},
               {.help = "minimum height of the land beyond the terrain, as a bank of a water that fills the terrain; "
                        "\"none\": no limit",
                .unit = "m",
                .min = -farthest,
                .max = farthest});
  if (sea) sea->describe(v);
}

void GroundSettings::describe(settings::Visitor& v) {
  v.color_or_name("sand", sand, "materials", {.help = "linear albedo of the shore", .min = 0, .max = 1});
  v.value("sand_up_to", sand_up_to,
          {.help = "height up to which the shore reaches", .unit = "m", .min = -farthest, .max = farthest});
  v.color_or_name("grass", grass, "materials", {.help = "linear albedo of grass", .min = 0, .max = 1});
  v.value("grass_up_to", grass_up_to,
          {.help = "height above which rock is bare", .unit = "m", .min = -farthest, .max = farthest});
  v.color_or_name("rock", rock, "materials", {.help = "linear albedo of rock", .min = 0, .max = 1});
  v.value("rock_from", rock_from, {.help = "slope above which rock is bare", .unit = "degrees", .min = 0, .max = 90});
  v.value("wet_up_to", wet_up_to,
          {.help = "height up to which water wets the ground", .unit = "m", .min = -farthest, .max = farthest});
  v.value("dry_over", dry_over,
          {.help = "height range over which wet ground becomes dry",
           .unit = "m",
           .min = 0,
           .max = farthest,
           .above_min = true});
  v.value(
      "scale", scale,
      {.help = "scale of patterns: 1 for a person's view, 10 from a hill", .min = 0, .max = 1e4, .above_min = true});
  v.value("grass_height", grass_height,
          {.help = "height of the blades of grass at scale 1; 0: no blades", .unit = "m", .min = 0, .max = 10});
}

void MaterialSettings::describe(settings::Visitor& v) {
  v.value("color", color, {.help = "linear albedo", .min = 0, .max = 1});
  v.value("roughness", roughness, {.help = "roughness: 0 mirror, 1 chalk", .min = 0, .max = 1});
  describe_pattern(v);
  v.value("glass", glass, {.help = "clear glass mesh; color is its transmittance over 0.1 m"});
}

void MaterialSettings::describe_pattern(settings::Visitor& v) {
  v.choice("pattern", pattern, {"plain", "tiles", "planks", "stone", "checker", "pebbles", "bricks", "plaster", "roof"},
           {.help = "pattern of the surface"});
  v.value("scale", scale,
          {.help = "length of one repetition of the pattern", .unit = "m", .min = 0, .max = 1000, .above_min = true});
  v.value("color2", color2, {.help = "linear albedo of joints, stains, or of the other half", .min = 0, .max = 1});
}

void MeshSettings::describe(settings::Visitor& v) {
  v.tag("shape", shape, {"gltf", "box", "sphere", "plane", "cylinder", "basin"},
        {.help = "a file, or a built-in shape"});
  if (shape == Shape::gltf) {
    v.file("gltf", gltf, {.help = "the model, .gltf or .glb", .required = true});
    v.value("node", node,
            {.help = "node of the file to use, with its children; none: all nodes that other meshes do not name"});
    v.value("lights", lights,
            {.help = "factor on the luminous intensity of the lights in the file; 0: no lights", .min = 0, .max = 1e6});
  } else {
    const bool flat = shape == Shape::plane;
    v.value("size", size,
            {.help = flat ? "extent along x and z; y is ignored" : "extent along x, y and z; of a basin: inside",
             .unit = "m",
             .min = 0,
             .max = farthest,
             .above_min = !flat});
    if (flat && (size.x <= 0 || size.z <= 0))
      v.reject("size", "a plane without area", "numbers above 0 for x and z, in m");
  }
  if (shape == Shape::basin) {
    v.value("wall", wall,
            {.help = "thickness of the walls and of the floor", .unit = "m", .min = 0, .max = 1000, .above_min = true});
    v.value("rim", rim, {.help = "height of the rim above y = 0 of the mesh", .unit = "m", .min = 0, .max = 1000});
  }
  v.value("translate", translate, {.help = "position of its origin", .unit = "m", .min = -farthest, .max = farthest});
  v.value("rotate", rotate, {.help = "rotation about x, then y, then z", .unit = "degrees", .min = -3600, .max = 3600});
  v.value("scale", scale, {.help = "scale factor", .min = 0, .max = farthest, .above_min = true});
  v.value(
      "solid", solid,
      {.help =
           "a wall for every water: waves reflect, rivers flow around or over it, flow and particles stay outside"});
  v.optional("motion", motion, {.help = "motion; a solid mesh pushes the waters it touches"});
  v.object_or_name("material", material, "materials", {.help = "material; for a model only where its file has none"});
}

void WaterLookEntry::describe(settings::Visitor& v) {
  if (!block && parts().water_look) block = parts().water_look();
  if (block) block->describe(v);
}

void WaterEntry::describe(settings::Visitor& v) {
  v.value("name", name, {.help = "letters, digits, _ and -; its fields are called NAME.height ...", .required = true});
  bool plain = std::all_of(name.begin(), name.end(),
                           [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; });
  if (name.empty() || name.size() > 64 || !plain)
    v.reject("name", fmt::format("\"{}\" is not a name", settings::printable(name)), "1 to 64 of A-Z a-z 0-9 _ -");
  v.object("spray", spray, {.help = "diffuse particles: spray, foam and bubbles where water breaks"});
  const auto& types = solver_types();
  std::vector<std::string_view> names;
  int index = -1;
  for (const SolverType& type : types) {
    if (type.name == solver) index = static_cast<int>(names.size());
    names.push_back(type.name);
  }
  v.value("drawn", drawn, {.help = "false: simulated but not rendered; only fields show it", .live = true});
  v.optional("look", look, {.help = "appearance of this water, overriding \"render.water\"", .live = true});
  v.tag("solver", index, names, {.help = "solver of this water", .required = true});
  if (index < 0) return;
  const SolverType& type = types[static_cast<std::size_t>(index)];
  if (solver != type.name || !settings) {
    solver = type.name;
    settings = type.settings();
  }
  settings->describe(v);
}

void Scene::describe(settings::Visitor& v) {
  std::string schema = "scene.schema.json";
  std::int64_t version = 1;
  v.value("$schema", schema, {.help = "JSON schema of this file, for editors"});
  v.value("version", version, {.help = "version of the file format", .min = 1, .max = 1, .required = true});
  v.texts("include", {.help = "scene files to include; values of this file override theirs"});
  v.value("name", name, {.help = "name of the scene; default: that of the file", .live = true});
  v.value("about", about, {.help = "description of the scene and of what it reproduces", .live = true});
  v.value("gravity", gravity, {.help = "downward acceleration", .unit = "m/s²", .min = 0, .max = 1000, .live = true});
  v.object("clock", clock, {.help = "simulated time", .restarts = "all waters"});
  v.object("camera", camera, {.help = "camera", .live = true});
  v.object("sun", sun, {.help = "directional light of the sun", .live = true});
  v.object("sky", sky, {.help = "sky and air"});
  v.list("lights", lights, {.help = "lamps, up to 8, of which 4 may have shadows", .live = true});
  v.optional("terrain", terrain_settings, {.help = "the ground as a height map"});
  v.map("materials", materials, {.help = "named materials for meshes, bodies and gates"});
  v.list("meshes", meshes, {.help = "meshes to draw, and solids"});
  v.list("water", water, {.help = "waters, each with its solver; they step in this order", .restarts = "the water"});
  v.list("exchanges", exchanges,
         {.help = "couplings: waters that exchange water under an audited ledger", .restarts = "it"});
  v.list("bodies", bodies,
         {.help = "floating rigid bodies with two-way coupling to the water", .restarts = "all bodies"});
  v.list("fish", fish, {.help = "fish: they school, avoid walls and flee disturbances"});
  v.list("leaves", leaves, {.help = "floating leaves that the water carries"});
  v.object("render", render, {.help = "rendering", .live = true});
  if (lights.size() > most_lights)
    v.reject("lights", fmt::format("{} lights", lights.size()), fmt::format("at most {}", most_lights));
  if (const auto shadows = std::ranges::count(lights, true, &LightSettings::shadow);
      shadows > static_cast<std::ptrdiff_t>(most_light_shadows))
    v.reject("lights", fmt::format("{} lights have shadows", shadows),
             fmt::format("at most {}; \"shadow\": false for the others", most_light_shadows));
  for (std::size_t i = 0; i < water.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (water[k].name != water[i].name) continue;
      v.reject(fmt::format("water/{}/name", i), fmt::format("\"{}\" is the name of another water too", water[i].name),
               "names that differ");
    }
  }
  for (std::size_t i = 0; i < exchanges.size(); ++i) {
    const CouplingSettings& e = exchanges[i];
    for (const auto& [end, water_name] : {std::pair{"from", e.from}, std::pair{"to", e.to}})
      if (std::ranges::find(water, water_name, &WaterEntry::name) == water.end())
        v.reject(fmt::format("exchanges/{}/{}", i, end),
                 fmt::format("from \"{}\" to \"{}\": no water is named \"{}\"", settings::printable(e.from),
                             settings::printable(e.to), settings::printable(water_name)),
                 "the name of one of \"water\"");
    for (std::size_t k = 0; k < i; ++k)
      if (exchanges[k].name == e.name)
        v.reject(fmt::format("exchanges/{}/name", i),
                 fmt::format("\"{}\" is the name of another exchange too", settings::printable(e.name)),
                 "names that differ");
  }
  for (std::size_t i = 0; i < meshes.size(); ++i)
    for (std::size_t k = 0; k < i && meshes[i].motion && !meshes[i].motion->name.empty(); ++k)
      if (meshes[k].motion && meshes[k].motion->name == meshes[i].motion->name)
        v.reject(fmt::format("meshes/{}/motion/name", i),
                 fmt::format("\"{}\" is the name of another motion too", settings::printable(meshes[i].motion->name)),
                 "names that differ, or none");
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    total += bodies[i].count;
    const std::string& in = bodies[i].water;
    if (!in.empty() && std::ranges::find(water, in, &WaterEntry::name) == water.end())
      v.reject(fmt::format("bodies/{}/water", i), fmt::format("no water is named \"{}\"", settings::printable(in)),
               "the name of one of \"water\"");
  }
  if (total > most_bodies)
    v.reject("bodies", fmt::format("{} bodies in all", total), fmt::format("at most {}", most_bodies));
  for (std::size_t i = 0; i < camera.path.size(); ++i) {
    const std::string& seen = camera.path[i].body;
    if (!seen.empty() && std::ranges::find(bodies, seen, &BodySettings::name) == bodies.end())
      v.reject(fmt::format("camera/path/{}/body", i), fmt::format("no body is named \"{}\"", settings::printable(seen)),
               "the name of one of \"bodies\"");
    if (!seen.empty() && std::ranges::count(bodies, seen, &BodySettings::name) > 1)
      v.reject(fmt::format("camera/path/{}/body", i),
               fmt::format("several bodies are named \"{}\"", settings::printable(seen)), "the name of one body alone");
  }
  const auto agents = [&](std::string_view what, const auto& list, std::uint64_t most) {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      all += list[i].count;
      const std::string& in = list[i].water;
      if (water.empty() || (!in.empty() && std::ranges::find(water, in, &WaterEntry::name) == water.end()))
        v.reject(fmt::format("{}/{}/water", what, i), fmt::format("no water is named \"{}\"", settings::printable(in)),
                 "the name of one of \"water\"");
    }
    if (all > most) v.reject(what, fmt::format("{} of them in all", all), fmt::format("at most {}", most));
  };
  agents("fish", fish, most_fish);
  agents("leaves", leaves, most_leaves);
}

}  // namespace undine
