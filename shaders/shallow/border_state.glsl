// States beyond the border of the grid, or beyond a bed step.

// Over an edge that is open: critical, or faster. `u` counts outwards.
Beyond overfall(Cell c, float u) {
  float wave = sqrt(params.p.gravity * c.h), speed = max(u + 2.0 * wave, 0.0) / 3.0;
  if (u >= wave) return Beyond(c.h, u);
  return Beyond(speed * speed / params.p.gravity, speed);
}
