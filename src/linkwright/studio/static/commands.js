// Everything by name: Ctrl-K lists robots, models, languages, panes and actions; the robot menu is the same list, shorter.

import { html, signal, useEffect, useLayoutEffect, useRef, useState } from "./vendor.js";
import { dialog, downloadZip, openBuiltin, pickFile, save, share } from "./menus.js";
import {
    catalogue, choices, choose, pane, randomPosture, redo, setTheme, show, table, theme, undo, zeroPosture,
} from "./page.js";
import { addJoint } from "./tables.js";

const palette = signal(null); // null, or {kind, key}: another one each time that it is opened
let times = 0;

export function openPalette(kind) { // "all" or "robots"
    times += 1;
    palette.value = { kind, key: times };
}

export const PANES = [
    ["code", "Code"], ["equations", "Equations"], ["base", "Base parameters"], ["verify", "Verify"], ["simulate", "Simulate"], ["inverse", "Inverse geometry"],
];

const spaced = (name) => name.replace(/_/g, " ");

function robots() {
    const { robots: known, families } = catalogue.value;
    const facts = ({ joints, base, loops, wheels }) => [joints.length > 14 ? `${joints.length} joints` : joints, base === "fixed" ? "" : base,
        loops ? `${loops} loop${loops > 1 ? "s" : ""}` : "", wheels ? `${wheels} wheels` : ""].filter(Boolean).join(", ");
    return [
        ...known.map((robot) => ({ group: "Robot", title: robot.name, hint: facts(robot), more: robot.description, act: () => openBuiltin(robot.name) })),
        ...families.map(({ name, example, doc }) => ({ group: "Family", title: `${name}(n)`, hint: example, more: doc, act: () => openBuiltin(example) })),
    ];
}

// A member of a family is typed: planar(7).
function member(text) {
    const said = /^\s*([a-z_]\w*)\s*\(\s*([\d,\s]+)\)\s*$/.exec(text);
    if (!said || !catalogue.value.families.some(({ name }) => name === said[1])) return [];
    const name = `${said[1]}(${said[2].replace(/\s/g, "")})`;
    return [{ group: "Family", title: name, hint: "", more: "", act: () => openBuiltin(name) }];
}

function everything() {
    const action = (title, act, hint = "") => ({ group: "Action", title, hint, more: "", act });
    return [
        action("New robot", () => { dialog.value = { kind: "new" }; }),
        action("Open file", pickFile, "Ctrl O"),
        ...catalogue.value.formats.filter(({ writes }) => writes).map(({ name, suffixes }) => action(`Save as ${suffixes[0]}`, () => save(name), name === "toml" ? "Ctrl S" : "")),
        action("Share a link to the robot and all settings", share),
        action("Download the code as .zip", () => downloadZip([choices.peek().target])),
        action("Download the code in all languages", () => downloadZip(catalogue.value.targets.map(({ name }) => name))),
        action("Undo", undo, "Ctrl Z"),
        action("Redo", redo, "Ctrl Shift Z"),
        action("Add a joint", addJoint),
        action("Fit the view", () => document.dispatchEvent(new CustomEvent("fit")), "F"),
        action("Joints to zero", zeroPosture),
        action("Joints at random", randomPosture),
        ...["frames", "labels", "links", "exploded", "inertia"].map((key) => action(`${show.value[key] ? "Hide" : "Show"} ${key === "exploded" ? "exploded view" : key}`,
            () => { show.value = { ...show.peek(), [key]: !show.peek()[key] }; })),
        action(theme.value === "dark" ? "Light colours" : "Dark colours", () => setTheme(theme.peek() === "dark" ? "light" : "dark")),
        ...PANES.map(([key, title]) => ({ group: "Pane", title, hint: "", more: "", act: () => { pane.value = key; } })),
        ...["geometry", "inertia", "friction", "limits", "wrenches", "numbers", "base", "structure"].map((key) => ({
            group: "Table", title: { base: "base and gravity", structure: "loops, couplings, wheels, frames", friction: "friction and rotors" }[key] ?? key, hint: "", more: "",
            act: () => { table.value = key; } })),
        ...catalogue.value.models.map(({ name, doc }) => ({ group: "Model", title: spaced(name), hint: "", more: doc, act: () => choose({ model: name, options: {}, outputs: "" }) })),
        ...catalogue.value.targets.map(({ name, doc }) => ({ group: "Language", title: name, hint: "", more: doc, act: () => choose({ target: name }) })),
        ...["standard", "base", "tuned"].map((name) => ({ group: "Parameters", title: `${name} parameters`, hint: "", more: "", act: () => choose({ parameters: name }) })),
        ...robots(),
    ];
}

// Every word must occur; what begins with them comes first.
function matching(items, text) {
    const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!parts.length) return items;
    const score = (item) => {
        const title = item.title.toLowerCase();
        const all = `${title} ${item.group} ${item.more}`.toLowerCase();
        if (!parts.every((part) => all.includes(part))) return 0;
        if (title === parts.join(" ")) return 4;
        if (title.startsWith(parts[0])) return 3;
        return parts.every((part) => title.includes(part)) ? 2 : 1;
    };
    return items.map((item) => [score(item), item]).filter(([points]) => points).sort((a, b) => b[0] - a[0]).map(([, item]) => item);
}

export function Palette() {
    return palette.value ? html`<${Opened} key=${palette.value.key} own=${palette.value} />` : null;
}

function Opened({ own }) {
    const { kind } = own;
    const [text, setText] = useState("");
    const [at, setAt] = useState(0);
    const box = useRef();
    const list = useRef();
    useLayoutEffect(() => { if (!box.current.open) box.current.showModal(); }, []);
    const items = [...member(text), ...matching(kind === "robots" ? robots() : everything(), text)].slice(0, 200);
    const here = Math.min(at, Math.max(0, items.length - 1));
    useEffect(() => { list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }); }, [here, text]);
    const gone = () => { if (palette.peek() === own) palette.value = null; }; // the event comes late: another may be open
    const take = (item) => {
        box.current.close();
        gone();
        item?.act();
    };
    const keys = (event) => {
        const to = { ArrowDown: here + 1, ArrowUp: here - 1, PageDown: here + 8, PageUp: here - 8 }[event.key];
        if (to !== undefined) setAt(Math.max(0, Math.min(items.length - 1, to)));
        else if (event.key === "Enter") take(items[here]);
        else return;
        event.preventDefault();
    };
    return html`<dialog ref=${box} class="palette" aria-label=${kind === "robots" ? "Robots" : "Commands"} onClose=${gone}
        onClick=${(event) => { if (event.target === box.current) box.current.close(); }}>
        <input role="combobox" aria-expanded="true" aria-controls="palette-list" aria-activedescendant=${items.length ? `item-${here}` : null} aria-autocomplete="list"
            aria-label=${kind === "robots" ? "Find a robot" : "Find a command"} placeholder=${kind === "robots" ? "A robot: rx90, panda, planar(5) …" : "What to do: a robot, a model, a language …"}
            value=${text} spellcheck=${false} autocomplete="off" onKeyDown=${keys} onInput=${(event) => { setText(event.target.value); setAt(0); }} />
        <ul ref=${list} id="palette-list" role="listbox" aria-label=${kind === "robots" ? "Robots" : "Commands"} tabindex="-1">
            ${items.map((item, k) => html`<li key=${`${item.group}/${item.title}`} id=${`item-${k}`} role="option" aria-selected=${k === here ? "true" : "false"}
                onPointerMove=${() => setAt(k)} onClick=${() => take(item)}>
                <span class="group">${item.group}</span><span class="title">${item.title}</span><span class="more">${item.more}</span>${item.hint ? html`<span class="hint">${item.hint}</span>` : null}
            </li>`)}
        </ul>
        ${items.length ? null : html`<p class="empty" role="status">No match.</p>`}
    </dialog>`;
}
