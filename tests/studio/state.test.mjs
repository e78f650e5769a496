// The state of the page: cells, rows, undo, links.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
    CHOICES, History, bodyTable, checked, copyJoint, deleteJoint, insertJoint, moveJoint, pack, parentOf, textAt, unpack, valueOf, variable, withText,
} from "../../src/linkwright/studio/static/state.js";

const arm = () => ({
    name: "arm",
    joint: [{ body: "symbolic" }, { name: "elbow", alpha: "pi/2", body: "symbolic" }, { d: "d3", body: "symbolic" }, { parent: 1, kind: "prismatic" }],
    loop: [{ joint: { parent: 3, kind: "revolute" }, frame: { parent: 4, kind: "fixed" } }],
    coupling: [{ joint: "joint3", terms: { elbow: -1, joint1: 2 } }],
    numbers: { d3: 0.45 },
});

test("a text that is a number is one, another is a formula", () => {
    assert.deepEqual(["0.50", " -1e-3 ", "1.", ".5", "pi/2", "1e999", "12345678901234567890", "0x10", "NaN"].map(valueOf),
        [0.5, -0.001, 1, 0.5, "pi/2", "1e999", "12345678901234567890", "0x10", "NaN"]);
});

test("cells are read and written at their places", () => {
    const robot = arm();
    for (const [place, text] of [
        [["joint", 2, "alpha"], "-pi/2"], [["joint", 2, "body", "XX"], "XX9"], [["gravity", 3], "-9.81"], [["numbers", "d3"], "0.5"], [["joint", 1, "lower"], "-2"],
        [["loop", 1, "frame", "d"], "L"], [["coupling", 1, "terms", "elbow"], "3"], [["coupling", 1, "offset"], "pi"], [["base", "kind"], "floating"],
        [["base", "pose", 4], "1"], [["base", "velocity", 2], "v"], [["base", "body", "M"], "5"], [["name"], "other"], [["joint", 1, "name"], "12"],
    ]) {
        const next = withText(robot, place, text);
        assert.equal(textAt(next, place), text, place.join());
        assert.deepEqual(robot, arm(), "the old value stays");
    }
});

test("defaults are left out, as files have it", () => {
    assert.ok(!("alpha" in withText(arm(), ["joint", 2, "alpha"], "0").joint[1]));
    assert.ok(!("alpha" in withText(arm(), ["joint", 2, "alpha"], "").joint[1]));
    assert.equal(withText(arm(), ["joint", 2, "lower"], "0").joint[1].lower, 0);
    assert.equal(withText(withText(arm(), ["joint", 2, "body", "XX"], "0"), ["joint", 2, "body", "XX"], "XX2").joint[1].body.XX, "XX2");
    assert.equal(withText(arm(), ["joint", 1, "actuated"], "false").joint[0].actuated, false);
    assert.ok(!("base" in withText(withText(arm(), ["base", "kind"], "mobile"), ["base", "kind"], "fixed")));
});

test("rows that an edit does not touch stay the same objects", () => {
    const robot = arm();
    const next = withText(robot, ["joint", 2, "d"], "1");
    assert.equal(next.joint[0], robot.joint[0]);
    assert.notEqual(next.joint[1], robot.joint[1]);
});

const links = (robot) => robot.joint.map((_, k) => parentOf(robot, k + 1));

test("a joint between two others: what hangs where, and whose symbols are whose", () => {
    const next = insertJoint(arm(), 2);
    assert.deepEqual(links(next), [0, 1, 2, 3, 1]);
    assert.deepEqual(next.joint[3].body, bodyTable("symbolic", 3));
    assert.equal(next.joint[2].body.M, "M5");
    assert.deepEqual([next.loop[0].joint.parent, next.loop[0].frame.parent], [4, 5]);
    assert.deepEqual(next.coupling, [{ joint: "joint4", terms: { elbow: -1, joint1: 2 } }]);
});

test("a branch comes last", () => {
    const next = insertJoint(arm(), 2, {}, true);
    assert.deepEqual(links(next), [0, 1, 2, 1, 2]);
});

test("what hung on a deleted joint hangs on its parent", () => {
    const next = deleteJoint(arm(), 2);
    assert.deepEqual(links(next), [0, 1, 1]);
    assert.deepEqual(next.coupling, [{ joint: "joint2", terms: { joint1: 2 } }]);
    assert.deepEqual(deleteJoint(arm(), 3).coupling, undefined);
});

test("joints in a row change places, joints of branches numbers", () => {
    const next = moveJoint(arm(), 3, -1);
    assert.deepEqual(links(next), [0, 1, 2, 1]);
    assert.equal(next.joint[1].d, "d3");
    assert.deepEqual(next.joint[2].body, bodyTable("symbolic", 2));
    const other = moveJoint(arm(), 4, -1);
    assert.deepEqual(links(other), [0, 1, 1, 2]);
    assert.deepEqual(other.coupling[0].joint, "joint4");
    assert.deepEqual([other.loop[0].joint.parent, other.loop[0].frame.parent], [4, 3]);
    assert.deepEqual(moveJoint(arm(), 1, -1), arm());
});

test("a copy has symbols of its own and no name", () => {
    const next = copyJoint(arm(), 2);
    assert.equal(next.joint[2].name, undefined);
    assert.equal(next.joint[2].alpha, "pi/2");
    assert.equal(next.joint[2].body.M, "M5");
    assert.equal(variable(next, 3), "q3");
});

test("undo and redo; keystrokes in a cell are one step", () => {
    const told = [];
    const history = new History({ n: 0 }, (value) => told.push(value.n));
    history.edit({ n: 1 }, "cell");
    history.edit({ n: 2 }, "cell");
    history.settle();
    history.edit({ n: 3 }, "cell");
    history.edit({ n: 3 });
    history.undo();
    assert.equal(history.value.n, 2);
    history.undo();
    assert.equal(history.value.n, 0);
    history.undo();
    history.redo();
    assert.equal(history.value.n, 2);
    history.edit({ n: 9 });
    history.redo();
    assert.equal(history.value.n, 9);
    assert.deepEqual(told, [1, 2, 3, 2, 0, 2, 9]);
});

test("a link holds the state, whatever letters are in it", async () => {
    const state = { version: 1, robot: { ...arm(), name: "<img onerror=1> äπ" }, choices: { ...CHOICES, target: "rust" } };
    const link = await pack(state);
    assert.match(link, /^[\w-]+$/);
    assert.deepEqual(await unpack(link), state);
});

test("a damaged link is told in words", async () => {
    const link = await pack({ version: 1, robot: arm(), choices: CHOICES });
    for (const text of [link.slice(0, 30), `${link.slice(0, 40)}x${link.slice(41, 60)}`, "!!!", ""]) await assert.rejects(unpack(text), /link/);
    await assert.rejects(unpack(await pack({ robot: 5 })), /no robot/);
    await assert.rejects(unpack(await pack({ robot: { joint: [1] } })), /no table/);
    await assert.rejects(unpack(await pack({ robot: { name: "x".repeat(5_000_000) } })), /damaged/);
});

test("odd choices of a link are replaced by the usual ones", () => {
    const state = checked({ robot: { joint: [], loop: 3, gravity: [1] }, choices: { target: 7, without: "x", options: null, model: "jacobian" } });
    assert.deepEqual(state.choices, { ...CHOICES, model: "jacobian" });
    assert.deepEqual(state.robot, { joint: [] });
});

test("named frames are kept: their lists by a link, their links by moves and deletions of joints", () => {
    const frame = [{ name: "tool", link: "elbow", x: 0.1, joints: ["mount", "plate"], end: true }, { name: "camera", link: 0 }, { name: "tip", link: "joint3" }];
    const robot = { ...arm(), frame };
    assert.deepEqual(checked({ robot }).robot.frame, frame);
    assert.deepEqual(checked({ robot: { ...arm(), frame: 3 } }).robot.frame, undefined);
    assert.deepEqual(insertJoint(robot, 1).frame.map(({ name, link }) => [name, link])[0], ["tool", "elbow"]);
    assert.deepEqual(deleteJoint(robot, 3).frame.map(({ name }) => name), ["tool", "camera"]);
    assert.equal(textAt(withText(robot, ["frame", 1, "x"], "L"), ["frame", 1, "x"]), "L");
    assert.equal(withText(robot, ["frame", 1, "end"], "false").frame[0].end, undefined);
    assert.equal(withText(robot, ["frame", 2, "link"], "elbow").frame[1].link, "elbow");
});
