// Slots of the blocks in which vertices and triangles are counted: all blocks, or in a dense grid those that the
// surface intersects.
#include "meshing/marching_blocks.glsl"
layout(constant_id = 3) const bool has_found = false;
layout(binding = 9, scalar) readonly buffer FoundBlock { uint v[]; } found;
uint listed_count() { return has_found ? found.v[3] : has_blocks ? blocks.v[3] : params.p.slots; }
uint listed(uint k) { return has_found ? found.v[4u + k] : k; }
