// glTF 2.0 and GLB files: static triangle meshes with base color, emission, opacity and the maps of their relief and
// surface. All values of a file are checked before use.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "engine/scene/scene_material.h"
#include "passes/models/geometry_image.h"
#include "passes/models/gltf_nodes.h"
#include "passes/models/shapes.h"

namespace undine::solids {

enum class GltfAlpha { opaque, mask, blend };
struct GltfPart {
  TriangleMesh mesh;  // in the file's world space: node transforms are applied
  bool has_material = false;
  glm::vec3 color{0.8f};  // linear
  float roughness = 0.6f, metallic = 0;
  std::optional<MaterialSettings> pattern;  // procedural pattern with its scale and second color
  int texture = -1;                         // index into GltfModel::textures; its alpha counts as `alpha_mode` says
  glm::vec3 emission{0};                    // radiance, linear; times the texture where there is one
  int emission_texture = -1;                // likewise
  GltfAlpha alpha_mode = GltfAlpha::opaque;
  float alpha = 1, cutoff = 0.5f;  // opacity, times the texture's; masks show where that is at least `cutoff`
  bool double_sided = false;
  float transmission = 0;     // share of the light that goes through as through a thin pane, times color
  int normal_map = -1;        // index into GltfModel::maps: unit normals, x along u, y against v
  int surface_map = -1;       // likewise: red of the light around, green of roughness, blue of metalness
  int transmission_map = -1;  // likewise: red, times transmission
};
struct GltfModel {
  std::vector<GltfPart> parts;
  std::vector<ColorImage> textures;
  std::vector<ColorImage> maps;  // linear
  std::vector<GltfLight> lights;
};

// Selection of a part of a file.
struct GltfWhich {
  std::string node;                    // name of the root of a subtree; empty: all
  std::vector<std::string> without;    // nodes by names that are left out, with what hangs from them
  bool moves = false, shines = false;  // its animations and lights are made something of: they are not missing
  std::optional<glm::dvec3> eye;       // eye of the scene's camera; a camera of the file at this place counts as used
};

// Errors are Error(Exit::bad_input) that name the file and the accessor, node, image ...; files outside the model's
// folder are refused, and files that require an extension other than those of gltf_gaps.h. What else a file holds that
// is not drawn (maps laid in another way, skins, morphs, animations, cameras, lights, lines, points, vertex colors,
// other extensions) is named once, by a warning.
GltfModel load_gltf(const std::filesystem::path& file, const GltfWhich& which = {});

}  // namespace undine::solids
