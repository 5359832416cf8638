// Neighbor lists in strips: 32 consecutive particles with one bit per neighbor. Some listed particles are slightly
// beyond the support or outside the domain; kernels are 0 there. Strips and their bits ascend.
// Needs usamplerBuffers `lists` and `heads`, or a storage buffer `lists` where SPH_WRITES_LISTS is defined, a
// samplerBuffer `position`, and params.p.
#include "lib/strips.glsl"
#ifdef SPH_WRITES_LISTS
uvec2 sph_strip(uint at) { return lists.v[at]; }
#else
uvec2 sph_strip(uint at) { return texelFetch(lists, int(at)).xy; }  // first place; bits
uint sph_strips(uint i) { return texelFetch(heads, int(i)).x & 0xffffu; }
uint sph_images(uint i) { return texelFetch(heads, int(i)).x >> 16u; }  // for SPH_IMAGES: those that have neighbors
#endif

Strips sph_three(uint at, uint left) {
  uvec2 none = uvec2(0u);
  return Strips(left > 0u ? sph_strip(at) : none, left > 1u ? sph_strip(at + params.p.grid.capacity) : none,
                left > 2u ? sph_strip(at + 2u * params.p.grid.capacity) : none);
}

// Position of a neighbor; for place -1 out of reach of everything.
vec3 sph_place(int j) {
  vec3 x = texelFetch(position, max(j, 0)).xyz;
  return j >= 0 ? x : vec3(1e10);
}

// SPH_LIST(i, count, j, k, p, q) { ... } SPH_LIST_END: all neighbors of a list of so many strips, j and k at p and q in a turn,
// so that one need not wait for the other. Either may be -1, which is none.
// Loops ask at their ends too, so that no turn is for nothing. Asking there alone would not do: Mesa 22.3 lets a thread that has
// left a loop go on changing what the loop has made, where that has but one way out.
#define SPH_LIST(i, count, j, k, p, q)                    \
  {                                                       \
    uint at_ = i, left_ = count;                          \
    while (left_ > 0u) {                                  \
      Strips strips_ = sph_three(at_, left_);             \
      while (strips_left(strips_)) {                      \
        int j = strips_next(strips_), k = strips_next(strips_); \
        vec3 p = sph_place(j), q = sph_place(k);
#define SPH_LIST_END                                      \
        if (!strips_left(strips_)) break;                 \
      }                                                   \
      if (left_ <= 3u) break;                             \
      left_ -= 3u;                                        \
      at_ += 3u * params.p.grid.capacity;                 \
    }                                                     \
  }
