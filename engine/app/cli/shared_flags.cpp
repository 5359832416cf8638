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
  flags.add(
      "--quality", line.quality,
      "full: the picture as the scene says; interactive and draft: faster and coarser (docs/performance.md) [full]",
      {.words = {"draft", "interactive", "full"}});
  flags.add("--assets", line.assets,
            "library folder: files that a scene names are looked for there, after its own folder", {.as = "DIR"});
  flags.add("--seed", line.seed, "seed of everything random in the scene", {.as = "N"});
}

void shader_flags(Flags& flags, session::CommandLine& line) {
  flags.add("--no-alias", line.no_alias, "give every transient resource memory of its own");
  flags.add("--no-cache", line.no_cache, "ignore caches of shaders, pipelines and skies");
  flags.add("--shaders", line.shaders, "folder of the shaders to use", {.as = "DIR"});
  flags.add(
      "--shapes", line.shapes,
      "what threads of kernels own: software, hardware or a file of shapes [the device's, as `undine tune` found them]",
      {.as = "KIND|FILE", .offer = [](const Typed&) {
         return Offered{Files::any, {"software", "hardware"}};
       }});
}

void queue_flag(Flags& flags, session::CommandLine& line) {
  const auto read = [&line](const std::string& text) { line.queues = text == "2" ? 2 : 1; };
  flags.add("--queues", read, "1, or 2: waters step on a second queue of the device beside the picture [1]",
            {.as = "N", .words = {"1", "2"}});
}

void device_flags(Flags& flags, session::CommandLine& line) {
  scene_flags(flags, line);
  shader_flags(flags, line);
  queue_flag(flags, line);
  flags.add("--gpu", line.gpu, "device, as `undine devices` lists them", {.as = "INDEX|NAME", .offer = offer_devices});
  flags.add("--validation", line.validation,
            "run under the Vulkan validation layer; any message makes the exit code 4");
  flags.add("--shader-messages", line.shader_messages,
            "log what shaders print with debugPrintfEXT (see docs/developing.md)");
  flags.add("--breadcrumbs", line.breadcrumbs, "if the device is lost, name the node of the graph that it was at");
  flags.add("--hud,!--no-hud", line.hud,
            "draw figures and controls over the picture; in a window they are on unless --no-hud");
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
            "stop at the first field value that is not finite and write the fields of that step");
}

void check_capture(const session::CommandLine& line, std::uint64_t last, const char* counted) {
  if (!line.capture_frame) return;
  renderdoc::require("--capture-frame");
  if (last > 0 && static_cast<std::uint64_t>(*line.capture_frame) >= last)
    throw Error(Exit::bad_input, fmt::format("--capture-frame {}", *line.capture_frame), "comes after the run's end",
                counted);
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
      throw std::invalid_argument(text + " is not a number of pictures a second, 0 to 1000");
  };
  flags.add(
      "--fps", read,
      fmt::format("hold N pictures a second: where they take longer they are drawn smaller, at {} of each side at "
                  "least; 0: at the scene's render.scale whatever they take [{}]",
                  session::Pace::least, fps),
      {.as = "N"});
}

void view_flags(Flags& flags, session::CommandLine& line) {
  flags.add("--view", line.view,
            fmt::format("{}; a field of `undine fields`; NODE.BINDING of `undine graph`: a resource as that node "
                        "leaves it, the last of its path or the one that NODE#2.BINDING counts [final]",
                        fmt::join(view_names(), ", ")),
            {.as = "VIEW", .offer = offer_views});
  const auto way = [&line](const std::string& text) { line.how.surface = text == "surface"; };
  flags.add("--view-as", way, "paint a field on the water's surface or show a map from above [surface]",
            {.words = {"surface", "map"}});
  flags.add("--component", line.how.component,
            "of a field of vectors: magnitude, x, y or z; of an image: x, y, z, w or length [magnitude, or colours]",
            {.as = "NAME"});
  flags.add("--colormap", line.how.map,
            fmt::format("colours of a field or resource: {} [what suits it]", fmt::join(color_maps, ", ")),
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
  flags.add("--range", range, "values at the ends of a field's colours [least:largest]", {.as = "LO:HI"});
  PeekShow& peek = line.how.peek;
  flags.add("--slice", peek.slice, "of an image that --view NODE.BINDING names: its layer or slice [0]", {.as = "N"});
  flags.add("--mip", peek.mip, "of such an image: its mip [0]", {.as = "N"});
  flags.add("--row", peek.row, "of a buffer that --view NODE.BINDING names: numbers a row [what fits]", {.as = "N"});
  flags.add("--words", peek.words,
            fmt::format("of such a buffer: {} [as its format says]", fmt::join(word_kinds, ", ")),
            {.as = "KIND", .words = {word_kinds.begin(), word_kinds.end()}});
}

}  // namespace undine::cli
