// Parameter blocks of the water and caustics shaders.
#ifndef PASSES_WATER_WATER_PARAMS_H
#define PASSES_WATER_WATER_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::water)

// A SurfaceField as the shaders see it.
struct FieldParams {
  vec4 origin;  // middle at rest level; w: depth of the closed sides, 0: none
  vec4 size;    // x, z: meters; zw: 1 where x, z are periodic
  uvec4 cells;  // x, z of the surface image; zw: quads of the drawn grid
  vec4 past;    // meters by which it is drawn past its -x, +x, -z and +z border
};

// Columns before a border that water falls over where one may see past it through the surface.
const float lip_columns = 4.0f;

struct SurfaceParams {
  FieldParams field;
  float code;  // 1 + index of the surface; written to the target with the side's sign
  float roughness;
  float ripple;  // strength of the detail normals
  float gravity;
  float index;  // of refraction
};

// A spectral sea: rings of quads around the eye, each with twice the spacing of the one within.
const int sea_rings = 14;
const int sea_ring_rows = 256;  // instance: ring times this plus row
struct SeaParams {
  vec4 anchor;              // world x, rest level, z that places at rest count from; w: quads along a side of a ring
  vec4 per_meter;           // per patch: 1 / length
  vec4 corner_x, corner_z;  // per patch: texture coordinates of the anchor
  vec4 lost[6];             // variance of the slope that each level lacks, per patch; the last: all of it
  vec4 lost_folds[6];       // the same of the fold
  vec4 rings[14];           // middle along x and z from the anchor, spacing, 0
  vec4 eye;                 // from the anchor along x and z; half of the earth's curvature, 1/m; fold over which
                            // whitecaps cover it, 0: none do
  vec4 hole;                // low and high corner, from the anchor, in which it is not drawn
  vec4 around;              // of the water in the hole: its rest level over the sea's, and over what distance from its
                            // border the sea becomes itself, m
  vec4 carried;             // waves that the sea carries: corner of their grid from the anchor, and 1 / size
  int patches, texels;
  vec2 moved;  // meters by which a current has moved the sea
  int memory;  // so many of the first patches have remembered folds, in a layer of their own
  float code;  // 1 + index of the surface; written to the target with the side's sign
  float roughness;
};

const uint max_water_boxes = 16u;

// Optical properties of a water.
struct WaterOptics {
  vec4 extinction;  // 1/m; w: index of refraction
  vec4 scatter;  // albedo of deep water; w: of the sun's irradiance across its rays, what makes the water glow as much
                 // as as much irradiance of an even sky on a level surface does
};

// Box of a water, for path lengths, and its optics.
struct WaterBox {
  vec4 low;   // w: scale of the film at its shores, under 1 on grids smaller than 1 m; 0: 1
  vec4 high;  // w: 1 if sides and bottom are closed and seen through; else it ends at sides that it falls over
  WaterOptics optics;
  float foams;      // 1 if its foam is known: none is made up at its shores
  float floorless;  // 1 if nothing lies under it: what a ray passes behind hides no floor
  float endless;    // 1 if it goes on beyond its grid, where its level is not known
};

struct ShadeParams {
  WaterBox boxes[16];
  int eye_box;     // that the eye is in or close over, -1: none
  float eye_rest;  // world y of that water's rest level
  uint mirrored;   // bit i: the planar picture of reflections is water i's
};

// Arguments of draws (water/lens.comp): as many instances as the eye's place asks for, or none.
struct LensDraws {
  uvec4 in_air, in_water, motes;
};
struct LensParams {
  int water;   // that the eye is in or close over
  float rest;  // world y of its rest level
  uint motes;
};

// Quads of photons around a grid, so that light is even up to its border.
const uint photon_border = 8u;

struct PhotonRowParams {
  int corners;  // in a row
};

// Photons of several waters (water/photons_splat.comp).
const uint most_photon_grids = 16u;
const float photon_quantum = 1.0f / 16384.0f;  // of light over light through flat water, in which it is summed

struct PhotonGrid {
  uvec2 corners;  // along x and z
  uint first;     // place of its first photon
  uint padding;
  vec4 footprint;  // CausticsParams::footprint
};
struct PhotonGridsParams {
  PhotonGrid of[16];
  int count;
  int texels;  // along a side of each water's map
};

struct CausticsParams {
  FieldParams field;
  mat4 world_from_sun;  // inverse of Camera::bent_matrix
  vec4 optics;     // strength; change of (index - 1) from green to blue; 1 / index of what goes up; strength of ripples
  vec4 map;        // texels along a side; meters per clip depth; reach, meters
  vec4 footprint;  // low and high corner in that clip space of what light through this water can reach
  uvec4
      photons;  // place of the first photon; which of the maps of photons, of how many; words of sums to clear, over 4
};

SHARED_END
#endif
