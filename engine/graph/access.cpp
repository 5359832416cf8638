#include "engine/graph/access.h"

#include <iterator>

namespace undine::graph {
namespace {

constexpr std::string_view stage_names[] = {"indirect", "index",   "vertex",   "fragment", "depth",
                                            "color",    "compute", "transfer", "host",     "all"};
constexpr std::string_view access_names[] = {
    "indirect_read", "index_read", "uniform_read", "sampled_read",  "storage_read",   "storage_write", "color_read",
    "color_write",   "depth_read", "depth_write",  "transfer_read", "transfer_write", "host_read"};

template <std::size_t N>
std::string joined(std::uint32_t bits, const std::string_view (&names)[N]) {
  std::string text;
  for (std::size_t i = 0; i < N; ++i) {
    if (!(bits >> i & 1u)) continue;
    if (!text.empty()) text += '|';
    text += names[i];
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::string stage_text(std::uint32_t stages) { return joined(stages, stage_names); }
std::string access_text(std::uint32_t access) { return joined(access, access_names); }

std::string_view layout_text(Layout layout) {
  constexpr std::string_view names[] = {"undefined",  "general",         "sampled",         "color",  "depth",
                                        "depth_read", "transfer_source", "transfer_target", "present"};
  return names[static_cast<std::size_t>(layout)];
}

std::string_view verb_text(Verb verb) {
  constexpr std::string_view names[] = {"read", "write", "modify", "accumulate"};
  return names[static_cast<std::size_t>(verb)];
}

}  // namespace undine::graph
