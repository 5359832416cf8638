#!/usr/bin/env python3
"""Writes the ground of scenes/valley.json, scenes/assets/valley.tif: a part of the Cumberland Mountains at the Jacksboro
fault, Tennessee, as a GeoTIFF of meters. The elevations are of the U.S. Geological Survey (public domain), every 3 seconds
of arc in whole meters; Matplotlib distributes them as sample data (Debian: python-matplotlib-data). Heights between the
samples are interpolated by cubic B-splines. Needs nothing but Python; the same bytes every time.
    tools/make_valley.py [--dem jacksboro_fault_dem.npz] [--out FILE]"""
import argparse
import ast
import math
import struct
import zipfile
import zlib

dem = "/usr/share/matplotlib/mpl-data/sample_data/jacksboro_fault_dem.npz"
first, last = (20, 96), (106, 172)  # rows and columns of the part
spacing = (92.49, 74.47)            # meters between rows and columns at 36.6 degrees north (WGS 84)
cell = 30.0                         # of the file written, m


def read(path):
    """Rows of whole meters, from the north."""
    with zipfile.ZipFile(path) as archive:
        data = archive.read("elevation.npy")
    head = 10 + struct.unpack("<H", data[8:10])[0]
    form = ast.literal_eval(data[10:head].decode())
    rows, columns = form["shape"]
    values = struct.unpack(f"{form['descr'][0]}{rows * columns}h", data[head:])
    return [values[r * columns:(r + 1) * columns] for r in range(rows)]


def smooth(line):
    """Coefficients of the cubic B-spline through a line of samples, whose ends are mirrored."""
    pole, n = math.sqrt(3) - 2, len(line)
    c = [6.0 * v for v in line]
    c[0] = sum(c[min(k, 2 * n - 2 - k)] * pole ** k for k in range(30))
    for k in range(1, n):
        c[k] += pole * c[k - 1]
    c[-1] = pole / (pole * pole - 1) * (c[-1] + pole * c[-2])
    for k in range(n - 2, -1, -1):
        c[k] = pole * (c[k + 1] - c[k])
    return c


def weights(t):
    return ((1 - t) ** 3 / 6, (4 - 6 * t * t + 3 * t ** 3) / 6, (1 + 3 * t + 3 * t * t - 3 * t ** 3) / 6, t ** 3 / 6)


def resampled(line, at):
    """Values of the spline of coefficients at places in samples."""
    out = []
    for x in at:
        i = min(int(x), len(line) - 2)
        w = weights(x - i)
        out.append(sum(w[k] * line[abs(i - 1 + k) if i - 1 + k < len(line) else 2 * len(line) - 2 - (i - 1 + k)]
                       for k in range(4)))
    return out


def tiff(rows):
    """A GeoTIFF of floats in one compressed strip, in meters from the north-western corner."""
    nx, nz = len(rows[0]), len(rows)
    cells = zlib.compress(b"".join(struct.pack(f"<{nx}f", *row) for row in rows), 9)
    entries = [(256, 4, [nx]), (257, 4, [nz]), (258, 3, [32]), (259, 3, [8]), (262, 3, [1]), (277, 3, [1]), (278, 4, [nz]),
               (279, 4, [len(cells)]), (339, 3, [3]), (33550, 12, [cell, cell, 0.0]),
               (33922, 12, [0.0, 0.0, 0.0, 0.0, nz * cell, 0.0]),
               (34735, 3, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3076, 0, 1, 9001])]
    start = 8 + 2 + 12 * (len(entries) + 1) + 4
    extra, table = cells + b"\0" * (len(cells) % 2), []
    for tag, kind, values in sorted([*entries, (273, 4, [start])]):
        data = struct.pack(f"<{len(values)}" + {3: "H", 4: "I", 12: "d"}[kind], *values)
        if len(data) > 4:
            place = struct.pack("<I", start + len(extra))
            extra, data = extra + data, place
        table.append(struct.pack("<HHI", tag, kind, len(values)) + data.ljust(4, b"\0"))
    return b"II" + struct.pack("<HIH", 42, 8, len(table)) + b"".join(table) + struct.pack("<I", 0) + extra


def ground(path):
    rows = [row[first[1]:last[1] + 1] for row in read(path)[first[0]:last[0] + 1]]
    size = (spacing[1] * (len(rows[0]) - 1), spacing[0] * (len(rows) - 1))
    nx, nz = int(size[0] / cell), int(size[1] / cell)
    xs = [(i + 0.5) * cell + 0.5 * (size[0] - nx * cell) for i in range(nx)]
    zs = [(j + 0.5) * cell + 0.5 * (size[1] - nz * cell) for j in range(nz)]
    rows = [resampled(smooth(row), [x / spacing[1] for x in xs]) for row in rows]
    columns = [resampled(smooth(column), [z / spacing[0] for z in zs]) for column in zip(*rows)]
    return [[round(columns[i][j], 1) for i in range(nx)] for j in range(nz)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dem", default=dem)
    parser.add_argument("--out", default="scenes/assets/valley.tif")
    given = parser.parse_args()
    with open(given.out, "wb") as out:
        out.write(tiff(ground(given.dem)))
