// What the page shows: VIEW with its bytes, and look-ups into it.

import { f32, ints, points, u8 } from "./slices";
import type { Finding, Frame, Item, Mesh, Pose, Slice, Vec3, View } from "./types";

export type Box = { min: Vec3; max: Vec3 };

export const IDENTITY: Pose = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/** Whether this is the pose of an object that is not there: twelve zeros. */
export const isAbsent = (pose: Pose) => pose.every((value) => value === 0);

/** `pose` applied to a point. */
export function moved(pose: Pose, [x, y, z]: Vec3 | number[]): Vec3 {
  const at = (k: number) => pose[k] * x + pose[3 + k] * y + pose[6 + k] * z + pose[9 + k];
  return [at(0), at(1), at(2)];
}

export class Model {
  readonly view: View;
  readonly bytes: Uint8Array;
  readonly objects: Item[];
  readonly meshes: Mesh[];
  readonly findings: Finding[];
  readonly frames: Frame[];
  /** For each mesh and object that moves, the frames that change it. */
  private readonly pointFrames = new Map<number, { frame: number; slice: Slice }[]>();
  private readonly poseFrames = new Map<number, { frame: number; pose: Pose }[]>();
  private readonly urls = new Map<number, string>();

  constructor(view: View, bytes: Uint8Array) {
    this.view = view;
    this.bytes = bytes;
    this.objects = view.objects ?? [];
    this.meshes = view.meshes ?? [];
    this.findings = view.findings ?? [];
    this.frames = view.frames ?? [];
    this.frames.forEach((frame, index) => {
      for (const [mesh, slice] of frame.points ?? []) push(this.pointFrames, mesh, { frame: index, slice });
      for (const [object, pose] of frame.poses ?? []) push(this.poseFrames, object, { frame: index, pose });
    });
  }

  /** Meshes and objects that differ between frames. */
  get moving(): { meshes: number[]; objects: number[] } {
    return { meshes: [...this.pointFrames.keys()], objects: [...this.poseFrames.keys()] };
  }

  /** The points of a mesh at a frame: those of the last frame that changed them. */
  pointsAt(mesh: number, frame: number): Slice {
    return last(this.pointFrames.get(mesh), frame)?.slice ?? this.meshes[mesh].points;
  }

  poseAt(object: number, frame: number): Pose {
    return last(this.poseFrames.get(object), frame)?.pose ?? this.objects[object]?.pose ?? IDENTITY;
  }

  points(slice: Slice): Float32Array {
    return points(this.bytes, slice);
  }

  ints(slice: Slice): Int32Array {
    return ints(this.bytes, slice) as Int32Array;
  }

  floats(slice: Slice): Float32Array {
    return f32(this.bytes, slice);
  }

  raw(slice: Slice): Uint8Array {
    return u8(this.bytes, slice);
  }

  /** A blob: address of a medium, for an image or audio element. */
  mediaUrl(index: number): string | undefined {
    const medium = this.view.media?.[index];
    if (!medium) return undefined;
    if (!this.urls.has(index)) {
      this.urls.set(index, URL.createObjectURL(new Blob([this.raw(medium.data).slice()], { type: medium.mime })));
    }
    return this.urls.get(index);
  }

  /** The name of an object, or what to say when there is none. */
  name(object: number): string {
    return this.objects[object]?.name || `object ${object + 1}`;
  }

  /** The time of a frame in seconds, or its number. */
  time(frame: number): number {
    return this.frames[frame]?.time ?? frame;
  }
}

function push<T>(map: Map<number, T[]>, key: number, value: T) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The last entry at or before `frame`. */
function last<T extends { frame: number }>(list: T[] | undefined, frame: number): T | undefined {
  if (!list) return undefined;
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].frame <= frame) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}
