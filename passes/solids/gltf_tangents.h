// TANGENT of glTF beside the axes that normal maps are drawn along here: those along which the texture's coordinates
// change over the surface.
#pragma once
#include <glm/glm.hpp>
#include <vector>

#include "passes/solids/shapes.h"

namespace undine::solids {

// tangents: of each vertex, in the mesh's space, with the bitangent's sign in w. True if on nine of ten triangles that
// have coordinates the axes lie within 25 degrees of them and the bitangents point the same way.
bool follows_coordinates(const TriangleMesh& mesh, const std::vector<glm::vec4>& tangents);

}  // namespace undine::solids
