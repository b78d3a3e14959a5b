import type { Player } from "./player.ts";

/** Space plays and pauses, → goes one step, wherever the key has no meaning of its own. */
export function listenForKeys(player: Player): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target as Element;
    if (event.key === " " && target.closest("button, select, input, [tabindex], a") === null) {
      event.preventDefault();
      player.toggle();
    }
    if (event.key === "ArrowRight" && target.closest("select, input, [role=tree], [role=tablist], pre") === null) {
      event.preventDefault();
      player.step();
    }
  });
}
