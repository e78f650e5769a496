// Colours of the listings: every text comes out as it went in, and tokens are what the languages say.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changes, highlight, languages } from "../../src/linkwright/studio/static/highlight.js";

const text = (lines) => lines.map((tokens) => tokens.map(([, part]) => part).join("")).join("\n");
const kinds = (line, language) => Object.fromEntries(highlight(line, language)[0].map(([kind, part]) => [part, kind]));

test("there are rules for all eleven languages", () => {
    assert.deepEqual([...languages].sort(), ["c", "cpp", "fortran", "javascript", "julia", "latex", "maple", "mathematica", "matlab", "python", "rust"]);
});

test("no character is lost or added, whatever the text", () => {
    const odd = "a = 'it''s' /* b\nc */ d \"open\n\\begin{x} % e\n(* f\n*) g' * h'; #= i =# \"\"\"j\nk\"\"\" 1.5e-3_dp 0x1F .5 1.*^-3\n\tÄ<img onerror=x>\n\n";
    for (const language of [...languages, "unknown"]) assert.equal(text(highlight(odd, language)), odd, language);
});

test("a block comment goes on over lines", () => {
    assert.deepEqual(highlight("x /* a\nb */ y", "c"), [[["", "x "], ["comment", "/* a"]], [["comment", "b */"], ["", " y"]]]);
});

test("keywords, numbers, strings and defined names", () => {
    const found = kinds("static void RX90_f(const double *q, 1.5e-3)", "c");
    assert.equal(found.static, "keyword");
    assert.equal(found.RX90_f, "name");
    assert.equal(found["1.5e-3"], "number");
    assert.equal(kinds("def f(q):", "python").f, "name");
    assert.equal(kinds("pure subroutine F(q)", "fortran").F, "name");
    assert.equal(kinds("PURE FUNCTION G(q)", "fortran").PURE, "keyword");
    assert.equal(kinds("fn f(x: &'a f64) -> f64 {", "rust").f64, "keyword");
    assert.equal(kinds("a = \"text\";", "maple")["\"text\""], "string");
});

test("a quotation mark after a value transposes in MATLAB", () => {
    assert.ok(!highlight("y = x' + z';", "matlab")[0].some(([kind]) => kind === "string"));
    assert.ok(highlight("y = 'text';", "matlab")[0].some(([kind]) => kind === "string"));
});

const applied = (old, now) => {
    const lines = [...old];
    for (const [from, to, made] of changes(old, now)) lines.splice(from, to - from, ...made);
    return lines;
};

test("changes turn the old list into the new one", () => {
    let seed = 7;
    const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n; };
    for (let round = 0; round < 300; round += 1) {
        const old = Array.from({ length: random(200) }, () => `line ${random(40)}`);
        const now = [...old];
        for (let k = random(12); k > 0; k -= 1) now.splice(random(now.length + 1), random(4), ...Array.from({ length: random(4) }, () => `new ${random(9)}`));
        assert.deepEqual(applied(old, now), now);
    }
});

test("one changed line is one change", () => {
    const old = Array.from({ length: 500 }, (_, k) => `statement ${k};`);
    const now = [...old];
    now[250] = "another;";
    assert.deepEqual(changes(old, now), [[250, 251, ["another;"]]]);
});
