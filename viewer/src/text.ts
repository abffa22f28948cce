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

export function withUnit(value: number, unit?: string): string {
  return unit ? `${number(value)} ${unit}` : number(value);
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A point as in the files: scaled and the origin added in double precision, with digits down to a millionth of `size`. */
export function place(point: Vec3, view: View, size: number): string {
  const origin = view.origin ?? [0, 0, 0];
  const scale = view.scale ?? 1;
  if (scale !== 1) return point.map((value, k) => number(value * scale + origin[k])).join(", ");
  const digits = Math.max(0, Math.min(9, Math.ceil(4 - Math.log10(size || 1))));
  return point.map((value, k) => (value + origin[k]).toFixed(digits).replace("-", "−")).join(", ");
}

/** The one number of a finding that says how bad it is. */
export function measure(finding: Finding, unit?: string): string {
  if (finding.depth !== undefined) return `${finding.depth_estimate ? "≤ " : ""}${withUnit(finding.depth, unit)}`;
  if (finding.distance !== undefined) return withUnit(finding.distance, unit);
  return "";
}

/** What the page calls its findings. */
export function noun(view: View): [string, string] {
  if (view.kind === "inspect") return ["problem", "problems"];
  if (view.kind === "particles") return ["surface hit", "surfaces hit"];
  if (view.kind === "chip") return ["finding", "findings"];
  return ["clash", "clashes"];
}

/** What a class means, for those who meet it for the first time. */
export const CLASSES: Record<string, string> = {
  hard: "The two share space: their surfaces cross",
  contained: "One lies wholly inside the other",
  duplicate: "The same shape at the same place",
  touch: "The surfaces meet without sharing space",
  clearance: "Closer than the distance that was asked for",
  shallow: "They share space, but less deep than is permitted",
  self: "The surface of one object crosses itself",
  distance: "The nearest points of two objects that are apart",
  impact: "A particle hits a surface",
  impacts: "Particles hit this surface",
};
