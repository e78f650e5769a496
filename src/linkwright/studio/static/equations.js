// The equations of the model as mathematics: MathML by KaTeX, made when a block of them comes into sight.

import { computed, html, katex, signal, useEffect, useLayoutEffect, useRef } from "./vendor.js";
import { copyText } from "./menus.js";
import { modelJob, notice, paneJob, problemText } from "./page.js";

const kind = signal("equations"); // as they are computed, or `expand`: the closed form
const asked = computed(() => (modelJob.value ? { ...modelJob.value, do: kind.value } : null));
const job = paneJob("equations", "equations", asked);

const BLOCK = 12;

// LaTeX as MathML. KaTeX makes elements of it, never markup of names; what it does not know is shown as text.
export function mathInto(element, latex) {
    try {
        katex.render(latex, element, { output: "mathml", displayMode: true, throwOnError: true, strict: "ignore", trust: false, maxExpand: 2000 });
        element.querySelector("annotation")?.remove(); // readers of the screen have the MathML
    } catch {
        element.textContent = latex;
    }
}

// One that is broken into lines is aligned; of one in a line the mark of the alignment only leaves a gap.
export const display = (latex) => (/\\\\/.test(latex) ? `\\begin{aligned}${latex}\\end{aligned}` : latex.replace(/(?<!\\)&/g, ""));

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
                mathInto(row, display(latex));
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
            problem.mild ? html` <button class="link" onClick=${again}>Again</button>` : null}</p>`)}
        ${failed.value.length && result.value ? html`<p class="last-good">of the last good table</p>` : null}`;
}

export function Equations() {
    const root = useRef();
    const { result, busy } = job;
    const found = result.value;
    const total = found ? found.sections.reduce((sum, { equations }) => sum + equations.length, 0) : 0;
    useEffect(() => { if (root.current) root.current.scrollTop = 0; }, [kind.value]);
    const copy = async () => {
        const text = found.sections.map(({ heading, equations }) => `% ${heading}\n${equations.map((x) => `\\begin{align*}\n${x}\n\\end{align*}`).join("\n")}`).join("\n");
        notice.value = (await copyText(text)) ? "The equations are on the clipboard, as LaTeX." : "The browser forbids the clipboard.";
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
