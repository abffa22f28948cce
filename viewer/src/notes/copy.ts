// A copy of this page with the notes in it.

import * as state from "../state";

/** JSON that cannot end a script element. */
const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The parts of the page as it was before it ran, with the notes of now. */
export function parts(): string[] {
  const head = document.head.cloneNode(true) as HTMLElement;
  for (const added of head.querySelectorAll("[data-added]")) added.remove();
  const script = (id: string, type: string, text: string) => `<script id="${id}" type="${type}">${text}</` + "script>\n";
  const element = (id: string) => document.getElementById(id);
  return [
    `<!doctype html>\n<html lang="en">\n<head>`,
    head.innerHTML,
    `</head>\n<body>\n<div id="app"><p class="boot">Reading the page…</p></div>\n`,
    script("allide-view", "application/json", element("allide-view")?.textContent ?? ""),
    script("allide-bytes", "application/octet-stream", element("allide-bytes")?.textContent ?? ""),
    script("allide-notes", "application/json", json(state.notes.value)),
    `</body>\n</html>\n`,
  ];
}

/** Hands a file to the browser's downloads. */
export function download(data: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A file name made of the title. */
export function fileName(ending: string): string {
  const stem = state.model.view.title.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "allide";
  return `${stem}${ending}`;
}

export function saveCopy() {
  download(new Blob(parts(), { type: "text/html" }), fileName("-notes.html"));
  state.announcement.value = "Saved a copy of this page with its notes";
}
