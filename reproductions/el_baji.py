"""O. El Baji, N. Ben Said Amrani and D. Sarsri, 'Online Trajectory Tracking Control Based on the Explicit Form of the
Equations of Motion for Serial Manipulator Using the New Formulation', 2022: the 5-joint SCARA.

Figure 3 (equations), Table 3 (time of generation), section 5.3 with Figures 6 to 10 (computed torque).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.simulation.controllers import ComputedTorque
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.mechanism import Mechanism
from linkwright.simulation.recording import Recording
from linkwright.simulation.simulate import simulate
from reproductions.el_baji_cycle import control_cycle
from reproductions.report import duration, new_figure, save, seconds, table

Vector = np.ndarray[Any, np.dtype[np.float64]]

TABLE_3 = {"Kane's method": 46, "Lagrange formulation": 32, "GIM-Christoffel": 7, "their new formulation": 3}  # s
CYCLES = {"numeric": 0.016, "from symbolic code": 0.0175}  # s, section 5.3
OURS = {  # formulation: the row of Table 3 that it is
    "newton_euler": "", "kane": "Kane's method", "lagrange": "Lagrange formulation", "composite": "GIM-Christoffel",
    "per_body": "their new formulation", "uicker_kahn": "",
}  # fmt: skip

# Section 5.3. The duration is not printed: one period of the trajectory.
STEP, SPAN = 1e-3, 4 * np.pi
START = np.array([0.1, -0.8, 1.9, -0.1, 0.284])
SPEED = np.array([0.1, 0.4, 0.0, -0.5, 0.1])
KP, KD = 200.0, 10.0
SLIDE = 0.1  # d1 of the reference: not printed, that of the start, with which d5 of the start is that of equation (38)
TURNING = slice(1, 4)  # the figures show the revolute joints


def figure_3(p: dict[str, float], q: Vector, w: Vector, a: Vector) -> Vector:
    """The efforts of the printed equations (they are printed as effort - terms = 0; the last as effort + terms = 0)."""
    g, l2, l3, l4 = -p["G3"], p["l2"], p["l3"], p["l4"]
    m1, m2, m3, m4, m5 = (p[f"M{j}"] for j in range(1, 6))
    c2, c3, c4 = (p[f"MX{j}"] / p[f"M{j}"] for j in (2, 3, 4))
    I2, I3, I4 = (p[f"ZZ{j}"] - p[f"MX{j}"] ** 2 / p[f"M{j}"] for j in (2, 3, 4))
    C3, C4, C34 = np.cos(q[2]), np.cos(q[3]), np.cos(q[2] + q[3])
    S3, S4, S34 = np.sin(q[2]), np.sin(q[3]), np.sin(q[2] + q[3])
    w2, w23, w234 = w[1] ** 2, (w[1] + w[2]) ** 2, (w[1] + w[2] + w[3]) ** 2
    k3, k34, k4 = l2 * (l3 * (m4 + m5) + c3 * m3) * S3, l2 * (l4 * m5 + c4 * m4) * S34, l3 * (l4 * m5 + c4 * m4) * S4
    far4, far5 = l3**2 + 2 * l3 * c4 * C4 + c4**2, l3**2 + 2 * l3 * l4 * C4 + l4**2
    H44 = I4 + l4**2 * m5 + c4**2 * m4
    H34 = I4 + l4 * m5 * (l3 * C4 + l4) + c4 * m4 * (l3 * C4 + c4)
    H24 = I4 + l4 * m5 * (l2 * C34 + l3 * C4 + l4) + c4 * m4 * (l2 * C34 + l3 * C4 + c4)
    H33 = I3 + I4 + c3**2 * m3 + m4 * far4 + m5 * far5
    H23 = (I3 + I4 + c3 * m3 * (l2 * C3 + c3) + m4 * (l2 * l3 * C3 + l2 * c4 * C34 + far4)
           + m5 * (l2 * l3 * C3 + l2 * l4 * C34 + far5))  # fmt: skip
    H22 = (I2 + I3 + I4 + c2**2 * m2 + m3 * (l2**2 + 2 * l2 * c3 * C3 + c3**2)
           + m4 * (l2**2 + 2 * l2 * l3 * C3 + 2 * l2 * c4 * C34 + far4)
           + m5 * (l2**2 + 2 * l2 * l3 * C3 + 2 * l2 * l4 * C34 + far5))  # fmt: skip
    total = m1 + m2 + m3 + m4 + m5
    return np.array([
        total * (g + a[0]) - m5 * a[4],
        H22 * a[1] + H23 * a[2] + H24 * a[3] - (k3 * (w23 - w2) + k34 * (w234 - w2) + k4 * (w234 - w23)),
        H23 * a[1] + H33 * a[2] + H34 * a[3] + k3 * w2 + k34 * w2 - k4 * (w234 - w23),
        H24 * a[1] + H34 * a[2] + H44 * a[3] + k34 * w2 + k4 * w23,
        m5 * (a[4] - a[0] - g),
    ])  # fmt: skip


def agreement(states: int = 50) -> float:
    """The largest difference between the printed efforts and ours, over the largest effort."""
    robot = lw.load("scara5")
    q, w, a = np.random.default_rng(1).uniform(-2, 2, (3, states, 5))
    ours = lw.compile(lw.model(robot, "inverse_dynamics"))(q, w, a)
    printed = np.array([figure_3(dict(robot.numbers), *s) for s in zip(q, w, a)])
    return float(abs(ours - printed).max() / abs(printed).max())


def generation() -> str:
    """Time from the robot to its optimized equations by every formulation, beside Table 3 and SymPy."""
    from bench.scara_kane import equations
    from sympy.core.cache import clear_cache

    from reproductions.scara_lagrange import equations as by_lagrange

    def fresh(task: Any) -> Any:
        clear_cache()
        return task()

    robot = lw.load("scara5")
    kane, lagrange = seconds(lambda: fresh(equations), 3), seconds(lambda: fresh(by_lagrange), 1)
    sympy = {"Kane's method": duration(kane), "Lagrange formulation": duration(lagrange)}
    rows = []
    for name, row in OURS.items():
        fn = lw.model(robot, "inverse_dynamics", formulation=name)
        time = seconds(lambda name=name: lw.model(robot, "inverse_dynamics", formulation=name))  # type: ignore[misc]
        paper = f"{TABLE_3[row]} s" if row else ""
        rows.append([f"`{name}`", duration(time), fn.cost.add, fn.cost.mul, sympy.get(row, ""), paper, row])
    return table(["formulation", "Linkwright", "+", "×", "SymPy here", "Table 3 (their SymPy)", "called there"], rows)


@dataclass(frozen=True)
class Path:
    """Equation (40) in the joints: inverse geometry (38) with s3 > 0, and its rates through the Jacobian of (37)."""

    l: tuple[float, float, float] = (0.2, 0.2, 0.2)
    z: float = 0.2
    phi: float = np.pi / 3
    heights: float = 0.524 - 0.14  # l1 - l5

    @staticmethod
    def tip(t: float) -> tuple[Vector, Vector, Vector]:
        """Position in the plane, velocity, acceleration."""
        c, s, C, S = np.cos(t), np.sin(t), np.cos(t / 2), np.sin(t / 2)
        u, du, ddu = np.array([C, S]), np.array([-S, C]) / 2, -np.array([C, S]) / 4
        return 0.1 * u * c + 0.2, 0.1 * (du * c - u * s), 0.1 * (ddu * c - 2 * du * s - u * c)

    def angles(self, x: Vector) -> Vector:
        """Equation (38). The printed numerator of c2 has a wrong sign: it is x (l2 + l3 c3) + y l3 s3."""
        l2, l3, l4 = self.l
        px, py = x[0] - l4 * np.cos(self.phi), x[1] - l4 * np.sin(self.phi)
        c3 = (px**2 + py**2 - l2**2 - l3**2) / (2 * l2 * l3)
        s3 = np.sqrt(1 - c3**2)
        q3 = np.arctan2(s3, c3)
        q2 = np.arctan2(py * (l2 + l3 * c3) - l3 * s3 * px, px * (l2 + l3 * c3) + l3 * s3 * py)
        return np.array([q2, q3, self.phi - q2 - q3])

    def forward(self, q: Vector) -> Vector:
        """Equation (37): x, y of the tip."""
        sums = np.cumsum(np.atleast_2d(q), axis=1)
        return np.stack([np.cos(sums) @ np.array(self.l), np.sin(sums) @ np.array(self.l)], axis=1)

    def __call__(self, t: float) -> tuple[Vector, Vector, Vector]:
        x, v, a = self.tip(t)
        q = self.angles(x)
        sums = np.cumsum(q)
        along = np.array(self.l) * np.stack([np.cos(sums), np.sin(sums)])  # the links as vectors, 2 x 3
        across = np.stack([-along[1], along[0]])
        J = np.vstack([np.cumsum(across[:, ::-1], axis=1)[:, ::-1], np.ones(3)])
        qd = np.linalg.solve(J, [*v, 0.0])
        qdd = np.linalg.solve(J, [*(a + along @ np.cumsum(qd) ** 2), 0.0])
        full = [np.array([0.0, *r, 0.0]) for r in (q, qd, qdd)]
        full[0][[0, 4]] = SLIDE, self.heights + SLIDE - self.z
        return full[0], full[1], full[2]


def controllers(plant: Mechanism, path: Path) -> dict[str, ComputedTorque]:
    """The perfect model, and two that are not: what the paper leaves out of its imperfect one is not said."""
    robot = lw.load("scara5")
    light = {s: 0.8 * v for s, v in robot.numbers.items() if s[0] in "MYZ"}
    Kp, Kd = np.full(5, KP), np.full(5, KD)
    return {
        "perfect model": ComputedTorque(path, Kp, Kd, plant),
        "without centrifugal and Coriolis terms": ComputedTorque(path, Kp, Kd, plant, velocities=False),
        "inertial parameters 20 % too small": ComputedTorque(path, Kp, Kd, Mechanism(robot, light)),
    }


def run(plant: Mechanism, controller: ComputedTorque, path: Path) -> Recording:
    """Section 5.3: equation (43), which holds the acceleration for a step of 1 ms."""
    return simulate(plant, SPAN, START, SPEED, controller=controller, reference=path, sample=STEP,
                    integrator=Integrator("taylor", step=STEP))  # fmt: skip


def cycle(plant: Mechanism, path: Path) -> dict[str, float]:
    """Times of one cycle of the control, in seconds: the reference, the law (41), the plant (42) and (43)."""
    control = ComputedTorque(path, np.full(5, KP), np.full(5, KD), plant)
    q, qd, n = START.copy(), SPEED.copy(), 2000
    goal = path(0.5)
    held = ComputedTorque(lambda t: goal, control.Kp, control.Kd, plant)
    inverse, whole = plant.model("inverse_dynamics"), lw.compile(control_cycle(lw.load("scara5"), KP, KD, SLIDE))
    tasks = {
        "reference (38), (40), its rates and control law, one compiled function": lambda: whole(0.5, q, qd),
        "inverse dynamics alone, compiled": lambda: inverse(q, qd, qd),
        "control law (41) in NumPy, reference given": lambda: held(0.5, q, qd),
        "reference and control law in NumPy": lambda: control(0.5, q, qd),
        "the same and forward dynamics (42)": lambda: plant.forward(q, qd, control(0.5, q, qd)),
    }
    return {what: seconds(lambda task=task: [task() for _ in range(n)]) / n for what, task in tasks.items()}  # type: ignore[misc]


def workspace(path: Path, r: Recording) -> str:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.6, 4.6), layout="constrained")
    ax = figure.subplots()
    wanted, made = path.forward(r.reference[:, TURNING]), path.forward(r.q[:, TURNING])  # type: ignore[index]
    ax.plot(*made.T, color="C0", linewidth=1.3, label="actual")
    ax.plot(*wanted.T, color="C1", linewidth=1.3, linestyle="--", label="desired")
    ax.plot(*made[0], "o", color="C0", label="start")
    ax.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", title="Desired and actual motion in the workspace")
    ax.grid(True, linewidth=0.4, alpha=0.6)
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return save(figure, "el_baji_workspace.png", "Figure 6: desired and actual motion in the workspace")


def curves(name: str, title: str, ylabel: str, r: Recording, values: Vector, dashed: Vector | None = None) -> str:
    """The revolute joints over time; the first 2 s again, or of errors what is left after them."""
    figure, axes = new_figure(2, height=2.2, share=False)
    start, end = r.t <= 2.0, r.t > 2.0
    for ax, shown in zip(axes, (start | end, end if "error" in ylabel else start)):
        for k in (1, 2, 3):
            ax.plot(r.t[shown], values[shown, k], color=f"C{k}", linewidth=1.2, label=f"joint {k + 1}")
            if dashed is not None:
                ax.plot(r.t[shown], dashed[shown, k], color="0.2", linewidth=0.9, linestyle="--")
        ax.set_ylabel(ylabel)
    axes[0].legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.suptitle(title)
    return save(figure, name, title)


def pictures(path: Path, runs: dict[str, Recording]) -> str:
    perfect, without, light = runs.values()
    torques = curves("el_baji_torques.png", "Figure 7: actuation torques", "torque [N m]", perfect, perfect.tau)
    shown = [workspace(path, perfect), torques]
    for name, title, r in (
        ("el_baji_errors.png", "Figure 8: tracking error, perfect inverse dynamics", perfect),
        ("el_baji_joints.png", "Figure 9: desired (dashed) and actual joint trajectories", perfect),
        ("el_baji_errors_coriolis.png", "Figure 10: tracking error without centrifugal and Coriolis terms", without),
        ("el_baji_errors_light.png", "Figure 10: tracking error, inertial parameters 20 % too small", light),
    ):
        assert r.error is not None
        if name == "el_baji_joints.png":
            shown.append(curves(name, title, "position [rad]", r, r.q, r.reference))
        else:
            shown.append(curves(name, title, "error [rad]", r, r.error))
    return "\n\n".join(shown)


def outcome(runs: dict[str, Recording]) -> str:
    rows = []
    for what, r in runs.items():
        assert r.error is not None
        late = abs(r.error[r.t > 4.0])
        rows.append([what, *(f"{1e3 * x:.2g}" for x in late[:, TURNING].max(axis=0)),
                     *(f"{x:.2f}" for x in abs(r.tau[:, TURNING]).max(axis=0))])  # fmt: skip
    head = [f"{what} {k}" for what in ("error", "torque") for k in (2, 3, 4)]
    return table(["controller: largest error after 4 s [mrad], largest torque [N m]", *head], rows)


def section() -> str:
    plant, path = Mechanism(lw.load("scara5")), Path()
    runs = {what: run(plant, controller, path) for what, controller in controllers(plant, path).items()}
    times = cycle(plant, path)
    rows = [[f"theirs, {what}", duration(s), ""] for what, s in CYCLES.items()]
    rows += [[f"ours: {what}", duration(s), f"{CYCLES['numeric'] / s:.0f}"] for what, s in times.items()]
    return f"""
## The 5-joint SCARA

O. El Baji, N. Ben Said Amrani and D. Sarsri, *Online Trajectory Tracking Control Based on the Explicit Form of the
Equations of Motion for Serial Manipulator Using the New Formulation*, 2022. `python -m reproductions.el_baji`

**Figure 3, the equations.** Printed as effort minus terms equal to zero. With that convention they are ours: at 50
random states the efforts agree to {agreement():.0e} (relative).

**Table 3, the time to generate them.** All symbols, straight from the tables to optimized equations; "SymPy here" is
`KanesMethod` and `LagrangesMethod` on this machine, not simplified; Table 3 was measured with SymPy on an Intel Core
i3-6006U. + and × are the operations of our efforts in every call.

{generation()}

**Section 5.3, computed torque.** Trajectory (40), gains kp = 200, kd = 10, the printed initial state, Table 4, steps of
1 ms by equation (43):

{outcome(runs)}

Where the errors and torques peak, at 6.7 s, the arm is nearly folded (q3 = 3.1 rad) and joint 2 turns fastest.

{pictures(path, runs)}

**The time of a control cycle.** Called from Python, as theirs, but on another machine. What their cycle includes is not
said; the first row of ours has the reference, its rates and the law:

{table(["cycle", "time", "16 ms / this"], rows)}

Not printed, and chosen here: the duration (4π s, a period of the trajectory), d1 of the reference (0.1 m, that of the
start; with it the printed d5 of the start is exactly that of equation (38)), and what the imperfect model of Figure 10
leaves out. The printed c2 of equation (38) has a wrong sign and is corrected. Table 4 puts the centres of mass (0.229
m) beyond the ends of the links (0.2 m); kept as printed. Figure 4 (free motion against Kane's method) has no printed
inputs; that all formulations are equal is proven in the tests instead.
"""


if __name__ == "__main__":
    print(section())
