// Views of the water surfaces' targets, for grids and meshes: --view roughness, shadow, thickness, water_normals.
// Nodes of unused views are culled.
#ifndef PASSES_WATER_INSPECT_H
#define PASSES_WATER_INSPECT_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::water)

const int inspect_normals = 0;    // 0.5 + half of the unit normal; black where no water is, as in the next two
const int inspect_roughness = 2;  // root of GGX alpha
const int inspect_thickness = 3;  // 1 - exp(-meters of water along the view): white is endless
const int inspect_shadow = 4;     // of the sun, on whatever is seen

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"

namespace undine::water {

// Targets of one kind of water (WaterSurfaces); null: there is no such water.
struct WaterLayer {
  graph::Image normal, depth;
  graph::Image thickness;  // r32f, meters; none: as far as the scene behind the surface
};

void publish_inspections(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                         const Lit& opaque, const WaterLayer& grids, const WaterLayer& meshes);

}  // namespace undine::water
#endif
#endif
