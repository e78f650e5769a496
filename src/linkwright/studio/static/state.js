// The state of the page: one JSON value, { version, robot: native tables, choices }. Undo and redo are stacks of it, a link
// is it, deflated. Pure functions, and a stack that tells who listens.
//
// Places are those of the compiler's errors: ["joint", 2, "alpha"], ["joint", 2, "body", "XX"], ["gravity", 3],
// ["numbers", "d3"], ["loop", 1, "frame", "d"]; rows and elements of vectors count from 1.

export const GEOMETRY = ["gamma", "b", "alpha", "d", "theta", "r"];
export const INERTIA = ["XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"];
export const WRENCH = ["FX", "FY", "FZ", "CX", "CY", "CZ"];
export const CHOICES = {
    model: "inverse_dynamics", options: {}, parameters: "base", without: [], numbers: "as_is", outputs: "", target: "c", letters: "khalil",
};
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const FLAGS = new Set(["actuated", "flexible", "parallel", "steered", "end"]);
const TEXTS = new Set(["name", "kind", "variable", "description", "source", "spin", "steer", "joint", "link"]);
const KEPT = new Set(["velocity", "acceleration", "effort"]); // whose absence is not zero
const OPTIONAL = new Set(["lower", "upper", "max_velocity", "max_effort", "start"]);
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const MOST = 4_000_000; // characters of a link's state: more is no robot

// -- values of cells --------------------------------------------------------------------------------------------------

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const copy = (value) => structuredClone(value);
const plain = (x) => x !== null && typeof x === "object" && !Array.isArray(x);

// What a typed text means: a number where it is one, else a formula. Digits of an integer that no number here holds stay text.
export function valueOf(text) {
    const trimmed = text.trim();
    if (!NUMBER.test(trimmed)) return trimmed;
    const number = Number(trimmed);
    return Number.isFinite(number) && (/[.e]/i.test(trimmed) || Number.isSafeInteger(number)) ? number : trimmed;
}

export function bodyTable(body, suffix) {
    if (body !== "symbolic") return plain(body) ? body : {};
    return Object.fromEntries(INERTIA.map((key) => [key, `${key}${suffix}`]));
}

// The value that stands at a place, with the defaults of the format; undefined where there is none.
export function at(robot, place) {
    const [table, ...rest] = place;
    if (table === "gravity") return (robot.gravity ?? [0, 0, "G3"])[rest[0] - 1];
    if (table === "numbers") return robot.numbers?.[rest[0]];
    if (table === "base") {
        if (rest[0] === "kind") return robot.base?.kind ?? "fixed";
        if (rest[0] === "body") return bodyTable(robot.base?.body, 0)[rest[1]];
        if (rest[0] === "pose") return (robot.base?.pose ?? IDENTITY)[rest[1] - 1];
        return robot.base?.[rest[0]]?.[rest[1] - 1];
    }
    if (rest.length === 0) return robot[table];
    const row = robot[table]?.[rest[0] - 1];
    if (!row) return undefined;
    if (table === "loop") return rest[2] === "body" ? undefined : row[rest[1]]?.[rest[2]];
    if (rest[1] === "body") return bodyTable(row.body, rest[0])[rest[2]];
    if (rest[1] === "terms") return row.terms?.[rest[2]];
    return row[rest[1]];
}

// The text of a cell.
export function textAt(robot, place) {
    const value = at(robot, place);
    const key = place.at(-1);
    if (value === undefined || value === null) {
        if (TEXTS.has(key) || OPTIONAL.has(key) || KEPT.has(key) || key === "parent" || place[0] === "numbers") return "";
        return FLAGS.has(key) ? String(key === "actuated") : "0";
    }
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) return value.toExponential(); // its digits would be those of an integer
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}

// The robot with another text at a place. What equals the format's default is left out, as files have it. Rows that do not
// change stay the same objects: the page draws only the others anew.
export function withText(robot, place, text) {
    const [table, ...rest] = place;
    const next = { ...robot };
    if (Array.isArray(robot[table]) && rest.length > 1) {
        next[table] = [...robot[table]];
        next[table][rest[0] - 1] = copy(robot[table][rest[0] - 1]);
    }
    const key = place.at(-1);
    const value = TEXTS.has(key) && table !== "numbers" ? text.trim() : valueOf(text);
    const zero = value === 0 || value === "";
    const put = (row, name) => {
        if (FLAGS.has(name)) {
            if (text === String(name === "actuated" && table === "joint")) delete row[name];
            else row[name] = text === "true";
        } else if (value === "" || (zero && !OPTIONAL.has(name) && !KEPT.has(name) && name !== "parent")) delete row[name];
        else row[name] = value;
    };
    if (table === "gravity") {
        next.gravity = [...(next.gravity ?? [0, 0, "G3"])];
        next.gravity[rest[0] - 1] = value === "" ? 0 : value;
    } else if (table === "numbers") {
        next.numbers = { ...next.numbers };
        if (value === "") delete next.numbers[rest[0]];
        else next.numbers[rest[0]] = value;
    } else if (table === "base") {
        putBase(next, rest, value, zero, put);
    } else if (rest.length === 0) {
        if (value === "") delete next[table];
        else next[table] = value;
    } else {
        const row = next[table][rest[0] - 1];
        if (table === "loop") {
            if (!plain(row[rest[1]])) row[rest[1]] = {};
            put(row[rest[1]], rest[2]);
        }
        else if (rest[1] === "body") {
            row.body = { ...bodyTable(row.body, rest[0]) };
            put(row.body, rest[2]);
            if (!Object.keys(row.body).length) delete row.body;
            else if (same(row.body, bodyTable("symbolic", rest[0]))) row.body = "symbolic";
        } else if (rest[1] === "terms") row.terms = { ...row.terms, [rest[2]]: value === "" ? 0 : value };
        else put(row, rest[1]);
    }
    return next;
}

function putBase(next, rest, value, zero, put) {
    const base = (next.base = { ...next.base });
    if (rest[0] === "kind") {
        if (value === "fixed") delete base.kind;
        else base.kind = value;
    } else if (rest[0] === "body") {
        base.body = { ...bodyTable(base.body, 0) };
        put(base.body, rest[1]);
        if (!Object.keys(base.body).length) delete base.body;
    } else {
        const size = rest[0] === "pose" ? IDENTITY : [0, 0, 0];
        base[rest[0]] = [...(base[rest[0]] ?? size)];
        base[rest[0]][rest[1] - 1] = value === "" ? 0 : value;
        if (same(base[rest[0]], size)) delete base[rest[0]];
    }
    if (!Object.keys(base).length) delete next.base;
}

// -- rows of joints ---------------------------------------------------------------------------------------------------

export const jointName = (robot, j) => robot.joint?.[j - 1]?.name || `joint${j}`;
export const variable = (robot, j) => {
    const joint = robot.joint[j - 1];
    return joint.variable || (joint.kind === "fixed" ? "" : `q${j}`);
};

// The number of the joint that a value names, or NaN.
export function jointNumber(robot, value) {
    if (typeof value === "number") return value;
    const text = String(value ?? "");
    const j = (robot.joint ?? []).findIndex((joint, k) => (joint.name || `joint${k + 1}`) === text);
    if (j >= 0) return j + 1;
    return /^\d+$/.test(text) ? Number(text) : NaN;
}

export const parentOf = (robot, j) => {
    const said = robot.joint[j - 1].parent;
    return said === undefined ? j - 1 : jointNumber(robot, said);
};

// The names of joints. One without a name is called after its number, or after a higher one where another joint has that name.
function namesOf(joints) {
    const taken = new Set(joints.map(({ name }) => name).filter(Boolean));
    return joints.map(({ name }, k) => {
        if (name) return name;
        let number = k + 1;
        while (taken.has(`joint${number}`)) number += joints.length;
        return `joint${number}`;
    });
}

// The robot with its joints in another order. `rows` has for each new joint { from: old number or 0, joint, parent: a new
// number }; `moved(old)` tells where what hung on an old joint hangs now, and 0 for what is gone.
function reordered(robot, rows, moved, alive) {
    const next = copy(robot);
    const names = namesOf(rows.map(({ joint }) => joint));
    next.joint = rows.map(({ joint, from, parent }, k) => {
        const row = copy(joint);
        if (names[k] !== `joint${k + 1}`) row.name = names[k];
        if (row.body === "symbolic" && from && from !== k + 1) row.body = bodyTable("symbolic", from);
        else if (row.body && same(row.body, bodyTable("symbolic", k + 1))) row.body = "symbolic";
        if (parent === k) delete row.parent;
        else row.parent = parent;
        return row;
    });
    for (const loop of next.loop ?? []) {
        for (const half of [loop.joint, loop.frame]) {
            const old = jointNumber(robot, half?.parent);
            if (half && old > 0) half.parent = moved(old);
        }
    }
    const again = (value) => {
        const old = jointNumber(robot, value);
        return old > 0 ? (alive(old) ? names[moved(old) - 1] : undefined) : value;
    };
    next.coupling = (next.coupling ?? []).flatMap((row) => {
        const joint = again(row.joint);
        if (joint === undefined) return [];
        const terms = Object.entries(row.terms ?? {}).map(([name, factor]) => [again(name), factor]);
        return [{ ...row, joint, terms: Object.fromEntries(terms.filter(([name]) => name !== undefined)) }];
    });
    next.wheel = (next.wheel ?? []).flatMap((row) => {
        const wheel = { ...row };
        for (const key of ["spin", "steer"]) {
            if (row[key] === undefined) continue;
            wheel[key] = again(row[key]);
            if (wheel[key] === undefined) return [];
        }
        return [wheel];
    });
    next.frame = (next.frame ?? []).flatMap((row) => {
        const link = again(row.link ?? 0);
        return link === undefined ? [] : [{ ...row, link }];
    });
    for (const key of ["coupling", "wheel", "frame"]) if (!next[key].length) delete next[key];
    return next;
}

function existing(robot) {
    return (robot.joint ?? []).map((joint, k) => ({ from: k + 1, joint, old: parentOf(robot, k + 1) }));
}

// A joint whose symbols nobody has yet.
function newBody(robot) {
    const used = JSON.stringify(robot);
    let k = (robot.joint ?? []).length + 1;
    while (used.includes(`"M${k}"`) || robot.joint?.[k - 1]?.body === "symbolic") k += 1;
    return bodyTable("symbolic", k);
}

// A new joint behind joint j (0: the base). In a row of joints it stands between j and the next; elsewhere, or with
// `branch`, it is a new branch on j.
export function insertJoint(robot, j, joint = {}, branch = false) {
    const rows = existing(robot);
    const children = rows.filter((row) => row.old === j);
    const between = !branch && children.length === 1 && children[0].from === j + 1;
    const place = branch ? rows.length + 1 : j + 1;
    const moved = (old) => (old >= place ? old + 1 : old);
    const added = { from: 0, joint: { kind: "revolute", body: newBody(robot), ...joint }, parent: j };
    for (const row of rows) row.parent = between && row.old === j ? place : moved(row.old);
    rows.splice(place - 1, 0, added);
    return reordered(robot, rows, moved, () => true);
}

export function copyJoint(robot, j) {
    const { name, variable: own, parent, behind, ...rest } = robot.joint[j - 1]; // names belong to one joint
    const body = rest.body ? { body: newBody(robot) } : { body: {} };
    return insertJoint(robot, j, { ...copy(rest), ...body });
}

// Without joint j; what hung on it hangs on its parent.
export function deleteJoint(robot, j) {
    const rows = existing(robot);
    const parent = rows[j - 1].old;
    const moved = (old) => (old === j ? moved(parent) : old > j ? old - 1 : old);
    rows.splice(j - 1, 1);
    for (const row of rows) row.parent = moved(row.old);
    return reordered(robot, rows, moved, (old) => old !== j);
}

// Joint j one row up (-1) or down (+1). Where one carries the other, they change places in the chain; else only numbers.
export function moveJoint(robot, j, by) {
    const [low, high] = by < 0 ? [j - 1, j] : [j, j + 1];
    const rows = existing(robot);
    if (low < 1 || high > rows.length) return robot;
    const swap = (old) => (old === low ? high : old === high ? low : old);
    if (rows[high - 1].old === low) for (const row of rows) row.parent = row.old; // positions keep their parents
    else for (const row of rows) row.parent = swap(row.old);
    const chain = rows[high - 1].old === low;
    if (chain) {
        const [first, second] = [rows[low - 1].parent, rows[high - 1].parent];
        [rows[low - 1], rows[high - 1]] = [{ ...rows[high - 1], parent: first }, { ...rows[low - 1], parent: second }];
    } else [rows[low - 1], rows[high - 1]] = [rows[high - 1], rows[low - 1]];
    return reordered(robot, rows, swap, () => true);
}

// -- rows of other tables ---------------------------------------------------------------------------------------------

export function addRow(robot, table, row) {
    return { ...copy(robot), [table]: [...(copy(robot)[table] ?? []), row] };
}

export function deleteRow(robot, table, k) {
    const next = copy(robot);
    next[table].splice(k - 1, 1);
    if (!next[table].length) delete next[table];
    return next;
}

// -- undo and redo ----------------------------------------------------------------------------------------------------

// Edits with the same `key` in a row (keystrokes in a cell) are one step.
export class History {
    constructor(value, tell = () => {}) {
        Object.assign(this, { value, tell, past: [], future: [], key: null });
    }

    edit(value, key = null) {
        if (same(value, this.value)) return;
        if (key === null || key !== this.key) {
            this.past.push(this.value);
            if (this.past.length > 300) this.past.shift();
        }
        this.key = key;
        this.future = [];
        this.value = value;
        this.tell(value);
    }

    // What follows is a step of its own.
    settle() {
        this.key = null;
    }

    undo() {
        this.#go(this.past, this.future);
    }

    redo() {
        this.#go(this.future, this.past);
    }

    #go(from, to) {
        if (!from.length) return;
        to.push(this.value);
        this.value = from.pop();
        this.key = null;
        this.tell(this.value);
    }
}

// -- links ------------------------------------------------------------------------------------------------------------

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// The value, deflated, in the letters of URLs.
export async function pack(value) {
    const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
    let text = "";
    for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// The value of a link; an error says in words what is wrong with it.
export async function unpack(text) {
    let value;
    try {
        const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
        const bytes = Uint8Array.from(letters, (c) => c.charCodeAt(0));
        const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
        const parts = [];
        let size = 0;
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
            size += part.value.length;
            if (size > MOST) throw new Error("too long");
            parts.push(part.value);
        }
        value = JSON.parse(await new Blob(parts).text());
    } catch {
        throw new Error("The link is damaged: copy all of it, up to its last letter.");
    }
    return checked(value);
}

const DEEPEST = 20; // tables in tables
const isDeep = (value, left = DEEPEST) => value !== null && typeof value === "object" && (!left || Object.values(value).some((x) => isDeep(x, left - 1)));

// A state that the page can show, whatever a link holds. Values of cells stay as they are, and so does every field that the page does
// not know: a cell shows what it holds, and the server says what is wrong with it. Tables that rows are made of must be tables.
export function checked(value) {
    if (!plain(value) || !plain(value.robot)) throw new Error("The link holds no robot.");
    if (isDeep(value)) throw new Error("The link holds values that are nested too deep.");
    const rows = value.robot.joint ?? [];
    if (!Array.isArray(rows) || !rows.every(plain)) throw new Error("The link holds no table of joints.");
    const robot = { ...value.robot, joint: rows };
    const isRows = (x) => Array.isArray(x) && x.every(plain);
    for (const [key, fits] of [["loop", isRows], ["coupling", isRows], ["wheel", isRows], ["frame", isRows], ["numbers", plain], ["base", plain]]) {
        if (robot[key] !== undefined && !fits(robot[key])) delete robot[key];
    }
    for (const key of ["name", "description", "source"]) if (robot[key] !== undefined) robot[key] = String(robot[key]);
    if (robot.gravity !== undefined && !(Array.isArray(robot.gravity) && robot.gravity.length === 3)) delete robot.gravity;
    const given = plain(value.choices) ? value.choices : {};
    const alike = (x, y) => typeof x === typeof y && Array.isArray(x) === Array.isArray(y) && x !== null;
    const known = Object.entries(CHOICES).map(([key, standard]) => [key, alike(given[key], standard) ? given[key] : standard]);
    return { version: 1, robot, choices: Object.fromEntries(known) };
}
