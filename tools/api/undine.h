/* Undine from C and from languages that call C: water of a scene file, stepped, read, asked and drawn.
 *
 *   undine_world *world;
 *   if (undine_open("pool.json", NULL, &world) != UNDINE_OK) puts(undine_last_error());
 *   undine_step(world, 240);
 *   undine_close(world);
 *
 * Lengths in meters, times in seconds, y is up. Every function that can fail returns an undine_result; the text of the
 * last failure in the calling thread is undine_last_error(). A world belongs to the thread that opened it; several
 * worlds may be open at once. No function throws. Structs begin with their size, so that later versions may add
 * members. (docs/c_api.md)
 */
#ifndef UNDINE_H
#define UNDINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define UNDINE_API __declspec(dllexport)
#else
#define UNDINE_API __attribute__((visibility("default")))
#endif

#define UNDINE_API_VERSION 1

typedef struct undine_world undine_world;

typedef enum undine_result {
  UNDINE_OK = 0,
  UNDINE_FAILURE = 1,    /* anything else: out of memory, a lost device */
  UNDINE_BAD_INPUT = 2,  /* a scene, a name or a value; the text says where and what is allowed */
  UNDINE_NO_DEVICE = 3,  /* no device that runs Undine */
  UNDINE_VALIDATION = 4, /* messages of the validation layers */
  UNDINE_MISUSE = 5      /* a null pointer, a world that is closed or of another thread, an array that is too small */
} undine_result;

/* All members may be zero. */
typedef struct undine_options {
  size_t size;            /* sizeof(undine_options) */
  const char* gpu;        /* index or part of a name; NULL: the best one */
  const char* shaders;    /* folder of shaders; NULL: the installed one */
  const char* quality;    /* "draft", "interactive", "full"; NULL: as the scene says */
  const char* resume;     /* checkpoint to go on from; NULL: from the start */
  const char* const* set; /* `set_count` changes of the scene, as in "water.pool.damping=0.2" */
  size_t set_count;
  int pictures;   /* not 0: undine_render() may be called */
  int validation; /* not 0: with the validation layers */
} undine_options;

#define UNDINE_MOST_DIMENSIONS 4

typedef struct undine_field {
  size_t size;      /* sizeof(undine_field) */
  const char* name; /* "pool.height"; texts live as long as the world */
  const char* unit;
  const char* help;
  uint32_t dimensions;                    /* used elements of `shape` */
  uint32_t shape[UNDINE_MOST_DIMENSIONS]; /* rows along z, columns along x, components; or a list's rows and columns */
} undine_field;

/* What the water is at a point: of the water whose surface is the highest there. */
typedef struct undine_point {
  int32_t water;     /* index in the scene; -1: no water is there, and the rest is 0 */
  float level;       /* world y of the surface over the point */
  float normal[3];   /* of the surface, upwards, of length 1 */
  float depth;       /* of the water from its surface to its bed; infinite where its solver has no bed */
  float velocity[3]; /* of the water; of solvers without a field "velocity" 0 */
  float pressure;    /* hydrostatic, in Pa, of water of 1000 kg/m3; 0 over the surface */
} undine_point;

typedef struct undine_camera {
  size_t size; /* sizeof(undine_camera) */
  double eye[3];
  double target[3];
  double fov; /* vertical, degrees */
} undine_camera;

UNDINE_API uint32_t undine_api_version(void);   /* UNDINE_API_VERSION of the library */
UNDINE_API const char* undine_version(void);    /* of the program: "0.2.0" */
UNDINE_API const char* undine_last_error(void); /* of this thread; "" before the first one */
/* "debug", "info", "warning", "error" or "off": of what is written to stderr. At first "warning". */
UNDINE_API undine_result undine_log_level(const char* level);

/* options: NULL means all zero. *world is NULL after a failure. */
UNDINE_API undine_result undine_open(const char* scene_file, const undine_options* options, undine_world** world);
/* The same of a scene's text; files that it names are in `folder`. */
UNDINE_API undine_result undine_open_text(const char* scene, const char* folder, const undine_options* options,
                                          undine_world** world);
/* NULL is allowed. */
UNDINE_API undine_result undine_close(undine_world* world);

UNDINE_API undine_result undine_step(undine_world* world, uint32_t steps); /* clock steps of the scene */
UNDINE_API undine_result undine_time(undine_world* world, uint64_t* steps, double* seconds);
/* Changes a setting, as --set does: "water.pool.damping", "0.2". Live settings take effect with the next step; others
 * restart what they concern. *restarted, which may be NULL: 1 if they did. */
UNDINE_API undine_result undine_set(undine_world* world, const char* path, const char* value, int* restarted);
/* Pushes the water down at a point, as the pointer does in a window: radius in meters, strength 1 is a normal push. */
UNDINE_API undine_result undine_push(undine_world* world, const double point[3], double radius, double strength);

/* Adds the bodies of an entry of "bodies" of a scene file, JSON text as in {"shape": "sphere", "radius": 0.2,
 * "position": [0, 1, 0]}, before the next step. Files that it names are in the scene's folder. Waters and other bodies
 * continue; a body that begins in water pushes it aside in the first step. *body, which may be NULL: the number of the
 * first of its "count" bodies, which the following numbers continue. Bodies of the scene have the numbers from 0 on; no
 * number is used again. A water of particles keeps the bodies that the scene put into it: others are UNDINE_BAD_INPUT.
 */
UNDINE_API undine_result undine_body_add(undine_world* world, const char* text, uint32_t* body);
/* Removes a body, with all of its entry if this has a "count". The water closes over it in the next step. Moorings of
 * the program that end at it are removed; one of the scene on another body is UNDINE_BAD_INPUT. */
UNDINE_API undine_result undine_body_remove(undine_world* world, uint32_t body);
/* Row of a body in the fields "bodies.state" and "bodies.water": its number, less the bodies before it that were
 * removed. */
UNDINE_API undine_result undine_body_row(undine_world* world, uint32_t body, uint32_t* row);

/* Force on a body's center of mass in N and torque in N m, in world axes, from the next step on until others are given.
 * body: its number. NULL: none. */
UNDINE_API undine_result undine_body_force(undine_world* world, uint32_t body, const double force[3],
                                           const double torque[3]);

/* Moves a body at the start of the next step: its center of mass, its rotation as a quaternion {x, y, z, w} from the
 * body's to the world's axes (NULL: none), velocity in m/s and spin in rad/s about world axes (NULL: 0). Called before
 * every step, it leaves the motion to a physics engine, and the water follows. */
UNDINE_API undine_result undine_body_pose(undine_world* world, uint32_t body, const double position[3],
                                          const double rotation[4], const double velocity[3], const double spin[3]);
/* An elastic line or spring from a body to a fixed point or to another body. */
typedef struct undine_mooring {
  size_t size;      /* sizeof(undine_mooring) */
  double at[3];     /* on the body, from its center of mass, in its axes, m */
  int64_t other;    /* body at the other end; negative: a fixed point */
  double to[3];     /* the fixed point; on another body as `at` */
  double length;    /* without tension, m */
  double stiffness; /* N/m, up to 1e12: at most what a sub-step resolves for the mass of the body */
  double damping;   /* N s/m */
  int pushes;       /* 1: a spring, which pushes too; 0: a line, which is slack while shorter than its length */
} undine_mooring;

/* Adds a mooring from the next step on. *line, which may be NULL: its number; those of the scene come first. At most
 * 256 are in use at a time. Checkpoints hold those of the scene alone, and a setting that restarts the bodies leaves no
 * others either. */
UNDINE_API undine_result undine_body_moor(undine_world* world, uint32_t body, const undine_mooring* mooring,
                                          uint32_t* line);
UNDINE_API undine_result undine_body_unmoor(undine_world* world, uint32_t line); /* removes it */

/* Force of the water on a body in the last step in N, and its moment about the center of mass in N m, in world axes:
 * pressure, drag and impacts of particles, means over the step. Inertia of water around the body (its `added_mass`) is
 * not part of them. Either may be NULL. For a physics engine that owns the body. Waits for the device. */
UNDINE_API undine_result undine_body_water(undine_world* world, uint32_t body, double force[3], double moment[3]);

UNDINE_API undine_result undine_field_count(undine_world* world, size_t* count);
UNDINE_API undine_result undine_field_at(undine_world* world, size_t index, undine_field* field);
/* Copies a field of the present step, as --dump writes it. *count: its floats; values NULL: only these are told.
 * capacity: floats that `values` has room for. Waits for the device. */
UNDINE_API undine_result undine_read(undine_world* world, const char* field, float* values, size_t capacity,
                                     size_t* count);
/* A field on a grid at `count` points {x, y, z}, linear between the middles of its cells, constant beyond them: by the
 * device, without a copy of the grid. values: count * components; not a number beyond the grid. Waits for the device.
 */
UNDINE_API undine_result undine_sample(undine_world* world, const char* field, const double* points, size_t count,
                                       float* values);
/* The water at `count` points {x, y, z}. Waits for the device. */
UNDINE_API undine_result undine_query(undine_world* world, const double* points, size_t count, undine_point* out);
/* The same without a wait: begin() asks for the water as it is now and returns; the world may be stepped meanwhile.
 * end() takes the answer: *ready is 1 and `out` is filled, or 0 if the device has not come to it yet, unless `wait` is
 * not 0. capacity: points that `out` has room for. Answers come after at most three more steps or pictures; each is
 * taken once. At most UNDINE_MOST_QUERIES may be open. */
#define UNDINE_MOST_QUERIES 64
UNDINE_API undine_result undine_query_begin(undine_world* world, const double* points, size_t count, uint64_t* query);
UNDINE_API undine_result undine_query_end(undine_world* world, uint64_t query, int wait, undine_point* out,
                                          size_t capacity, int* ready);

/* A picture of the present step, rows of 8-bit red, green, blue, alpha from the top: 4 * width * height bytes. camera:
 * NULL: that of the scene. Waits for the device. */
UNDINE_API undine_result undine_render(undine_world* world, uint32_t width, uint32_t height,
                                       const undine_camera* camera, uint8_t* pixels, size_t capacity);
/* Figures of the present step, the text that --stats writes. *length: bytes without the final zero; text NULL: only
 * this is told. */
UNDINE_API undine_result undine_stats(undine_world* world, char* text, size_t capacity, size_t* length);
/* A checkpoint for `resume`, which goes on with the same bytes. */
UNDINE_API undine_result undine_save(undine_world* world, const char* file);

#ifdef __cplusplus
}
#endif
#endif
