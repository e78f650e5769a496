// What the page asks of the server: jobs whose answers are streams of JSON lines (docs/studio.md, Protocol).

import { signal } from "./vendor.js";

// "there"; "gone": nothing answers; "closed": it answers, but another server than the one whose cookie this page has.
export const server = signal("there");

export class Gone extends Error {}

const PATIENCE = 500; // ms that a job may take before a newer one ends it
const JSON_TYPE = "application/json";

async function request(path, options = {}) {
    let answer;
    try {
        answer = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
    } catch (error) {
        if (options.signal?.aborted) throw error;
        lose();
        throw new Gone("The server does not respond.");
    }
    if (answer.status === 401) {
        lose("closed");
        throw new Gone("The server of this page has stopped: open the address that linkwright studio printed.");
    }
    if (server.peek() !== "there") server.value = "there";
    return answer;
}

export async function catalogue() {
    const answer = await request("/api/catalogue");
    if (!answer.ok) throw new Error(`The server responded with status ${answer.status}.`);
    return answer.json();
}

// Every message of a job, as it comes; the last one, `done`, is what this gives. Aborting `signal` ends the job.
export async function run(job, tell, signal) {
    return stream("/api/job", { method: "POST", headers: { "Content-Type": JSON_TYPE }, body: JSON.stringify(job), signal }, tell);
}

// A file that was opened or dropped: its bytes go to the server, its name only tells the format.
export async function read(name, bytes, options, tell) {
    const query = new URLSearchParams({ name, ...options });
    const headers = { "Content-Type": "application/octet-stream" };
    return stream(`/api/read?${query}`, { method: "POST", headers, body: bytes }, tell);
}

async function stream(path, options, tell) {
    const answer = await request(path, options);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let last = null;
    const line = (text) => {
        if (!text.trim()) return;
        const message = JSON.parse(text);
        if (message.type === "done") last = message;
        else tell(message);
    };
    for (;;) {
        let part;
        try {
            part = await reader.read();
        } catch (error) {
            if (options.signal?.aborted) throw error;
            lose();
            throw new Gone("The server stopped before its answer was complete.");
        }
        if (part.done) break;
        rest += part.value;
        const lines = rest.split("\n");
        rest = lines.pop();
        lines.forEach(line);
    }
    line(rest);
    if (last) return last;
    if (!answer.ok) return { type: "done", ok: false, ms: 0 };
    lose();
    throw new Gone("The server stopped before its answer was complete.");
}

let watching = false;

// From when the server is gone until it is back it is asked every second, then `server` tells those that wait. One
// that was started anew has another token: once its address was opened in any tab, this page goes on, too.
function lose(how = "gone") {
    server.value = how;
    if (watching) return;
    watching = true;
    const ask = async () => {
        try {
            await catalogue();
            watching = false;
        } catch {
            setTimeout(ask, 1000);
        }
    };
    setTimeout(ask, 700);
}

// One job under way at a time. The newest that was asked meanwhile follows; those between are never sent. A job is ended
// for a newer one only after half a second: most are done before, and an ended one costs a worker. One that has said `enough`
// is ended at once: what it still does is of no use for an older table, and the server lets it finish.
export class Latest {
    constructor(handle) {
        this.handle = handle; // handle(job, signal, enough): a promise
        this.current = null;
        this.next = null;
    }

    get busy() {
        return this.current !== null && !this.current.enough;
    }

    ask(job) {
        this.next = job;
        if (!this.current) {
            this.#start();
            return;
        }
        const { control, since, enough } = this.current;
        clearTimeout(this.current.timer);
        if (enough) control.abort();
        else this.current.timer = setTimeout(() => control.abort(), Math.max(0, since + PATIENCE - performance.now()));
    }

    // Ends what is under way, and what waits.
    stop() {
        this.next = null;
        this.current?.control.abort();
    }

    async #start() {
        const job = this.next;
        this.next = null;
        const control = new AbortController();
        const own = { control, since: performance.now(), timer: 0, enough: false };
        this.current = own;
        try {
            await this.handle(job, control.signal, () => {
                own.enough = true;
                if (this.next) control.abort();
            });
        } catch (error) {
            if (error instanceof Gone) this.next ??= null;
            else if (!control.signal.aborted) throw error;
        } finally {
            clearTimeout(own.timer);
            this.current = null;
            if (this.next) this.#start();
        }
    }
}
