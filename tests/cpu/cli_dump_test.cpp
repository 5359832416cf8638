#include <gtest/gtest.h>

#include "engine/app/export/dump.h"
#include "engine/app/session/measure.h"
#include "engine/core/error.h"
#include "engine/scene/field_values.h"
#include "tests/support/temp_folder.h"

namespace undine {
namespace {

std::span<const std::byte> bytes(const std::vector<float>& v) { return std::as_bytes(std::span(v)); }

TEST(Dump, RowsLoseTheirPaddingAndGetTheirUnit) {
  Field field{.name = "pool.height", .shape = {2, 3}, .unit = "m", .help = "", .publish = {}};
  FieldView view{.offset = 5, .pitch = 4, .scale = 2, .bias = 1};
  std::vector<float> stored{9, 9, 9, 9, 9, 1, 2, 3, 9, 4, 5, 6};
  EXPECT_EQ(field_values(field, view, bytes(stored)), (std::vector<float>{3, 5, 7, 9, 11, 13}));
}

TEST(Dump, VectorsKeepTheirComponents) {
  Field field{.name = "pool.velocity", .shape = {2, 2, 2}, .unit = "m/s", .help = "", .publish = {}};
  FieldView view{.offset = 0, .pitch = 5};
  std::vector<float> stored{1, 2, 3, 4, 9, 5, 6, 7, 8, 9};
  EXPECT_EQ(field_values(field, view, bytes(stored)), (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Dump, RowsOutsideTheBufferAreAnError) {
  Field field{.name = "pool.height", .shape = {3, 3}, .unit = "m", .help = "", .publish = {}};
  std::vector<float> stored(8);
  EXPECT_THROW(field_values(field, {.offset = 0, .pitch = 3}, bytes(stored)), Error);
}

TEST(Dump, UnknownFieldsListTheKnownOnes) {
  Field field{.name = "pool.height", .shape = {3, 3}, .unit = "m", .help = "", .publish = {}};
  test::TempFolder folder;
  try {
    session::Dumper({session::dump_source(field)}, {"pool.weight=" + folder.file("x.npy")}, 0);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::bad_input);
    EXPECT_NE(std::string(e.what()).find("pool.height"), std::string::npos) << e.what();
  }
  EXPECT_THROW(session::Dumper({session::dump_source(field)}, {"pool.height"}, 0), Error);
  EXPECT_THROW(session::Dumper({session::dump_source(field)}, {"pool.height="}, 0), Error);
  EXPECT_NO_THROW(
      session::Dumper({session::dump_source(field)}, {"pool.height=" + folder.file("new/folder/x.npy")}, 0));
}

TEST(Dump, MeshesAndFieldsHaveTheirOwnFormats) {
  test::TempFolder folder;
  graph::State state;
  Scene scene = parse_scene(R"({"version": 1, "name": "t", "water": [{"name": "pool", "solver": "wave",
                                "cells": [9, 7]}, {"name": "pond", "solver": "wave", "cells": [5, 4]}]})",
                            "t.json");
  session::World world(state, scene);
  std::vector<std::string> names;
  for (const session::DumpSource& source : session::dump_sources(world)) {
    if (source.type != "mesh") continue;
    names.push_back(source.name);
    EXPECT_EQ(source.unit, "m");
    EXPECT_EQ(source.shape.size(), 3u);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"pool.mesh", "pond.mesh"}));
  EXPECT_THROW(session::Dumper(session::dump_sources(world), {"pool.mesh=" + folder.file("x.npy")}, 0), Error);
  EXPECT_THROW(session::Dumper(session::dump_sources(world), {"pool.height=" + folder.file("x.ply")}, 0), Error);
  EXPECT_NO_THROW(session::Dumper(session::dump_sources(world), {"pool.mesh=" + folder.file("x.ply")}, 0));
  for (const char* name : {"x.txt", "x", "x.npy.gz", "x.NPY", ".npy"})
    for (const char* field : {"pool.height=", "pool.mesh="})
      EXPECT_THROW(session::Dumper(session::dump_sources(world), {field + folder.file(name)}, 0), Error)
          << field << name;
  EXPECT_NO_THROW(session::Dumper(session::dump_sources(world), {"pool.height=/dev/null"}, 0))
      << "devices and pipes have no format";
}

TEST(Measure, ARateIsNeverNothing) {
  EXPECT_EQ(session::rate_text(144.4), "144");
  EXPECT_EQ(session::rate_text(9.96), "10");
  EXPECT_EQ(session::rate_text(7.26), "7.3");
  EXPECT_EQ(session::rate_text(0.354), "0.35");
  EXPECT_EQ(session::rate_text(0.004), "0.004");
  for (const double none : std::vector<double>{0, -1, std::nan(""), INFINITY}) EXPECT_EQ(session::rate_text(none), "-");
}

TEST(Measure, MedianAndNinetyFifthPercentile) {
  std::vector<double> samples;
  for (int i = 100; i >= 0; --i) samples.push_back(i);
  EXPECT_EQ(session::spread(samples).median, 50);
  EXPECT_EQ(session::spread(samples).p95, 95);
  EXPECT_EQ(session::spread({}).median, 0);
  EXPECT_EQ(session::spread({7}).p95, 7);
}

}  // namespace
}  // namespace undine
