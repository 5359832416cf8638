// Radiance before tone mapping, and the export of all contents of a scene.
#include "engine/app/export/export.h"

#include <cmath>
#include <glm/gtc/packing.hpp>

#include "engine/files/npy.h"
#include "passes/deferred/camera.h"
#include "passes/picture/tonemap.h"
#include "tests/support/gpu.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

const std::string pool = R"({
  "version": 1, "name": "small",
  "clock": {"step": 0.01, "seed": 4},
  "water": [{"name": "pool", "solver": "wave", "cells": [37, 29], "size": [2, 2],
             "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}]}],
  "sun": {"intensity": 6}
})";

class SceneExport : public testing::Test {
 protected:
  SceneExport() : session(parse_scene(pool, "pool.json"), with_validation(), {.device = true, .picture = true}) {
    session.start();
    session.step(5);
  }
  ~SceneExport() override { session.finish(); }
  static session::CommandLine with_validation() {
    session::CommandLine line;
    line.validation = true;
    return line;
  }
  View view(const std::string& show) const {
    View out = session.view({160, 90});
    out.show = show;
    return out;
  }
  // Runs the declared nodes together with a readback of `image`.
  std::vector<std::byte> bytes(graph::Image image) {
    std::vector<std::byte> out;
    session.graph().readback("read", image, [&out](std::span<const std::byte> b) { out.assign(b.begin(), b.end()); });
    session.run();
    session.executor().finish();
    return out;
  }
  session::Session session;
};

TEST_F(SceneExport, ToneMappedRadianceIsThePicture) {
  const auto picture = bytes(session.draw(view("final")));
  const auto radiance = bytes(session.draw(view("radiance")));
  ASSERT_EQ(radiance.size(), 2 * picture.size());
  float most = 0;
  for (std::size_t i = 0; i + 2 <= radiance.size(); i += 2) {
    std::uint16_t half = 0;
    std::memcpy(&half, radiance.data() + i, 2);
    const float value = glm::unpackHalf1x16(half);
    ASSERT_TRUE(std::isfinite(value)) << i;
    most = std::max(most, value);
  }
  EXPECT_GT(most, 1.0f) << "nothing is brighter than the screen's white";

  graph::Graph& g = session.graph();
  const graph::Image lit = g.image("lit", {{160, 90}, graph::Format::rgba16_float});
  g.upload("upload", lit, radiance);
  picture::Tonemap tonemap(g.state(), session.scene());
  const deferred::Camera camera = deferred::make_camera(view("final"), session.scene());
  const auto mapped =
      bytes(tonemap.draw(g, camera, Lit{lit, {}}, session.scene().render.of<picture::AntialiasSettings>().antialias));
  EXPECT_TRUE(mapped == picture);
  EXPECT_EQ(session.result(), Exit::done);
}

TEST_F(SceneExport, WritesEveryFieldAndMeshWithoutWaiting) {
  TempFolder folder;
  for (int i = 0; i < 4; ++i) session.run();
  const auto waits = session.executor().blocking_calls();
  session::FieldExport files = session::export_fields(session, folder.path() / "new");
  session.run();
  EXPECT_EQ(session.executor().blocking_calls(), waits);
  session.executor().finish();
  while (!files.done()) std::this_thread::yield();
  EXPECT_EQ(files.problem(), "");
  EXPECT_EQ(files.files(), 3u);
  const files::Array height = files::read_npy(folder.path() / "new/pool.height.npy");
  EXPECT_EQ(height.shape, (std::vector<std::uint32_t>{29, 37}));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "new/pool.rate.npy"));

  // The mesh is the same surface: its vertices are the cells, in order.
  const std::string ply = folder.read("new/pool.mesh.ply");
  EXPECT_NE(ply.find("element vertex 1073\n"), std::string::npos);
  const auto body = ply.find("end_header\n") + 11;
  double worst = 0, highest = 0;
  for (std::size_t i = 0; i < height.values.size(); ++i) {
    float y = 0;
    std::memcpy(&y, ply.data() + body + 24 * i + 4, 4);
    worst = std::max(worst, std::abs(static_cast<double>(y) - static_cast<double>(height.values[i])));
    highest = std::max(highest, static_cast<double>(y));
  }
  EXPECT_LT(worst, 5e-5);  // half floats up to 0.06 m
  EXPECT_GT(highest, 0.01);
  EXPECT_EQ(session.result(), Exit::done);
}

TEST_F(SceneExport, AFolderThatVanishesIsToldAndNotThrown) {
  TempFolder folder;
  session::FieldExport files = session::export_fields(session, folder.path() / "new");
  std::filesystem::remove_all(folder.path() / "new");
  session.run();
  session.executor().finish();
  while (!files.done()) std::this_thread::yield();
  EXPECT_NE(files.problem().find("No such file or directory"), std::string::npos) << files.problem();
}

}  // namespace
}  // namespace undine::test
