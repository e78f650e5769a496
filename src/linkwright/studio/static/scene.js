// The 3-D view: camera, labels, and what a pointer or a key does to it. What is drawn is in figure.js, how in stage.js.
//
//   const scene = createScene(canvas, {onHover, onDragJoint, onDragTool, onEditParameter, onAddJoint, onChooseGhost})
//
// onHover(j | null); onDragJoint(j, value): radians, metres, a quaternion; onDragTool(T, ended): the wanted pose of frame `end` in
// frame 0, 16 numbers row by row; onEditParameter(j, "b"|"d"|"r"|"alpha"|"gamma", text); onAddJoint(parent); onChooseGhost(k).
// Any of them may be left out. setHover is to be called with what onHover says: hovering a row of a table does the same.
//
// Keys, with the focus on the canvas: arrows turn, with shift they shift; + and - zoom; F fits. With the tool: J L, I K, U O move it along
// x, y, z, with shift they turn it. The canvas' parent must be positioned; labels go into a layer beside the canvas (scene.css).

import {OrbitControls, THREE} from "./vendor.js";
import {frames, IDENTITY, inverse, khalil, layout, multiply, quaternionOf, startPosture} from "./kinematics.js";
import {add, axis, cross, dot, figure, groundOf, length, origin, proportions, subtract, SWITCHES, unit, upOf} from "./figure.js";
import {Labels} from "./labels.js";
import {Stage} from "./stage.js";

const {Vector3} = THREE;
const HOME = [0.42, 0.36, 0.9]; // from where the robot is looked at first; y is up
const FRONT = [0.22, 0.24, 1]; // of a mechanism in a plane that stands upright

export function createScene(canvas, callbacks = {}) {
    const gl = canvas.getContext("webgl2", {antialias: true, alpha: false, powerPreference: "default"});
    return gl ? new View(canvas, callbacks) : withoutView(canvas);
}

// A browser that has no WebGL shows everything else.
function withoutView(canvas) {
    const note = document.createElement("p");
    note.className = "scene-none";
    note.textContent = "This browser draws no 3-D here: WebGL 2 is switched off.";
    canvas.after(note);
    const nothing = () => {};
    return {
        setRobot: nothing, setJoints: nothing, setHover: nothing, setSwitches: nothing, setGhosts: nothing,
        setTheme: nothing, setInsets: nothing, fit: nothing, drawNow: nothing, dispose: () => note.remove(),
    };
}

class View {
    constructor(canvas, callbacks) {
        Object.assign(this, {canvas, callbacks, robot: null, q: [], pose: null, hover: null, ghosts: [], sizes: null, figure: null, changed: false});
        this.switches = {...SWITCHES};
        this.insets = {top: 0, right: 0, bottom: 0, left: 0};
        this.tool = null; // where the hand has put it, in the robot's world
        this.selected = null; // of draw mode
        this.drag = null;
        this.turning = false; // shift is down
        this.steered = false; // a hand was at the camera
        this.asked = 0;
        this.stage = new Stage(canvas);
        if (canvas.tabIndex < 0) canvas.tabIndex = 0;
        this.listen(); // before the controls, which must not hear of what takes hold of a joint
        this.controls = new OrbitControls(this.stage.camera, canvas);
        this.controls.enableDamping = false;
        this.controls.zoomToCursor = true;
        this.controls.addEventListener("change", () => this.ask());
        this.controls.addEventListener("start", () => { this.steered = true; }); // from now on the direction is the user's
        this.labels = new Labels(canvas, {
            add: (j) => this.callbacks.onAddJoint?.(j), turn: (key, back) => this.turnQuarter(key, back),
            pull: (key, event) => this.pull(key, event), nudge: (key, times) => this.nudge(key, times),
            choose: (k) => this.callbacks.onChooseGhost?.(k),
        });
        this.watcher = new ResizeObserver(() => this.resize());
        this.watcher.observe(canvas.parentElement ?? canvas);
        this.resize();
        canvas.drawn = () => ({frames: this.now.frames, at: this.now.frames.map((T) => this.project(origin(T)))}); // what is where: tests look at it
    }

    // -- what the page says -----------------------------------------------------------------------------------------------

    setRobot(robot) {
        const first = !this.robot;
        const other = first || robot.joints.length !== this.robot.joints.length || robot.name !== this.robot.name;
        this.robot = robot;
        this.sizes = proportions(robot, other ? null : this.sizes);
        if (this.q.length !== layout(robot).size) this.q = startPosture(robot);
        if (this.selected > robot.joints.length) this.selected = null;
        this.settle(other);
        this.arrange();
        if (first) this.fit();
    }

    /** `pose`: frame 0 in the world, while a recording is shown; left out: where the table has it. */
    setJoints(q, pose = null) {
        if (!this.robot || q.length !== layout(this.robot).size || (q === this.q && pose === this.pose)) return;
        Object.assign(this, {q, pose});
        if (!this.drag?.isTool) this.tool = null;
        this.arrange();
    }

    setHover(j) {
        if (this.hover === j) return;
        this.hover = j;
        this.arrange();
    }

    setSwitches(switches) {
        this.switches = {...this.switches, ...switches};
        if (!this.switches.tool) this.tool = null;
        if (!this.switches.draw) this.selected = null;
        this.arrange();
    }

    setGhosts(ghosts) {
        this.ghosts = ghosts ?? [];
        this.arrange();
    }

    setTheme(name) {
        this.stage.setTheme(name);
        this.arrange();
    }

    /** What panes cover of the canvas, in pixels: the robot stands in the middle of the rest. */
    setInsets(insets) {
        this.insets = {...this.insets, ...insets};
        this.resize();
    }

    dispose() {
        cancelAnimationFrame(this.asked);
        this.watcher.disconnect();
        this.ears.abort();
        this.controls.dispose();
        this.labels.dispose();
        this.stage.dispose();
    }

    // -- drawing: only on change --------------------------------------------------------------------------------------------

    /** The ground stays where it was while lengths are edited a little. */
    settle(other) {
        const up = upOf(this.robot), T = frames(this.robot, startPosture(this.robot));
        const height = groundOf(this.robot, T, this.sizes), near = 0.12 * this.sizes.reach;
        const kept = !other && this.up?.every((x, k) => x === up[k]) && height > this.height - near && height < this.height + near / 8;
        if (!kept) Object.assign(this, {up, height});
        this.stage.setGround(this.up, this.height, this.sizes.reach, origin(T[0]));
    }

    /** Something changed: the parts are made anew when they are next looked at. */
    arrange() {
        this.changed = true;
        if (this.robot) this.ask();
    }

    /** The figure of what the page said last. */
    get now() {
        if (this.changed) this.show();
        return this.figure;
    }

    show() {
        this.changed = false;
        const options = {pose: this.pose, sizes: this.sizes, switches: this.switches};
        this.figure = figure(this.robot, this.q, {...options, hover: this.hover});
        const parts = this.figure.parts.slice();
        this.ghostFrames = this.ghosts.map(({q, chosen}) => {
            const ghost = figure(this.robot, q, {...options, switches: {...this.switches, inertia: false}, layer: chosen ? "chosen" : "ghost"});
            for (const part of ghost.parts) parts.push({...part, colour: chosen ? "chosen" : "ghost"});
            return ghost.frames;
        });
        if (this.switches.tool) parts.push(...this.gizmo());
        if (this.switches.draw) parts.push(...this.guides());
        this.stage.show(parts, this.figure.feet);
    }

    ask() {
        if (!this.asked) this.asked = requestAnimationFrame(() => this.drawNow());
    }

    drawNow() {
        cancelAnimationFrame(this.asked);
        this.asked = 0;
        if (!this.robot || !this.wide) return;
        if (this.changed) this.show();
        const {camera} = this.stage, away = camera.position.distanceTo(this.controls.target);
        camera.near = 0.02 * away;
        camera.far = away + 40 * this.sizes.reach;
        camera.updateProjectionMatrix();
        camera.updateMatrixWorld();
        this.stage.render();
        const tool = this.switches.tool ? [{...this.project(origin(this.toolPose())), w: 26, h: 26}] : [];
        this.labels.place(this.notes(), (P) => this.project(P), this.wide, this.high, [...tool, ...this.covered()]);
    }

    /** What other panes cover of the canvas; they are asked now and then, because asking costs a layout. */
    covered() {
        if (performance.now() - (this.looked ?? -1e9) < 400) return this.covers;
        this.looked = performance.now();
        const own = this.canvas.getBoundingClientRect();
        const panes = [...(this.canvas.parentElement?.children ?? [])].filter((each) => each !== this.canvas && each !== this.labels.layer);
        this.covers = panes.map((each) => each.getBoundingClientRect()).filter(({width, height}) => width && height)
            .map(({left, top, width: w, height: h}) => ({x: left - own.left + w / 2, y: top - own.top + h / 2, w, h}));
        return this.covers;
    }

    resize() {
        const {clientWidth: wide, clientHeight: high} = this.canvas.parentElement ?? this.canvas;
        if (!wide || !high) return;
        const other = this.wide !== wide;
        Object.assign(this, {wide, high});
        const {renderer, camera, software} = this.stage;
        renderer.setPixelRatio(software ? 1 : Math.min(devicePixelRatio, 2));
        renderer.setSize(wide, high, false);
        camera.aspect = wide / high;
        const {left, right, top, bottom} = this.insets;
        camera.setViewOffset(wide, high, (right - left) / 2, (bottom - top) / 2, wide, high);
        if (this.robot && other && !this.steered) this.fit(); // another window; a row more in the table moves no camera
        if (this.robot) this.drawNow(); // a canvas that was resized is blank
    }

    /** All that a view should hold, seen from where the camera is. */
    fit() {
        if (!this.robot || !this.wide) return;
        const {camera, toStage} = this.stage;
        const view = (this.steered ? subtract3(camera.position, this.controls.target) : new Vector3(...this.home())).normalize();
        const right = new Vector3().crossVectors(new Vector3(0, 1, 0), view).normalize(), top = new Vector3().crossVectors(view, right);
        const place = (P, room) => Object.assign(new Vector3(...P).applyMatrix4(toStage), {room});
        const points = this.now.points.map((P) => place(P, 0.8 * this.sizes.radius));
        for (const [from, to, radius] of this.now.feet) points.push(place(from, radius), place(to, radius));
        if (!this.robot.loops?.length && (this.robot.base?.kind ?? "fixed") === "fixed") { // an arm may be lifted
            const long = this.robot.joints.reduce((sum, {values: v}) => sum + Math.abs(v[1]) + Math.abs(v[3]) + Math.abs(v[5]), 0);
            points.push(place(add(origin(this.now.frames[0]), this.up, Math.min(long, 0.8 * this.sizes.reach)), this.sizes.arrow));
        }
        const spread = (way) => points.reduce(([low, high], P) =>
            [Math.min(low, P.dot(way) - P.room), Math.max(high, P.dot(way) + P.room)], [Infinity, -Infinity]);
        const [x0, x1] = spread(right), [y0, y1] = spread(top), [z0, z1] = spread(view);
        const centre = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
        const {left, right: covered, top: above, bottom} = this.insets;
        const slope = Math.tan(camera.fov * Math.PI / 360);
        const across = slope * camera.aspect * Math.max(0.3, 1 - (left + covered) / this.wide);
        const upward = slope * Math.max(0.3, 1 - (above + bottom) / this.high) * 0.94;
        const away = Math.max(...points.map((P) => P.dot(view) - centre[2] + Math.max(
            (Math.abs(P.dot(right) - centre[0]) + P.room) / across, (Math.abs(P.dot(top) - centre[1]) + P.room) / upward)));
        const target = new Vector3().addScaledVector(right, centre[0]).addScaledVector(top, centre[1]).addScaledVector(view, centre[2]);
        this.controls.target.copy(target);
        camera.position.copy(target).addScaledVector(view, Math.max(away, this.sizes.reach * 0.6) * 1.06);
        this.controls.minDistance = 0.05 * this.sizes.reach;
        this.controls.maxDistance = 30 * this.sizes.reach;
        this.controls.update();
        this.ask();
    }

    // A mechanism whose axes are all level, in a plane that stands upright, is seen from the front.
    home() {
        const flat = this.now.frames.slice(1).every((T) => Math.abs(dot(axis(T, 2), this.up)) < 0.01)
            && this.now.frames.slice(2).every((T) => length(cross(axis(T, 2), axis(this.now.frames[1], 2))) < 0.01);
        if (!flat || this.up[2]) return HOME;
        return FRONT;
    }

    project(P) {
        const at = new Vector3(...P).applyMatrix4(this.stage.toStage).project(this.stage.camera);
        return {x: (at.x + 1) / 2 * this.wide, y: (1 - at.y) / 2 * this.high, depth: at.z};
    }

    /** Labels of axes, of ghosts, and the handles of draw mode. */
    notes() {
        const many = this.now.labels.length > 90;
        const notes = this.now.labels
            .filter((label) => !many || label.joint === this.hover)
            .map((label) => ({...label, kind: "axis", active: label.joint === this.hover}));
        notes.push(...this.ghostNotes());
        if (this.switches.draw) notes.push(...this.handles());
        return notes;
    }

    // All ghosts end at the same pose: each is named where it differs most from the others.
    ghostNotes() {
        const all = this.ghostFrames ?? [];
        if (!all.length) return [];
        const mean = (j) => all.reduce((sum, T) => add(sum, origin(T[j]), 1 / all.length), [0, 0, 0]);
        const spread = (j) => all.reduce((sum, T) => sum + length(subtract(origin(T[j]), mean(j))), 0);
        const joints = all[0].map((_, j) => j).slice(1);
        const at = joints.reduce((best, j) => (spread(j) > spread(best) + 1e-9 ? j : best), joints[0]);
        return this.ghosts.map(({label, chosen}, k) => ({
            kind: "ghost", text: label, index: k, at: origin(all[k][at]), from: mean(at), chosen,
        }));
    }

    // -- the tool: a handle at the end frame ----------------------------------------------------------------------------------

    toolPose() {
        return this.tool ?? multiply(this.now.frames[this.robot.end ?? this.robot.joints.length], this.robot.tool ?? IDENTITY);
    }

    gizmo() {
        const T = this.toolPose(), P = origin(T), {reach} = this.sizes, r = 0.03 * reach, far = 0.26 * reach, parts = [];
        const part = (shape, way, scale, at, colour) => parts.push({shape, at: alongWay(way, scale, at), colour, joint: null, layer: "front"});
        part("ball", [0, 0, 1], [r, r, r], P, "tool");
        [0, 1, 2].forEach((k) => {
            const way = WORLD[k], colour = "xyz"[k];
            if (this.turning) part("hoop", way, [far, far, far], P, colour);
            else {
                part("tube", way, [0.2 * r, 0.2 * r, far - 1.6 * r], P, colour);
                part("cone", way, [0.62 * r, 0.62 * r, 1.6 * r], add(P, way, far - 1.6 * r), colour);
            }
        });
        return parts;
    }

    toolGrip(ray) {
        if (!this.switches.tool) return null;
        const P = origin(this.toolPose()), {reach} = this.sizes, r = 0.03 * reach, far = 0.26 * reach;
        if (awayFrom(ray, P, P).distance < 1.25 * r) return {axis: null};
        const found = [0, 1, 2].map((k) => {
            if (!this.turning) return {k, ...awayFrom(ray, add(P, WORLD[k], 0.1 * far), add(P, WORLD[k], far))};
            const at = onPlane(ray, P, WORLD[k]);
            return {k, distance: at ? Math.abs(length(subtract(at, P)) - far) : Infinity, depth: 0};
        }).sort((a, b) => a.distance - b.distance)[0];
        return found.distance < 0.75 * r ? {axis: found.k} : null;
    }

    moveTool(by) {
        this.tool = multiply(translation(by), this.toolPose());
        this.tellTool(true);
    }

    turnTool(way, angle, ended = true) {
        this.tool = turnedAbout(this.toolPose(), way, angle);
        this.tellTool(ended);
    }

    tellTool(ended) {
        this.arrange();
        this.callbacks.onDragTool?.(multiply(inverse(this.now.frames[0]), this.tool), ended);
    }

    // -- draw mode ------------------------------------------------------------------------------------------------------------

    target() {
        return this.selected ?? this.robot.joints.length;
    }

    route(j) {
        const joint = this.robot.joints[j - 1], from = this.now.frames[joint.parent], [gamma, b, alpha, d] = joint.values;
        const turned = multiply(from, khalil([gamma, b, alpha, 0, 0, 0]));
        const start = origin(from), bend = origin(turned), foot = add(bend, axis(turned, 0), d), end = origin(this.now.frames[j]);
        return {
            b: {from: start, to: bend, way: axis(from, 2)}, d: {from: bend, to: foot, way: axis(turned, 0)},
            r: {from: foot, to: end, way: axis(turned, 2)},
        };
    }

    guides() {
        const j = this.target(), route = this.route(j), r = 0.004 * this.sizes.reach, reach = 0.16 * this.sizes.reach, parts = [];
        for (const {from, to, way} of Object.values(route)) {
            const far = Math.max(reach, length(subtract(to, from)) + reach / 2), back = dot(subtract(to, from), way) < 0;
            const along = back ? add([0, 0, 0], way, -1) : way;
            parts.push({shape: "tube", at: alongWay(along, [r, r, far], from), colour: "tool", joint: j, layer: "front"});
            parts.push({shape: "ball", at: alongWay(along, [3 * r, 3 * r, 3 * r], to), colour: "tool", joint: j, layer: "front"});
        }
        return parts;
    }

    handles() {
        const j = this.target(), joint = this.robot.joints[j - 1], route = this.route(j), at = origin(this.now.frames[j]);
        const spread = 0.16 * this.sizes.reach;
        const notes = ["b", "d", "r"].map((key) => {
            const {from, to, way} = route[key], half = length(subtract(to, from)) / 2;
            const value = joint.values[{b: 1, d: 3, r: 5}[key]];
            return {
                kind: "pull", key, index: j, text: `${key} ${Number(value.toFixed(4))}`, from,
                at: half > 0.02 * this.sizes.reach ? add(from, subtract(to, from), 0.5) : add(from, way, spread),
            };
        });
        for (const [key, k] of [["alpha", 2], ["gamma", 0]]) {
            const degrees = Number((joint.values[k] * 180 / Math.PI).toFixed(1));
            notes.push({kind: "turn", key, index: j, text: `${{alpha: "α", gamma: "γ"}[key]} ${degrees}°`, at, from: at});
        }
        const last = this.robot.joints.map(({parent}, k) => (this.now.rank[k + 1] ? parent : 0)); // frames that others coincide with
        this.now.frames.forEach((T, k) => {
            if (k === j || !k || !last.includes(k)) notes.push({kind: "add", key: "add", index: k, text: "+", at: origin(T), from: origin(T)});
        });
        return notes;
    }

    /** The grid on which lengths are pulled: a hundredth of the power of ten below the reach. */
    pace() {
        return 10 ** (Math.floor(Math.log10(this.sizes.reach)) - 1);
    }

    edit(key, value) {
        const digits = Math.max(0, -Math.floor(Math.log10(this.pace())) + 1), text = value.toFixed(digits);
        this.callbacks.onEditParameter?.(this.target(), key, String(Number(text)));
    }

    nudge(key, times) {
        const value = this.robot.joints[this.target() - 1].values[{b: 1, d: 3, r: 5}[key]];
        this.edit(key, value + times * this.pace() / 2);
    }

    turnQuarter(key, back) {
        const value = this.robot.joints[this.target() - 1].values[{alpha: 2, gamma: 0}[key]];
        const quarters = back ? Math.ceil(value / (Math.PI / 2) - 1 - 1e-9) : Math.floor(value / (Math.PI / 2) + 1 + 1e-9);
        this.callbacks.onEditParameter?.(this.target(), key, ["0", "pi/2", "pi", "-pi/2"][((quarters % 4) + 4) % 4]);
    }

    /** A length under the hand: the point of its line that is nearest to the ray. */
    pull(key, event) {
        const j = this.target(), {from, way} = this.route(j)[key];
        const value = this.robot.joints[j - 1].values[{b: 1, d: 3, r: 5}[key]], start = nearestOn(this.ray(event), from, way);
        return (moved) => {
            const now = nearestOn(this.ray(moved), from, way), pace = this.pace() / 10;
            if (Number.isFinite(now) && Number.isFinite(start)) this.edit(key, Math.round((value + now - start) / pace) * pace);
        };
    }

    // -- pointer ------------------------------------------------------------------------------------------------------------

    listen() {
        this.ears = new AbortController();
        const {signal} = this.ears;
        const on = (name, act) => this.canvas.addEventListener(name, (event) => act.call(this, event), {signal});
        on("pointerdown", this.down);
        on("pointermove", this.move);
        on("pointerup", this.up_);
        on("pointercancel", this.up_);
        on("pointerleave", () => { if (!this.drag) this.point(null); });
        on("keydown", this.key);
        on("dblclick", () => this.fit());
        for (const name of ["keydown", "keyup"]) addEventListener(name, (event) => this.shift(event.shiftKey), {signal});
    }

    shift(down) {
        if (this.turning === down || this.drag) return;
        this.turning = down;
        if (this.switches.tool) this.arrange();
    }

    /** The ray of an event, in the robot's world. */
    ray(event) {
        const box = this.canvas.getBoundingClientRect(), {camera, toStage} = this.stage;
        const x = 2 * (event.clientX - box.left) / box.width - 1, y = 1 - 2 * (event.clientY - box.top) / box.height;
        camera.updateMatrixWorld();
        const back = toStage.clone().invert();
        const from = new Vector3().setFromMatrixPosition(camera.matrixWorld);
        const way = new Vector3(x, y, 0.5).unproject(camera).sub(from).normalize();
        return {from: from.applyMatrix4(back).toArray(), way: way.transformDirection(back).toArray()};
    }

    /** The joint under the pointer: that of the nearest capsule that the ray meets; links give way to housings. */
    grip(ray) {
        let best = null;
        for (const grip of this.now.grips) {
            const {distance, depth} = awayFrom(ray, grip.from, grip.to);
            if (distance > grip.radius * 1.08 || depth < 0) continue;
            const before = depth - Math.sqrt(Math.max(0, grip.radius ** 2 - distance ** 2)) + (grip.isLink ? 0.3 * grip.radius : 0);
            if (!best || before < best.before) best = {...grip, before};
        }
        return best;
    }

    point(j) {
        if (j === this.pointed) return;
        this.pointed = j;
        this.setHover(j);
        this.callbacks.onHover?.(j);
    }

    down(event) {
        if (!this.robot || event.button !== 0) return;
        this.canvas.focus({preventScroll: true});
        const ray = this.ray(event), tool = this.toolGrip(ray);
        if (tool) this.drag = this.toolDrag(tool, ray, event);
        else {
            const grip = this.grip(ray);
            if (!grip) return;
            if (this.switches.draw) {
                this.selected = grip.joint || null;
                this.arrange();
            }
            this.drag = this.jointDrag(grip, ray, event);
        }
        if (!this.drag) return;
        this.controls.enabled = false;
        this.canvas.setPointerCapture(event.pointerId);
        this.canvas.classList.add("is-dragging");
    }

    move(event) {
        if (!this.robot) return;
        if (this.drag) {
            this.drag.move(event);
            return;
        }
        if (event.buttons) return;
        const ray = this.ray(event), onTool = this.toolGrip(ray), grip = onTool ? null : this.grip(ray);
        this.point(grip?.joint ?? null);
        this.canvas.classList.toggle("is-grip", !!onTool || (!!grip && this.canMove(grip.joint)));
    }

    up_(event) {
        if (!this.drag) return;
        const {end} = this.drag;
        this.drag = null;
        this.controls.enabled = true;
        this.canvas.classList.remove("is-dragging");
        if (this.canvas.hasPointerCapture(event.pointerId)) this.canvas.releasePointerCapture(event.pointerId);
        end?.();
    }

    canMove(j) {
        return j > 0 && this.robot.joints[j - 1].kind !== "fixed";
    }

    jointDrag({joint: j, before}, ray, event) {
        if (!this.canMove(j)) return null;
        const T = this.now.frames[j], P = origin(T), z = axis(T, 2), at = layout(this.robot).at[j], {kind} = this.robot.joints[j - 1];
        const tell = (value) => this.callbacks.onDragJoint?.(j, value);
        const held = add(ray.from, ray.way, before); // the point that the hand took
        if (kind === "prismatic") {
            const start = this.q[at], from = nearestOn(ray, held, z);
            return {move: (moved) => {
                const now = nearestOn(this.ray(moved), held, z);
                if (Number.isFinite(now)) tell(start + now - from);
            }};
        }
        if (kind === "ball") return this.ballDrag(j, at, event, tell);
        let last = event, turn = this.q[at];
        const centre = add(P, z, dot(subtract(held, P), z)), lever = subtract(held, centre);
        const facing = Math.abs(dot(z, ray.way)) > 0.25 && length(lever) > 1.4 * this.sizes.radius;
        let angle = angleIn(T, lever);
        return {move: (moved) => {
            if (facing) { // the hand goes round in the plane of the turn
                const there = onPlane(this.ray(moved), centre, z);
                if (!there) return;
                const now = angleIn(T, subtract(there, centre));
                turn += Math.atan2(Math.sin(now - angle), Math.cos(now - angle));
                angle = now;
            } else { // at the axis, or where the plane is seen from its edge: what goes along with the link counts
                const {x, y, far} = this.sweep(j);
                turn += ((moved.clientX - last.clientX) * x + (moved.clientY - last.clientY) * y) / Math.max(70, far);
                last = moved;
            }
            tell(turn);
        }};
    }

    /** Which way on the screen what joint j carries goes when it turns, and how far from its axis that is, in pixels. */
    sweep(j) {
        const T = this.now.frames[j], P = origin(T), z = axis(T, 2), {right, view} = this.screen();
        const outward = (Q) => subtract(subtract(Q, P), add([0, 0, 0], z, dot(subtract(Q, P), z)));
        const carried = this.robot.joints.flatMap((joint, k) => (joint.parent === j ? [outward(origin(this.now.frames[k + 1]))] : []));
        let lever = carried.reduce((best, each) => (length(each) > length(best) ? each : best), [0, 0, 0]);
        if (length(lever) < this.sizes.radius) lever = cross(z, add(view, right, 0.3)); // nothing: as if its front moved
        const far = Math.max(length(lever), 1e-9), way = unit(cross(z, lever)), tip = add(P, lever);
        const from = this.project(tip), to = this.project(add(tip, way, 0.05 * this.sizes.reach)), base = this.project(P);
        const size = Math.hypot(to.x - from.x, to.y - from.y);
        if (size < 1 || !(far > 0)) return {x: 1, y: 0, far: 90};
        return {x: (to.x - from.x) / size, y: (to.y - from.y) / size, far: Math.hypot(from.x - base.x, from.y - base.y)};
    }

    ballDrag(j, at, event, tell) {
        let last = event, Q = this.q.slice(at, at + 4);
        return {move: (moved) => {
            const T = this.now.frames[j], {right, top} = this.screen();
            const turn = add(add([0, 0, 0], top, (moved.clientX - last.clientX) / 120), right, (moved.clientY - last.clientY) / 120);
            const own = [0, 1, 2].map((k) => dot(axis(T, k), turn));
            Q = product(Q, quaternionOf(own));
            last = moved;
            tell(Q);
        }};
    }

    /** Directions of the screen in the robot's world. */
    screen() {
        const back = this.stage.toStage.clone().invert(), {camera} = this.stage;
        const way = (k) => new Vector3().setFromMatrixColumn(camera.matrixWorld, k).transformDirection(back).toArray();
        return {right: way(0), top: way(1), view: way(2)};
    }

    toolDrag({axis: k}, ray, event) {
        const start = this.toolPose(), P = origin(start);
        let last = event, moved = false;
        const tell = () => {
            moved = true;
            this.tellTool(false);
        };
        const end = () => {
            if (moved) this.tellTool(true);
        };
        if (event.shiftKey) {
            this.tool = start;
            let angle = k === null ? 0 : angleAbout(onPlane(ray, P, WORLD[k]), P, k);
            return {isTool: true, end, move: (to) => {
                if (k === null) {
                    const {right, top} = this.screen();
                    const turn = add(add([0, 0, 0], top, (to.clientX - last.clientX) / 120), right, (to.clientY - last.clientY) / 120);
                    this.tool = turnedAbout(this.tool, unit(turn), length(turn));
                    last = to;
                } else {
                    const now = angleAbout(onPlane(this.ray(to), P, WORLD[k]), P, k);
                    if (!Number.isFinite(now - angle)) return;
                    this.tool = turnedAbout(this.tool, WORLD[k], now - angle);
                    angle = now;
                }
                tell();
            }};
        }
        const normal = this.screen().view;
        const hold = (r) => (k === null ? onPlane(r, P, normal) : add(P, WORLD[k], nearestOn(r, P, WORLD[k])));
        const from = hold(ray);
        return {isTool: true, end, move: (to) => {
            const there = hold(this.ray(to));
            if (!there || !from || !there.every(Number.isFinite)) return;
            this.tool = multiply(translation(subtract(there, from)), start);
            tell();
        }};
    }

    // -- keys ------------------------------------------------------------------------------------------------------------------

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.robot) return;
        const {camera} = this.stage, away = subtract3(camera.position, this.controls.target);
        const turn = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
        const tool = this.switches.tool && {j: [0, -1], l: [0, 1], k: [1, -1], i: [1, 1], u: [2, -1], o: [2, 1]}[event.key.toLowerCase()];
        if (tool) {
            if (event.shiftKey) this.turnTool(WORLD[tool[0]], tool[1] * Math.PI / 36);
            else this.moveTool(add([0, 0, 0], WORLD[tool[0]], tool[1] * 0.02 * this.sizes.reach));
        } else if (turn && event.shiftKey) {
            const by = 0.04 * away.length();
            const shift = new Vector3().setFromMatrixColumn(camera.matrix, 0).multiplyScalar(-turn[0] * by)
                .add(new Vector3().setFromMatrixColumn(camera.matrix, 1).multiplyScalar(turn[1] * by));
            camera.position.add(shift);
            this.controls.target.add(shift);
            this.controls.update();
        } else if (turn) {
            this.steered = true;
            const polar = Math.acos(Math.min(1, Math.max(-1, away.y / away.length()))) + turn[1] * 0.08;
            const round = Math.atan2(away.x, away.z) + turn[0] * 0.08, height = Math.min(Math.PI - 0.02, Math.max(0.02, polar));
            camera.position.copy(this.controls.target)
                .add(new Vector3().setFromSphericalCoords(away.length(), height, round));
            this.controls.update();
        } else if ("+=-_".includes(event.key)) {
            camera.position.copy(this.controls.target).addScaledVector(away, "+=".includes(event.key) ? 1 / 1.15 : 1.15);
            this.controls.update();
        } else if (event.key === "f" || event.key === "F") this.fit();
        else return;
        event.preventDefault();
        this.ask();
    }
}

// -- small geometry -------------------------------------------------------------------------------------------------------------

const WORLD = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const subtract3 = (a, b) => new Vector3().subVectors(a, b);
const translation = ([x, y, z]) => IDENTITY.map((e, i) => (i === 3 ? x : i === 7 ? y : i === 11 ? z : e));

function alongWay(z, [sx, sy, sz], P) {
    const x = unit(Math.abs(z[2]) < 0.9 ? cross([0, 0, 1], z) : cross([1, 0, 0], z)), y = cross(z, x);
    return [0, 1, 2].flatMap((k) => [x[k] * sx, y[k] * sy, z[k] * sz, P[k]]).concat([0, 0, 0, 1]);
}

/** How far a ray passes from a segment, and how far along the ray that is. */
function awayFrom({from, way}, a, b) {
    const u = subtract(b, a), w = subtract(from, a), uu = dot(u, u), uw = dot(u, way), wu = dot(w, u), ww = dot(w, way);
    const flat = uu - uw * uw;
    let s = uu > 1e-18 && flat > 1e-12 * uu ? (wu - uw * ww) / flat : 0.5;
    s = Math.min(1, Math.max(0, s));
    const point = add(a, u, s), depth = dot(subtract(point, from), way);
    return {distance: length(subtract(point, add(from, way, depth))), depth};
}

/** How far along a line its point is that is nearest to a ray. */
function nearestOn({from, way}, P, z) {
    const w = subtract(from, P), c = dot(way, z), flat = 1 - c * c;
    return flat < 1e-4 ? NaN : (dot(w, z) - c * dot(w, way)) / flat;
}

function onPlane({from, way}, P, normal) {
    const slope = dot(way, normal);
    if (Math.abs(slope) < 1e-3) return null;
    const t = dot(subtract(P, from), normal) / slope;
    return t > 0 ? add(from, way, t) : null;
}

const angleIn = (T, v) => Math.atan2(dot(axis(T, 1), v), dot(axis(T, 0), v));
const angleAbout = (at, P, k) => (at ? Math.atan2(subtract(at, P)[(k + 2) % 3], subtract(at, P)[(k + 1) % 3]) : NaN);

const product = ([w, x, y, z], [c, a, b, d]) => [
    w * c - x * a - y * b - z * d, w * a + x * c + y * d - z * b, w * b - x * d + y * c + z * a, w * d + x * b - y * a + z * c,
];

/** A pose turned about a direction of the world, its origin kept. */
function turnedAbout(T, way, angle) {
    const [w, x, y, z] = quaternionOf(add([0, 0, 0], way, angle)), P = origin(T);
    const R = [
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0, 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0,
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0, 0, 0, 0, 1,
    ];
    const turned = multiply(R, T);
    [turned[3], turned[7], turned[11]] = P;
    return turned;
}
