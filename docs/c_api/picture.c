/* Steps a scene, tells the level at its middle and writes a picture: picture SCENE.json STEPS OUT.ppm */
#include <stdio.h>
#include <stdlib.h>
#include <undine.h>

enum { width = 320, height = 180 };

static int failed(void) {
  fprintf(stderr, "%s\n", undine_last_error());
  return 1;
}

int main(int count, char **arguments) {
  static uint8_t pixels[4 * width * height];
  const double middle[3] = {0, 0, 0};
  undine_options options = {0};
  undine_world *world;
  undine_point point;
  FILE *file;
  int i;
  if (count != 4) return 2;
  options.size = sizeof options;
  options.pictures = 1;
  if (undine_open(arguments[1], &options, &world) != UNDINE_OK) return failed();
  if (undine_step(world, (uint32_t)atol(arguments[2])) != UNDINE_OK) return failed();
  if (undine_query(world, middle, 1, &point) != UNDINE_OK) return failed();
  printf("water %d, level %.6f m\n", (int)point.water, (double)point.level);
  if (undine_render(world, width, height, NULL, pixels, sizeof pixels) != UNDINE_OK) return failed();
  if (undine_close(world) != UNDINE_OK) return failed();
  file = fopen(arguments[3], "wb");
  if (!file) return 1;
  fprintf(file, "P6\n%d %d\n255\n", width, height);
  for (i = 0; i < width * height; ++i) fwrite(pixels + 4 * i, 1, 3, file);
  return fclose(file) == 0 ? 0 : 1;
}
