"""Python back end: generated text, run by the interpreter. Slow, but it runs wherever Python does.

Every name in the text is made here, none comes from the function. One state runs on Python's floats, a batch on NumPy
arrays; only the functions behind the names differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from linkwright.expr import ops as o
from linkwright.expr.function import Function
from linkwright.expr.kernel import Kernel
from linkwright.expr.replay import FLOAT, Domain, array_domain
from linkwright.program import CodeBlock, plan

if TYPE_CHECKING:
    from linkwright.run.native import Array

INFIX = {o.ADD: "+", o.SUB: "-", o.MUL: "*", o.DIV: "/"}


class Python:
    """Back end that evaluates a function by generated Python code."""

    def __init__(self, function: Function) -> None:
        made = plan(function)
        self._setup, self._call = (
            compile(python_text(b), f"<{function.name}>", "exec") for b in (made.setup, made.main)
        )
        self._kernels = made.kernels
        self._scalar = self._loaded(self._call, FLOAT)

    def setup(self, parameters: Array) -> Array:
        import numpy as np

        if parameters.ndim == 1:
            (held,) = self._run(self._loaded(self._setup, FLOAT), self._setup, [], [parameters.tolist()])
            return np.array([float(x) for x in held])
        columns = np.moveaxis(parameters, -1, 0)
        (held,) = self._run(self._loaded(self._setup, array_domain()), self._setup, [], [columns])
        rows = np.empty((*parameters.shape[:-1], len(held)))
        for k, value in enumerate(held):
            rows[..., k] = value
        return rows

    def batch(
        self, held: Array, n: int, inputs: Sequence[Array], strides: Sequence[int], outputs: Sequence[Array]
    ) -> None:
        if n == 0:
            return
        columns: list[Any] = [x.reshape(-1, _state_size(x, step, n)).T for x, step in zip(inputs, strides, strict=True)]
        if n == 1:
            state = [c[:, 0].tolist() for c in columns]
            results = self._run(self._scalar, self._call, held.reshape(-1).tolist(), state)
        else:
            known = held.tolist() if held.ndim == 1 else list(held.T)
            results = self._run(self._loaded(self._call, array_domain()), self._call, known, columns)
        for out, values in zip(outputs, results, strict=True):
            rows = out.reshape(n, -1)
            for k, value in enumerate(values):
                rows[:, k] = value

    def _run(self, kernel: Callable[..., Any], code: Any, held: list[Any], inputs: list[Any]) -> Any:
        """Evaluate on floats first; where Python raises, NumPy gives the infinity or NaN that machine code gives."""
        import numpy as np

        with np.errstate(all="ignore"):
            try:
                return kernel(held, *inputs)
            except (ArithmeticError, ValueError):
                wide = [[np.float64(x) for x in port] for port in inputs]
                return self._loaded(code, array_domain())([np.float64(x) for x in held], *wide)

    def fast(self, held: Array) -> None:
        return None

    def _loaded(self, code: Any, domain: Domain) -> Callable[..., Any]:
        return _load_function(code, domain, self._kernels)


def _state_size(x: Array, step: int, n: int) -> int:
    return step if step else x.size


def _kernel_name(kernel: Kernel) -> str:
    return f"k{kernel.key}"


def _load_function(code: Any, domain: Domain, kernels: Sequence[Kernel]) -> Callable[..., Any]:
    """Load the generated function with the operations of a domain."""
    names: dict[str, Any] = {o.OPS[op].name: f for op, f in domain.operations.items()}
    names["call"] = domain.kernel
    names |= {_kernel_name(k): k for k in kernels}
    exec(code, names)
    made: Callable[..., Any] = names["kernel"]
    return made


def python_text(block: CodeBlock) -> str:
    """Text of `def kernel(held, in0, ...)`, which returns the outputs as tuples."""
    g = block.graph
    known = {i: repr(x) for i, x in block.numbers.items()}
    known |= {i: f"held[{k}]" for k, i in enumerate(block.setup_values)}
    known |= {i: f"in{p}[{k}]" for p, port in enumerate(block.inputs) for k, i in enumerate(port)}
    lines = [f"def kernel(held{''.join(f', in{p}' for p in range(len(block.inputs)))}):"]
    circular = {(g.op[i], g.args[i][0]): i for i in range(len(g)) if g.op[i] in (o.SIN, o.COS)}
    for stage in block.stages:
        for a in stage.angles:
            for op in (o.SIN, o.COS):
                if (op, a) in circular:
                    i = circular[op, a]
                    lines.append(f"    v{i} = {o.OPS[op].name}({known[a]})")
                    known[i] = f"v{i}"
        for i in stage.nodes:
            lines.append(f"    v{i} = {_operation_text(g.op[i], g.value[i], [known[a] for a in g.args[i]])}")
            known[i] = f"v{i}"
    results = [f"({''.join(f'{known[i]}, ' for i in port)})" for port in block.outputs]
    return "\n".join([*lines, f"    return ({''.join(f'{r}, ' for r in results)})", ""])


def _operation_text(op: int, value: Any, x: list[str]) -> str:
    if op in INFIX:
        return f"{x[0]} {INFIX[op]} {_bracketed(x[1])}"
    if op == o.NEG:
        return f"-{_bracketed(x[0])}"
    if op == o.CALL:
        return f"call({_kernel_name(value)}, ({', '.join(x)},))"
    if op == o.ITEM:
        return f"{x[0]}[{value}]"
    return f"{o.OPS[op].name}({', '.join(x)})"


def _bracketed(x: str) -> str:
    return f"({x})" if x.startswith("-") else x


__all__ = ["Python", "python_text"]
