#include "engine/settings/schema_text.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace undine::settings {
namespace {

using Ordered = nlohmann::ordered_json;

constexpr std::size_t least_shared = 120;  // minimum characters of a block that is shared
constexpr std::size_t width = 120;

// Calls visit(subschema, name, set) for the direct subschemas of a schema; `name` is the value's that contains it.
template <class Json, class Visit>
void parts(Json& schema, const std::string& name, Visit&& visit) {
  if (schema.contains("properties"))
    for (auto& [key, value] : schema["properties"].items()) visit(value, key);
  for (const char* list : {"oneOf", "prefixItems"})
    if (schema.contains(list))
      for (auto& value : schema[list]) visit(value, name);
  for (const char* one : {"items", "additionalProperties"})
    if (schema.contains(one) && schema[one].is_object()) visit(schema[one], name);
}

class Sharer {
 public:
  Ordered run(const Ordered& schema) {
    parts(schema, "", [&](const Ordered& part, const std::string& name) { count(part, name); });
    Ordered out = schema;
    parts(out, "", [&](Ordered& part, const std::string&) { part = shared(part); });
    if (!defs_.empty()) out["$defs"] = defs_;
    return out;
  }

 private:
  // Returns the part of a schema that does not depend on its place: blocks without their description and default.
  static Ordered body(const Ordered& schema) {
    Ordered out = schema;
    if (schema.contains("properties") || schema.contains("oneOf"))
      for (const char* said : {"description", "default"}) out.erase(said);
    return out;
  }

  void count(const Ordered& schema, const std::string& name) {
    Seen& seen = seen_[body(schema).dump()];
    if (++seen.times > 1) return;
    seen.name = name;
    parts(schema, name, [&](const Ordered& part, const std::string& inner) { count(part, inner); });
  }

  Ordered shared(const Ordered& schema) {
    Ordered inner = body(schema);
    const std::string key = inner.dump();
    Seen& seen = seen_[key];
    if (seen.times < 2 || key.size() < least_shared) {
      Ordered out = schema;
      parts(out, "", [&](Ordered& part, const std::string&) { part = shared(part); });
      return out;
    }
    if (!seen.made) {
      seen.made = true;
      seen.name = free_name(seen.name);
      defs_[seen.name] = nullptr;  // reserves its place before nested blocks
      parts(inner, "", [&](Ordered& part, const std::string&) { part = shared(part); });
      defs_[seen.name] = inner;
    }
    Ordered out = Ordered::object();
    for (const char* said : {"description", "default"})
      if (schema.contains(said) && !inner.contains(said)) out[said] = schema[said];
    out["$ref"] = "#/$defs/" + seen.name;
    return out;
  }

  std::string free_name(const std::string& wanted) {
    std::string name;
    for (char c : wanted) name += c == '+' ? "plus_" : c == '-' ? "minus_" : std::string(1, c);
    std::string out = name;
    for (int i = 2; !names_.insert(out).second; ++i) out = fmt::format("{}_{}", name, i);
    return out;
  }

  struct Seen {
    std::size_t times = 0;
    std::string name;
    bool made = false;
  };
  std::map<std::string, Seen> seen_;
  std::set<std::string> names_;
  Ordered defs_ = Ordered::object();
};

std::string on_a_line(const Ordered& value) {
  if (!value.is_structured() || value.empty()) return value.dump();
  std::string out = value.is_object() ? "{ " : "[", separator;
  for (const auto& [key, one] : value.items()) {
    out += separator + (value.is_object() ? Ordered(key).dump() + ": " : "") + on_a_line(one);
    separator = ", ";
  }
  return out + (value.is_object() ? " }" : "]");
}

void put(std::string& out, const Ordered& value, std::size_t indent, std::size_t column) {
  const std::string line = on_a_line(value);
  if (!value.is_structured() || value.empty() || column + line.size() < width) {
    out += line;
    return;
  }
  out += value.is_object() ? "{" : "[";
  const char* separator = "\n";
  for (const auto& [key, one] : value.items()) {
    out += separator + std::string(indent + 2, ' ');
    const std::string head = value.is_object() ? Ordered(key).dump() + ": " : "";
    out += head;
    put(out, one, indent + 2, indent + 2 + head.size());
    separator = ",\n";
  }
  out += "\n" + std::string(indent, ' ') + (value.is_object() ? "}" : "]");
}

}  // namespace

Ordered share_blocks(const Ordered& schema) { return Sharer().run(schema); }

std::string print_json(const Ordered& value) {
  std::string out;
  put(out, value, 0, 0);
  return out + "\n";
}

}  // namespace undine::settings
