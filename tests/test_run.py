"""The back ends against the replay of the graph: every operation, every shape, every way to give parameters."""

import math
import random
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright.errors import InputError, ToolError, UnknownName
from linkwright.expr import Expr, Function, Graph, Port, solve, symbol
from linkwright.models import function
from linkwright.robot import Body, Joint, Robot
from linkwright.run import Compiled, compile, trampoline
from linkwright.run import ir as ir_module
from linkwright.run import llvm as llvm_module

BACKENDS = ["llvm", "c", "python"]
ALPHA = [0, "pi/2", 0, "-pi/2", "pi/2", "-pi/2"]


@pytest.fixture(params=BACKENDS)
def backend(request, tool) -> str:
    if request.param == "c":
        tool("cc")
    return str(request.param)


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
    x = [symbol(g, f"x{k}", "variable") for k in range(4)]
    m = [symbol(g, f"m{k}", "variable") for k in range(9)]
    s = symbol(g, "s", "variable")
    a, b = symbol(g, "a"), symbol(g, "b")
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


@pytest.mark.parametrize("lead", [(), (0,), (1,), (2, 3), (9,), (17,)])
def test_every_operation(backend, lead):
    fn = everything()
    f = compile(fn, backend).bind(b=1.3)
    inputs = states(fn, lead)
    if lead == ():
        inputs["x"][0] = -0.4
    close(f(**inputs), replayed(fn, inputs, {"a": 0.7, "b": 1.3}))


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


@pytest.mark.parametrize("machine", [arm(), tree()], ids=lambda r: r.name)
def test_inverse_dynamics(backend, machine):
    """Symbolic parameters bound once, and numbers folded in, give what the graph gives."""
    fn = function(machine, "inverse_dynamics")
    values = numbers(fn)
    f = compile(fn, backend).bind(values)
    folded = function(machine.with_numbers(values), "inverse_dynamics")
    g = compile(folded, backend)
    for lead in ((), (5,)):
        inputs = states(fn, lead)
        expected = replayed(fn, inputs, values)
        close(f(**inputs), expected)
        close(g(**inputs), expected)


def test_sign_and_select_at_zero(backend):
    g = Graph()
    x = symbol(g, "x", "variable")
    outputs = (Port("y", (2,), (x.sign().id, x.select(1, 2).id)),)
    f = compile(Function("f", g, (Port("x", (1,), (x.id,)),), outputs), backend)
    close(f([0.0]), np.array([0.0, 1.0]))
    close(f([[0.0], [-0.0], [-1e-300], [3.0]]), np.array([[0, 1], [0, 1], [-1, 2], [1, 1]], dtype=float))


def test_no_value_is_nan_or_infinity(backend):
    """Where mathematics has no value, every back end has that of IEEE arithmetic, for one state and for many."""
    g = Graph()
    x = symbol(g, "x", "variable")
    outputs = (Port("y", (4,), ((1 / x).id, x.sqrt().id, x.log().id, (x * 800).exp().id)),)
    f = compile(Function("f", g, (Port("x", (1,), (x.id,)),), outputs), backend)
    cases = np.array([[0.0], [-1.0], [1.0]])
    expected = [[math.inf, 0, -math.inf, 1], [-1, math.nan, math.nan, 0], [1, 1, 0, math.inf]]
    np.testing.assert_allclose(f(cases), expected, atol=1e-300)
    for x1, y1 in zip(cases, expected):
        np.testing.assert_allclose(f(x1), y1, atol=1e-300)


# -- inputs ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def numeric() -> Function:
    fn = function(arm(), "inverse_dynamics")
    return function(arm().with_numbers(numbers(fn)), "inverse_dynamics")


@pytest.fixture(scope="module")
def compiled(numeric) -> Compiled:
    return compile(numeric)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 9, 31])
def test_batch_is_its_states(compiled, numeric, n):
    """No lane and no remainder mixes two states: a batch is the stack of its rows."""
    inputs = states(numeric, (n,))
    rows = [compiled(**{k: x[i] for k, x in inputs.items()}) for i in range(n)]
    close(compiled(**inputs), np.array(rows))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 31, 32, 33, 70])
def test_ports_of_any_size(size):
    """Rows are turned in squares, written out or in a loop: y = 2 x, element by element."""
    g = Graph()
    x = [symbol(g, f"x{k}", "variable") for k in range(size)]
    ports = [Port(name, (size,), tuple(e.id for e in es)) for name, es in (("x", x), ("y", [2 * e for e in x]))]
    fn = Function("twice", g, (ports[0],), (ports[1],))
    inputs = np.random.default_rng(size).uniform(-1, 1, (11, size))
    for lanes in (1, 2, 4, 8):
        assert (compile(fn, lanes=lanes)(inputs) == 2 * inputs).all()


def test_lanes_do_not_change_results(numeric):
    inputs = states(numeric, (13,))
    expected = compile(numeric, lanes=1)(**inputs)
    for lanes in (2, 4, 8):
        close(compile(numeric, lanes=lanes)(**inputs), expected)


def test_leading_axes_broadcast(compiled, numeric):
    rng = np.random.default_rng(1)
    q, qd, qdd = rng.uniform(-1, 1, (4, 1, 6)), rng.uniform(-1, 1, (3, 6)), rng.uniform(-1, 1, 6)
    full = dict(zip(("q", "qd", "qdd"), (np.broadcast_to(x, (4, 3, 6)) for x in (q, qd, qdd))))
    close(compiled(q=q, qd=qd, qdd=qdd), replayed(numeric, full, {}))


@pytest.mark.parametrize(
    "convert",
    [
        lambda x: x.astype(np.float32), lambda x: np.round(x).astype(int), lambda x: x.tolist(),
        lambda x: np.asfortranarray(x), lambda x: np.repeat(x, 2, axis=-1)[..., ::2], lambda x: x[::-1],
        lambda x: x.astype(">f8"), lambda x: x.view(np.recarray),
        lambda x: np.frombuffer(b"\0" + x.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(x.shape),
    ],
    ids=["float32", "int", "list", "fortran", "strided", "reversed", "big-endian", "subclass", "unaligned"],
)  # fmt: skip
@pytest.mark.parametrize("lead", [(), (5,)])
def test_any_array_is_converted(compiled, numeric, convert, lead):
    inputs = {k: convert(x) for k, x in states(numeric, lead).items()}
    plain = {k: np.array(x, dtype=float) for k, x in inputs.items()}
    close(compiled(**inputs), replayed(numeric, plain, {}))


def test_order_of_arguments_is_free(compiled, numeric):
    inputs = states(numeric)
    q, qd, qdd = inputs.values()
    expected = compiled(q=q, qd=qd, qdd=qdd)
    for result in (
        compiled(q, qd, qdd), compiled(q, qd, qdd=qdd), compiled(qdd=qdd, q=q, qd=qd), compiled(q, qdd=qdd, qd=qd),
        compiled.call(q, qd, qdd), compiled(**{"".join(k): x for k, x in inputs.items()}),
    ):  # fmt: skip
        assert (result == expected).all()


def test_results_are_new_arrays(compiled, numeric):
    """A result is the caller's: a later call does not change it."""
    inputs = states(numeric)
    first = compiled(**inputs)
    kept = first.copy()
    second = compiled(**{k: x + 1 for k, x in inputs.items()})
    assert (first == kept).all()
    assert not np.shares_memory(first, second)
    assert first.flags.writeable
    assert first.dtype == np.float64


def test_out_receives_the_result(compiled, numeric):
    for lead in ((), (4,)):
        inputs = states(numeric, lead)
        out = np.full((*lead, 6), np.nan)
        assert compiled.call(*inputs.values(), out=out) is out
        assert (out == compiled(**inputs)).all()
    with pytest.raises(InputError, match=r"shape \(4, 6\)"):
        compiled.call(*inputs.values(), out=np.zeros(6))


def test_out_may_be_an_input(compiled, numeric):
    inputs = states(numeric, (3,))
    expected = compiled(**inputs)
    compiled.call(*inputs.values(), out=inputs["qdd"])
    assert (inputs["qdd"] == expected).all()


def test_references_are_balanced(compiled, numeric):
    """The machine code that makes Python objects neither keeps nor drops a reference."""
    inputs = states(numeric)
    objects = [*inputs.values(), np.empty, np.ndarray, NotImplemented]
    before = [sys.getrefcount(x) for x in objects]
    for _ in range(1000):
        compiled(**inputs)
        compiled._fast(1, 2, 3)
    result = compiled(**inputs)
    assert sys.getrefcount(result) == 2
    after = [sys.getrefcount(x) for x in objects]
    assert all(abs(b - a) < 100 for a, b in zip(before, after))


def test_without_the_trampoline(monkeypatch, numeric):
    """A Python or NumPy with another layout of its objects: the same results, more slowly."""
    monkeypatch.setattr(trampoline, "usable", lambda: False)
    f = compile(numeric)
    inputs = states(numeric)
    assert f._fast(*inputs.values()) is NotImplemented
    close(f(**inputs), replayed(numeric, inputs, {}))


# -- parameters -----------------------------------------------------------------------------------------------------


def test_every_way_to_give_parameters(backend):
    fn = function(arm(), "inverse_dynamics")
    values = numbers(fn)
    inputs = states(fn)
    f = compile(fn, backend)
    expected = replayed(fn, inputs, values)
    assert f.parameters is None
    assert fn.parameters is not None
    half = dict(list(values.items())[:20])
    rest = {k: v for k, v in values.items() if k not in half}
    close(f(**inputs, **values), expected)
    close(f(**inputs, parameters=values), expected)
    close(f(**inputs, parameters=half, **rest), expected)
    close(f(**inputs, parameters=[values[k] for k in fn.parameters.labels]), expected)
    bound = f.bind(values)
    assert bound.parameters == values
    close(bound(**inputs), expected)
    changed = {**values, "M4": 9.0}
    close(bound(**inputs, M4=9.0), replayed(fn, inputs, changed))
    close(bound.bind(M4=9.0)(**inputs), replayed(fn, inputs, changed))
    close(bound(**inputs), expected)  # binding again made a new callable


def test_defaults_are_bound():
    fn = everything()
    assert compile(fn).parameters is None  # b has none
    full = Function(fn.name, fn.graph, (*fn.inputs[:3], with_defaults(fn.inputs[3])), fn.outputs)
    f = compile(full)
    assert f.parameters == {"a": 0.7, "b": 1.3}
    inputs = states(fn)
    close(f(**inputs), replayed(fn, inputs, {"a": 0.7, "b": 1.3}))


def with_defaults(port: Port) -> Port:
    return Port(port.name, port.shape, port.elements, labels=port.labels, role=port.role, defaults=(0.7, 1.3))


# -- bad input ------------------------------------------------------------------------------------------------------

GOOD = dict.fromkeys(("q", "qd", "qdd"), np.zeros(6))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"q": np.zeros(5)}, r"'q' has shape \(5,\), \(..., 6\) needed"),
        ({"q": np.zeros((6, 5))}, r"'q' has shape \(6, 5\)"),
        ({"q": 1.0}, r"'q' has shape \(\)"),
        ({"q": np.zeros((2, 6)), "qd": np.zeros((3, 6))}, "leading axes do not fit together: q .2., qd .3."),
        ({"q": ["a"] * 6}, "'q' holds <U1"),
        ({"q": np.zeros(6, dtype=complex)}, "'q' holds complex128"),
        ({"q": [[1], [1, 2]]}, "'q' is no array of numbers"),
        ({"q": None}, "'q' holds object"),
        ({"speed": 1}, "unknown argument 'speed'"),
        ({"M1": 1.0}, "unknown argument 'M1'"),
    ],
)
def test_wrong_arguments_are_named(compiled, arguments, message):
    with pytest.raises(InputError, match=message):
        compiled(**{**GOOD, **arguments})


def test_missing_and_surplus_arguments(compiled):
    q = np.zeros(6)
    with pytest.raises(InputError, match="'qdd' is missing"):
        compiled(q=q, qd=q)
    with pytest.raises(InputError, match="'q' is given twice"):
        compiled(q, q=q, qd=q)
    with pytest.raises(InputError, match="takes 3 inputs, 4 given"):
        compiled(q, q, q, q)


def test_wrong_parameters_are_named():
    f = compile(everything())
    inputs = states(f.function)
    with pytest.raises(InputError, match="parameter 'b' has no value"):
        f(**inputs)
    with pytest.raises(UnknownName, match="c"):
        f.bind({"c": 1})
    with pytest.raises(InputError, match="3 values, 2 needed"):
        f.bind([1, 2, 3])
    with pytest.raises(InputError, match="'b' is an array"):
        f.bind(b=[1.0, 2.0])
    with pytest.raises(InputError, match="not numbers"):
        f.bind(b="x")


def test_unknown_backend_and_absent_compiler(numeric):
    with pytest.raises(UnknownName, match="llvm"):
        compile(numeric, "lvm")
    with pytest.raises(ToolError, match="no-such-compiler is not on the PATH"):
        compile(numeric, "c", compiler="no-such-compiler")
    with pytest.raises(InputError, match="3 lanes"):
        compile(numeric, lanes=3)


# -- threads --------------------------------------------------------------------------------------------------------


def test_threads_do_not_disturb_each_other(backend):
    """One callable, many threads, scalar and batch calls at once: every result is that of a lone call."""
    fn = everything()
    f = compile(fn, backend).bind(b=1.3)
    tasks = [(states(fn, lead, seed), lead) for seed, lead in enumerate([(), (300,), (), (77,), (5,), (301,)])]
    expected = [f(**inputs) for inputs, _ in tasks]
    wrong = []

    def work(k: int) -> None:
        for _ in range(20):
            result = f(**tasks[k][0])
            if any((np.asarray(result[name]) != expected[k][name]).any() for name in result):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(len(tasks))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


@pytest.mark.parametrize("kind", ["llvm", "c"])
def test_other_threads_run_during_a_batch(kind, tool):
    """While a batch is computed, this thread gets on: without the lock set free, it would not before the end."""
    if kind == "c":
        tool("cc")
    g = Graph()
    x = symbol(g, "x", "variable")
    y: Expr = x
    for k in range(60):
        y = (y * y + k + 1) ** x
    f = compile(Function("slow", g, (Port("x", (1,), (x.id,)),), (Port("y", (1,), (y.id,)),)), kind)
    inputs = np.linspace(0.1, 0.2, 30_000)[:, None]
    f(inputs[:2])
    started, finished = threading.Event(), threading.Event()

    def work() -> None:
        started.set()
        f(inputs)
        finished.set()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(30)  # no thread gives way unless it wants to
    try:
        thread = threading.Thread(target=work)
        thread.start()
        started.wait()
        count = 0
        while not finished.is_set() and count < 1000:
            count += 1
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert count == 1000


# -- long and random functions --------------------------------------------------------------------------------------


def random_function(seed: int, size: int) -> Function:
    """A graph of many operations with values that neither vanish nor explode; some sines of sums of sines."""
    draw = random.Random(seed)
    g = Graph()
    q = [symbol(g, f"q{k}", "variable") for k in range(5)]
    a = [symbol(g, f"a{k}") for k in range(3)]
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


@given(seed=st.integers(0, 10**6), part=st.sampled_from([3, 20, 10_000]))
def test_random_functions(seed, part):
    """LLVM and Python agree with the replay, however the function is cut into parts."""
    fn = random_function(seed, 120)
    whole, ir_module.PART = ir_module.PART, part
    try:
        for f in (compile(fn), compile(fn, "python")):
            inputs = states(fn, (), seed)
            close(f(**inputs), replayed(fn, inputs, {}))
            inputs = states(fn, (3,), seed)
            close(f(**inputs), replayed(fn, inputs, {}))
    finally:
        ir_module.PART = whole


def test_long_function():
    fn = random_function(1, 12_000)
    f = compile(fn)
    for lead in ((), (3,)):
        inputs = states(fn, lead)
        close(f(**inputs), replayed(fn, inputs, {}))


@pytest.mark.parametrize("frame", [64, 100 * 8 * 3, 2**18])
def test_more_outputs_than_the_stack_may_hold(monkeypatch, frame):
    """Then fewer states go side by side."""
    monkeypatch.setattr(llvm_module, "FRAME", frame)
    g = Graph()
    x = symbol(g, "x", "variable")
    y = [x * k for k in range(2, 102)]
    f = compile(Function("wide", g, (Port("x", (1,), (x.id,)),), (Port("y", (100,), tuple(e.id for e in y)),)))
    inputs = np.array([[1.0], [2.0], [-3.0]])
    assert (f(inputs) == inputs * np.arange(2, 102)).all()


def test_no_inputs_at_all(backend):
    g = Graph()
    a = symbol(g, "a")
    port = Port("parameters", (1,), (a.id,), labels=("a",), role="parameter")
    f = compile(Function("constant", g, (port,), (Port("y", (2,), (a.sin().id, g.const(3))),)), backend)
    close(f(a=2.0), np.array([math.sin(2), 3]))
    close(f.bind(a=2.0)(), np.array([math.sin(2), 3]))


def test_importing_run_is_light():
    code = (
        "import sys, linkwright.run; assert not {'numpy', 'llvmlite', 'sympy'} & set(sys.modules), sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
