// Scenes that `undine new` writes.
#pragma once
#include <array>
#include <string_view>

namespace undine::cli {

inline constexpr std::array<std::string_view, 4> new_scene_kinds{"fountain", "river", "tank", "pool"};

std::string_view new_scene(std::string_view kind);  // text of the scene; empty for an unknown kind

}  // namespace undine::cli
