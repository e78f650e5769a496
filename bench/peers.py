"""The peers: Pinocchio's algorithms in several builds, and the C that CasADi generates from Pinocchio.

The `pin` wheel carries Pinocchio's headers, `casadi` its own; both keep them in site-packages.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

import numpy as np

from bench.builds import BUILD, CXX, FAST, NATIVE, MissingTool, compilers, loops, shared_library
from bench.contender import STATES, Contender, Drawn, States

# Pinocchio lists more joints than Boost's containers hold by default; its own builds set the same limits.
BOOST = ("-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30", "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
         "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "-DBOOST_VARIANT_USE_RELAXED_GET_BY_DEFAULT")  # fmt: skip
PINOCCHIO, CASADI = "Pinocchio", "CasADi's C of it"  # groups
COMMON = ("-std=c++17", "-DNDEBUG", "-fvisibility=hidden", *BOOST)


def pointer(x: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(x.ctypes.data)


def prefix() -> Path:
    """Where the wheels keep headers, libraries and robots."""
    import pinocchio

    return Path(pinocchio.__file__).parents[4]


def _eigen() -> Path:
    places = [prefix() / "include" / "eigen3", Path("/usr/include/eigen3"), Path("/usr/local/include/eigen3"),
              Path("/opt/homebrew/include/eigen3")]  # fmt: skip
    for place in places:
        if (place / "Eigen" / "Core").exists():
            return place
    raise MissingTool("no Eigen headers found: pip install cmeel-eigen, or the system's libeigen3-dev")


def peer_versions() -> dict[str, str]:
    head = (_eigen() / "Eigen" / "src" / "Core" / "util" / "Macros.h").read_text()
    parts = [head.split(f"EIGEN_{w}_VERSION ")[1].split()[0] for w in ("WORLD", "MAJOR", "MINOR")]
    found = {"eigen": ".".join(parts)}
    for package in ("pin", "casadi"):
        with suppress(PackageNotFoundError):
            found[package] = installed(package)
    return found


# -- the model as arrays ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Arrays:
    """A model as native/model.hpp reads it."""

    parent: np.ndarray
    axis: np.ndarray
    placement: np.ndarray
    inertia: np.ndarray
    gravity: np.ndarray
    end: np.ndarray

    @classmethod
    def of(cls, model: Any, end: Any, loops: bool = False) -> Arrays:
        """From a Pinocchio model whose joints all turn about an axis of their frame, the first perhaps apart, which may
        be free, and the end frame in the last. With loops, joints may slide along z or be balls, too."""
        axes = {"JointModelRX": 0, "JointModelRY": 1, "JointModelRZ": 2, "JointModelFreeFlyer": 3}
        axes |= {"JointModelPZ": 4, "JointModelSpherical": 5} if loops else {}
        parent, axis, placement, inertia = [], [], [], []
        for j in range(1, model.njoints):
            kind = model.joints[j].shortname()
            if kind not in axes:
                raise MissingTool(f"{model.names[j]} is a {kind}: native/model.hpp knows {', '.join(axes)}")
            parent.append(model.parents[j])
            axis.append(axes[kind])
            M, I = model.jointPlacements[j], model.inertias[j]
            placement += [*M.rotation.ravel(), *M.translation]
            C = I.inertia
            inertia += [I.mass, *I.lever, C[0, 0], C[0, 1], C[1, 1], C[0, 2], C[1, 2], C[2, 2]]
        return cls(
            np.array(parent, np.int32), np.array(axis, np.int32), np.array(placement), np.array(inertia),
            np.array(model.gravity.linear), np.array([*end.rotation.ravel(), *end.translation]),
        )  # fmt: skip

    @property
    def joints(self) -> int:
        return len(self.parent)

    @property
    def floats(self) -> bool:
        return int(self.axis[0]) == 3

    def rounded(self) -> Arrays:
        """With entries of rotations that are 0 or +-1 but for 1e-9 made exact: in favour of CasADi, it drops zeros."""
        placement = np.concatenate([self.placement, self.end]).reshape(-1, 12)
        R = placement[:, :9]
        near = np.abs(R - np.round(R)) < 1e-9
        R[near] = np.round(R[near])
        return Arrays(self.parent, self.axis, placement[:-1].ravel(), self.inertia, self.gravity, placement[-1].copy())

    def arguments(self) -> list[Any]:
        arrays = (self.parent, self.axis, self.placement, self.inertia, self.gravity, self.end)
        return [self.joints, *map(pointer, arrays)]


# -- Pinocchio -------------------------------------------------------------------------------------------------------


def pinocchio_flags(compiler: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(before, after the sources)"""
    root = prefix()
    before = ("-fno-gnu-unique",) if compiler == "gcc" else ()
    after = (f"-L{root / 'lib'}", "-lboost_serialization", f"-Wl,-rpath,{root / 'lib'}")
    return (*before, *COMMON, f"-I{root / 'include'}", f"-I{_eigen()}"), after


def pinocchio_builds() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(label, compiler, flags) of every build that counts; the fastest is Pinocchio's time."""
    for compiler in compilers():
        yield compiler, compiler, ()
        yield f"{compiler}, no Eigen vectors", compiler, ("-DEIGEN_DONT_VECTORIZE",)


def pinocchio_contender(
    algorithm: str, label: str, compiler: str, more: tuple[str, ...], model: Arrays, states: Drawn, size: int
) -> Contender:
    """One of the names of native/algorithms.hpp, whose results are `size` numbers."""
    before, after = pinocchio_flags(compiler)
    name = "pinocchio-" + label.split(",")[0] + ("-novec" if more else "") + ("-free" if model.floats else "")
    more = (*more, "-DBENCH_FREE_BASE") if model.floats else more
    path = shared_library(name, [NATIVE / "pinocchio.cpp"], CXX[compiler], (*FAST, *more, *before), after)
    library = ctypes.CDLL(str(path))
    library.measured.restype, library.timed.restype = ctypes.c_void_p, ctypes.c_double
    given = (algorithm.encode(), *model.arguments(), *map(pointer, states.arrays), ctypes.c_long(STATES))
    handle = ctypes.c_void_p(library.measured(*given))
    if not handle:
        raise MissingTool(f"native/algorithms.hpp has no {algorithm}")

    def values() -> np.ndarray:
        out = np.zeros((STATES, size))
        library.values(handle, pointer(out))
        return out

    timed = lambda rounds: float(library.timed(handle, ctypes.c_long(rounds)))  # noqa: E731
    return Contender(PINOCCHIO, label + _convention(algorithm), timed, values, library)


def _convention(algorithm: str) -> str:
    """Some algorithms of Pinocchio compute in the frames of the joints or in that of the world."""
    return ", in the world" if algorithm.endswith("_world") else ""


# -- CasADi ----------------------------------------------------------------------------------------------------------


def casadi_sources(algorithm: str, name: str, model: Arrays) -> dict[str, Path]:
    """{variant: C file} as CasADi writes it from Pinocchio's algorithm."""
    import casadi

    root = Path(casadi.__file__).parent
    compiler = compilers()[0]
    before, after = pinocchio_flags(compiler)
    link = (*after, f"-L{root}", "-lcasadi", f"-Wl,-rpath,{root}")
    path = shared_library(
        "casadi-generator", [NATIVE / "casadi.cpp"], CXX[compiler], ("-O1", *before, f"-I{root / 'include'}"), link
    )
    library = ctypes.CDLL(str(path))
    found = {}
    for variant, arrays, end in (("", model, ""), ("rotations rounded", model.rounded(), "_rounded")):
        stem = f"{name}_{algorithm}{end}"
        if library.generate(algorithm.encode(), *arrays.arguments(), str(BUILD).encode(), stem.encode()):
            raise MissingTool("CasADi did not generate its C")
        found[(variant or "plain") + _convention(algorithm)] = BUILD / f"{stem}.c"
        found[", ".join(filter(None, ("cse", variant))) + _convention(algorithm)] = BUILD / f"{stem}_cse.c"
    return found


def casadi_contender(variant: str, source: Path, compiler: str, states: States, size: int) -> Contender:
    path = shared_library(f"casadi-{source.stem}-{compiler}", [source], compiler, FAST, ("-lm",))
    library = ctypes.CDLL(str(path))
    sizes = (ctypes.c_longlong * 4)()
    library[f"{source.stem}_work"](*(ctypes.byref(sizes, 8 * k) for k in range(4)))
    arg, res = (ctypes.c_void_p * max(3, sizes[0]))(), (ctypes.c_void_p * max(1, sizes[1]))()
    iw, w, out = np.zeros(sizes[2] + 1, np.int64), np.zeros(sizes[3] + 1), np.zeros((STATES, size))
    kernel = ctypes.cast(library[source.stem], ctypes.c_void_p)

    def timed(rounds: int, step: int = 0) -> float:  # each result where the last one was, as in Pinocchio's data
        return float(loops().timed_casadi(
            kernel, states.joints, ctypes.c_long(STATES), *map(pointer, states.arrays), pointer(out),
            ctypes.c_long(step), ctypes.c_long(rounds), arg, res, pointer(iw), pointer(w),
        ))  # fmt: skip

    def values() -> np.ndarray:
        timed(1, size)
        return out.copy()

    return Contender(CASADI, f"{variant}, {compiler}", timed, values, library)
