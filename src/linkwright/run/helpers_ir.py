"""LLVM IR around the kernels, written by hand: the loop over a batch of states.

States lie row by row in memory, kernels take them in columns, one lane per state. Blocks of 4 rows x 4 columns are
transposed by vector shuffles, far cheaper than picking single numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from linkwright.run.sincos import IRCode

SQUARE_SIZE = 4  # columns that are transposed at a time
MAX_UNROLLED_COLUMNS = 32  # columns up to which the transposition is unrolled


def batch_loop_text(lanes: int, inputs: Sequence[int], outputs: Sequence[int]) -> str:
    """IR of `void batch(n, held, inputs, strides, outputs)`: n states, `lanes` at a time.

    `inputs` and `outputs` are the addresses of the ports, `strides` (in numbers) lead from one state to the next, 0 for
    an input that all states share. In the last block the missing lanes repeat the last state: they compute, and
    write, the same numbers once more.
    """
    writer = _BatchWriter(lanes)
    head = "define void @batch(i64 %n, ptr %held, ptr %ins, ptr %strides, ptr %outs) #0 {"
    return "\n".join(["declare i64 @llvm.smin.i64(i64, i64)", head, *writer.body(inputs, outputs), "}", ""])


class SquareTransposer:
    """Transposition of rows of states into columns, one lane per state, and back."""

    def __init__(self, code: IRCode) -> None:
        self.code, self.lanes = code, code.lanes

    def columns(self, rows: Sequence[str], first: str, width: int, note: str = "") -> list[str]:
        """Return columns `first` to `first + width` of the rows at these addresses.

        Squares of 4 are transposed by halves of 16 bytes of one vector, then of the other, which is an instruction of
        AVX-512 that does not compete with products, unlike those with a table of indices.
        """
        if width < SQUARE_SIZE:
            return self._turned([self._pieces(rows[k::width], first, width, note) for k in range(width)], width)
        half = self.lanes // 2
        quads = [self._pieces(rows[k : k + half : 2], first, SQUARE_SIZE, note) for k in (0, 1, half, half + 1)]
        pairs = [[self._shuffle(a, b, self._mask(2, 1, k)) for a, b in (quads[:2], quads[2:])] for k in (0, 1)]
        blocks = ([n for n in range(2 * self.lanes) if n & 2 == k] for k in (0, 2))
        return [self._shuffle(a, b, mask) for mask in blocks for a, b in pairs]

    def write(self, columns: list[str], rows: Sequence[str], first: str, note: str = "") -> None:
        """Write columns into the rows at these addresses, `first` the index of the first one."""
        width = len(columns)
        for k, quad in enumerate(self._turned(columns, width)):
            for part, row in enumerate(rows[k::width]):
                at = self.code.let(f"getelementptr double, ptr {row}, i64 {first}")
                piece = self._piece(quad, part, width)
                self.code.lines.append(f"  store {_vector_type(width)} {piece}, ptr {at}, align 8{note}")

    def _pieces(self, rows: Sequence[str], first: str, width: int, note: str) -> str:
        return self._join([self._load(r, first, width, note) for r in rows])

    def _load(self, row: str, first: str, width: int, note: str) -> str:
        at = self.code.let(f"getelementptr double, ptr {row}, i64 {first}")
        return self.code.let(f"load {_vector_type(width)}, ptr {at}, align 8{note}")

    def _join(self, pieces: list[str]) -> str:
        """Concatenate pieces in one vector of all lanes."""
        let, w = self.code.let, self.lanes
        width = w // len(pieces)
        if w == 1 or len(pieces) == 1:
            return pieces[0]
        if width == 1:
            made = "poison"
            for k, x in enumerate(pieces):
                made = let(f"insertelement {self.code.type} {made}, double {x}, i64 {k}")
            return made
        while len(pieces) > 1:
            n = 2 * width
            mask = ", ".join(f"i32 {k}" for k in range(n))
            t = _vector_type(width)
            pairs = zip(pieces[::2], pieces[1::2], strict=True)
            pieces = [let(f"shufflevector {t} {a}, {t} {b}, <{n} x i32> <{mask}>") for a, b in pairs]
            width = n
        return pieces[0]

    def _piece(self, whole: str, part: int, width: int) -> str:
        let, t = self.code.let, self.code.type
        if width == self.lanes:
            return whole
        if width == 1:
            return let(f"extractelement {t} {whole}, i64 {part}")
        mask = ", ".join(f"i32 {part * width + k}" for k in range(width))
        return let(f"shufflevector {t} {whole}, {t} poison, <{width} x i32> <{mask}>")

    def _turned(self, v: list[str], width: int) -> list[str]:
        """Transpose each width x width square of the lanes, in log2(width) rounds of shuffles."""
        step = 1
        while step < width:
            new = list(v)
            for a in range(width):
                if not a & step:
                    new[a] = self._shuffle(v[a], v[a + step], self._mask(width, step, 0))
                    new[a + step] = self._shuffle(v[a], v[a + step], self._mask(width, step, step))
            v = new
            step *= 2
        return v

    def _mask(self, width: int, step: int, offset: int) -> Iterable[int]:
        """Lanes of the new vector a (offset 0) or a + step (offset step): lane k is from a where k has no bit
        `step`."""
        for k in range(self.lanes):
            source = (k & ~step) | offset
            yield source if not k & step else self.lanes + source

    def _shuffle(self, a: str, b: str, mask: Iterable[int]) -> str:
        t = self.code.type
        text = ", ".join(f"i32 {k}" for k in mask)
        return self.code.let(f"shufflevector {t} {a}, {t} {b}, <{self.lanes} x i32> <{text}>")


class _BatchWriter(SquareTransposer):
    def __init__(self, lanes: int) -> None:
        super().__init__(IRCode(lanes, True))

    def body(self, inputs: Sequence[int], outputs: Sequence[int]) -> list[str]:
        code, w, let = self.code, self.lanes, self.code.let
        code.lines.append("entry:")
        for kind, sizes in (("in", inputs), ("out", outputs)):
            for p, size in enumerate(sizes):
                code.lines.append(f"  %{kind}{p} = alloca [{max(size, 1)} x {code.type}], align {8 * w}")
                at = let(f"getelementptr ptr, ptr %{kind}s, i64 {p}")
                code.lines.append(f"  %{kind}{p}_base = load ptr, ptr {at}")
        for p in range(len(inputs)):
            at = let(f"getelementptr i64, ptr %strides, i64 {p}")
            code.lines.append(f"  %stride{p} = load i64, ptr {at}")
        code.lines += [
            "  %last = sub i64 %n, 1", "  %any = icmp sgt i64 %n, 0", "  br i1 %any, label %loop, label %end", "loop:",
            "  %i = phi i64 [ 0, %entry ], [ %next, %tail ]",
        ]  # fmt: skip
        rows = ["%i"]
        for k in range(1, w):
            row = let(f"add i64 %i, {k}")
            rows.append(let(f"call i64 @llvm.smin.i64(i64 {row}, i64 %last)"))
        sources = [[self._row(f"%in{p}_base", f"%stride{p}", row) for row in rows] for p in range(len(inputs))]
        results = [[self._row(f"%out{p}_base", str(size), row) for row in rows] for p, size in enumerate(outputs)]
        ports = [f"%in{p}" for p in range(len(inputs))] + [f"%out{p}" for p in range(len(outputs))]
        if w == 1:  # the kernel takes the rows themselves
            ports = [row for (row,) in (*sources, *results)]
        else:
            for p, size in enumerate(inputs):
                self._fetch(p, size, sources[p])
        code.lines.append(f"  call void @kernel({', '.join(f'ptr {x}' for x in ('%held', *ports))})")
        if w > 1:
            for p, size in enumerate(outputs):
                self._deliver(p, size, results[p])
        code.lines += [
            "  br label %tail", "tail:", f"  %next = add i64 %i, {w}", "  %more = icmp slt i64 %next, %n",
            "  br i1 %more, label %loop, label %end", "end:", "  ret void",
        ]  # fmt: skip
        return code.lines

    def _row(self, base: str, stride: str, row: str) -> str:
        return self.code.let(f"getelementptr double, ptr {base}, i64 {self.code.let(f'mul i64 {row}, {stride}')}")

    def _squares(self, size: int) -> Iterator[tuple[str, int]]:
        """Yield (first column, width) of squares that cover the columns; the last may overlap the one before.

        Unrolled if they are few; else the code written between two steps becomes the body of a loop.
        """
        if not size:
            return
        width = next(w for w in (4, 2, 1) if w <= size and w <= self.lanes)
        if size <= MAX_UNROLLED_COLUMNS:
            yield from ((str(min(k, size - width)), width) for k in range(0, size, width))
            return
        code, let = self.code, self.code.let
        code.count += 1
        name = f"square{code.count}"
        code.lines += [f"  br label %{name}_in", f"{name}_in:", f"  br label %{name}", f"{name}:"]
        code.lines.append(f"  %{name}_k = phi i64 [ 0, %{name}_in ], [ %{name}_next, %{name} ]")
        yield let(f"call i64 @llvm.smin.i64(i64 %{name}_k, i64 {size - width})"), width
        code.lines.append(f"  %{name}_next = add i64 %{name}_k, {width}")
        more = let(f"icmp slt i64 %{name}_next, {size}")
        code.lines += [f"  br i1 {more}, label %{name}, label %{name}_out", f"{name}_out:"]

    def _fetch(self, p: int, size: int, rows: list[str]) -> None:
        """Write the transposition of the caller's rows to the kernel's columns."""
        for first, width in self._squares(size):
            for k, column in enumerate(self.columns(rows, first, width)):
                at = self._column(f"%in{p}", first, k)
                self.code.lines.append(f"  store {self.code.type} {column}, ptr {at}, align {8 * self.lanes}")

    def _deliver(self, p: int, size: int, rows: list[str]) -> None:
        """Write the transposition of the kernel's columns to the caller's rows."""
        code = self.code
        for first, width in self._squares(size):
            places = [self._column(f"%out{p}", first, k) for k in range(width)]
            columns = [code.let(f"load {code.type}, ptr {at}, align {8 * self.lanes}") for at in places]
            self.write(columns, rows, first)

    def _column(self, base: str, first: str, k: int) -> str:
        at = self.code.let(f"getelementptr {self.code.type}, ptr {base}, i64 {first}")
        return self.code.let(f"getelementptr {self.code.type}, ptr {at}, i64 {k}")


def _vector_type(width: int) -> str:
    return "double" if width == 1 else f"<{width} x double>"


__all__ = ["SQUARE_SIZE", "SquareTransposer", "batch_loop_text"]
