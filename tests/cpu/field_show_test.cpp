// Fields with images, and valid arguments of their flags.
#include "engine/scene/field_show.h"

#include <gtest/gtest.h>

#include "engine/core/error.h"
#include "engine/scene/named_view.h"

namespace undine {
namespace {

Field field(const std::string& name, std::vector<std::uint32_t> shape) { return {name, std::move(shape), "m", "", {}}; }

const std::vector<Field> fields{field("a.height", {8, 9}), field("a.velocity", {8, 9, 2}),
                                field("b.pressure", {8, 9, 10}), field("b.particles", {900, 3})};

std::string refused(std::string_view show, const FieldShow& how = {}) {
  try {
    check_view(show, how, fields);
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::bad_input);
    return e.what();
  }
  return {};
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

TEST(FieldShow, TellsGridsFromVolumesAndParticles) {
  EXPECT_EQ(cannot_show(fields[0]), "");
  EXPECT_EQ(cannot_show(fields[1]), "");
  EXPECT_NE(cannot_show(fields[2]).find("volume of shape (8, 9, 10)"), std::string::npos);
  EXPECT_NE(cannot_show(fields[3]).find("list of shape (900, 3)"), std::string::npos);
  EXPECT_EQ(components_of(fields[0]), 1u);
  EXPECT_EQ(components_of(fields[1]), 2u);
}

TEST(FieldShow, ComponentsHaveTheNamesOfTheirAxes) {
  EXPECT_EQ(component_index(fields[0], "magnitude"), 0u);
  EXPECT_EQ(component_index(fields[1], "x"), 0u);
  EXPECT_EQ(component_index(fields[1], "z"), 1u);
  EXPECT_EQ(component_index(fields[1], "magnitude"), 2u);
  EXPECT_EQ(component_index(field("c", {8, 9, 3}), "z"), 2u);
  EXPECT_EQ(component_index(field("c", {8, 9, 3}), "y"), 1u);
}

TEST(FieldShow, TheNextFieldIsOneThatCanBeShown) {
  EXPECT_EQ(next_field(fields, ""), "a.height");
  EXPECT_EQ(next_field(fields, "a.height"), "a.velocity");
  EXPECT_EQ(next_field(fields, "a.velocity"), "a.height");
  EXPECT_EQ(next_field(std::span(fields).subspan(2), "b.particles"), "");
  EXPECT_EQ(next_field({}, "a"), "");
}

TEST(FieldShow, RefusalsListWhatIsAllowed) {
  for (std::string_view view : view_names()) EXPECT_EQ(refused(view), "");
  EXPECT_EQ(refused("a.height"), "");
  EXPECT_EQ(refused("a.velocity", {.component = "z", .map = "turbo"}), "");
  expect_parts(refused("a.hight"), {"--view a.hight", "final, albedo", "caustics", "a.height, a.velocity"});
  expect_parts(refused("b.pressure"), {"--view b.pressure", "volume", "a.height, a.velocity"});
  expect_parts(refused("b.particles"), {"--view b.particles", "particles", "a.height, a.velocity"});
  expect_parts(refused("a.height", {.map = "jet"}),
               {"--colormap jet", "viridis, magma, inferno, turbo, diverging, grey"});
  expect_parts(refused("a.velocity", {.component = "y"}), {"--component y", "magnitude, x, z"});
  expect_parts(refused("a.height", {.component = "x"}), {"--component x", "one number per cell"});
  expect_parts(refused("depth", {.range = glm::dvec2(0, 1)}), {"--range", "'depth' is not a field", "a.height"});
  expect_parts(refused("final", {.map = "turbo"}), {"--colormap", "'final' is not a field"});
}

}  // namespace
}  // namespace undine
