// The scene as three.js objects, and how the page's state changes what is drawn.

import * as THREE from "three";
import type { Model } from "../data/model";
import type { Finding, Pose } from "../data/types";
import { A, B, neutral, rgb, type Rgb } from "../palette";
import { Aim, type Aimed, involved } from "./aim";
import { boxOf, posed } from "./boxes";
import { type Chunk, pack, type Packed, type Progress } from "./chunks";
import { Balls, Dots } from "./dots";
import { Marks } from "./marks";
import { FADED, material, SOLID, uniforms } from "./shader";
import { Stage, type View } from "./stage";
import { Tables } from "./tables";

/** What becomes of objects that are not part of the chosen clash. */
export type Rest = "show" | "dim" | "hide";

export type Section = { on: boolean; axis: "x" | "y" | "z" | "view"; offset: number; flip: boolean };

/** All that decides what is drawn, besides the camera and the frame. */
export type Look = {
  selected: number | null;
  picked: number | null;
  rest: Rest;
  seeThrough: boolean;
  clearing: boolean;
  section: Section;
  hidden: ReadonlySet<number>;
  dark: boolean;
};

type Drawn = { chunk: Chunk; solid: THREE.Mesh; faded: THREE.Mesh };

export class World {
  readonly model: Model;
  readonly stage: Stage;
  readonly shared = uniforms();
  readonly dots = new Dots();
  private readonly tables: Tables;
  private readonly marks: Marks;
  readonly balls = new Balls();
  readonly aim: Aim;
  private packed: Packed = { chunks: [], places: new Map(), boxes: [], cells: () => 0 };
  private drawn: Drawn[] = [];
  private boxes: THREE.Box3[] = [];
  private readonly concerned: ReadonlySet<number>;
  private frame = 0;
  private cutNormal = new THREE.Vector3(1, 0, 0);
  private look: Look | null = null;
  /** Objects of the chosen pair that hide their own clash from the side it is looked at. */
  hiding: number[] = [];

  constructor(model: Model, canvas: HTMLCanvasElement) {
    this.model = model;
    this.stage = new Stage(canvas, model.view.up ?? "z");
    this.concerned = new Set(model.findings.flatMap(involved));
    this.tables = new Tables(model.objects.length);
    this.shared.poses.value = this.tables.poses;
    this.shared.states.value = this.tables.states;
    this.shared.up.value = this.stage.up;
    this.marks = new Marks(model, this.shared);
    this.aim = new Aim(this);
    this.stage.scene.add(this.marks.group, this.dots.object, this.balls.object);
    this.stage.onCoarse = (isCoarse) => {
      for (const { chunk } of this.drawn) {
        if (isCoarse && chunk.coarse) chunk.geometry.setDrawRange(chunk.fine, chunk.coarse);
        else chunk.geometry.setDrawRange(0, chunk.fine);
      }
    };
    this.stage.beforeDraw = () => this.balls.scale(this.stage.camera, this.stage.renderer.domElement.height);
  }

  /** Decodes all meshes and makes the draw calls. */
  async build(progress: Progress) {
    this.packed = await pack(this.model, progress);
    const solid = material(SOLID, this.shared);
    const faded = material(FADED, this.shared);
    for (const chunk of this.packed.chunks) {
      const image = this.image(chunk);
      const make = (shared: THREE.Material, pass: number, order: number) => {
        const mesh = new THREE.Mesh(chunk.geometry, image ? material(pass, this.shared, image) : shared);
        mesh.renderOrder = order;
        mesh.matrixAutoUpdate = false;
        this.stage.scene.add(mesh);
        return mesh;
      };
      this.drawn.push({ chunk, solid: make(solid, SOLID, 0), faded: make(faded, FADED, 10) });
    }
    this.model.objects.forEach((_, index) => this.tables.setPose(index, this.pose(index)));
    this.measure();
    this.balls.show(this.model, 0);
  }

  private image(chunk: Chunk): THREE.Texture | undefined {
    const url = chunk.image === undefined ? undefined : this.model.mediaUrl(chunk.image);
    if (!url || !chunk.geometry.getAttribute("uv")) return undefined;
    const texture = new THREE.TextureLoader().load(url, () => this.stage.request());
    texture.magFilter = THREE.NearestFilter;
    return texture;
  }

  readonly pose = (object: number): Pose => this.model.poseAt(object, this.frame);

  /** The box of an object at this frame. */
  boxOf(object: number): THREE.Box3 {
    return (this.boxes[object] ??= this.measured(object));
  }

  private measured(object: number): THREE.Box3 {
    const mesh = this.model.objects[object]?.mesh;
    return posed(mesh === undefined ? undefined : this.packed.boxes[mesh], this.pose(object));
  }

  /** The spheres that culling and the camera use. */
  private measure() {
    this.boxes = [];
    const all = new THREE.Box3();
    for (const { chunk } of this.drawn) {
      const box = new THREE.Box3();
      for (const object of chunk.objects) box.union(this.boxOf(object));
      chunk.geometry.boundingSphere = box.getBoundingSphere(chunk.geometry.boundingSphere ?? new THREE.Sphere());
      all.union(box);
    }
    for (const { region } of this.model.findings) {
      if (region) all.expandByPoint(new THREE.Vector3(...region.min)).expandByPoint(new THREE.Vector3(...region.max));
    }
    const particles = this.model.frames[this.frame]?.particles;
    if (particles?.points.count) all.union(new THREE.Box3().setFromArray(this.model.points(particles.points)));
    if (all.isEmpty()) return;
    all.getBoundingSphere(this.stage.bounds);
    this.stage.bounds.radius = Math.max(this.stage.bounds.radius, 1e-9);
  }

  get currentFrame() {
    return this.frame;
  }

  setFrame(frame: number) {
    this.frame = frame;
    const { meshes, objects } = this.model.moving;
    for (const mesh of meshes) {
      const at = this.model.points(this.model.pointsAt(mesh, frame));
      this.packed.boxes[mesh] = boxOf(at, 0, at.length / 3);
      for (const { geometry, first } of this.packed.places.get(mesh) ?? []) {
        const position = geometry.getAttribute("position") as THREE.BufferAttribute;
        position.array.set(at, 3 * first);
        position.needsUpdate = true;
      }
    }
    for (const object of objects) this.tables.setPose(object, this.pose(object));
    this.balls.show(this.model, frame);
    this.measure();
    this.stage.request();
  }

  /** Draws `look` from the next frame on. */
  show(look: Look) {
    this.look = look;
    const finding = look.selected === null ? null : this.model.findings[look.selected];
    const pair = finding ? involved(finding) : [];
    this.shared.dark.value = look.dark;
    // What particles hit keeps its colours and maps.
    const isTinted = finding !== null && this.model.view.kind !== "particles";
    this.shared.pairA.value = isTinted ? finding.a : -1;
    this.shared.pairB.value = isTinted ? finding.b : -1;
    this.shared.clearing.value = !!finding?.region && look.clearing;
    if (finding?.region) this.focus(finding);
    this.section(look.section);
    // Without a chosen finding, the parts that matter are those of any finding.
    const chosen = new Set(pair);
    const matter = finding ? chosen : this.concerned;
    this.model.objects.forEach((object, index) => {
      let opacity = 1;
      let color: Rgb = object.color ? rgb(object.color) : neutral(index, look.dark);
      if (chosen.has(index)) {
        if (isTinted) color = rgb(index === finding!.a ? A : B);
        if (look.seeThrough || (look.clearing && this.hiding.includes(index))) opacity = 0.3;
      } else if (look.hidden.has(index)) {
        opacity = 0;
      } else if (!matter.has(index)) {
        opacity = look.rest === "show" ? 1 : look.rest === "dim" ? 0.09 : 0;
      }
      if (index === look.picked && !chosen.has(index)) color = [122, 140, 240];
      this.tables.setState(index, color, opacity);
    });
    for (const { chunk, solid, faded } of this.drawn) {
      const opacities = chunk.objects.map((object) => this.tables.opacity(object));
      solid.visible = opacities.some((opacity) => opacity === 1);
      faded.visible = this.shared.clearing.value ? opacities.some((o) => o > 0) : opacities.some((o) => o > 0 && o < 1);
    }
    this.marks.show(finding, this.pose, this.frame, look.dark);
    this.stage.renderer.setClearColor(look.dark ? 0x15181d : 0xf2f4f7);
  }

  private focus(finding: Finding) {
    this.shared.focusMin.value.set(...finding.region!.min);
    this.shared.focusMax.value.set(...finding.region!.max);
    this.shared.focusRadius.value = this.aim.sphereOf(finding).radius;
  }

  /** Goes to a view of the chosen finding, and fades what of the pair hides it there. */
  go(view: Aimed, isFlight: boolean) {
    if (isFlight) this.stage.fly(view);
    else this.stage.jump(view);
    this.hiding = view.hiding;
    if (this.look) this.show(this.look);
  }

  flyTo(finding: Finding) {
    if (finding.region && this.look) this.go(this.aim.viewOf(finding, this.look), true);
  }

  flyToObject(object: number) {
    const box = this.boxOf(object);
    if (!box.isEmpty()) this.stage.fly(this.stage.viewOf(box.getBoundingSphere(new THREE.Sphere()), this.direction()));
  }

  /** From where the camera looks now. */
  direction(): THREE.Vector3 {
    return this.stage.camera.position.clone().sub(this.stage.controls.target).normalize();
  }

  /** The whole scene, from the front, the left and above. */
  overview(): View {
    const direction = this.stage.up.z ? new THREE.Vector3(-0.5, -0.75, 0.5) : new THREE.Vector3(-0.5, 0.5, 0.75);
    const sphere = new THREE.Sphere(this.stage.bounds.center, this.stage.bounds.radius * 0.88);
    return this.stage.viewOf(sphere, direction.normalize());
  }

  /** Places the plane: through the clash, or the middle of the scene, `offset` of its size away. */
  private section({ on, axis, offset, flip }: Section) {
    this.shared.sectioned.value = on;
    if (!on) return;
    if (axis === "view") this.cutNormal.copy(this.direction());
    else this.cutNormal.set(axis === "x" ? 1 : 0, axis === "y" ? 1 : 0, axis === "z" ? 1 : 0);
    const finding = this.look?.selected == null ? null : this.model.findings[this.look.selected];
    const sphere = finding?.region ? this.aim.sphereOf(finding) : this.stage.bounds;
    const reach = finding?.region ? sphere.radius * 2 : sphere.radius;
    const sign = flip ? -1 : 1;
    const n = this.cutNormal.clone().multiplyScalar(sign);
    this.shared.plane.value.set(n.x, n.y, n.z, n.dot(sphere.center) + sign * offset * reach);
  }

  /** The height of the plane along its axis, relative to the origin. */
  get cutAt(): number {
    const { w } = this.shared.plane.value as THREE.Vector4;
    return this.look?.section.flip ? -w : w;
  }
}
