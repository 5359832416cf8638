// Assigns hull points of bodies in several waters to one of them; waters earlier in the list take precedence.
#define BODIES_WATER
#define BODIES_ACROSS
#include "bodies/data.glsl"

layout(constant_id = 14) const bool more = false;

void main() {
  uint index = params.p.first + gl_WorkGroupID.x;
  BodyState body = now.v[index];
  BodyRecord record = records.v[index];
  place_points_across(body, body_axes(body.rotation), kinds.v[record.kind], record, params.p.share, more);
}
