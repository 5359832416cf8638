// Iterates of a pressure solve: the newest pressure and the one before. The next one is sought from where both lead.
float sph_ahead(vec2 iterate, float momentum) { return max(iterate.x + momentum * (iterate.x - iterate.y), 0.0); }
