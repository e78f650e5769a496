// The base parameters: what the motion depends on, and how the standard parameters are grouped in them.

import { computed, html, useLayoutEffect, useRef } from "./vendor.js";
import { Waiting, equationInto } from "./equations.js";
import { hover, jobBase, paneJob, robot } from "./page.js";
import { INERTIA, jointName } from "./state.js";

const job = paneJob("base", "base", computed(() => (jobBase.value ? { ...jobBase.value, do: "base" } : null)));

function Relation({ latex, formula, name }) {
    const own = useRef();
    useLayoutEffect(() => {
        own.current.replaceChildren();
        if (latex) equationInto(own.current, latex);
        else own.current.textContent = `${name} = ${formula}`;
    }, [latex, formula]);
    return html`<div class="equation" ref=${own}></div>`;
}

// One row per link: what is kept under its name, what is grouped with others, what has no influence.
function Kept({ found }) {
    const all = [...found.kept, ...(found.eliminated ?? []), ...found.relations];
    const links = [...new Set(all.map(({ link }) => link))].sort((a, b) => a - b);
    const more = [...new Set(found.kept.map(({ parameter }) => parameter))].filter((key) => !INERTIA.includes(key));
    const columns = [...INERTIA, ...more];
    const kept = new Map(found.kept.map((entry) => [`${entry.link}/${entry.parameter}`, entry.value]));
    return html`<div class="scroll-x" tabindex="0" role="region" aria-label="Base parameters by link"><table class="plain-table">
        <thead><tr><th scope="col">link</th>${columns.map((key) => html`<th scope="col">${key}</th>`)}</tr></thead>
        <tbody>${links.map((link) => html`<tr key=${link} class=${hover.value === link ? "lit" : ""} onPointerEnter=${() => { hover.value = link; }} onPointerLeave=${() => { hover.value = null; }}>
            <th scope="row" title=${link ? jointName(robot.value, link) : "base"}>${link}</th>
            ${columns.map((key) => {
                const value = kept.get(`${link}/${key}`);
                return html`<td class=${value === undefined ? "zero" : /R$/.test(value) ? "grouped" : ""}>${value ?? "0"}</td>`;
            })}</tr>`)}</tbody></table></div>`;
}

export function BasePane() {
    const { result, busy } = job;
    const found = result.value;
    return html`<div class="padded" tabindex="0" role="region" aria-label="Base parameters">
        <p class="remark" role="status">${busy.value ? "grouping …" : found ? html`<b>${found.count}</b> base parameters${found.decided ? `; ${found.decided}` : ""}` : ""}</p>
        <${Waiting} job=${job} />
        ${found ? html`<${Kept} found=${found} />
            ${found.relations.length ? html`<h3>Grouping</h3>${found.relations.map((relation) => html`<${Relation} key=${relation.name} ...${relation} />`)}`
            : html`<p class="remark">No parameters are grouped: each keeps its own value.</p>`}` : null}
    </div>`;
}
