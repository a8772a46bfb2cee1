// One stream of server-sent events for the tab, read with fetch: EventSource cannot send the token.
// A browser opens six connections to a host over all tabs, so a hidden tab closes its stream, as soon as nothing runs for it.

import { request, post, Problem } from "./session.js";

const newID = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export class Stream {
  constructor() {
    this.tab = newID();
    this.subscriptions = new Map();
    this.next = 1;
    this.state = "off";            // "live", "paused", "off"
    this.retryAt = 0;
    this.newest = 0;               // when the newest event came
    this.watchers = new Set();
    this.structure = () => {};     // called after the schema has changed
    this.abort = null;
    this.pause = 1000;
    this.stopped = false;
    this.byHand = false;
    this.refusal = "";             // what the server answered in place of the stream
    this.away = "";                // why there was no stream before this one, as the rest of a sentence
    document.addEventListener("visibilitychange", () => this.visible());
    addEventListener("pagehide", () => { this.away = "while this tab was hidden"; this.close("paused"); });
    addEventListener("pageshow", (event) => { if (event.persisted) this.visible(); });
    addEventListener("online", () => this.wake?.());
  }

  visible() {
    if (document.hidden) this.rest();
    else if (!this.byHand) this.open();
  }

  /** Closes the stream of a hidden tab. The server would interrupt what runs, which would begin again, or be lost if it writes. */
  rest() {
    if (!document.hidden || (this.state === "live" && [...this.subscriptions.values()].some((one) => one.isRunning()))) return;
    if (this.abort) this.away = "while this tab was hidden";
    this.close("paused");
  }

  toggle() {
    this.byHand = this.state === "live";
    if (this.byHand) { this.away = "while the page was paused"; this.close("paused"); }
    else if (this.wake) this.wake();
    else this.open();
  }

  set(state) {
    this.state = state;
    for (const watcher of this.watchers) watcher(state);
  }

  close(state) {
    this.abort?.abort();
    this.abort = null;
    this.wake?.();
    this.set(state);
  }

  /** Reads until it is closed; reconnects after 1 s, 2 s … 30 s if the connection is lost. */
  async open() {
    if (this.abort || this.stopped) return;
    const abort = this.abort = new AbortController();
    while (this.abort === abort) {
      try {
        await this.read(abort.signal);
      } catch (error) {
        if (this.abort !== abort) return;
        if (error instanceof Problem && (error.status === 401 || error.status === 403)) { this.stopped = true; this.set("off"); return; }
        this.refusal = error instanceof Problem && error.status ? error.message : "";
      }
      if (this.abort !== abort) return;
      this.away = "while the connection was interrupted";
      this.retryAt = Date.now() + this.pause;
      this.set("off");
      await new Promise((done) => { this.wake = done; setTimeout(done, this.pause); });
      this.wake = null;
      this.pause = Math.min(30000, this.pause * 2);
    }
  }

  async read(signal) {
    const slow = setTimeout(() => { this.retryAt = 0; this.set("crowded"); }, 3000);
    let response;
    try { response = await request("/api/events?tab=" + this.tab, { signal, headers: { Accept: "text/event-stream" } }); }
    finally { clearTimeout(slow); }
    this.pause = 1000;
    this.refusal = "";
    this.set("live");
    // The old stream's subscriptions have ended with it, so all are sent again.
    for (const subscription of [...this.subscriptions.values()]) subscription.sendAgain();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const events = (rest + value).split(/\r?\n\r?\n/);
      rest = events.pop();
      for (const event of events) this.event(event);
    }
  }

  event(lines) {
    let kind = "message", id = "", data = "";
    for (const line of lines.split(/\r?\n/)) {
      const at = line.indexOf(":");
      if (at <= 0) { continue; }
      const field = line.slice(0, at), value = line.slice(at + 1).replace(/^ /, "");
      if (field === "event") kind = value;
      else if (field === "data") data += value;
      else if (field === "id") id = value;
      else if (field === "retry" && /^\d+$/.test(value)) this.pause = Math.min(30000, Number(value));
    }
    if (!data) return;
    this.newest = Date.now();
    const body = JSON.parse(data);
    const epoch = id.split("-")[0];
    if (epoch && this.epoch && epoch !== this.epoch) { this.epoch = epoch; this.structure(); }
    this.epoch = epoch || this.epoch;
    if (kind === "schema") return this.structure();
    this.subscriptions.get(body.s)?.receive(kind, body);
    if (document.hidden && this.abort) this.rest();
  }

  /** `path` is "grid", "sql" or "commits"; `handle(kind, event)` is called with each event. */
  subscribe(path, body, handle, failed = () => {}) {
    const subscription = new Subscription(this, path, body, handle, failed);
    this.subscriptions.set(subscription.id, subscription);
    if (this.state === "live") subscription.send();
    return subscription;
  }
}

export class Subscription {
  constructor(stream, path, body, handle, failed) {
    Object.assign(this, { stream, path, body, handle, failed, id: String(stream.next++), at: null, request: 0 });
    this.sending = false;          // whether a request is under way
    this.waits = false;            // whether a newer one waits for its end
    this.isBehind = false;         // whether the events on the stream still follow an older request
    this.closed = false;
    this.cancelled = 0;            // the number of a request that was cancelled while it was under way
    this.mayRepeat = () => true;   // whether sending the request again has no effect on data
    this.lost = () => {};          // called if it may not be repeated
    this.isRunning = () => false;  // whether an answer is awaited
    this.begins = () => {};        // called before the request is sent, also again
  }

  /** Sends the request again after events were lost. A request that may have written is never repeated. */
  sendAgain() {
    if (this.request === 0 || this.mayRepeat()) return this.send();
    this.stream.subscriptions.delete(this.id);
    this.lost();
  }

  /**
   * Sends the request with a number, which its events repeat: so events of an older request are ignored. One is sent at a time,
   * because a browser sends two on two connections, and the server may carry out the older one last. While one is under way,
   * only the newest waits.
   */
  async send() {
    this.at = null;
    this.begins();
    ++this.request;
    if (this.sending) { this.waits = true; return; }
    this.sending = true;
    do {
      this.waits = false;
      const { request } = this;
      await this.sendOne(request);
      if (this.cancelled === request) this.sendCancel(request);
    } while (this.waits && !this.closed && this.stream.state === "live");
    this.sending = false;
    if (this.closed) this.end();
    if (document.hidden && this.stream.abort) this.stream.rest();
  }

  async sendOne(request) {
    const isNewest = () => request === this.request && !this.closed;
    try {
      const answer = await post(`/api/tabs/${this.stream.tab}/${this.path}`, { ...this.body, subscription: this.id, request });
      if (isNewest() && !answer.superseded) this.answered?.(answer);
    } catch (error) {
      // A server that stops ends the stream first. The next stream sends the request again.
      const isSentAgain = this.stream.state !== "live" && this.mayRepeat();
      if (isNewest() && !isSentAgain) this.failed(error);
    }
  }

  change(body) {
    if (this.closed) return;
    this.body = body;
    if (this.stream.state === "live") this.send();
  }

  receive(kind, event) {
    // Events without a number follow the newest one that had a number.
    if (event.request !== undefined && event.request !== null) this.isBehind = event.request !== this.request;
    if (this.isBehind) return;
    const gap = this.at !== null && event.at !== this.at + 1 && !event.reset;
    this.at = event.at;
    if (!gap) return this.handle(kind, event);
    // What comes before the answer changes rows that the page does not have; commits have no numbers.
    this.isBehind = this.path !== "commits";
    this.sendAgain();
  }

  /** Cancels what runs. While the request is under way, the server may not know it yet: so it is cancelled again after the answer. */
  cancel() {
    if (this.sending) this.cancelled = this.request;
    return this.sendCancel(this.request);
  }

  sendCancel(request) {
    return post("/api/cancel", { tab: this.stream.tab, subscription: this.id, request }).catch(() => {});
  }

  close() {
    this.closed = true;
    this.stream.subscriptions.delete(this.id);
    // A request that is under way could arrive after its end, and then the server would follow it for nobody.
    if (!this.sending) this.end();
  }

  end() {
    if (this.stream.state === "live" && this.request) post(`/api/tabs/${this.stream.tab}/close`, { subscription: this.id, request: ++this.request }).catch(() => {});
  }
}
