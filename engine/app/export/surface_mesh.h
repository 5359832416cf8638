// The surface of a height grid as triangles, for files.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "engine/files/ply.h"
#include "engine/scene/ports.h"

namespace undine::session {

// The surface of a height grid: a vertex at every cell's centre that water covers, two triangles between four of them.
// texels: what SurfaceField::surface holds, rgba16f or rgba32f, as their size tells. Error(Exit::failure) for others.
// velocity: of every texel, or none.
files::PlyMesh surface_mesh(const SurfaceField& surface, std::span<const std::byte> texels,
                            std::span<const glm::vec3> velocity = {});
// rgba16f or rgba32f, as their size tells.
std::vector<glm::vec4> surface_texels(const SurfaceField& surface, std::span<const std::byte> texels);

}  // namespace undine::session
