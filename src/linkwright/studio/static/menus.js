// Menus, dialogs and files: what the bar at the top opens.

import { html, signal, useLayoutEffect, useRef, useState } from "./vendor.js";
import { read, run } from "./api.js";
import { catalogue, modelJob, notice, openRobot, problemText, robot, shareable, state } from "./page.js";
import { pack } from "./state.js";

// -- a button with a menu -----------------------------------------------------------------------------------------------

// items(): rows [text, action, key, checked]; `checked` makes it a switch, and the menu stays open.
export function MenuButton({ label, face, items, plain, className = "", title }) {
    const [open, setOpen] = useState(false);
    const button = useRef();
    const menu = useRef();
    const hide = (back = true) => {
        setOpen(false);
        if (back) button.current?.focus();
    };
    useLayoutEffect(() => {
        if (!open) return undefined;
        const { left, right, bottom, top } = button.current.getBoundingClientRect();
        const box = menu.current;
        const { width, height } = box.getBoundingClientRect();
        const below = bottom + 4 + height < innerHeight || top < height + 8;
        box.style.top = `${below ? bottom + 4 : top - height - 4}px`;
        box.style.left = `${Math.max(8, Math.min(left + width > innerWidth - 8 ? right - width : left, innerWidth - width - 8))}px`;
        box.querySelector("[role^=menuitem]")?.focus();
        const away = (event) => { if (!box.contains(event.target) && !button.current.contains(event.target)) hide(false); };
        const scrolled = (event) => { if (!box.contains(event.target)) hide(false); };
        addEventListener("pointerdown", away, true);
        addEventListener("scroll", scrolled, true);
        return () => {
            removeEventListener("pointerdown", away, true);
            removeEventListener("scroll", scrolled, true);
        };
    }, [open]);
    const keys = (event) => {
        const rows = [...menu.current.querySelectorAll("[role^=menuitem]")];
        const k = rows.indexOf(document.activeElement);
        const to = { ArrowDown: k + 1, ArrowUp: k - 1, Home: 0, End: rows.length - 1 }[event.key];
        if (to !== undefined) rows[(to + rows.length) % rows.length].focus();
        else if (event.key === "Escape" || event.key === "Tab") hide();
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return html`<span class="menu-holder">
        <button ref=${button} class=${`${plain ? "plain" : ""} ${className}`} aria-haspopup="menu" aria-expanded=${open ? "true" : "false"}
            aria-label=${plain ? `${label}: actions` : null} title=${title} onClick=${() => setOpen(!open)}>${face ?? label}</button>
        ${open ? html`<div ref=${menu} class="menu" role="menu" aria-label=${label} onKeyDown=${keys}>
            ${items().map(([text, action, key, checked]) => html`<button role=${checked === undefined ? "menuitem" : "menuitemcheckbox"} tabindex="-1"
                aria-checked=${checked === undefined ? null : String(checked)} onClick=${() => {
                    if (checked === undefined) hide();
                    action();
                }}><span>${checked === undefined ? "" : html`<i class="check" aria-hidden="true">${checked ? "✓" : ""}</i>`}${text}</span>${key ? html`<kbd>${key}</kbd>` : null}</button>`)}
        </div>` : null}
    </span>`;
}

// -- dialogs ----------------------------------------------------------------------------------------------------------

export const dialog = signal(null); // { kind, ... }
const shut = () => { dialog.value = null; };

function Dialog({ title, children }) {
    const box = useRef();
    useLayoutEffect(() => { if (!box.current.open) box.current.showModal(); }, []);
    return html`<dialog ref=${box} aria-labelledby="dialog-title" onClose=${shut}><h2 id="dialog-title">${title}</h2>${children}</dialog>`;
}

export function Dialogs() {
    const now = dialog.value;
    if (now?.kind === "new") return html`<${NewRobot} />`;
    if (now?.kind === "read") return html`<${ReadFile} key=${now.number} file=${now.file} said=${now.said ?? []} />`;
    if (now?.kind === "share") return html`<${Shared} link=${now.link} />`;
    return null;
}

// What a job that gives a robot says: the tables, or problems.
async function tablesOf(work) {
    const found = { tables: null, problems: [], warnings: [] };
    await work((message) => {
        if (message.type === "tables") found.tables = message.robot;
        else if (message.type === "problem") found.problems.push(message);
        else if (message.type === "warning") found.warnings.push(message.what);
    }).catch((error) => found.problems.push({ place: [], what: error.message, remedy: "" }));
    return found;
}

export async function openBuiltin(name) {
    const { tables, problems } = await tablesOf((tell) => run({ do: "builtin", name }, tell));
    if (tables) openRobot(tables);
    else notice.value = problems.map(problemText).join(" ");
}

function NewRobot() {
    const [joints, setJoints] = useState("RRR");
    const [base, setBase] = useState("fixed");
    const [name, setName] = useState("robot");
    const [wrong, setWrong] = useState([]);
    const make = async (event) => {
        event.preventDefault();
        const { tables, problems } = await tablesOf((tell) => run({ do: "new", joints, base, name }, tell));
        setWrong(problems);
        if (tables) {
            openRobot(tables);
            shut();
        }
    };
    return html`<${Dialog} title="New robot"><form onSubmit=${make}>
        <label class="field"><span>name</span><input value=${name} onInput=${(event) => setName(event.target.value)} /></label>
        <label class="field"><span>joints</span><input class="mono" value=${joints} aria-describedby="joints-help" onInput=${(event) => setJoints(event.target.value.toUpperCase())} /></label>
        <p class="remark" id="joints-help">One letter each, outward from the base: R revolute, P prismatic, S ball, F fixed.</p>
        <label class="field"><span>base</span><select value=${base} onChange=${(event) => setBase(event.target.value)}>
            ${catalogue.value.bases.map((kind) => html`<option value=${kind}>${kind}</option>`)}</select></label>
        ${wrong.map((problem) => html`<p class="said wrong" role="alert">${problemText({ ...problem, place: [] })}</p>`)}
        <div class="row end"><button type="button" onClick=${shut}>Cancel</button><button class="main" type="submit">Create</button></div>
    </form><//>`;
}

// -- files ------------------------------------------------------------------------------------------------------------

let readings = 0;

export function pickFile() {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = catalogue.value.formats.filter(({ reads }) => reads).flatMap(({ suffixes }) => suffixes).join();
    input.addEventListener("change", () => { if (input.files[0]) openFile(input.files[0]); });
    input.click();
}

const readersOf = (name) => {
    const suffix = /\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? "";
    return catalogue.value.formats.filter(({ reads, suffixes }) => reads && suffixes.includes(suffix));
};

// A file whose reader has options is opened by a dialog, another at once; what is wrong with it is said in the dialog.
export async function openFile(file) {
    readings += 1;
    const number = readings;
    if (readersOf(file.name).some(({ options }) => options.length)) {
        dialog.value = { kind: "read", file, number };
        return;
    }
    const said = await readNow(file, {});
    if (said.length) dialog.value = { kind: "read", file, said, number };
}

async function readNow(file, options) {
    const most = catalogue.value.limits.bytes;
    if (file.size > most) {
        return [{ place: [], what: `${file.name} has ${(file.size / 1e6).toFixed(1)} MB`, remedy: `at most ${most / 1e6} MB are read` }];
    }
    let bytes;
    try {
        bytes = await file.arrayBuffer();
    } catch {
        return [{ place: [], what: `${file.name} cannot be read`, remedy: "check that it is a file and still exists" }];
    }
    const { tables, problems, warnings } = await tablesOf((tell) => read(file.name, bytes, options, tell));
    if (!tables) return problems;
    openRobot(tables);
    if (warnings.length) notice.value = warnings.join(" ");
    return [];
}

function ReadFile({ file, said }) {
    const [wrong, setWrong] = useState(said);
    const [values, setValues] = useState({});
    const [busy, setBusy] = useState(false);
    const options = [...new Map(readersOf(file.name).flatMap((format) => format.options).map((option) => [option.name, option])).values()];
    const open = async (event) => {
        event.preventDefault();
        setBusy(true);
        const problems = await readNow(file, values);
        setBusy(false);
        setWrong(problems);
        if (!problems.length) shut();
    };
    return html`<${Dialog} title=${`Open ${file.name}`}><form onSubmit=${open}>
        ${options.map(({ name, choices: known, default: standard, doc }) => html`<label class="field"><span title=${doc}>${name.replace(/_/g, " ")}</span>
            <select value=${values[name] ?? ""} onChange=${(event) => {
                const next = { ...values };
                if (event.target.value) next[name] = event.target.value;
                else delete next[name];
                setValues(next);
            }}><option value="">${standard || "as the file says"}</option>${known.filter((x) => x !== standard).map((x) => html`<option value=${x}>${x}</option>`)}</select>
            <small>${doc}</small></label>`)}
        ${wrong.length ? html`<div class="said wrong" role="alert">${wrong.slice(0, 12).map((problem) => html`<p>${problem.file ? html`<b>${problem.file}${problem.line ? `:${problem.line}` : ""}</b> ` : ""}${problem.what}${
            problem.remedy ? html`<br /><span>${problem.remedy}</span>` : ""}</p>`)}${wrong.length > 12 ? html`<p>and ${wrong.length - 12} more</p>` : null}</div>` : null}
        <div class="row end"><button type="button" onClick=${shut}>${wrong.length && !options.length ? "Close" : "Cancel"}</button>
            ${options.length ? html`<button class="main" type="submit" disabled=${busy}>Open</button>` : null}</div>
    </form><//>`;
}

export function download(name, content, type = "text/plain;charset=utf-8") {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function save(format) {
    const found = [];
    await run({ do: "write", robot: robot.peek(), format, options: {} }, (message) => {
        if (message.type === "text") download(message.name, message.text);
        else if (message.type === "problem") found.push(problemText(message));
        else if (message.type === "warning") found.push(message.what);
    }).catch((error) => found.push(error.message));
    notice.value = found.join(" ");
}

// The archive of what `linkwright generate` writes.
export async function downloadZip(targets) {
    const found = [];
    const { model, ...job } = modelJob.peek();
    await run({ ...job, do: "zip", models: [model], targets }, (message) => {
        if (message.type === "zip") download(message.name, Uint8Array.from(atob(message.base64), (c) => c.charCodeAt(0)), "application/zip");
        else if (message.type === "progress") notice.value = message.what;
        else if (message.type === "problem") found.push(problemText(message));
    }).catch((error) => found.push(error.message));
    notice.value = found.join(" ");
}

export async function share() {
    const link = `${location.origin}/#s=${await pack(shareable(state.peek()))}`;
    window.history.replaceState(null, "", link);
    let copied = true;
    try {
        await navigator.clipboard.writeText(link);
    } catch {
        copied = false;
    }
    dialog.value = { kind: "share", link, copied };
}

function Shared({ link }) {
    const [copied, setCopied] = useState(dialog.value.copied);
    const copy = async () => setCopied(await copyText(link));
    return html`<${Dialog} title="Share">
        <p>The link contains the whole robot and all settings; nothing is stored on a server. To open it elsewhere: <code>linkwright studio 'LINK'</code>.</p>
        <label class="field tall"><span>link, ${link.length} characters</span><textarea readonly rows="5" class="mono" onFocus=${(event) => event.target.select()}>${link}</textarea></label>
        <p class="remark" role="status">${copied ? "The link was copied to the clipboard." : "The browser does not allow copying: select the link and copy it."}</p>
        <div class="row end"><button onClick=${copy}>Copy</button><button class="main" onClick=${shut}>Done</button></div>
    <//>`;
}

export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}
