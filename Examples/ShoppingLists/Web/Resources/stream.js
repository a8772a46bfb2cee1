// The stream of server-sent events. A browser opens at most six connections to a host, for all its
// pages. So hidden pages close their streams, and at most five pages have one: the sixth connection
// is left for requests.

export const tab = crypto.randomUUID();

const PLACES = 5, LONGEST_PAUSE = 30000;

/** Takes one of the five places; returns a function that releases it, or null if none is free. */
async function takePlace() {
  for (let number = 0; number < PLACES; number++) {
    const free = await new Promise((found) => {
      const hold = (lock) => lock ? new Promise((free) => found(free)) : found(null);
      navigator.locks.request("shopping-lists-stream-" + number, { ifAvailable: true }, hold);
    });
    if (free) return free;
  }
  return null;
}

export class Stream {
  /**
   * `receive(kind, body)` is called for each event. `watch(state, seconds)` is called when the
   * state changes: "live", "paused", "lost" with the seconds until the next attempt, "crowded" if
   * no place is free, "out" if the key is missing.
   */
  constructor(receive, watch) {
    Object.assign(this, { receive, watch, source: null, free: null, pause: 1000, timer: 0 });
    this.shown = document.body.dataset.shown;
    document.addEventListener("visibilitychange", () => document.hidden ? this.close() : this.open());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.open(); });
    addEventListener("online", () => this.open());
    this.open();
  }

  get isLive() { return this.source?.readyState === EventSource.OPEN; }

  async open() {
    if (this.isOpening || this.source || document.hidden) return;
    clearTimeout(this.timer);
    this.isOpening = true;
    this.free = await takePlace();
    this.isOpening = false;
    if (document.hidden) return this.close();
    if (this.free) return this.connect();
    this.watch("crowded");
    this.timer = setTimeout(() => this.open(), 2000);
  }

  connect() {
    const source = this.source = new EventSource("/events?" + this.query());
    source.onopen = () => { this.pause = 1000; this.watch("live"); };
    source.onerror = () => this.lose(source);
    for (const kind of ["page", "patch"]) {
      source.addEventListener(kind, ({ data }) => this.receive(kind, JSON.parse(data)));
    }
  }

  /** Only the first request says what is shown: after an interruption, the whole page is needed. */
  query() {
    const place = location.pathname + location.search;
    const query = new URLSearchParams({ tab, place, ...(this.shown && { shown: this.shown }) });
    this.shown = null;
    return query;
  }

  /** Closes the connection, and releases its place. */
  end() {
    this.source?.close();
    this.free?.();
    this.source = this.free = null;
    clearTimeout(this.timer);
  }

  close() {
    this.end();
    this.watch("paused");
  }

  /** Reopens the stream after 1 s, 2 s … 30 s, unless the key is missing. */
  async lose(source) {
    if (this.source !== source) return;
    this.end();
    if (await isOut()) return this.watch("out");
    if (this.source || document.hidden) return;
    this.watch("lost", this.pause / 1000);
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
  }
}

/** Whether the key is missing; an EventSource does not report the status. */
async function isOut() {
  const response = await fetch("/lists/new", { method: "HEAD" }).catch(() => null);
  return [401, 403].includes(response?.status);
}
