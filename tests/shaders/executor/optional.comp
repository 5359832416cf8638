// Sums one optional input of every kind: the value, plus 1000 for its presence.
layout(local_size_x = 1) in;
layout(constant_id = 0) const bool has_numbers = false;
layout(constant_id = 1) const bool has_texels = false;
layout(constant_id = 2) const bool has_codes = false;
layout(constant_id = 3) const bool has_picture = false;
layout(constant_id = 4) const bool has_stack = false;
layout(constant_id = 5) const bool has_volume = false;
layout(constant_id = 6) const bool has_shade = false;
layout(constant_id = 7) const bool has_board = false;
layout(constant_id = 8) const bool has_counts = false;
layout(constant_id = 9) const bool has_notes = false;
layout(binding = 0) readonly buffer Numbers { float v[]; } numbers;
layout(binding = 1) uniform samplerBuffer texels;
layout(binding = 2) uniform usampler2D codes;
layout(binding = 3) uniform sampler2D picture;
layout(binding = 4) uniform sampler2DArray stack;
layout(binding = 5) uniform sampler3D volume;
layout(binding = 6) uniform sampler2DShadow shade;
layout(binding = 7, r32f) uniform writeonly image2D board;
layout(binding = 8) buffer Counts { uint v[]; } counts;
layout(binding = 9) writeonly buffer Target { float v[]; } target;
layout(binding = 10) buffer Notes { float v[]; } notes;

void main() {
  target.v[0] = numbers.v[0] + (has_numbers ? 1000.0 : 0.0);
  target.v[1] = texelFetch(texels, 0).x + (has_texels ? 1000.0 : 0.0);
  target.v[2] = float(texelFetch(codes, ivec2(0), 0).x) + (has_codes ? 1000.0 : 0.0);
  target.v[3] = textureLod(picture, vec2(0.5), 0.0).x + (has_picture ? 1000.0 : 0.0);
  target.v[4] = textureLod(stack, vec3(0.5, 0.5, 1.0), 0.0).x + (has_stack ? 1000.0 : 0.0);
  target.v[5] = textureLod(volume, vec3(0.5), 0.0).x + (has_volume ? 1000.0 : 0.0);
  target.v[6] = textureLod(shade, vec3(0.5), 0.0) + (has_shade ? 1000.0 : 0.0);
  if (has_board) imageStore(board, ivec2(0), vec4(7.0));
  if (has_counts) atomicAdd(counts.v[0], 1u);
  if (has_notes) notes.v[0] += 1.0;
}
