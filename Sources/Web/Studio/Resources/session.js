// The token and requests.

const KEY = "livesql-token";
const LOST = "Open the address that livesql studio has printed";

/** Removes the token from the address, so that it is in no history entry and no screenshot. */
export function takeToken() {
  const found = /^#token=([0-9a-f]+)$/.exec(location.hash);
  if (!found) return;
  token = found[1];
  try { localStorage.setItem(KEY, token); } catch { /* The page works until it is closed. */ }
  history.replaceState(null, "", location.pathname);
}

/** The token; a browser may forbid to keep it. */
let token = null;
function keptToken() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

const authorization = () => ({ Authorization: "Bearer " + (keptToken() ?? token ?? "") });

export class Problem extends Error {
  constructor(status, body) {
    super(body?.error ?? `The server answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

let lost = () => {};
export const whenLost = (action) => { lost = action; };

/** Sends a request; throws a `Problem` with the server's sentence if it fails. */
export async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { ...options, headers: { ...authorization(), ...options.headers }, cache: "no-store" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { error: "The server does not answer." });
  }
  if (response.ok) return response;
  if (response.status === 401) lost(LOST);
  throw new Problem(response.status, await response.json().catch(() => null));
}

export const get = async (path) => (await request(path)).json();

let slow = () => {};
export const whenSlow = (action) => { slow = action; };

export async function post(path, body) {
  // Subscribing is answered immediately, and results arrive on the stream: if it waits, no connection is free.
  const timer = path.startsWith("/api/tabs/") ? setTimeout(() => slow(), 3000) : 0;
  try {
    return await (await request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  } finally { clearTimeout(timer); }
}

/** Fetches a whole cell as a Response, because cells in the grid are cut. With `digest`, the answer is its length and hash, as a cell. */
export const wholeCell = (table, key, column, digest = false) =>
  request("/api/cell?" + new URLSearchParams({ table: table.name, schema: table.schema, key: JSON.stringify(key), column, ...(digest ? { digest: "1" } : {}) }));

/** Fetches a whole cell by the place of its row in the grid of a subscription, for rows without keys. */
export const wholeCellAt = (tab, subscription, row, column, digest = false) =>
  request(`/api/tabs/${tab}/cell?` + new URLSearchParams({ subscription, row, column, ...(digest ? { digest: "1" } : {}) }));

/** Fetches a whole cell of an SQL result by its place. `at` is the number of the subscription's newest event. */
export const wholeCellOfResult = (tab, subscription, place) =>
  request(`/api/tabs/${tab}/result?` + new URLSearchParams({ subscription, ...place }));
