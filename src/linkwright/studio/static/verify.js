// Every law that the models must obey, one after another; and, when asked, the emitted code of languages.

import { effect, html, signal } from "./vendor.js";
import { run } from "./api.js";
import { binding, catalogue, isOfRobot, isOfTable, jobBase, problemText } from "./page.js";

const languages = signal([]);
const checks = signal([]);
const progress = signal(null);
const verdict = signal(null);
const failures = signal([]);
const about = signal(null); // { bound }: the table that the checks are of
let control = null;

effect(() => { // another robot: its checks are not these
    if (about.value && !isOfRobot(about.value)) control?.abort();
});

export async function verify() {
    if (control) return;
    control = new AbortController();
    const job = { ...jobBase.peek(), do: "verify", targets: languages.peek() };
    about.value = { bound: binding() };
    checks.value = [];
    failures.value = [];
    verdict.value = null;
    progress.value = { done: 0, of: 0, what: "preparing" };
    try {
        await run(job, (message) => {
            if (message.type === "check") checks.value = [...checks.peek(), message];
            else if (message.type === "progress") progress.value = message;
            else if (message.type === "certificate") verdict.value = message;
            else if (message.type === "problem") failures.value = [...failures.peek(), message];
        }, control.signal);
    } catch (error) {
        failures.value = control.signal.aborted ? [{ place: [], what: "Cancelled.", remedy: "", mild: true }] : [{ place: [], what: error.message, remedy: "" }];
    } finally {
        control = null;
        progress.value = null;
    }
}

const MARKS = { proven: "✓", passed: "✓", failed: "✗", skipped: "–" };

export function Verify() {
    const now = progress.value;
    const runs = catalogue.value.targets.filter((target) => target.runs);
    const tick = (name) => { languages.value = languages.peek().includes(name) ? languages.peek().filter((x) => x !== name) : [...languages.peek(), name]; };
    const own = isOfRobot(about.value);
    const [done, wrong] = own ? [checks.value, failures.value] : [[], []];
    return html`<div class="padded" tabindex="0" role="region" aria-label="Verification">
        <div class="row">
            ${now ? html`<button onClick=${() => control?.abort()}>Cancel</button>` : html`<button class="main" onClick=${verify}>Verify</button>`}
            <fieldset class="ticks"><legend class="unseen">Languages whose code is built and run on this machine</legend><span class="remark" aria-hidden="true">and run the code in</span>${runs.map(({ name }) => html`<label><input type="checkbox"
                checked=${languages.value.includes(name)} disabled=${now !== null} onChange=${() => tick(name)} />${name}</label>`)}</fieldset>
        </div>
        ${now ? html`<div class="progress"><progress aria-label="Progress" max=${now.of || 1} value=${now.of ? now.done : null}></progress><span>${now.of ? `${now.done} of ${now.of}: ` : ""}${now.what}</span></div>` : null}
        ${done.length && !isOfTable(about.value) ? html`<p class="last-good">for the table before the last edit</p>` : null}
        ${own && verdict.value ? html`<p class=${`said ${verdict.value.ok ? "good" : "wrong"}`} role="status">${verdict.value.summary}</p>` : null}
        ${wrong.map((problem) => html`<p class=${`said ${problem.mild ? "" : "wrong"}`} role="alert">${problemText(problem)}</p>`)}
        ${done.length ? html`<ul class="checks">${done.map(({ name, outcome, detail }) => html`<li key=${name} class=${outcome}>
            <span class="mark" aria-hidden="true">${MARKS[outcome] ?? "·"}</span><span class="what">${name}</span><span class="outcome">${outcome}</span><span class="detail">${detail}</span></li>`)}</ul>`
        : !now && !wrong.length ? html`<p class="remark">Every model of this robot is checked against an independent derivation of its mechanics, and proven where possible.
            Code is built and run only in the selected languages.</p>` : null}
    </div>`;
}
