// Boxes of meshes, objects and the scene, as they are at the current frame.

import * as THREE from "three";
import { isAbsent, moved } from "../data/model";
import type { Pose } from "../data/types";

/** Minimum and maximum of `count` points, from point `first` on. */
export function boxOf(points: Float32Array, first: number, count: number): Float32Array {
  const box = new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (let i = 3 * first; i < 3 * (first + count); i += 3) {
    for (let k = 0; k < 3; k++) {
      const value = points[i + k];
      if (value < box[k]) box[k] = value;
      if (value > box[3 + k]) box[3 + k] = value;
    }
  }
  return box;
}

/** The box around a posed box. */
export function posed(box: Float32Array | undefined, pose: Pose): THREE.Box3 {
  const out = new THREE.Box3();
  if (!box || box[0] > box[3] || isAbsent(pose)) return out;
  for (let corner = 0; corner < 8; corner++) {
    const [x, y, z] = moved(pose, [box[corner & 1 ? 3 : 0], box[corner & 2 ? 4 : 1], box[corner & 4 ? 5 : 2]]);
    out.expandByPoint(new THREE.Vector3(x, y, z));
  }
  return out;
}
