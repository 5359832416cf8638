// Bodies, camera, scenery, sun and materials of a scene as USD layers.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "engine/app/export/scene_gltf.h"
#include "engine/files/usd.h"
#include "engine/scene/scene.h"
#include "engine/scene/scenery.h"

namespace undine::session {

struct UsdMotion {
  std::vector<double> times;             // time codes
  std::span<const SceneMoment> moments;  // one per time code
  std::span<const BodyMesh> meshes;
  double aspect = 1;  // width over height of the picture
};
// /scene/bodies with their hulls, /scene/gates, /scene/camera; materials of bodies and gates.
std::string usd_motion(const files::UsdStage& stage, const Scene& scene, const UsdMotion& motion);
// /scene/scenery, /scene/sun; materials of the scenery.
std::string usd_scenery(const files::UsdStage& stage, const Scene& scene, std::span<const SceneryMesh> meshes);
// Writes a UsdPreviewSurface. ior: 0 for the default.
void write_usd_material(files::UsdLayer& layer, const std::string& name, const SurfaceLook& look, float ior = 0);

}  // namespace undine::session
