// Exports are downloaded by a link that is valid once, because a link cannot contain the token.

import { el, notice } from "./dom.js";
import { post } from "./session.js";
import { menu } from "./menu.js";

export function exportMenu(button, what) {
  menu(button, [
    { name: "CSV", run: () => save(what, "csv") },
    { name: "CSV, formulas escaped", run: () => save(what, "csv", true) },
    { name: "JSON", run: () => save(what, "json") },
  ], "Export");
}

async function save(what, format, safe = false) {
  try {
    const { path } = await post("/api/exports", { ...what, format, safe });
    const link = el("a", { href: path, download: "" });
    document.body.append(link);
    link.click();
    link.remove();
  } catch (error) { notice(error.message, { error: true }); }
}
