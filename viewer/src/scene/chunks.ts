// Objects packed into few geometries. Small objects are merged; a mesh that several objects share and that is not small is
// one geometry with an instance for each. The shader reads the object's number either way.

import * as THREE from "three";
import type { Model } from "../data/model";
import { ints, points } from "../data/slices";
import { boxOf } from "./boxes";
import { cells, coarse } from "./coarse";

export type Chunk = {
  geometry: THREE.BufferGeometry;
  objects: number[];
  /** The image drawn on the surface, an index into media. */
  image?: number;
  /** How many corners the index has; those of a coarse form follow, if there is one. */
  fine: number;
  coarse: number;
};

/** Where the points of a mesh lie, so that a frame can replace them. */
export type Place = { geometry: THREE.BufferGeometry; first: number };

export type Packed = {
  chunks: Chunk[];
  places: Map<number, Place[]>;
  /** Local box of each mesh: minimum and maximum, six numbers. */
  boxes: Float32Array[];
  cells: (mesh: number) => number;
};

/** Triangles of a merged chunk, about. */
const CHUNK = 150_000;
/** From this many triangles on, a shared mesh is instanced. */
const SHARED = 500;

/** Called after each chunk with the share of triangles done, to let the page show it and breathe. */
export type Progress = (done: number) => Promise<void>;

export async function pack(model: Model, progress: Progress): Promise<Packed> {
  const users: number[][] = model.meshes.map(() => []);
  model.objects.forEach((object, index) => object.mesh !== undefined && users[object.mesh]?.push(index));
  const moving = new Set(model.moving.meshes);
  const packed: Packed = { chunks: [], places: new Map(), boxes: [], cells: cells(model) };
  const triangles = (mesh: number) => model.meshes[mesh].triangles.count / 3;
  const total = users.reduce((sum, _, mesh) => sum + triangles(mesh), 0) || 1;
  let done = 0;
  let merged: number[] = [];
  let size = 0;
  const flush = async () => {
    if (merged.length) packed.chunks.push(merge(model, merged, packed, moving));
    done += size;
    merged = [];
    size = 0;
    await progress(done / total);
  };
  for (let mesh = 0; mesh < users.length; mesh++) {
    const own = users[mesh].filter((object) => model.objects[object].image === undefined);
    for (const object of users[mesh]) {
      if (model.objects[object].image !== undefined) {
        packed.chunks.push({ ...merge(model, [object], packed, moving, true), image: model.objects[object].image });
      }
    }
    if (own.length > 1 && triangles(mesh) >= SHARED) {
      packed.chunks.push(share(model, mesh, own, packed, moving));
      done += triangles(mesh);
      await progress(done / total);
      continue;
    }
    for (const object of own) {
      merged.push(object);
      size += triangles(mesh);
      if (size >= CHUNK) await flush();
    }
  }
  await flush();
  return packed;
}

/** The GPU has its copy: the one here goes, unless frames change it. */
function release(this: THREE.BufferAttribute) {
  this.array = new (this.array.constructor as new (length: number) => Float32Array)(0);
}

function finish(model: Model, geometry: THREE.BufferGeometry, fixed: boolean, objectCount: number, objects: Uint32Array, instanced: boolean) {
  const numbers = objectCount <= 65_535 ? Uint16Array.from(objects) : objects;
  const attribute = instanced ? new THREE.InstancedBufferAttribute(numbers, 1) : new THREE.BufferAttribute(numbers, 1);
  attribute.gpuType = THREE.IntType;
  geometry.setAttribute("object", attribute);
  if (fixed && model.frames.length === 0) {
    for (const part of [geometry.getAttribute("position"), geometry.index!]) (part as THREE.BufferAttribute).onUpload(release);
  }
}

function note(packed: Packed, mesh: number, place: Place) {
  const list = packed.places.get(mesh);
  if (list) list.push(place);
  else packed.places.set(mesh, [place]);
}

function merge(model: Model, objects: number[], packed: Packed, moving: Set<number>, image = false): Chunk {
  const meshOf = (object: number) => model.objects[object].mesh!;
  let pointCount = 0;
  let cornerCount = 0;
  for (const object of objects) {
    pointCount += model.meshes[meshOf(object)].points.count;
    cornerCount += model.meshes[meshOf(object)].triangles.count;
  }
  const position = new Float32Array(3 * pointCount);
  const number = new Uint32Array(pointCount);
  const index = new Uint32Array(cornerCount);
  const geometry = new THREE.BufferGeometry();
  let [first, corner, fixed] = [0, 0, true];
  const rough: number[][] = [];
  for (const object of objects) {
    const mesh = model.meshes[meshOf(object)];
    points(model.bytes, mesh.points, position, first);
    ints(model.bytes, mesh.triangles, index, corner, first);
    packed.boxes[meshOf(object)] ??= boxOf(position, first, mesh.points.count);
    number.fill(object, first, first + mesh.points.count);
    const side = packed.cells(meshOf(object));
    if (side) rough.push(coarse(position, first, mesh.points.count, index, corner, mesh.triangles.count, packed.boxes[meshOf(object)], side));
    if (moving.has(meshOf(object))) {
      fixed = false;
      note(packed, meshOf(object), { geometry, first });
    }
    first += mesh.points.count;
    corner += mesh.triangles.count;
  }
  geometry.setAttribute("position", new THREE.BufferAttribute(position, 3));
  const extra = setIndex(geometry, index, rough);
  const uv = model.meshes[meshOf(objects[0])].uv;
  if (image && uv) geometry.setAttribute("uv", new THREE.BufferAttribute(model.floats(uv), 2));
  finish(model, geometry, fixed, model.objects.length, number, false);
  return { geometry, objects, ...extra };
}

/** Both forms in one index. */
function setIndex(geometry: THREE.BufferGeometry, index: Uint32Array, rough: number[][]) {
  const count = rough.reduce((sum, part) => sum + part.length, 0);
  const both = count ? new Uint32Array(index.length + count) : index;
  if (count) {
    both.set(index);
    let at = index.length;
    for (const part of rough) {
      both.set(part, at);
      at += part.length;
    }
  }
  geometry.setIndex(new THREE.BufferAttribute(both, 1));
  geometry.setDrawRange(0, index.length);
  return { fine: index.length, coarse: count };
}

function share(model: Model, index: number, objects: number[], packed: Packed, moving: Set<number>): Chunk {
  const mesh = model.meshes[index];
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.instanceCount = objects.length;
  const position = points(model.bytes, mesh.points);
  packed.boxes[index] = boxOf(position, 0, mesh.points.count);
  geometry.setAttribute("position", new THREE.BufferAttribute(position, 3));
  const corners = ints(model.bytes, mesh.triangles, new Uint32Array(mesh.triangles.count)) as Uint32Array;
  const side = packed.cells(index);
  const rough = side ? [coarse(position, 0, mesh.points.count, corners, 0, corners.length, packed.boxes[index], side)] : [];
  const extra = setIndex(geometry, corners, rough);
  if (moving.has(index)) note(packed, index, { geometry, first: 0 });
  finish(model, geometry, !moving.has(index), model.objects.length, Uint32Array.from(objects), true);
  return { geometry, objects, ...extra };
}
