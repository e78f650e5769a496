// Blocks of cells from the clipboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beyondTurn, block, cell, degrees, fromDegrees, isHeader } from "../../src/linkwright/studio/static/paste.js";

test("a spreadsheet parts cells by tabs and quotes what holds a break", () => {
    assert.deepEqual(block("1\t2\r\n3\t4\r\n"), [["1", "2"], ["3", "4"]]);
    assert.deepEqual(block("a\t\"b \"\"c\"\"\nd\"\ne\tf"), [["a", "b \"c\" d"], ["e", "f"]]);
    assert.deepEqual(block("1\t\t3"), [["1", "", "3"]]);
});

test("Markdown, LaTeX, semicolons and commas", () => {
    assert.deepEqual(block("| a | b |\n|---|---|\n| 1 | 2 |"), [["a", "b"], ["1", "2"]]);
    assert.deepEqual(block("$\\alpha$ & 0 \\\\\npi/2 & 1 \\\\"), [["\\alpha", "0"], ["pi/2", "1"]]);
    assert.deepEqual(block("0; 0,5\n1; 2"), [["0", "0.5"], ["1", "2"]]);
    assert.deepEqual(block("0, pi/2\n1, 2"), [["0", "pi/2"], ["1", "2"]]);
});

test("commas in parentheses and decimal commas part nothing", () => {
    assert.deepEqual(block("atan2(a, b)"), [["atan2(a, b)"]]);
    assert.deepEqual(block("0,45"), [["0.45"]]);
    assert.deepEqual(block(""), []);
    assert.deepEqual(block("1\n2"), [["1"], ["2"]]);
});

test("typographic signs become formulas", () => {
    assert.equal(cell("\u2212\u03c0/2"), "-pi/2");
    assert.equal(cell(" 2\u00b7L1 "), "2*L1");
    assert.equal(cell("90\u00b0"), "pi/2");
    assert.equal(cell("+0.5"), "0.5");
    assert.equal(cell("a\u00a0"), "a");
});

test("degrees are exact where they are parts of a turn", () => {
    assert.deepEqual(["0", "180", "-90", "45", "270", "120", "12.5"].map(degrees), ["0", "pi", "-pi/2", "pi/4", "3*pi/2", "2*pi/3", "12.5*pi/180"]);
});

test("a row of names is a header, a row of values is none", () => {
    const names = ["name", "kind", "parent", "alpha", "d", "theta", "r"];
    assert.ok(isHeader(["alpha [deg]", "d [mm]", "theta_j"], names));
    assert.ok(!isHeader(["pi/2", "d3", "0"], names));
    assert.ok(!isHeader(["d"], names));
});

test("angles beyond a turn are found, and taken as degrees where one says so", () => {
    const angle = (_, k) => k !== 1;
    const rows = [["90", "400", "-pi/2"], ["0", "7", "-180"], ["6.2832", "9", "a1"]];
    assert.deepEqual(beyondTurn(rows, angle), ["90", "-180"]);
    assert.deepEqual(beyondTurn([["3.1416", "400", "6.28319"]], angle), []); // a turn, rounded
    assert.deepEqual(fromDegrees(rows, angle).slice(0, 2), [["pi/2", "400", "-pi/2"], ["0", "7", "-pi"]]);
    assert.equal(Number(fromDegrees([["170"]], () => true, () => true)[0][0]), (170 * Math.PI) / 180);
});
