// Verbs that only list: devices, fields, schema.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/app/cli/verbs.h"
#include "engine/app/export/dump.h"
#include "engine/app/session/session.h"
#include "engine/files/files.h"
#include "engine/scene/scene_schema.h"

namespace undine::cli {
namespace {

// Formats columns as wide as their widest text, except the last one.
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

struct ListLine : session::CommandLine {
  bool as_json = false;        // JSON instead of a table, to `json` or to standard output
  std::filesystem::path json;  // empty: standard output
};

void json_flag(Flags& flags, ListLine& line) {
  const auto read = [&line](const std::string& file) {
    line.as_json = true;
    line.json = file;
  };
  flags.add("--json", read, "print JSON to FILE or standard output", {.as = "[FILE.json]", .optional = true});
}

void put(const Json& list, const ListLine& line) {
  const std::string text = list.dump(1) + "\n";
  if (line.json.empty())
    std::cout << text;
  else
    files::write_file(line.json, text);
}

Exit devices_as_json(const ListLine& line) {
  Json list = Json::array();
  for (const gpu::DeviceInfo& d : gpu::Device::list()) {
    Json required = Json::array();
    for (const gpu::DeviceRequirement& r : d.requirements)
      required.push_back({{"name", r.name},
                          {"asked", r.asked},
                          {"has", r.has},
                          {"met", r.met},
                          {"needed_by", r.needed_by},
                          {"purpose", r.purpose}});
    list.push_back({{"index", d.index},
                    {"name", d.name},
                    {"driver", d.driver},
                    {"type", d.type},
                    {"usable", d.missing.empty()},
                    {"missing", d.missing},
                    {"requirements", required}});
  }
  put(list, line);
  return Exit::done;
}

Exit fields_as_json(const std::vector<session::DumpSource>& sources, const ListLine& line) {
  Json list = Json::array();
  for (const session::DumpSource& source : sources)
    list.push_back({{"name", source.name},
                    {"shape", source.shape},
                    {"type", source.type},
                    {"unit", source.unit},
                    {"help", source.help},
                    {"file", source.endings.front()}});
  put(list, line);
  return Exit::done;
}

std::string requirements_of(const gpu::DeviceInfo& d) {
  std::vector<std::vector<std::string>> rows{
      {fmt::format("device {} for", d.index), "requirement", "asked", "has", "state"}};
  for (const gpu::DeviceRequirement& r : d.requirements)
    rows.push_back({r.purpose, r.name, r.asked, r.has, r.met ? "met" : "not met, by " + r.needed_by});
  return table(rows);
}

Exit list_devices(const ListLine& line) {
  if (!line.json.empty()) files::prepare_file(line.json);
  if (line.as_json) return devices_as_json(line);
  std::vector<std::vector<std::string>> rows{{"index", "name", "driver", "type", "state"}};
  const std::vector<gpu::DeviceInfo> devices = gpu::Device::list();
  for (const gpu::DeviceInfo& d : devices)
    rows.push_back({std::to_string(d.index), d.name, d.driver, d.type,
                    d.missing.empty() ? "usable" : fmt::format("lacks {}", fmt::join(d.missing, ", "))});
  std::cout << table(rows);
  for (const gpu::DeviceInfo& d : devices) std::cout << '\n' << requirements_of(d);
  return Exit::done;
}

Exit list_fields(const ListLine& line) {
  Scene scene = load_scene(line.scene(), line.overrides(), line.assets);
  if (!line.json.empty()) files::prepare_file(line.json);
  graph::State state;
  session::World world(state, scene);
  if (line.as_json) return fields_as_json(session::dump_sources(world), line);
  std::vector<std::vector<std::string>> rows{{"field", "shape", "type", "unit", "meaning"}};
  for (const session::DumpSource& source : session::dump_sources(world))
    rows.push_back({source.name, shape_text(source.shape), source.type, source.unit, source.help});
  std::cout << table(rows);
  return Exit::done;
}

struct SchemaLine : session::CommandLine {
  std::string format = "json";
};

Exit print_schema(const SchemaLine& line) {
  std::cout << (line.format == "json" ? scene_schema() : scene_reference());
  return Exit::done;
}

}  // namespace

Call verb_devices(Flags& flags) {
  auto line = std::make_shared<ListLine>();
  json_flag(flags, *line);
  return call(line, list_devices);
}

Call verb_fields(Flags& flags) {
  auto line = std::make_shared<ListLine>();
  scene_file(flags, *line);
  json_flag(flags, *line);
  scene_flags(flags, *line);
  return call(line, list_fields);
}

Call verb_schema(Flags& flags) {
  auto line = std::make_shared<SchemaLine>();
  flags.add("--format", line->format, "json for editors and programs, markdown for the manual [json]",
            {.words = {"json", "markdown"}});
  return call(line, print_schema);
}

}  // namespace undine::cli
