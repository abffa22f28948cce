// Numbers and words as people read them.

import type { Finding, Vec3, View } from "./data/types";

/** Four significant digits, without an exponent where that stays short. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(3).replace("-", "−");
  const plain = Number(value.toPrecision(4));
  return (size >= 1e5 ? grouped(plain) : plain.toString()).replace("-", "−");
}

/** Thin spaces between thousands. */
function grouped(value: number): string {
  return value.toLocaleString("en-US").replaceAll(",", "\u202f");
}

/** Units are written short. */
const SHORT: Record<string, string> = { meter: "m", metre: "m", millimeter: "mm", millimetre: "mm", centimeter: "cm", centimetre: "cm", inch: "in", foot: "ft" };

export const short = (unit: string) => SHORT[unit] ?? unit;

export function withUnit(value: number, unit?: string): string {
  return unit ? `${number(value)} ${short(unit)}` : number(value);
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A point as in the files: scaled and the origin added in double precision, with digits that fit `size`. */
export function place(point: Vec3, view: View, size: number): string {
  return point.map((value, k) => coordinate(value, k, view, size)).join(", ");
}

/** One coordinate, with digits down to about a ten-thousandth of `size`, however large it is. */
export function coordinate(value: number, axis: number, view: View, size: number): string {
  const [scale, origin] = [view.scale ?? 1, view.origin?.[axis] ?? 0];
  if (scale !== 1) return number(value * scale + origin);
  return (value + origin).toFixed(Math.max(0, Math.min(9, Math.ceil(4 - Math.log10(size || 1))))).replace("-", "−");
}

/** The one number of a finding that says how bad it is. */
export function measure(finding: Finding, unit?: string): string {
  if (finding.depth !== undefined) return `${finding.depth_estimate ? "≤ " : ""}${withUnit(finding.depth, unit)}`;
  if (finding.distance !== undefined) return withUnit(finding.distance, unit);
  // Such as the number of impacts.
  const own = finding.facts?.find(({ label }) => label === finding.class);
  if (own) return own.value;
  if (finding.time !== undefined) return `${number(finding.time)} s`;
  return "";
}

/** What the page calls its findings. */
export function noun(view: View): [string, string] {
  if (view.kind === "inspect") return ["problem", "problems"];
  if (view.kind === "particles") return ["surface hit", "surfaces hit"];
  if (view.kind === "chip") return ["finding", "findings"];
  return ["clash", "clashes"];
}

/** How many findings there are, those that the page has no room for among them: "10 000 of 79 800 clashes". */
export function total({ view, findings }: { view: View; findings: Finding[] }): string {
  const all = findings.length + (view.left_out ?? 0);
  const some = view.left_out ? `${grouped(findings.length)} of ` : "";
  return some + counted(all, ...noun(view));
}

/** What a class means, for those who meet it for the first time. */
export const CLASSES: Record<string, string> = {
  hard: "The two share space: their surfaces cross",
  contained: "One lies wholly inside the other",
  duplicate: "The same shape at the same place",
  touch: "The surfaces meet without sharing space",
  clearance: "Closer than the distance that was asked for",
  undecided: "One has holes, and the other lies where it would be inside",
  shallow: "They share space, but no more than is permitted",
  self: "The surface of one object crosses itself",
  distance: "The nearest points of two objects that are apart",
  impact: "A particle hits a surface",
  impacts: "Particles hit this surface",
};
