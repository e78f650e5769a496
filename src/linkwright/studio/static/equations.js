// The equations of the model as mathematics: MathML by KaTeX, made when a block of them comes into sight.

import { computed, html, katex, signal, useEffect, useLayoutEffect, useRef } from "./vendor.js";
import { partsOf } from "./latex.js";
import { copyText } from "./menus.js";
import { modelJob, notice, paneJob, problemText } from "./page.js";

const kind = signal("equations"); // as they are computed, or `expand`: the closed form
const asked = computed(() => (modelJob.value ? { ...modelJob.value, do: kind.value } : null));
const job = paneJob("equations", "equations", asked);

const BLOCK = 12;

const MOST = 100_000; // macros of one part: our own LaTeX has no macro that grows
const FUNCTION = /^(sin|cos|tan|arcsin|arccos|arctan|atan2|exp|log|ln|sgn|sign|min|max|arg|det)$/;

const APPLIED = "\u2061"; // the sign of a function's application

function space() {
    const made = document.createElementNS("http://www.w3.org/1998/Math/MathML", "mspace");
    made.setAttribute("width", "0.17em");
    return made;
}

// KaTeX writes narrow spaces as bare text, which browsers leave out, and none behind the name of a function.
function putSpaces(math) {
    for (const row of math.querySelectorAll("mrow, mstyle, mtd")) {
        for (const node of [...row.childNodes]) if (node.nodeType === Node.TEXT_NODE) node.replaceWith(space());
    }
    for (const name of math.querySelectorAll("mi")) {
        if (!FUNCTION.test(name.textContent)) continue;
        let whole = name.nextElementSibling?.textContent === APPLIED ? name.nextElementSibling : name;
        while (!whole.nextElementSibling && whole.parentElement.matches("mrow")) whole = whole.parentElement; // a name by itself
        while (whole.parentElement.matches("msup, msub, msubsup") && whole === whole.parentElement.firstElementChild) whole = whole.parentElement;
        if (whole.nextElementSibling?.textContent === APPLIED) whole = whole.nextElementSibling;
        if (whole.nextElementSibling && !whole.nextElementSibling.textContent.startsWith("(")) whole.after(space());
    }
}

// LaTeX as MathML. KaTeX makes elements of it, never markup of names; what it does not know is shown as text.
function mathInto(element, latex) {
    try {
        katex.render(latex, element, { output: "mathml", displayMode: true, throwOnError: true, strict: "ignore", trust: false, maxExpand: MOST });
        element.querySelector("annotation")?.remove(); // readers of the screen have the MathML
        putSpaces(element);
    } catch {
        element.textContent = latex;
    }
}

// An equation whose terms go to the next line where the pane ends.
export function equationInto(element, latex) {
    for (const part of partsOf(latex)) {
        const own = document.createElement("span");
        own.className = "term";
        mathInto(own, /^[+-] /.test(part) ? `{}${part}` : /\\\\|&/.test(part) ? `\\begin{aligned}${part}\\end{aligned}` : part);
        element.append(own, " ");
    }
}

// Some equations, rendered once they are near.
function Lazy({ equations, root }) {
    const own = useRef();
    useLayoutEffect(() => {
        const box = own.current;
        box.replaceChildren();
        box.style.minHeight = `${equations.length * 34}px`;
        const seen = new IntersectionObserver(([entry]) => {
            if (!entry.isIntersecting) return;
            seen.disconnect();
            for (const latex of equations) {
                const row = document.createElement("div");
                row.className = "equation";
                equationInto(row, latex);
                box.append(row);
            }
            box.style.minHeight = "";
        }, { root: root.current, rootMargin: "400px" });
        seen.observe(box);
        return () => seen.disconnect();
    }, [equations]);
    return html`<div ref=${own}></div>`;
}

const cut = (list) => Array.from({ length: Math.ceil(list.length / BLOCK) }, (_, k) => list.slice(k * BLOCK, k * BLOCK + BLOCK));
const blocks = new WeakMap();
const cutOnce = (section) => {
    if (!blocks.has(section)) blocks.set(section, cut(section.equations));
    return blocks.get(section);
};

// How far a pane's job is, and what became of it.
export function Waiting({ job: { progress, cancel, again, failed, result } }) {
    const now = progress.value;
    return html`${now ? html`<div class="progress"><button onClick=${cancel}>Cancel</button><progress aria-label="Progress" max=${now.of || 1} value=${now.of ? now.done : null}></progress>
            <span>${now.of ? `${now.done} of ${now.of}: ` : ""}${now.what}</span></div>` : null}
        ${failed.value.map((problem) => html`<p class=${`said ${problem.mild ? "" : "wrong"}`} role="alert">${problemText(problem)}${
            problem.mild ? html` <button class="link" onClick=${again}>Retry</button>` : null}</p>`)}
        ${failed.value.length && result.value ? html`<p class="last-good">for the last valid table</p>` : null}`;
}

export function Equations() {
    const root = useRef();
    const { result, busy } = job;
    const found = result.value;
    const total = found ? found.sections.reduce((sum, { equations }) => sum + equations.length, 0) : 0;
    useEffect(() => { if (root.current) root.current.scrollTop = 0; }, [kind.value]);
    const copy = async () => {
        const text = found.sections.map(({ heading, equations }) => `% ${heading}\n${equations.map((x) => `\\begin{align*}\n${x}\n\\end{align*}`).join("\n")}`).join("\n");
        notice.value = (await copyText(text)) ? "The equations were copied as LaTeX." : "The browser does not allow copying.";
    };
    return html`<div class="padded equations" ref=${root} tabindex="0" role="region" aria-label="Equations">
        <div class="row"><div class="pair" role="group" aria-label="Form of the equations">${[["equations", "as computed"], ["expand", "closed form"]].map(([key, text]) => html`<button
            aria-pressed=${kind.value === key ? "true" : "false"} onClick=${() => { kind.value = key; }}>${text}</button>`)}</div>
            <span class="remark" role="status">${busy.value ? "deriving …" : total ? `${total} equations` : ""}</span><span class="gap"></span>
            <button class="link" disabled=${!found} onClick=${copy}>copy LaTeX</button></div>
        <${Waiting} job=${job} />
        ${(found?.sections ?? []).map((section, k) => html`<section key=${`${k}${section.heading}`}>${section.heading ? html`<h3>${section.heading}</h3>` : null}
            ${cutOnce(section).map((equations, i) => html`<${Lazy} key=${i} equations=${equations} root=${root} />`)}</section>`)}
    </div>`;
}
