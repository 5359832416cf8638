// Cells of a column: of equal height, 0 at the ground. They share the pressure and exchange momentum by eddy
// viscosity; the bottom cell has bed friction. A steady uniform flow has the discharge of Manning's law and the
// velocity profile of the eddy viscosity kappa u* h / 6 (the mean of a parabola, [Nezu & Nakagawa 1993]) between its
// cells.
layout(constant_id = 6) const int layers = 2;

const float kappa = 0.41;

// Flow of a pipe's cells after dt, implicit in all stresses: a tridiagonal system. `part` holds the flows before; returns
// their sum. `bottom` is the speed of the lowest cells at the pipe's ends.
float pipe_cells(inout float part[layers], float pull, float aperture, float bottom, float friction, PipesParams p,
                 float dt) {
  float thin = aperture / layers, rough = sqrt(p.manning) * pow(aperture, -1.0 / 6.0);
  float ratio = max(0.25, 1.0 - p.lag * rough);  // lowest cell to mean, in steady flow
  float nu = max(p.viscosity, kappa / 6.0 * rough * bottom / ratio * aperture);
  float exchange = dt * nu / (thin * thin), drag = dt * rough * rough * bottom / (ratio * ratio * thin);
  float across[layers];
  // Losses of a cell but to the one above it, so that no difference of large numbers is taken in thin water.
  float own = 1.0 + dt * friction + drag;
  part[0] += pull / layers;
  for (int i = 0; i + 1 < layers; ++i) {
    float diagonal = own + exchange;
    across[i] = exchange / diagonal;
    part[i] /= diagonal;
    part[i + 1] += pull / layers + exchange * part[i];
    own = 1.0 + dt * friction + exchange * (own / diagonal);
  }
  part[layers - 1] /= own;
  float sum = part[layers - 1];
  for (int i = layers - 2; i >= 0; --i) {
    part[i] += across[i] * part[i + 1];
    sum += part[i];
  }
  return sum;
}
