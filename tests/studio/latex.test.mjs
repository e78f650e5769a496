// Equations in parts: what is on the page is all of the equation, and no part is more than a term.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { partsOf } from "../../src/linkwright/studio/static/latex.js";

const BREAK = "\\\\\n  &\\quad";

test("an equation is cut at the signs between its terms", () => {
    assert.deepEqual(partsOf("a &= b"), ["a =", "b"]);
    assert.deepEqual(partsOf(`M_{1,1} &= -b \\, \\sin q_{2} + c ${BREAK} - 2 \\, d`), ["M_{1,1} =", "-b \\, \\sin q_{2}", "+ c", "- 2 \\, d"]);
    assert.deepEqual(partsOf("x"), ["x"]);
});

test("parentheses, braces and environments stay whole", () => {
    for (const term of ["\\left(a - b\\right) \\, c", "\\frac{a + b}{c - d}", "\\sin\\left(q_{2} + q_{3}\\right)", "(a - b)^{2}", "\\sqrt{a + b}", "\\left\\{a + b\\right\\}"]) {
        assert.deepEqual(partsOf(`y &= x + ${term} - z`), ["y =", "x", `+ ${term}`, "- z"]);
    }
    const matrix = "T &= \\begin{bmatrix} a + b & c \\\\ d & e \\end{bmatrix}";
    assert.deepEqual(partsOf(matrix), [matrix]);
});

test("a long sum in parentheses is cut, too", () => {
    const names = Array.from({ length: 40 }, (_, k) => `\\mathit{MX}_{${k}}`);
    const parts = partsOf(`y &= \\left(${names.join(" + ")}\\right) \\, \\sin q_{1}`);
    assert.equal(parts.length, 41);
    assert.equal(parts.at(-1), "+ \\mathit{MX}_{39}) \\, \\sin q_{1}");
});

test("a long product is cut between factors", () => {
    const factors = Array.from({ length: 12 }, (_, k) => `\\sin\\left(q_{${k}} + q_{2}\\right)`);
    const parts = partsOf(`y &= a - ${factors.join(" \\, ")}`);
    assert.ok(parts.length > 4 && parts.every((part) => part.length <= 140));
    assert.equal(parts.slice(2).join(" \\, "), `- ${factors.join(" \\, ")}`);
});

// What is left of an equation without its spaces, its signs of alignment and the size of its parentheses.
const bare = (latex) => latex.replace(/\\\\|&|\\quad|\\left|\\right|\\,|\s/g, "");

test("parts have all of the equations that are read from the input", { skip: !process.env.EQUATIONS }, () => {
    const equations = JSON.parse(readFileSync(process.env.EQUATIONS, "utf8"));
    assert.ok(equations.length);
    for (const latex of equations) {
        const parts = partsOf(latex);
        assert.equal(bare(parts.join("")), bare(latex));
        for (const part of parts) {
            assert.ok(part.length < 300 || /\\frac|\\sqrt|\\begin|\\mathrm|\\left\|/.test(part), part);
            const braces = part.replace(/\\[{}]/g, "");
            assert.equal(braces.split("{").length, braces.split("}").length, part);
            assert.equal(part.split("\\left").length, part.split("\\right").length, part);
        }
    }
});
