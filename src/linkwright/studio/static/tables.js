// What one edits: the tables of the robot as grids of cells. An error stands in its cell, with its remedy.

import { Component, computed, html, signal, useLayoutEffect, useMemo, useRef, useState } from "./vendor.js";
import { run } from "./api.js";
import { MenuButton } from "./menus.js";
import {
    catalogue, choices, choose, drawn, editRobot, hover, notice, openRobot, problemAt, problems, robot, settle, table, wrongIn,
} from "./page.js";
import { beyondTurn, block, cell as cleaned, fromDegrees, isHeader } from "./paste.js";
import {
    GEOMETRY, INERTIA, WRENCH, addRow, at, bodyTable, copyJoint, deleteJoint, deleteRow, insertJoint, jointName, moveJoint,
    textAt, variable, withText,
} from "./state.js";

const GREEK = { gamma: "γ", alpha: "α", theta: "θ" };
const KINDS = { r: "revolute", 0: "revolute", p: "prismatic", 1: "prismatic", f: "fixed", 2: "fixed", s: "ball" };

// -- moving about -----------------------------------------------------------------------------------------------------

function cellAt(grid, row, col) {
    return grid.querySelector(`[data-row="${row}"][data-col="${col}"]`);
}

function focusCell(target) {
    if (!target) return false;
    target.focus();
    if (target.select) target.select();
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
}

function go(from, down, right) {
    const grid = from.closest(".grid");
    const [row, col] = [Number(from.dataset.row), Number(from.dataset.col)];
    for (let step = 1; step < 60; step += 1) { // over cells that are not there, such as the type of a wheel without joints
        const target = cellAt(grid, row + down * step, col + right * step);
        if (target) return focusCell(target);
        if (down && step > 1) break;
    }
    if (right > 0) return focusCell(cellAt(grid, row + 1, 0));
    return false;
}

// Whether an arrow key leaves a text: all of it is marked, or the caret is at that end.
function leaves(input, key) {
    if (input.tagName === "SELECT") return true;
    const { selectionStart: start, selectionEnd: end, value } = input;
    if (start === 0 && end === value.length) return true;
    return start === end && (key === "ArrowLeft" ? start === 0 : end === value.length);
}

function moveOn(event) {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    if (target.tagName === "SELECT" && (key === "ArrowUp" || key === "ArrowDown")) return; // these choose
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
    if (key === "Enter") {
        event.preventDefault();
        go(target, shiftKey ? -1 : 1, 0);
    } else if (way && !shiftKey && (way[0] || leaves(target, key))) {
        event.preventDefault();
        go(target, ...way);
    }
}

// In a grid Tab stops once, at the cell that was used last; arrows do the rest.
function rove(event) {
    const grid = event.currentTarget;
    for (const other of grid.querySelectorAll('[data-row][tabindex="0"]')) if (other !== event.target) other.tabIndex = -1;
    if (event.target.dataset.row !== undefined) event.target.tabIndex = 0;
}

function Grid({ label, children, onPaste }) {
    const own = useRef();
    useLayoutEffect(() => {
        const grid = own.current;
        if (!grid.querySelector('[data-row][tabindex="0"]')) {
            const first = grid.querySelector("[data-row]");
            if (first) first.tabIndex = 0;
        }
    });
    return html`<table ref=${own} class="grid" role="grid" aria-label=${label} onFocusIn=${rove} onKeyDown=${moveOn} onPaste=${onPaste}>
        ${children}
    </table>`;
}

// -- cells ------------------------------------------------------------------------------------------------------------

let first = null; // the problem whose words are shown while no wrong cell has the focus

function Problem({ problem, id, shown }) {
    return html`<div class=${`tip ${shown ? "" : "folded"}`} id=${id}>
        <strong>${problem.what}</strong>${problem.remedy ? html`<span>${problem.remedy}</span>` : null}
    </div>`;
}

// What a cell shows, and what is wrong there: of an edit elsewhere it hears nothing. Tables may have thousands.
function useCell(place) {
    const key = place.join("/");
    const [text, problem] = useMemo(() => [computed(() => textAt(robot.value, place)), computed(() => problemAt(...place))], [key]);
    return { key, text: text.value, problem: problem.value };
}

// One cell. While it has the focus it shows what was typed, not what the table makes of it.
function Cell({ place, label, row, col, prefix = "", hint = "" }) {
    const [draft, setDraft] = useState(null); // { text, made }: typed, and what the table then said
    const [focused, setFocused] = useState(false);
    const before = useRef("");
    const { key, text, problem } = useCell(place);
    const plain = prefix && text === "0" && !focused ? "" : text;
    const shown = draft && draft.made === text ? draft.text : plain;
    const set = (value, step = key) => {
        editRobot((tables) => withText(tables, place, value), step);
        setDraft({ text: value, made: textAt(robot.peek(), place) });
    };
    const id = `cell-${key.replace(/[^\w/-]/g, "-")}`;
    const sign = prefix && shown && !/^[-+]/.test(shown) ? " +" : "";
    return html`<td role="gridcell" class=${`${problem ? "wrong" : ""} ${prefix ? "led" : ""}`}>
        ${prefix ? html`<span class="variable">${prefix}${sign}</span>` : null}
        <input id=${id} class=${shown === "0" ? "zero" : ""} value=${shown} placeholder=${hint} data-row=${row} data-col=${col} tabindex="-1"
            aria-label=${label} aria-invalid=${problem ? "true" : null} aria-describedby=${problem ? `${id}-problem` : null}
            spellcheck=${false} autocomplete="off" data-place=${key}
            onFocus=${(event) => { before.current = text; setFocused(true); settle(); event.target.select(); }}
            onBlur=${() => { setDraft(null); setFocused(false); settle(); }}
            onInput=${(event) => set(event.target.value)}
            onKeyDown=${(event) => {
                if (event.key !== "Escape") return;
                event.preventDefault();
                set(before.current);
                setDraft(null);
                event.target.select();
            }} />
        ${problem ? html`<${Problem} problem=${problem} id=${`${id}-problem`} shown=${focused || problem === first} />` : null}
    </td>`;
}

function Choice({ place, label, row, col, values, value, set }) {
    const problem = place ? problemAt(...place) : null;
    const key = place ? place.join("/") : label;
    const id = `cell-${key.replace(/[^\w/-]/g, "-")}`;
    const known = values.some((entry) => String(entry[0]) === String(value)) ? values : [[value, value || "?"], ...values];
    return html`<td role="gridcell" class=${problem ? "wrong" : ""}>
        <select class="cell" data-row=${row} data-col=${col} tabindex="-1" aria-label=${label} aria-invalid=${problem ? "true" : null}
            aria-describedby=${problem ? `${id}-problem` : null} value=${value} onChange=${(event) => set(event.target.value)}>
            ${known.map(([key_, name]) => html`<option value=${key_} selected=${String(key_) === String(value)}>${name}</option>`)}
        </select>
        ${problem ? html`<${Problem} problem=${problem} id=${`${id}-problem`} shown=${problem === first} />` : null}
    </td>`;
}

function Switch({ place, label, row, col, standard }) {
    const on = at(robot.value, place) ?? standard;
    const problem = problemAt(...place);
    return html`<td role="gridcell" class=${`tick ${problem ? "wrong" : ""}`}>
        <input type="checkbox" data-row=${row} data-col=${col} tabindex="-1" aria-label=${label} checked=${on === true}
            onChange=${(event) => editRobot((tables) => withText(tables, place, String(event.target.checked)))} />
    </td>`;
}

const Letter = ({ children, sub = "j" }) => html`<span class="letter">${children}<sub>${sub}</sub></span>`;

// -- tables of joints -------------------------------------------------------------------------------------------------

// Columns of the joints' tables: key, heading, words for readers of the screen, and how the cell is made.
const word = (key, name = key, help = name) => ({ key, head: name, help });
const letters = {
    khalil: GEOMETRY.map((key) => ({ key, head: html`<${Letter}>${GREEK[key] ?? key}<//>`, help: key })),
    craig: [
        { key: "alpha", head: html`<${Letter} sub="j−1">α<//>`, help: "alpha of Craig" },
        { key: "d", head: html`<${Letter} sub="j−1">a<//>`, help: "a of Craig" },
        { key: "theta", head: html`<${Letter}>θ<//>`, help: "theta" },
        { key: "r", head: html`<${Letter}>d<//>`, help: "d of Craig" },
    ],
};

const geometryColumns = () => {
    const bent = (robot.value.joint ?? []).some((joint) => joint.gamma || joint.b);
    if (choices.value.letters !== "craig") return letters.khalil;
    return bent ? [letters.khalil[0], letters.khalil[1], ...letters.craig] : letters.craig;
};

const JOINT_TABLES = {
    geometry: {
        title: "Geometry", test: (key) => ["name", "kind", "parent", "behind", ...GEOMETRY].includes(key),
        columns: () => [word("name"), word("kind", "type"), word("parent"), ...geometryColumns()],
    },
    inertia: { title: "Inertia", body: true, test: (key, more) => key === "body" && !WRENCH.includes(more), columns: () => INERTIA.map((key) => word(key)) },
    friction: {
        title: "Friction", test: (key) => ["rotor", "viscous", "coulomb", "actuated", "flexible", "parallel", "stiffness", "damping", "rest"].includes(key),
        columns: () => [
            word("actuated", "motor", "moved by a motor"), word("rotor", "rotor IA", "rotor inertia"), word("viscous", "viscous FV", "viscous friction"),
            word("coulomb", "Coulomb FS", "Coulomb friction"), word("flexible", "spring", "moved by a spring"),
            ...((robot.value.joint ?? []).some((joint) => joint.flexible)
                ? [word("parallel", "beside", "the spring is parallel to the motor"), word("stiffness"), word("damping"), word("rest")] : []),
        ],
    },
    limits: {
        title: "Limits", test: (key) => ["variable", "lower", "upper", "max_velocity", "max_effort", "start"].includes(key),
        columns: () => [
            word("variable"), word("lower"), word("upper"), word("max_velocity", "velocity", "largest velocity"),
            word("max_effort", "effort", "largest effort"), word("start", "assembled at"),
        ],
    },
    wrenches: { title: "Wrenches", body: true, test: (key, more) => key === "body" && WRENCH.includes(more), columns: () => WRENCH.map((key) => word(key)) },
};

const FLAG = { actuated: true, flexible: false, parallel: false };

function JointCell({ j, joint: row, column, col, body }) {
    const label = `${column.help} of ${row.name || `joint${j}`}`;
    const place = body ? ["joint", j, "body", column.key] : ["joint", j, column.key];
    if (column.key === "kind") {
        const values = catalogue.value.kinds.map((kind) => [kind, kind]);
        return html`<${Choice} place=${place} label=${label} row=${j - 1} col=${col} values=${values} value=${textAt(robot.value, place) || "revolute"}
            set=${(value) => editRobot((tables) => withText(tables, place, value))} />`;
    }
    if (column.key in FLAG) return html`<${Switch} place=${place} label=${label} row=${j - 1} col=${col} standard=${FLAG[column.key]} />`;
    const moving = { theta: "revolute", r: "prismatic" }[column.key];
    const prefix = !body && moving && moving === (row.kind ?? "revolute") ? row.variable || `q${j}` : "";
    const hint = { name: `joint${j}`, parent: String(j - 1), variable: row.kind === "fixed" ? "" : `q${j}` }[column.key] ?? "";
    return html`<${Cell} place=${place} label=${label} row=${j - 1} col=${col} prefix=${prefix} hint=${hint} />`;
}

function rowMenu(j) {
    const n = robot.value.joint.length;
    return [
        ["Add a joint after this one", () => editRobot((tables) => insertJoint(tables, j)), "Alt Insert"],
        ["Add a branch", () => editRobot((tables) => insertJoint(tables, j, {}, true))],
        ["Copy the row", () => editRobot((tables) => copyJoint(tables, j))],
        j > 1 && ["Move up", () => editRobot((tables) => moveJoint(tables, j, -1)), "Alt ↑"],
        j < n && ["Move down", () => editRobot((tables) => moveJoint(tables, j, 1)), "Alt ↓"],
        n > 1 && ["Delete the row", () => editRobot((tables) => deleteJoint(tables, j)), "Alt Delete"],
    ].filter(Boolean);
}

// A row is drawn anew only if its joint, its errors or what it depends on changed: tables may have hundreds.
class Row extends Component {
    shouldComponentUpdate(next) {
        return ["joint", "j", "columns", "lit", "wrong", "total"].some((key) => next[key] !== this.props[key]);
    }

    render({ j, joint, columns, body, lit }) {
        const problem = problemAt("joint", j) ?? (body ? problemAt("joint", j, "body") : null);
        const enter = () => { hover.value = j; };
        const leave = () => { if (hover.peek() === j) hover.value = null; };
        const keys = (event) => {
            if (!event.altKey) return;
            const { n, col } = { n: robot.peek().joint.length, col: event.target.dataset.col ?? 0 };
            const grid = event.currentTarget.closest(".grid");
            const then = (row) => requestAnimationFrame(() => focusCell(cellAt(grid, row, col)));
            if (event.key === "ArrowUp" && j > 1) {
                editRobot((tables) => moveJoint(tables, j, -1));
                then(j - 2);
            } else if (event.key === "ArrowDown" && j < n) {
                editRobot((tables) => moveJoint(tables, j, 1));
                then(j);
            } else if (event.key === "Insert") {
                editRobot((tables) => insertJoint(tables, j));
                then(j);
            } else if (event.key === "Delete" && n > 1) {
                editRobot((tables) => deleteJoint(tables, j));
                then(Math.max(0, j - 2));
            } else return;
            event.preventDefault();
            event.stopPropagation();
        };
        return html`<tr role="row" class=${lit ? "lit" : ""} onPointerEnter=${enter} onPointerLeave=${leave} onFocusIn=${enter}
            onFocusOut=${leave} onKeyDown=${keys}>
            <th scope="row" role="rowheader" class=${problem ? "wrong" : ""}>${j}
                ${problem ? html`<${Problem} problem=${problem} id=${`row-${j}-problem`} shown=${problem === first} />` : null}</th>
            ${columns.map((column, col) => html`<${JointCell} key=${column.key} j=${j} joint=${joint} column=${column} col=${col} body=${body} />`)}
            <td role="gridcell" class="more"><${MenuButton} label=${`Row ${j}`} face="⋮" items=${() => rowMenu(j)} plain /></td>
        </tr>`;
    }
}

function JointTable({ name }) {
    const { columns: make, body, title } = JOINT_TABLES[name];
    const columns = make();
    const signature = columns.map((column) => column.key).join() + choices.value.letters;
    const kept = useRef({ signature: "", columns });
    if (kept.current.signature !== signature) kept.current = { signature, columns };
    const joints = robot.value.joint ?? [];
    const lit = hover.value;
    const wrong = new Map();
    for (const problem of problems.value) {
        if (problem.place[0] === "joint") wrong.set(problem.place[1], `${wrong.get(problem.place[1]) ?? ""}${problem.place.join()}${problem.what}`);
    }
    return html`<${Grid} label=${title} onPaste=${(event) => pasteJoints(event, kept.current.columns, body)}>
        <thead><tr role="row"><th scope="col" role="columnheader"><${Letter} sub="">j<//></th>
            ${columns.map((column) => html`<th scope="col" role="columnheader" class=${`of-${column.key}`}>${column.head}</th>`)}
            <th role="columnheader"><span class="unseen">row</span></th></tr></thead>
        <tbody>${joints.map((joint, k) => html`<${Row} key=${k} j=${k + 1} joint=${joint} columns=${kept.current.columns} body=${body}
            lit=${lit === k + 1} wrong=${`${wrong.get(k + 1) ?? ""}|${first && first.place[1] === k + 1 ? first.what : ""}`} total=${joints.length} />`)}</tbody>
    <//>`;
}

// -- degrees or radians -----------------------------------------------------------------------------------------------

const TURNS = new Set(["gamma", "alpha", "theta"]); // columns of angles, which take formulas
const POSITIONS = new Set(["lower", "upper", "start"]); // of revolute joints: angles, which are numbers
const question = signal(null); // { large, answer }: angles of a block beyond a turn, and who waits for what they are

// The block in radians: as it is, unless it holds angles beyond a turn; then one is asked, and may cancel (null).
async function inRadians(rows, isAngle, isNumber) {
    const large = beyondTurn(rows, isAngle);
    if (!large.length) return rows;
    const said = await new Promise((answer) => { question.value = { large, answer }; });
    question.value = null;
    return said === "degrees" ? fromDegrees(rows, isAngle, isNumber) : said === "radians" ? rows : null;
}

function Degrees() {
    const box = useRef();
    useLayoutEffect(() => { box.current.showModal(); }, []);
    const { large, answer: tell } = question.value;
    const answer = (said) => {
        tell(said);
        box.current?.close(); // the focus goes back to where it was
    };
    const shown = [...new Set(large)].slice(0, 4).join(", ");
    return html`<dialog ref=${box} aria-labelledby="degrees-title" onClose=${() => tell(null)}>
        <h2 id="degrees-title">Degrees or radians?</h2>
        <p>Angles are in radians here, and ${shown}${new Set(large).size > 4 ? " and others" : ""} would be more than a full turn. In which unit are the angles that you pasted?</p>
        <div class="row end"><button onClick=${() => answer(null)}>Cancel</button><button onClick=${() => answer("radians")}>Radians</button>
            <button class="main" onClick=${() => answer("degrees")}>Degrees</button></div>
    </dialog>`;
}

// A block of cells goes where the caret is, to the right and down; rows that are missing are added.
async function pasteJoints(event, columns, body) {
    const from = event.target;
    if (from.dataset.row === undefined) return;
    const text = event.clipboardData.getData("text/plain");
    let rows = block(text);
    if (!rows.length) return;
    event.preventDefault();
    const names = [...columns.map((column) => column.key), "type", "j", "a"];
    if (isHeader(rows[0], names)) rows = rows.slice(1);
    const [top, left] = [Number(from.dataset.row), Number(from.dataset.col)];
    const keyAt = (k) => (body ? "" : columns[left + k]?.key);
    const kindAt = (i) => robot.peek().joint[top + i]?.kind ?? "revolute";
    const isNumber = (i, k) => POSITIONS.has(keyAt(k));
    const single = rows.length === 1 && rows[0].length === 1 && from.tagName === "INPUT";
    const inText = single && (from.selectionStart > 0 || from.selectionEnd < from.value.length); // of which it is only a part
    if (!inText) rows = await inRadians(rows, (i, k) => TURNS.has(keyAt(k)) || (isNumber(i, k) && kindAt(i) === "revolute"), isNumber);
    if (!rows) return;
    if (single) {
        from.setRangeText(rows[0][0], from.selectionStart, from.selectionEnd, "end");
        from.dispatchEvent(new Event("input", { bubbles: true }));
        return;
    }
    from.blur();
    editRobot((tables) => filled(tables, rows, top, left, columns, body));
    requestAnimationFrame(() => focusCell(cellAt(from.closest(".grid") ?? document, top, left)));
    notice.value = `${rows.length} × ${Math.max(...rows.map((row) => row.length))} cells were pasted.`;
}

function filled(tables, rows, top, left, columns, body) {
    let next = tables;
    rows.forEach((cells, i) => {
        const j = top + i + 1;
        if (j > next.joint.length) next = insertJoint(next, next.joint.length);
        cells.slice(0, columns.length - left).forEach((value, k) => {
            const { key } = columns[left + k];
            next = withText(next, body ? ["joint", j, "body", key] : ["joint", j, key], fitted(key, value, j, next));
        });
    });
    return next;
}

// Other tools write types as letters or numbers, the variable within its column, and flags as they like.
function fitted(key, value, j, tables) {
    if (key === "kind") return KINDS[value.toLowerCase()] ?? value.toLowerCase();
    if (key in FLAG) return String(/^(yes|true|1|on)$/i.test(value));
    if (key === "theta" || key === "r") {
        const own = variable(tables, j);
        const said = new RegExp(`^(?:${own}|q_?${j}|θ_?${j}|theta_?${j}|t_?${j}|\\*)\\s*([+-].*)?$`, "i").exec(value);
        if (said && own) return (said[1] ?? "0").replace(/^\+\s*/, "").replace(/^-\s+/, "-");
    }
    return cleaned(value);
}

// -- numbers ----------------------------------------------------------------------------------------------------------

const ACROSS = 3;

function Numbers() {
    const known = Object.keys(robot.value.numbers ?? {});
    const used = drawn.value?.symbols ?? [];
    const names = [...known, ...used.filter((name) => !known.includes(name))];
    const assumed = new Map((drawn.value?.assumed ?? []).map(({ symbol, value }) => [symbol, value]));
    const rows = Math.ceil(names.length / ACROSS);
    const pasted = (event) => {
        const cells = block(event.clipboardData.getData("text/plain"));
        if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return;
        event.preventDefault();
        const pairs = cells.map((row) => (row.length > 1 ? row : row[0].split(/\s*=\s*/))).filter((row) => row.length > 1);
        editRobot((tables) => pairs.reduce((next, [name, value]) => (/^[A-Za-z_]\w*$/.test(name) ? withText(next, ["numbers", name], value) : next), tables));
    };
    if (!names.length) return html`<p class="empty">No symbols: every cell of this robot is a number.</p>`;
    return html`<${Grid} label="Numbers" onPaste=${pasted}>
        <thead><tr role="row">${Array.from({ length: Math.min(ACROSS, names.length) }, () => html`
            <th scope="col" role="columnheader">symbol</th><th scope="col" role="columnheader">value</th>`)}</tr></thead>
        <tbody>${Array.from({ length: rows }, (_, row) => html`<tr role="row">
            ${names.slice(row * ACROSS, row * ACROSS + ACROSS).map((name, col) => html`
                <th scope="row" role="rowheader" class=${`symbol ${used.includes(name) ? "" : "unused"}`}>${name}</th>
                <${Number_} key=${name} name=${name} row=${row} col=${col} assumed=${assumed.get(name)} />`)}
        </tr>`)}</tbody>
    <//>
    <p class="remark">A symbol without a number is a parameter of the code.${assumed.size
        ? html` The scene is drawn with ${[...assumed].slice(0, 6).map(([name, value], k) => html`${k ? ", " : ""}<b>${name}</b> = ${value}`)}.` : ""}</p>`;
}

function Number_({ name, row, col, assumed }) {
    const hint = assumed === undefined ? "no number" : `no number: ${assumed}`;
    return html`<${Cell} place=${["numbers", name]} label=${`value of ${name}`} row=${row} col=${col} hint=${hint} />`;
}

// -- base and gravity -------------------------------------------------------------------------------------------------

const MOTION = ["velocity", "angular_velocity", "acceleration", "angular_acceleration"];

function Base() {
    const kind = textAt(robot.value, ["base", "kind"]);
    const body = bodyTable(robot.value.base?.body, 0);
    return html`<div class="sheets">
        <${Grid} label="Base and gravity">
            <thead><tr role="row"><th role="columnheader" scope="col">frame 0</th>${["x", "y", "z"].map((axis) => html`
                <th role="columnheader" scope="col"><${Letter} sub="0">${axis}<//></th>`)}</tr></thead>
            <tbody>
                <tr role="row"><th role="rowheader" scope="row">gravity</th>${[1, 2, 3].map((k) => html`
                    <${Cell} place=${["gravity", k]} label=${`gravity along ${"xyz"[k - 1]}`} row=${0} col=${k - 1} />`)}</tr>
                ${MOTION.map((key, row) => html`<tr role="row"><th role="rowheader" scope="row">${key.replace("_", " ")}</th>${[1, 2, 3].map((k) => html`
                    <${Cell} place=${["base", key, k]} label=${`${key.replace("_", " ")} of the base along ${"xyz"[k - 1]}`} row=${row + 1} col=${k - 1} />`)}</tr>`)}
            </tbody>
        <//>
        <${Grid} label="Kind, names and place of the base">
            <tbody>
                <tr role="row"><th role="rowheader" scope="row">the base is</th><${Choice} place=${["base", "kind"]} label="kind of the base" row=${0} col=${0}
                    values=${catalogue.value.bases.map((x) => [x, x])} value=${kind}
                    set=${(value) => editRobot((tables) => withText(tables, ["base", "kind"], value))} /></tr>
                ${["name", "description", "source"].map((key, row) => html`<tr role="row"><th role="rowheader" scope="row">${key}</th>
                    <${Cell} place=${[key]} label=${`${key} of the robot`} row=${row + 1} col=${0} /></tr>`)}
            </tbody>
        <//>
        <${Grid} label="Frame 0 in the world">
            <thead><tr role="row"><th role="columnheader" scope="col">in the world</th>${["s", "n", "a", "P"].map((axis) => html`
                <th role="columnheader" scope="col"><${Letter} sub="">${axis}<//></th>`)}</tr></thead>
            <tbody>${[0, 1, 2].map((row) => html`<tr role="row"><th role="rowheader" scope="row">${"xyz"[row]}</th>${[0, 1, 2, 3].map((col) => html`
                <${Cell} place=${["base", "pose", 4 * row + col + 1]} label=${`pose of the base, row ${row + 1}, column ${col + 1}`} row=${row} col=${col} />`)}</tr>`)}</tbody>
        <//>
        ${kind !== "fixed" || Object.keys(body).length ? html`<${Grid} label="Body of the base">
            <thead><tr role="row"><th role="columnheader" scope="col">body</th>${INERTIA.slice(0, 5).map((_, k) => html`
                <th role="columnheader" scope="col">${INERTIA[k]}, ${INERTIA[k + 5]}</th>`)}</tr></thead>
            <tbody>${[0, 1].map((row) => html`<tr role="row"><th role="rowheader" scope="row">${INERTIA[5 * row]} …</th>
                ${INERTIA.slice(5 * row, 5 * row + 5).map((key, col) => html`
                <${Cell} place=${["base", "body", key]} label=${`${key} of the base`} row=${row} col=${col} />`)}</tr>`)}</tbody>
        <//>` : null}
    </div>`;
}

// -- loops, couplings, wheels -----------------------------------------------------------------------------------------

const PLACE = ["x", "y", "z", "roll", "pitch", "yaw"];
const STANDING = ["x", "y", "z", "heading", "trail"];

function Structure() {
    const { loop = [], coupling = [], wheel = [], frame = [] } = robot.value;
    const joints = (robot.value.joint ?? []).map((_, k) => [jointName(robot.value, k + 1), jointName(robot.value, k + 1)]);
    const last = robot.value.joint?.length ?? 0;
    return html`<div class="structure">
        <section><h3>Loops <button class="link" onClick=${() => editRobot((tables) => addRow(tables, "loop",
            { joint: { parent: last, kind: "revolute" }, frame: { parent: 0, kind: "fixed" } }))}>+ loop</button></h3>
        ${loop.length ? html`<${Grid} label="Loops">
            <thead><tr role="row"><th role="columnheader" scope="col">loop</th><th role="columnheader" scope="col">type</th><th role="columnheader" scope="col">on link</th>
                ${letters.khalil.map(({ head }) => html`<th role="columnheader" scope="col">${head}</th>`)}<th role="columnheader"><span class="unseen">row</span></th></tr></thead>
            <tbody>${loop.flatMap((pair, k) => ["joint", "frame"].map((half, i) => html`<tr role="row" key=${`${k}${half}`}>
                <th role="rowheader" scope="row">${k + 1} ${half === "joint" ? "cut" : "closes"}</th>
                ${half === "joint" ? html`<${Choice} place=${["loop", k + 1, half, "kind"]} label=${`kind of the cut of loop ${k + 1}`} row=${2 * k} col=${0}
                    values=${catalogue.value.cuts.map((x) => [x, x])} value=${textAt(robot.value, ["loop", k + 1, half, "kind"]) || "revolute"}
                    set=${(value) => editRobot((tables) => withText(tables, ["loop", k + 1, half, "kind"], value))} />` : html`<td role="gridcell" class="still">frame</td>`}
                ${["parent", ...GEOMETRY].map((key, col) => html`<${Cell} key=${key} place=${["loop", k + 1, half, key]}
                    label=${`${key} of the ${half === "joint" ? "cut" : "closing frame"} of loop ${k + 1}`} row=${2 * k + i} col=${col + 1} />`)}
                <td role="gridcell" class="more">${i ? null : html`<button class="plain" aria-label=${`Delete loop ${k + 1}`}
                    onClick=${() => editRobot((tables) => deleteRow(tables, "loop", k + 1))}>×</button>`}</td>
            </tr>`))}</tbody><//>` : html`<p class="remark">A loop has one cut joint: a frame on one link, and the frame on another link that closes the loop.</p>`}</section>
        <section><h3>Couplings <button class="link" disabled=${last < 2} onClick=${() => editRobot((tables) => addRow(tables, "coupling",
            { joint: jointName(tables, last), terms: { [jointName(tables, last - 1)]: 1 } }))}>+ coupling</button></h3>
        ${coupling.length ? html`<${Grid} label="Couplings">
            <thead><tr role="row">${["joint", "is this times", "of joint", "plus"].map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}
                <th role="columnheader"><span class="unseen">row</span></th></tr></thead>
            <tbody>${couplingRows(coupling, joints)}</tbody><//>` : html`<p class="remark">A joint coupled to others by belts, gears or rods: q4 = −q2 − q3 + offset.</p>`}</section>
        <section><h3>Wheels <button class="link" onClick=${() => editRobot((tables) => addRow(withText(tables, ["base", "kind"], "mobile"), "wheel",
            { kind: "fixed", name: `wheel${wheel.length + 1}`, radius: 0.1 }))}>+ wheel</button></h3>
        ${wheel.length ? html`<${Grid} label="Wheels">
            <thead><tr role="row">${["name", "kind", "radius", "roller", "spins", "steers", ...STANDING].map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}
                <th role="columnheader"><span class="unseen">row</span></th></tr></thead>
            <tbody>${wheel.map((row, k) => html`<tr role="row" key=${k}>
                <${Cell} place=${["wheel", k + 1, "name"]} label=${`name of wheel ${k + 1}`} row=${k} col=${0} />
                <${Choice} place=${["wheel", k + 1, "kind"]} label=${`kind of wheel ${k + 1}`} row=${k} col=${1} values=${catalogue.value.wheels.map((x) => [x, x])}
                    value=${textAt(robot.value, ["wheel", k + 1, "kind"])} set=${(value) => editRobot((tables) => withText(tables, ["wheel", k + 1, "kind"], value))} />
                ${["radius", "roller"].map((key, col) => html`<${Cell} key=${key} place=${["wheel", k + 1, key]} label=${`${key} of wheel ${k + 1}`} row=${k} col=${col + 2} />`)}
                ${row.spin !== undefined || row.kind === "ball" ? ["spin", "steer"].map((key, col) => html`<${Choice} key=${key} place=${["wheel", k + 1, key]}
                        label=${`joint that ${key}s wheel ${k + 1}`} row=${k} col=${col + 4} values=${[["", "—"], ...joints]} value=${textAt(robot.value, ["wheel", k + 1, key])}
                        set=${(value) => editRobot((tables) => withText(tables, ["wheel", k + 1, key], value))} />`)
                    : html`<td role="gridcell" class="still" colspan="2">by where it stands</td>`}
                ${row.spin === undefined && row.kind !== "ball" ? STANDING.map((key, col) => html`<${Cell} key=${key} place=${["wheel", k + 1, key]} label=${`${key} of wheel ${k + 1}`}
                        row=${k} col=${col + 6} hint=${key === "z" ? "radius" : ""} />`) : html`<td role="gridcell" class="still" colspan="5">where its joints are</td>`}
                <td role="gridcell" class="more"><button class="plain" aria-label=${`Delete wheel ${k + 1}`}
                    onClick=${() => editRobot((tables) => deleteRow(tables, "wheel", k + 1))}>×</button></td>
            </tr>`)}</tbody><//>` : html`<p class="remark">Wheels stand on the ground under a mobile base. The position of a wheel is enough: its joints are added.</p>`}</section>
        <section><h3>Frames <button class="link" onClick=${() => editRobot((tables) => addRow(tables, "frame",
            { name: `frame${frame.length + 1}`, link: last ? jointName(tables, last) : 0 }))}>+ frame</button></h3>
        ${frame.length ? html`<${Grid} label="Frames">
            <thead><tr role="row">${["name", "on link", ...PLACE, "end"].map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}
                <th role="columnheader"><span class="unseen">row</span></th></tr></thead>
            <tbody>${frame.map((row, k) => html`<tr role="row" key=${k}>
                <${Cell} place=${["frame", k + 1, "name"]} label=${`name of frame ${k + 1}`} row=${k} col=${0} />
                <${Choice} place=${["frame", k + 1, "link"]} label=${`link of frame ${k + 1}`} row=${k} col=${1} values=${[["0", "base"], ...(row.link === -1 ? [["-1", "world"]] : []), ...joints]}
                    value=${String(row.link ?? 0)} set=${(value) => editRobot((tables) => withText(tables, ["frame", k + 1, "link"], value))} />
                ${PLACE.map((key, col) => html`<${Cell} key=${key} place=${["frame", k + 1, key]} label=${`${key} of frame ${k + 1}`} row=${k} col=${col + 2} />`)}
                <${Choice} place=${["frame", k + 1, "end"]} label=${`whether frame ${k + 1} is an end`} row=${k} col=${8} values=${[["false", "no"], ["true", "yes"]]}
                    value=${String(row.end ?? false)} set=${(value) => editRobot((tables) => withText(tables, ["frame", k + 1, "end"], value))} />
                <td role="gridcell" class="more"><button class="plain" aria-label=${`Delete frame ${k + 1}`}
                    onClick=${() => editRobot((tables) => deleteRow(tables, "frame", k + 1))}>×</button></td>
            </tr>`)}</tbody><//>` : html`<p class="remark">Named frames fixed to links: a tool, a camera, the links of a URDF file.</p>`}</section>
    </div>`;
}

function couplingRows(coupling, joints) {
    let line = -1;
    return coupling.flatMap((row, k) => {
        const terms = Object.keys(row.terms ?? {});
        return terms.map((name, i) => {
            line += 1;
            const retied = (to) => editRobot((tables) => {
                const next = structuredClone(tables);
                next.coupling[k].terms = Object.fromEntries(Object.entries(row.terms).map(([key, factor]) => [key === name ? to : key, factor]));
                return next;
            });
            const more = () => editRobot((tables) => {
                const next = structuredClone(tables);
                const free = joints.find(([key]) => !(key in row.terms) && key !== row.joint);
                if (free) next.coupling[k].terms[free[0]] = 1;
                return next;
            });
            return html`<tr role="row" key=${`${k}/${name}`}>
                ${i ? html`<td role="gridcell" class="still">and</td>` : html`<${Choice} place=${["coupling", k + 1, "joint"]} label=${`joint of coupling ${k + 1}`} row=${line} col=${0}
                    values=${joints} value=${textAt(robot.value, ["coupling", k + 1, "joint"])} set=${(value) => editRobot((tables) => withText(tables, ["coupling", k + 1, "joint"], value))} />`}
                <${Cell} place=${["coupling", k + 1, "terms", name]} label=${`factor of ${name} in coupling ${k + 1}`} row=${line} col=${1} />
                <${Choice} label=${`joint ${i + 1} that coupling ${k + 1} follows`} row=${line} col=${2} values=${joints} value=${name} set=${retied} />
                ${i ? html`<td role="gridcell"></td>` : html`<${Cell} place=${["coupling", k + 1, "offset"]} label=${`offset of coupling ${k + 1}`} row=${line} col=${3} />`}
                <td role="gridcell" class="more"><${MenuButton} label=${`Coupling ${k + 1}, term ${i + 1}`} face="⋮" plain items=${() => [
                    ["Couple it to another joint", more],
                    terms.length > 1 && ["Remove this joint", () => editRobot((tables) => {
                        const next = structuredClone(tables);
                        delete next.coupling[k].terms[name];
                        return next;
                    })],
                    ["Delete the coupling", () => editRobot((tables) => deleteRow(tables, "coupling", k + 1))],
                ].filter(Boolean)} /></td>
            </tr>`;
        });
    });
}

// -- standard Denavit-Hartenberg, on entry ----------------------------------------------------------------------------

const DH = ["theta", "d", "a", "alpha"];
const blankRow = () => ({ kind: "revolute", theta: "0", d: "0", a: "0", alpha: "0" });

// A table of the distal convention is typed or pasted here, and converted exactly: afterwards it is Khalil's.
export function StandardEntry({ close }) {
    const [rows, setRows] = useState([blankRow(), blankRow(), blankRow()]);
    const [name, setName] = useState("arm");
    const [wrong, setWrong] = useState([]);
    const box = useRef();
    useLayoutEffect(() => { box.current.showModal(); }, []);
    const set = (k, key, value) => setRows(rows.map((row, i) => (i === k ? { ...row, [key]: value } : row)));
    const problem = (k, key) => wrong.find(({ place }) => place[0] === "row" && place[1] === k + 1 && place[2] === key);
    const general = wrong.filter(({ place }) => !(place[0] === "row" && [...DH, "kind"].includes(place[2])));
    const pasted = async (event) => {
        let cells = block(event.clipboardData.getData("text/plain"));
        if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return;
        event.preventDefault();
        const order = isHeader(cells[0], [...DH, "type", "kind", "j"]) ? cells[0].map((name) => name.toLowerCase().replace(/[\s_].*$/, "")) : null;
        if (order) cells = cells.slice(1);
        cells = await inRadians(cells, (i, k) => ["theta", "alpha"].includes(order ? order[k] : DH[k - (cells[i].length - 4)]));
        if (!cells) return;
        setRows(cells.map((row) => {
            const own = order ? Object.fromEntries(order.map((name, k) => [name, row[k]])) : Object.fromEntries(DH.map((name, k) => [name, row[row.length - 4 + k] ?? "0"]));
            const said = order ? own.type ?? own.kind ?? "r" : row.length > 4 ? row[row.length - 5] : "r";
            const kind = KINDS[String(said).toLowerCase()] ?? (catalogue.value.kinds.includes(said) ? said : "revolute");
            const key = kind === "prismatic" ? "d" : "theta";
            own[key] = String(own[key] ?? "0").replace(/^(?:q|θ|theta|t|d)_?\d+\*?\s*\+?\s*/i, "").replace(/^-\s+/, "-") || "0";
            return { kind, ...Object.fromEntries(DH.map((name) => [name, own[name] ?? "0"])) };
        }));
    };
    const convert = async () => {
        const found = [];
        let tables = null;
        const made = rows.map((row) => ({ ...row, body: "symbolic" }));
        await run({ do: "convert_dh", convention: "standard", name: name.trim() || "arm", rows: made }, (message) => {
            if (message.type === "problem") found.push(message);
            if (message.type === "tables") tables = message.robot;
        }).catch((error) => found.push({ place: [], what: error.message, remedy: "" }));
        setWrong(found);
        if (tables && !found.length) {
            openRobot(tables);
            choose({ letters: "khalil" });
            close();
        }
    };
    return html`<dialog ref=${box} class="sheet-dialog" aria-labelledby="dh-title" onClose=${close}>
        <h2 id="dh-title">Standard Denavit-Hartenberg table</h2>
        <p>A<sub>j</sub> = Rot(z, θ) Trans(z, d) Trans(x, a) Rot(x, α), about the axis of the previous joint (Paul, Robotics Toolbox). The table is converted exactly
            to Khalil's frames. The joint variable is added to θ, or to d of a prismatic joint: enter the constant part. A table can be pasted.</p>
        <label class="field"><span>name</span><input value=${name} spellcheck=${false} autocomplete="off" onInput=${(event) => setName(event.target.value)} /></label>
        <div class="scroll"><${Grid} label="Standard Denavit-Hartenberg table" onPaste=${pasted}>
            <thead><tr role="row"><th role="columnheader" scope="col">j</th><th role="columnheader" scope="col">type</th>${DH.map((key) => html`
                <th role="columnheader" scope="col"><${Letter}>${GREEK[key] ?? key}<//></th>`)}<th role="columnheader"><span class="unseen">row</span></th></tr></thead>
            <tbody>${rows.map((row, k) => html`<tr role="row" key=${k}><th role="rowheader" scope="row">${k + 1}</th>
                <${Choice} label=${`type of joint ${k + 1}`} row=${k} col=${0} value=${row.kind} values=${[["revolute", "revolute"], ["prismatic", "prismatic"]]}
                    set=${(value) => set(k, "kind", value)} />
                ${DH.map((key, col) => {
                    const bad = problem(k, key);
                    return html`<td role="gridcell" class=${bad ? "wrong" : ""}><input data-row=${k} data-col=${col + 1} tabindex="-1" value=${row[key]} spellcheck=${false}
                        autocomplete="off" aria-label=${`${key} of joint ${k + 1}`} aria-invalid=${bad ? "true" : null} class=${row[key] === "0" ? "zero" : ""}
                        onFocus=${(event) => event.target.select()} onInput=${(event) => set(k, key, event.target.value)} />
                        ${bad ? html`<${Problem} problem=${bad} id=${`dh-${k}-${key}`} shown />` : null}</td>`;
                })}
                <td role="gridcell" class="more"><button class="plain" aria-label=${`Delete joint ${k + 1}`} disabled=${rows.length < 2}
                    onClick=${() => setRows(rows.filter((_, i) => i !== k))}>×</button></td></tr>`)}</tbody>
        <//></div>
        ${general.map(({ what, remedy }) => html`<p class="said wrong" role="alert">${what}${remedy ? `; ${remedy}` : ""}</p>`)}
        <div class="row end"><button onClick=${() => setRows([...rows, blankRow()])}>+ joint</button><span class="gap"></span>
            <button onClick=${() => box.current.close()}>Cancel</button><button class="main" onClick=${convert}>Convert</button></div>
    </dialog>`;
}

// -- the pane ---------------------------------------------------------------------------------------------------------

const TABLES = [
    ...Object.entries(JOINT_TABLES).map(([key, { title }]) => [key, title]), ["numbers", "Numbers"], ["base", "Base"], ["structure", "Loops"],
];

const belongs = (key) => ([name, , column, more]) => {
    if (JOINT_TABLES[key]) return name === "joint" && (column === undefined ? key === "geometry" : JOINT_TABLES[key].test(column, more));
    if (key === "numbers") return name === "numbers";
    if (key === "structure") return ["loop", "coupling", "wheel", "frame"].includes(name);
    return ["base", "gravity", "name", "description", "source"].includes(name);
};

// The table in which a place is, and its cell: what the status line leads to.
export function showPlace(place) {
    const found = TABLES.find(([key]) => belongs(key)(place));
    if (!found) return;
    table.value = found[0];
    requestAnimationFrame(() => focusCell(document.querySelector(`[data-place="${CSS.escape(place.join("/"))}"]`)));
}

export function addJoint() {
    table.value = JOINT_TABLES[table.peek()] ? table.peek() : "geometry";
    editRobot((tables) => insertJoint(tables, tables.joint?.length ?? 0));
    requestAnimationFrame(() => focusCell(document.querySelector(`.tables .grid [data-row="${robot.peek().joint.length - 1}"][data-col="0"]`)));
}

const count = (key) => {
    if (key === "geometry") return robot.value.joint?.length ?? 0;
    if (key === "numbers") return Object.keys(robot.value.numbers ?? {}).length;
    if (key === "structure") return ["loop", "coupling", "wheel", "frame"].reduce((sum, name) => sum + (robot.value[name]?.length ?? 0), 0);
    return 0;
};

export function Tables() {
    const [entry, setEntry] = useState(false);
    const wrong = problems.value.find(({ place }) => belongs(table.value)(place)) ?? null;
    first = wrong;
    const keys = TABLES.map(([key]) => key);
    const turn = (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!by) return;
        table.value = keys[(keys.indexOf(table.value) + by + keys.length) % keys.length];
        requestAnimationFrame(() => document.getElementById(`tab-${table.value}`)?.focus());
    };
    const own = table.value;
    return html`<section class="panel tables" aria-label="Tables">
        <div class="tabs"><div role="tablist" aria-label="Tables of the robot" onKeyDown=${turn}>
            ${TABLES.map(([key, title]) => {
                const bad = wrongIn(belongs(key));
                const n = count(key);
                return html`<button role="tab" id=${`tab-${key}`} aria-selected=${own === key ? "true" : "false"} aria-controls="table" tabindex=${own === key ? 0 : -1}
                    onClick=${() => { table.value = key; }}>${title}${bad ? html`<span class="count bad">${bad}<span class="unseen"> wrong</span></span>`
                        : n ? html`<span class="count">${n}</span>` : null}</button>`;
            })}</div>
            <span class="gap"></span>
            ${own === "geometry" ? html`<select class="small" aria-label="Letters of the geometry" value=${choices.value.letters} onChange=${(event) => {
                if (event.target.value === "standard") {
                    event.target.value = choices.value.letters;
                    setEntry(true);
                } else choose({ letters: event.target.value });
            }}><option value="khalil">Khalil</option><option value="craig">Craig</option><option value="standard">standard DH …</option></select>` : null}
            ${JOINT_TABLES[own] ? html`<button class="link" onClick=${addJoint}>+ joint</button>` : null}
        </div>
        <div class="scroll" id="table" role="tabpanel" aria-labelledby=${`tab-${own}`}>
            ${JOINT_TABLES[own] ? html`<${JointTable} key=${own} name=${own} />` : own === "numbers" ? html`<${Numbers} />`
                : own === "base" ? html`<${Base} />` : html`<${Structure} />`}
        </div>
        ${entry ? html`<${StandardEntry} close=${() => setEntry(false)} />` : null}
        ${question.value ? html`<${Degrees} />` : null}
    </section>`;
}

