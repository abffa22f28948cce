// Status and comment of findings: kept in the browser's local storage, and in the copy of the page that is saved.
//
// A decision belongs to a finding by its id and to what was decided about by its shape. Another shape of the same finding, in the
// next run or in a project of the same name, shows what was decided then, and is undecided.

import type { Note, Notes, Status } from "../data/types";
import * as state from "../state";
import { measure } from "../text";

/** The place of this page's notes in the storage: one for all pages of this name. */
const place = () => `allide notes ${state.model.view.kind} ${state.model.view.title}`;

/** Decisions about one finding that are kept, the last: one for each shape. */
const KEPT = 8;

/** The finding of each id. */
let indices = new Map<string, number>();

/** Those of two lists, the later where both have one of the same shape, in the order of time. */
function merged(some: Note[], others: Note[]): Note[] {
  const byShape = new Map<string, Note>();
  for (const note of [...some, ...others]) {
    const known = byShape.get(note.shape);
    if (!known || (note.when ?? "") >= (known.when ?? "")) byShape.set(note.shape, note);
  }
  return [...byShape.values()].sort((x, y) => ((x.when ?? "") < (y.when ?? "") ? -1 : 1)).slice(-KEPT);
}

function together(a: Notes, b: Notes): Notes {
  const findings = { ...a.findings };
  for (const [id, list] of Object.entries(b.findings)) findings[id] = merged(findings[id] ?? [], list);
  return { format: 2, findings };
}

function stored(): Notes {
  try {
    const notes = JSON.parse(localStorage.getItem(place()) ?? "null") as Notes | null;
    if (notes?.format === 2) return notes;
  } catch {
    // No storage (a private window, or a browser that gives files none), or not ours: the file's notes stand.
  }
  return { format: 2, findings: {} };
}

/** Notes of the file and of this browser, the later of both. */
export function load(inFile: Notes) {
  indices = new Map(state.model.findings.map(({ id }, index) => [id, index]));
  // Another page of this name may have other findings: what was said of them is not carried into copies of this one.
  const ours = Object.entries(stored().findings).filter(([id]) => indices.has(id));
  state.notes.value = together(inFile, { format: 2, findings: Object.fromEntries(ours) });
}

const findingOf = (id: string) => state.model.findings[indices.get(id) ?? -1];
const shapeOf = (id: string) => findingOf(id)?.shape ?? "";
const all = (id: string): Note[] => state.notes.value.findings[id] ?? [];
const own = (id: string) => all(id).find(({ shape }) => shape === shapeOf(id));

/** The decision about this finding in its present state. */
export const noteOf = (id: string): Partial<Note> => own(id) ?? {};
export const statusOf = (id: string): Status => own(id)?.status ?? "new";

/** The last decision about an earlier state, if there is none about the present one. */
export function formerOf(id: string): Note | undefined {
  return own(id) ? undefined : all(id).at(-1);
}

/** "approved", or that there is only a comment. */
export const former = (note: Note) => (note.status && note.status !== "new" ? note.status : "commented on");

export function change(id: string, part: Pick<Note, "status" | "comment">) {
  const finding = findingOf(id);
  const was = [finding?.class, finding && measure(finding, state.model.view.unit)].filter(Boolean).join(", ");
  const note: Note = { ...noteOf(id), ...part, shape: shapeOf(id), when: new Date().toISOString(), was };
  const changed: Notes = { format: 2, findings: { [id]: [note] } };
  state.notes.value = together(state.notes.value, changed);
  try {
    // Another page of this name may have stored something meanwhile.
    localStorage.setItem(place(), JSON.stringify(together(stored(), state.notes.value)));
  } catch {
    state.announcement.value = "This browser keeps no notes for this file. Save a copy to keep them.";
  }
}
