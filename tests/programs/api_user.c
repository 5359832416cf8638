/* Calls of the C interface that are wrong, and many that are right: api_user SCENE.json FIELD. Exit code 0: all as it
 * should be; else a line on stderr says what was not. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <undine.h>

static int wrong = 0;

static void expect(undine_result got, undine_result want, const char *text, const char *what) {
  if (got == want && (!text || strstr(undine_last_error(), text))) return;
  fprintf(stderr, "%s: result %d, \"%s\"; wanted %d, \"%s\"\n", what, (int)got, undine_last_error(), (int)want,
          text ? text : "");
  wrong = 1;
}

static void *from_another_thread(void *world) {
  expect(undine_step((undine_world *)world, 1), UNDINE_MISUSE, "another thread", "a call of another thread");
  return NULL;
}

static void misuse(undine_world *world, const char *field) {
  const double point[3] = {0, 0, 0}, nowhere[3] = {1e9, 0, 0}, bad[3] = {0, NAN, 0};
  undine_camera camera;
  undine_field about;
  float values[4];
  uint8_t pixels[4];
  size_t count = 0;
  uint32_t row = 0;
  pthread_t thread;
  int local = 0;
  expect(undine_step(NULL, 1), UNDINE_MISUSE, "null pointer", "no world");
  expect(undine_step((undine_world *)(void *)&local, 1), UNDINE_MISUSE, "not open", "a wrong pointer");
  expect(undine_read(world, "none", values, 4, &count), UNDINE_BAD_INPUT, field, "an unknown field");
  expect(undine_read(world, NULL, values, 4, &count), UNDINE_MISUSE, "field is a null pointer", "no field");
  expect(undine_read(world, field, values, 4, &count), UNDINE_MISUSE, "capacity is 4", "too small an array");
  expect(undine_read(world, field, NULL, 0, NULL), UNDINE_MISUSE, "count is a null pointer", "nothing to tell to");
  expect(undine_sample(world, field, NULL, 1, values), UNDINE_MISUSE, "points is a null pointer", "no points");
  expect(undine_sample(world, field, bad, 1, values), UNDINE_MISUSE, "not finite", "a point that is none");
  expect(undine_sample(world, field, nowhere, 1, values), UNDINE_OK, NULL, "a point beyond the grid");
  if (!isnan(values[0])) expect(UNDINE_FAILURE, UNDINE_OK, NULL, "a value beyond the grid");
  expect(undine_render(world, 1, 1, NULL, pixels, 4), UNDINE_BAD_INPUT, "without pictures", "a picture of none");
  expect(undine_render(world, 0, 1, NULL, pixels, 4), UNDINE_MISUSE, "each side", "an empty picture");
  expect(undine_render(world, 2, 2, NULL, pixels, 4), UNDINE_MISUSE, "capacity is 4", "too small a picture");
  memset(&camera, 0, sizeof camera);
  expect(undine_render(world, 1, 1, &camera, pixels, 4), UNDINE_MISUSE, "camera.size", "a struct without its size");
  memset(&about, 0, sizeof about);
  about.size = sizeof about;
  expect(undine_field_at(world, 1000, &about), UNDINE_MISUSE, "index is 1000", "a field too many");
  expect(undine_field_at(world, 0, &about), UNDINE_OK, NULL, "a field");
  expect(undine_set(world, "water.9.speed", "1", NULL), UNDINE_BAD_INPUT, "water", "a setting of nothing");
  expect(undine_push(world, nowhere, 0.1, 1), UNDINE_BAD_INPUT, "no water", "a push beside the water");
  expect(undine_push(world, point, 0, 1), UNDINE_MISUSE, "radius", "a push of no size");
  expect(undine_body_force(world, 0, point, NULL), UNDINE_BAD_INPUT, "no bodies", "a force on nothing");
  expect(undine_body_remove(world, 0), UNDINE_BAD_INPUT, "no bodies", "removing nothing");
  expect(undine_body_row(world, 0, &row), UNDINE_BAD_INPUT, "no bodies", "the row of nothing");
  expect(undine_body_row(world, 0, NULL), UNDINE_MISUSE, "row is a null pointer", "nowhere to put the row");
  expect(undine_body_add(world, NULL, NULL), UNDINE_MISUSE, "text is a null pointer", "a body without its text");
  expect(undine_body_add(world, "{", NULL), UNDINE_BAD_INPUT, "undine_body_add", "half a body");
  expect(undine_body_add(world, "{\"shape\": \"cone\"}", NULL), UNDINE_BAD_INPUT, "shape", "an unknown shape");
  expect(undine_body_add(world, "{\"shape\": \"sphere\", \"radius\": 0.1}", &row), UNDINE_OK, NULL, "a body");
  expect(undine_body_remove(world, row), UNDINE_OK, NULL, "removing it");
  expect(undine_body_remove(world, row), UNDINE_BAD_INPUT, "was removed", "removing it again");
  expect(undine_body_pose(world, 1, point, NULL, NULL, NULL), UNDINE_BAD_INPUT, "no bodies", "a pose of nothing");
  undine_mooring mooring = {.size = sizeof(mooring), .other = -1, .length = 1, .stiffness = 10};
  expect(undine_body_moor(world, 1, &mooring, NULL), UNDINE_BAD_INPUT, "no bodies", "a mooring of nothing");
  expect(undine_body_moor(world, 0, NULL, NULL), UNDINE_MISUSE, "mooring", "a mooring without its values");
  mooring.stiffness = -1;
  expect(undine_body_moor(world, 0, &mooring, NULL), UNDINE_MISUSE, "stiffness", "a mooring of negative stiffness");
  mooring.size = 3;
  expect(undine_body_moor(world, 0, &mooring, NULL), UNDINE_MISUSE, "size", "a mooring of another size");
  expect(undine_body_unmoor(world, 0), UNDINE_BAD_INPUT, "no bodies", "removing a mooring of nothing");
  expect(undine_body_pose(world, 0, NULL, NULL, NULL, NULL), UNDINE_MISUSE, "position", "a pose without a position");
  expect(undine_log_level("loud"), UNDINE_BAD_INPUT, "loud", "a level that is none");
  expect(undine_step(world, 1), UNDINE_OK, NULL, "a step after all that");
  if (pthread_create(&thread, NULL, from_another_thread, world) == 0) pthread_join(thread, NULL);
}

/* Memory, in kB, that the program had at most. */
static long memory(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss;
}

static void many_calls(undine_world *world, const char *field) {
  const double points[6] = {0, 0, 0, 0.1, 0, 0.1};
  float values[8];
  undine_point water[2];
  uint64_t steps;
  long before = 0;
  int i;
  for (i = 0; i < 2500; ++i) {
    if (i == 500) before = memory();
    if (undine_step(world, 1) != UNDINE_OK || undine_time(world, &steps, NULL) != UNDINE_OK ||
        undine_sample(world, field, points, 2, values) != UNDINE_OK ||
        undine_query(world, points, 2, water) != UNDINE_OK) {
      expect(UNDINE_FAILURE, UNDINE_OK, NULL, "many calls");
      return;
    }
  }
  if (memory() > before + 2048) {
    fprintf(stderr, "10,000 calls took %ld kB\n", memory() - before);
    wrong = 1;
  }
}

int main(int count, char **arguments) {
  undine_world *world = NULL, *other = NULL;
  undine_options options;
  if (count != 3) return 2;
  memset(&options, 0, sizeof options);
  expect(undine_open(arguments[1], &options, &world), UNDINE_MISUSE, "options.size", "options without their size");
  expect(undine_open(NULL, NULL, &world), UNDINE_MISUSE, "null pointer", "no file");
  expect(undine_open(arguments[1], NULL, NULL), UNDINE_MISUSE, "world is a null pointer", "nowhere to put it");
  expect(undine_open("/none.json", NULL, &world), UNDINE_BAD_INPUT, "/none.json", "a file that is not there");
  expect(undine_open_text("{", ".", NULL, &world), UNDINE_BAD_INPUT, NULL, "no scene");
  if (undine_open(arguments[1], NULL, &world) != UNDINE_OK || undine_open(arguments[1], NULL, &other) != UNDINE_OK) {
    fprintf(stderr, "%s\n", undine_last_error());
    return 1;
  }
  expect(undine_step(other, 2), UNDINE_OK, NULL, "a second world");
  misuse(world, arguments[2]);
  many_calls(world, arguments[2]);
  expect(undine_close(world), UNDINE_OK, NULL, "the end");
  expect(undine_close(world), UNDINE_MISUSE, "not open", "a second end");
  expect(undine_close(other), UNDINE_OK, NULL, "the other's end");
  expect(undine_close(NULL), UNDINE_OK, NULL, "the end of nothing");
  return wrong;
}
