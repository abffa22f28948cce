// The textures the surface shader reads: a pose and a state (colour, opacity) for each object.

import * as THREE from "three";
import type { Pose } from "../data/types";

const POSE_WIDTH = 4096;
const STATE_WIDTH = 1024;

export class Tables {
  readonly poses: THREE.DataTexture;
  readonly states: THREE.DataTexture;
  private readonly rows: Float32Array;
  private readonly colors: Uint8Array;

  constructor(count: number) {
    const poseRows = Math.max(1, Math.ceil((3 * count) / POSE_WIDTH));
    const stateRows = Math.max(1, Math.ceil(count / STATE_WIDTH));
    this.rows = new Float32Array(4 * POSE_WIDTH * poseRows);
    this.colors = new Uint8Array(4 * STATE_WIDTH * stateRows);
    this.poses = new THREE.DataTexture(this.rows, POSE_WIDTH, poseRows, THREE.RGBAFormat, THREE.FloatType);
    this.states = new THREE.DataTexture(this.colors, STATE_WIDTH, stateRows, THREE.RGBAFormat, THREE.UnsignedByteType);
    this.poses.needsUpdate = this.states.needsUpdate = true;
  }

  setPose(object: number, pose: Pose) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) this.rows[12 * object + 4 * row + column] = pose[3 * column + row];
    }
    this.poses.needsUpdate = true;
  }

  /** `opacity` 1 is solid, 0 hidden, anything between is drawn in the faded pass. */
  setState(object: number, color: number[], opacity: number) {
    const at = 4 * object;
    for (let k = 0; k < 3; k++) this.colors[at + k] = color[k];
    this.colors[at + 3] = Math.round(255 * opacity);
    this.states.needsUpdate = true;
  }

  opacity(object: number): number {
    return this.colors[4 * object + 3] / 255;
  }
}
