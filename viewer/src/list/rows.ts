// From findings to the rows of the list: filtered, sorted, folded.

import { computed } from "@preact/signals";
import type { Finding } from "../data/types";
import { statusOf } from "../notes/notes";
import { involved } from "../scene/aim";
import * as state from "../state";

export type Row = { kind: "finding"; index: number; depth: number } | { kind: "group"; key: string; name: string; members: number[]; open: boolean };

/** Lower-case text of each finding that a search looks through. Made once. */
let texts: string[] | null = null;

function text(index: number): string {
  texts ??= state.model.findings.map((finding) =>
    [`#${finding.number}`, finding.class, finding.title ?? "", ...involved(finding).flatMap((object) => [state.model.name(object), state.model.objects[object]?.source ?? ""])]
      .join(" ")
      .toLowerCase(),
  );
  return texts[index];
}

/** 0 to 1: `severity`, or the place among the depths and distances of its class. */
let shares: Float32Array | null = null;

export function share(index: number): number {
  if (!shares) {
    const all = state.model.findings;
    const most = new Map<string, number>();
    const size = (finding: Finding) => finding.depth ?? finding.distance;
    for (const finding of all) most.set(finding.class, Math.max(most.get(finding.class) ?? 0, size(finding) ?? 0));
    shares = Float32Array.from(all, (finding) => {
      if (finding.severity !== undefined) return finding.severity;
      const value = size(finding);
      const top = most.get(finding.class)!;
      if (value === undefined || !top) return finding.class === "touch" ? 0 : 0.6;
      return finding.depth !== undefined ? value / top : 1 - value / top;
    });
  }
  return shares[index];
}

/** Findings that pass the filters, sorted. */
export const shown = computed<number[]>(() => {
  const { findings } = state.model;
  const words = state.query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const off = state.offClasses.value;
  const wanted = state.objects.value;
  const frame = state.frameOnly.value ? state.frame.value : null;
  const status = state.status.value;
  const list: number[] = [];
  findings.forEach((finding, index) => {
    if (off.has(finding.class)) return;
    if (status && statusOf(finding.id) !== status) return;
    if (frame !== null && frameOf(finding) !== frame) return;
    if (wanted.length && !wanted.every((object) => involved(finding).includes(object))) return;
    if (words.length && !words.every((word) => text(index).includes(word))) return;
    list.push(index);
  });
  const by = state.sort.value;
  if (by === "name") return sorted(list, (index) => state.model.name(findings[index].a) + "\n" + state.model.name(findings[index].b));
  if (by === "class") return sorted(list, (index) => findings[index].class);
  if (by === "status") return sorted(list, (index) => statusOf(findings[index].id));
  if (by === "time") return sorted(list, (index) => (findings[index].time ?? state.model.time(findings[index].frame ?? 0)) + 1e9);
  return list;
});

function sorted(list: number[], key: (index: number) => string | number): number[] {
  const keyed = list.map((index) => ({ index, key: key(index) }));
  const order = new Intl.Collator("en", { numeric: true });
  keyed.sort((a, b) => (typeof a.key === "number" ? a.key - (b.key as number) : order.compare(a.key, b.key as string)) || a.index - b.index);
  return keyed.map(({ index }) => index);
}

/** The frame a finding belongs to: its own, or the one nearest before its time. */
export function frameOf(finding: Finding): number | undefined {
  if (finding.frame !== undefined) return finding.frame;
  if (finding.time === undefined || !state.model.frames.length) return undefined;
  let found = 0;
  state.model.frames.forEach((_, index) => {
    if (state.model.time(index) <= finding.time! + 1e-9) found = index;
  });
  return found;
}

/** Rows with groups folded into one each, at the place of their worst member. */
export const rows = computed<Row[]>(() => {
  const groups = state.model.view.groups ?? [];
  const groupOf = new Map<number, number>();
  groups.forEach((group, g) => group.findings.forEach((finding) => groupOf.set(finding, g)));
  const members = new Map<number, number[]>();
  for (const index of shown.value) {
    const g = groupOf.get(index);
    if (g === undefined) continue;
    if (members.has(g)) members.get(g)!.push(index);
    else members.set(g, [index]);
  }
  const out: Row[] = [];
  const done = new Set<number>();
  for (const index of shown.value) {
    const g = groupOf.get(index);
    if (g === undefined || members.get(g)!.length < 2) {
      out.push({ kind: "finding", index, depth: 0 });
      continue;
    }
    if (done.has(g)) continue;
    done.add(g);
    const key = `g${g}`;
    const open = state.openFolds.value.has(key);
    out.push({ kind: "group", key, name: groups[g].name, members: members.get(g)!, open });
    if (open) for (const member of members.get(g)!) out.push({ kind: "finding", index: member, depth: 1 });
  }
  return out;
});

/** Findings in the order of the list, folded ones included: what the keys step through. */
export const order = computed<number[]>(() => rows.value.flatMap((row) => (row.kind === "finding" ? (row.depth ? [] : [row.index]) : row.members)));

/** How many findings there are of each class, in the order of the findings. */
export const classes = computed<[string, number][]>(() => {
  const counts = new Map<string, number>();
  for (const finding of state.model.findings) counts.set(finding.class, (counts.get(finding.class) ?? 0) + 1);
  return [...counts];
});
