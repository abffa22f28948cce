// What lights up for one finding: the triangles that take part, curves, contact patches, the line between nearest points.

import * as THREE from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { moved, type Model } from "../data/model";
import type { Finding, Pose, Slice } from "../data/types";
import { A, B, MARK } from "../palette";

/** Unlit, and drawn over everything that is in front. */
function bright(color: string, opacity: number): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color, opacity, transparent: true, side: THREE.DoubleSide, depthTest: false, depthWrite: false });
}

const litVertex = /* glsl */ `
varying vec3 vWorld;
void main() {
  vWorld = position;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`;
const litFragment = /* glsl */ `
varying vec3 vWorld;
uniform vec3 color, low, high;
uniform float reach;
uniform vec4 plane;
uniform bool sectioned;
void main() {
  if (sectioned && dot(plane.xyz, vWorld) > plane.w) discard;
  // A large triangle is lit near the clash alone.
  float off = length(max(max(low - vWorld, vWorld - high), 0.0)) / reach;
  float strength = 1.0 - smoothstep(0.05, 0.9, off);
  if (strength <= 0.0) discard;
  gl_FragColor = vec4(color, 0.62 * strength);
}`;

export class Marks {
  readonly group = new THREE.Group();
  private readonly model: Model;
  private readonly shared: Record<string, THREE.IUniform>;

  constructor(model: Model, shared: Record<string, THREE.IUniform>) {
    this.model = model;
    this.shared = shared;
  }

  show(finding: Finding | null, pose: (object: number) => Pose, frame: number, dark: boolean) {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      const mesh = child as THREE.Mesh;
      mesh.geometry.dispose();
      (mesh.material as THREE.Material).dispose();
    }
    if (!finding) return;
    const marks = finding.marks;
    if (marks?.triangles_a) this.lit(finding.a, marks.triangles_a, A, pose, frame);
    if (marks?.triangles_b) this.lit(finding.b, marks.triangles_b, finding.a === finding.b ? A : B, pose, frame);
    if (marks?.patches?.count) {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(this.model.points(marks.patches), 3));
      this.add(new THREE.Mesh(geometry, bright(MARK, 0.6)), 20);
    }
    const segments: number[] = [];
    for (const curve of marks?.curves ?? []) {
      const at = this.model.points(curve.points);
      const count = at.length / 3;
      for (let i = 0; i + 1 < count; i++) segments.push(...at.subarray(3 * i, 3 * i + 6));
      if (curve.closed && count > 2) segments.push(...at.subarray(3 * count - 3), ...at.subarray(0, 3));
    }
    // An argument list has a limit, so these are not spread.
    if (marks?.segments) for (const value of this.model.points(marks.segments)) segments.push(value);
    if (finding.points) segments.push(...finding.points[0], ...finding.points[1]);
    if (segments.length) {
      this.lines(segments, dark ? "#0b0d10" : "#ffffff", 6.5, 0.75, 30);
      this.lines(segments, MARK, 3, 1, 31);
    }
  }

  private add(object: THREE.Mesh, order: number) {
    object.renderOrder = order;
    object.frustumCulled = false;
    this.group.add(object);
  }

  private lines(segments: number[], color: string, width: number, opacity: number, order: number) {
    const geometry = new LineSegmentsGeometry().setPositions(segments);
    const material = new LineMaterial({ color, linewidth: width, transparent: true, opacity, depthTest: false, depthWrite: false });
    this.add(new LineSegments2(geometry, material), order);
  }

  private lit(object: number, slice: Slice, color: string, pose: (object: number) => Pose, frame: number) {
    const mesh = this.model.objects[object]?.mesh;
    if (mesh === undefined || slice.count === 0) return;
    const at = this.model.points(this.model.pointsAt(mesh, frame));
    const corners = this.model.ints(this.model.meshes[mesh].triangles);
    const where = pose(object);
    const positions: number[] = [];
    for (const triangle of this.model.ints(slice)) {
      for (let k = 0; k < 3; k++) {
        const corner = 3 * corners[3 * triangle + k];
        positions.push(...moved(where, [at[corner], at[corner + 1], at[corner + 2]]));
      }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(positions), 3));
    const material = new THREE.ShaderMaterial({
      vertexShader: litVertex,
      fragmentShader: litFragment,
      uniforms: { color: { value: new THREE.Color(color) }, low: this.shared.focusMin, high: this.shared.focusMax, reach: this.shared.focusRadius, plane: this.shared.plane, sectioned: this.shared.sectioned },
      transparent: true,
      side: THREE.DoubleSide,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -2,
    });
    this.add(new THREE.Mesh(geometry, material), 5);
  }
}
