// A solver's field as a picture: what can be shown and how.
#pragma once
#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/solver.h"

namespace undine {

// Views of a picture besides the fields, in the order of the keys 1 to 8.
inline constexpr std::array<std::string_view, 8> view_names{"final", "albedo",     "normals",    "depth",
                                                            "ao",    "reflection", "refraction", "caustics"};
// In the order of engine/core/color_map.h.
inline constexpr std::array<std::string_view, 6> color_maps{"viridis", "magma",     "inferno",
                                                            "turbo",   "diverging", "grey"};

struct FieldShow {
  std::string component = "magnitude";  // of vectors: or x, y, z; of one number per cell: that number
  std::string map;                  // of color_maps; empty: diverging where the field has a rest value, else viridis
  bool surface = true;              // a grid: painted on the water in the picture; else a map from above
  bool smooth = true;               // between the centres of cells; else every cell has one colour
  std::optional<glm::dvec2> range;  // nothing: the least and the largest finite value, even around a rest value that
                                    // is the middle of a diverging map
  double ease = 1;                  // share of its way that a range goes per picture to a narrower one
  bool measure = false;             // FieldFigures are wanted
};

struct FieldFigures {
  std::string field;
  glm::dvec2 shown{0}, found{0};  // ends of the colour map; least and largest finite value, (inf, -inf): none
};

struct ShownField {
  Field field;
  std::size_t water = 0;  // whose surface it lies on
};

std::uint32_t components_of(const Field& field);                    // numbers per cell
std::vector<std::string_view> component_names(const Field& field);  // what FieldShow::component may be
// 0 for the first number of a cell; components_of() for the magnitude, and for a name that the field does not have.
std::uint32_t component_index(const Field& field, std::string_view component);
bool shows_length(const Field& field, const FieldShow& how);  // of vectors: a value without a sign
// Of engine/core/color_map.h; the one that suits the field where `how` names none.
std::uint32_t view_map(const Field& field, const FieldShow& how);
// The first field after `name` that can be shown, around the end of the list; empty: there is none.
std::string next_field(std::span<const Field> fields, std::string_view name);
// Why there is no picture of it, or empty: grids seen from above can be shown, and particles as spheres, but no volumes
// and other lists.
std::string cannot_show(const Field& field);
// Throws Error(Exit::bad_input), which names the flag of the command line and what is allowed.
void check_view(std::string_view show, const FieldShow& how, std::span<const Field> fields);

}  // namespace undine
