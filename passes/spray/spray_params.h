// Structs of white water, shared by C++ and GLSL. Diffuse particles [Ihmsen et al. 2012] are born where water
// entrains air, fly as spray, float as foam and rise as bubbles. They do not act on the water.
#ifndef PASSES_SPRAY_SPRAY_PARAMS_H
#define PASSES_SPRAY_SPRAY_PARAMS_H
#include "passes/spray/flow_breaking.h"
SHARED_BEGIN(undine::spray)

struct SprayParticle {  // a row of the field NAME.spray
  vec3 position;        // world
  vec3 velocity;
  float age, life;  // s
  float kind;       // spray_air and so on
  float part;       // random number of the particle, 0..1; for mist: its radius, m
};
const int spray_floats = 10;

const float spray_air = 0.0f;
const float spray_foam = 1.0f;
const float spray_bubble = 2.0f;
const float spray_mist = 3.0f;  // a puff of air with fine drops; of births: drops among which such puffs are

// Written by the GPU only. The first member is the number that SpraySet reports.
struct SprayControl {
  uint alive;
  uint born, refused;  // since the start
  uint spare;
  uvec4 draw;  // arguments: six vertices, for each particle
};

// Particles that a source emits in a step, around a place.
struct SprayBirth {
  vec3 place;
  float radius;  // radius around it, m; of a grid's source: radius of a level disc
  vec3 velocity;
  float scatter;  // m/s, added in all directions
  float kind;
};

// Particles that crossed between two waters, counted on the GPU.
struct SprayCrossed {
  uint left, came;  // since the start
};

// Water that receives white water. Push constants.
struct SprayWay {
  vec3 low, high;    // box that holds what goes over
  int is_submerged;  // 1: what lies under the surface of the grid that it goes to; 0: what has left its own water
  vec3 origin;       // center of that grid
  vec2 size;
  ivec2 cells;
};

// Columns whose foam falls over their border among particles.
struct SprayOverflow {
  vec3 origin;  // center of the grid
  vec2 size;
  ivec2 cells;
  vec4 past;    // over 0 at -x, +x, -z, +z: water falls over that border
  uint source;  // number of the first cell along the border
};

// Places of what comes from another water among the sources. Push constants.
struct SprayArrival {
  uint capacity, source;  // capacity of the other store; number of its first source
  uint from;              // index of the first one among the arrivals
};

struct SprayParams {
  // Particles of water: the box that holds them and the bins that they are sorted into.
  vec3 low, high;
  ivec3 bins;
  vec3 bins_per_meter;
  float reach;  // m: radius of a neighborhood, spray_reach spacings
  uint water;   // room for particles of water
  // A grid of water.
  vec3 origin;  // middle at rest level
  vec2 size;
  ivec2 cells;
  ivec2 wraps;  // 1: periodic
  float depth;  // meters below the rest level where nothing else is known
  // Terrain.
  vec3 ground_origin;
  vec2 ground_size;
  // White water.
  uint capacity, sources;
  uint arriving;  // number of sources for arrivals from other waters: the last ones
  uint bodies;    // sources behind those of the grid's cells: spray_rim of each
  float dt, gravity;
  float amount;
  vec2 life;
  float radius;
  int step, seed;
};

const float spray_reach = 2.0f;       // spacings of particles
const float spray_full = 33.5f;       // neighbors within it, inside of water at rest
const float spray_lonely = 6.0f;      // with fewer a particle is in the air,
const float spray_submerged = 20.0f;  // with more it is a bubble [Ihmsen et al. 2012]
const float spray_touches = 1.0f;     // spacings to the nearest particle: foam that is farther comes off
const float spray_stays = 3.0f;       // neighbors more or fewer than these make it foam again
const uint spray_most = 64u;          // births of a source in a step

// Potentials of particles of water, after [Ihmsen et al. 2012], but as means over the neighborhood.
const float spray_trapped_low = 0.18f;  // speed at which neighbors close in on each other, over sqrt(g spacing)
const float spray_trapped_high = 0.7f;
const float spray_crest_low = 0.45f;  // convexity of the surface: 0 in the water, 0.4 on a level surface, 1 on a tip
const float spray_crest_high = 0.65f;
const float spray_torn_low = 0.45f;  // share of the neighborhood that is air
const float spray_torn_high = 0.8f;
const float spray_energy_low = 0.3f;  // m^2/s^2
const float spray_energy_high = 3.0f;
const float spray_trapped_rate = 150.0f;  // births per second of a particle of water
const float spray_crest_rate = 80.0f;
const float spray_torn_rate = 30.0f;
const uint spray_rim = 32u;           // sources of a body, which share the facets of its hull
const float spray_sweep_rate = 0.5f;  // births of a hull per area of a clump, per area of the level that it sweeps
const float spray_cover_rate = 2.0f;  // births of a grid per area of a clump, per rate at which water turns white

// Births per second of a particle of water. trapped: mean speed at which neighbors close in, over sqrt(g spacing);
// crest: convexity of what moves outwards; air: share of the neighborhood without water; energy: half the square of
// its speed.
SHARED float spray_rate(float trapped, float crest, float air, float energy) {
  float traps = spray_trapped_rate * foam_ramp(spray_trapped_low, spray_trapped_high, trapped);
  float crests = spray_crest_rate * foam_ramp(spray_crest_low, spray_crest_high, crest);
  float tears = spray_torn_rate * foam_ramp(spray_torn_low, spray_torn_high, air);
  return foam_ramp(spray_energy_low, spray_energy_high, energy) * (traps + crests + tears);
}

// Rate at which waves without a flow break, 1/s: where their surface falls with the share `fall` of gravity, for crests
// break well below that of Stokes' highest wave, 1/2; and where it is thrown up at `up` m/s, by what plunges into it.
SHARED float spray_breaking(float fall, float up) {
  return 6.0f * foam_ramp(0.35f, 0.7f, fall) + 6.0f * foam_ramp(0.9f, 2.5f, up);
}

// Births per second, in areas of a clump, of a hull along `length` meters of its line of water: where it comes upon the
// water at `speed` m/s it sweeps so much of the level, with the share of energy that tears particles off too.
SHARED float spray_swept(float length, float speed) {
  return spray_sweep_rate * length * max(speed, 0.0f) *
         foam_ramp(spray_energy_low, spray_energy_high, 0.5f * speed * speed);
}

// Births, in areas of a clump per area of the level, of water that falls in: `meters` of it at `speed` m/s. The air
// that it takes along comes up again, and half as many drops as that makes clumps are thrown up.
SHARED float spray_splashed(float meters, float speed) { return 0.5f * foam_touched(meters, speed); }
const float spray_splash_up = 0.12f;     // shares of the speed at which drops leave: straight up,
const float spray_splash_aside = 0.25f;  // and at most in any upward direction on top of it

// Mist: one of so many births of a splash is a puff of air that goes up with the drops, with fine drops in it.
const float spray_mist_drops = 128.0f;
const float spray_mist_wide = 0.05f;   // its radius then, of the height of the fall: the layer of air that a stream
                                       // drags along is twice as thick, and half as fast as it [Brown and Roshko 1974]
const float spray_mist_speed = 0.5f;   // share of the speed of the falling water
const float spray_mist_grows = 0.25f;  // its radius grows by this share of its way [Scorer 1957]
const float spray_mist_settles = 0.07f;  // m/s: terminal speed of drops of 0.05 mm by Stokes' law

// Radius of a puff where water falls in at a speed.
SHARED float spray_puff_born(float speed, float gravity) { return spray_mist_wide * speed * speed / (2.0f * gravity); }

// A turbulent puff after dt: it takes in the air on its way and keeps its momentum, so that speed falls with the cube
// of its radius: radius^3 dr/dt = grows radius_0^3 speed_0.
SHARED float spray_puff(float radius, float speed, float dt) {
  float r2 = radius * radius;
  return sqrt(sqrt(r2 * r2 + 4.0f * spray_mist_grows * r2 * radius * speed * dt));
}

// Drag of the air, 1/m: a drop's terminal speed is sqrt(g / drag), 3.6 to 6.8 m/s by its size.
SHARED float spray_drag(float part) { return 0.3f / (0.4f + part); }

// Velocity after dt in still air: dv/dt = -g - drag |v| v, linearly implicit in v.
SHARED vec3 spray_fly(vec3 v, float gravity, float drag, float dt) {
  return (v - vec3(0.0f, gravity * dt, 0.0f)) / (1.0f + drag * length(v) * dt);
}

const float spray_rise = 0.25f;      // m/s: speed at which bubbles of some millimeters rise
const float spray_response = 0.03f;  // s in which they take on the water's velocity
const float spray_skid = 0.05f;      // m over a surface that sinks faster than it falls, where foam takes off
const float spray_plunge = 1.5f;     // m/s at which falling spray goes under and takes air along

SHARED_END
#endif
