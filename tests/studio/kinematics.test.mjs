// Laws of static/kinematics.js that need no Python: `node --test tests/studio`.

import assert from "node:assert/strict";
import {test} from "node:test";
import {
    IDENTITY, carriedPosture, closeLoops, coupled, drivenJoints, frames, gapOf, inverse, isFree, khalil, layout, moveJoint,
    multiply, rotation, startPosture,
} from "../../src/linkwright/studio/static/kinematics.js";

const near = (a, b, tolerance = 1e-12) =>
    a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) <= tolerance, `${i}: ${x} is not ${b[i]}`));
const joint = (kind, values = [0, 0, 0, 0, 0, 0], more = {}) =>
    ({name: more.name ?? "", kind, values, parent: 0, lower: null, upper: null, start: 0, actuated: true, ...more});
const chain = (...joints) => ({joints: joints.map((each, k) => ({...each, name: each.name || `joint${k + 1}`, parent: k}))});

const turn = (axis, a) => (axis === "z"
    ? [Math.cos(a), -Math.sin(a), 0, 0, Math.sin(a), Math.cos(a), 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    : [1, 0, 0, 0, 0, Math.cos(a), -Math.sin(a), 0, 0, Math.sin(a), Math.cos(a), 0, 0, 0, 0, 1]);
const shift = (axis, d) => IDENTITY.map((x, i) => (i === (axis === "z" ? 11 : 3) ? d : x));

const fourBar = { // docs/loops.md
    joints: [
        joint("revolute", [0, 0, 0, 0, 0, 0], {name: "crank", start: 0.7}),
        joint("revolute", [0, 0, 0, 0.2, 0, 0], {name: "coupler", parent: 1, start: -0.19, actuated: false}),
        joint("revolute", [0, 0, 0, 0.5, 0, 0], {name: "follower", start: 1.44, actuated: false}),
    ],
    loops: [{
        joint: {kind: "revolute", parent: 2, values: [0, 0, 0, 0.45, 0, 0]},
        frame: {kind: "fixed", parent: 3, values: [0, 0, 0, 0.35, 0, 0]},
    }],
};

test("a frame is the product of its six elementary motions", () => {
    const [gamma, b, alpha, d, theta, r] = [0.3, 0.1, -1.1, 0.4, 2.0, -0.2];
    const product = [turn("z", gamma), shift("z", b), turn("x", alpha), shift("x", d), turn("z", theta), shift("z", r)]
        .reduce(multiply);
    near(khalil([gamma, b, alpha, d, theta, r]), product);
});

test("quarter turns leave exact zeros", () => {
    assert.deepEqual(khalil([0, 0, Math.PI / 2, 0, -Math.PI / 2, 0]).map((x) => x + 0),
        [0, 1, 0, 0, 0, 0, -1, 0, -1, 0, 0, 0, 0, 0, 0, 1]);
});

test("a pose times its inverse is nothing", () => {
    const T = khalil([0.3, 0.1, -1.1, 0.4, 2.0, -0.2]);
    near(multiply(T, inverse(T)), IDENTITY);
});

test("a ball joint about its z is a revolute one, whatever the length of its quaternion", () => {
    const values = [0, 0.1, 0.7, 0.3, 0.2, 0.05], angle = 0.9;
    const quaternion = [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)].map((x) => 3 * x);
    near(frames(chain(joint("ball", values)), quaternion)[1], frames(chain(joint("revolute", values)), [angle])[1]);
    near(rotation([1, 1, 0, 0]), turn("x", Math.PI / 2));
});

test("the joint variable is added to theta or r, and a fixed joint takes no number", () => {
    const robot = chain(joint("prismatic", [0, 0, 0, 0, 0, 0.1]), joint("fixed", [0, 0, 0, 1, 0, 0]), joint("revolute"));
    assert.deepEqual(layout(robot), {at: [0, 0, 1, 1], size: 2});
    const [, first, second, third] = frames(robot, [0.4, Math.PI / 2]);
    near([first[11], second[3], second[11]], [0.5, 1, 0.5]);
    near(third, [0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 1]);
});

test("the base carries all frames", () => {
    const robot = {...chain(joint("revolute", [0, 0, 0, 1, 0, 0])), base: {pose: shift("z", 2)}};
    assert.equal(frames(robot, [0])[1][11], 2);
    assert.equal(frames(robot, [0], shift("x", 5))[1][3], 6);
});

test("couplings follow one another", () => {
    const robot = {
        ...chain(joint("revolute"), joint("revolute"), joint("revolute")),
        couplings: [{joint: 3, terms: [[2, 2]], offset: 0.5}, {joint: 2, terms: [[1, -1]], offset: 0}],
    };
    near(coupled(robot, [0.3, 9, 9]), [0.3, -0.3, -0.1]);
    assert.deepEqual([1, 2, 3].map((j) => isFree(robot, j)), [true, false, false]);
});

test("a joint whose limits exclude 0 starts in the middle of them", () => {
    const limits = (lower, upper) => startPosture(chain(joint("revolute", undefined, {lower, upper})))[0];
    assert.deepEqual([limits(-3, -1), limits(1, null), limits(-1, 1)], [-2, 1, 0]);
});

test("a posture survives an edit by the names of the joints", () => {
    const before = chain(joint("revolute", undefined, {name: "a"}), joint("prismatic", undefined, {name: "b"}));
    const after = chain(joint("revolute", undefined, {name: "new"}), joint("revolute", undefined, {name: "a"}),
        joint("revolute", undefined, {name: "b"}));
    assert.deepEqual(carriedPosture(before, [0.3, 0.2], after), [0, 0.3, 0]);
});

test("a four-bar linkage closes, and the joints that nothing drives follow the crank", () => {
    const q = startPosture(fourBar);
    assert.ok(gapOf(fourBar, q) < 1e-12);
    assert.deepEqual(drivenJoints(fourBar), [1]);
    for (const crank of [-2, 0.1, 1.3, 6]) {
        const {q: there, stopped} = moveJoint(fourBar, q, 1, crank);
        assert.equal(stopped, false);
        assert.equal(there[0], crank);
        assert.ok(gapOf(fourBar, there) < 1e-9);
    }
    const round = moveJoint(fourBar, q, 1, q[0] + 2 * Math.PI).q; // a crank turns round: all is where it was
    near([Math.cos(round[2])], [Math.cos(q[2])], 1e-8);
});

test("a follower stops where the linkage does", () => {
    const q = startPosture(fourBar);
    const {q: there, stopped} = moveJoint(fourBar, q, 3, -1.5);
    assert.equal(stopped, true);
    assert.ok(gapOf(fourBar, there) < 1e-9);
});

test("what cannot be closed says so", () => {
    const far = structuredClone(fourBar);
    far.loops[0].frame.values[3] = 9;
    assert.equal(closeLoops(far, [0.7, -0.19, 1.44], [1]).closed, false);
});

test("a ball joint closes a loop by its quaternion", () => {
    const robot = {
        joints: [joint("ball", [0, 0, 0, 0, 0, 0], {name: "ball", actuated: false}),
            joint("prismatic", [0, 0, 0, 0.5, 0, 0.2], {name: "slide"})],
        loops: [{joint: {kind: "ball", parent: 1, values: [0, 0, 0, Math.hypot(0.5, 0.3), 0, 0]},
            frame: {kind: "fixed", parent: 2, values: [0, 0, 0, 0, 0, 0]}}],
    };
    const {q, closed} = closeLoops(robot, [1, 0, 0, 0, 0.1], [2]);
    assert.equal(closed, true);
    assert.equal(q[4], 0.1);
});
