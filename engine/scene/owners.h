// Who names resources and scopes beside the waters: "sky/radiance", "frame/picture". Waters name theirs in the same
// way, "pool/height", and what a name begins with tells whose it is. Therefore no water has one of these names.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace undine {

inline constexpr std::array<std::string_view, 11> owners{"blit",   "bodies",    "field_view", "fish", "geometry", "hud",
                                                         "leaves", "nan_guard", "picture",    "sky",  "water"};

inline std::string_view owner_of(std::string_view resource) { return resource.substr(0, resource.find('/')); }
inline bool is_owner(std::string_view name) { return std::ranges::find(owners, name) != owners.end(); }

}  // namespace undine
