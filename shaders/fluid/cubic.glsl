// Bicubic Lagrange interpolation of 16 values on the staggered grid. Beyond a no-slip side, values follow the
// parabola through the wall velocity and the last two values, along the faces' own axis through three values: third
// order there instead of fourth.

// For 0 <= t <= 1 between the second and the third of four values. Short waves fade before they fall behind.
vec4 cubic_weights(float t) {
  vec4 w = vec4(-t * (1.0 - t), (1.0 - t) * (1.0 + t), t * (1.0 + t), -t * (1.0 - t));
  return w * vec4(2.0 - t, 2.0 - t, 2.0 - t, 1.0 + t) * vec4(1.0 / 6.0, 0.5, 0.5, 1.0 / 6.0);
}

// Along one axis: where four values lie, their weights, and those of the two sides' velocities.
struct Cubic {
  ivec4 at;
  vec4 weight;
  vec2 side;
};

// Across the faces: the first of n + 1 values lies on one side of the grid, the last on the other.
Cubic cubic_across(int i, float t, int n, bool periodic) {
  vec4 w = cubic_weights(t);
  ivec4 at = i + ivec4(-1, 0, 1, 2);
  if (periodic) return Cubic(ivec4(wrapped(at.x, n), wrapped(at.y, n), wrapped(at.z, n), wrapped(at.w, n)), w, vec2(0));
  if (i <= 0) w = vec4(0, w.yzw + w.x * vec3(3, -3, 1));
  if (i >= n - 1) w = vec4(w.xyz + w.w * vec3(1, -3, 3), 0);
  return Cubic(clamp(at, 0, n), w, vec2(0));
}

// Along the faces: n values, the first half a cell from one side, the last half a cell from the other.
Cubic cubic_along(int i, float t, int n, bool periodic, int low, int high) {
  vec4 w = cubic_weights(t);
  ivec4 at = i + ivec4(-1, 0, 1, 2);
  if (periodic) return Cubic(ivec4(wrapped(at.x, n), wrapped(at.y, n), wrapped(at.z, n), wrapped(at.w, n)), w, vec2(0));
  vec2 side = vec2(0);
  // Half a cell beyond the side: 8/3 side - 2 first + 1/3 second; one and a half: 8 side - 9 first + 2 second.
  if (clings(low) && i == 0) {
    side.x = 8.0 / 3.0 * w.x;
    w += w.x * vec4(-1, -2, 1.0 / 3.0, 0);
  } else if (clings(low) && i < 0) {
    side.x = 8.0 * w.x + 8.0 / 3.0 * w.y;
    w = vec4(0, 0, w.zw + w.x * vec2(-9, 2) + w.y * vec2(-2, 1.0 / 3.0));
  }
  if (clings(high) && i == n - 2) {
    side.y = 8.0 / 3.0 * w.w;
    w += w.w * vec4(0, 1.0 / 3.0, -2, -1);
  } else if (clings(high) && i > n - 2) {
    side.y = 8.0 * w.w + 8.0 / 3.0 * w.z;
    w = vec4(w.xy + w.w * vec2(2, -9) + w.z * vec2(1.0 / 3.0, -2), 0, 0);
  }
  ivec4 mirrored = mix(mix(at, -1 - at, lessThan(at, ivec4(0))), 2 * n - 1 - at, greaterThanEqual(at, ivec4(n)));
  return Cubic(clamp(mirrored, 0, n - 1), w, side);
}

float cubic_of(samplerBuffer v, Cubic x, Cubic z, int pitch) {
  float sum = 0.0;
  for (int j = 0; j < 4; ++j) {
    int row = z.at[j] * pitch;
    vec4 four = vec4(texelFetch(v, row + x.at.x).x, texelFetch(v, row + x.at.y).x, texelFetch(v, row + x.at.z).x,
                     texelFetch(v, row + x.at.w).x);
    sum += z.weight[j] * dot(x.weight, four);
  }
  return sum;
}

// At face f, on by `o` cells.
float cubic_u(samplerBuffer u, ivec2 f, vec2 o, FluidParams p) {
  ivec2 at = f + ivec2(floor(o));
  vec2 t = fract(o);
  Cubic x = cubic_across(at.x, t.x, nx, periodic_x),
        z = cubic_along(at.y, t.y, nz, periodic_z, edge_north, edge_south);
  return cubic_of(u, x, z, nx + 1) + dot(z.side, north_south(p).xz);
}
float cubic_w(samplerBuffer w, ivec2 f, vec2 o, FluidParams p) {
  ivec2 at = f + ivec2(floor(o));
  vec2 t = fract(o);
  Cubic x = cubic_along(at.x, t.x, nx, periodic_x, edge_west, edge_east),
        z = cubic_across(at.y, t.y, nz, periodic_z);
  return cubic_of(w, x, z, nx) + dot(x.side, west_east(p).yw);
}
