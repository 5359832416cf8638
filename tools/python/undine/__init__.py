"""Water of Undine's scenes from Python.

    import undine

    with undine.World("pool.json", pictures=True) as world:
        world.step(240)
        height = world["pool.height"]              # numpy array of {nz, nx} floats, world y in meters
        water = world.query([(0, 0, 0), (1, 0, 1)])  # level, normal, depth, velocity, pressure at points
        picture = world.render(960, 540)           # numpy array of {540, 960, 4} bytes

Lengths are meters, times seconds, y is up. A World belongs to the thread that made it. The shared library is
libundine.so of the system, or the file that the environment variable UNDINE_LIBRARY names.
"""

from __future__ import annotations

import ctypes
import json
import os
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

__all__ = ["Error", "Field", "World", "log_level", "version"]

API_VERSION = 1


class Error(Exception):
    """A call that failed; `code` is the undine_result: 1 failure, 2 bad input, 3 no device, 4 validation, 5 misuse."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class Field(NamedTuple):
    """A field of a scene: its name, unit, meaning and shape."""

    name: str
    unit: str
    help: str
    shape: Tuple[int, ...]


class _Options(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("gpu", ctypes.c_char_p),
        ("shaders", ctypes.c_char_p),
        ("quality", ctypes.c_char_p),
        ("resume", ctypes.c_char_p),
        ("set", ctypes.POINTER(ctypes.c_char_p)),
        ("set_count", ctypes.c_size_t),
        ("pictures", ctypes.c_int),
        ("validation", ctypes.c_int),
    ]


class _Mooring(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("at", ctypes.c_double * 3),
        ("other", ctypes.c_int64),
        ("to", ctypes.c_double * 3),
        ("length", ctypes.c_double),
        ("stiffness", ctypes.c_double),
        ("damping", ctypes.c_double),
        ("pushes", ctypes.c_int),
    ]


class _Field(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("name", ctypes.c_char_p),
        ("unit", ctypes.c_char_p),
        ("help", ctypes.c_char_p),
        ("dimensions", ctypes.c_uint32),
        ("shape", ctypes.c_uint32 * 4),
    ]


class _Camera(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("eye", ctypes.c_double * 3),
        ("target", ctypes.c_double * 3),
        ("fov", ctypes.c_double),
    ]


# undine_point.
_point = np.dtype(
    [
        ("water", np.int32),
        ("level", np.float32),
        ("normal", np.float32, 3),
        ("depth", np.float32),
        ("velocity", np.float32, 3),
        ("pressure", np.float32),
    ]
)


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(os.environ.get("UNDINE_LIBRARY", "libundine.so.1"))
    world, size, text = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
    arguments: Dict[str, List[Any]] = {
        "log_level": [text],
        "open": [text, ctypes.POINTER(_Options), ctypes.POINTER(world)],
        "open_text": [text, text, ctypes.POINTER(_Options), ctypes.POINTER(world)],
        "close": [world],
        "step": [world, ctypes.c_uint32],
        "time": [world, ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_double)],
        "set": [world, text, text, ctypes.POINTER(ctypes.c_int)],
        "push": [world, ctypes.c_double * 3, ctypes.c_double, ctypes.c_double],
        "body_add": [world, text, ctypes.POINTER(ctypes.c_uint32)],
        "body_remove": [world, ctypes.c_uint32],
        "body_row": [world, ctypes.c_uint32, ctypes.POINTER(ctypes.c_uint32)],
        "body_pose": [world, ctypes.c_uint32] + [ctypes.c_double * 3, ctypes.c_double * 4] + 2 * [ctypes.c_double * 3],
        "body_water": [world, ctypes.c_uint32, ctypes.c_double * 3, ctypes.c_double * 3],
        "body_force": [world, ctypes.c_uint32, ctypes.c_double * 3, ctypes.c_double * 3],
        "body_moor": [world, ctypes.c_uint32, ctypes.POINTER(_Mooring), ctypes.POINTER(ctypes.c_uint32)],
        "body_unmoor": [world, ctypes.c_uint32],
        "field_count": [world, ctypes.POINTER(size)],
        "field_at": [world, size, ctypes.POINTER(_Field)],
        "read": [world, text, ctypes.c_void_p, size, ctypes.POINTER(size)],
        "sample": [world, text, ctypes.c_void_p, size, ctypes.c_void_p],
        "query": [world, ctypes.c_void_p, size, ctypes.c_void_p],
        "query_begin": [world, ctypes.c_void_p, size, ctypes.POINTER(ctypes.c_uint64)],
        "query_end": [world, ctypes.c_uint64, ctypes.c_int, ctypes.c_void_p, size, ctypes.POINTER(ctypes.c_int)],
        "render": [world, ctypes.c_uint32, ctypes.c_uint32, ctypes.POINTER(_Camera), ctypes.c_void_p, size],
        "stats": [world, text, size, ctypes.POINTER(size)],
        "save": [world, text],
    }
    for name, types in arguments.items():
        function = getattr(library, "undine_" + name)
        function.argtypes, function.restype = types, ctypes.c_int
    library.undine_api_version.restype = ctypes.c_uint32
    library.undine_version.restype = text
    library.undine_last_error.restype = text
    if library.undine_api_version() != API_VERSION:
        raise ImportError(f"libundine has API version {library.undine_api_version()}, this package reads {API_VERSION}")
    return library


_library = _load()


def _call(name: str, *arguments: Any) -> None:
    code = getattr(_library, "undine_" + name)(*arguments)
    if code != 0:
        raise Error(code, _library.undine_last_error().decode())


def version() -> str:
    """Version of the library."""
    return _library.undine_version().decode()


def log_level(level: str) -> None:
    """Sets what is written to stderr: "debug", "info", "warning" (at first), "error" or "off"."""
    _call("log_level", level.encode())


class Query:
    """Points that `World.query_later` has asked for."""

    def __init__(self, world: "World", number: int, count: int) -> None:
        self._world, self._number, self._out = world, number, np.empty(count, _point)
        self._ready = False

    def ready(self) -> bool:
        """True once the device has answered."""
        return self._end(0)

    def result(self) -> np.ndarray:
        """The array that `World.query` returns; waits for the device if it has not answered yet."""
        self._end(1)
        return self._out

    def _end(self, wait: int) -> bool:
        if not self._ready:
            ready = ctypes.c_int()
            at = self._out.ctypes.data
            _call("query_end", self._world._world, self._number, wait, at, len(self._out), ready)
            self._ready = bool(ready.value)
        return self._ready


class World:
    """A running scene.

    scene: path of a scene file, or a dict: the scene itself, whose files are looked for in `folder`.
    set: changes of the scene, as {"water.pool.damping": 0.2}.
    pictures: render() may be called. resume: checkpoint to go on from.
    """

    def __init__(
        self,
        scene: Union[str, os.PathLike, Dict[str, Any]],
        *,
        folder: Union[str, os.PathLike] = ".",
        set: Optional[Dict[str, Any]] = None,
        pictures: bool = False,
        quality: Optional[str] = None,
        resume: Union[str, os.PathLike, None] = None,
        gpu: Optional[str] = None,
        shaders: Union[str, os.PathLike, None] = None,
        validation: bool = False,
    ) -> None:
        changes = [f"{path}={_text(value)}".encode() for path, value in (set or {}).items()]
        array = (ctypes.c_char_p * max(len(changes), 1))(*changes)

        def text(value: Any) -> Optional[bytes]:
            return None if value is None else os.fspath(value).encode()

        options = _Options(
            ctypes.sizeof(_Options), text(gpu), text(shaders), text(quality), text(resume), array, len(changes),
            int(pictures), int(validation),
        )
        self._world = ctypes.c_void_p()
        if isinstance(scene, dict):
            _call("open_text", json.dumps(scene).encode(), os.fspath(folder).encode(), options, ctypes.byref(self._world))
        else:
            _call("open", os.fspath(scene).encode(), options, ctypes.byref(self._world))

    def __enter__(self) -> World:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_world", None):
            _library.undine_close(self._world)

    def close(self) -> None:
        """Ends the scene and frees the device. Calls that follow raise an Error."""
        world, self._world = self._world, ctypes.c_void_p()
        _call("close", world)

    def step(self, steps: int = 1) -> None:
        """Advances by clock steps."""
        _call("step", self._world, steps)

    def steps(self, count: int, every: int = 1) -> Iterator[int]:
        """Advances by `count` clock steps in strides of `every`, and yields the number of steps done after each."""
        done = 0
        while done < count:
            stride = min(every, count - done)
            self.step(stride)
            done += stride
            yield done

    @property
    def time(self) -> float:
        """Simulated seconds since the start."""
        seconds = ctypes.c_double()
        _call("time", self._world, None, seconds)
        return seconds.value

    @property
    def fields(self) -> List[Field]:
        """All fields of the scene."""
        count = ctypes.c_size_t()
        _call("field_count", self._world, count)
        out = []
        for i in range(count.value):
            f = _Field(ctypes.sizeof(_Field))
            _call("field_at", self._world, i, f)
            out.append(Field(f.name.decode(), f.unit.decode(), f.help.decode(), tuple(f.shape[: f.dimensions])))
        return out

    def __getitem__(self, field: str) -> np.ndarray:
        """The values of a field at the present step, floats of its shape. Lists have as many rows as there are now."""
        shape = next((f.shape for f in self.fields if f.name == field), None)
        count = ctypes.c_size_t()
        _call("read", self._world, field.encode(), None, 0, count)
        values = np.empty(count.value, np.float32)
        _call("read", self._world, field.encode(), values.ctypes.data, values.size, count)
        return values[: count.value].reshape((-1,) + tuple(shape[1:]) if shape else (-1,))

    def sample(self, field: str, points: Any) -> np.ndarray:
        """A field on a grid at points of {n, 3}, linear between cells; not a number beyond the grid."""
        at = _points(points)
        components = next((f.shape[2] for f in self.fields if f.name == field and len(f.shape) == 3), 1)
        values = np.empty((len(at), components), np.float32)
        _call("sample", self._world, field.encode(), at.ctypes.data, len(at), values.ctypes.data)
        return values if components > 1 else values[:, 0]

    def query(self, points: Any) -> np.ndarray:
        """The water at points of {n, 3}: a structured array of water, level, normal, depth, velocity and pressure."""
        at = _points(points)
        out = np.empty(len(at), _point)
        _call("query", self._world, at.ctypes.data, len(at), out.ctypes.data)
        return out

    def query_later(self, points: Any) -> "Query":
        """The same as the water is now, without a wait: the world may be stepped before the answer is taken."""
        at = _points(points)
        number = ctypes.c_uint64()
        _call("query_begin", self._world, at.ctypes.data, len(at), number)
        return Query(self, number.value, len(at))

    def push(self, point: Sequence[float], radius: float = 0.1, strength: float = 1) -> None:
        """Pushes the water down at a point, as the pointer does in a window."""
        _call("push", self._world, (ctypes.c_double * 3)(*point), radius, strength)

    def add_body(self, body: Dict[str, Any]) -> int:
        """Adds the bodies of an entry of "bodies" of a scene, before the next step; all else continues.

        Returns the number of the first one. Bodies of the scene have the numbers from 0 on; no number is used again.
        """
        number = ctypes.c_uint32()
        _call("body_add", self._world, json.dumps(body).encode(), number)
        return number.value

    def remove_body(self, body: int) -> None:
        """Removes a body, with all of its entry if this has a "count"."""
        _call("body_remove", self._world, body)

    def body_row(self, body: int) -> int:
        """Row of a body in "bodies.state" and "bodies.water": its number, less the removed bodies before it."""
        row = ctypes.c_uint32()
        _call("body_row", self._world, body, row)
        return row.value

    def force(self, body: int, force: Sequence[float] = (0, 0, 0), torque: Sequence[float] = (0, 0, 0)) -> None:
        """Force in N on the center of mass of a body (its number) and torque in N m, until others are given."""
        _call("body_force", self._world, body, (ctypes.c_double * 3)(*force), (ctypes.c_double * 3)(*torque))

    def pose(
        self,
        body: int,
        position: Sequence[float],
        rotation: Sequence[float] = (0, 0, 0, 1),
        velocity: Sequence[float] = (0, 0, 0),
        spin: Sequence[float] = (0, 0, 0),
    ) -> None:
        """Moves a body at the start of the next step: center of mass (m), quaternion x, y, z, w, m/s, rad/s."""
        three = ctypes.c_double * 3
        place = three(*position), (ctypes.c_double * 4)(*rotation), three(*velocity), three(*spin)
        _call("body_pose", self._world, body, *place)

    def moor(
        self,
        body: int,
        to: Sequence[float],
        length: float,
        at: Sequence[float] = (0, 0, 0),
        other: Optional[int] = None,
        stiffness: float = 1000,
        damping: float = 0,
        pushes: bool = False,
    ) -> int:
        """Adds an elastic line, or with `pushes` a spring, from a body to a fixed point or to the body `other`.

        `at`, and `to` on another body, count from the center of mass in body axes. Returns the number for unmoor().
        """
        three = ctypes.c_double * 3
        mooring = _Mooring(
            ctypes.sizeof(_Mooring), three(*at), -1 if other is None else other, three(*to), length, stiffness, damping, pushes
        )
        line = ctypes.c_uint32()
        _call("body_moor", self._world, body, mooring, line)
        return line.value

    def unmoor(self, line: int) -> None:
        """Removes a mooring."""
        _call("body_unmoor", self._world, line)

    def water_force(self, body: int) -> Tuple[np.ndarray, np.ndarray]:
        """Force of the water on a body in the last step (N) and its moment about the center of mass (N m)."""
        force, moment = (ctypes.c_double * 3)(), (ctypes.c_double * 3)()
        _call("body_water", self._world, body, force, moment)
        return np.array(force), np.array(moment)

    def set(self, path: str, value: Any) -> bool:
        """Changes a setting; True if this restarted something."""
        restarted = ctypes.c_int()
        _call("set", self._world, path.encode(), _text(value).encode(), restarted)
        return bool(restarted.value)

    def render(
        self,
        width: int = 960,
        height: int = 540,
        *,
        eye: Optional[Sequence[float]] = None,
        target: Sequence[float] = (0, 0, 0),
        fov: float = 45,
    ) -> np.ndarray:
        """A picture of {height, width, 4} bytes, from the scene's camera or from `eye` towards `target`."""
        camera = None
        if eye is not None:
            camera = _Camera(ctypes.sizeof(_Camera), (ctypes.c_double * 3)(*eye), (ctypes.c_double * 3)(*target), fov)
        pixels = np.empty((height, width, 4), np.uint8)
        _call("render", self._world, width, height, camera, pixels.ctypes.data, pixels.nbytes)
        return pixels

    def stats(self) -> Dict[str, Any]:
        """Figures of the present step: volumes, energies, gauges, bodies."""
        length, text = ctypes.c_size_t(), ctypes.create_string_buffer(1 << 16)
        if _library.undine_stats(self._world, text, len(text), length) != 0:
            text = ctypes.create_string_buffer(max(2 * length.value, 1 << 16))
            _call("stats", self._world, text, len(text), length)
        return json.loads(text.value)["steps"][-1]

    def save(self, file: Union[str, os.PathLike]) -> None:
        """Writes a checkpoint, from which World(..., resume=file) goes on with the same bytes."""
        _call("save", self._world, os.fspath(file).encode())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _points(points: Any) -> np.ndarray:
    at = np.ascontiguousarray(points, np.float64)
    if at.ndim != 2 or at.shape[1] != 3:
        raise ValueError(f"points have shape {at.shape}, not (n, 3)")
    return at
