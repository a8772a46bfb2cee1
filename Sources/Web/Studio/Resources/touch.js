// Fingers on a grid whose scroll bar is scaled: it would skip rows, so they move it by pixels of rows, and let it glide.

export function followFinger(grid) {
  let last = null, speed = 0, when = 0;
  grid.node.addEventListener("touchstart", (event) => { last = event.touches[0].clientY; speed = 0; }, { passive: true });
  grid.node.addEventListener("touchmove", (event) => {
    if (!grid.scaled || last === null) return;
    const y = event.touches[0].clientY, now = event.timeStamp;
    speed = (last - y) / Math.max(1, now - when); when = now;
    grid.moveTo(grid.y + last - y);
    last = y;
  }, { passive: true });
  grid.node.addEventListener("touchend", (event) => {
    last = null;
    if (event.timeStamp - when > 80) speed = 0;   // the finger had stopped
    const glide = () => { if (last !== null || Math.abs(speed) < 0.05) return; speed *= 0.95; grid.moveTo(grid.y + speed * 16); requestAnimationFrame(glide); };
    if (grid.scaled) glide();
  });
}
