// Mirror symmetry of hulls: a model whose points are symmetric need not have symmetric triangles.
#pragma once

namespace undine::bodies {

struct Hull;

// Adds two triangles, split along the diagonal through the corner of highest rank, a number that mirror images in the
// coordinate planes share. Where both diagonals have it, the triangles of both count half (Hull::crossed): so mirrored
// quads have mirrored triangles.
void add_quad(Hull& hull, unsigned a, unsigned b, unsigned c, unsigned d);

// Makes facets as symmetric as the points are about the coordinate planes through their origin: cuts the hull at such a
// plane and mirrors one half. Leaves a hull alone where its points have no mirror images to 1e-4 of its extent, or
// where that would change its volume by over 1e-4.
void symmetrize(Hull& hull);

}  // namespace undine::bodies
