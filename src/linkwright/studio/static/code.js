// The files of the package, highlighted. An edit replaces the lines that changed; the browser lays out what is in sight.

import { html, signal, useEffect, useLayoutEffect, useRef, useState } from "./vendor.js";
import { changes, highlight } from "./highlight.js";
import { copyText } from "./menus.js";
import { choices, files, isOfRobot, shown as timed, stale } from "./page.js";

const LINES = 60; // in a block, which is laid out as one

// A listing in plain DOM: Preact would compare all of its lines at every edit.
class Listing {
    constructor(box) {
        this.box = box;
        this.lines = [];
        this.nodes = [];
        this.seen = new IntersectionObserver((entries) => {
            for (const { isIntersecting, target } of entries) if (isIntersecting) this.#paint(target);
        }, { root: box.parentElement, rootMargin: "300px" });
    }

    // Colours come when a block is near: text alone is a tenth of the nodes.
    #paint(block) {
        if (block.painted) return;
        block.painted = true;
        for (const node of block.children) this.#colour(node);
    }

    #colour(node) {
        const tokens = node.tokens;
        if (!tokens || node.coloured) return;
        node.coloured = true;
        node.replaceChildren(...tokens.map(([kind, text]) => {
            if (!kind) return document.createTextNode(text);
            const span = document.createElement("span");
            span.className = `t-${kind}`;
            span.textContent = text;
            return span;
        }), "\n");
    }

    #node(line, tokens) {
        const node = document.createElement("div");
        node.className = "line";
        node.tokens = tokens;
        node.textContent = `${line}\n`;
        return node;
    }

    #block(nodes) {
        const block = document.createElement("div");
        block.className = "block";
        block.append(...nodes);
        this.#size(block);
        this.seen.observe(block);
        return block;
    }

    // Its height is known before it is laid out: else the numbers of lines would stand beside others.
    #size(block) {
        block.style.containIntrinsicHeight = `${1.5 * block.children.length}em`;
    }

    show(text, language, anew) {
        const lines = text.replace(/\n$/, "").split("\n");
        const tokens = highlight(text.replace(/\n$/, ""), language);
        // A line is the same if its colours are, too: a comment may begin before it.
        const marks = lines.map((line, k) => (tokens[k][0]?.[0] === "comment" ? `\u0001${line}` : line));
        if (anew || !this.nodes.length) this.#fill(lines, tokens);
        else this.#update(marks, lines, tokens);
        this.lines = marks;
        this.#number(lines.length);
    }

    #fill(lines, tokens) {
        this.seen.disconnect();
        this.nodes = lines.map((line, k) => this.#node(line, tokens[k]));
        const blocks = [];
        for (let k = 0; k < this.nodes.length; k += LINES) blocks.push(this.#block(this.nodes.slice(k, k + LINES)));
        this.box.replaceChildren(...blocks);
    }

    #update(marks, lines, tokens) {
        const found = changes(this.lines, marks);
        const line = parseFloat(getComputedStyle(this.box).lineHeight);
        const scroller = this.box.parentElement;
        const top = Math.max(0, Math.floor(scroller.scrollTop / line));
        const seen = this.nodes.slice(top, top + 40); // what is in sight stays there, whatever grows above it
        let from = lines.length - this.lines.length; // how far lines behind a change have moved
        for (const [low, high, made] of found) {
            from -= made.length - (high - low);
            const start = low + from;
            const nodes = made.map((_, k) => this.#node(lines[start + k], tokens[start + k]));
            const next = this.nodes[high];
            const block = (next ?? this.nodes.at(-1)).parentElement;
            const touched = new Set([block]);
            for (const node of this.nodes.slice(low, high)) {
                touched.add(node.parentElement);
                node.remove();
            }
            if (next) next.before(...nodes);
            else block.append(...nodes);
            touched.forEach((other) => this.#size(other));
            if (block.painted) nodes.forEach((node) => this.#colour(node));
            this.nodes.splice(low, high - low, ...nodes);
        }
        if ([...this.box.children].some((block) => block.children.length > 4 * LINES)) this.#fill(lines, tokens);
        for (const block of [...this.box.children]) if (!block.children.length) block.remove();
        const kept = seen.findIndex((node) => node.isConnected);
        const now = kept < 0 ? -1 : this.nodes.indexOf(seen[kept]);
        if (now >= 0 && now !== top + kept) scroller.scrollTop += (now - top - kept) * line;
    }

    #number(count) {
        const gutter = this.box.previousElementSibling;
        if (Number(gutter.dataset.count) === count) return;
        gutter.dataset.count = count;
        gutter.textContent = Array.from({ length: count }, (_, k) => k + 1).join("\n");
    }

    clear() {
        this.seen.disconnect();
        this.lines = [];
        this.nodes = [];
        this.box.replaceChildren();
        this.#number(0);
    }

    // Opens at a line, counted from 1.
    reveal(line) {
        const high = parseFloat(getComputedStyle(this.box).lineHeight);
        this.box.parentElement.scrollTop = Math.max(0, line - 4) * high;
        this.opened = this.box.parentElement.scrollTop;
    }
}

const chosen = signal(""); // the file's ending, so that it survives an edit of the robot's name

const ending = (name, all) => {
    const stem = all.package ?? "";
    return name.replace(stem, "*");
};

export function Code() {
    const frame = useRef();
    const listing = useRef(null);
    const shown = useRef("");
    const [said, setSaid] = useState("");
    const all = isOfRobot(files.value) ? files.value : null;
    const names = all ? Object.keys(all.files) : [];
    const name = names.find((entry) => ending(entry, all) === chosen.value) ?? (all && all.files[all.main] !== undefined ? all.main : names[0]);
    const text = all && name ? all.files[name] : "";
    useLayoutEffect(() => {
        if (!all) {
            listing.current?.clear();
            shown.current = "";
            return;
        }
        listing.current ??= new Listing(frame.current);
        const key = `${all.target}/${ending(name, all)}/${all.package}`;
        const anew = key !== shown.current;
        shown.current = key;
        const unmoved = frame.current.parentElement.scrollTop === listing.current.opened; // nobody scrolled: the function stays in sight
        listing.current.show(text, all.target, anew);
        if (anew || unmoved) listing.current.reveal(name === all.main ? all.line ?? 1 : 1);
    }, [text, name, all?.target]);
    useLayoutEffect(timed, [all]);
    useEffect(() => setSaid(""), [text]);
    const copy = async () => setSaid((await copyText(text)) ? "copied" : "not copied: the browser does not allow it");
    const short = (entry) => (names.length > 2 && entry !== name ? entry.replace(all.package, "") || entry : entry);
    return html`<div class="code">
        <div class="files"><div class="names" role="group" aria-label="Files">${names.map((entry) => html`<button aria-pressed=${entry === name ? "true" : "false"} title=${entry} aria-label=${entry}
            onClick=${() => { chosen.value = ending(entry, all); }}>${short(entry)}</button>`)}</div><span class="gap"></span>
            <span role="status" class="remark">${said}</span><button class="link" onClick=${copy} disabled=${!all}>copy</button></div>
        <div class="listing" tabindex="0" role="region" aria-label=${name ? `Text of ${name}` : "Text"}>
            <pre class="gutter" aria-hidden="true"></pre><div class="text" ref=${frame}></div></div>
    </div>`;
}

export const lastGood = () => (stale.value && choices.value && isOfRobot(files.value) ? html`<p class="last-good" role="status">code for the last valid table</p>` : null);
