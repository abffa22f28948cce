// From which side a clash is seen best: samples of all surfaces say how much stands in each direction.

import * as THREE from "three";
import { isAbsent, moved, type Model } from "../data/model";
import { ints, points } from "../data/slices";
import type { Pose } from "../data/types";

/** Samples in all, about. */
const SAMPLES = 120_000;
/** Cells along the side of each of the six faces of the cube of directions. */
const SIDE = 10;
const CELLS = 6 * SIDE * SIDE;
/** The solid angle of a cell, about. */
const CELL = (4 * Math.PI) / CELLS;

/** Points spread over the surfaces, each with the area it stands for. */
type Samples = { at: Float32Array; area: Float32Array };

/** `centre` and `radius`: what is looked at. `reach`: how far away the camera will be; no other part beyond it is in the way. */
export type Question = {
  centre: THREE.Vector3;
  radius: number;
  reach: number;
  pair: number[];
  up: THREE.Vector3;
  along: THREE.Vector3 | null;
  poses: (object: number) => Pose;
  shown: (object: number) => boolean;
};

export class Surroundings {
  private readonly model: Model;
  private readonly byMesh = new Map<number, Samples>();
  private readonly every: number;
  private readonly directions: THREE.Vector3[];
  private readonly middles = Array.from({ length: CELLS }, (_, i) => middle(i));

  constructor(model: Model) {
    this.model = model;
    let total = 0;
    for (const object of model.objects) if (object.mesh !== undefined) total += model.meshes[object.mesh].triangles.count / 3;
    this.every = Math.max(1, Math.ceil(total / SAMPLES));
    this.directions = sphere(240);
  }

  /** Samples of one mesh: every so many triangles, large ones with several points. Made when first asked for. */
  private samples(mesh: number): Samples {
    const known = this.byMesh.get(mesh);
    if (known) return known;
    const { points: p, triangles: t } = this.model.meshes[mesh];
    const xyz = points(this.model.bytes, p);
    const corners = ints(this.model.bytes, t);
    const at: number[] = [];
    const area: number[] = [];
    const [a, b, c] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
    const whole: number[] = [];
    const triangle = new THREE.Triangle(a, b, c);
    // How many triangles one that is looked at stands for.
    const count = corners.length / 3;
    const share = count / Math.max(1, Math.ceil(count / this.every));
    const set = (i: number) => {
      a.fromArray(xyz, 3 * corners[i]);
      b.fromArray(xyz, 3 * corners[i + 1]);
      c.fromArray(xyz, 3 * corners[i + 2]);
      return triangle.getArea() * share;
    };
    let sum = 0;
    for (let i = 0; i + 2 < corners.length; i += 3 * this.every) {
      const size = set(i);
      whole.push(size);
      sum += size;
    }
    // A triangle far larger than the average is split, so that a wall of two triangles still blocks the view.
    const grain = Math.max(sum / 400, (4 * sum) / (whole.length || 1));
    for (let i = 0, k = 0; i + 2 < corners.length; i += 3 * this.every, k++) {
      const parts = Math.min(12, Math.max(1, Math.ceil(Math.sqrt(whole[k] / grain))));
      set(i);
      for (let u = 0; u < parts; u++) {
        for (let v = 0; v + u < parts; v++) {
          const [s, r] = [(u + 1 / 3) / parts, (v + 1 / 3) / parts];
          at.push(a.x + s * (b.x - a.x) + r * (c.x - a.x), a.y + s * (b.y - a.y) + r * (c.y - a.y), a.z + s * (b.z - a.z) + r * (c.z - a.z));
          area.push((2 * whole[k]) / (parts * (parts + 1)));
        }
      }
    }
    const samples = { at: Float32Array.from(at), area: Float32Array.from(area) };
    this.byMesh.set(mesh, samples);
    return samples;
  }

  /** A sample so near, or of so large a piece, that it covers many cells. */
  private spread(cells: Float32Array, towards: THREE.Vector3, solid: number, weight: number) {
    const least = 1 - solid / (2 * Math.PI);
    this.middles.forEach((middle, i) => {
      if (middle.dot(towards) >= least) cells[i] += 1.5 * weight * CELL;
    });
  }

  /**
   * The direction towards a camera with the least in the way. Among equals, one from above and not along `along`, so
   * that depth is seen from the side.
   */
  best({ centre, radius, reach, pair, up, along, poses, shown }: Question): THREE.Vector3 {
    const d = new THREE.Vector3();
    const all = new Float32Array(CELLS);
    const own = new Set(pair);
    this.model.objects.forEach((object, index) => {
      if (object.mesh === undefined || !shown(index)) return;
      const weight = own.has(index) ? 0.7 : 1;
      // Of the pair all counts: a camera inside one of the two would see nothing but its walls.
      const far = own.has(index) ? Infinity : reach;
      const pose = poses(index);
      if (isAbsent(pose)) return;
      const { at, area } = this.samples(object.mesh);
      for (let i = 0; i < area.length; i++) {
        const [x, y, z] = moved(pose, [at[3 * i], at[3 * i + 1], at[3 * i + 2]]);
        d.set(x - centre.x, y - centre.y, z - centre.z);
        const length2 = d.lengthSq();
        if (length2 < radius * radius || length2 > far * far) continue;
        const solid = (weight * area[i] * 0.5) / length2;
        if (solid < 2 * CELL) all[cell(d)] += solid;
        else this.spread(all, d.divideScalar(Math.sqrt(length2)), Math.min(solid, 2 * Math.PI), weight);
      }
    });
    const front = up.z > 0.5 ? FRONT : new THREE.Vector3(-0.5, 0.5, 0.7);
    const open = all.map((covered) => Math.exp((-1.6 * covered) / CELL));
    let best = this.directions[0];
    let bestScore = -Infinity;
    for (const direction of this.directions) {
      const height = direction.dot(up);
      let score = 3 * around(open, direction) - 0.6 * Math.abs(height - 0.5) - (height < -0.1 ? 0.35 : 0);
      if (along) score -= 0.45 * Math.abs(direction.dot(along));
      // A steady favourite among equals: towards the viewer's left front.
      score += 0.06 * direction.dot(front);
      if (score > bestScore) [best, bestScore] = [direction, score];
    }
    return best.clone();
  }
}

const FRONT = new THREE.Vector3(-0.5, -0.7, 0.5);

/** The cell of the cube of directions that `d` points to. */
function cell(d: THREE.Vector3): number {
  const [x, y, z] = [Math.abs(d.x), Math.abs(d.y), Math.abs(d.z)];
  const most = Math.max(x, y, z);
  const face = most === x ? (d.x > 0 ? 0 : 1) : most === y ? (d.y > 0 ? 2 : 3) : d.z > 0 ? 4 : 5;
  const [u, v] = face < 2 ? [d.y, d.z] : face < 4 ? [d.x, d.z] : [d.x, d.y];
  const at = (w: number) => Math.min(SIDE - 1, Math.floor((w / most + 1) * 0.5 * SIDE));
  return face * SIDE * SIDE + at(v) * SIDE + at(u);
}

/** The direction of the middle of a cell. */
function middle(index: number): THREE.Vector3 {
  const face = Math.floor(index / (SIDE * SIDE));
  const [u, v] = [((index % SIDE) + 0.5) / SIDE, (Math.floor((index % (SIDE * SIDE)) / SIDE) + 0.5) / SIDE].map((w) => 2 * w - 1);
  const w = face % 2 ? -1 : 1;
  return (face < 2 ? new THREE.Vector3(w, u, v) : face < 4 ? new THREE.Vector3(u, w, v) : new THREE.Vector3(u, v, w)).normalize();
}

/** How open it is around a direction: its own cell and five beside it. */
function around(open: Float32Array, direction: THREE.Vector3): number {
  let sum = 2 * open[cell(direction)];
  const side = new THREE.Vector3(direction.y, direction.z, -direction.x).cross(direction).normalize();
  for (let i = 0; i < 5; i++) {
    const turned = side.clone().applyAxisAngle(direction, (2 * Math.PI * i) / 5);
    sum += open[cell(direction.clone().addScaledVector(turned, 0.22))];
  }
  return sum / 7;
}

/** Directions spread evenly (a Fibonacci lattice). */
function sphere(count: number): THREE.Vector3[] {
  return Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count;
    const r = Math.sqrt(1 - z * z);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    return new THREE.Vector3(r * Math.cos(angle), r * Math.sin(angle), z);
  });
}
