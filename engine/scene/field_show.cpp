#include "engine/scene/field_show.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/scene/named_view.h"
#include "engine/settings/settings_json.h"

namespace undine {
namespace {

constexpr std::uint32_t most_components = 4;  // a third size over it is that of a volume

// NAME.state and bodies.water have one row of numbers per body, fish or leaf; NAME.spray one per diffuse particle.
bool is_list(const Field& field) {
  return field.shape.size() == 1 || field.shape[1] == 3 || field.name.ends_with(".state") ||
         field.name.ends_with(".spray") || field.name == "bodies.water";
}
bool is_grid(const Field& field) { return field.shape.size() == 2 && !is_list(field); }
bool is_vector_grid(const Field& field) { return field.shape.size() == 3 && field.shape[2] <= most_components; }

std::string shown_fields(std::span<const Field> fields) {
  std::string names;
  for (const Field& f : fields)
    if (cannot_show(f).empty()) names += (names.empty() ? "" : ", ") + f.name;
  return names.empty() ? "none" : names;
}

}  // namespace

std::uint32_t components_of(const Field& field) {
  if (field.of_particles) return field.shape.size() > 1 ? field.shape[1] : 1;
  return is_vector_grid(field) ? field.shape[2] : 1;
}

std::vector<std::string_view> component_names(const Field& field) {
  switch (components_of(field)) {
    case 2:
      return {"magnitude", "x", "z"};
    case 3:
      return {"magnitude", "x", "y", "z"};
    case 4:
      return {"magnitude", "x", "y", "z", "w"};
    default:
      return {"magnitude"};
  }
}

std::uint32_t component_index(const Field& field, std::string_view component) {
  const auto names = component_names(field);
  const auto found = std::ranges::find(names, component);
  if (names.size() == 1) return 0;
  if (found == names.begin() || found == names.end()) return components_of(field);
  return static_cast<std::uint32_t>(found - names.begin()) - 1;
}

bool shows_length(const Field& field, const FieldShow& how) {
  return components_of(field) > 1 && component_index(field, how.component) == components_of(field);
}

std::uint32_t view_map(const Field& field, const FieldShow& how) {
  std::string_view map = how.map;
  if (map.empty()) {
    const bool signed_value = components_of(field) > 1 ? !shows_length(field, how) : field.rest.has_value();
    map = signed_value ? "diverging" : "viridis";
  }
  return static_cast<std::uint32_t>(std::ranges::find(color_maps, map) - color_maps.begin());
}

std::string next_field(std::span<const Field> fields, std::string_view name) {
  const auto now = static_cast<std::size_t>(std::ranges::find(fields, name, &Field::name) - fields.begin());
  for (std::size_t i = 1; i <= fields.size(); ++i) {
    const Field& f = fields[(now == fields.size() ? i - 1 : now + i) % fields.size()];
    if (cannot_show(f).empty()) return f.name;
  }
  return {};
}

std::string cannot_show(const Field& field) {
  if (is_grid(field) || is_vector_grid(field) || field.of_particles) return {};
  const std::string shape = fmt::format("({})", fmt::join(field.shape, ", "));
  if (field.shape.size() == 2) return "a list of shape " + shape + " has no grid to draw";
  if (field.shape.size() == 3) return "a volume of shape " + shape + " cannot be seen from above";
  return "nothing draws the shape " + shape;
}

void check_view(std::string_view show, const FieldShow& how, std::span<const Field> fields) {
  const std::string view = fmt::format("--view {}", show);
  if (!how.map.empty() && std::ranges::find(color_maps, how.map) == color_maps.end())
    throw Error(Exit::bad_input, "--colormap " + how.map, "no such color map",
                fmt::format("allowed: {}", fmt::join(color_maps, ", ")));
  const FieldShow usual;
  if (is_graph_path(show)) {
    if (how.surface != usual.surface)
      throw Error(Exit::bad_input, "--view-as",
                  fmt::format("only fields can be shown this way; --view '{}' is a resource of the frame", show),
                  "allowed for --view: " + shown_fields(fields));
    return;
  }
  const char* of_paths = how.peek.slice            ? "--slice"
                         : how.peek.mip            ? "--mip"
                         : how.peek.row            ? "--row"
                         : !how.peek.words.empty() ? "--words"
                                                   : nullptr;
  if (of_paths)
    throw Error(Exit::bad_input, of_paths, fmt::format("the view '{}' is not a resource of the frame", show),
                "--view NODE.BINDING, with nodes and bindings of `undine graph`");
  if (is_named_view(show)) {
    const char* flag = !how.map.empty()                   ? "--colormap"
                       : how.component != usual.component ? "--component"
                       : how.range                        ? "--range"
                       : how.surface != usual.surface     ? "--view-as"
                                                          : nullptr;
    if (!flag) return;
    throw Error(Exit::bad_input, flag, fmt::format("the view '{}' is not a field", show),
                "--view with a field; fields of this scene: " + shown_fields(fields));
  }
  const auto field = std::ranges::find(fields, show, &Field::name);
  if (field == fields.end()) {
    std::vector<std::string> names;
    for (const std::string_view name : view_names()) names.emplace_back(name);
    for (const Field& f : fields) names.push_back(f.name);
    const std::string near = settings::nearest(show, names);
    throw Error(
        Exit::bad_input, view, "neither a view nor a field of this scene",
        fmt::format("{}views: {}; fields: {}; or NODE.BINDING, with the path of a node that `undine graph` lists",
                    near.empty() ? near : "did you mean " + near + "? ", fmt::join(view_names(), ", "),
                    shown_fields(fields)));
  }
  if (const std::string why = cannot_show(*field); !why.empty())
    throw Error(Exit::bad_input, view, why, "fields that can be shown: " + shown_fields(fields));
  const auto names = component_names(*field);
  if (std::ranges::find(names, how.component) == names.end())
    throw Error(Exit::bad_input, "--component " + how.component, field->name + " has no such component",
                names.size() == 1 ? "it is one number per cell: leave --component out"
                                  : fmt::format("allowed: {}", fmt::join(names, ", ")));
}

}  // namespace undine
