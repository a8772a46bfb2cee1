// Search as you type: the search text is a part of the address, which the stream follows.

import { follow } from "./live.js";

const field = () => document.getElementById("search");
let timer = 0;

export function startSearching() {
  document.addEventListener("input", (event) => { if (event.target === field()) soon(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === field()) { event.target.value = ""; search(); }
  });
  document.addEventListener("submit", (event) => {
    if (event.target.getAttribute("id") !== "find") return;
    event.preventDefault();
    search();
  });
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(search, 120);
}

function search() {
  clearTimeout(timer);
  const text = field().value.trim();
  const address = location.pathname + (text ? "?" + new URLSearchParams({ search: text }) : "");
  if (address === location.pathname + location.search) return;
  history.replaceState(null, "", address);
  follow();
}
