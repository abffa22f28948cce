// The pages that tests open, one function each.

import { deflateSync, crc32 } from "node:zlib";
import { Page } from "./fixture.mjs";
import { ball, box, circle, sheet, tube } from "./shapes.mjs";

/** A plant room: slabs, columns, pipes; pipes go through a slab, one touches a column, one is too near, one tank is there twice. */
export function plant(more = {}) {
  const page = new Page({
    title: "plant.glb", origin: [4_512_345.25, 5_400_000.5, 212], up: "z", unit: "mm",
    summary: [{ label: "objects", value: "34" }, { label: "triangles", value: "5 104" }, { label: "pairs examined", value: "561" }, { label: "method", value: "bvh" }, { label: "device", value: "cpu, 8 threads" }, { label: "guarantee", value: "exact" }, { label: "time", value: "3.1 ms" }],
    notes: ["valve.stl was not examined: it has no triangles", "tank 2 has an open border: containment was not decided"],
    ...more,
  });
  const floor = page.object("storey 1/slab", box([0, 0, -200], [9000, 6000, 0]), { source: "plant.glb", closed: true });
  const roof = page.object("storey 2/slab", box([0, 0, 3000], [9000, 6000, 3200]), { source: "plant.glb", closed: true });
  const columns = [];
  for (const x of [300, 4400, 8500]) for (const y of [300, 5500]) columns.push(page.object(`column ${columns.length + 1}`, box([x, y, 0], [x + 300, y + 300, 3000]), { source: "plant.glb" }));
  page.object("wall west", box([0, 0, 0], [150, 6000, 3000]));
  page.object("wall south", box([0, 0, 0], [9000, 150, 3000]));
  const risers = [];
  for (let i = 0; i < 6; i++) risers.push(page.object(`riser ${i + 1}`, tube([1500 + 900 * i, 4200, 200], 2, 110, 3600, 40), { source: "pipes.stl" }));
  const lines = [];
  for (let i = 0; i < 5; i++) lines.push(page.object(`line ${i + 1}`, tube([400, 1500 + 330 * i, 2300], 0, 70, 8200, 32, 12), { source: "pipes.stl" }));
  const tank = page.mesh(tube([0, 0, 0], 2, 800, 1900, 64));
  const tanks = [[2000, 2200], [2000, 2200], [5200, 2200]].map(([x, y], i) => page.object(`tank ${i + 1}`, tank, { pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, 60] }));
  const duct = page.object("duct", box([3000, 1300, 2200], [3600, 3400, 2550]), { source: "hvac.obj" });

  risers.forEach((riser, i) => {
    const x = 1500 + 900 * i;
    const region = { min: [x - 110, 4090, 3000], max: [x + 110, 4310, 3200] };
    page.finding({ a: roof, b: riser, class: "hard", severity: 1 - 0.12 * i, depth: 200 - 24 * i, volume: 7.6e6, region, direction: [0, 0, 1], facts: [{ label: "pairs", value: "162" }, { label: "crossing", value: "160" }, { label: "touching", value: "2" }],
      marks: { triangles_a: page.ints([0, 1, 2, 3]), triangles_b: page.ints(Array.from({ length: 80 }, (_, k) => k)), curves: [{ points: page.points(circle([x, 4200, 3000], 2, 110, 40)), closed: true }, { points: page.points(circle([x, 4200, 3200], 2, 110, 40)), closed: true }] } });
  });
  page.view.groups.push({ name: "storey 2/slab × riser", findings: [0, 1, 2, 3, 4, 5] });
  for (const i of [0, 1, 2, 3, 4]) {
    const y = 1500 + 330 * i;
    page.finding({ a: lines[i], b: duct, class: "hard", severity: 0.5 - 0.07 * i, depth: 70 - 8 * i, depth_estimate: true, region: { min: [3000, y - 70, 2230], max: [3600, y + 70, 2370] }, direction: [0, 0, 1],
      marks: { triangles_b: page.ints([8, 9, 10, 11]), curves: [{ points: page.points(circle([3000, y, 2300], 0, 70)), closed: true }, { points: page.points(circle([3600, y, 2300], 0, 70)), closed: true }] } });
  }
  page.finding({ a: tanks[0], b: tanks[1], class: "duplicate", copies: [tanks[0], tanks[1]], title: "tank 1 and a copy", severity: 0.6, region: { min: [1200, 1400, 60], max: [2800, 3000, 1960] } });
  page.finding({ a: columns[0], b: floor, class: "touch", severity: 0.05, depth: 0, region: { min: [300, 300, 0], max: [600, 600, 0] }, marks: { patches: page.points([300, 300, 0, 600, 300, 0, 600, 600, 0, 300, 300, 0, 600, 600, 0, 300, 600, 0]) } });
  page.finding({ a: tanks[2], b: floor, class: "clearance", severity: 0.4, distance: 60, region: { min: [5200, 2200, 0], max: [5200, 2200, 60] }, points: [[5200, 2200, 60], [5200, 2200, 0]] });
  return page;
}

/** A clash inside a closed box: nothing of it is seen from outside unless the page opens the box. */
export function enclosed() {
  const page = new Page({ title: "enclosed" });
  const a = page.object("rod a", tube([-300, 0, 0], 0, 50, 600));
  const b = page.object("rod b", tube([0, -300, 0], 1, 50, 600));
  page.object("shell", ball([0, 0, 0], 1000, 40));
  page.object("outer shell", ball([0, 0, 0], 1200, 40));
  page.finding({ a, b, depth: 100, region: { min: [-50, -50, -50], max: [50, 50, 50] }, marks: { curves: [{ points: page.points(circle([0, 0, 0], 2, 60)), closed: true }] } });
  return page;
}

export function many(count) {
  const page = new Page({ title: `${count} findings` });
  const mesh = page.mesh(box([0, 0, 0], [8, 8, 8]));
  const side = Math.ceil(Math.sqrt(count));
  for (let i = 0; i <= count; i++) page.object(`part ${i}`, mesh, { pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, (i % side) * 7, Math.floor(i / side) * 12, 0] });
  for (let i = 0; i < count; i++) {
    const [x, y] = [(i % side) * 7, Math.floor(i / side) * 12];
    page.finding({ a: i, b: i + 1, class: i % 3 ? "hard" : "touch", depth: 1 - i / count, region: { min: [x + 7, y, 0], max: [x + 8, y + 8, 8] } });
  }
  return page;
}

/** Sheets with about this many triangles in all. */
export function large(triangles, objects = 16) {
  const page = new Page({ title: `${triangles} triangles` });
  const n = Math.round(Math.sqrt(triangles / objects / 2));
  const side = Math.ceil(Math.sqrt(objects));
  for (let i = 0; i < objects; i++) page.object(`sheet ${i + 1}`, sheet([(i % side) * 1020, Math.floor(i / side) * 1020, i % 3 ? 0 : 20], 1000, n));
  page.finding({ a: 0, b: 1, depth: 3, region: { min: [990, 400, 0], max: [1030, 600, 40] }, marks: { triangles_a: page.ints([n, n + 1]), curves: [{ points: page.points([1010, 400, 20, 1010, 500, 30, 1010, 600, 20]) }] } });
  return page;
}

/** Two boxes: one moves through the other, and a sheet that waves. */
export function sequence(frames = 24) {
  const page = new Page({ title: "frame.####.obj", frames: [] });
  const a = page.object("gate", box([-20, -200, 0], [20, 200, 200]));
  const b = page.object("cart", box([-60, -60, 20], [60, 60, 120]), { pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, -400, 0, 0] });
  const flag = page.object("flag", sheet([-300, 250, 0], 600, 20));
  for (let i = 0; i < frames; i++) {
    const x = -400 + (800 * i) / (frames - 1);
    const wave = sheet([-300, 250, 0], 600, 20, 30 * Math.sin(i / 2));
    page.view.frames.push({ label: String(i + 1), poses: [[b, [1, 0, 0, 0, 1, 0, 0, 0, 1, x, 0, 0]]], points: [[page.view.objects[flag].mesh, page.points(wave.points)]] });
    if (Math.abs(x) < 80) {
      const depth = 80 - Math.abs(x);
      page.finding({ id: `gate-cart-${i}`, a, b, class: "hard", depth, frame: i, region: { min: [Math.max(-20, x - 60), -60, 20], max: [Math.min(20, x + 60), 60, 120] } });
    }
  }
  page.view.findings.sort((p, q) => q.depth - p.depth).forEach((finding, i) => (finding.number = i + 1));
  return page;
}

/** An image of one chunk each, as PNG. */
export function png(width, height, color) {
  const rows = [];
  for (let y = 0; y < height; y++) rows.push(0, ...Array.from({ length: width }, (_, x) => color(x, y)).flat());
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.from(rows))), chunk("IEND", Buffer.alloc(0))]);
}

function crc(bytes) {
  if (crc32) return crc32(bytes);
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let k = 0; k < 8; k++) value = (value >>> 1) ^ (0xedb88320 & -(value & 1));
  }
  return ~value >>> 0;
}

/** A second of a tone, as WAV. */
function wav(seconds) {
  const rate = 8000;
  const count = Math.round(rate * seconds);
  const out = Buffer.alloc(44 + 2 * count);
  out.write("RIFF", 0); out.writeUInt32LE(36 + 2 * count, 4); out.write("WAVEfmt ", 8);
  out.writeUInt32LE(16, 16); out.writeUInt16LE(1, 20); out.writeUInt16LE(1, 22); out.writeUInt32LE(rate, 24); out.writeUInt32LE(2 * rate, 28); out.writeUInt16LE(2, 32); out.writeUInt16LE(16, 34);
  out.write("data", 36); out.writeUInt32LE(2 * count, 40);
  for (let i = 0; i < count; i++) out.writeInt16LE(Math.round(3000 * Math.sin(i / 4) * Math.exp(-i / 2000)), 44 + 2 * i);
  return out;
}

export function particles(frames = 30, count = 400) {
  const page = new Page({ kind: "particles", title: "scene hail", unit: "m", guarantee: undefined, frames: [], media: [], summary: [{ label: "particles", value: String(count) }, { label: "impacts", value: "12" }] });
  page.view.media.push({ name: "impacts on the car's roof", mime: "image/png", data: page.u8(png(24, 24, (x, y) => [40 + 8 * x, 30, 40 + 7 * y])) });
  page.view.media.push({ name: "sound", mime: "audio/wav", data: page.u8(wav(frames / 30)) });
  page.view.sound = 1;
  const roof = page.object("roof", { points: [-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0], triangles: [0, 1, 2, 0, 2, 3], uv: [0, 0, 1, 0, 1, 1, 0, 1] }, { image: 0 });
  page.object("post", box([-0.1, -0.1, -2], [0.1, 0.1, -0.02]), { color: "#6b8f71" });
  const random = (i) => ((Math.sin(i * 127.1) * 43758.5453) % 1 + 1) % 1;
  for (let f = 0; f < frames; f++) {
    const points = [];
    const colors = [];
    for (let i = 0; i < count; i++) {
      const drop = 3 * random(i + 3) + 0.3 - f / 10;
      points.push(4 * random(i) - 2, 4 * random(i + 999) - 2, Math.abs(drop));
      colors.push(140, 190, 240);
    }
    page.view.frames.push({ label: String(f), time: f / 30, particles: { points: page.points(points), colors: page.u8(colors), size: 0.06 } });
  }
  for (let i = 0; i < 12; i++) {
    const p = [4 * random(i) - 2, 4 * random(i + 999) - 2, 0];
    page.finding({ a: roof, b: roof, class: "impact", title: `particle ${i}`, time: random(i + 5) * 0.9, severity: random(i + 8), region: { min: p, max: p }, facts: [{ label: "speed", value: "14.2 m/s" }] });
  }
  return page;
}

export function chip() {
  const wave = Array.from({ length: 200 }, (_, i) => [i, Math.max(0, Math.round(8 + 7 * Math.sin(i / 9)))]);
  return new Page({ kind: "chip", title: "chip run: bunny", guarantee: undefined, summary: [{ label: "cycles", value: "18 204" }, { label: "units", value: "4" }], charts: [
    { title: "Pairs in the queues", x: { label: "cycle" }, y: { label: "pairs" }, series: [{ name: "unit 0", points: wave, steps: true }, { name: "unit 1", points: wave.map(([x, y]) => [x, 16 - y]), steps: true }] },
    { title: "Cycles by number of units", x: { label: "units", log: true }, y: { label: "cycles", unit: "ticks", log: true }, series: [{ name: "measured", points: [[1, 64000], [2, 33000], [4, 18204], [8, 11000]] }] },
  ] });
}

export function inspect() {
  const page = new Page({ kind: "inspect", title: "mug.stl", guarantee: undefined, notes: [] });
  const mug = page.object("mug", tube([0, 0, 0], 2, 40, 90, 48, 6));
  page.finding({ a: mug, b: mug, class: "open border", title: "a hole of 48 edges", severity: 0.8, region: { min: [-40, -40, 90], max: [40, 40, 90] }, marks: { curves: [{ points: page.points(circle([0, 0, 90], 2, 40, 48)), closed: true }] } });
  page.finding({ a: mug, b: mug, class: "degenerate triangles", title: "2 triangles without area", severity: 0.3, region: { min: [40, 0, 30], max: [40, 5, 45] }, marks: { triangles_a: page.ints([96, 97]) } });
  return page;
}
