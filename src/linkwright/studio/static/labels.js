// The texts beside the canvas: names of axes, of ghosts, and the handles of draw mode. They are elements of the page, so that they are
// sharp and have their contrast; each stands off its point, away from its frame, and none on another if there is room.

const SIZES = {axis: [26, 18], ghost: [0, 22], pull: [0, 22], turn: [0, 22], add: [20, 20]};
const GAPS = {axis: 7, ghost: 5, pull: 5, turn: 20, add: 5};
const TURNS = [0, 0.6, -0.6, 1.2, -1.2, 1.9, -1.9, 2.6, -2.6, Math.PI];
const ORDER = {pull: 0, turn: 1, add: 2, ghost: 3, axis: 4};

export class Labels {
    constructor(canvas, acts) {
        this.acts = acts;
        this.layer = document.createElement("div");
        this.layer.className = "scene-labels";
        canvas.after(this.layer);
        this.elements = new Map();
    }

    /** notes: {kind, text, index, at, from, ...}; project gives pixels and depth of a point; obstacles are boxes to keep clear. */
    place(notes, project, wide, high, obstacles = []) {
        const seen = new Set(), taken = obstacles.slice();
        const items = notes.map((note) => ({note, at: project(note.at), from: project(note.from)}))
            .filter(({at}) => at.depth > -1 && at.depth < 1 && at.x > -20 && at.x < wide + 20 && at.y > -20 && at.y < high + 20);
        items.sort((a, b) => ORDER[a.note.kind] - ORDER[b.note.kind] || !!b.note.active - !!a.note.active
            || !!a.note.minor - !!b.note.minor || a.at.depth - b.at.depth);
        for (const {note, at, from} of items) {
            const key = `${note.kind} ${note.key ?? note.text} ${note.index}`;
            if (seen.has(key)) continue;
            const [w, h] = sizeOf(note), box = free(note, at, from, w, h, taken, wide, high);
            if (!box) continue;
            seen.add(key);
            taken.push(box);
            const element = this.element(key, note);
            element.style.transform = `translate(${Math.round(box.x - w / 2)}px, ${Math.round(box.y - h / 2)}px)`;
            if (note.kind === "ghost" || note.kind === "pull" || note.kind === "turn") element.style.minWidth = `${w}px`;
        }
        for (const [key, element] of this.elements) {
            if (seen.has(key)) continue;
            element.remove();
            this.elements.delete(key);
        }
    }

    element(key, note) {
        let element = this.elements.get(key);
        if (!element) {
            element = note.kind === "axis" ? axisLabel(note) : this.button(note);
            this.elements.set(key, element);
            this.layer.append(element);
        }
        if (note.kind === "axis") element.classList.toggle("is-active", !!note.active);
        else if (element.textContent !== note.text) element.textContent = note.text;
        if (note.kind === "ghost") {
            element.classList.toggle("is-chosen", !!note.chosen);
            element.setAttribute("aria-pressed", String(!!note.chosen));
        } else if (note.kind === "pull") element.setAttribute("aria-label", `${note.text}, joint ${note.index}: drag, or arrow keys`);
        else if (note.kind === "turn") element.setAttribute("aria-label", `${note.text}, joint ${note.index}: a quarter turn more`);
        else if (note.kind === "add") element.setAttribute("aria-label", `add a joint at frame ${note.index}`);
        return element;
    }

    button(note) {
        const element = document.createElement("button");
        element.type = "button";
        element.className = `scene-handle is-${note.kind}`;
        const {kind, index, key} = note;
        if (kind === "add") element.addEventListener("click", () => this.acts.add(index));
        else if (kind === "ghost") element.addEventListener("click", () => this.acts.choose(index));
        else if (kind === "turn") element.addEventListener("click", (event) => this.acts.turn(key, event.shiftKey));
        else this.pullable(element, key);
        return element;
    }

    pullable(element, key) {
        let pull = null;
        element.addEventListener("pointerdown", (event) => {
            pull = this.acts.pull(key, event);
            element.setPointerCapture(event.pointerId);
        });
        element.addEventListener("pointermove", (event) => pull?.(event));
        for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => { pull = null; });
        element.addEventListener("keydown", (event) => {
            const way = {ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1}[event.key];
            if (!way) return;
            event.preventDefault();
            this.acts.nudge(key, way * (event.shiftKey ? 10 : 1));
        });
    }

    dispose() {
        this.layer.remove();
    }
}

function axisLabel({text, index, colour}) {
    const element = document.createElement("span"), below = document.createElement("sub");
    element.className = `scene-label is-${colour}`;
    element.setAttribute("aria-hidden", "true");
    below.textContent = String(index);
    element.append(text, below);
    return element;
}

function sizeOf({kind, text, index}) {
    const [w, h] = SIZES[kind];
    if (kind === "axis") return [w + (index > 9 ? 7 : 0), h];
    return [w || Math.min(240, 20 + (kind === "ghost" ? 5.6 : 7) * text.length), h];
}

/** The first place round its point that no other label has; of crowded ones the emptiest, or none for what matters less. */
function free(note, at, from, w, h, taken, wide, high) {
    const away = Math.hypot(at.x - from.x, at.y - from.y);
    const start = away > 4 ? Math.atan2(at.y - from.y, at.x - from.x) : note.kind === "add" ? 2.4 : -1.1;
    let best = null;
    for (const [x, y] of note.kind === "ghost" ? beside(at, from, w, h) : round(at, start, GAPS[note.kind], w, h)) {
        const box = {x, y, w, h}, outside = x < w / 2 || x > wide - w / 2 || y < h / 2 || y > high - h / 2;
        const covered = taken.reduce((sum, other) => sum + overlap(box, other), outside ? w * h : 0);
        if (!covered) return box;
        if (!best || covered < best.covered) best = {...box, covered};
    }
    return note.kind === "axis" && best.covered > 0.35 * w * h && !note.active ? null : best;
}

function* round(at, start, gap, w, h) {
    for (const far of [1, 1.9, 3]) {
        for (const turn of TURNS) {
            const a = start + turn;
            yield [at.x + Math.cos(a) * (w / 2 + gap * far), at.y + Math.sin(a) * (h / 2 + gap * far)];
        }
    }
}

/** Names of ghosts, which are long: in a column beside the point, on the side that is away from the others. */
function* beside(at, from, w, h) {
    const side = at.x >= from.x ? 1 : -1;
    for (const way of [side, -side]) {
        for (let k = 0; k < 13; k++) yield [at.x + way * (w / 2 + 14), at.y + (k % 2 ? 1 : -1) * Math.ceil(k / 2) * (h + 3)];
    }
}

const overlap = (a, b) => Math.max(0, (a.w + b.w) / 2 - Math.abs(a.x - b.x)) * Math.max(0, (a.h + b.h) / 2 - Math.abs(a.y - b.y));
