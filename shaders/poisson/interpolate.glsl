// Interpolation from the coarse level to the cells of one color, by shaders that define COARSE(color, i), and
// COARSE_FACE(color, f, i) where VARIED. Bilinear; the weight of a neighbor is proportional to the openness of the
// face to it.

// Eight coarse cells of a row, from cell 8 q on, and the one on either side.
struct Run {
  vec4 a, b;
  float before, after;
};

float coarse_at(PoissonLevel c, int x, int z) {
  if (x < 0 || x >= c.cells.x) {
    if (!periodic_x) return 0;
    x = x < 0 ? c.cells.x - 1 : 0;
  }
  int m = x >> 1;
  return pick(COARSE((x + z) & 1, z * c.columns + (m >> 2)), m & 3);
}

Run run_at(PoissonLevel c, int z, int q) {
  if (z < 0 || z >= c.cells.y) {
    if (!periodic_z) return Run(vec4(0), vec4(0), 0, 0);
    z = z < 0 ? c.cells.y - 1 : 0;
  }
  int i = z * c.columns + q;
  vec4 first = COARSE(z & 1, i), second = COARSE(1 - (z & 1), i);
  Run r = Run(natural(first, second, 0), natural(first, second, 1), coarse_at(c, 8 * q - 1, z), coarse_at(c, 8 * q + 8, z));
  if (periodic_x) {
    int end = c.cells.x - 8 * q;  // the first cell beyond the seam
    if (end > 0 && end < 8) {
      float v = coarse_at(c, 0, z);
      if (end < 4) r.a = put(r.a, end, v);
      else r.b = put(r.b, end - 4, v);
    }
  }
  return r;
}

#ifdef VARIED
vec4 open_at(PoissonLevel c, int z, int q, int f, int half_) {
  int i = z * c.columns + q;
  return natural(COARSE_FACE(z & 1, f, i), COARSE_FACE(1 - (z & 1), f, i), half_);
}
#endif

// Correction of vec4 k = 2 q + half_ of fine row z, cells of parity s.
vec4 correction(PoissonLevel l, PoissonLevel c, int z, int q, int half_, int s, Run here, Run there) {
  int cz = z >> 1;
  bool up = (z & 1) == 0;
  vec4 h = half_ == 0 ? here.a : here.b, t = half_ == 0 ? there.a : there.b;
  vec4 hx, tx;
  if (s == 0) {
    hx = vec4(half_ == 0 ? here.before : here.a.w, h.xyz);
    tx = vec4(half_ == 0 ? there.before : there.a.w, t.xyz);
  } else {
    hx = vec4(h.yzw, half_ == 0 ? here.b.x : here.after);
    tx = vec4(t.yzw, half_ == 0 ? there.b.x : there.after);
  }
  ivec4 ci = 8 * q + 4 * half_ + ivec4(0, 1, 2, 3), fi = 2 * ci + s;
  int last = c.cells.x - 1;
  bvec4 at_last = equal(ci, ivec4(last));
  vec4 wide = mix(vec4(1), vec4(c.wide), at_last);
  vec4 center = vec4(fi) + 0.5 * mix(vec4(1), vec4(l.wide), equal(fi, ivec4(l.cells.x - 1)));
  vec4 wx = 0.5 * abs(center - (2.0 * vec4(ci) + wide));
  bool low = cz == c.cells.y - 1;
  float tall = low ? c.tall : 1.0;
  float depth = float(z) + 0.5 * (z == l.cells.y - 1 ? l.tall : 1.0);
  float off_z = 0.5 * abs(depth - (2.0 * float(cz) + tall));
#ifdef VARIED
  vec4 open_x = open_at(c, cz, q, s == 0 ? 0 : 1, half_) / (c.along_x * tall);
  vec4 open_z = open_at(c, cz, q, up ? 2 : 3, half_) / (c.along_z * wide);
  if (coefficients) {
    open_x = sign(open_x);
    open_z = sign(open_z);
  }
  wx *= open_x;
  vec4 wz = off_z * open_z;
#else
  if (s == 0)
    wx *= mix(mix(vec4(1), vec4(c.to_east), at_last), vec4(c.west), equal(ci, ivec4(0)));
  else
    wx *= mix(mix(vec4(1), vec4(c.to_east), equal(ci, ivec4(last - 1))), vec4(c.east), at_last);
  Band band = band_of(c, cz);
  vec4 wz = vec4(off_z * (up ? band.north : band.south) / c.along_z);
#endif
  vec4 near = h + wx * (hx - h), far = t + wx * (tx - t);
  return near + wz * (far - near);
}

// Lanes beyond the row and closed cells keep 0.
vec4 corrected(PoissonLevel l, int color, int z, int k, vec4 value, vec4 change) {
#ifdef VARIED
  bvec4 inside = greaterThan(FACE(color, 4, z * l.columns + k), vec4(0));
#else
  bvec4 inside = lessThan(8 * k + ((z + color) & 1) + ivec4(0, 2, 4, 6), ivec4(l.cells.x));
#endif
  return value + mix(vec4(0), change, inside);
}
