"""A flood map: the largest depth at every place of a valley, as numbers and as a picture of grey levels."""

import os

import numpy as np

import undine

with undine.World("flood.json") as flood:
    name = next(f.name for f in flood.fields if f.name.endswith(".depth"))
    deepest = flood[name]
    for _ in flood.steps(20, every=5):
        deepest = np.maximum(deepest, flood[name])
wet = deepest > 0.01
print(f"{name}: {wet.mean() * 100:.1f} % of the places were wet, the deepest {deepest.max():.2f} m")
grey = (255 * np.sqrt(deepest / deepest.max())).astype(np.uint8)
with open(os.path.join(os.environ.get("UNDINE_OUT", "."), "flood.pgm"), "wb") as file:
    file.write(b"P5\n%d %d\n255\n" % (grey.shape[1], grey.shape[0]) + grey.tobytes())
