"""Heights of a pool at a line of points, while its waves travel."""

import numpy as np

import undine

with undine.World("pool.json") as pool:
    line = [(x, 0.0, 0.3) for x in np.linspace(-1.4, 1.4, 29)]
    for _ in pool.steps(240, every=60):
        level = pool.query(line)["level"]
        print(f"{pool.time:5.2f} s: highest {level.max():.4f} m at x = {line[level.argmax()][0]:.2f} m")
