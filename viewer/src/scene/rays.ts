// Whether an object stands between a point and the camera: exact rays against its triangles, for the few objects of a pair.

import * as THREE from "three";
import { isAbsent, type Model } from "../data/model";
import type { Pose } from "../data/types";

/** An object with more triangles than this is not asked: the answer would take too long. */
const MOST = 400_000;

/** How many of the segments, each from a point towards `eye`, meet the object further than `skip` from their start. */
export function blocked(model: Model, object: number, frame: number, pose: Pose, starts: THREE.Vector3[], eye: THREE.Vector3, skip: number): number {
  const mesh = model.objects[object]?.mesh;
  if (mesh === undefined || isAbsent(pose) || model.meshes[mesh].triangles.count / 3 > MOST) return 0;
  const at = model.points(model.pointsAt(mesh, frame));
  const corners = model.ints(model.meshes[mesh].triangles);
  // Rays move into the object's frame instead of its points out of it.
  const back = new THREE.Matrix4().set(pose[0], pose[3], pose[6], pose[9], pose[1], pose[4], pose[7], pose[10], pose[2], pose[5], pose[8], pose[11], 0, 0, 0, 1).invert();
  const [a, b, c, hit] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  let count = 0;
  for (const start of starts) {
    const away = start.distanceTo(eye);
    const from = start.clone().lerp(eye, Math.min(1, skip / away)).applyMatrix4(back);
    const to = eye.clone().applyMatrix4(back);
    const length = from.distanceTo(to);
    const ray = new THREE.Ray(from, to.sub(from).normalize());
    for (let i = 0; i + 2 < corners.length; i += 3) {
      a.fromArray(at, 3 * corners[i]);
      b.fromArray(at, 3 * corners[i + 1]);
      c.fromArray(at, 3 * corners[i + 2]);
      if (ray.intersectTriangle(a, b, c, false, hit) && hit.distanceTo(from) < length) {
        count++;
        break;
      }
    }
  }
  return count;
}

/** The middle of a box and points half way to its corners: what of it should be seen. */
export function watched(box: THREE.Box3): THREE.Vector3[] {
  const middle = box.getCenter(new THREE.Vector3());
  const half = box.getSize(new THREE.Vector3()).multiplyScalar(0.25);
  return [middle, ...[0, 3, 5, 6].map((corner) => new THREE.Vector3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1).multiply(half).add(middle))];
}
