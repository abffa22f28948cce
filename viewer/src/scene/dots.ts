// A dot of fixed size on the screen for each finding, coloured by how bad it is, and balls for particles.

import * as THREE from "three";
import type { Model } from "../data/model";
import { heat } from "../palette";

const vertex = /* glsl */ `
attribute vec3 tint;
varying vec3 vTint;
uniform float size, perUnit;
void main() {
  vTint = tint;
  vec4 view = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * view;
  gl_PointSize = perUnit > 0.0 ? max(1.5, size * perUnit / gl_Position.w) : size;
}`;
const dotFragment = /* glsl */ `
varying vec3 vTint;
uniform float size;
uniform vec3 rim;
void main() {
  float r = 2.0 * length(gl_PointCoord - 0.5);
  if (r > 1.0) discard;
  float edge = smoothstep(1.0 - 4.5 / size, 1.0 - 2.5 / size, r);
  gl_FragColor = vec4(mix(vTint, rim, edge), (1.0 - smoothstep(1.0 - 2.0 / size, 1.0, r)));
}`;
const ballFragment = /* glsl */ `
varying vec3 vTint;
void main() {
  vec2 p = 2.0 * gl_PointCoord - 1.0;
  float r2 = dot(p, p);
  if (r2 > 1.0) discard;
  vec3 normal = vec3(p.x, -p.y, sqrt(1.0 - r2));
  gl_FragColor = vec4(vTint * (0.45 + 0.6 * clamp(dot(normal, normalize(vec3(-0.35, 0.5, 0.8))), 0.0, 1.0)), 1.0);
}`;

function points(fragment: string, extra: Partial<THREE.ShaderMaterialParameters>): THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial> {
  const uniforms = { size: { value: 9 }, perUnit: { value: 0 }, rim: { value: new THREE.Color(1, 1, 1) } };
  const material = new THREE.ShaderMaterial({ vertexShader: vertex, fragmentShader: fragment, uniforms, ...extra });
  const object = new THREE.Points(new THREE.BufferGeometry(), material);
  object.frustumCulled = false;
  object.visible = false;
  return object;
}

export class Dots {
  readonly object = points(dotFragment, { transparent: true, depthTest: false, depthWrite: false });
  private indices: number[] = [];

  constructor() {
    this.object.renderOrder = 40;
  }

  /** Dots for these findings, the worst drawn last. `share` says how bad one is, from 0 to 1. */
  show(model: Model, indices: number[], share: (finding: number) => number, ratio: number, rim: THREE.Color) {
    this.indices = indices.filter((index) => model.findings[index].region).reverse();
    const at = new Float32Array(3 * this.indices.length);
    const tint = new Float32Array(3 * this.indices.length);
    this.indices.forEach((index, i) => {
      const { min, max } = model.findings[index].region!;
      at.set([0, 1, 2].map((k) => 0.5 * (min[k] + max[k])), 3 * i);
      tint.set(heat(share(index)).map((value) => value / 255), 3 * i);
    });
    const geometry = this.object.geometry;
    geometry.dispose();
    geometry.setAttribute("position", new THREE.BufferAttribute(at, 3));
    geometry.setAttribute("tint", new THREE.BufferAttribute(tint, 3));
    this.object.material.uniforms.size.value = (indices.length > 300 ? 8 : 11) * ratio;
    this.object.material.uniforms.rim.value = rim;
    this.object.visible = this.indices.length > 0;
  }

  /** The finding whose dot is nearest to a point on the canvas, within `reach` pixels. */
  near(x: number, y: number, camera: THREE.Camera, width: number, height: number, reach: number): number | null {
    const at = this.object.geometry.getAttribute("position");
    if (!at || !this.object.visible) return null;
    const p = new THREE.Vector3();
    let best: number | null = null;
    let bestGap = reach;
    this.indices.forEach((index, i) => {
      p.fromBufferAttribute(at as THREE.BufferAttribute, i).project(camera);
      if (p.z > 1) return;
      const gap = Math.hypot((0.5 + 0.5 * p.x) * width - x, (0.5 - 0.5 * p.y) * height - y);
      if (gap <= bestGap) [best, bestGap] = [index, gap];
    });
    return best;
  }
}

export class Balls {
  readonly object = points(ballFragment, {});

  /** The particles of a frame, or none. */
  show(model: Model, frame: number) {
    const particles = model.frames[frame]?.particles;
    this.object.visible = !!particles && particles.points.count > 0;
    if (!particles || !this.object.visible) return;
    const tint = new Float32Array(3 * particles.points.count).fill(0.75);
    if (particles.colors) model.raw(particles.colors).forEach((value, i) => (tint[i] = value / 255));
    const geometry = this.object.geometry;
    geometry.dispose();
    geometry.setAttribute("position", new THREE.BufferAttribute(model.points(particles.points), 3));
    geometry.setAttribute("tint", new THREE.BufferAttribute(tint, 3));
    this.object.material.uniforms.size.value = particles.size ?? 1;
  }

  /** Pixels per unit at distance 1, for the size of the balls. */
  scale(camera: THREE.PerspectiveCamera, height: number) {
    this.object.material.uniforms.perUnit.value = height / (2 * Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)));
  }
}
