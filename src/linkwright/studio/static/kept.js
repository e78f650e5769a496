// Work that survives: what one types is kept in the browser at once. A reload finds the work of its own tab, and a new tab that of tabs that
// were closed. Nothing of it leaves the browser, which keeps it for this address (host and port) alone.

const OWN = "work"; // of this tab, in the storage of its session
const ALL = "work/"; // of every tab, in the storage of the browser
const MOST = 5; // tabs

const read = (storage, key) => {
    try {
        const value = JSON.parse(storage?.getItem(key) ?? "null");
        return value && typeof value === "object" && value.state ? value : null;
    } catch {
        return null; // no storage, or not ours
    }
};

const keysOf = (storage) => {
    try {
        return Array.from({ length: storage?.length ?? 0 }, (_, k) => storage.key(k)).filter((key) => key.startsWith(ALL));
    } catch {
        return [];
    }
};

export class Kept {
    // session, local: the storages, or null where the browser forbids them. id: that of this tab.
    constructor(session, local, id) {
        Object.assign(this, { session, local, id });
    }

    // The work of this tab from before a reload, or null.
    get own() {
        return read(this.session, OWN);
    }

    // The newest work of a tab that is gone, as { id, ...record }, or null. `open` has the names of tabs that are there.
    gone(open) {
        const others = keysOf(this.local).map((key) => ({ ...read(this.local, key), id: key.slice(ALL.length) }));
        return others.filter(({ state, id }) => state && id !== this.id && !open.includes(id)).sort((a, b) => b.time - a.time)[0] ?? null;
    }

    // Whether the record is kept, for a reload and for when this tab is gone. The oldest of other tabs make room.
    keep(record) {
        const text = JSON.stringify({ ...record, id: this.id });
        const put = (storage, key) => {
            try {
                storage.setItem(key, text);
                return true;
            } catch {
                return false;
            }
        };
        const old = keysOf(this.local).filter((key) => key !== ALL + this.id).sort((a, b) => (read(this.local, b)?.time ?? 0) - (read(this.local, a)?.time ?? 0));
        for (const key of old.splice(MOST - 1)) this.local.removeItem(key);
        let local = put(this.local, ALL + this.id);
        while (!local && old.length) {
            this.local.removeItem(old.pop());
            local = put(this.local, ALL + this.id);
        }
        return put(this.session, OWN) || local;
    }

    forget(id) {
        this.local?.removeItem(ALL + id);
    }
}

// The keeper of this tab. A tab has the lock of its name while it is there; a copy of a tab takes a name of its own.
export async function keeperOfTab() {
    const storage = (name) => {
        try {
            return window[name];
        } catch {
            return null;
        }
    };
    const [session, local] = [storage("sessionStorage"), storage("localStorage")];
    const before = read(session, OWN)?.id ?? "";
    const hold = (id) => new Promise((resolve) => {
        if (!navigator.locks) resolve(true);
        else navigator.locks.request(ALL + id, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            return lock ? new Promise(() => {}) : undefined; // until the tab is gone
        }).catch(() => resolve(true));
    });
    const fresh = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    let id = before || fresh();
    if (!(await hold(id))) await hold(id = fresh());
    return new Kept(session, local, id);
}

// The names of the tabs that are there.
export async function openTabs() {
    const held = (await navigator.locks?.query())?.held ?? [];
    return held.map(({ name }) => name).filter((name) => name.startsWith(ALL)).map((name) => name.slice(ALL.length));
}
