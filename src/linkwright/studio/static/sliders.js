// The joints' positions: a slider and a typed number each, in degrees and metres. Nothing here asks the server.
//
//   html`<${Sliders} robot=${drawn} posture=${posture} hover=${hover} onMove=${setJoint} onZero=${zeroPosture}
//                    onRandom=${randomPosture} />`
//
// robot, posture and hover are signals; onMove(j, value) gets radians, metres, or the quaternion of a ball joint. `hover` is set
// to the joint under the pointer or with the focus. Styles: scene.css.

import {html, useComputed, useId, useRef, useSignal} from "./vendor.js";
import {isFree, layout, quaternionOf, sizeOf, turnVector} from "./kinematics.js";

const DEGREES = 180 / Math.PI;

export function Sliders({robot, posture, hover, onMove, onZero, onRandom}) {
    const message = robot.value;
    const kept = useRef(new Map()), before = kept.current;
    if (!message) return null;
    const rows = rowsOf(message);
    // A row that is as it was is the same node: of a robot with hundreds of joints an edit draws none of them anew.
    kept.current = new Map(rows.map((row) => {
        const was = before.get(row.key), text = JSON.stringify(row);
        return [row.key, was?.text === text ? was : {text, node: html`<${Row} key=${row.key} row=${row} posture=${posture} hover=${hover} onMove=${onMove} />`}];
    }));
    return html`<section class="joints" aria-label="Joint positions">
        <header>
            <h2>Joints</h2>
            <button type="button" onClick=${onZero} title="Where the robot starts">zero</button>
            <button type="button" onClick=${onRandom} title="Anywhere within the limits">random</button>
        </header>
        <div class="joints-list" tabindex=${rows.length > 8 ? 0 : -1} role="group" aria-label="Sliders">
            ${[...kept.current.values()].map(({node}) => node)}
            ${rows.length ? null : html`<p>No joint moves.</p>`}
        </div>
    </section>`;
}

/** One row per number that can be moved; a ball joint has three, the components of its turn. */
function rowsOf(message) {
    const {at} = layout(message), stroke = strokeOf(message);
    return message.joints.flatMap((joint, k) => {
        const j = k + 1, {kind, variable, name, lower, upper} = joint;
        if (kind === "fixed") return [];
        const common = {j, at: at[j], kind, joint: name, free: isFree(message, j), driven: joint.actuated !== false};
        if (kind === "ball") {
            return ["x", "y", "z"].map((axis, component) => ({
                ...common, key: `${j}${axis} ${at[j]}`, label: variable, axis, component, factor: DEGREES, unit: "°", lower: -180, upper: 180,
                limited: false,
            }));
        }
        const turns = kind === "revolute", factor = turns ? DEGREES : 1, start = Math.abs(joint.start ?? 0) * factor;
        const most = Math.max(turns ? 180 : stroke, Math.ceil(start / 45) * 45 * turns, turns ? 0 : 1.5 * start);
        return [{
            ...common, key: `${j} ${kind} ${at[j]}`, label: variable || name, axis: "", component: 0, factor, unit: turns ? "°" : "m",
            lower: (lower ?? Math.min(-most / factor, upper ?? 0)) * factor,
            upper: (upper ?? Math.max(most / factor, lower ?? 0)) * factor, limited: lower != null || upper != null,
        }];
    });
}

// The key of a row has all that its signals are made of. A slide without limits goes as far as the robot is large.
function strokeOf(message) {
    const size = sizeOf(message), power = 10 ** Math.floor(Math.log10(size));
    return size > 1e-8 ? Math.ceil(size / power) * power : 1;
}

function Row({row, posture, hover, onMove}) {
    const id = useId(), typed = useSignal(null), box = useRef(null);
    const {j, kind, component, factor, unit, lower, upper, free} = row;
    const value = useComputed(() => {
        const q = posture.value;
        return (kind === "ball" ? turnVector(q.slice(row.at, row.at + 4))[component] : q[row.at] ?? 0) * factor;
    });
    const marked = useComputed(() => hover.value === j);
    const now = value.value, text = shown(now, unit);
    const outside = row.limited && (now < lower - 1e-9 || now > upper + 1e-9);

    const move = (x) => {
        if (kind !== "ball") return onMove(j, x / factor);
        const vector = turnVector(posture.peek().slice(row.at, row.at + 4));
        vector[component] = x / factor;
        return onMove(j, quaternionOf(vector));
    };
    const slide = (event) => {
        move(event.currentTarget.valueAsNumber);
        event.currentTarget.valueAsNumber = value.peek(); // loops may have stopped it before the hand
    };
    const take = () => {
        const x = numberOf(typed.peek() ?? "");
        typed.value = null;
        if (x !== null && shown(x, unit) !== text) move(x);
    };
    const keys = (event) => {
        if (event.key === "Enter") take();
        else if (event.key === "Escape") {
            typed.value = null;
            box.current.value = text;
        } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
            typed.value = null;
            move(value.peek() + (event.key === "ArrowUp" ? 1 : -1) * (unit === "m" ? 0.01 : 1) * (event.shiftKey ? 10 : 1));
        } else return;
        event.preventDefault();
    };
    const enter = () => { hover.value = j; };
    const leave = () => { if (hover.peek() === j) hover.value = null; };
    const share = Math.min(100, Math.max(0, 100 * (now - lower) / (upper - lower || 1)));
    const words = [unit === "m" ? "metres" : "degrees", free ? "" : "follows other joints", row.driven ? "" : "no motor", outside ? "beyond its limits" : ""]
        .filter(Boolean).join(", ");

    return html`<div class=${`joints-row${marked.value ? " is-active" : ""}${outside ? " is-outside" : ""}${free ? "" : " is-dependent"}${row.driven ? "" : " is-passive"}`}
            data-joint=${j} onPointerEnter=${enter} onPointerLeave=${leave} onFocusIn=${enter} onFocusOut=${leave}>
        <label for=${id} title=${row.joint}>${row.label}${row.axis && html`<sub>${row.axis}</sub>`}</label>
        <input id=${id} type="range" min=${lower} max=${upper} step="any" value=${now} disabled=${!free}
            aria-valuetext=${`${text} ${words}`} style=${{"--share": `${share}%`}}
            onInput=${slide} onKeyDown=${(event) => step(event, row, value.peek(), move)} />
        <input ref=${box} type="text" inputmode="decimal" autocomplete="off" spellcheck=${false} value=${typed.value ?? text}
            readonly=${!free} aria-label=${`${row.label}${row.axis} in ${words}`} aria-invalid=${outside ? "true" : null}
            title=${outside ? `limits ${shown(lower, unit)} to ${shown(upper, unit)}` : null}
            onInput=${(event) => { typed.value = event.currentTarget.value; }} onBlur=${take} onKeyDown=${keys}
            onFocus=${(event) => event.currentTarget.select()} />
        <span aria-hidden="true">${unit}</span>
    </div>`;
}

// Arrow keys move by a degree or a centimetre (ten with shift); step="any" would move by a hundredth of the way.
function step(event, {unit, lower, upper}, now, move) {
    const way = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10}[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const by = way * (unit === "m" ? 0.01 : 1) * (event.shiftKey ? 10 : 1);
    move(Math.min(upper, Math.max(lower, now + by)));
}

function shown(x, unit) {
    const text = x.toFixed(unit === "m" ? 3 : 1);
    return Number(text) === 0 ? text.replace("-", "") : text;
}

/** A number as one types it: 28.6, 28,6, -1e-2, with or without its unit; null if it is none. */
export function numberOf(text) {
    const match = /^\s*([+\-−]?)\s*(\d+(?:[.,]\d*)?|[.,]\d+)(e[+-]?\d+)?\s*(?:°|m|deg)?\s*$/iu.exec(text);
    if (!match) return null;
    const x = Number(`${match[2].replace(",", ".")}${match[3] ?? ""}`);
    return Number.isFinite(x) ? (/[-−]/.test(match[1]) ? -x : x) : null;
}
