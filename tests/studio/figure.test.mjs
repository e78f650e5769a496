// Laws of static/figure.js and of what sliders read: what is drawn of a robot, as numbers.

import assert from "node:assert/strict";
import {test} from "node:test";
import {axis, ellipsoid, figure, freedomsOfPlatforms, groundOf, length, origin, proportions, reachOf, subtract, SWITCHES, upOf}
    from "../../src/linkwright/studio/static/figure.js";
import {frames} from "../../src/linkwright/studio/static/kinematics.js";
import {numberOf} from "../../src/linkwright/studio/static/sliders.js";

const joint = (values, more = {}) =>
    ({name: "", kind: "revolute", values, parent: 0, lower: null, upper: null, start: 0, actuated: true, body: null, ...more});
const chain = (...joints) => ({name: "arm", base: {kind: "fixed"}, joints: joints.map((each, k) => ({...each, parent: k}))});
const wrist = chain(joint([0, 0, 0, 0, 0, 0.5]), joint([0, 0, Math.PI / 2, 0, 0, 0]), joint([0, 0, -Math.PI / 2, 0, 0, 0]));
const drums = ({parts}, j) => parts.filter(({shape, joint: of}) => shape === "drum" && of === j);
const scale = ({at}, k) => length(axis(at, k));

test("links are as long as b, d and r say", () => {
    const robot = chain(joint([0.3, 0.2, 0.5, 0.4, 0, 0.6]));
    const tubes = figure(robot, [0.7]).parts.filter(({shape, colour}) => shape === "tube" && colour === "link");
    assert.deepEqual(tubes.map((tube) => Number(scale(tube, 2).toFixed(9))), [0.2, 0.4, 0.6]);
    const {frames: T} = figure(robot, [0.7]), last = tubes.at(-1).at;
    const end = origin(last).map((x, k) => x + axis(last, 2)[k]);
    assert.ok(length(subtract(end, origin(T[1]))) < 1e-12);
});

test("of frames that coincide each later one is thinner and longer, and so are its arrows", () => {
    const drawn = figure(wrist, [0, 0, 0]);
    const [first, second, third] = [1, 2, 3].map((j) => drums(drawn, j)[0]);
    for (const [a, b] of [[first, second], [second, third]]) {
        assert.ok(scale(b, 0) < scale(a, 0));
        assert.ok(scale(b, 2) > scale(a, 2));
    }
    const tips = drawn.labels.filter(({text}) => text === "z").map(({at, from}) => length(subtract(at, from)));
    assert.ok(tips[0] < tips[1] && tips[1] < tips[2]);
});

test("the exploded view draws them apart, and leaves the table alone", () => {
    const values = structuredClone(wrist.joints.map((each) => each.values));
    const {frames: T} = figure(wrist, [0, 0, 0], {switches: {...SWITCHES, exploded: true}});
    assert.ok(length(subtract(origin(T[2]), origin(T[1]))) > 0.05);
    assert.ok(length(subtract(origin(T[3]), origin(T[2]))) > 0.05);
    assert.deepEqual(wrist.joints.map((each) => each.values), values);
});

test("sizes stay until the reach is off by 1.8", () => {
    const arm = (d) => chain(joint([0, 0, 0, d, 0, 0]));
    const before = proportions(arm(1));
    assert.deepEqual(proportions(arm(1.7), before), before);
    assert.equal(proportions(arm(1.9), before).reach, 1.9);
    assert.equal(reachOf(chain(joint([0, 0, 0, 0, 0, 0]))), 1); // a robot without lengths is drawn, too
});

test("up is against gravity", () => {
    assert.deepEqual(upOf({gravity: [0, -9.81, 0]}).map((x) => x + 0), [0, 1, 0]);
    assert.deepEqual(upOf({gravity: [0, 0, 9.81]}).map((x) => x + 0), [0, 0, -1]);
    for (const gravity of [null, [0, 0, 0], [1, 2, 3]]) assert.deepEqual(upOf({gravity}), [0, 0, 1]);
});

test("wheels stand on the ground of the world, other robots above theirs", () => {
    const sizes = proportions(wrist), T = frames(wrist, [0, 0, 0]);
    assert.ok(groundOf(wrist, T, sizes) < 0);
    assert.equal(groundOf({...wrist, base: {kind: "mobile"}}, T, sizes), 0);
});

test("the marked joint is amber, and its ellipsoid alone is drawn", () => {
    const body = {mass: 2, centre: [0.1, 0, 0], inertia: [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]};
    const robot = chain(joint([0, 0, 0, 0, 0, 0.5], {body}), joint([0, 0, 0, 0.5, 0, 0], {body}));
    const switches = {...SWITCHES, inertia: true};
    assert.equal(figure(robot, [0, 0], {switches}).parts.filter(({layer}) => layer === "glass").length, 0);
    const {parts} = figure(robot, [0, 0], {switches, hover: 2});
    assert.deepEqual(parts.filter(({layer}) => layer === "glass").map((part) => part.joint), [2]);
    assert.equal(drums({parts}, 2)[0].colour, "active");
    assert.equal(drums({parts}, 1)[0].colour, "housing");
});

test("an ellipsoid has the mass and the inertia of its body", () => {
    const [a, b, c] = [0.3, 0.2, 0.1], m = 2, moment = (x, y) => m * (x * x + y * y) / 5;
    const [s, k] = [Math.sin(0.4), Math.cos(0.4)], [I, J, K] = [moment(b, c), moment(a, c), moment(a, b)];
    const turned = [[k * k * I + s * s * J, s * k * (I - J), 0], [s * k * (I - J), s * s * I + k * k * J, 0], [0, 0, K]];
    const {radii} = ellipsoid(m, turned);
    radii.sort((x, y) => y - x).forEach((x, i) => assert.ok(Math.abs(x - [a, b, c][i]) < 1e-12));
});

test("the freedoms of a platform are no parts", () => {
    const slide = (parent) => joint([0, 0, 0, 0, 0, 0], {kind: "prismatic", parent, actuated: false});
    const robot = {joints: [slide(0), slide(1), joint([0, 0, 0, 0, 0, 0], {parent: 2, actuated: false})], platforms: [{link: 3, points: []}]};
    assert.deepEqual([...freedomsOfPlatforms(robot)].sort(), [1, 2, 3]);
    robot.joints[0].actuated = true;
    assert.equal(freedomsOfPlatforms(robot).size, 0);
});

test("numbers are read as they are typed", () => {
    assert.deepEqual(["28.6", " -1,5 °", "−3", "+.5 m", "1e-2", "2 deg"].map(numberOf), [28.6, -1.5, -3, 0.5, 0.01, 2]);
    assert.deepEqual(["", "a", "1.2.3", "NaN", "1e999", "--1", "0x10"].map(numberOf), Array(7).fill(null));
});
