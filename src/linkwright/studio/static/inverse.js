// Inverse geometry: the tool is dragged in the scene or typed; all postures appear as ghosts, one is chosen.

import { batch, computed, effect, html, signal, useEffect } from "./vendor.js";
import { Latest, run } from "./api.js";
import { frames, IDENTITY, inverse as inverseOf, multiply } from "./kinematics.js";
import { binding, drawn, ghosts, hover, isOfRobot, isOfTable, jobBase, pane, posture, problemText, setPosture, show, state } from "./page.js";

const kind = signal("auto");
const target = signal(null); // 16 numbers, the tool in frame 0; null: where it is
const typed = signal({}); // the texts of fields of the target that were typed, by their number
const asked = signal(null); // the pose of the last question
const outcome = signal(null); // { message, failures, bound, T }: what the last question that was answered gave
const isAnswered = computed(() => outcome.value?.T === asked.value); // else the postures are still those of another pose
const found = computed(() => (isOfTable(outcome.value) ? outcome.value.message : null));
const failures = computed(() => (isOfTable(outcome.value) ? outcome.value.failures : []));
const chosen = signal(-1);
const busy = signal(false);

const here = computed(() => {
    const message = drawn.value;
    if (!message || !posture.value.length) return null;
    const all = frames(message, posture.value);
    return multiply(inverseOf(all[0]), multiply(all[message.end ?? message.joints.length], message.tool ?? IDENTITY));
});

const solver = new Latest(async ({ job, bound }, control) => {
    busy.value = true;
    const wrong = [];
    let answer = null;
    try {
        await run(job, (message) => {
            if (message.type === "postures") answer = message;
            else if (message.type === "problem") wrong.push(message);
        }, control);
        batch(() => {
            outcome.value = { message: answer, failures: wrong, bound, T: job.T };
            chosen.value = -1;
        });
    } finally {
        busy.value = false;
    }
});

function solve(T) {
    const message = drawn.peek();
    if (!message || !isOfTable(message)) return; // the table as it is now is drawn in a moment, or wrong
    asked.value = T;
    solver.ask({ job: { ...jobBase.peek(), do: "inverse", T, frame: message.end_name ?? message.end ?? "end", task: kind.peek(), q: posture.peek() }, bound: binding() });
}

// Another pose, which none of the fields was typed for.
function aim(T) {
    batch(() => {
        target.value = T;
        typed.value = {};
    });
}

// The tool was dragged: T is its frame in that of the base.
export function dragTool(T) {
    if (pane.peek() !== "inverse") pane.value = "inverse";
    aim(T);
    solve(T);
}

// The pose that the robot has in the scene becomes the one that is asked for.
function solveHere() {
    if (!here.peek()) return;
    aim(here.peek());
    solve(here.peek());
}

// One of the postures becomes that of the robot.
export function chooseGhost(k) {
    if (!isAnswered.peek() || !found.peek()?.postures[k]) return;
    chosen.value = k;
    setPosture(found.peek().postures[k].q);
}

const name = (entry, k) => entry.branch || `posture ${k + 1}`;

effect(() => {
    const on = pane.value === "inverse";
    if (show.peek().tool !== on) show.value = { ...show.peek(), tool: on };
    const list = on && found.value ? found.value.postures : [];
    ghosts.value = list.map((entry, k) => ({ q: entry.q, label: name(entry, k), chosen: k === chosen.value }));
});

let robotOfTarget = null;
effect(() => { // another robot: no pose was asked of it
    if (state.value?.opening === robotOfTarget) return;
    robotOfTarget = state.value?.opening;
    aim(null);
});

const DEGREES = 180 / Math.PI;

// Roll, pitch and yaw about fixed axes, and back.
function angles(T) {
    const pitch = Math.asin(Math.max(-1, Math.min(1, -T[8])));
    return [Math.atan2(T[9], T[10]), pitch, Math.atan2(T[4], T[0])].map((x) => x * DEGREES);
}

function poseOf([x, y, z, roll, pitch, yaw]) {
    const [r, p, w] = [roll, pitch, yaw].map((a) => a / DEGREES);
    const [cr, sr, cp, sp, cw, sw] = [Math.cos(r), Math.sin(r), Math.cos(p), Math.sin(p), Math.cos(w), Math.sin(w)];
    return [cw * cp, cw * sp * sr - sw * cr, cw * sp * cr + sw * sr, x, sw * cp, sw * sp * sr + cw * cr, sw * sp * cr - cw * sr, y, -sp, cp * sr, cp * cr, z, 0, 0, 0, 1];
}

const LABELS = ["x", "y", "z", "roll", "pitch", "yaw"];

const numberOf = (text) => (text.trim() ? Number(text.trim().replace(",", ".").replace("\u2212", "-")) : NaN);

// Fields that nobody typed keep their numbers to the last digit; those that were typed stay as they are, whatever angles mean the same.
let exact = null; // the six numbers of the target when the first field of it was typed
function type(k, text) {
    const T = target.peek() ?? here.peek();
    if (!T) return;
    if (!Object.keys(typed.peek()).length) exact = [T[3], T[7], T[11], ...angles(T)];
    typed.value = { ...typed.peek(), [k]: text };
    const numbers = exact.map((value, i) => (i in typed.peek() ? numberOf(typed.peek()[i]) : value));
    if (!numbers.every(Number.isFinite)) return;
    target.value = poseOf(numbers);
    solve(target.value);
}

export function Inverse() {
    const T = target.value ?? here.value;
    const shown = T ? [T[3], T[7], T[11], ...angles(T)].map((value, k) => String(Number(value.toFixed(k < 3 ? 4 : 2)))) : [];
    const texts = shown.map((text, k) => typed.value[k] ?? (Object.keys(typed.value).length ? String(Number(exact[k].toFixed(k < 3 ? 4 : 2))) : text));
    const wrong = LABELS.filter((_, k) => k in typed.value && !Number.isFinite(numberOf(typed.value[k])));
    useEffect(() => { // the table changed, or the pane was opened: the same pose is asked for
        if (drawn.value && isOfTable(drawn.value) && !found.peek()) {
            if (isOfRobot(outcome.peek()) && target.peek()) solve(target.peek());
            else solveHere();
        }
    }, [drawn.value]);
    const ask = () => { if (T && !wrong.length) solve(T); };
    const answer = wrong.length ? null : found.value;
    return html`<div class="padded inverse" tabindex="0" role="region" aria-label="Inverse geometry">
        <div class="row options">${LABELS.map((label, k) => html`<label class="option"><span>${label}</span><input class="small mono" inputmode="decimal" autocomplete="off" aria-label=${`${label} of the tool in ${k < 3 ? "metres" : "degrees"}`}
                value=${texts[k] ?? ""} aria-invalid=${wrong.includes(label) ? "true" : null} onInput=${(event) => type(k, event.target.value)} /><span class="unit">${k < 3 ? "m" : "°"}</span></label>`)}
            <label class="option"><span>task</span><select class="small" value=${kind.value} onChange=${(event) => { kind.value = event.target.value; if (T) solve(T); }}>
                ${["auto", "pose", "direction", "position"].map((x) => html`<option value=${x} selected=${x === kind.value}>${x}</option>`)}</select></label></div>
        <div class="row"><button class="main" disabled=${wrong.length > 0} onClick=${ask}>Postures of the pose shown</button>
            <button class="link" onClick=${solveHere} title="The present pose of the tool in the scene">pose of the robot</button><span class="remark">or drag the tool in the scene</span></div>
        ${wrong.length ? html`<p class="said wrong" role="alert">${wrong.join(", ")}: a number is needed</p>` : null}
        ${failures.value.map((problem) => html`<p class="said wrong" role="alert">${problemText({ ...problem, place: [] })}</p>`)}
        ${answer ? html`<p class=${`said ${answer.reached ? "" : "wrong"}`} role="status"><b>${answer.words}</b>${answer.method ? html` <span class="remark">${answer.method}</span>` : null}
            ${answer.locked?.length ? html`<br />locked where ${answer.locked.length > 1 ? "they are" : "it is"}: ${answer.locked.map((j) => drawn.value?.joints[j - 1]?.variable || `joint ${j}`).join(", ")}` : null}</p>
            ${(answer.notes ?? []).map((note) => html`<p class="remark">${note}</p>`)}
            <ul class="postures" aria-label="Postures" aria-busy=${isAnswered.value ? "false" : "true"}>${answer.postures.map((entry, k) => html`<li key=${k}><button aria-pressed=${k === chosen.value ? "true" : "false"} onClick=${() => chooseGhost(k)}
                onPointerEnter=${() => { hover.value = null; }}>
                <span class="branch">${name(entry, k)}</span><span class="numbers mono">${numbersOf(entry.q)}</span>${entry.words ? html`<span class=${entry.flags.includes("outside_limits") || entry.flags.includes("least_squares") ? "warned" : "remark"}>${entry.words}</span>` : null}
            </button></li>`)}</ul>` : busy.value ? html`<p class="remark" role="status">solving …</p>` : null}
    </div>`;
}

function numbersOf(q) {
    const joints = drawn.value?.joints ?? [];
    let at = 0;
    return joints.flatMap(({ kind: sort }) => {
        if (sort === "fixed") return [];
        const width = sort === "ball" ? 4 : 1;
        const own = q.slice(at, at + width);
        at += width;
        return own.map((x) => (sort === "revolute" ? `${(x * DEGREES).toFixed(1)}°` : x.toFixed(3)));
    }).join("  ");
}
