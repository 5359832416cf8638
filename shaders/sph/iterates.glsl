// Iterates of a pressure solve: the current and the previous pressure, from which the next one is extrapolated.
float sph_ahead(vec2 iterate, float momentum) { return max(iterate.x + momentum * (iterate.x - iterate.y), 0.0); }
