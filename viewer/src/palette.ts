// The colours with a meaning. Amber and cyan stay apart for all common kinds of colour blindness; so does the scale of heat.

export const A = "#f5a31a";
export const B = "#1fb5d6";
/** Curves, contact patches and nearest points. */
export const MARK = "#ff2f7d";

export type Rgb = [number, number, number];

export function rgb(hex: string): Rgb {
  const n = parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** From mild to worst: a part of the scale "inferno", which is even in lightness and safe for colour-blind people. */
const HEAT: Rgb[] = [
  [76, 84, 196],
  [123, 63, 190],
  [178, 52, 150],
  [221, 66, 104],
  [243, 112, 60],
  [250, 178, 40],
];

export function heat(share: number): Rgb {
  const at = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0)) * (HEAT.length - 1);
  const low = Math.min(HEAT.length - 2, Math.floor(at));
  return HEAT[low].map((from, k) => Math.round(from + (at - low) * (HEAT[low + 1][k] - from))) as Rgb;
}

export const css = ([r, g, b]: Rgb) => `rgb(${r} ${g} ${b})`;

export const HEAT_GRADIENT = `linear-gradient(90deg, ${HEAT.map(css).join(", ")})`;

/** The neutral colour of an object, a little different from its neighbours'. */
export function neutral(object: number, dark: boolean): Rgb {
  const shift = (((object * 2654435761) >>> 16) % 25) - 12;
  const base: Rgb = dark ? [120, 130, 142] : [190, 197, 206];
  return base.map((value) => value + shift) as Rgb;
}
