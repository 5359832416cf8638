#include "engine/scene/named_view.h"

#include <vector>

namespace undine {
namespace {

struct Views {
  std::vector<std::string_view> names{"final"};
  std::vector<int> keys{1};
};
Views& views() {
  static Views all;
  return all;
}

}  // namespace

std::span<const std::string_view> view_names() { return views().names; }

bool is_named_view(std::string_view name) { return std::ranges::count(views().names, name) > 0; }

bool detail::add_view(std::string_view name, int key) {
  auto& [names, keys] = views();
  std::size_t at = 0;
  const auto order = [](int k) { return k == 0 ? view_keys + 1 : k; };
  while (at < names.size() && (order(keys[at]) < order(key) || (keys[at] == key && names[at] < name))) ++at;
  names.insert(names.begin() + static_cast<std::ptrdiff_t>(at), name);
  keys.insert(keys.begin() + static_cast<std::ptrdiff_t>(at), key);
  return true;
}

}  // namespace undine
