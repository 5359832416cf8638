#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "engine/app/cli/completion.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/session/pace.h"
#include "engine/app/session/renderdoc.h"
#include "engine/scene/named_view.h"

namespace undine::cli {

void scene_file(Flags& flags, session::CommandLine& line) {
  const auto read = [&line](const std::string& file) { line.scenes = {file}; };
  flags.add("scene", read, "scene file (JSON)", {.as = "SCENE.json", .required = true});
}

void scene_flags(Flags& flags, session::CommandLine& line) {
  flags.add("--set", line.set,
            "override a value of the scene, e.g. water.pool.damping=0.2 or water.0.damping=0.2; repeatable",
            {.as = "PATH=VALUE", .offer = offer_settings});
  flags.add("--quality", line.quality,
            "rendering quality: full as in the scene; interactive and draft are faster and coarser "
            "(docs/performance.md) [full]",
            {.words = {"draft", "interactive", "full"}});
  flags.add("--assets", line.assets, "asset library, searched for files of a scene after the scene's own folder",
            {.as = "DIR"});
  flags.add("--seed", line.seed, "seed of all random numbers of the scene", {.as = "N"});
}

void shader_flags(Flags& flags, session::CommandLine& line) {
  flags.add("--no-alias", line.no_alias, "disable memory aliasing of transient resources");
  flags.add("--no-cache", line.no_cache, "do not use caches of shaders, pipelines and skies");
  flags.add("--shaders", line.shaders, "directory of the shaders to use", {.as = "DIR"});
  flags.add("--shapes", line.shapes,
            "tiling of compute kernels: software, hardware, or a file of `undine tune` [the device's]",
            {.as = "KIND|FILE", .offer = [](const Typed&) {
               return Offered{Files::any, {"software", "hardware"}};
             }});
  flags.add("--pixels", line.pixels,
            "full-screen passes: raster draws them, compute runs them as kernels [compute with hardware tilings]",
            {.words = {"raster", "compute"}});
}

void queue_flag(Flags& flags, session::CommandLine& line) {
  const auto read = [&line](const std::string& text) { line.queues = text == "2" ? 2 : 1; };
  flags.add("--queues", read, "number of queues: 1, or 2 to simulate on a second queue while rendering [1]",
            {.as = "N", .words = {"1", "2"}});
}

void device_flags(Flags& flags, session::CommandLine& line) {
  scene_flags(flags, line);
  shader_flags(flags, line);
  queue_flag(flags, line);
  flags.add("--gpu", line.gpu, "device, as `undine devices` lists them", {.as = "INDEX|NAME", .offer = offer_devices});
  flags.add("--validation", line.validation, "run with the Vulkan validation layer; any message gives exit code 4");
  flags.add("--shader-messages", line.shader_messages, "log debugPrintfEXT output of shaders (docs/developing.md)");
  flags.add("--breadcrumbs", line.breadcrumbs, "after a lost device, report the node that was running");
  flags.add("--hud,!--no-hud", line.hud, "draw the HUD over the picture; a window shows it unless --no-hud");
  flags.add("--trace", line.trace, "write a Chrome/Perfetto trace", {.as = "FILE.json"});
}

void run_flags(Flags& flags, session::CommandLine& line) {
  device_flags(flags, line);
  const auto read = [&line](const std::string& text) {
    if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos)
      throw std::invalid_argument(text + " is not a whole number from 0 on");
    line.capture_frame = std::stoll(text);
  };
  flags.add("--capture-frame", read, "capture frame N (simulate: step N) with RenderDoc", {.as = "N"});
  flags.add("--nan-guard", line.nan_guard,
            "stop at the first non-finite field value and write the fields of that step");
}

void check_capture(const session::CommandLine& line, std::uint64_t last, const char* counted) {
  if (!line.capture_frame) return;
  renderdoc::require("--capture-frame");
  if (last > 0 && static_cast<std::uint64_t>(*line.capture_frame) >= last)
    throw Error(Exit::bad_input, fmt::format("--capture-frame {}", *line.capture_frame),
                "lies after the end of the run", counted);
}

void picture_size(Flags& flags, session::CommandLine& line) {
  const auto read = [&line](const std::string& text) {
    unsigned x = 0, y = 0;
    char rest = 0;
    if (text.find_first_not_of("0123456789x") != std::string::npos || text.size() > 11 ||
        std::sscanf(text.c_str(), "%ux%u%c", &x, &y, &rest) != 2 || x < 1 || y < 1 || x > 16384 || y > 16384)
      throw std::invalid_argument(text + " is not WIDTHxHEIGHT with 1 to 16384 pixels each");
    line.size = {x, y};
  };
  flags.add("--size", read, "size of the picture in pixels [960x540]", {.as = "WxH"});
}

void rate_flag(Flags& flags, double& fps) {
  const auto read = [&fps](const std::string& text) {
    char rest = 0;
    if (text.size() > 8 || std::sscanf(text.c_str(), "%lf%c", &fps, &rest) != 1 || !(fps >= 0 && fps <= 1000))
      throw std::invalid_argument(text + " is not a frame rate from 0 to 1000");
  };
  flags.add(
      "--fps", read,
      fmt::format(
          "target frame rate: dynamic resolution keeps it by rendering at {} of each side or more; 0: render at the "
          "scene's render.scale [{}]",
          session::Pace::least, fps),
      {.as = "N"});
}

void view_flags(Flags& flags, session::CommandLine& line) {
  flags.add(
      "--view", line.view,
      fmt::format(
          "{}; a field of `undine fields`; or a resource after a node of `undine graph`: NODE.BINDING, of several "
          "nodes with this path the last, or NODE#2.BINDING the second [final]",
          fmt::join(view_names(), ", ")),
      {.as = "VIEW", .offer = offer_views});
  const auto way = [&line](const std::string& text) { line.how.surface = text == "surface"; };
  flags.add("--view-as", way, "show a field on the water's surface or as a map from above [surface]",
            {.words = {"surface", "map"}});
  flags.add(
      "--component", line.how.component,
      "component of a vector field: magnitude, x, y or z; of an image: x, y, z, w or length [magnitude, or colors]",
      {.as = "NAME"});
  flags.add("--colormap", line.how.map,
            fmt::format("colors of a field or resource: {} [by kind of field]", fmt::join(color_maps, ", ")),
            {.as = "NAME", .offer = [](const Typed&) {
               return Offered{Files::none, {color_maps.begin(), color_maps.end()}};
             }});
  const auto range = [&line](const std::string& text) {
    double low = 0, high = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%lf:%lf%c", &low, &high, &rest) != 2 || !std::isfinite(low) ||
        !std::isfinite(high) || !(low < high))
      throw std::invalid_argument(text + " is not LO:HI, two numbers of which the second is larger");
    line.how.range = glm::dvec2(low, high);
  };
  flags.add("--range", range, "range of a field's colors [minimum:maximum]", {.as = "LO:HI"});
  PeekShow& peek = line.how.peek;
  flags.add("--slice", peek.slice, "layer or slice of the image of --view NODE.BINDING [0]", {.as = "N"});
  flags.add("--mip", peek.mip, "mip level of the image of --view NODE.BINDING [0]", {.as = "N"});
  flags.add("--row", peek.row, "numbers per row of the buffer of --view NODE.BINDING [as many as fit]", {.as = "N"});
  flags.add("--words", peek.words,
            fmt::format("interpretation of the words of the buffer of --view NODE.BINDING: {} [by its format]",
                        fmt::join(word_kinds, ", ")),
            {.as = "KIND", .words = {word_kinds.begin(), word_kinds.end()}});
}

}  // namespace undine::cli
