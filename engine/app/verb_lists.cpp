// The verbs that only list: devices, fields, schema.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "engine/app/dump.h"
#include "engine/app/session.h"
#include "engine/app/verbs.h"

namespace undine {
namespace {

// Columns as wide as their widest text; the last one is left open.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width;
  for (const auto& row : rows) {
    width.resize(std::max(width.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  }
  std::string out;
  for (const auto& row : rows) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) text += fmt::format("{:<{}}  ", row[i], width[i]);
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + '\n';
  }
  return out;
}

std::string shape_text(const std::vector<std::uint32_t>& shape) { return fmt::format("({})", fmt::join(shape, ", ")); }

}  // namespace

Exit verb_devices(const CommandLine&) {
  std::vector<std::vector<std::string>> rows{{"index", "name", "driver", "type", "state"}};
  for (const gpu::DeviceInfo& d : gpu::Device::list())
    rows.push_back({std::to_string(d.index), d.name, d.driver, d.type,
                    d.missing.empty() ? "usable" : fmt::format("lacks {}", fmt::join(d.missing, ", "))});
  std::cout << table(rows);
  return Exit::done;
}

Exit verb_fields(const CommandLine& line) {
  Scene scene = load_scene(line.scene(), line.overrides());
  graph::State state;
  World world(state, scene);
  std::vector<std::vector<std::string>> rows{{"field", "shape", "type", "unit", "meaning"}};
  for (const DumpSource& source : dump_sources(world))
    rows.push_back({source.name, shape_text(source.shape), source.type, source.unit, source.help});
  std::cout << table(rows);
  return Exit::done;
}

Exit verb_schema(const CommandLine&) {
  std::string text = scene_schema();
  std::cout << text;
  if (!text.empty() && text.back() != '\n') std::cout << '\n';
  return Exit::done;
}

}  // namespace undine
