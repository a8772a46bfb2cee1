// A menu at a button, with the keys of a menu; closing it returns the focus. An entry with `checked()` can be switched, and leaves the menu open.

import { el } from "./dom.js";

let open = null;

export function menu(button, entries, label) {
  closeMenu();
  const from = document.activeElement === document.body ? button : document.activeElement;
  const items = entries.map((entry) => entry === null ? el("hr") : el("button", { type: "button", role: entry.checked ? "menuitemcheckbox" : "menuitem", tabindex: "-1",
    onclick() { if (!entry.checked) closeMenu(!entry.keeps); entry.run(); tick(); } }, el("span", {}, entry.name), entry.key ? el("kbd", {}, entry.key) : ""));
  const tick = () => entries.forEach((entry, i) => {
    if (!entry?.checked) return;
    items[i].setAttribute("aria-checked", String(entry.checked()));
    items[i].firstChild.textContent = (entry.checked() ? "✓ " : "    ") + entry.name;
  });
  tick();
  const node = el("div.menu", { role: "menu", "aria-label": label }, items);
  document.body.append(node);
  const box = button.getBoundingClientRect();
  node.style.left = Math.max(8, Math.min(box.left, innerWidth - node.offsetWidth - 8)) + "px";
  node.style.top = Math.max(8, Math.min(box.bottom + 4, innerHeight - node.offsetHeight - 8)) + "px";
  const buttons = items.filter((item) => item.tagName === "BUTTON");
  node.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: (at + 1) % buttons.length, ArrowUp: (at - 1 + buttons.length) % buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    if (to !== undefined) { event.preventDefault(); buttons[to].focus(); }
    else if (event.key === "Escape" || event.key === "Tab") { event.preventDefault(); closeMenu(); }
    event.stopPropagation();
  });
  const outside = (event) => { if (!node.contains(event.target)) closeMenu(false); };
  open = { node, from, outside };
  // A menu that was closed before the timeout would leave a listener that closes every later menu.
  setTimeout(() => { if (open?.node === node) addEventListener("pointerdown", outside, true); });
  buttons[0]?.focus();
}

export function closeMenu(back = true) {
  if (!open) return;
  removeEventListener("pointerdown", open.outside, true);
  open.node.remove();
  if (back) open.from?.focus?.({ preventScroll: true });
  open = null;
}
