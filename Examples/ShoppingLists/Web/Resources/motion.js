// Animates elements that move, unless the user prefers reduced motion.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOVING = ".item, .list-row, .section > header";
/** The maximum number of animated elements; measuring more takes too long. */
const MOST = 300;

const places = () => {
  const nodes = [...document.querySelectorAll(MOVING)].slice(0, MOST);
  return new Map(nodes.map((node) => [node, node.getBoundingClientRect()]));
};

/**
 * Changes the page, and slides moved elements to their new places.
 *
 * `pause` delays the motion, in milliseconds, so that a new check mark is seen first.
 */
export function slide(change, pause = 0) {
  if (still.matches || document.hidden) return change();
  const before = places();
  change();
  const timing = { duration: 150, easing: "ease-out", delay: pause, fill: "backwards" };
  for (const [node, place] of places()) {
    const old = before.get(node);
    if (!old) { node.animate({ opacity: [0, 1] }, { duration: 150, easing: "ease-out" }); continue; }
    const x = old.left - place.left, y = old.top - place.top;
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
    node.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, timing);
  }
}
