// The page: what is where. The panes are in modules of their own; what they share is in page.js.

import { effect, html, render, signal, useEffect, useLayoutEffect, useRef, useState } from "./vendor.js";
import { catalogue as ask, server } from "./api.js";
import { BasePane } from "./base.js";
import { Code, lastGood } from "./code.js";
import { PANES, Palette, openPalette } from "./commands.js";
import { Equations } from "./equations.js";
import { keeperOfTab, openTabs } from "./kept.js";
import { Inverse, chooseGhost, dragTool } from "./inverse.js";
import { Dialogs, MenuButton, dialog, openBuiltin, openFile, pickFile, save, share } from "./menus.js";
import { Model } from "./model.js";
import {
    catalogue, drawn, editRobot, edits, ghosts, hover, keepPosture, notice, openState, opened, pane, pose, posture, problemText, problems, randomPosture, redo, robot, setJoint,
    setTheme, settle, shareable, show, stale, state, steps, table, task, theme, timed, times, undo, warnings, working, zeroPosture,
} from "./page.js";
import { createScene } from "./scene.js";
import { Simulate } from "./simulate.js";
import { Sliders } from "./sliders.js";
import { checked, insertJoint, same, unpack, withText } from "./state.js";
import { Tables, showPlace } from "./tables.js";
import { Verify } from "./verify.js";

// -- the bar at the top -----------------------------------------------------------------------------------------------

const Logo = () => html`<svg class="logo" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M4 19 9 8l8-2" /><path class="tool" d="m17 6 4 4" />
    <circle cx="4" cy="19" r="3" /><circle cx="9" cy="8" r="2.4" /><circle cx="17" cy="6" r="2" /></svg>`;

function Top() {
    const formats = catalogue.value.formats.filter(({ writes }) => writes);
    const dark = theme.value === "dark";
    return html`<header class="top">
        <h1><${Logo} /><span>Linkwright <i>studio</i></span></h1>
        <button class="robot-name" aria-haspopup="dialog" aria-label=${`Robot: ${robot.value.name || "without a name"}. Choose another`} onClick=${() => { openPalette("robots"); }}>
            <span>${robot.value.name || "robot"}</span><i aria-hidden="true">▾</i></button>
        <button onClick=${() => { dialog.value = { kind: "new" }; }}>New</button>
        <button onClick=${pickFile}>Open</button>
        <${MenuButton} label="Save" items=${() => formats.map(({ name, suffixes, doc }) => [html`${suffixes[0]} <small>${doc.split(/[:,]/)[0]}</small>`, () => save(name), name === "toml" ? "Ctrl S" : ""])} />
        <button onClick=${share}>Share</button>
        <span class="twins"><button aria-label="Undo" title="Undo (Ctrl Z)" disabled=${!steps.value.undo} onClick=${undo}>↶</button>
            <button aria-label="Redo" title="Redo (Ctrl Shift Z)" disabled=${!steps.value.redo} onClick=${redo}>↷</button></span>
        <span class="gap"></span>
        <button class="search" onClick=${() => { openPalette("all"); }}>Search <kbd>Ctrl K</kbd></button>
        <button onClick=${() => setTheme(dark ? "light" : "dark")} aria-label=${dark ? "Light colours" : "Dark colours"} title=${dark ? "Light colours" : "Dark colours"}><span aria-hidden="true">${dark ? "◑" : "◐"}</span> <span class="theme-word">${dark ? "Light" : "Dark"}</span></button>
    </header>`;
}

// -- the scene --------------------------------------------------------------------------------------------------------

const SWITCHES = [["frames", "axes of every frame"], ["labels", "names of the axes"], ["links", "bodies between the joints"],
    ["exploded", "coincident frames are drawn side by side"], ["inertia", "centres of mass and ellipsoids of inertia"], ["draw", "add joints, drag b, d and r, turn α and γ by 90° in the scene"]];

function View() {
    const canvas = useRef();
    const scene = useRef(null);
    const [lost, setLost] = useState("");
    useLayoutEffect(() => {
        try {
            scene.current = createScene(canvas.current, {
                onHover: (j) => { hover.value = j; },
                onDragJoint: setJoint,
                onDragTool: dragTool,
                onChooseGhost: chooseGhost,
                onEditParameter: (j, key, text) => editRobot((tables) => withText(tables, ["joint", j, key], String(text)), `scene/${j}/${key}`),
                onAddJoint: (parent) => {
                    settle();
                    editRobot((tables) => insertJoint(tables, parent));
                },
            });
        } catch (error) {
            setLost(`The scene cannot be drawn: ${error.message}`);
            return undefined;
        }
        const narrow = matchMedia("(max-width: 700px)"); // where the sliders are below (style.css)
        const inset = () => { // what the sliders and the switches cover
            scene.current.setInsets(narrow.matches ? { top: 80, right: 0, bottom: 210 } : { top: 30, right: 240, bottom: 0 });
            if (drawn.peek()) scene.current.fit();
        };
        inset();
        narrow.addEventListener("change", inset);
        const fit = () => scene.current.fit();
        document.addEventListener("fit", fit);
        return () => {
            narrow.removeEventListener("change", inset);
            document.removeEventListener("fit", fit);
            scene.current.dispose();
        };
    }, []);
    const seen = useRef(0);
    useLayoutEffect(() => { // the robot and its posture at once, before the next frame
        if (!drawn.value || !scene.current) return;
        scene.current.setRobot(drawn.value);
        scene.current.setJoints(posture.value, pose.value);
        if (seen.current !== opened.value) scene.current.fit();
        seen.current = opened.value;
        scene.current.drawNow();
        timed();
    }, [drawn.value]);
    useLayoutEffect(() => { scene.current?.setJoints(posture.value, pose.value); }, [posture.value, pose.value]); // drawn with the sliders, in one frame
    useEffect(() => { scene.current?.setHover(hover.value); }, [hover.value]);
    useEffect(() => { scene.current?.setSwitches(show.value); }, [show.value]);
    useEffect(() => { scene.current?.setGhosts(ghosts.value); }, [ghosts.value]);
    useEffect(() => { scene.current?.setTheme(theme.value); }, [theme.value]);
    const set = (changed) => { show.value = { ...show.peek(), ...changed }; };
    return html`<section class="panel view" aria-label="Scene">
        <canvas ref=${canvas} tabindex="0" role="img" aria-label=${`The robot ${robot.value.name ?? ""}, drawn from its table: ${drawn.value?.joints.length ?? 0} joints`}></canvas>
        <div class="switches" role="group" aria-label="What is drawn">${SWITCHES.map(([key, help]) => html`<button aria-pressed=${show.value[key] ? "true" : "false"} title=${help}
            onClick=${() => set({ [key]: !show.value[key] })}>${key}</button>`)}
            <label class="size" title="size of the frames"><span>size</span><input type="range" min="0.3" max="2.5" step="0.1" value=${show.value.size}
                onInput=${(event) => set({ size: event.target.valueAsNumber })} /></label>
            <button onClick=${() => scene.current?.fit()} title="Show the whole robot (F)">fit</button></div>
        <${Sliders} robot=${drawn} posture=${posture} hover=${hover} onMove=${setJoint} onZero=${zeroPosture} onRandom=${randomPosture} />
        ${lost ? html`<p class="said wrong lost" role="alert">${lost}</p>` : null}
    </section>`;
}

// -- what comes out ---------------------------------------------------------------------------------------------------

const BODIES = { code: Code, equations: Equations, base: BasePane, verify: Verify, simulate: Simulate, inverse: Inverse };

function Output() {
    const keys = PANES.map(([key]) => key);
    const own = pane.value;
    const turn = (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!by) return;
        pane.value = keys[(keys.indexOf(own) + by + keys.length) % keys.length];
        requestAnimationFrame(() => document.getElementById(`pane-${pane.value}`)?.focus());
    };
    return html`<section class="panel output" aria-label="Output">
        <div class="tabs"><div role="tablist" aria-label="Output" onKeyDown=${turn}>${PANES.map(([key, title]) => html`<button role="tab" id=${`pane-${key}`} aria-controls="pane"
            aria-selected=${own === key ? "true" : "false"} tabindex=${own === key ? 0 : -1} onClick=${() => { pane.value = key; }}>${title}</button>`)}</div></div>
        ${own === "code" ? lastGood() : null}
        <div class="body" id="pane" role="tabpanel" aria-labelledby=${`pane-${own}`}><${BODIES[own]} key=${own} /></div>
    </section>`;
}

// -- the line at the bottom -------------------------------------------------------------------------------------------

function Status() {
    const wrong = problems.value;
    const [first] = wrong;
    let words = "up to date";
    let mark = "good";
    if (server.value === "gone") [words, mark] = ["the server does not respond; waiting for it", "bad"];
    else if (server.value === "closed") [words, mark] = ["the server was restarted: open the address that it printed", "bad"];
    else if (wrong.length) [words, mark] = [`${wrong.length === 1 ? "1 error" : `${wrong.length} errors`}; ${stale.value ? "the output is for the last valid table" : "see the cells"}`, "bad"];
    else if (working.value) [words, mark] = ["working …", "busy"];
    const assumed = drawn.value?.assumed ?? [];
    const { drawn: scene, code } = times.value;
    return html`<footer class="status">
        <span class=${`state ${mark}`} role="status"><i aria-hidden="true"></i>${words}</span>
        ${first && server.value === "there" ? html`<button class="link wrong" onClick=${() => showPlace(first.place)}>${problemText(first)}</button>` : null}
        ${!first && assumed.length ? html`<span>drawn with ${assumed.slice(0, 3).map(({ symbol, value }) => `${value} for ${symbol}`).join(", ")}${assumed.length > 3 ? ` and ${assumed.length - 3} more` : ""}</span>` : null}
        ${!first && warnings.value.length ? html`<span class="warned" title=${warnings.value.join("\n")}>${warnings.value[0]}${warnings.value.length > 1 ? ` (+${warnings.value.length - 1})` : ""}</span>` : null}
        ${notice.value ? html`<span role="status">${notice.value}</span>` : null}
        <span class="gap"></span>
        ${scene === null ? null : html`<span class="ms">3-D ${Math.round(scene)} ms</span>`}${code === null ? null : html`<span class="ms" data-edit=${edits.value}>code ${Math.round(code)} ms</span>`}
    </footer>`;
}

// -- all of it --------------------------------------------------------------------------------------------------------

function typing(target) {
    return target instanceof Element && (target.matches("input:not([type=range]):not([type=checkbox]), textarea, select") || target.isContentEditable);
}

function keys(event) {
    const held = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (document.querySelector("dialog[open]")) return;
    if (held && key === "k") openPalette("all");
    else if (held && key === "z" && !event.altKey) (event.shiftKey ? redo : undo)();
    else if (held && key === "y") redo();
    else if (held && key === "s") save("toml");
    else if (held && key === "o") pickFile();
    else if (key === "f" && !held && !event.altKey && !typing(event.target)) document.dispatchEvent(new CustomEvent("fit"));
    else return;
    event.preventDefault();
}

function Page() {
    const [over, setOver] = useState(false);
    useEffect(() => {
        const carried = (event) => event.dataTransfer?.types.includes("Files");
        const drag = (event) => {
            if (!carried(event)) return;
            event.preventDefault();
            setOver(event.type === "dragover");
        };
        const drop = (event) => {
            if (!carried(event)) return;
            event.preventDefault();
            setOver(false);
            if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
        };
        addEventListener("keydown", keys);
        addEventListener("dragover", drag);
        addEventListener("dragleave", drag);
        addEventListener("drop", drop);
        return () => {
            removeEventListener("keydown", keys);
            removeEventListener("dragover", drag);
            removeEventListener("dragleave", drag);
            removeEventListener("drop", drop);
        };
    }, []);
    if (!state.value || !catalogue.value) return html`<p class="loading" role="status">${notice.value || "Linkwright studio"}</p>`;
    return html`<div class=${`page ${over ? "over" : ""}`}>
        <${Top} /><${Offer} />
        <main><div class="left"><${View} /><${Tables} /></div><div class="right"><${Model} /><${Output} /></div></main>
        <${Status} /><${Palette} /><${Dialogs} />
        ${over ? html`<div class="drop" aria-hidden="true">Drop a robot: ${catalogue.value.formats.filter(({ reads }) => reads).flatMap(({ suffixes }) => suffixes).join(" ")}</div>` : null}
    </div>`;
}

// -- work that is kept ------------------------------------------------------------------------------------------------

const offered = signal(null); // the work of a tab that is gone
let keeper = null;
let safe = true; // whether all that was typed is kept

// The work of a tab that was closed is offered, not opened: who starts the studio with a robot wants that one.
function Offer() {
    const found = offered.value;
    if (!found) return null;
    const answer = (act) => () => {
        act();
        keeper.forget(found.id);
        offered.value = null;
    };
    const when = new Date(found.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    return html`<div class="offer" role="status"><span>Your work on <b>${found.state.robot.name || "a robot"}</b> from ${when} was saved.</span>
        <button onClick=${answer(() => reopen(found))}>Open</button><button class="link" onClick=${answer(() => {})}>Discard</button></div>`;
}

const record = () => ({
    time: Date.now(), hash: location.hash, start: catalogue.peek().start, state: shareable(state.peek()), posture: posture.peek(),
    pane: pane.peek(), table: table.peek(), task: task.peek(),
});

function reopen(found) {
    openState(found.state);
    keepPosture(found.posture);
    if (PANES.some(([key]) => key === found.pane)) pane.value = found.pane;
    if (typeof found.table === "string") table.value = found.table;
    if (found.task && typeof found.task === "object") task.value = found.task;
}

// From now on every edit is kept as it is made, and the posture when the page is left.
function keepWork() {
    const first = state.peek();
    const keep = () => { if (state.peek() !== first || reopened) safe = keeper.keep(record()); };
    effect(() => {
        [state.value, task.value, pane.value, table.value].forEach(() => {});
        keep();
    });
    addEventListener("pagehide", keep);
    addEventListener("beforeunload", (event) => {
        if (!safe || (steps.peek().undo && server.peek() !== "there")) event.preventDefault(); // else nothing would be lost
    });
}

// A reload goes on where this tab was, unless its address or the robot of the command line is another one.
let reopened = false;
function fromReload() {
    const { own } = keeper;
    if (!own || own.hash !== location.hash || !same(own.start, catalogue.peek().start)) return false;
    try {
        checked(own.state);
    } catch {
        return false;
    }
    reopen(own);
    reopened = true;
    return true;
}

// A link in the address goes before what the command line named; a damaged one is reported, and the robot is there all the same.
async function fromLink() {
    const link = /^#s=(.+)$/.exec(location.hash);
    if (!link) return false;
    try {
        openState(await unpack(link[1]), true);
        return true;
    } catch (error) {
        notice.value = error.message;
        return false;
    }
}

async function start() {
    render(html`<${Page} />`, document.getElementById("page"));
    while (!catalogue.peek()) {
        try {
            catalogue.value = await ask();
        } catch (error) {
            notice.value = error.message;
            await new Promise((resolve) => { setTimeout(resolve, 1000); });
        }
    }
    notice.value = "";
    keeper = await keeperOfTab();
    if (!fromReload() && !(await fromLink())) {
        const shown = notice.peek();
        const { start: first } = catalogue.peek();
        if (first.state) openState(first.state);
        else await openBuiltin(first.builtin);
        notice.value = shown;
    }
    addEventListener("hashchange", fromLink);
    if (!reopened) offered.value = keeper.gone(await openTabs());
    keepWork();
}

start();
