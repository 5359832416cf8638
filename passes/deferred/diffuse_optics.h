// Diffuse reflection and transmission of a level water surface: integrals of Fresnel's law over hemispheres.
#pragma once

namespace undine::deferred {

struct DiffuseOptics {
  // Share of an even sky's irradiance that enters: 2 ∫ (1 - F(μ)) μ dμ, 0.934 for an index of 1.333
  // [Walsh 1926].
  double enters = 1;
  // Meters of way per meter of depth of what goes in, its mean: 1.19 [Gordon 1989].
  double slant = 1;
  // Share of an even irradiance from below that is reflected down: 1 - enters / n², for radiance over n² is
  // the same on both sides of a surface [Mobley 1994]; 0.475.
  double mirrored = 0;
  // The part of that beyond the critical angle, where all is mirrored: the square of that angle's cosine.
  double total = 0;
};

// index: of refraction, 1 or more.
DiffuseOptics diffuse_optics(double index);

}  // namespace undine::deferred
