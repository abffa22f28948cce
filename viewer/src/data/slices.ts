// Slices of BYTES to typed arrays. docs/reference/page-format.md says how they are coded.

import type { Slice } from "./types";

/** Bytes a slice occupies. */
export function size(slice: Slice): number {
  return slice.count * { u8: 1, f32: 4, ints: 4, points: 12 }[slice.type];
}

function planes(bytes: Uint8Array, slice: Slice): Uint8Array {
  const end = slice.at + size(slice);
  if (!(slice.at >= 0 && end <= bytes.length)) {
    throw new Error(`a part ends at byte ${end}, but the data has ${bytes.length}: the file is incomplete`);
  }
  return bytes.subarray(slice.at, end);
}

export function u8(bytes: Uint8Array, slice: Slice): Uint8Array {
  return planes(bytes, slice);
}

export function f32(bytes: Uint8Array, slice: Slice): Float32Array {
  const copy = planes(bytes, slice).slice();
  return new Float32Array(copy.buffer, 0, slice.count);
}

/** Integers, written into `out` from `from` on, each with `base` added. */
export function ints(bytes: Uint8Array, slice: Slice, out = new Int32Array(slice.count) as Int32Array | Uint32Array, from = 0, base = 0) {
  const coded = planes(bytes, slice);
  const n = slice.count;
  const stride = slice.stride ?? 1;
  const last = new Int32Array(stride);
  for (let i = 0, k = 0; i < n; i++) {
    const z = coded[i] | (coded[n + i] << 8) | (coded[2 * n + i] << 16) | (coded[3 * n + i] << 24);
    const value = (last[k] + ((z >>> 1) ^ -(z & 1))) | 0;
    last[k] = value;
    out[from + i] = value + base;
    if (++k === stride) k = 0;
  }
  return out;
}

/** Coordinates of points, three numbers a point, written into `out` from point `from` on. */
export function points(bytes: Uint8Array, slice: Slice, out = new Float32Array(3 * slice.count), from = 0): Float32Array {
  const coded = planes(bytes, slice);
  const n = 3 * slice.count;
  const [x, y, z] = slice.min ?? [0, 0, 0];
  const step = slice.step ?? 1;
  const min = [x, y, z];
  const last = new Int32Array(3);
  for (let i = 0, k = 0; i < n; i++) {
    const c = coded[i] | (coded[n + i] << 8) | (coded[2 * n + i] << 16) | (coded[3 * n + i] << 24);
    const value = (last[k] + ((c >>> 1) ^ -(c & 1))) | 0;
    last[k] = value;
    out[3 * from + i] = min[k] + step * value;
    if (++k === 3) k = 0;
  }
  return out;
}
