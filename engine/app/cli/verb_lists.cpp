// The verbs that only list: devices, fields, schema.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/app/cli/verbs.h"
#include "engine/app/session/dump.h"
#include "engine/app/session/session.h"
#include "engine/files/files.h"

namespace undine::cli {
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

using Json = nlohmann::ordered_json;

void put(const Json& list, const session::CommandLine& line) {
  const std::string text = list.dump(1) + "\n";
  if (line.json.empty())
    std::cout << text;
  else
    files::write_file(line.json, text);
}

Exit list_devices(const session::CommandLine& line) {
  Json list = Json::array();
  for (const gpu::DeviceInfo& d : gpu::Device::list())
    list.push_back({{"index", d.index},
                    {"name", d.name},
                    {"driver", d.driver},
                    {"type", d.type},
                    {"usable", d.missing.empty()},
                    {"missing", d.missing}});
  put(list, line);
  return Exit::done;
}

Exit list_fields(const std::vector<session::DumpSource>& sources, const session::CommandLine& line) {
  Json list = Json::array();
  for (const session::DumpSource& source : sources)
    list.push_back({{"name", source.name},
                    {"shape", source.shape},
                    {"type", source.type},
                    {"unit", source.unit},
                    {"help", source.help},
                    {"file", source.ending}});
  put(list, line);
  return Exit::done;
}

}  // namespace

Exit verb_devices(const session::CommandLine& line) {
  if (!line.json.empty()) files::prepare_file(line.json);
  if (line.as_json) return list_devices(line);
  std::vector<std::vector<std::string>> rows{{"index", "name", "driver", "type", "state"}};
  for (const gpu::DeviceInfo& d : gpu::Device::list())
    rows.push_back({std::to_string(d.index), d.name, d.driver, d.type,
                    d.missing.empty() ? "usable" : fmt::format("lacks {}", fmt::join(d.missing, ", "))});
  std::cout << table(rows);
  return Exit::done;
}

Exit verb_fields(const session::CommandLine& line) {
  Scene scene = load_scene(line.scene(), line.overrides());
  if (!line.json.empty()) files::prepare_file(line.json);
  graph::State state;
  session::World world(state, scene);
  if (line.as_json) return list_fields(session::dump_sources(world), line);
  std::vector<std::vector<std::string>> rows{{"field", "shape", "type", "unit", "meaning"}};
  for (const session::DumpSource& source : session::dump_sources(world))
    rows.push_back({source.name, shape_text(source.shape), source.type, source.unit, source.help});
  std::cout << table(rows);
  return Exit::done;
}

Exit verb_schema(const session::CommandLine&) {
  std::string text = scene_schema();
  std::cout << text;
  if (!text.empty() && text.back() != '\n') std::cout << '\n';
  return Exit::done;
}

}  // namespace undine::cli
