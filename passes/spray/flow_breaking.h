// Breaking criterion of flows, for foam and spray.
#ifndef PASSES_SPRAY_FLOW_BREAKING_H
#define PASSES_SPRAY_FLOW_BREAKING_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::spray)

// State of the flow at a place, in SI units.
struct FlowState {
  float speed, depth;
  float falling;    // m/s by which the surface sinks along the flow; negative: rises, as in a hydraulic jump
  float gathering;  // 1/s: minus the divergence of the velocity
  float curl;       // 1/s
  float landing;    // m/s towards ground that is dry
};

// Share of its range that a cause of white water has reached.
SHARED float foam_ramp(float low, float high, float x) { return clamp((x - low) / (high - low), 0.0f, 1.0f); }

// Rate at which clear water turns white, 1/s.
SHARED float foam_birth(FlowState s, float gravity) {
  // Water thinner than bubbles does not foam.
  float deep = foam_ramp(0.002f, 0.015f, s.depth);
  float froude = s.speed / sqrt(gravity * max(s.depth, 1e-3f));
  float fall = foam_ramp(1.0f, 3.0f, s.falling), jump = foam_ramp(0.8f, 2.8f, -s.falling);
  float falls = 12.0f * fall * fall;
  float jumps = 5.0f * jump * jump;
  float spills = 0.5f * foam_ramp(0.95f, 1.5f, froude) * foam_ramp(0.8f, 1.6f, s.speed);
  float gathers = 1.0f * foam_ramp(3.0f, 9.0f, s.gathering) * foam_ramp(0.4f, 1.0f, s.speed);
  float shears = 0.5f * foam_ramp(7.0f, 16.0f, abs(s.curl));
  float lands = 1.0f * foam_ramp(0.4f, 1.2f, s.landing);
  return deep * (falls + jumps + spills + gathers + shears + lands);
}

// Cover that `meters` of water make which fall in at a speed, m/s: the air that they take along, as bubbles of a layer.
// A fall begins to take air at about 1 m/s, and takes some tenths of its own volume at 5 m/s [Bin 1993].
SHARED float foam_touched(float meters, float speed) {
  const float share = 0.3f, layer = 0.005f;
  return meters * share * foam_ramp(1.0f, 5.0f, speed) / layer;
}

SHARED_END
#endif
