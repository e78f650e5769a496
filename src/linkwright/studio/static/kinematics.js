// Where the frames of a robot are, and how its loops close: numbers in, numbers out, no page.
//
// `robot` is the message of that name (docs/studio.md). A posture `q` is one flat list: a number per revolute and prismatic
// joint, four (w x y z) per ball joint, none per fixed joint. Matrices are 16 numbers, row by row. Joints are counted from 1,
// and 0 is the base; frames[j] is the frame of joint j.

export const IDENTITY = Object.freeze([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

const WIDTH = {revolute: 1, prismatic: 1, ball: 4, fixed: 0};

/** Where the numbers of each joint begin in a posture, and how many there are in all. */
export function layout(robot) {
    const at = [0];
    let size = 0;
    for (const joint of robot.joints) {
        at.push(size);
        size += WIDTH[joint.kind] ?? 0;
    }
    return {at, size};
}

// -- frames -----------------------------------------------------------------------------------------------------------

export function multiply(A, B) {
    const C = new Array(16);
    for (let i = 0; i < 12; i += 4) {
        const a = A[i], b = A[i + 1], c = A[i + 2];
        for (let k = 0; k < 4; k++) C[i + k] = a * B[k] + b * B[k + 4] + c * B[k + 8];
        C[i + 3] += A[i + 3];
    }
    C[12] = C[13] = C[14] = 0;
    C[15] = 1;
    return C;
}

/** The inverse of a pose. */
export function inverse(T) {
    const [a, b, c, x, d, e, f, y, g, h, i, z] = T;
    return [
        a, d, g, -(a * x + d * y + g * z), b, e, h, -(b * x + e * y + h * z), c, f, i, -(c * x + f * y + i * z), 0, 0, 0, 1,
    ];
}

// Quarter turns leave exact zeros: a frame that is parallel to another is drawn, and measured, parallel.
const QUARTERS = [[0, 1], [1, 0], [0, -1], [-1, 0]];
function sinCos(angle) {
    const quarters = angle / (Math.PI / 2), whole = Math.round(quarters);
    if (Math.abs(quarters - whole) < 1e-15 * Math.max(1, Math.abs(whole))) return QUARTERS[((whole % 4) + 4) % 4];
    return [Math.sin(angle), Math.cos(angle)];
}

/** Rot(z, gamma) Trans(z, b) Rot(x, alpha) Trans(x, d) Rot(z, theta) Trans(z, r): Khalil & Kleinfinger 1986. */
export function khalil([gamma, b, alpha, d, theta, r]) {
    const [sg, cg] = sinCos(gamma), [sa, ca] = sinCos(alpha), [st, ct] = sinCos(theta);
    return [
        cg * ct - sg * ca * st, -cg * st - sg * ca * ct, sg * sa, cg * d + r * sg * sa,
        sg * ct + cg * ca * st, -sg * st + cg * ca * ct, -cg * sa, sg * d - r * cg * sa,
        sa * st, sa * ct, ca, b + r * ca,
        0, 0, 0, 1,
    ];
}

/** The rotation of a quaternion (w, x, y, z) of any length but 0. */
export function rotation([w, x, y, z]) {
    const n = w * w + x * x + y * y + z * z, s = 2 / n;
    return [
        1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), 0,
        s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x), 0,
        s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y), 0,
        0, 0, 0, 1,
    ];
}

/** The vector of a turn, axis times angle, and back: three numbers that sliders can hold of a ball joint. */
export function turnVector([w, x, y, z]) {
    const sine = Math.hypot(x, y, z), angle = 2 * Math.atan2(sine, Math.abs(w)), factor = sine > 1e-12 ? angle / sine : 2;
    return [x, y, z].map((e) => e * factor * (w < 0 ? -1 : 1));
}

export function quaternionOf(vector) {
    const angle = Math.hypot(...vector), factor = angle > 1e-12 ? Math.sin(angle / 2) / angle : 0.5;
    return [Math.cos(angle / 2), ...vector.map((e) => e * factor)];
}

/** Frame j in that of its parent; `q` are the numbers of this joint alone. */
export function jointFrame(joint, q) {
    const values = joint.values;
    switch (joint.kind) {
    case "revolute": return khalil([values[0], values[1], values[2], values[3], values[4] + q[0], values[5]]);
    case "prismatic": return khalil([values[0], values[1], values[2], values[3], values[4], values[5] + q[0]]);
    case "ball": return multiply(khalil(values), rotation(q));
    default: return khalil(values);
    }
}

/** All frames in the world, that of the base first. `pose` is frame 0 in the world, else the message's. */
export function frames(robot, q, pose = robot.base?.pose ?? IDENTITY) {
    const {at} = layout(robot);
    const found = [pose];
    robot.joints.forEach((joint, k) => {
        const own = q.slice(at[k + 1], at[k + 1] + (WIDTH[joint.kind] ?? 0));
        found.push(multiply(found[joint.parent], jointFrame(joint, own)));
    });
    return found;
}

/** Of each loop the frame C of its cut joint and the closing frame E, in the world. */
export function closingFrames(robot, all) {
    return (robot.loops ?? []).map(({joint, frame}) => ({
        kind: joint.kind,
        C: multiply(all[joint.parent], khalil(joint.values)),
        E: multiply(all[frame.parent], khalil(frame.values)),
    }));
}

// -- postures ---------------------------------------------------------------------------------------------------------

/** The same posture with coupled joints where the others put them. They may follow one another, not form a cycle. */
export function coupled(robot, q) {
    if (!robot.couplings?.length) return q;
    const {at} = layout(robot);
    const out = q.slice();
    const of = new Map(robot.couplings.map((coupling) => [coupling.joint, coupling]));
    const done = new Set();
    const value = (j) => {
        const coupling = of.get(j);
        if (coupling && !done.has(j)) {
            done.add(j);
            out[at[j]] = coupling.terms.reduce((sum, [k, factor]) => sum + factor * value(k), coupling.offset);
        }
        return out[at[j]];
    };
    for (const j of of.keys()) value(j);
    return out;
}

/** Whether the slider of joint j moves something: it is neither fixed nor coupled to others. */
export function isFree(robot, j) {
    return robot.joints[j - 1].kind !== "fixed" && !(robot.couplings ?? []).some((coupling) => coupling.joint === j);
}

/** Where a robot is first drawn: as assembled; at 0; in the middle of limits that exclude 0. */
export function startPosture(robot) {
    const q = robot.joints.flatMap(({kind, start, lower, upper}) => {
        if (kind === "ball") return [1, 0, 0, 0];
        if (kind === "fixed") return [];
        const within = (x) => (lower == null || x >= lower) && (upper == null || x <= upper);
        if (start || within(0)) return [start ?? 0];
        return [lower != null && upper != null ? (lower + upper) / 2 : lower ?? upper];
    });
    const assembled = coupled(robot, q);
    return robot.loops?.length ? closeLoops(robot, assembled, []).q : assembled;
}

/** The posture of another table, as far as it goes on: the numbers of joints that are still there, by name and kind. */
export function carriedPosture(before, q, robot) {
    const fresh = startPosture(robot);
    if (!before) return fresh;
    const was = layout(before).at, now = layout(robot).at;
    const numbers = new Map(before.joints.map((joint, k) => [`${joint.name}\n${joint.kind}`, was[k + 1]]));
    robot.joints.forEach((joint, k) => {
        const from = numbers.get(`${joint.name}\n${joint.kind}`);
        if (from === undefined) return;
        for (let i = 0; i < WIDTH[joint.kind]; i++) fresh[now[k + 1] + i] = q[from + i];
    });
    const posture = coupled(robot, fresh);
    if (!robot.loops?.length) return posture;
    const closed = closeLoops(robot, posture, drivenJoints(robot));
    return closed.closed ? closed.q : startPosture(robot);
}

/** The joints that motors move. */
export function drivenJoints(robot) {
    return robot.joints.map((joint, k) => k + 1).filter((j) => robot.joints[j - 1].actuated !== false && isFree(robot, j));
}

// -- closed loops -------------------------------------------------------------------------------------------------------

export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const column = (T, k) => [T[k], T[4 + k], T[8 + k]];
export const origin = (T) => column(T, 3);
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

// What a cut joint demands of E in C, by rows: d along an axis of C, z: a component of z of E, w: turns about axes of C.
const DEMANDS = {
    revolute: ["d0", "d1", "d2", "z0", "z1"], prismatic: ["d0", "d1", "w0", "w1", "w2"], ball: ["d0", "d1", "d2"],
    universal: ["d0", "d1", "d2", "z2"], cylindrical: ["d0", "d1", "z0", "z1"], planar: ["d2", "z0", "z1"],
    line: ["d0", "d1"], fixed: ["d0", "d1", "d2", "w0", "w1", "w2"],
};

/** The length by which gaps are measured: that of the table's lengths. */
export function sizeOf(robot) {
    const rows = [...robot.joints, ...(robot.loops ?? []).flatMap((loop) => [loop.joint, loop.frame])];
    const lengths = rows.flatMap(({values}) => [values[1], values[3], values[5]].map(Math.abs));
    return Math.max(...lengths, 1e-9);
}

/** The freedoms that a slider or an iteration can move, each with the joints that it moves and their factors. */
export function freedoms(robot) {
    const {at} = layout(robot);
    const shares = new Map();
    const share = (j) => {
        if (!shares.has(j)) {
            const coupling = (robot.couplings ?? []).find((c) => c.joint === j);
            const own = new Map();
            if (!coupling) own.set(j, 1);
            for (const [k, factor] of coupling?.terms ?? []) {
                for (const [free, f] of share(k)) own.set(free, (own.get(free) ?? 0) + factor * f);
            }
            shares.set(j, own);
        }
        return shares.get(j);
    };
    const found = [];
    robot.joints.forEach(({kind}, k) => {
        const j = k + 1;
        if (kind === "ball") found.push(...[0, 1, 2].map((axis) => ({joint: j, at: at[j], axis, moves: [[j, 1]]})));
        else if (kind !== "fixed" && isFree(robot, j)) found.push({joint: j, at: at[j], axis: 2, moves: []});
    });
    const of = new Map(found.filter((f) => !f.moves.length).map((f) => [f.joint, f]));
    robot.joints.forEach(({kind}, k) => {
        if (kind !== "revolute" && kind !== "prismatic") return;
        for (const [free, factor] of share(k + 1)) of.get(free).moves.push([k + 1, factor]);
    });
    return found;
}

export function ancestors(robot, link) {
    const found = new Set();
    for (let j = link; j; j = robot.joints[j - 1].parent) found.add(j);
    return found;
}

/** What is left of the loops' demands, by rows; lengths over the robot's size. With the slope by every freedom, if asked. */
function demands(robot, q, size, free) {
    const all = frames(robot, q, IDENTITY);
    const rows = [], slopes = [];
    closingFrames(robot, all).forEach(({kind, C, E}, number) => {
        const loop = robot.loops[number];
        const axes = [0, 1, 2].map((k) => column(C, k));
        const gap = subtract(origin(E), origin(C)), z = column(E, 2);
        const [x1, y1, z1] = [0, 1, 2].map((k) => axes.map((axis) => dot(axis, column(E, k))));
        const turned = [(y1[2] - z1[1]) / 2, (z1[0] - x1[2]) / 2, (x1[1] - y1[0]) / 2]; // of small turns the vector
        for (const [what, k] of DEMANDS[kind] ?? []) {
            rows.push(what === "d" ? dot(axes[k], gap) / size : what === "z" ? dot(axes[k], z) : turned[k]);
        }
        if (!free) return;
        const cutSide = ancestors(robot, loop.joint.parent), endSide = ancestors(robot, loop.frame.parent);
        const columns = free.map(({axis, moves}) => {
            let v = [0, 0, 0], w = [0, 0, 0]; // of E against C, at the origin of E
            for (const [j, factor] of moves) {
                const sign = factor * (endSide.has(j) - cutSide.has(j));
                if (!sign) continue;
                const e = column(all[j], axis).map((x) => x * sign);
                if (robot.joints[j - 1].kind === "prismatic") v = v.map((x, i) => x + e[i]);
                else {
                    const lever = cross(e, subtract(origin(E), origin(all[j])));
                    v = v.map((x, i) => x + lever[i]);
                    w = w.map((x, i) => x + e[i]);
                }
            }
            const tilt = cross(w, z);
            return [...(DEMANDS[kind] ?? [])].map(([what, k]) =>
                what === "d" ? dot(axes[k], v) / size : dot(axes[k], what === "z" ? tilt : w));
        });
        (DEMANDS[kind] ?? []).forEach((_, row) => slopes.push(columns.map((entries) => entries[row])));
    });
    return {rows, slopes};
}

const largest = (rows) => rows.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
const squares = (rows) => rows.reduce((sum, x) => sum + x * x, 0);

/** x with (A^T A + damping) x = -A^T b, by Cholesky. */
export function leastSquares(A, b, n, damping) {
    const L = Array.from({length: n}, () => new Float64Array(n)), y = new Float64Array(n);
    for (let i = 0; i < n; i++) {
        for (let k = 0; k <= i; k++) {
            let sum = i === k ? damping : 0;
            for (const row of A) sum += row[i] * row[k];
            for (let m = 0; m < k; m++) sum -= L[i][m] * L[k][m];
            L[i][k] = i === k ? Math.sqrt(Math.max(sum, 1e-300)) : sum / L[k][k];
        }
        let sum = 0;
        A.forEach((row, r) => { sum -= row[i] * b[r]; });
        for (let m = 0; m < i; m++) sum -= L[i][m] * y[m];
        y[i] = sum / L[i][i];
    }
    for (let i = n - 1; i >= 0; i--) {
        for (let m = i + 1; m < n; m++) y[i] -= L[m][i] * y[m];
        y[i] /= L[i][i];
    }
    return y;
}

function moved(robot, q, free, step) {
    const out = q.slice();
    free.forEach(({joint, at, axis}, k) => {
        if (robot.joints[joint - 1].kind !== "ball") {
            out[at] += step[k];
            return;
        }
        const [w, x, y, z] = out.slice(at, at + 4), half = step[k] / 2, s = Math.sin(half), c = Math.cos(half);
        const t = [0, 0, 0];
        t[axis] = s; // Q (c, t): a turn about an axis of its own frame
        out[at] = w * c - x * t[0] - y * t[1] - z * t[2];
        out[at + 1] = w * t[0] + x * c + y * t[2] - z * t[1];
        out[at + 2] = w * t[1] - x * t[2] + y * c + z * t[0];
        out[at + 3] = w * t[2] + x * t[1] - y * t[0] + z * c;
    });
    return coupled(robot, out);
}

const CLOSED = 1e-9; // of the robot's size, or radians

/** The nearest posture at which all loops are closed while the held joints stay: Levenberg and Marquardt's iteration. */
export function closeLoops(robot, q, held, {turns = 24} = {}) {
    let posture = coupled(robot, q);
    const size = sizeOf(robot), fixed = new Set(held);
    const free = freedoms(robot).filter(({joint}) => !fixed.has(joint));
    let {rows, slopes} = demands(robot, posture, size, free);
    let damping = 1e-9;
    for (let turn = 0; turn < turns && largest(rows) > 1e-13; turn++) {
        const step = leastSquares(slopes, rows, free.length, damping);
        const next = moved(robot, posture, free, step);
        const there = demands(robot, next, size, free);
        if (squares(there.rows) < squares(rows)) {
            posture = next;
            ({rows, slopes} = there);
            damping = Math.max(damping / 10, 1e-12);
        } else {
            if (largest(rows) < CLOSED) break; // rounding is all that is left
            damping *= 20;
            if (damping > 1e6) break;
        }
    }
    const gap = largest(rows);
    return {q: posture, gap, closed: gap < CLOSED};
}

/** How far the loops are open: the largest gap over the robot's size, and angle in radians. */
export function gapOf(robot, q) {
    return robot.loops?.length ? largest(demands(robot, q, sizeOf(robot)).rows) : 0;
}

const STRIDE = 0.06; // radians, or of the robot's size: short enough to stay in the assembly mode

/**
 * The posture with joint j at `value`, the dependent joints following. Motors hold their joints; where that leaves none to follow,
 * joint j alone is held. A joint that the loops stop, or limits of the mechanism such as a dead centre, ends where it got to:
 * then `stopped` is true.
 */
export function moveJoint(robot, q, j, value) {
    const {at} = layout(robot);
    const to = q.slice();
    if (Array.isArray(value)) value.forEach((x, i) => { to[at[j] + i] = x; });
    else to[at[j]] = value;
    if (!robot.loops?.length) return {q: coupled(robot, to), stopped: false};
    const stride = robot.joints[j - 1].kind === "prismatic" ? STRIDE * sizeOf(robot) : STRIDE;
    const drives = drivenJoints(robot);
    const holds = drives.includes(j) ? [drives, [j]] : [[j]];
    const width = WIDTH[robot.joints[j - 1].kind];
    const way = Math.max(...Array.from({length: width}, (_, i) => Math.abs(to[at[j] + i] - q[at[j] + i])));
    const steps = Math.min(400, Math.max(1, Math.ceil(way / stride)));
    const from = q.slice(at[j], at[j] + width);
    let posture = q;
    for (let step = 1; step <= steps; step++) {
        const next = posture.slice();
        for (let i = 0; i < width; i++) {
            next[at[j] + i] = step < steps ? from[i] + (to[at[j] + i] - from[i]) * (step / steps) : to[at[j] + i];
        }
        let found = null;
        for (const held of holds) {
            found = closeLoops(robot, next, held);
            if (found.closed && !jumped(robot, posture, found.q, stride)) break;
            found = null;
        }
        if (!found) return {q: posture, stopped: true};
        posture = found.q;
    }
    return {q: posture, stopped: false};
}

// An iteration that ran into another assembly mode moves some joint by much more than the hand did.
function jumped(robot, before, after, stride) {
    const {at} = layout(robot);
    return robot.joints.some(({kind}, k) => kind === "revolute" && Math.abs(after[at[k + 1]] - before[at[k + 1]]) > 14 * stride);
}
