// Selects a solver's field or any resource of the frame to be shown as a picture, with its settings.
#pragma once  // public
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

// In the order of engine/core/color_map.h.
inline constexpr std::array<std::string_view, 6> color_maps{"viridis", "magma",     "inferno",
                                                            "turbo",   "diverging", "grey"};

// Types of numbers in a buffer; "": by its texel format, or 32-bit floats if it does not declare one.
inline constexpr std::array<std::string_view, 3> word_kinds{"float", "uint", "int"};

struct PeekShow {           // of a resource, where it is not an image of one layer and mip
  std::uint32_t slice = 0;  // layer of an array, slice of a 3D image
  std::uint32_t mip = 0;    // of an image
  std::uint32_t row = 0;    // of a buffer: numbers side by side; 0: as many as suit the picture
  std::string words;        // of a buffer: of word_kinds
  bool operator==(const PeekShow&) const = default;
};

struct FieldShow {
  std::string component = "magnitude";  // of vectors: or x, y, z; of one number per cell: that number
  std::string map;                  // of color_maps; empty: diverging where the field has a rest value, else viridis
  bool surface = true;              // a grid: painted on the water in the picture; else a map from above
  bool smooth = true;               // between the centers of cells; else every cell has one color
  std::optional<glm::dvec2> range;  // nothing: the least and the largest finite value, even around a rest value that
                                    // is the middle of a diverging map
  double ease = 1;                  // share of its way that a range goes per picture to a narrower one
  bool measure = false;             // FieldFigures are wanted
  PeekShow peek{};                  // where the view is a graph path
};

struct FieldFigures {
  std::string field;
  glm::dvec2 shown{0}, found{0};  // ends of the color map; least and largest finite value, (inf, -inf): none
};

struct ShownField {
  Field field;
  std::size_t water = 0;  // whose surface it lies on
};

// "frame/picture/gbuffer/draw.color1": no view and no field, but a resource of the frame (engine/graph/peek.h).
inline bool is_graph_path(std::string_view view) { return view.find('/') != std::string_view::npos; }

std::uint32_t components_of(const Field& field);                    // numbers per cell
std::vector<std::string_view> component_names(const Field& field);  // what FieldShow::component may be
// 0 for the first number of a cell; components_of() for the magnitude, and for a name that the field does not have.
std::uint32_t component_index(const Field& field, std::string_view component);
bool shows_length(const Field& field, const FieldShow& how);  // of vectors: a value without a sign
// Index into engine/core/color_map.h; a map that suits the field if `how` does not name one.
std::uint32_t view_map(const Field& field, const FieldShow& how);
// The first field after `name` that can be shown, around the end of the list; empty: there is none.
std::string next_field(std::span<const Field> fields, std::string_view name);
// Why there is no picture of it, or empty: grids seen from above can be shown, and particles as spheres, but no volumes
// and other lists.
std::string cannot_show(const Field& field);
// Throws Error(Exit::bad_input), which names the flag of the command line and what is allowed. Which nodes and bindings
// there are is known where a frame is declared: a graph path passes here.
void check_view(std::string_view show, const FieldShow& how, std::span<const Field> fields);

}  // namespace undine
