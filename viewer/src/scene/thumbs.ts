// Small pictures of findings, drawn when asked for, in moments when nothing else happens. They show the pair alone, which is
// clear at this size and fast in a scene of any size.

import { signal } from "@preact/signals";
import * as THREE from "three";
import type { Look, World } from "./world";

export const WIDTH = 192;
export const HEIGHT = 144;

export class Thumbs {
  /** Counts up when a picture is ready. */
  readonly ready = signal(0);
  private readonly urls = new Map<string, string>();
  private wanted: number[] = [];
  private waiting = false;
  private readonly world: World;
  private readonly look: () => Look;
  private readonly target = new THREE.WebGLRenderTarget(WIDTH, HEIGHT, { samples: 4 });

  constructor(world: World, look: () => Look) {
    this.world = world;
    this.look = look;
  }

  private key(finding: number) {
    return `${finding} ${this.look().dark}`;
  }

  /** The picture, if it is there; if not, it will be. */
  get(finding: number): string | undefined {
    const url = this.urls.get(this.key(finding));
    if (!url && !this.wanted.includes(finding)) {
      // Old requests are no longer on the screen.
      this.wanted.push(finding);
      if (this.wanted.length > 24) this.wanted.shift();
      this.wait();
    }
    return url;
  }

  private wait() {
    if (this.waiting) return;
    this.waiting = true;
    const idle = window.requestIdleCallback ?? ((task: () => void) => window.setTimeout(task, 30));
    idle(async () => {
      const start = performance.now();
      const finding = this.world.stage.flying ? undefined : this.wanted.shift();
      if (finding !== undefined) {
        await this.make(finding);
        this.ready.value++;
      }
      // On a slow machine, half of the time stays for everything else.
      window.setTimeout(() => {
        this.waiting = false;
        if (this.wanted.length) this.wait();
      }, performance.now() - start + 5);
    });
  }

  /** Draws one, and waits for it without stopping the page. */
  async make(index: number, dark = this.look().dark): Promise<string> {
    const key = `${index} ${dark}`;
    const known = this.urls.get(key);
    if (known) return known;
    this.draw(index, dark);
    const pixels = new Uint8Array(4 * WIDTH * HEIGHT);
    await this.world.stage.renderer.readRenderTargetPixelsAsync(this.target, 0, 0, WIDTH, HEIGHT, pixels);
    const url = picture(pixels);
    this.urls.set(key, url);
    return url;
  }

  /** Draws into the target. The scene looks as before when this returns. */
  private draw(index: number, dark: boolean) {
    const { world } = this;
    const { renderer, scene, camera, controls } = world.stage;
    const before = this.look();
    const finding = world.model.findings[index];
    const look: Look = { ...before, selected: index, picked: null, rest: "hide", seeThrough: false, clearing: true, section: { ...before.section, on: false }, dark };
    const frame = finding.frame;
    const back = world.currentFrame;
    if (frame !== undefined && frame !== back) world.setFrame(frame);
    const eye = camera.clone();
    const view = finding.region ? world.aim.viewOf(finding, look, WIDTH / HEIGHT) : { ...world.overview(), hiding: [] };
    const hiding = world.hiding;
    world.hiding = view.hiding;
    world.show(look);
    eye.aspect = WIDTH / HEIGHT;
    eye.position.copy(view.position);
    eye.lookAt(view.target);
    const target = controls.target.clone();
    controls.target.copy(view.target);
    world.stage.clip(eye);
    controls.target.copy(target);
    const [dots, balls] = [world.dots.object.visible, world.balls.object.visible];
    world.dots.object.visible = false;
    // Particles near the eye would hide what they hit.
    world.balls.object.visible = false;
    renderer.setRenderTarget(this.target);
    renderer.render(scene, eye);
    renderer.setRenderTarget(null);
    world.dots.object.visible = dots;
    world.balls.object.visible = balls;
    if (frame !== undefined && frame !== back) world.setFrame(back);
    world.hiding = hiding;
    world.show(before);
  }
}

/** Pixels, bottom row first, as the address of an image. */
function picture(pixels: Uint8Array): string {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(WIDTH, HEIGHT);
  for (let row = 0; row < HEIGHT; row++) {
    image.data.set(pixels.subarray(4 * WIDTH * row, 4 * WIDTH * (row + 1)), 4 * WIDTH * (HEIGHT - 1 - row));
  }
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  context.putImageData(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.85);
}
