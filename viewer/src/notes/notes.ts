// Status and comment of findings: kept in the browser's local storage, and in the copy of the page that is saved.

import type { Note, Notes, Status } from "../data/types";
import * as state from "../state";

/** The place of this page's notes in the storage. */
let key = "";

/** One for each result, so that pages of one folder do not mix; and for each saved copy, whose own notes are newer than stored ones. */
function keyOf(inFile: Notes): string {
  const { view } = state.model;
  const text = [view.title, view.kind, ...(view.objects ?? []).map((object) => object.name), JSON.stringify(inFile)].join("\n");
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return `allide ${(hash >>> 0).toString(16)}`;
}

/** Notes of the file, with those of this browser over them. */
export function load(inFile: Notes) {
  key = keyOf(inFile);
  let own: Record<string, Note> = {};
  try {
    own = (JSON.parse(localStorage.getItem(key) ?? "null") as Notes | null)?.findings ?? {};
  } catch {
    // No storage (a private window, or a browser that gives files none), or not ours: the file's notes stand.
  }
  state.notes.value = { format: 1, findings: { ...inFile.findings, ...own } };
}

export const noteOf = (id: string): Note => state.notes.value.findings[id] ?? {};
export const statusOf = (id: string): Status => noteOf(id).status ?? "new";

export function change(id: string, part: Note) {
  const findings = { ...state.notes.value.findings, [id]: { ...noteOf(id), ...part } };
  state.notes.value = { format: 1, findings };
  try {
    localStorage.setItem(key, JSON.stringify(state.notes.value));
  } catch {
    state.announcement.value = "This browser keeps no notes for this file. Save a copy to keep them.";
  }
}
