// Triangle mesh of a height grid's surface, for files.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "engine/files/ply.h"
#include "engine/scene/ports.h"

namespace undine::session {

// Surface of a height grid: a vertex at the center of every wet cell, two triangles between four of them.
// texels: content of SurfaceField::surface, rgba16f or rgba32f according to size. Error(Exit::failure) for others.
// velocity: per texel, or empty.
files::PlyMesh surface_mesh(const SurfaceField& surface, std::span<const std::byte> texels,
                            std::span<const glm::vec3> velocity = {});
// The values of texels that have a vertex in surface_mesh(), in the order of the vertices.
std::vector<glm::vec4> at_vertices(const SurfaceField& surface, std::span<const std::byte> texels,
                                   std::span<const glm::vec4> values);
// Closes an open mesh downwards: sides at its border, and a floor at the given height below each vertex.
files::PlyMesh closed_down(const files::PlyMesh& top, std::span<const float> floor);
// Format according to size: rgba16f or rgba32f.
std::vector<glm::vec4> surface_texels(const SurfaceField& surface, std::span<const std::byte> texels);

}  // namespace undine::session
