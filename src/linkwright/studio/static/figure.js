// What is drawn of a robot: a list of parts in its world, from the message and a posture alone. No page and no three.js here.
//
// A part is {shape, at, colour, joint, layer}: a unit shape (`stage.js` has them), its 4 x 4 matrix row by row, the name of a
// colour, and the joint that it belongs to (0: the base). Links go along b, d and r of the table. Joints: a drum turns, a box
// slides, a sphere does both, a collar is fixed. Frames that coincide look different: each later one is thinner and longer.

import {closingFrames, frames, IDENTITY, khalil, layout, multiply, startPosture} from "./kinematics.js";

// -- vectors ------------------------------------------------------------------------------------------------------------

export const add = (a, b, k = 1) => [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]];
export const subtract = (a, b) => add(a, b, -1);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const unit = (a) => add([0, 0, 0], a, 1 / (length(a) || 1));
export const origin = (T) => [T[3], T[7], T[11]];
export const axis = (T, k) => [T[k], T[4 + k], T[8 + k]];
const middle = (a, b) => add(add([0, 0, 0], a, 0.5), b, 0.5);

/** The matrix of a unit shape: its axes x, y, z, scaled, at a place. */
const placed = (x, y, z, [sx, sy, sz], P) => [
    x[0] * sx, y[0] * sy, z[0] * sz, P[0], x[1] * sx, y[1] * sy, z[1] * sz, P[1], x[2] * sx, y[2] * sy, z[2] * sz, P[2], 0, 0, 0, 1,
];

/** Along an axis: any x and y that are normal to it. */
function along(z, scale, P) {
    const x = unit(Math.abs(z[2]) < 0.9 ? cross([0, 0, 1], z) : cross([1, 0, 0], z));
    return placed(x, cross(z, x), z, scale, P);
}

const framed = (T, scale, P = origin(T)) => placed(axis(T, 0), axis(T, 1), axis(T, 2), scale, P);

// -- sizes --------------------------------------------------------------------------------------------------------------

/** How far the robot reaches from its base: the longest way along its links. */
export function reachOf(robot) {
    const slide = (joint) => (joint.kind === "prismatic"
        ? Math.min(4, Math.max(...[joint.lower, joint.upper, joint.start].map((x) => Math.abs(x ?? 0)))) : 0);
    const own = ({values: v}) => Math.abs(v[1]) + Math.abs(v[3]) + Math.abs(v[5]);
    const way = [0];
    for (const joint of robot.joints) way.push(way[joint.parent] + own(joint) + slide(joint));
    for (const loop of robot.loops ?? []) {
        for (const part of [loop.joint, loop.frame]) way.push(way[part.parent] + own(part));
    }
    const wheels = (robot.wheels ?? []).map((wheel) => 4 * wheel.radius);
    const far = Math.max(...way, ...wheels);
    return Number.isFinite(far) && far > 1e-9 ? far : 1;
}

/** The direction that is up: against gravity, if that is along an axis of the world; else z. */
export function upOf(robot) {
    const g = robot.gravity ?? [0, 0, -9.81], size = length(g);
    const k = [0, 1, 2].find((i) => Math.abs(g[i]) > 0.999 * size);
    if (!(size > 0) || k === undefined) return [0, 0, 1];
    return [0, 1, 2].map((i) => (i === k ? -Math.sign(g[i]) : 0));
}

/** Of joints that coincide with the one before: which of how many. */
function nesting(robot, reach) {
    const first = [0], rank = [0], members = new Map();
    robot.joints.forEach((joint, k) => {
        const j = k + 1, [, b, , d, , r] = joint.values;
        const same = joint.parent > 0 && joint.kind !== "prismatic" && Math.hypot(b, d, r) < 1e-6 * reach;
        first.push(same ? first[joint.parent] : j);
        const before = members.get(first[j]) ?? 0;
        rank.push(before);
        members.set(first[j], before + 1);
    });
    return {rank, first};
}

/** Joints that only say how a platform is free to move: along the base, without lengths and motors. No part shows them. */
export function freedomsOfPlatforms(robot) {
    const found = new Set();
    for (const {link} of robot.platforms ?? []) {
        const path = [];
        for (let j = link; j; j = robot.joints[j - 1].parent) path.push(j);
        const bare = (j) => {
            const {values, actuated} = robot.joints[j - 1];
            return actuated === false && Math.hypot(values[1], values[3], values[5]) < 1e-9;
        };
        const slides = path.filter((j) => robot.joints[j - 1].kind === "prismatic").length;
        if (path.length > 2 && slides > 1 && path.every(bare)) path.forEach((j) => found.add(j));
    }
    return found;
}

// Housings of neighbours shall not swallow one another: the least distance between joints that do not coincide.
function leastDistance(robot, reach) {
    if (robot.joints.length > 60) return reach;
    const points = frames(robot, startPosture(robot)).slice(1).map(origin);
    let least = reach;
    points.forEach((P, k) => points.slice(0, k).forEach((Q) => {
        const far = length(subtract(P, Q));
        if (far > 0.01 * reach) least = Math.min(least, far);
    }));
    return least;
}

/** The sizes that all parts share; kept from one edit to the next while they are not off by 1.8. */
export function proportions(robot, before = null) {
    const reach = reachOf(robot);
    const kept = before && reach < 1.8 * before.reach && before.reach < 1.8 * reach && !!robot.loops?.length === before.loops
        ? before.reach : reach;
    const crowd = robot.loops?.length ? 0.62 : 1 / (1 + 0.03 * Math.max(0, robot.joints.length - 8));
    const wanted = 0.066 * kept * Math.max(0.25, crowd);
    const radius = kept === before?.reach ? before.radius : Math.max(0.74 * wanted, Math.min(wanted, 0.7 * leastDistance(robot, kept)));
    return {reach: kept, radius, tube: 0.56 * radius, arrow: 0.105 * kept * Math.max(0.55, crowd), loops: !!robot.loops?.length};
}

// -- the figure ---------------------------------------------------------------------------------------------------------

export const SWITCHES = {frames: true, labels: true, links: true, exploded: false, inertia: false, size: 1, tool: false, draw: false};

/**
 * All parts, labels and what a pointer can take hold of, of a robot in a posture.
 * labels: {text, index, at, from, colour, joint}; grips: {joint, from, to, radius}, capsules; points: what a view must hold.
 */
export function figure(robot, q, {pose, sizes = proportions(robot), switches = SWITCHES, hover = null, layer = "solid"} = {}) {
    const {rank} = nesting(robot, sizes.reach);
    const shown = switches.exploded ? exploded(robot, rank, sizes) : robot;
    const T = frames(shown, q, pose ?? robot.base?.pose ?? IDENTITY);
    const draw = new Drawing(shown, q, T, rank, sizes, switches, hover, layer);
    draw.base();
    shown.joints.forEach((joint, k) => draw.joint(joint, k + 1));
    draw.loops();
    draw.platforms();
    draw.wheels();
    if (switches.inertia && layer === "solid") draw.bodies();
    if (layer === "solid") draw.frames();
    return {parts: draw.parts, labels: draw.labels, grips: draw.grips, points: draw.points, feet: draw.feet, frames: T, rank};
}

// Coincident frames apart: each along its own axis. The table is not touched.
function exploded(robot, rank, sizes) {
    const joints = robot.joints.map((joint, k) => {
        if (!rank[k + 1]) return joint;
        const values = joint.values.slice();
        values[5] += 3.4 * sizes.radius;
        return {...joint, values};
    });
    return {...robot, joints};
}

class Drawing {
    constructor(robot, q, T, rank, sizes, switches, hover, layer) {
        Object.assign(this, {robot, q, T, rank, sizes, switches, hover, layer});
        this.at = layout(robot).at;
        this.unseen = freedomsOfPlatforms(robot);
        this.plates = new Set((robot.platforms ?? []).map(({link}) => link));
        this.parts = [];
        this.labels = [];
        this.grips = [];
        this.points = [origin(T[0])];
        this.feet = []; // capsules that throw a shadow: from, to, radius
        const depth = [0];
        for (const joint of robot.joints) depth.push(depth[joint.parent] + 1);
        const deepest = Math.max(...depth, 6);
        this.slim = depth.map((d) => 1 - 0.34 * Math.max(0, d - 1) / deepest); // outer joints are smaller
    }

    // -- shapes

    part(shape, at, colour, joint) {
        this.parts.push({shape, at, colour, joint, layer: this.layer});
    }

    tube(from, to, radius, colour, joint, shape = "tube") {
        const way = subtract(to, from), far = length(way);
        if (far < 1e-3 * radius) return;
        this.part(shape, along(unit(way), [radius, radius, far], from), colour, joint);
        this.feet.push([from, to, radius]);
    }

    ball(P, radius, colour, joint) {
        this.part("ball", placed([1, 0, 0], [0, 1, 0], [0, 0, 1], [radius, radius, radius], P), colour, joint);
    }

    arrow(P, way, far, colour, joint, thick = 1) {
        const r = 0.0062 * this.sizes.reach * thick * (this.sizes.loops ? 0.7 : 1), head = Math.min(0.45 * far, 6.2 * r);
        this.part("tube", along(way, [r, r, far - head], P), colour, joint);
        this.part("cone", along(way, [2.6 * r, 2.6 * r, head], add(P, way, far - head)), colour, joint);
    }

    drum(T, radius, half, colour, joint, P = origin(T)) {
        this.part("drum", framed(T, [radius, radius, half], P), colour, joint);
        this.feet.push([add(P, axis(T, 2), half * 0.8), add(P, axis(T, 2), -half * 0.8), radius]);
    }

    /** Radius and half length of the housing of joint j. */
    housing(j) {
        const nested = this.rank[j] ?? 0, radius = this.sizes.radius * (this.slim[j] ?? 0.8) * 0.8 ** nested;
        return [radius, this.sizes.radius * (this.slim[j] ?? 0.8) * 1.12 * 1.3 ** nested];
    }

    colourOf(j, colour) {
        return this.hover === j ? "active" : colour;
    }

    // -- links: from a frame along b, then d, then r, to the frame of a joint

    link(from, values, way, parent, j, slide = 0) {
        const [gamma, b, alpha, d] = values, r = values[5] + slide;
        const start = origin(from);
        const turned = multiply(from, khalil([gamma, b, alpha, 0, 0, 0]));
        const bend = origin(turned), foot = add(bend, axis(turned, 0), d), end = add(foot, way, r);
        this.points.push(bend, foot, end);
        return {start, bend, foot, end, turned};
    }

    tubes(route, parent, j, shape = "tube") {
        if (!this.switches.links) return;
        const radius = this.sizes.tube * (0.35 * this.slim[parent] + 0.65 * (this.slim[j] ?? this.slim[parent]));
        const {start, bend, foot, end} = route;
        const corners = [start, bend, foot, shape === "rod" ? foot : end];
        const colour = this.switches.exploded && this.rank[j] ? "apart" : "link";
        const thick = colour === "apart" ? 0.35 * radius : radius;
        for (let k = 0; k < 3; k++) {
            this.tube(corners[k], corners[k + 1], thick, colour, parent);
            if (parent) this.grips.push({joint: parent, from: corners[k], to: corners[k + 1], radius, isLink: true});
            if (k && length(subtract(corners[k], corners[k - 1])) > radius && length(subtract(corners[k + 1], corners[k])) > 1e-3 * radius) {
                this.ball(corners[k], thick, colour, parent);
            }
        }
    }

    joint(joint, j) {
        const {parent, kind, values} = joint, T = this.T[j];
        if (this.unseen.has(j)) {
            if (!this.plates.has(j)) return;
            const size = 0.9 * this.sizes.tube;
            this.ball(origin(T), size, this.colourOf(j, "housing"), j);
            this.grips.push({joint: j, from: origin(T), to: origin(T), radius: 2 * size});
            this.points.push(origin(T));
            return;
        }
        const slide = kind === "prismatic" ? this.q[this.at[j]] ?? 0 : 0;
        const z = kind === "ball" ? axis(multiply(this.T[parent], khalil(values)), 2) : axis(T, 2);
        const route = this.link(this.T[parent], values, z, parent, j, slide);
        this.tubes(route, parent, j, kind === "prismatic" ? "rod" : "tube");
        const [radius, half] = this.housing(j), colour = this.colourOf(j, "housing");
        switch (kind) {
        case "revolute":
            if (this.robot.wheels?.some((wheel) => wheel.spin === j)) break; // its disc is its housing
            this.drum(T, radius, half, colour, j);
            this.part("drum", framed(T, [0.72 * radius, 0.72 * radius, 1.07 * half]), "cap", j);
            break;
        case "prismatic": {
            const wide = 0.86 * radius, long = 1.25 * this.sizes.radius * this.slim[j];
            this.part("box", framed(T, [wide, wide, long], route.foot), colour, j);
            this.feet.push([add(route.foot, z, long), add(route.foot, z, -long), wide]);
            const rod = 0.46 * radius, far = length(subtract(route.end, route.foot));
            if (far > 1e-6) {
                const way = unit(subtract(route.end, route.foot));
                this.part("bar", placed(axis(T, 0), cross(way, axis(T, 0)), way, [rod, rod, far], route.foot), "rod", j);
                this.feet.push([route.foot, route.end, rod]);
            }
            this.part("box", framed(T, [0.62 * radius, 0.62 * radius, 0.32 * radius]), "cap", j);
            this.grips.push({joint: j, from: route.foot, to: route.end, radius: rod});
            this.grips.push({joint: j, from: add(route.foot, z, -long), to: add(route.foot, z, long), radius: 1.1 * wide});
            break;
        }
        case "ball":
            this.ball(origin(T), 1.08 * radius, colour, j);
            this.part("ring", framed(T, [1.1 * radius, 1.1 * radius, 1.1 * radius]), "cap", j);
            break;
        default:
            this.part("drum", framed(T, [0.72 * this.sizes.tube * 1.7, 0.72 * this.sizes.tube * 1.7, 0.55 * this.sizes.tube]),
                this.colourOf(j, "collar"), j);
        }
        const reach = kind === "fixed" ? 0.4 * half : half;
        this.grips.push({joint: j, from: add(origin(T), axis(T, 2), -reach), to: add(origin(T), axis(T, 2), reach), radius});
        this.points.push(origin(T));
    }

    // -- the base

    base() {
        const {kind} = this.robot.base ?? {}, T = this.T[0], {radius, tube} = this.sizes;
        if (kind === "floating") {
            const box = 1.5 * radius;
            this.part("box", framed(T, [1.25 * box, box, 0.6 * box]), this.colourOf(0, "base"), 0);
            this.feet.push([add(origin(T), axis(T, 0), box), add(origin(T), axis(T, 0), -box), box]);
            for (const k of [0, 1, 2]) {
                const [x, y, z] = [k + 1, k + 2, k].map((i) => axis(T, i % 3));
                this.part("hoop", placed(x, y, z, [2.5 * radius, 2.5 * radius, 2.5 * radius], origin(T)), "float", 0);
            }
            return;
        }
        if (kind === "mobile") {
            this.chassis();
            return;
        }
        const up = upOf(this.robot), ground = groundOf(this.robot, this.T, this.sizes), foot = add(origin(T), up, ground - dot(origin(T), up));
        if (this.robot.loops?.length || length(subtract(foot, origin(T))) > 4 * radius || this.layer !== "solid") {
            this.ball(origin(T), 1.25 * tube, "base", 0);
            return;
        }
        this.part("plinth", along(up, [1.95 * radius, 1.95 * radius, 0.62 * radius], foot), "base", 0);
        this.tube(foot, origin(T), 0.7 * radius, "base", 0);
        this.feet.push([foot, foot, 1.9 * radius]);
    }

    // A plate between the wheels, at the height of their axles.
    chassis() {
        const T = this.T[0], wheels = (this.robot.wheels ?? []).filter((wheel) => wheel.spin);
        const mounts = wheels.map((wheel) => this.inBase(origin(this.T[wheel.spin])));
        if (!mounts.length) {
            this.part("box", framed(T, [2 * this.sizes.radius, 2 * this.sizes.radius, this.sizes.radius]), "base", 0);
            return;
        }
        const low = [0, 1].map((k) => Math.min(0, ...mounts.map((P) => P[k])));
        const high = [0, 1].map((k) => Math.max(0, ...mounts.map((P) => P[k])));
        const r = Math.max(...wheels.map((wheel) => wheel.radius)), height = Math.max(...mounts.map((P) => P[2]));
        const half = [0, 1].map((k) => Math.max((high[k] - low[k]) / 2 * 0.82, 0.9 * r));
        const centre = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, height + 0.28 * r];
        const P = [0, 1, 2].reduce((sum, k) => add(sum, axis(T, k), centre[k]), origin(T));
        this.part("box", framed(T, [half[0], half[1], 0.22 * r], P), "base", 0);
        this.feet.push([add(P, axis(T, 0), half[0] * 0.7), add(P, axis(T, 0), -half[0] * 0.7), half[1]]);
    }

    inBase(P) {
        const T = this.T[0], away = subtract(P, origin(T));
        return [0, 1, 2].map((k) => dot(axis(T, k), away));
    }

    // -- wheels: a disc about the axle, which touches the ground below the origin of its frame

    wheels() {
        for (const {kind, spin, radius, roller} of this.robot.wheels ?? []) {
            if (!spin) continue;
            const T = this.T[spin], P = origin(T), wide = 0.2 * radius, marked = this.hover === spin;
            this.points.push(add(P, upOf(this.robot), -radius));
            this.feet.push([add(P, axis(T, 2), wide), add(P, axis(T, 2), -wide), radius]);
            this.grips.push({joint: spin, from: add(P, axis(T, 2), -wide), to: add(P, axis(T, 2), wide), radius});
            this.part("drum", framed(T, [0.42 * radius, 0.42 * radius, 1.25 * wide]), marked ? "active" : "housing", spin);
            for (let k = 0; k < 5; k++) {
                const a = 2 * Math.PI * k / 5, out = add(add([0, 0, 0], axis(T, 0), Math.cos(a)), axis(T, 1), Math.sin(a));
                this.part("tube", along(out, [0.07 * radius, 0.07 * radius, 0.8 * radius], P), "cap", spin);
            }
            if (kind !== "swedish") {
                this.part("tyre", framed(T, [radius, radius, radius]), marked ? "active" : "tyre", spin);
                continue;
            }
            this.part("hoop", framed(T, [0.8 * radius, 0.8 * radius, 2.4 * radius]), "cap", spin);
            for (let k = 0; k < 12; k++) { // rollers, turned by their angle from the plane of the wheel
                const a = 2 * Math.PI * k / 12, c = Math.cos(a), s = Math.sin(a);
                const out = add(add([0, 0, 0], axis(T, 0), c), axis(T, 1), s);
                const round = add(add([0, 0, 0], axis(T, 0), -s), axis(T, 1), c);
                const way = add(add([0, 0, 0], round, Math.cos(roller)), axis(T, 2), Math.sin(roller));
                const side = cross(out, way), long = 0.24 * radius;
                this.part("ball", placed(out, side, way, [0.13 * radius, 0.13 * radius, long], add(P, out, 0.87 * radius)),
                    marked ? "active" : "tyre", spin);
            }
        }
    }

    // -- loops: the cut joint on its link, the closing frame on the other one

    loops() {
        closingFrames(this.robot, this.T).forEach(({kind, C, E}, k) => {
            const loop = this.robot.loops[k], {radius, tube} = this.sizes;
            for (const [part, end] of [[loop.joint, C], [loop.frame, E]]) {
                const route = this.link(this.T[part.parent], part.values, axis(end, 2), part.parent, null);
                this.tubes(route, part.parent, part.parent);
            }
            const r = 0.62 * radius, colour = "cut";
            if (kind === "ball" || kind === "universal") this.ball(origin(C), 0.85 * r, colour, loop.joint.parent);
            else if (kind === "prismatic" || kind === "line") {
                this.part("box", framed(C, [0.8 * r, 0.8 * r, 1.2 * r]), colour, loop.joint.parent);
            } else this.part("drum", framed(C, [0.86 * r, 0.86 * r, 0.95 * r]), colour, loop.joint.parent);
            this.part("ring", framed(E, [1.05 * r, 1.05 * r, 1.05 * r]), "housing", loop.frame.parent);
            const gap = subtract(origin(E), origin(C)), open = kind === "revolute" || kind === "ball" || kind === "fixed" || kind === "universal";
            if (open && length(gap) > 1e-4 * this.sizes.reach && !this.switches.exploded) {
                this.tube(origin(C), origin(E), 0.16 * tube, "wrong", loop.joint.parent);
            }
            this.points.push(origin(C), origin(E));
        });
    }

    platforms() {
        if (!this.switches.links) return;
        for (const {link, points} of this.robot.platforms ?? []) {
            if (points.length < 3) continue;
            const T = this.T[link];
            const corners = points.map((P) => [0, 1, 2].reduce((sum, k) => add(sum, axis(T, k), P[k]), origin(T)));
            const centre = corners.reduce((sum, P) => add(sum, P, 1 / corners.length), [0, 0, 0]);
            const spread = corners.map((P) => length(subtract(P, centre))), far = Math.max(...spread);
            if (far < 1e-6 * this.sizes.reach) continue;
            const x = unit(subtract(corners[spread.indexOf(far)], centre));
            const normal = unit(corners.map((P) => cross(x, subtract(P, centre))).reduce((a, b) => (length(b) > length(a) ? b : a)));
            const y = cross(normal, x);
            const angle = (P) => Math.atan2(dot(y, subtract(P, centre)), dot(x, subtract(P, centre)));
            const round = corners.slice().sort((a, b) => angle(a) - angle(b));
            round.forEach((P, k) => this.tube(P, round[(k + 1) % round.length], 0.62 * this.sizes.tube, "link", link));
            const disc = 0.7 * Math.min(...round.map((P, k) => length(subtract(middle(P, round[(k + 1) % round.length]), centre))));
            if (disc > this.sizes.tube) this.part("drum", placed(x, y, normal, [disc, disc, 0.42 * this.sizes.tube], centre), "cap", link);
        }
    }

    // -- bodies: centres of mass, and the ellipsoid of the link under the pointer

    bodies() {
        const all = [[0, this.robot.base?.body], ...this.robot.joints.map((joint, k) => [k + 1, joint.body])];
        for (const [j, body] of all) {
            if (!body || !(body.mass > 0)) continue;
            const T = this.T[j], P = [0, 1, 2].reduce((sum, k) => add(sum, axis(T, k), body.centre[k]), origin(T));
            this.ball(P, 0.36 * this.sizes.radius, this.colourOf(j, "mass"), j);
            this.labels.push({text: "m", index: j, at: P, from: origin(T), colour: "mass", joint: j});
            if (this.hover !== j) continue;
            const {axes, radii} = ellipsoid(body.mass, body.inertia);
            if (!radii.every((r) => r > 0)) continue;
            const world = axes.map((a) => [0, 1, 2].reduce((sum, k) => add(sum, axis(T, k), a[k]), [0, 0, 0]));
            if (dot(cross(world[0], world[1]), world[2]) < 0) world[2] = add([0, 0, 0], world[2], -1);
            this.parts.push({shape: "ball", at: placed(...world, radii, P), colour: "glass", joint: j, layer: "glass"});
        }
    }

    // -- frames: x, z with their names; y short, as the third of the three

    frames() {
        if (!this.switches.frames) return;
        const {arrow} = this.sizes, size = this.switches.size ?? 1;
        const first = this.robot.base?.kind === "fixed" || !this.robot.base?.kind ? 1 : 0;
        for (let j = first; j < this.T.length; j++) {
            if (this.unseen.has(j) && !this.plates.has(j)) continue;
            const T = this.T[j], P = origin(T), nested = this.rank[j] ?? 0;
            const kind = j ? this.robot.joints[j - 1].kind : "base";
            const wheel = this.robot.wheels?.find((each) => each.spin === j);
            const [radius, half] = kind === "base" ? [1.2 * this.sizes.radius, this.sizes.radius]
                : this.unseen.has(j) ? [this.sizes.tube, this.sizes.tube] : kind === "fixed" ? [0.5 * this.sizes.radius, 0.4 * this.sizes.radius]
                    : wheel ? [wheel.radius, 0.3 * wheel.radius] : this.housing(j);
            const far = arrow * size * (1 + 0.22 * nested);
            const reach = [radius + far, radius + 0.4 * far, half + far];
            ["x", "y", "z"].forEach((name, k) => {
                this.arrow(P, axis(T, k), reach[k], name, j, name === "y" ? 0.8 : 1);
                if (name === "y" || !this.switches.labels) return;
                const tip = add(P, axis(T, k), reach[k]);
                this.labels.push({text: name, index: j, at: tip, from: P, colour: name, joint: j});
                this.points.push(tip);
            });
        }
        closingFrames(this.robot, this.T).forEach(({C, E}, k) => {
            const n = this.robot.joints.length, count = this.robot.loops.length;
            const far = 0.62 * this.sizes.radius + 0.62 * arrow * size;
            for (const [T, index, joint, thick] of [
                [C, n + k + 1, this.robot.loops[k].joint.parent, 0.75], [E, n + count + k + 1, this.robot.loops[k].frame.parent, 0.55],
            ]) {
                for (const [name, i] of [["x", 0], ["z", 2]]) {
                    this.arrow(origin(T), axis(T, i), far * (index > n + count ? 1.25 : 1), name, joint, thick);
                }
                if (this.switches.labels && count <= 3) {
                    const tip = add(origin(T), axis(T, 0), far * (index > n + count ? 1.25 : 1));
                    this.labels.push({text: "x", index, at: tip, from: origin(T), colour: "x", joint, minor: true});
                }
            }
        });
    }
}

/** How high the ground is, along `up`: the world's plane z = 0 below wheels; else a little below the lowest frame. */
export function groundOf(robot, T, sizes) {
    if (robot.base?.kind === "mobile") return 0;
    const up = upOf(robot);
    const heights = T.map((each) => dot(origin(each), up)), base = heights[0];
    const closing = closingFrames(robot, T).map(({C}) => dot(origin(C), up));
    const lowest = Math.min(...heights, ...closing);
    const room = robot.base?.kind === "floating" ? 4 * sizes.radius : 2.1 * sizes.radius;
    return lowest > base - 0.1 * sizes.reach ? base - room : lowest - room;
}

/** The principal axes of a body and the half axes of the ellipsoid of uniform density that has its mass and its inertia. */
export function ellipsoid(mass, inertia) {
    const A = inertia.map((row) => row.slice()), V = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    for (let sweep = 0; sweep < 30; sweep++) { // Jacobi's rotations
        const [p, q] = [[0, 1], [0, 2], [1, 2]].reduce((a, b) => (Math.abs(A[b[0]][b[1]]) > Math.abs(A[a[0]][a[1]]) ? b : a));
        if (Math.abs(A[p][q]) < 1e-15 * (Math.abs(A[0][0]) + Math.abs(A[1][1]) + Math.abs(A[2][2]))) break;
        const t = Math.atan2(2 * A[p][q], A[q][q] - A[p][p]) / 2, c = Math.cos(t), s = Math.sin(t);
        for (let k = 0; k < 3; k++) [A[k][p], A[k][q]] = [c * A[k][p] - s * A[k][q], s * A[k][p] + c * A[k][q]];
        for (let k = 0; k < 3; k++) [A[p][k], A[q][k]] = [c * A[p][k] - s * A[q][k], s * A[p][k] + c * A[q][k]];
        for (let k = 0; k < 3; k++) [V[k][p], V[k][q]] = [c * V[k][p] - s * V[k][q], s * V[k][p] + c * V[k][q]];
    }
    const I = [A[0][0], A[1][1], A[2][2]], sum = I[0] + I[1] + I[2];
    const axes = [0, 1, 2].map((k) => [V[0][k], V[1][k], V[2][k]]);
    return {axes, radii: I.map((x) => Math.sqrt(Math.max(5 * (sum - 2 * x) / (2 * mass), 0)))}; // I_x = m (b^2 + c^2)/5
}
