#include "engine/settings/schema_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "engine/settings/settings_json.h"

namespace undine::settings {
namespace {

using Ordered = nlohmann::ordered_json;
using Kinds = std::set<std::size_t>;  // indices of an object's alternatives

constexpr std::size_t many = 8;  // values that only one kind has, for which it gets a section

bool is_map(const Ordered& s) { return s.contains("additionalProperties") && s["additionalProperties"].is_object(); }

bool is_block(const Ordered& s) {  // an object, or one of several kinds
  if (s.contains("properties")) return !is_map(s);
  return s.contains("oneOf") && std::ranges::all_of(s["oneOf"], [](const Ordered& one) { return is_block(one); });
}

std::vector<const Ordered*> alternatives(const Ordered& block) {
  std::vector<const Ordered*> out;
  if (block.contains("properties")) return {&block};
  for (const Ordered& one : block["oneOf"]) out.push_back(&one);
  return out;
}

std::string code(const Ordered& value) { return "`" + value.dump() + "`"; }

std::string range(const Ordered& s) {
  const bool whole = s.value("type", "") == "integer", above = s.contains("exclusiveMinimum");
  Spec spec;
  spec.above_min = above;
  spec.min = s.value(above ? "exclusiveMinimum" : "minimum", -1e30);
  spec.max = s.value("maximum", 1e30);
  if (whole && spec.min <= -9e15) spec.min = -1e30;
  if (whole && spec.max >= 9e15) spec.max = 1e30;
  return number_range(spec, whole);
}

class Reference {
 public:
  std::string run(const Ordered& schema, const std::string& root) {
    section(schema, root, "");
    std::string index;
    for (const auto& [title, depth] : index_)
      index += fmt::format("{}- [{}](#{})\n", std::string(2 * depth, ' '), title, anchor(title));
    return index + body_;
  }

 private:
  struct Row {
    std::string name;
    const Ordered* schema;
    bool required;
    Kinds kinds;
  };

  // Makes anchors of headings as GitHub does.
  static std::string anchor(const std::string& title) {
    std::string out;
    for (char c : title) {
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-')
        out += static_cast<char>(std::tolower(c));
      if (c == ' ') out += '-';
    }
    return out;
  }

  // Writes the section of a block or reuses an existing one. Returns its title.
  std::string section(const Ordered& block, const std::string& title, const std::string& about) {
    Ordered key = block;
    for (const char* said : {"description", "default", "$schema", "$id", "title"}) key.erase(said);
    const auto [at, fresh] = titles_.emplace(key.dump(), title);
    if (!fresh) return at->second;
    index_.emplace_back(title, title == "Scene" ? 0 : 1);
    write(alternatives(block), title, about);
    return title;
  }

  void write(const std::vector<const Ordered*>& kinds, const std::string& title, const std::string& about) {
    std::vector<Row> rows = rows_of(kinds);
    const auto tags = tags_of(rows, kinds);
    const auto large = large_kinds(rows, kinds, tags);
    std::string text = fmt::format("\n## {}\n\n", title);
    if (!about.empty()) {
      text += about + ".\n\n";
      char& first = text[text.size() - about.size() - 3];
      first = static_cast<char>(std::toupper(first));
    }
    std::vector<std::function<void()>> later;
    text += table(rows, kinds, tags, title, later, [&](const Row& row) { return !owner_of(row, large, kinds.size()); });
    for (const auto& [name, members] : large)
      later.push_back([&, name = name, members = members, tag = tags.front()] {
        const std::string own = fmt::format("{} {} {}", title, tag, name);
        index_.emplace_back(own, 1);
        std::string part = fmt::format("\n## {}\n\nBeside the values of [{}](#{}).\n\n", own, title, anchor(title));
        std::vector<std::function<void()>> deeper;
        kind_of_section_ = fmt::format("{} {}", tag, name);
        part += table(
            rows, kinds, tags, title, deeper,
            [&](const Row& row) {
              return owner_of(row, large, kinds.size()) && std::ranges::includes(members, row.kinds);
            },
            members);
        kind_of_section_.clear();
        body_ += part;
        for (const auto& next : deeper) next();
      });
    if (!large.empty()) {
      text += "\nKinds with values of their own:";
      for (const auto& [name, members] : large) {
        const std::string own = fmt::format("{} {} {}", title, tags.front(), name);
        text += fmt::format(" [{}](#{})", name, anchor(own));
      }
      text += "\n";
    }
    body_ += text;
    for (const auto& next : later) next();
  }

  static std::vector<Row> rows_of(const std::vector<const Ordered*>& kinds) {
    std::vector<Row> rows;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const Ordered& one = *kinds[k];
      for (const auto& [name, property] : one["properties"].items()) {
        if (name == help_key) continue;
        bool required = false;
        if (one.contains("required")) required = std::ranges::count(one["required"], Ordered(name)) > 0;
        const bool tag = property.contains("const");
        const auto same = std::ranges::find_if(rows, [&, &name = name, &property = property](const Row& r) {
          return r.name == name && (tag ? r.schema->contains("const") : *r.schema == property);
        });
        if (same == rows.end())
          rows.push_back({name, &property, required, {k}});
        else {
          same->kinds.insert(k);
          same->required = same->required && required;
        }
      }
    }
    return rows;
  }

  static std::vector<std::string> tags_of(const std::vector<Row>& rows, const std::vector<const Ordered*>&) {
    std::vector<std::string> out;
    for (const Row& r : rows)
      if (r.schema->contains("const")) out.push_back(r.name);
    return out;
  }

  static std::string value_of(const Ordered& kind, const std::string& tag) {
    const auto at = kind["properties"].find(tag);
    return at == kind["properties"].end() || !at->contains("const") ? "" : (*at)["const"].get<std::string>();
  }

  // Finds values of the first tag with many rows that other values lack.
  static std::vector<std::pair<std::string, Kinds>> large_kinds(const std::vector<Row>& rows,
                                                                const std::vector<const Ordered*>& kinds,
                                                                const std::vector<std::string>& tags) {
    std::vector<std::pair<std::string, Kinds>> out;
    if (tags.empty() || kinds.size() < 2) return out;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const std::string value = value_of(*kinds[k], tags.front());
      const auto at = std::ranges::find(out, value, &std::pair<std::string, Kinds>::first);
      if (at == out.end())
        out.emplace_back(value, Kinds{k});
      else
        at->second.insert(k);
    }
    std::erase_if(out, [&](const auto& group) {
      return static_cast<std::size_t>(std::ranges::count_if(
                 rows, [&](const Row& r) { return std::ranges::includes(group.second, r.kinds); })) < many;
    });
    return out;
  }

  static bool owner_of(const Row& row, const std::vector<std::pair<std::string, Kinds>>& large, std::size_t kinds) {
    return row.kinds.size() < kinds && std::ranges::any_of(large, [&](const auto& group) {
             return std::ranges::includes(group.second, row.kinds);
           });
  }

  std::string table(const std::vector<Row>& rows, const std::vector<const Ordered*>& kinds,
                    const std::vector<std::string>& tags, const std::string& title,
                    std::vector<std::function<void()>>& later, auto&& here, const Kinds& among = {}) {
    std::string out = "| value | is | default | means |\n|---|---|---|---|\n";
    for (const Row& row : rows) {
      if (!here(row)) continue;
      const Ordered& s = *row.schema;
      std::string means = s.value("description", ""), with = condition(row, kinds, tags, among);
      if (!with.empty()) means += (means.empty() ? "" : " ") + fmt::format("*({})*", with);
      kind_.clear();
      std::ranges::copy_if(with, std::back_inserter(kind_), [](char c) { return c != '`' && c != ',' && c != ';'; });
      std::string what = s.contains("const") ? words(row, kinds, tags) : type(s, path(title, row.name), later, means);
      std::string initial = row.required ? "*required*" : s.contains("default") ? code(s["default"]) : "";
      if (s.contains("const") && !row.required) initial = "`\"" + tag_default(row, kinds) + "\"`";
      out += fmt::format("| `{}` | {} | {} | {} |\n", row.name, cell(what), cell(initial), cell(means));
    }
    return out;
  }

  static std::string cell(const std::string& text) {
    std::string out;
    for (char c : text) out += c == '|' ? "\\|" : std::string(1, c);
    return out;
  }

  static std::string path(const std::string& title, const std::string& name) {
    return title == "Scene" ? name : title + "." + name;
  }

  // Lists the kinds that have the value; empty: all (of `among`).
  static std::string condition(const Row& row, const std::vector<const Ordered*>& kinds,
                               const std::vector<std::string>& tags, Kinds among) {
    if (among.empty())
      for (std::size_t k = 0; k < kinds.size(); ++k) among.insert(k);
    if (std::ranges::includes(row.kinds, among)) return "";
    for (const std::string& tag : tags) {
      std::set<std::string> values;
      for (std::size_t k : row.kinds) values.insert(value_of(*kinds[k], tag));
      const bool exact = std::ranges::all_of(
          among, [&](std::size_t k) { return row.kinds.contains(k) == values.contains(value_of(*kinds[k], tag)); });
      if (exact && !values.contains("")) return fmt::format("`{}` {}", tag, fmt::join(values, ", "));
    }
    std::vector<std::string> all;
    for (std::size_t k : row.kinds) {
      std::vector<std::string> one;
      for (const std::string& tag : tags)
        if (const std::string v = value_of(*kinds[k], tag); !v.empty()) one.push_back(fmt::format("`{}` {}", tag, v));
      all.push_back(fmt::format("{}", fmt::join(one, " and ")));
    }
    return fmt::format("{}", fmt::join(all, "; "));
  }

  static std::string words(const Row& row, const std::vector<const Ordered*>& kinds, const std::vector<std::string>&) {
    std::vector<std::string> out;
    for (std::size_t k : row.kinds) {
      const std::string word = "`\"" + value_of(*kinds[k], row.name) + "\"`";
      if (std::ranges::find(out, word) == out.end()) out.push_back(word);
    }
    return fmt::format("{}", fmt::join(out, ", "));
  }

  static std::string tag_default(const Row& row, const std::vector<const Ordered*>& kinds) {
    for (std::size_t k : row.kinds) {
      const Ordered& one = *kinds[k];
      if (!one.contains("required") || std::ranges::count(one["required"], Ordered(row.name)) == 0)
        return value_of(one, row.name);
    }
    return "";
  }

  // Describes a value's type in words; objects get their section and a link to it.
  std::string type(const Ordered& s, const std::string& place, std::vector<std::function<void()>>& later,
                   const std::string& about) {
    if (is_block(s)) return link(s, place, later, about);
    if (s.contains("oneOf")) {
      std::vector<std::string> forms;
      for (const Ordered& one : s["oneOf"]) {
        const Ordered* only = single(one);
        forms.push_back(only ? fmt::format("{{`\"{}\"`: {}}}", one["required"][0].get<std::string>(),
                                           type(*only, place, later, about))
                             : type(one, place, later, about));
      }
      return fmt::format("{}", fmt::join(forms, ", or "));
    }
    if (is_map(s)) return "names with " + type(s["additionalProperties"], place + ".NAME", later, about);
    if (s.contains("enum")) {
      std::vector<std::string> all;
      for (const Ordered& word : s["enum"]) all.push_back(code(word));
      return fmt::format("{}", fmt::join(all, ", "));
    }
    const std::string kind = s.value("type", "");
    if (kind == "array") return list(s, place, later, about);
    if (kind == "number" || kind == "integer") return range(s);
    if (kind == "boolean") return "`true` or `false`";
    if (s.contains("x-file")) return s.contains("examples") ? file_or(s) : "file";
    return s.contains("description") && s["description"].get<std::string>().starts_with("a name of")
               ? s["description"].get<std::string>()
               : "text";
  }

  // The value of an object that has exactly one, required value; null: another schema.
  static const Ordered* single(const Ordered& s) {
    const bool one = s.contains("properties") && s.contains("required") && s["required"].size() == 1 &&
                     s["properties"].size() - s["properties"].count(std::string(help_key)) == 1;
    return one ? &s["properties"][s["required"][0].get<std::string>()] : nullptr;
  }

  static std::string file_or(const Ordered& s) {
    std::string out = "file";
    for (const Ordered& word : s["examples"]) out += ", or " + code(word);
    return out;
  }

  std::string list(const Ordered& s, const std::string& place, std::vector<std::function<void()>>& later,
                   const std::string& about) {
    if (s.contains("prefixItems")) {  // seconds and values
      std::string row;
      for (const Ordered& member : s["prefixItems"]) row += (row.empty() ? "" : ", ") + range(member);
      return fmt::format("[{}]", row);
    }
    const Ordered& items = s["items"];
    if (is_block(items)) return "list of " + link(items, place + "[]", later, about);
    if (s.contains("minItems") && s.contains("maxItems")) {
      std::string one = range(items);  // "number from ..." or "whole number from ..."
      one.insert(one.find("number") + 6, "s");
      return fmt::format("[{} {}]", s["minItems"].get<int>(), one);
    }
    return "list of " + type(items, place, later, about);
  }

  std::string link(const Ordered& block, const std::string& place, std::vector<std::function<void()>>& later,
                   const std::string& about) {
    Ordered key = block;
    for (const char* said : {"description", "default"}) key.erase(said);
    const std::string text = key.dump();
    const auto at = titles_.find(text);
    const auto planned = planned_.find(text);
    std::string title = at != titles_.end() ? at->second : planned != planned_.end() ? planned->second : free(place);
    if (at == titles_.end() && planned == planned_.end()) {
      planned_.emplace(text, title);
      later.push_back([this, &block, title, about] { section(block, title, about); });
    }
    return fmt::format("[{}](#{})", title, anchor(title));
  }

  // Makes titles unique: of blocks with the same path the first has it alone, others add their kind.
  std::string free(const std::string& place) {
    std::string out = place;
    if (used_.contains(out) && !kind_.empty()) out = place + " " + kind_;
    if (used_.contains(out) && !kind_of_section_.empty()) out = place + " " + kind_of_section_;
    for (int i = 2; !used_.insert(out).second; ++i) out = fmt::format("{} {}", place, i);
    return out;
  }

  std::set<std::string> used_;
  std::string kind_, kind_of_section_;                   // kind of the row; kind of the current section
  std::map<std::string, std::string> titles_, planned_;  // titles by a block's text
  std::vector<std::pair<std::string, std::size_t>> index_;
  std::string body_;
};

}  // namespace

std::string schema_reference(const Ordered& schema, const std::string& root) { return Reference().run(schema, root); }

}  // namespace undine::settings
