// Inverse geometry: the tool is dragged in the scene or typed; all postures appear as ghosts, one is chosen.

import { computed, effect, html, signal, useEffect, useState } from "./vendor.js";
import { Latest, run } from "./api.js";
import { frames, inverse as inverseOf, multiply } from "./kinematics.js";
import { drawn, ghosts, hover, jobBase, pane, posture, problemText, setPosture, show } from "./page.js";

const kind = signal("auto");
const target = signal(null); // 16 numbers, the tool in frame 0; null: where it is
const found = signal(null);
const failures = signal([]);
const chosen = signal(-1);
const busy = signal(false);

const here = computed(() => {
    const message = drawn.value;
    if (!message || !posture.value.length) return null;
    const all = frames(message, posture.value);
    return multiply(inverseOf(all[0]), all[message.end ?? message.joints.length]);
});

const solver = new Latest(async (job, control) => {
    busy.value = true;
    const wrong = [];
    let answer = null;
    try {
        await run(job, (message) => {
            if (message.type === "postures") answer = message;
            else if (message.type === "problem") wrong.push(message);
        }, control);
        failures.value = wrong;
        found.value = answer;
        chosen.value = -1;
    } finally {
        busy.value = false;
    }
});

function solve(T) {
    const message = drawn.peek();
    if (!message) return;
    solver.ask({ ...jobBase.peek(), do: "inverse", T, frame: message.end ?? "end", task: kind.peek(), q: posture.peek() });
}

// The tool was dragged: T is its frame in that of the base.
export function dragTool(T) {
    if (pane.peek() !== "inverse") pane.value = "inverse";
    target.value = T;
    solve(T);
}

export function solveHere() {
    if (!here.peek()) return;
    target.value = here.peek();
    solve(here.peek());
}

// One of the postures becomes that of the robot.
export function chooseGhost(k) {
    if (!found.peek()?.postures[k]) return;
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

effect(() => { // another robot: nothing is known of it
    const message = drawn.value;
    if (found.peek() && message && found.peek().postures[0]?.q.length !== posture.peek().length) {
        found.value = null;
        target.value = null;
    }
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

export function Inverse() {
    const T = target.value ?? here.value;
    const shown = T ? [T[3], T[7], T[11], ...angles(T)].map((value, k) => Number(value.toFixed(k < 3 ? 4 : 2))) : [];
    const [draft, setDraft] = useState(null);
    useEffect(() => { if (!found.peek()) solveHere(); }, [drawn.value?.name]);
    const typed = (k, text) => {
        const next = [...(draft ?? shown.map(String))];
        next[k] = text;
        setDraft(next);
        const numbers = next.map((x) => Number(x.replace(",", ".")));
        if (next.every((x) => x.trim() !== "") && numbers.every(Number.isFinite)) {
            target.value = poseOf(numbers);
            solve(target.value);
        }
    };
    const answer = found.value;
    return html`<div class="padded inverse" tabindex="0" role="region" aria-label="Inverse geometry">
        <div class="row options" onBlurCapture=${() => setDraft(null)}>${LABELS.map((label, k) => html`<label class="option"><span>${label}</span><input class="small mono" inputmode="decimal" autocomplete="off" aria-label=${`${label} of the tool in ${k < 3 ? "metres" : "degrees"}`}
                value=${draft ? draft[k] : shown[k] ?? ""} onInput=${(event) => typed(k, event.target.value)} /><span class="unit">${k < 3 ? "m" : "°"}</span></label>`)}
            <label class="option"><span>task</span><select class="small" value=${kind.value} onChange=${(event) => { kind.value = event.target.value; if (T) solve(T); }}>
                ${["auto", "pose", "direction", "position"].map((x) => html`<option value=${x} selected=${x === kind.value}>${x}</option>`)}</select></label></div>
        <div class="row"><button class="main" onClick=${solveHere}>Postures of the pose shown</button><span class="remark">or drag the tool in the scene</span></div>
        ${failures.value.map((problem) => html`<p class="said wrong" role="alert">${problemText({ ...problem, place: [] })}</p>`)}
        ${answer ? html`<p class=${`said ${answer.reached ? "" : "wrong"}`} role="status"><b>${answer.words}</b>${answer.method ? html` <span class="remark">${answer.method}</span>` : null}
            ${answer.locked?.length ? html`<br />locked where ${answer.locked.length > 1 ? "they are" : "it is"}: ${answer.locked.map((j) => drawn.value?.joints[j - 1]?.variable || `joint ${j}`).join(", ")}` : null}</p>
            ${(answer.notes ?? []).map((note) => html`<p class="remark">${note}</p>`)}
            <ul class="postures" aria-label="Postures">${answer.postures.map((entry, k) => html`<li key=${k}><button aria-pressed=${k === chosen.value ? "true" : "false"} onClick=${() => chooseGhost(k)}
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
