"""Pictures of a scene from a camera that circles it, as .ppm files."""

import math
import os

import undine

folder = os.environ.get("UNDINE_OUT", ".")
with undine.World("pool.json", pictures=True, quality="interactive") as pool:
    for frame, _ in enumerate(pool.steps(12, every=4)):
        angle = 0.3 * frame
        picture = pool.render(192, 108, eye=(5 * math.cos(angle), 2.5, 5 * math.sin(angle)), target=(0, -0.4, 0))
        with open(os.path.join(folder, f"film_{frame:03}.ppm"), "wb") as file:
            file.write(b"P6\n192 108\n255\n" + picture[:, :, :3].tobytes())
        print(f"picture {frame}: mean {picture[:, :, :3].mean():.0f}")
