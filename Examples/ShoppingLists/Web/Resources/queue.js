// The queue of changes that the server has not confirmed. It is stored in localStorage, so it
// outlives the page, and is sent in order. Every change may be sent twice: new rows already have
// their keys, and check marks contain the wanted state.

const KEY = "shopping-lists-queue";
const LONGEST_PAUSE = 30000;
let memory = [], last = 0;

/** Reads the queue; if storage is full or forbidden, it is kept in memory. */
function read() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? []; } catch { return memory; }
}

function write(changes) {
  memory = changes;
  try { localStorage.setItem(KEY, JSON.stringify(changes)); } catch { /* not kept */ }
}

export const waiting = () => read();
/** The time since the last local change, in milliseconds. */
export const sinceLast = () => Date.now() - last;
export const newKey = () => crypto.randomUUID().toUpperCase();

/** Sends the queue, which all pages of a browser share; only one of them sends at a time. */
export class Queue {
  /**
   * Hearers: `settled(change, answer)` is called when the server has accepted a change, and
   * `refused(change, answer)` when it has rejected it, in all pages of the browser.
   * `watch(count, isStuck, status)` is called with the number of waiting changes.
   */
  constructor(hearers) {
    Object.assign(this, { hearers, pause: 1000, timer: 0, running: null });
    this.pages = new BroadcastChannel(KEY);
    this.pages.onmessage = ({ data }) => this.hear(...data);
  }

  add(change) {
    last = Date.now();
    write([...read(), change]);
    return this.flush();
  }

  /** Sends all waiting changes; after a failure, retries after 1 s, 2 s … 30 s. */
  async flush() {
    clearTimeout(this.timer);
    this.isAsked = true;
    this.running ??= this.run().finally(() => { this.running = null; });
    return this.running;
  }

  async run() {
    while (this.isAsked) {
      this.isAsked = false;
      const status = await navigator.locks.request(KEY, () => this.send());
      const isStuck = status !== 200;
      this.hearers.watch(read().length, isStuck, status);
      if (isStuck) return this.wait();
      this.pause = 1000;
    }
  }

  wait() {
    this.timer = setTimeout(() => this.flush(), this.pause);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
  }

  /** Returns 200 if all changes were sent, else the failed status; 0 for a network error. */
  async send() {
    for (let change; (change = read()[0]);) {
      const [status, answer] = await post(change);
      // These failures do not depend on the change, so keep it.
      if (status === 0 || status >= 500 || status === 401 || status === 403) return status;
      write(read().filter((other) => other.key !== change.key));
      this.pages.postMessage([change, status, answer]);
      this.hear(change, status, answer);
    }
    return 200;
  }

  hear(change, status, answer) {
    if (status < 400) this.hearers.settled(change, answer);
    else this.hearers.refused(change, answer);
  }
}

async function post({ path, fields }) {
  const headers = { Accept: "application/json" };
  try {
    const response = await fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) });
    return [response.status, await response.json().catch(() => ({}))];
  } catch { return [0, {}]; }
}
