// Keys, one table: the help shows the same.

import * as actions from "./actions";
import { saveCopy } from "./notes/copy";
import { openPrint } from "./print/print";
import * as state from "./state";

type Key = { keys: string[]; label: string; does: string; act: () => void; when?: () => boolean };

const hasFindings = () => state.model.findings.length > 0;
const hasFrames = () => state.model.frames.length > 1;
const hasScene = () => state.world.value !== null;

export const KEYS: Key[] = [
  { keys: ["n", "j", "ArrowDown"], label: "n  j  ↓", does: "next in the list", act: () => actions.step(1), when: hasFindings },
  { keys: ["p", "k", "ArrowUp"], label: "p  k  ↑", does: "previous in the list", act: () => actions.step(-1), when: hasFindings },
  { keys: ["Escape"], label: "Esc", does: "close, or back to the overview", act: escape },
  { keys: ["f"], label: "f", does: "fly to the chosen one, or show everything", act: actions.fit, when: hasScene },
  { keys: ["1"], label: "1", does: "show the other parts", act: () => (state.rest.value = "show"), when: hasScene },
  { keys: ["2", "d"], label: "2  d", does: "dim the other parts", act: () => (state.rest.value = "dim"), when: hasScene },
  { keys: ["3", "i"], label: "3  i", does: "isolate: hide the other parts", act: () => (state.rest.value = "hide"), when: hasScene },
  { keys: ["x"], label: "x", does: "see through the pair", act: () => (state.seeThrough.value = !state.seeThrough.value), when: hasScene },
  { keys: ["c"], label: "c", does: "cut open what stands in the way", act: () => (state.clearing.value = !state.clearing.value), when: hasScene },
  { keys: ["s"], label: "s", does: "section plane", act: () => (state.section.value = { ...state.section.value, on: !state.section.value.on }), when: hasScene },
  { keys: ["m"], label: "m", does: "dots at all places of the list", act: () => (state.dots.value = !state.dots.value), when: hasScene },
  { keys: [" "], label: "Space", does: "play or pause", act: () => (state.playing.value = !state.playing.value), when: hasFrames },
  { keys: ["ArrowRight", "."], label: "→  .", does: "next frame", act: () => actions.setFrame(state.frame.value + 1), when: hasFrames },
  { keys: ["ArrowLeft", ","], label: "←  ,", does: "previous frame", act: () => actions.setFrame(state.frame.value - 1), when: hasFrames },
  { keys: ["/"], label: "/", does: "search the list", act: () => document.getElementById("search")?.focus(), when: hasFindings },
  { keys: ["t"], label: "t", does: "light or dark", act: () => (state.theme.value = state.dark.value ? "light" : "dark") },
  { keys: ["w"], label: "w", does: "save a copy with status and comments", act: saveCopy },
  { keys: ["o"], label: "o", does: "print the list, with pictures", act: openPrint },
  { keys: ["?"], label: "?", does: "this table", act: () => (state.dialog.value = state.dialog.value === "keys" ? "" : "keys") },
];

function escape() {
  if (state.dialog.value) state.dialog.value = "";
  else if (state.selected.value !== null) actions.select(null);
  else state.picked.value = null;
}

export function listen() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const isText = target.matches("input:not([type=range]):not([type=checkbox]), textarea, select");
    if (isText) {
      if (event.key === "Escape") target.blur();
      return;
    }
    // Keys a focused control uses itself.
    if (event.key === " " && target.matches("button, a, [role=button], summary")) return;
    if (event.key.startsWith("Arrow") && target.matches("input[type=range], [role=separator]")) return;
    if (state.dialog.value && event.key !== "Escape" && event.key !== "?") return;
    const key = KEYS.find(({ keys, when }) => keys.includes(event.key) && (!when || when()));
    if (!key) return;
    event.preventDefault();
    key.act();
  });
}
