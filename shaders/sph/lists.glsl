// Lists of neighbours. An entry is the way from one particle's place to the next, two entries in a word: 16 bits are enough
// for what is near, and a longer way is several entries, over particles that are out of reach and so count for nothing.
// Needs usamplerBuffers `lists` and `heads`, and params.p.
uvec2 sph_head(uint i) { return texelFetch(heads, int(i)).xy; }  // length and images (upper half); place before the first
uint sph_images(uint i) { return sph_head(i).x >> 16u; }         // for SPH_IMAGES: those that have neighbours
uint sph_way(uint at, uint k) { return texelFetch(lists, int(at)).x >> (16u * (k & 1u)) & 0xffffu; }

#define SPH_LIST(i, j)                                                                                           \
  for (uint k_ = 0u, at_ = i, n_ = sph_head(i).x & 0xffffu, j_ = sph_head(i).y; k_ < n_;                         \
       ++k_, at_ += (1u - (k_ & 1u)) * params.p.grid.capacity)                                                   \
    for (int j = int(j_ += sph_way(at_, k_)), once_ = 0; once_ < 1; ++once_)
