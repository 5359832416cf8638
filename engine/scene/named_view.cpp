#include "engine/scene/named_view.h"

#include <set>

namespace undine {

static auto& views() {
  static std::set<std::pair<int, std::string_view>> all{{1, "final"}};
  return all;
}

std::vector<std::string_view> view_names() {
  std::vector<std::string_view> out;
  for (const auto& [key, name] : views()) out.push_back(name);
  return out;
}

bool is_named_view(std::string_view name) { return std::ranges::count(view_names(), name) > 0; }

bool detail::add_view(int key, std::string_view name) { return views().emplace(key, name).second; }

}  // namespace undine
