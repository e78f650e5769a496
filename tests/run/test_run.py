"""The back ends against the replay of the graph: every operation, every shape, every way to give parameters."""

import math
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright.errors import InputError, ToolError, UnknownName
from linkwright.expr import Expr, Function, Graph, Port, make_symbol
from linkwright.models import function
from linkwright.run import Compiled, compile, trampoline
from linkwright.run import batch_ir as batch_module
from linkwright.run import compiled as compiled_module
from linkwright.run import ir as ir_module
from linkwright.run import llvm as llvm_module
from tests.support.run_cases import arm, close, everything, numbers, random_function, replayed, states, tree

BACKENDS = ["llvm", "c", "python"]


@pytest.fixture(params=BACKENDS)
def backend(request, tool) -> str:
    if request.param == "c":
        tool("cc")
    return str(request.param)


@pytest.mark.parametrize("lead", [(), (0,), (1,), (2, 3), (9,), (17,)])
def test_every_operation(backend, lead):
    fn = everything()
    f = compile(fn, backend).bind(b=1.3)
    inputs = states(fn, lead)
    if lead == ():
        inputs["x"][0] = -0.4
    close(f(**inputs), replayed(fn, inputs, {"a": 0.7, "b": 1.3}))


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
    x = make_symbol(g, "x", "variable")
    outputs = (Port("y", (2,), (x.sign().id, x.select(1, 2).id)),)
    f = compile(Function("f", g, (Port("x", (1,), (x.id,)),), outputs), backend)
    close(f([0.0]), np.array([0.0, 1.0]))
    close(f([[0.0], [-0.0], [-1e-300], [3.0]]), np.array([[0, 1], [0, 1], [-1, 2], [1, 1]], dtype=float))


def test_no_value_is_nan_or_infinity(backend):
    """Where mathematics has no value, every back end has that of IEEE arithmetic, for one state and for many."""
    g = Graph()
    x = make_symbol(g, "x", "variable")
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
    x = [make_symbol(g, f"x{k}", "variable") for k in range(size)]
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
    monkeypatch.setattr(trampoline, "is_layout_known", lambda: False)
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


BATCHES = {  # axes of the states, of parameter a, of parameter b
    "one state, many sets": ((), (5,), ()), "a set for each state": ((7,), (7,), ()), "both": ((7,), (7,), (7,)),
    "all pairs": ((4, 1), (3,), ()), "outer sets": ((9,), (2, 1), ()), "crossed parameters": ((2,), (4, 1), (3, 1, 1)),
    "one set": ((3,), (1,), ()), "no state": ((0,), (1,), ()), "no set": ((), (0,), ()), "one": ((1,), (1, 1), ()),
}  # fmt: skip


@pytest.mark.parametrize("case", BATCHES)
@pytest.mark.parametrize(("rows", "shared"), [(4096, 64), (4, 2), (1, 1)])
def test_parameters_come_in_batches_like_states(backend, monkeypatch, case, rows, shared):
    """Each state with its own parameters, alone, is that row of the batch, however the rows are cut."""
    monkeypatch.setattr(compiled_module, "STATES_PER_RUN", rows)
    monkeypatch.setattr(compiled_module, "MIN_SHARED_STATES", shared)
    lead, *shapes = BATCHES[case]
    fn = everything()
    inputs = states(fn, lead)
    rng = np.random.default_rng(1)
    a, b = (rng.uniform(0.5, 1.5, shape) for shape in shapes)
    whole = np.broadcast_shapes(lead, *shapes)
    wide = {p.name: np.broadcast_to(inputs[p.name], (*whole, *p.shape)) for p in fn.variables}
    each = [np.broadcast_to(x, whole) for x in (a, b)]
    expected = {p.name: np.empty((*whole, *p.shape)) for p in fn.outputs}
    for index in np.ndindex(whole):
        alone = fn(**{k: x[index] for k, x in wide.items()}, a=each[0][index], b=each[1][index])
        for name in expected:
            expected[name][index] = alone[name]
    f = compile(fn, backend)
    close(f(**inputs, a=a, b=b), expected)
    close(f(**inputs, parameters={"a": a.tolist(), "b": b}), expected)
    close(f.bind(a=a, b=b)(**inputs), expected)
    close(f.bind(a=3.0, b=b)(**inputs, a=a), expected)
    together = np.stack(np.broadcast_arrays(a, b), axis=-1)
    close(f(**inputs, parameters=together), expected)
    close(f.bind(together)(**inputs), expected)


def test_parameters_are_set_up_once_for_each_set(backend, monkeypatch):
    fn = everything()
    f = compile(fn, backend).bind(b=1.0)
    seen = []
    setup = f._backend.setup

    def noted(parameters):
        seen.append(parameters.shape)
        return setup(parameters)

    monkeypatch.setattr(f._backend, "setup", noted)
    inputs = states(fn, (100,))
    f(**inputs)
    assert seen == []  # bound: nothing to do
    f(**inputs, a=2.0)
    f(**inputs, a=np.ones((3, 1)))
    bound = f.bind(a=np.ones((3, 1)))
    bound(**inputs)
    bound(**inputs)
    assert seen == [(2,), (3, 1, 2), (3, 1, 2)]
    assert bound.parameters is not None
    assert {k: v.shape for k, v in bound.parameters.items()} == {"a": (3, 1), "b": (3, 1)}


def test_parameters_of_a_robot_in_batches(backend):
    """Payloads beside each other: the efforts with mass M6 are those of the robot with that mass."""
    fn = function(arm(), "inverse_dynamics")
    values = numbers(fn)
    f = compile(fn, backend).bind(values)
    masses = np.array([0.0, 1.5, 7.0])
    inputs = states(fn, (5,))
    found = f(**inputs, M6=masses[:, None])
    for k, m in enumerate(masses):
        close(found[k], f.bind(M6=m)(**inputs))
    close(fn(**inputs, **{**values, "M6": masses[:, None]}), found)


def test_axes_of_parameters_that_do_not_fit_are_named():
    f = compile(everything())
    inputs = states(f.function, (4,))
    with pytest.raises(InputError, match=r"do not fit together: x \[4\], m \[4\], s \[4\], parameters \[3\]"):
        f(**inputs, b=np.ones(3))
    with pytest.raises(InputError, match=r"'parameters' has shape \(2, 3\), \(..., 2\) needed"):
        f(**inputs, parameters=np.ones((2, 3)))


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
    with pytest.raises(InputError, match=r"shape \(3,\), \(..., 2\) needed"):
        f.bind([1, 2, 3])
    with pytest.raises(InputError, match=r"do not fit together: a \[3\], b \[2\]"):
        f.bind(a=[1.0, 2.0, 3.0], b=[1.0, 2.0])
    with pytest.raises(InputError, match="'b' holds <U1"):
        f.bind(b="x")


@pytest.mark.parametrize("name", ["system", "remove", "exit", "malloc", "kernel"])
def test_a_function_may_be_called_like_one_of_the_c_library(backend, name):
    """It is ours that is called, and the library keeps its own."""
    g = Graph()
    x, a = make_symbol(g, "x", "variable"), make_symbol(g, "a")
    port = Port("parameters", (1,), (a.id,), labels=("a",), role="parameter", defaults=(3.0,))
    f = compile(Function(name, g, (Port("x", (1,), (x.id,)), port), (Port("y", (1,), ((x * a.sin()).id,)),)), backend)
    for state in (np.array([2.0]), np.array([[2.0], [5.0]])):
        close(f(state), state * math.sin(3))


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
    x = make_symbol(g, "x", "variable")
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


@given(seed=st.integers(0, 10**6), part=st.sampled_from([3, 20, 10_000]))
def test_random_functions(seed, part):
    """LLVM and Python agree with the replay, however the function is cut into parts, in batches as one loop or not."""
    fn = random_function(seed, 120)
    whole, ir_module.MAX_PART_OPERATIONS = ir_module.MAX_PART_OPERATIONS, part
    longest, batch_module.MAX_OPERATIONS = batch_module.MAX_OPERATIONS, part
    try:
        for f in (compile(fn), compile(fn, "python")):
            inputs = states(fn, (), seed)
            close(f(**inputs), replayed(fn, inputs, {}))
            inputs = states(fn, (3,), seed)
            close(f(**inputs), replayed(fn, inputs, {}))
    finally:
        ir_module.MAX_PART_OPERATIONS = whole
        batch_module.MAX_OPERATIONS = longest


@pytest.mark.parametrize("lanes", [2, 4, 8])
@pytest.mark.parametrize("outputs", range(1, 10))
def test_a_batch_writes_its_own_rows_only(outputs, lanes):
    """Any number of states, of columns, and inputs that all states share; the rows behind stay as they are."""
    g = Graph()
    x, y = ([make_symbol(g, f"{name}{k}", "variable") for k in range(n)] for name, n in (("x", 7), ("y", 3)))
    made = tuple((x[k % 7] * (k + 2) + y[k % 3].sin()).id for k in range(outputs))
    ports = [Port(n, (len(e),), tuple(i.id for i in e)) for n, e in (("x", x), ("y", y))]
    fn = Function("rows", g, tuple(ports), (Port("z", (outputs,), made),))
    backend, rng = llvm_module.LLVM(fn, lanes=lanes), np.random.default_rng(outputs)
    for n in range(2, 14):
        for shared in (False, True):
            given = [rng.uniform(-3, 3, (n, 7)), rng.uniform(-3, 3, (1 if shared else n, 3))]
            z = np.full((n + 2, outputs), 7.0)
            backend.batch(np.zeros(1), n, given, [7, 0 if shared else 3], [z])
            k = np.arange(outputs)
            close(z[:n], given[0][:, k % 7] * (k + 2) + np.sin(given[1])[:, k % 3])
            assert (z[n:] == 7).all()


FENCED = """
import ctypes, mmap
import numpy as np
from linkwright.expr import Function, Graph, Port, make_symbol
from linkwright.run.llvm import LLVM

PAGE, kept = mmap.PAGESIZE, []

def fenced(n, columns):
    'An array that ends where its page does; the next one may be neither read nor written.'
    memory = mmap.mmap(-1, 2 * PAGE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(start + PAGE), PAGE, 0) == 0
    kept.append(memory)
    return np.frombuffer(memory, offset=PAGE - 8 * n * columns, count=n * columns).reshape(n, columns)

for columns in range(1, 10):
    g = Graph()
    x = [make_symbol(g, f'x{k}', 'variable') for k in range(columns)]
    ports = [Port(name, (columns,), tuple(e.id for e in es)) for name, es in (('x', x), ('y', [e.sin() for e in x]))]
    for lanes in (2, 4, 8):
        batch = LLVM(Function('sines', g, ports[:1], ports[1:]), lanes=lanes).batch
        for n in range(1, 12):
            x_n, y_n = fenced(n, columns), fenced(n, columns)
            x_n[:] = np.arange(n * columns).reshape(n, columns) * 1e5  # some of them far beyond the usual range
            batch(np.zeros(1), n, [x_n], [columns], [y_n])
            assert abs(y_n - np.sin(x_n)).max() < 1e-12
print('done')
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is fenced by mprotect")
def test_a_batch_neither_reads_nor_writes_beyond_its_arrays():
    found = subprocess.run([sys.executable, "-c", FENCED], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "done\n"), found.stderr


def test_long_function():
    fn = random_function(1, 12_000)
    f = compile(fn)
    for lead in ((), (3,)):
        inputs = states(fn, lead)
        close(f(**inputs), replayed(fn, inputs, {}))


@pytest.mark.parametrize("frame", [64, 100 * 8 * 3, 2**18])
def test_more_outputs_than_the_stack_may_hold(monkeypatch, frame):
    """Then fewer states go side by side."""
    monkeypatch.setattr(llvm_module, "MAX_STACK_BYTES", frame)
    g = Graph()
    x = make_symbol(g, "x", "variable")
    y = [x * k for k in range(2, 102)]
    f = compile(Function("wide", g, (Port("x", (1,), (x.id,)),), (Port("y", (100,), tuple(e.id for e in y)),)))
    inputs = np.array([[1.0], [2.0], [-3.0]])
    assert (f(inputs) == inputs * np.arange(2, 102)).all()


def test_no_inputs_at_all(backend):
    g = Graph()
    a = make_symbol(g, "a")
    port = Port("parameters", (1,), (a.id,), labels=("a",), role="parameter")
    f = compile(Function("constant", g, (port,), (Port("y", (2,), (a.sin().id, g.const(3))),)), backend)
    close(f(a=2.0), np.array([math.sin(2), 3]))
    close(f.bind(a=2.0)(), np.array([math.sin(2), 3]))


def test_importing_run_is_light():
    code = (
        "import sys, linkwright.run; assert not {'numpy', 'llvmlite', 'sympy'} & set(sys.modules), sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
