// The canvas: renderer, camera, controls, and a loop that draws only when something changed.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

// Colours are written as they are given.
THREE.ColorManagement.enabled = false;

const FIELD = 40;
/** A frame that takes longer than this, in milliseconds, makes moving pictures coarser. */
const SLOW = 45;

export class Stage {
  readonly renderer: THREE.WebGLRenderer;
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(FIELD, 1, 0.1, 1000);
  readonly controls: OrbitControls;
  readonly up: THREE.Vector3;
  /** Sphere around everything, for the near and far plane. */
  readonly bounds = new THREE.Sphere(new THREE.Vector3(), 1);
  /** Called before a frame is drawn. */
  beforeDraw: () => void = () => undefined;
  /** Called when pictures begin to be coarse, and when they are no longer. */
  onCoarse: (isCoarse: boolean) => void = () => undefined;
  /** Called after the camera moved. */
  afterMove: () => void = () => undefined;
  drawn = 0;
  private flight: { from: View; to: View; start: number; duration: number } | null = null;
  private requested = false;
  private moving = 0;
  private ratio = 1;
  private slow = 0;
  private lastTick = 0;
  private wasMoving = false;
  private settle = 0;

  constructor(canvas: HTMLCanvasElement, up: "y" | "z") {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.info.autoReset = false;
    this.renderer.debug.checkShaderErrors = false;
    this.up = up === "y" ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(0, 0, 1);
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.rotateSpeed = 0.9;
    this.controls.addEventListener("change", () => {
      this.moving = performance.now();
      this.afterMove();
      this.request();
    });
    this.controls.addEventListener("start", () => (this.flight = null));
    canvas.addEventListener("webglcontextrestored", () => this.request());
  }

  /** Fits the canvas to its box. */
  resize() {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    if (!width || !height) return;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer.setPixelRatio(this.pixelRatio());
    this.renderer.setSize(width, height, false);
    this.request();
  }

  private pixelRatio() {
    return Math.min(2, window.devicePixelRatio || 1) * this.ratio;
  }

  request() {
    if (this.requested) return;
    this.requested = true;
    this.renderer.domElement.dataset.resting = "no";
    requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number) {
    this.requested = false;
    if (this.flight) this.step(now);
    const isMoving = this.flight !== null || now - this.moving < 160;
    this.adapt(now, isMoving);
    this.draw();
    if (this.flight) this.request();
    else if (this.ratio === 1) this.renderer.domElement.dataset.resting = this.requested ? "no" : "yes";
    else {
      // Sharp again once nothing has moved for a moment.
      clearTimeout(this.settle);
      this.settle = window.setTimeout(() => this.request(), 200);
    }
  }

  /** Fewer pixels while moving on a machine that cannot keep up, all of them at rest. */
  private adapt(now: number, isMoving: boolean) {
    const passed = now - this.lastTick;
    this.lastTick = now;
    // The first tick after a rest says nothing; the second may be slow, and then one is enough to know.
    if (isMoving && this.wasMoving) this.slow = passed > 4 * SLOW ? 8 : passed > SLOW ? Math.min(8, this.slow + 1) : Math.max(0, this.slow - 1);
    this.wasMoving = isMoving;
    const wanted = isMoving ? (this.slow >= 6 ? 0.4 : this.slow >= 3 ? 0.6 : 1) : 1;
    if (wanted === this.ratio) return;
    this.ratio = wanted;
    this.onCoarse(wanted < 1);
    this.renderer.setPixelRatio(this.pixelRatio());
  }

  draw() {
    this.clip();
    this.beforeDraw();
    this.renderer.info.reset();
    this.renderer.render(this.scene, this.camera);
    this.drawn++;
  }

  /** The near and far plane close around the scene: depth stays precise at any zoom. */
  clip(camera = this.camera) {
    const away = camera.position.distanceTo(this.bounds.center);
    camera.far = away + this.bounds.radius * 1.05;
    camera.near = Math.max(away - this.bounds.radius * 1.05, camera.far / 20_000, camera.position.distanceTo(this.controls.target) / 200);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  /** How far away a sphere fits the picture. */
  distance(radius: number, aspect = this.camera.aspect): number {
    const half = THREE.MathUtils.degToRad(FIELD / 2);
    return radius / Math.sin(Math.min(half, Math.atan(Math.tan(half) * aspect)));
  }

  /** Where a camera that looks at `sphere` from `direction` stands. */
  viewOf(sphere: THREE.Sphere, direction: THREE.Vector3, aspect = this.camera.aspect): View {
    const distance = this.distance(sphere.radius, aspect);
    const steep = Math.abs(direction.dot(this.up)) > 0.999;
    const side = steep ? direction.clone().add(new THREE.Vector3(0.02, 0.02, 0.02)).normalize() : direction;
    return { target: sphere.center.clone(), position: sphere.center.clone().addScaledVector(side, distance) };
  }

  fly(to: View) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const from = { target: this.controls.target.clone(), position: this.camera.position.clone() };
    this.flight = { from, to, start: performance.now(), duration: calm ? 0 : 420 };
    this.request();
  }

  jump(to: View) {
    this.flight = null;
    this.place(to.target, to.position);
  }

  get flying() {
    return this.flight !== null;
  }

  private step(now: number) {
    const { from, to, start, duration } = this.flight!;
    const t = duration ? Math.min(1, Math.max(0, (now - start) / duration)) : 1;
    const e = t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
    const target = from.target.clone().lerp(to.target, e);
    // The camera swings around what it looks at; its distance changes by a constant factor a moment.
    const a = from.position.clone().sub(from.target);
    const b = to.position.clone().sub(to.target);
    const length = Math.exp((1 - e) * Math.log(a.length()) + e * Math.log(b.length()));
    const turn = new THREE.Quaternion().setFromUnitVectors(a.clone().normalize(), b.clone().normalize());
    const arm = a.normalize().applyQuaternion(new THREE.Quaternion().slerp(turn, e)).multiplyScalar(length);
    if (t === 1) this.flight = null;
    this.place(target, t === 1 ? to.position : target.clone().add(arm));
  }

  private place(target: THREE.Vector3, position: THREE.Vector3) {
    this.controls.target.copy(target);
    this.camera.position.copy(position);
    this.controls.update();
    this.afterMove();
    this.request();
  }
}

export type View = { target: THREE.Vector3; position: THREE.Vector3 };
