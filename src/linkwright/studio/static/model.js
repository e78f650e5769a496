// Which model, with which options, in which language; and what it costs.

import { html, useEffect, useState } from "./vendor.js";
import { MenuButton, downloadZip } from "./menus.js";
import { catalogue, choices, choose, cost, drawn, problemAt, settle } from "./page.js";

const spaced = (name) => name.replace(/_/g, " ");

const refused = (model) => model.refuses.filter((feature) => (drawn.value?.features ?? []).includes(feature) && !choices.value.without.includes(feature));

function Field({ name, value, set, known, standard, doc, place }) {
    const problem = problemAt(...place);
    const id = `option-${name}`;
    return html`<label class=${`option ${problem ? "wrong" : ""}`} title=${doc}><span>${spaced(name)}</span>
        ${known.length ? html`<select class="small" value=${value ?? standard} aria-invalid=${problem ? "true" : null} onChange=${(event) => set(event.target.value)}>
            ${known.map((x) => html`<option value=${x} selected=${x === (value ?? standard)}>${spaced(x)}</option>`)}</select>`
        : html`<input class="small mono" value=${value ?? ""} placeholder=${standard || "all"} spellcheck=${false} autocomplete="off" aria-invalid=${problem ? "true" : null}
            aria-describedby=${problem ? `${id}-problem` : null} onBlur=${settle} onInput=${(event) => set(event.target.value, name)} />`}
        ${problem ? html`<span class="tip" id=${`${id}-problem`}><strong>${problem.what}</strong>${problem.remedy ? html`<span>${problem.remedy}</span>` : null}</span>` : null}
    </label>`;
}

function Count({ value, before, name }) {
    const change = before === null || value === null ? 0 : value - before;
    return html`<div class="sum"><div><b>${value ?? "–"}</b>${change ? html`<span class=${change > 0 ? "rise" : "fall"} title="since the last edit">${
        change > 0 ? "+" : "−"}${Math.abs(change)}<span class="unseen"> since the last edit</span></span>` : null}</div><span>${name}</span></div>`;
}

const setup = (message) => (message ? message.setup_add + message.setup_mul + message.setup_trig : null);

export function Model() {
    const [more, setMore] = useState(false);
    const { models, targets, without } = catalogue.value;
    const { model: name, options, parameters, target, numbers, without: left, outputs } = choices.value;
    const model = models.find((entry) => entry.name === name) ?? models[0];
    const { now, before } = cost.value;
    const wrong = problemAt("model") || problemAt("target");
    const has = drawn.value?.features ?? [];
    const parts = without.filter((entry) => has.includes(entry.name) || left.includes(entry.name));
    const said = Object.keys(options).length + (outputs ? 1 : 0);
    const wrongOption = model.options.some((option) => problemAt("options", option.name)) || problemAt("outputs");
    useEffect(() => { if (wrongOption) setMore(true); }, [Boolean(wrongOption)]);
    const set = (option) => (value, key = null) => {
        const next = { ...options };
        if (value === "" || value === option.default) delete next[option.name];
        else next[option.name] = value;
        choose({ options: next }, key && `option/${key}`);
    };
    return html`<section class="panel model" aria-label="Model">
        <div class="row">
            <select class="model-name" aria-label="Model" value=${name} title=${model.doc} onChange=${(event) => choose({ model: event.target.value, options: {}, outputs: "" })}>
                ${models.map((entry) => {
                    const bad = refused(entry);
                    return html`<option value=${entry.name} selected=${entry.name === name}>${spaced(entry.name)}${bad.length ? ` (not supported: ${bad.map(spaced).join(", ")})` : ""}</option>`;
                })}</select>
            <div class="pair" role="group" aria-label="Inertial parameters">${["standard", "base", "tuned"].map((kind) => html`<button
                aria-pressed=${(model.parameters.includes(parameters) ? parameters : model.parameters[0]) === kind ? "true" : "false"}
                disabled=${!model.parameters.includes(kind)} onClick=${() => choose({ parameters: kind })}>${kind}</button>`)}</div>
            <span class="gap"></span>
            <select class="language" aria-label="Language" value=${target} onChange=${(event) => choose({ target: event.target.value })}>
                ${targets.map((entry) => html`<option value=${entry.name} selected=${entry.name === target}>${entry.doc.split(/[:,]| with | procedures/)[0]}</option>`)}</select>
            <button class="main" onClick=${() => downloadZip([target])}>Download</button>
        </div>
        <div class="row choices">
            <button class="link" aria-expanded=${more ? "true" : "false"} aria-controls="model-options" onClick=${() => setMore(!more)}>Options${
                said ? html` <span class="count">${said}</span>` : null}<i class="turn" aria-hidden="true">${more ? "▴" : "▾"}</i></button>
            <label class="option"><span>values</span><select class="small" value=${numbers} onChange=${(event) => choose({ numbers: event.target.value })}>
                ${[["as_is", "as written"], ["numbers", "numbers where known"], ["symbols", "symbols"]].map(([key, text]) => html`<option value=${key} selected=${key === numbers}>${text}</option>`)}</select></label>
            ${parts.length ? html`<${MenuButton} label="Left out" className="link" face=${html`without <span class="chosen">${left.length ? left.map(spaced).join(", ") : "…"}</span>`}
                items=${() => parts.map((entry) => [spaced(entry.name), () => choose({ without: choices.peek().without.includes(entry.name)
                    ? choices.peek().without.filter((x) => x !== entry.name) : [...choices.peek().without, entry.name] }), "", choices.value.without.includes(entry.name)])} />` : null}
            <span class="doc">${model.doc}</span>
        </div>
        ${more ? html`<div class="row options" id="model-options">
            ${model.options.filter((option) => option.name !== "outputs").map((option) => html`<${Field} key=${option.name} name=${option.name} value=${options[option.name]} set=${set(option)}
                known=${option.choices} standard=${option.default} doc=${option.doc} place=${["options", option.name]} />`)}
            <${Field} name="outputs" value=${outputs} known=${[]} standard="" doc="outputs to compute, such as tau[2],tau[3]; empty: all" place=${["outputs"]}
                set=${(value) => choose({ outputs: value }, "outputs")} />
        </div>` : null}
        ${wrong ? html`<p class="said wrong" role="alert">${wrong.what}${wrong.remedy ? `; ${wrong.remedy}` : ""}</p>` : null}
        <div class="sums" role="status" aria-label="Operations">
            <${Count} value=${now?.add ?? null} before=${before?.add ?? null} name="additions" />
            <${Count} value=${now?.mul ?? null} before=${before?.mul ?? null} name="multiplications" />
            <${Count} value=${now?.trig ?? null} before=${before?.trig ?? null} name="sines, cosines" />
            <${Count} value=${setup(now)} before=${setup(before)} name="set-up, once" />
        </div>
    </section>`;
}
