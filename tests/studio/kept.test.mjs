// Work that is kept: for a reload of its tab, for a new tab when its own is gone, and that it is told where it cannot be.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Kept } from "../../src/linkwright/studio/static/kept.js";

class Store extends Map {
    constructor(room = Infinity) {
        super();
        this.room = room;
    }

    get length() { return this.size; }
    key(k) { return [...this.keys()][k]; }
    getItem(key) { return this.get(key) ?? null; }
    removeItem(key) { this.delete(key); }
    setItem(key, text) {
        const used = [...this].reduce((sum, [name, value]) => sum + (name === key ? 0 : value.length), 0);
        if (used + text.length > this.room) throw new Error("QuotaExceededError");
        this.set(key, text);
    }
}

const work = (time, name = "arm") => ({ time, state: { robot: { name } } });

test("a tab finds its own work, another the work of tabs that are gone", () => {
    const [session, local] = [new Store(), new Store()];
    assert.equal(new Kept(session, local, "a").keep(work(1, "first")), true);
    assert.equal(new Kept(new Store(), local, "b").keep(work(2, "second")), true);
    const again = new Kept(session, local, "a");
    assert.equal(again.own.state.robot.name, "first");
    const fresh = new Kept(new Store(), local, "c");
    assert.equal(fresh.own, null);
    assert.equal(fresh.gone(["c"]).state.robot.name, "second");
    assert.equal(fresh.gone(["b", "c"]).state.robot.name, "first");
    assert.equal(fresh.gone(["a", "b", "c"]), null);
    fresh.forget("b");
    assert.equal(fresh.gone(["c"]).id, "a");
});

test("the oldest make room for the newest", () => {
    const local = new Store(400);
    for (let k = 0; k < 20; k += 1) assert.equal(new Kept(new Store(), local, `tab${k}`).keep(work(k)), true);
    assert.ok(local.size <= 5);
    assert.equal(new Kept(new Store(), local, "new").gone([]).id, "tab19");
});

test("what cannot be kept is told", () => {
    const full = () => new Store(10);
    assert.equal(new Kept(full(), full(), "a").keep(work(1)), false);
    assert.equal(new Kept(null, null, "a").keep(work(1)), false);
    assert.equal(new Kept(null, null, "a").own, null);
    assert.equal(new Kept(null, null, "a").gone([]), null);
    assert.equal(new Kept(new Store(), full(), "a").keep(work(1)), true); // a reload finds it
});

test("what others left there is no work", () => {
    const [session, local] = [new Store(), new Store()];
    for (const text of ["{", "3", "null", "{}"]) {
        session.set("work", text);
        local.set("work/x", text);
        assert.equal(new Kept(session, local, "a").own, null);
        assert.equal(new Kept(session, local, "a").gone([]), null);
    }
});
