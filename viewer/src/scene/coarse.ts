// Fewer triangles for pictures that move on a machine that cannot draw all of them in time.

import type { Model } from "../data/model";

/** Scenes with more triangles than this have a coarse form, of about as many as `FEW`. */
const MANY = 300_000;
const FEW = 60_000;

/** How many cells lie along the longest side of each mesh; 0 for scenes that need no coarse form. */
export function cells(model: Model): (mesh: number) => number {
  const triangles = (mesh: number) => model.meshes[mesh].triangles.count / 3;
  const total = model.objects.reduce((sum, object) => sum + (object.mesh === undefined ? 0 : triangles(object.mesh)), 0);
  if (total <= MANY) return () => 0;
  // A closed surface meets about 6 n² of n³ cells, with two triangles each.
  return (mesh) => Math.max(2, Math.min(64, Math.round(Math.sqrt((triangles(mesh) * FEW) / total / 12))));
}

/**
 * Triangles between cells: of all points in a cell, the first stands for the others, and triangles that lie in fewer than three cells
 * go. The points stay what they are, so the coarse form moves and bends with the fine one.
 */
export function coarse(position: Float32Array, first: number, count: number, index: Uint32Array, corner: number, corners: number, box: Float32Array, side: number): number[] {
  const step = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / side || 1;
  const cell = new Uint32Array(count);
  const speaker = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const at = (k: number) => Math.min(side - 1, Math.max(0, Math.floor((position[3 * (first + i) + k] - box[k]) / step)));
    cell[i] = at(0) + side * (at(1) + side * at(2));
    if (!speaker.has(cell[i])) speaker.set(cell[i], first + i);
  }
  const out: number[] = [];
  const seen = new Set<number>();
  const base = side ** 3;
  for (let i = corner; i < corner + corners; i += 3) {
    const [a, b, c] = [cell[index[i] - first], cell[index[i + 1] - first], cell[index[i + 2] - first]];
    if (a === b || b === c || a === c) continue;
    const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
    // At most 54 bits, so that it is a whole number.
    const key = (low * base + (a + b + c - low - high)) * base + high;
    if (seen.has(key)) continue;
    seen.add(key);
    out.push(speaker.get(a)!, speaker.get(b)!, speaker.get(c)!);
  }
  return out;
}
