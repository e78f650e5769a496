"""Functions for the tests of the back ends, and the plainest way to evaluate them."""

import random
from typing import Any

import numpy as np

from linkwright.expr import Function, Graph, Port, make_symbol
from linkwright.expr.kernels.solve import solve
from linkwright.robot import Body, Joint, Robot

ALPHA = [0, "pi/2", 0, "-pi/2", "pi/2", "-pi/2"]


def joint(**fields: Any) -> Joint:
    """A joint from texts and numbers, which its construction turns into expressions."""
    return Joint(**fields)


def robot(**fields: Any) -> Robot:
    return Robot(**fields)


def arm() -> Robot:
    """The frames of the RX90, all bodies symbolic, with friction and rotors on some joints."""
    extra: list[dict[str, str]] = [{} for _ in range(6)]
    extra[1], extra[2], extra[3] = {"coulomb": "FS2"}, {"d": "d3", "rotor": "IA3"}, {"r": "RL4", "viscous": "FV4"}
    joints = [joint(parent=j, alpha=ALPHA[j], body=Body.symbolic(j + 1), **extra[j]) for j in range(6)]
    return robot(name="arm", gravity=(0, 0, "G3"), joints=joints)


def tree() -> Robot:
    """Two branches from link 2, a prismatic joint, and a branch at the base."""
    parents = [0, 1, 2, 2, 4, 0]
    kinds = ["revolute", "revolute", "prismatic", "revolute", "revolute", "revolute"]
    joints = [
        joint(kind=k, parent=p, alpha="pi/2" if j % 2 else "0.3", d=f"d{j + 1}", r="L/3", body=Body.symbolic(j + 1))
        for j, (k, p) in enumerate(zip(kinds, parents))
    ]
    return robot(name="tree", gravity=("G1", 0, "G3"), joints=joints)


def numbers(fn: Function, seed: int = 3) -> dict[str, float]:
    draw = random.Random(seed)
    return {label: draw.uniform(0.1, 2) for label in (fn.parameters.labels if fn.parameters else ())}


def states(fn: Function, lead: tuple[int, ...] = (), seed: int = 5) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    return {p.name: rng.uniform(-2, 2, (*lead, *p.shape)) for p in fn.variables}


def close(actual, expected) -> None:
    """Equal to 1e-12 of the largest value, output by output."""
    if isinstance(expected, dict):
        assert list(actual) == list(expected)
        for name in expected:
            close(actual[name], expected[name])
        return
    assert np.shape(actual) == np.shape(expected)
    scale = np.abs(expected).max() if np.size(expected) else 1
    np.testing.assert_allclose(actual, expected, rtol=1e-12, atol=1e-12 * scale)


def everything() -> Function:
    """Every operation, sines in sines, a matrix and a scalar on either side, parameters with and without work."""
    g = Graph()
    x = [make_symbol(g, f"x{k}", "variable") for k in range(4)]
    m = [make_symbol(g, f"m{k}", "variable") for k in range(9)]
    s = make_symbol(g, "s", "variable")
    a, b = make_symbol(g, "a"), make_symbol(g, "b")
    inside = x[0].sin() * 9 / 10
    values = [
        x[0] + x[1], x[0] - a, x[1] * b, x[0] / (x[1] * x[1] + 1), -x[2], x[0].sin(), (x[0] + x[1] + a).cos(),
        x[2].tan(), inside.asin(), inside.acos(), x[3].atan(), x[0].atan2(x[1]), (x[0] * x[0] + b * b).sqrt(),
        x[1].exp(), (x[1] * x[1] + 2).log(), abs(x[0]), x[0].sign(), (x[1] * x[1] + 1) ** (x[0] + a),
        x[0].select(x[1], x[2]), ((x[0].sin() + x[1]).cos() * 3).sin(), (a * 2).sin() * x[3], s * s * a,
    ]  # fmt: skip
    inverse = solve([m[0:3], m[3:6], m[6:9]], x[:3])
    twice = solve([[inverse[0], x[1]], [x[2], inverse[2] + 1]], [x[3], a.sin()])
    ids = lambda es: tuple(e.id for e in es)  # noqa: E731
    outputs = (
        Port("y", (len(values),), ids(values)),
        Port("z", (2, 2), ids([inverse[1], *twice, x[3]])),
        Port("k", (3,), (g.const(7), a.id, (a * b).id)),
        Port("e", (), ids([s * x[0] + b])),
    )
    inputs = (
        Port("x", (4,), ids(x)), Port("m", (3, 3), ids(m)), Port("s", (), (s.id,)),
        Port("parameters", (2,), (a.id, b.id), labels=("a", "b"), role="parameter", defaults=(0.7, None)),
    )  # fmt: skip
    return Function("everything", g, inputs, outputs)


def replayed(fn: Function, inputs: dict[str, np.ndarray], parameters: dict[str, float]):
    """State by state on floats: the plainest meaning of a batch."""
    lead = next(x.shape[: x.ndim - len(p.shape)] for p, x in ((p, inputs[p.name]) for p in fn.variables))
    results = []
    for index in np.ndindex(lead):
        one = {name: x[index].tolist() for name, x in inputs.items()}
        result = fn(**one, **parameters)
        results.append(result if isinstance(result, dict) else {fn.outputs[0].name: result})
    stacked = {
        p.name: np.array([np.asarray(r[p.name], dtype=float) for r in results]).reshape((*lead, *p.shape))
        for p in fn.outputs
    }
    return stacked if len(stacked) > 1 else next(iter(stacked.values()))


def random_function(seed: int, size: int) -> Function:
    """A graph of many operations with values that neither vanish nor explode; some sines of sums of sines."""
    draw = random.Random(seed)
    g = Graph()
    q = [make_symbol(g, f"q{k}", "variable") for k in range(5)]
    a = [make_symbol(g, f"a{k}") for k in range(3)]
    pool = [*q, *a, *(x.sin() for x in q), a[0].cos()]
    while len(g) < size:
        x, y = draw.choice(pool[-40:]), draw.choice(pool)
        kind = draw.randrange(14)
        if kind == 0:
            new = (x + y).sin()
        elif kind == 1:
            new = (x - y).cos()
        elif kind == 2:
            new = x / (y * y + 1)
        elif kind == 3:
            new = draw.choice([x.select(y, x), abs(x), x.atan(), (x * x + 1).sqrt()])
        elif kind < 9:
            new = x * y.cos() if draw.random() < 0.3 else x * draw.uniform(0.2, 0.9) + y * draw.uniform(0.1, 0.6)
        else:
            new = (x - y) * 0.5
        pool.append(new)
    ids = lambda es: tuple(e.id for e in es)  # noqa: E731
    inputs = (
        Port("q", (5,), ids(q)),
        Port("parameters", (3,), ids(a), labels=("a0", "a1", "a2"), role="parameter", defaults=(0.3, 0.8, 1.1)),
    )
    return Function("random", g, inputs, (Port("y", (6,), ids(pool[-6:])), Port("z", (), ids([pool[len(pool) // 2]]))))
