// What the panes share: the state with its edits, what the server made of it, the posture, the pointer. No markup.

import { batch, computed, effect, signal } from "./vendor.js";
import { Latest, run, server } from "./api.js";
import { carriedPosture, coupled, drivenJoints, isFree, layout, moveJoint, startPosture } from "./kinematics.js";
import { roll } from "./rolling.js";
import { CHOICES, History, checked, jointName, same } from "./state.js";

export const catalogue = signal(null);
export const state = signal(null); // { version, robot, choices, opening }: `opening` is another number for every robot that is opened
export const steps = signal({ undo: false, redo: false });
export const robot = computed(() => state.value?.robot ?? null);
export const choices = computed(() => state.value?.choices ?? CHOICES);

export const drawn = signal(null); // the message `robot` of the last good table
export const posture = signal([]);
export const pose = signal(null); // frame 0 in the world while a recording is shown, or where it has rolled to; null: as the table has it
export const hover = signal(null); // a joint's number
export const problems = signal([]); // of the table and the choices, as they are now
export const warnings = signal([]);
export const cost = signal({ now: null, before: null });
export const files = signal(null);
export const stale = signal(false); // what is shown is that of an earlier, good table
export const working = signal(false);
export const times = signal({ drawn: null, code: null });
export const edits = signal(0); // of how many the code was on the page
export const ghosts = signal([]);
export const notice = signal(""); // one sentence about the last action
export const pane = signal("code");
export const table = signal("geometry");
export const task = signal({ seconds: "2" }); // what is simulated, as it is typed
export const show = signal({ frames: true, labels: true, links: true, exploded: false, inertia: false, size: 1, tool: false, draw: false });
export const opened = signal(0); // how many robots were opened: the camera looks at each anew

// -- edits ------------------------------------------------------------------------------------------------------------

let edited = 0; // when the last edit was made

const history = new History(null, (value) => {
    edited = performance.now();
    batch(() => {
        if (value.opening !== state.peek()?.opening) forget();
        state.value = value;
        steps.value = { undo: history.past.length > 0, redo: history.future.length > 0 };
        notice.value = "";
    });
});

export const undo = () => history.undo();
export const redo = () => history.redo();
export const settle = () => history.settle();

// The robot as `change` makes it; edits with the same key in a row are one step of undo.
export function editRobot(change, key = null) {
    const next = change(state.value.robot);
    if (next !== state.value.robot) history.edit({ ...state.value, robot: next }, key);
}

export function choose(changed, key = null) {
    history.edit({ ...state.value, choices: { ...state.value.choices, ...changed } }, key);
}

// Another robot: its own posture, and what was said about the one before is forgotten.
let another = true;
let openings = 0;
function forget() {
    another = true;
    cost.value = { now: null, before: null };
    ghosts.value = [];
    pose.value = null;
}

// What a link or a file of this state holds.
export const shareable = ({ version, robot: tables, choices: chosen }) => ({ version, robot: tables, choices: chosen });

export function openState(value, sure = false) {
    const next = sure ? value : checked(value);
    if (state.peek() && same(next, shareable(state.peek()))) { // the same once more: nothing is to be derived
        zeroPosture();
        return;
    }
    openings += 1;
    const own = { ...next, opening: openings };
    if (state.peek()) history.edit(own);
    else {
        history.value = own;
        history.tell(own);
    }
}

export const openRobot = (tables) => openState({ version: 1, robot: tables, choices: { ...choices.peek(), options: {}, without: [], outputs: "" } });

// -- what the server makes of it --------------------------------------------------------------------------------------

export const jobBase = computed(() => {
    if (!state.value) return null;
    const { robot: tables, choices: chosen } = state.value;
    return { robot: tables, without: chosen.without, numbers: chosen.numbers };
});

// Every result is bound to the table that it is of, and to the opening of its robot: it is never shown under another robot, and
// under an edited table only with words that say so.
const tableText = computed(() => JSON.stringify(jobBase.value));
export const binding = () => ({ table: tableText.peek(), opening: state.peek().opening });
export const isOfRobot = (result) => Boolean(result) && result.bound.opening === state.value?.opening;
export const isOfTable = (result) => isOfRobot(result) && result.bound.table === tableText.value;

export const modelJob = computed(() => {
    if (!jobBase.value) return null;
    const { model, options, parameters, outputs } = choices.value;
    const known = catalogue.value?.models.find(({ name }) => name === model)?.parameters ?? [parameters];
    const sort = known.includes(parameters) ? parameters : known[0]; // some models know no base parameters
    return { ...jobBase.value, model, options, parameters: sort, ...(outputs ? { outputs } : {}) };
});

const compileJob = computed(() => (modelJob.value ? { ...modelJob.value, do: "compile", target: choices.value.target } : null));

const bearing = ({ base, wheels }) => `${base.kind} ${wheels.length}`;
let newest = 0; // of the tables that were drawn
let kept = null; // the posture from before a reload
export const keepPosture = (q) => { kept = Array.isArray(q) && q.every(Number.isFinite) ? q : null; };
const draw = (told_, { number, bound }) => {
    if (number < newest) return;
    newest = number;
    const message = { ...told_, bound };
    batch(() => {
        const before = another ? null : drawn.peek();
        if (another) opened.value += 1;
        if (before && bearing(before) !== bearing(message)) pose.value = null;
        another = false;
        const start = startPosture(message);
        posture.value = before ? carriedPosture(before, posture.peek(), message) : kept?.length === start.length ? kept : start;
        kept = null;
        drawn.value = message;
        if (!same(warnings.peek(), message.warnings ?? [])) warnings.value = message.warnings ?? [];
    });
};

// The scene was drawn: how long after the edit.
export const timed = () => { if (steps.peek().undo) times.value = { ...times.peek(), drawn: performance.now() - edited }; };

// The code of an edit is on the page: how long after the edit. Its test, which follows, is nothing that one waits for.
let waited = null;
export function shown() {
    if (waited !== null && steps.peek().undo) {
        times.value = { ...times.peek(), code: performance.now() - waited };
        edits.value += 1;
    }
    waited = null;
}

const compiler = new Latest(async (job, control, enough) => {
    const found = [];
    const notes = [];
    const since = edited;
    working.value = true;
    try {
        const done = await run(job.compile, (message) => {
            if (message.type === "robot") draw(message, job);
            else if (message.type === "problem") found.push(message);
            else if (message.type === "warning") notes.push(message.what);
            else if (message.type === "cost") counted(message);
            else if (message.type === "files" && message.whole) files.value = { ...message, bound: job.bound };
            else if (message.type === "files") {
                waited = since;
                files.value = withTests({ ...message, bound: job.bound });
                if (pane.peek() !== "code") shown();
                enough();
            }
        }, control);
        batch(() => {
            showProblems(found);
            stale.value = !done.ok;
            if (notes.length) warnings.value = [...new Set([...warnings.peek(), ...notes])];
        });
    } finally {
        working.value = false;
    }
});

// Every cell looks at the problems: none before and none now is no change.
function showProblems(found) {
    if (found.length || problems.peek().length) problems.value = found;
}

// The tests of a package follow a moment after its code; until then those of the table before stand there.
function withTests(message) {
    const before = files.peek();
    if (!isOfRobot(before) || before.package !== message.package || before.target !== message.target) return message;
    return { ...message, files: { ...before.files, ...message.files } };
}

function counted(message) {
    const now = cost.peek().now;
    if (!same(now, message)) cost.value = { now: message, before: now };
}

// While a model takes long to derive, the table is drawn all the same.
const drawer = new Latest(async (job, control) => {
    const found = [];
    const done = await run({ ...job.compile, do: "tables" }, (message) => {
        if (message.type === "robot") draw(message, job);
        else if (message.type === "problem") found.push(message);
    }, control);
    if (!done.ok) showProblems(found);
});

let asked = "";
let count = 0;
const ask = (job) => {
    const text = JSON.stringify(job);
    if (text === asked) return;
    asked = text;
    count += 1;
    const numbered = { compile: job, number: count, bound: binding() };
    if (compiler.busy) drawer.ask(numbered);
    compiler.ask(numbered);
};

effect(() => {
    if (compileJob.value) ask(compileJob.value);
});

effect(() => {
    if (server.value === "there") {
        if (working.peek() || !compileJob.peek()) return;
        asked = "";
        ask(compileJob.peek()); // it may have gone before it answered
    }
});

// -- places of problems -----------------------------------------------------------------------------------------------

const placed = computed(() => {
    const found = new Map();
    for (const problem of problems.value) {
        const key = problem.place.join("/");
        if (!found.has(key)) found.set(key, problem);
    }
    return found;
});

export const problemAt = (...place) => placed.value.get(place.join("/"));
export const wrongIn = (test) => problems.value.filter(({ place }) => test(place)).length;

// A place in words: joint 2 (shoulder), alpha.
export function placeText(place) {
    if (!place.length) return "";
    const [name, k, ...rest] = place;
    const row = typeof k === "number" ? ` ${k}` : k === undefined ? "" : `, ${k}`;
    const own = name === "joint" && robot.peek()?.joint?.[k - 1]?.name ? ` (${jointName(robot.peek(), k)})` : "";
    return `${name}${row}${own}${rest.length ? `, ${rest.join(" ")}` : ""}`;
}

export const problemText = ({ place, what, remedy }) => {
    const own = (place ?? []).slice(0, 2).join(" ");
    const where = what.includes(own) ? "" : placeText(place ?? []); // most messages name their joint themselves
    return `${where ? `${where}: ` : ""}${what}${remedy ? `; ${remedy}` : ""}`;
};

// -- the posture ------------------------------------------------------------------------------------------------------

// One joint moves; what loops and couplings tie to it follows, and a base on wheels rolls.
export function setJoint(j, value) {
    const message = drawn.peek();
    if (!message) return;
    const moved = moveJoint(message, posture.peek(), j, value);
    const rolls = message.base.kind === "mobile" && message.wheels.length > 0;
    const { q, stopped, alone, pose: there } = rolls ? roll(message, posture.peek(), moved.q, pose.peek() ?? message.base.pose, j) : moved;
    batch(() => {
        posture.value = q;
        if (rolls) pose.value = there;
        if (message.loops?.length) notice.value = moved.stopped ? "The loops do not let this joint move further." : "";
        if (rolls) notice.value = stopped ? "The wheels would slip: they do not let this joint move." : alone ? "" : "This joint alone would slip: other drives turn with it.";
    });
}

export function setPosture(q) {
    posture.value = coupled(drawn.peek(), q);
}

export const zeroPosture = () => batch(() => {
    posture.value = startPosture(drawn.peek());
    pose.value = null;
    notice.value = "";
});

// Somewhere within the limits; of a robot with loops the driven joints go a little way from where they are.
export function randomPosture() {
    const message = drawn.peek();
    const { at } = layout(message);
    if (message.wheels.length && message.base.kind === "mobile") {
        const random = (low, high) => low + (high - low) * Math.random();
        batch(() => drivenJoints(message).forEach((j) => {
            const { kind, lower, upper } = message.joints[j - 1];
            const most = kind === "revolute" ? 2 : 0.3;
            if (kind !== "ball") setJoint(j, random(lower ?? -most, upper ?? most));
        }));
        notice.value = "";
        return;
    }
    let q = posture.peek().slice();
    message.joints.forEach(({ kind, lower, upper, actuated }, k) => {
        if (kind === "fixed" || !isFree(message, k + 1)) return;
        if (message.loops?.length) {
            if (actuated === false || kind === "ball") return;
            const range = kind === "revolute" ? 0.5 : 0.05;
            q = moveJoint(message, q, k + 1, q[at[k + 1]] + (2 * Math.random() - 1) * range).q;
        } else if (kind === "ball") {
            const turn = [0, 1, 2, 3].map(() => Math.random() - 0.5);
            const length = Math.hypot(...turn) || 1;
            turn.forEach((x, i) => { q[at[k + 1] + i] = x / length; });
        } else {
            const low = lower ?? (kind === "revolute" ? -2 : -0.3);
            const high = upper ?? (kind === "revolute" ? 2 : 0.3);
            q[at[k + 1]] = low + (high - low) * Math.random();
        }
    });
    posture.value = coupled(message, q);
}

// -- light and dark ---------------------------------------------------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)");
const keptTheme = () => {
    try {
        return localStorage.getItem("theme");
    } catch {
        return null;
    }
};
export const theme = signal(keptTheme() ?? (dark.matches ? "dark" : "light"));
dark.addEventListener("change", () => {
    if (!keptTheme()) theme.value = dark.matches ? "dark" : "light";
});
export function setTheme(name) {
    theme.value = name;
    try {
        localStorage.setItem("theme", name);
    } catch {
        // a browser that keeps nothing follows the system again the next time
    }
}
effect(() => {
    document.documentElement.dataset.theme = theme.value;
});

// -- jobs of panes ----------------------------------------------------------------------------------------------------

// A job that a pane asks for by itself while it is shown: equations, base parameters. `result` is the last good answer for this robot and
// this question. One that takes longer than a moment tells its progress, and can be cancelled.
const MOMENT = 400; // ms
export function paneJob(name, type, job) {
    const answer = signal(null); // { message, bound, asked }
    const result = computed(() => (isOfRobot(answer.value) && isSame(answer.value.asked, job.value) ? answer.value.message : null));
    const isSame = (a, b) => Boolean(b) && a.do === b.do && a.model === b.model;
    const failed = signal([]);
    const busy = signal(false);
    const progress = signal(null);
    let asked = "";
    let opening = 0;
    const latest = new Latest(async ({ wanted, bound }, control) => {
        const found = [];
        const slow = setTimeout(() => { progress.value ??= { done: 0, of: 0, what: "" }; }, MOMENT);
        busy.value = true;
        try {
            const done = await run(wanted, (message) => {
                if (message.type === type) answer.value = { message, bound, asked: wanted };
                else if (message.type === "problem") found.push(message);
                else if (message.type === "progress") progress.value = message;
            }, control);
            failed.value = done.ok ? [] : found;
        } finally {
            clearTimeout(slow);
            busy.value = latest.next !== null;
            progress.value = null;
        }
    });
    const cancel = () => {
        latest.stop();
        failed.value = [{ place: [], what: "Cancelled.", remedy: "", mild: true }];
    };
    const again = () => {
        failed.value = [];
        latest.ask({ wanted: job.peek(), bound: binding() });
    };
    effect(() => {
        const wanted = job.value;
        if (pane.value !== name || !wanted || server.value !== "there") {
            if (server.value !== "there") asked = "";
            return;
        }
        const text = JSON.stringify(wanted);
        if (text === asked) return;
        asked = text;
        const bound = binding();
        if (bound.opening !== opening) failed.value = []; // of another robot
        opening = bound.opening;
        latest.ask({ wanted, bound });
    });
    return { result, failed, busy, progress, cancel, again };
}
