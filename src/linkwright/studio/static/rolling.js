// Wheels on the ground, the plane z = 0 of the world: how the base goes while joints turn. Numbers in, numbers out, no page.
//
// The point of a wheel that touches the ground has no velocity along the heading (axle x vertical) and along the axle; a Swedish wheel
// holds that along the axes of its rollers alone, a ball nothing: Campion, Bastin & d'Andrea-Novel (1996); models/constraints/wheels.py.

import {IDENTITY, ancestors, column, coupled, cross, dot, drivenJoints, frames, freedoms, layout, leastSquares, multiply, origin, subtract} from "./kinematics.js";

const STRIDE = 0.03; // radians, or metres, of one step
const DAMPING = 1e-9; // of rows that follow from others
const SLIP = 1e-7; // of the motion that is wanted: what is more is no rounding
const X = [1, 0, 0], Y = [0, 1, 0], Z = [0, 0, 1];

/** The rows of all wheels by vx, vy, wz of the base, in its own frame, and by the rates of these freedoms. */
export function wheelRows(robot, q, free) {
    const all = frames(robot, q, IDENTITY);
    return robot.wheels.filter(({spin}) => spin).flatMap(({kind, spin, radius, roller}) => {
        const T = all[spin], axle = column(T, 2), heading = cross(axle, Z), ground = subtract(origin(T), [0, 0, radius]), path = ancestors(robot, spin);
        const velocity = ({axis, moves}) => moves.filter(([j]) => path.has(j)).reduce((sum, [j, factor]) => {
            const e = column(all[j], axis), v = robot.joints[j - 1].kind === "prismatic" ? e : cross(e, subtract(ground, origin(all[j])));
            return sum.map((x, i) => x + factor * v[i]);
        }, [0, 0, 0]);
        const columns = [X, Y, cross(Z, ground), ...free.map(velocity)];
        const ways = kind === "swedish" ? [heading.map((x, i) => x * Math.cos(roller) + axle[i] * Math.sin(roller))] : [heading, axle];
        return ways.map((way) => columns.map((v) => dot(way, v)));
    });
}

/** The rates of base and followers, the smallest ones, while the other freedoms have theirs; null if some wheel would slip. */
function solved(rows, known, rates) {
    const b = rows.map((row) => rates.reduce((sum, rate, k) => sum + (known[k] ? row[k] * rate : 0), 0));
    const unknown = rates.flatMap((_, k) => (known[k] ? [] : [k])), A = rows.map((row) => unknown.map((k) => row[k]));
    const x = unknown.map(() => 0), left = () => A.map((row, r) => row.reduce((sum, a, k) => sum + a * x[k], b[r]));
    for (let turn = 0; turn < 5; turn++) leastSquares(A, left(), x.length, DAMPING).forEach((dx, k) => { x[k] += dx; }); // what damping left
    if (Math.max(0, ...left().map(Math.abs)) > SLIP * Math.hypot(...rates)) return null;
    const found = rates.slice();
    unknown.forEach((k, i) => { found[k] = x[i]; });
    return found;
}

// A constant twist (vx, vy, w) in the plane, for the time 1.
function turned([vx, vy, w]) {
    const s = Math.abs(w) < 1e-6 ? 1 - w * w / 6 : Math.sin(w) / w, c = Math.abs(w) < 1e-6 ? w / 2 : (1 - Math.cos(w)) / w;
    return [Math.cos(w), -Math.sin(w), 0, s * vx - c * vy, Math.sin(w), Math.cos(w), 0, c * vx + s * vy, 0, 0, 1, 0, 0, 0, 0, 1];
}

/**
 * The posture `to` instead of `q`, and where the base has rolled meanwhile. Wheels that nothing drives follow; where drives would have to slip, all
 * but joint j follow, too: then `alone` is false. Where nothing helps, it stays as it is, and `stopped` is true.
 */
export function roll(robot, q, to, pose, j) {
    const {at} = layout(robot), free = freedoms(robot).filter(({joint}) => robot.joints[joint - 1].kind !== "ball");
    const under = new Set(robot.wheels.filter(({spin}) => spin).flatMap(({spin}) => [...ancestors(robot, spin)]));
    const part = free.filter(({moves}) => moves.some(([k]) => under.has(k))), drives = new Set(drivenJoints(robot));
    const change = part.map(({joint}) => to[at[joint]] - q[at[joint]]);
    const steps = Math.min(2000, Math.max(1, Math.ceil(Math.max(0, ...change.map(Math.abs)) / STRIDE)));
    for (const alone of [true, false]) {
        const known = [false, false, false, ...part.map(({joint}) => joint === j || (alone && drives.has(joint)))];
        const rates = [0, 0, 0, ...change.map((x) => x / steps)];
        let now = q, here = pose;
        const after = (found, share) => {
            const next = now.slice();
            part.forEach(({joint}, k) => { next[at[joint]] += share * found[k + 3]; });
            return coupled(robot, next);
        };
        let step = 0;
        for (; step < steps; step++) {
            const first = solved(wheelRows(robot, now, part), known, rates);
            const found = first && solved(wheelRows(robot, after(first, 0.5), part), known, rates); // in the middle of the step
            if (!found) break;
            now = after(found, 1);
            here = multiply(here, turned(found));
        }
        if (step < steps) continue;
        const q_ = to.slice();
        part.forEach(({joint}) => { q_[at[joint]] = now[at[joint]]; });
        if (part.some(({joint}) => joint === j)) q_[at[j]] = to[at[j]];
        return {q: coupled(robot, q_), pose: here, alone, stopped: false};
    }
    return {q, pose, alone: false, stopped: true};
}
