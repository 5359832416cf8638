// Scene reference of the manual: equal to the program's output, and complete for all values of the schema.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "engine/files/files.h"
#include "engine/scene/scene_schema.h"

namespace undine {
namespace {

using nlohmann::json;

TEST(SceneReference, ThePageIsCurrent) {
  EXPECT_EQ(files::read_file(UNDINE_SOURCE_DIR "/docs/scene_reference.md"), scene_reference())
      << "run: undine schema --format markdown > docs/scene_reference.md";
}

class Page {
 public:
  Page() {
    std::istringstream lines(scene_reference());
    std::string title;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("## ")) title = line.substr(3);
      sections_[title].push_back(line);
    }
  }

  // Checks that every value of `s` is in the section `title` or in one that it links to for a kind of the object.
  void check(const json& s, const std::string& title) {
    ASSERT_TRUE(sections_.contains(title)) << title;
    if (s.contains("oneOf"))
      for (const json& one : s["oneOf"]) check(one, title);
    if (!s.contains("properties")) return;
    for (const auto& [name, property] : s["properties"].items())
      if (name != "help") value(name, property, s, title);
  }
  std::size_t values = 0;
  std::set<std::string> visited;

 private:
  void value(const std::string& name, const json& property, const json& object, const std::string& title) {
    const std::string* row = row_of(name, property, object, title);
    ASSERT_TRUE(row) << title << " lacks " << name << ": " << property.dump();
    ++values;
    for (const json& block : blocks(property)) {
      const std::string next = linked(*row);
      ASSERT_FALSE(next.empty()) << title << ": " << *row;
      if (visited.insert(next + block.dump()).second) check(block, next);
    }
  }

  // Objects that a value is or contains; objects of one value beside words are in the row itself.
  static std::vector<json> blocks(const json& p) {
    if (p.contains("items")) return blocks(p["items"]);
    if (p.contains("additionalProperties") && p["additionalProperties"].is_object()) return {p["additionalProperties"]};
    if (p.contains("properties")) return {p};
    std::vector<json> out;
    if (p.contains("oneOf"))
      for (const json& one : p["oneOf"])
        if (!(one.contains("properties") && one["properties"].size() == 2 && one.contains("required")) ||
            one["properties"].begin()->contains("const"))
          for (json& block : blocks(one)) out.push_back(std::move(block));
    return out;
  }

  // Title of the row's link: "[title](#anchor)".
  static std::string linked(const std::string& row) {
    const auto end = row.find("](#");
    if (end == std::string::npos) return "";
    auto begin = end;
    for (int depth = 1; depth > 0;) {
      --begin;
      depth += row[begin] == ']' ? 1 : row[begin] == '[' ? -1 : 0;
    }
    return row.substr(begin + 1, end - begin - 1);
  }

  static std::string cell(const std::string& text) {
    std::string out;
    for (char c : text) out += c == '|' ? "\\|" : std::string(1, c);
    return out;
  }

  const std::string* row_of(const std::string& name, const json& property, const json& object,
                            const std::string& title) {
    std::vector<std::string> titles{title};
    for (const auto& [tag, one] : object["properties"].items())
      if (one.contains("const")) titles.push_back(fmt::format("{} {} {}", title, tag, one["const"].get<std::string>()));
    for (const std::string& t : titles)
      for (const std::string& row : sections_[t])
        if (row.starts_with(fmt::format("| `{}` |", name)) && says(row, property) && of_kind(row, object)) return &row;
    return nullptr;
  }

  // Returns true if all kinds in the row's "*(`solver` pipes, shallow)*" are kinds of `object`.
  static bool of_kind(const std::string& row, const json& object) {
    const auto from = row.rfind("*(`");
    if (from == std::string::npos) return true;
    for (const auto& [tag, one] : object["properties"].items())
      if (one.contains("const") && row.find("`" + tag + "` ", from) != std::string::npos &&
          row.find(one["const"].get<std::string>(), from) == std::string::npos)
        return false;
    return true;
  }

  static bool says(const std::string& row, const json& p) {
    const auto has = [&](const std::string& text) { return row.find(cell(text)) != std::string::npos; };
    bool all = has(p.value("description", ""));
    if (p.contains("const")) return all && has(p["const"].dump());
    if (p.contains("default")) all = all && has("`" + p["default"].dump() + "`");
    for (const json& word : p.value("enum", json::array())) all = all && has(word.dump());
    const json& number = p.contains("items") ? p["items"] : p;
    for (const char* end : {"minimum", "exclusiveMinimum", "maximum"})
      if (number.contains(end) && std::abs(number[end].get<double>()) < 1e15)
        all = all && has(fmt::format("{}", number[end].get<double>()));
    return all;
  }

  std::map<std::string, std::vector<std::string>> sections_;
};

TEST(SceneReference, EveryBlockAndValueOfTheSchemaStandsInIt) {
  Page page;
  page.check(scene_schema_tree(), "Scene");
  EXPECT_GT(page.values, 500u);
  EXPECT_GT(page.visited.size(), 40u);
  for (const char* section : {"water[] solver wave", "water[] solver sph", "bodies[]", "materials.NAME", "render"})
    EXPECT_NE(scene_reference().find(fmt::format("\n## {}\n", section)), std::string::npos) << section;
}

TEST(SceneReference, LinksLeadToSections) {
  const std::string page = scene_reference();
  std::set<std::string> anchors;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("## ")) continue;
    std::string anchor;
    for (char c : line.substr(3)) {
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-')
        anchor += static_cast<char>(std::tolower(c));
      if (c == ' ') anchor += '-';
    }
    EXPECT_TRUE(anchors.insert(anchor).second) << line << ": the anchor is another section's too";
  }
  for (auto at = page.find("](#"); at != std::string::npos; at = page.find("](#", at + 1)) {
    const std::string anchor = page.substr(at + 3, page.find(')', at) - at - 3);
    EXPECT_TRUE(anchors.contains(anchor)) << anchor;
  }
}

}  // namespace
}  // namespace undine
