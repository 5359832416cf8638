#include "passes/models/gltf.h"

#include "passes/solids/solids.h"
#include "tests/fuzz/scene.h"
#include "tests/fuzz/target.h"

namespace undine::fuzz {

void gltf(Input bytes) {
  const std::filesystem::path file = write("model.glb", bytes);
  std::size_t vertices = 0;
  const bool read = accepts([&] {
    for (const solids::GltfPart& part : solids::load_gltf(file).parts) {
      vertices += part.mesh.vertices.size();
      for (const std::uint32_t index : part.mesh.indices)
        if (index >= part.mesh.vertices.size()) finding("an index behind the vertices");
    }
  });
  if (!read || vertices > 5000) return;
  // The same file as scenery, as a solid in water, and as a body.
  std::optional<Scene> scene;
  accepts([&] {
    scene = parse_scene(R"({"version": 1, "meshes": [{"shape": "gltf", "gltf": "model.glb"}],
      "water": [{"name": "pool", "solver": "wave", "cells": [8, 6], "size": [8, 6]}],
      "bodies": [{"name": "hull", "shape": "mesh", "gltf": "model.glb"}]})",
                        file.parent_path() / "scene.json");
  });
  if (!scene) finding("the scene around the model is refused");
  accepts([&] { solids::scene_solids(*scene, glm::dvec3(-1e3), glm::dvec3(1e3), 0.1); });
  make_world(*scene);
  scene->bodies.clear();
  make_world(*scene);
}

}  // namespace undine::fuzz
