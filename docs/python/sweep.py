"""A sweep over a parameter: how fast damping takes the energy out of a pool."""

import undine

for damping in (0.0, 0.2, 0.5, 1.0):
    with undine.World("basin_mode.json", set={"water.basin.damping": damping}) as world:
        first = world.stats()["water"]["basin"]["energy"]
        world.step(200)
        last = world.stats()["water"]["basin"]["energy"]
        print(f"damping {damping:.1f} 1/s: {100 * last / first:5.1f} % of the energy after {world.time:.2f} s")
