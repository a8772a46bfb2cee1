// Announcements of changes to screen readers: their sum, at most every five seconds.

import { $, plural } from "./dom.js";

/** Counts changed, new and gone rows. Rows and their total may come in different events: so what is new is the growth of the
    total and the rows that are gone together, and is right as soon as both have come. */
export class Tally {
  constructor() { this.clear(); }
  clear() { this.changed = this.growth = this.lost = 0; }
  add({ changed = 0, growth = 0, gone = 0 }) { this.changed += changed; this.growth += growth; this.lost += gone; }
  get new() { return Math.max(0, this.growth + this.lost); }
  get gone() { return this.lost + Math.max(0, -(this.growth + this.lost)); }
  get isEmpty() { return !(this.changed || this.new || this.gone); }
}

const sums = new Tally();
let timer = 0, last = -Infinity;

export function changes(what) {
  sums.add(what);
  if (timer || sums.isEmpty) return;
  timer = setTimeout(tell, Math.max(50, last + 5000 - performance.now()));
}

function tell() {
  timer = 0;
  if (sums.isEmpty) return;
  const parts = [sums.changed && plural(sums.changed, "row") + " changed", sums.new && `${sums.new} new`, sums.gone && `${sums.gone} gone`];
  $("status").textContent = parts.filter(Boolean).join(", ");
  sums.clear();
  last = performance.now();
}

export const say = (text) => { $("status").textContent = text; };
