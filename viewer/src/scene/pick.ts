// The object under the pointer: the scene drawn with object numbers for colours, into a single pixel.

import * as THREE from "three";
import { material, PICK } from "./shader";
import type { World } from "./world";

const target = new THREE.WebGLRenderTarget(1, 1);
let numbers: THREE.Material | null = null;

export function pick(world: World, x: number, y: number): number | null {
  const { renderer, scene, camera } = world.stage;
  const { clientWidth: width, clientHeight: height } = renderer.domElement;
  numbers ??= material(PICK, world.shared);
  world.stage.clip();
  const eye = camera.clone();
  eye.setViewOffset(width, height, Math.floor(x), Math.floor(y), 1, 1);
  eye.updateProjectionMatrix();
  const away: THREE.Object3D[] = [];
  scene.traverseVisible((object) => {
    const mesh = object as THREE.Mesh;
    if (mesh !== (scene as unknown) && !(mesh.isMesh && mesh.geometry.getAttribute("object"))) away.push(object);
  });
  const hidden = away.filter((object) => object.children.length === 0);
  for (const object of hidden) object.visible = false;
  const color = renderer.getClearColor(new THREE.Color());
  const alpha = renderer.getClearAlpha();
  renderer.setClearColor(0, 0);
  scene.overrideMaterial = numbers;
  renderer.setRenderTarget(target);
  renderer.render(scene, eye);
  scene.overrideMaterial = null;
  const pixel = new Uint8Array(4);
  renderer.readRenderTargetPixels(target, 0, 0, 1, 1, pixel);
  renderer.setRenderTarget(null);
  renderer.setClearColor(color, alpha);
  for (const object of hidden) object.visible = true;
  const id = pixel[0] | (pixel[1] << 8) | (pixel[2] << 16);
  return id ? id - 1 : null;
}
