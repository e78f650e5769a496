// The motion under a controller: what to do, pictures over time, and the robot in the scene along with them.

import { effect, html, signal, uPlot, useEffect, useLayoutEffect, useRef, useState } from "./vendor.js";
import { run } from "./api.js";
import { download } from "./menus.js";
import { binding, catalogue, isOfRobot, isOfTable, jobBase, notice, pose, posture, problemText, task, theme } from "./page.js";

const recording = signal(null); // the message, `bound` to its table
const sheet = signal(null); // the CSV file, bound likewise
const failures = signal([]);
const about = signal(null); // { bound }: the table that the failures are of
const progress = signal(null);
const took = signal(0);
const time = signal(0); // the sample that is shown
const playing = signal(false);
let control = null;

effect(() => { // another robot: neither its motion nor its errors are these
    if (about.value && !isOfRobot(about.value)) control?.abort();
    if (recording.value && !isOfTable(recording.value)) playing.value = false;
});

const MAIN = ["seconds", "control", "trajectory", "start", "goal"];
const NEEDED = { // what is of no use with other choices is not shown
    kp: (x) => ["pd", "pd-gravity", "computed-torque"].includes(x.control), kd: (x) => ["pd", "pd-gravity", "computed-torque"].includes(x.control),
    goal: (x) => ["cubic", "quintic"].includes(x.trajectory), amplitude: (x) => x.trajectory === "sine", frequency: (x) => x.trajectory === "sine",
};

const valueOf = (field) => task.value[field.name] ?? String(field.default ?? "");

async function simulate() {
    if (control) return;
    control = new AbortController();
    const begun = performance.now();
    const bound = binding();
    about.value = { bound };
    failures.value = [];
    progress.value = { done: 0, of: 0, what: "compiling" };
    playing.value = false;
    try {
        const done = await run({ ...jobBase.peek(), do: "simulate", task: { ...task.peek() } }, (message) => {
            if (message.type === "recording") {
                recording.value = { ...message, bound };
                seek(0);
            } else if (message.type === "text") sheet.value = { ...message, bound };
            else if (message.type === "progress") progress.value = message;
            else if (message.type === "problem") failures.value = [...failures.peek(), message];
        }, control.signal);
        took.value = performance.now() - begun;
        if (!done.ok && !failures.peek().length) failures.value = [{ place: [], what: "The simulation failed.", remedy: "" }];
    } catch (error) {
        failures.value = control.signal.aborted ? [] : [{ place: [], what: error.message, remedy: "" }];
        notice.value = control.signal.aborted ? "The simulation was cancelled." : "";
    } finally {
        control = null;
        progress.value = null;
    }
}

// The robot as it was at a sample.
function seek(k) {
    const made = recording.peek();
    if (!isOfTable(made)) return;
    time.value = Math.max(0, Math.min(made.t.length - 1, k));
    const q = made.postures[time.peek()];
    posture.value = q;
    pose.value = made.poses ? made.poses[time.peek()] : null;
}

function play() {
    if (playing.peek()) {
        playing.value = false;
        return;
    }
    const { t } = recording.peek();
    if (time.peek() >= t.length - 1) seek(0);
    const from = t[time.peek()];
    let begun = null;
    playing.value = true;
    const frame = (now) => {
        if (!playing.peek() || !recording.peek()) return;
        begun ??= now;
        const at = from + (now - begun) / 1000;
        let k = time.peek();
        while (k < t.length - 1 && t[k] < at) k += 1;
        seek(k);
        if (k >= t.length - 1) playing.value = false;
        else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

const COLOURS = {
    light: ["#0b6b66", "#b45309", "#4650c8", "#c2410c", "#7c3aed", "#0369a1", "#be185d", "#4d7c0f", "#475569", "#a16207"],
    dark: ["#3fd0c0", "#f5b136", "#8290ff", "#ff8f66", "#b69cff", "#5cc0ff", "#ff8ac0", "#a9d65c", "#9fb0c6", "#e3c558"],
};
const TITLES = { q: "Joint positions", qd: "Joint velocities", qdd: "Joint accelerations", tau: "Joint efforts", base: "Base", energy: "Energy" };

// A constant has room on both sides, too.
function padded(low, high) {
    const room = high > low ? 0.08 * (high - low) : Math.abs(low) || 1;
    return [low - room, high + room];
}

// One picture of a group of columns; a line marks the time that is shown, and a click or drag moves it.
function Plot({ names, title }) {
    const box = useRef();
    const plot = useRef(null);
    const made = recording.value;
    const dark = theme.value;
    const [low, high] = [made.t[0], made.t.at(-1)];
    useLayoutEffect(() => {
        const palette = COLOURS[dark];
        const style = getComputedStyle(document.documentElement);
        const [text, line] = [style.getPropertyValue("--muted").trim(), style.getPropertyValue("--line").trim()];
        const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 }, font: "11px 'JetBrains Mono', monospace", size: 46 };
        const marker = (u) => {
            const x = Math.round(u.valToPos(made.t[time.peek()], "x", true));
            const { ctx, bbox } = u;
            ctx.save();
            ctx.strokeStyle = text;
            ctx.setLineDash([4, 4]);
            ctx.beginPath();
            ctx.moveTo(x, bbox.top);
            ctx.lineTo(x, bbox.top + bbox.height);
            ctx.stroke();
            ctx.restore();
        };
        const at = (u, event) => {
            const x = u.posToVal(event.clientX - u.over.getBoundingClientRect().left, "x");
            const k = made.t.findIndex((t) => t >= x);
            playing.value = false;
            seek(k < 0 ? made.t.length - 1 : k);
        };
        const ready = (u) => {
            u.over.addEventListener("pointerdown", (event) => {
                u.over.setPointerCapture(event.pointerId);
                at(u, event);
            });
            u.over.addEventListener("pointermove", (event) => { if (event.buttons & 1) at(u, event); });
        };
        const data = [made.t, ...names.map((name) => made.columns[name])];
        plot.current = new uPlot({
            width: box.current.clientWidth, height: 190, legend: { show: false }, cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
            scales: { x: { time: false }, y: { range: (_, low_, high_) => padded(low_, high_) } }, axes: [{ ...axis, size: 26 }, axis],
            series: [{}, ...names.map((_, k) => ({ stroke: palette[k % palette.length], width: 1.6 }))], hooks: { draw: [marker], ready: [ready] },
        }, data, box.current);
        const sized = new ResizeObserver(() => plot.current?.setSize({ width: box.current.clientWidth, height: 190 }));
        sized.observe(box.current);
        return () => {
            sized.disconnect();
            plot.current.destroy();
            plot.current = null;
        };
    }, [made, dark, names.join()]);
    useEffect(() => { plot.current?.redraw(false, false); }, [time.value]);
    const units = [...new Set(names.map((name) => made.units?.[name]).filter(Boolean))].join(", ");
    return html`<figure class="plot"><figcaption>${title}${units ? ` [${units}]` : ""}</figcaption><div ref=${box} role="img" aria-label=${`${title} from ${low} to ${high} s`}></div>
        <div class="legend">${names.map((name, k) => html`<span><i class=${`colour c${k % 10}`} aria-hidden="true"></i>${name}</span>`)}</div></figure>`;
}

function Field({ field }) {
    const { name, kind, choices, default: standard, doc } = field;
    const wrong = failuresOfRobot();
    const at = wrong.findIndex(({ place }) => place[0] === "task" && place[1] === name);
    const set = (value) => { task.value = { ...task.peek(), [name]: value }; };
    const id = `task-${name}`;
    const own = { id, title: doc, "aria-invalid": at < 0 ? null : "true", "aria-describedby": at < 0 ? null : `task-problem-${at}` };
    return html`<div class=${`option ${at < 0 ? "" : "wrong"}`}><label for=${id} title=${doc}>${name.replace(/_/g, " ")}</label>
        ${kind === "choice" ? html`<select class="small" ...${own} value=${valueOf(field)} onChange=${(event) => set(event.target.value)}>${choices.map((x) => html`<option value=${x} selected=${x === valueOf(field)}>${x}</option>`)}</select>`
        : kind === "switch" ? html`<input type="checkbox" ...${own} checked=${task.value[name] ?? standard === true} onChange=${(event) => set(event.target.checked)} />`
        : html`<input class="small mono" ...${own} value=${task.value[name] ?? ""} placeholder=${String(standard ?? "")} spellcheck=${false} autocomplete="off" onInput=${(event) => {
            if (event.target.value.trim()) set(event.target.value);
            else {
                const { [name]: gone, ...rest } = task.peek();
                task.value = rest;
            }
        }} />`}</div>`;
}

// What was wrong with the last simulation of this robot.
const failuresOfRobot = () => (isOfRobot(about.value) ? failures.value : []);

// The field that is meant, unless the words begin with it.
function fieldText({ place, what }) {
    const field = place[0] === "task" && place[1] ? String(place[1]).replace(/_/g, " ") : "";
    return field && !what.startsWith(field) ? `${field}: ` : "";
}

export function Simulate() {
    const [more, setMore] = useState(false);
    const [groups, setGroups] = useState(["q", "tau"]);
    const now = progress.value;
    const made = isOfRobot(recording.value) ? recording.value : null;
    const wrong = failuresOfRobot();
    const fields = catalogue.value.simulate;
    const chosen = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
    const wanted = (field) => !NEEDED[field.name] || NEEDED[field.name](chosen);
    const inSight = fields.filter((field) => (MAIN.includes(field.name) || field.name in NEEDED) && wanted(field)).sort((a, b) => (MAIN.indexOf(a.name) + 1 || 9) - (MAIN.indexOf(b.name) + 1 || 9));
    const others = fields.filter((field) => !MAIN.includes(field.name) && !(field.name in NEEDED));
    const here = () => { task.value = { ...task.peek(), start: posture.peek().map((x) => String(Number(x.toPrecision(8)))).join(",") }; };
    const there = () => { task.value = { ...task.peek(), goal: posture.peek().map((x) => String(Number(x.toPrecision(8)))).join(",") }; };
    const hidden = wrong.some(({ place }) => place[0] === "task" && others.some(({ name }) => name === place[1]));
    useEffect(() => { if (hidden) setMore(true); }, [hidden]);
    const known = made ? Object.keys(TITLES).filter((key) => made.groups[key]?.length) : [];
    const fits = isOfTable(made);
    useEffect(() => () => { playing.value = false; if (recording.peek()?.poses) pose.value = null; }, []);
    return html`<div class="padded simulate" tabindex="0" role="region" aria-label="Simulation">
        <div class="row options">${inSight.map((field) => html`<${Field} key=${field.name} field=${field} />`)}
            ${more ? others.map((field) => html`<${Field} key=${field.name} field=${field} />`) : null}</div>
        <div class="row">
            ${now ? html`<button onClick=${() => control?.abort()}>Cancel</button>` : html`<button class="main" onClick=${simulate}>Simulate</button>`}
            <button class="link" onClick=${here} title="The posture in the scene is where the motion starts">start here</button>
            ${NEEDED.goal(chosen) ? html`<button class="link" onClick=${there} title="The posture in the scene is where the motion ends">end here</button>` : null}
            <button class="link" aria-expanded=${more ? "true" : "false"} onClick=${() => setMore(!more)}>${more ? "fewer settings" : "all settings"}</button>
            <span class="gap"></span>
            ${isOfRobot(sheet.value) ? html`<button class="link" onClick=${() => download(sheet.value.name, sheet.value.text, "text/csv")}>CSV</button>` : null}
        </div>
        ${now ? html`<div class="progress"><progress aria-label="Progress" max=${now.of || 1} value=${now.of ? now.done : null}></progress><span>${now.what}</span></div>` : null}
        ${wrong.map((problem, k) => html`<p class="said wrong" role="alert" id=${`task-problem-${k}`}>${fieldText(problem)}${problemText({ ...problem, place: [] })}</p>`)}
        ${made ? html`<div class="row player"><button onClick=${play} disabled=${!fits} aria-label=${playing.value ? "Pause" : "Play"}>${playing.value ? "❚❚ Pause" : "▶ Play"}</button>
            <input type="range" aria-label="Time" min="0" max=${made.t.length - 1} step="1" value=${time.value} disabled=${!fits} aria-valuetext=${`${made.t[time.value]?.toFixed(2)} seconds`}
                onInput=${(event) => { playing.value = false; seek(Number(event.target.value)); }} />
            <span class="mono clock">${made.t[Math.min(time.value, made.t.length - 1)].toFixed(2)} s</span></div>
            ${fits ? null : html`<p class="last-good">for the table before the last edit: simulate again to play it</p>`}
            <div class="row ticks" role="group" aria-label="Pictures">${known.map((key) => html`<label><input type="checkbox" checked=${groups.includes(key)}
                onChange=${() => setGroups(groups.includes(key) ? groups.filter((x) => x !== key) : [...groups, key])} />${TITLES[key].replace("Joint ", "")}</label>`)}</div>
            ${known.filter((key) => groups.includes(key)).map((key) => html`<${Plot} key=${key} names=${made.groups[key]} title=${TITLES[key]} />`)}
            <p class="remark">energy drift ${Number(made.summary?.relative_drift ?? 0).toExponential(1)} of the energy that moved; computed in ${Math.round(took.value)} ms</p>`
        : !now && !wrong.length ? html`<p class="remark">Forward dynamics, integrated in time: choose a controller and a trajectory, then play the motion in the scene. All symbols need numbers.</p>` : null}
    </div>`;
}
