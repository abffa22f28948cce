// Writes pages as the command does (docs/reference/page-format.md): what the tests open, and a second account of the format.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

export const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Four planes of zigzag differences. */
export function code(values, stride) {
  const n = values.length;
  const out = new Uint8Array(4 * n);
  for (let i = 0; i < n; i++) {
    const d = (values[i] - (i >= stride ? values[i - stride] : 0)) | 0;
    const z = (d << 1) ^ (d >> 31);
    for (let plane = 0; plane < 4; plane++) out[plane * n + i] = (z >>> (8 * plane)) & 255;
  }
  return out;
}

export class Page {
  constructor(view = {}) {
    this.view = { format: 1, kind: "check", title: "test", version: "0.0.0", unit: "mm", up: "z", origin: [0, 0, 0], summary: [], guarantee: "exact", notes: [], meshes: [], objects: [], findings: [], groups: [], ...view };
    this.parts = [];
    this.length = 0;
  }

  put(bytes) {
    const start = this.length;
    this.parts.push(bytes);
    this.length += bytes.length;
    return start;
  }

  ints(values, stride = 1) {
    return { at: this.put(code(values, stride)), count: values.length, type: "ints", ...(stride === 1 ? {} : { stride }) };
  }

  points(values) {
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < values.length; i++) {
      min[i % 3] = Math.min(min[i % 3], values[i]);
      max[i % 3] = Math.max(max[i % 3], values[i]);
    }
    const step = (Math.max(...max.map((value, k) => value - min[k])) || 1) / 2 ** 20;
    const whole = new Int32Array(values.length);
    for (let i = 0; i < values.length; i++) whole[i] = Math.round((values[i] - min[i % 3]) / step);
    return { at: this.put(code(whole, 3)), count: values.length / 3, type: "points", min: min.map((value) => (Number.isFinite(value) ? value : 0)), step };
  }

  f32(values) {
    return { at: this.put(new Uint8Array(Float32Array.from(values).buffer)), count: values.length, type: "f32" };
  }

  u8(bytes) {
    return { at: this.put(Uint8Array.from(bytes)), count: bytes.length, type: "u8" };
  }

  /** `shape`: {points, triangles}, flat arrays. */
  mesh(shape) {
    this.view.meshes.push({ points: this.points(shape.points), triangles: this.ints(shape.triangles, 3), ...(shape.uv ? { uv: this.f32(shape.uv) } : {}) });
    return this.view.meshes.length - 1;
  }

  object(name, shape, more = {}) {
    this.view.objects.push({ name, mesh: typeof shape === "number" ? shape : this.mesh(shape), ...more });
    return this.view.objects.length - 1;
  }

  finding(finding) {
    const number = this.view.findings.length + 1;
    this.view.findings.push({ id: `id-${number}`, shape: `shape-${number}`, number, class: "hard", facts: [], ...finding });
    return number - 1;
  }

  html(notes = { format: 2, findings: {} }) {
    const json = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");
    const bytes = deflateSync(Buffer.concat(this.parts), { level: 6 }).toString("base64");
    const data = `<script id="allide-view" type="application/json">${json(this.view)}</script>\n<script id="allide-bytes" type="application/octet-stream">${bytes}</script>\n<script id="allide-notes" type="application/json">${json(notes)}</script>`;
    const [before, after] = readFileSync(at("../dist/page.html"), "utf8").split("<!--allide-->");
    return before + data + after;
  }

  write(path, notes) {
    writeFileSync(path, this.html(notes));
    return path;
  }
}
