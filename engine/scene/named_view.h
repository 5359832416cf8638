// Named views of the picture for --view NAME, keys and the HUD's list. A pass publishes an intermediate result in one
// line beside the node that writes it:
//   publish_view<"reflection", 6>(g, reflection, as);
#pragma once
#include <algorithm>
#include <string_view>
#include <vector>

#include "engine/graph/graph.h"

namespace undine {

// Views that the passes of this program publish, and "final": sorted by key, then by name.
std::vector<std::string_view> view_names();
bool is_named_view(std::string_view name);
inline constexpr int view_keys = 8;  // 1 to 8 of a window

namespace detail {
bool add_view(int key, std::string_view name);
template <std::size_t size>
struct ViewName {  // a text as an argument of a template
  char text[size];
  consteval ViewName(const char (&literal)[size]) { std::copy_n(literal, size, text); }
};
template <ViewName name, int key>
inline const bool view_added = add_view(key, name.text);  // before main(), for there is a call below that is compiled
}  // namespace detail

// `as`: a value of the renderer's enum of ways to show an image. Without a key: behind those that have one.
template <detail::ViewName name, int key = view_keys + 1, class As>
void publish_view(graph::Graph& g, graph::Image image, As as) {
  static_cast<void>(&detail::view_added<name, key>);
  g.publish({name.text, image, static_cast<std::uint32_t>(as)});
}

}  // namespace undine
