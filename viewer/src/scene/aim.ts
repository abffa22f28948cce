// Where the camera goes for a finding: near enough to see it, far enough to recognise the parts, where little is in the way.

import * as THREE from "three";
import type { Finding } from "../data/types";
import { Surroundings } from "./clear";
import { blocked, watched } from "./rays";
import type { View } from "./stage";
import type { Look, World } from "./world";

/** `hiding`: objects of the pair that hide their own clash from this side. */
export type Aimed = View & { hiding: number[] };

export class Aim {
  private readonly world: World;
  private readonly surroundings: Surroundings;

  constructor(world: World) {
    this.world = world;
    this.surroundings = new Surroundings(world.model);
  }

  /** What the camera looks at: the region, and enough around it to recognise the parts. */
  sphereOf(finding: Finding): THREE.Sphere {
    const { bounds } = this.world.stage;
    const sphere = boxOf(finding).getBoundingSphere(new THREE.Sphere());
    const sizes = involved(finding).map((object) => this.world.boxOf(object).getSize(new THREE.Vector3()).length() / 2);
    const smallest = Math.min(...sizes.filter((size) => size > 0), bounds.radius);
    sphere.radius = Math.max(sphere.radius, 0.14 * smallest, 1e-5 * bounds.radius);
    return sphere;
  }

  /** A view of a finding that little stands in the way of. */
  viewOf(finding: Finding, look: Look, aspect?: number): Aimed {
    const { world } = this;
    const { stage, pose: poses } = world;
    const { center: centre, radius } = this.sphereOf(finding);
    const pair = involved(finding);
    const wide = new THREE.Sphere(centre, Math.min(radius * 2.8, this.enough(centre, radius, pair)));
    const reach = stage.distance(wide.radius, aspect);
    const shown = (object: number) => pair.includes(object) || (look.rest === "show" && !look.hidden.has(object) && world.boxOf(object).distanceToPoint(centre) < reach);
    const direction = this.surroundings.best({ centre, radius, reach, pair, up: stage.up, along: along(finding), poses, shown });
    const view = stage.viewOf(wide, direction, aspect);
    const starts = watched(boxOf(finding));
    const hides = (object: number) => blocked(world.model, object, world.currentFrame, poses(object), starts, view.position, radius) >= 2;
    return { ...view, hiding: pair.filter(hides) };
  }

  /** The radius around a region that holds all of the pair: more is not needed to recognise it. */
  private enough(centre: THREE.Vector3, radius: number, pair: number[]): number {
    const box = new THREE.Box3();
    for (const object of pair) box.union(this.world.boxOf(object));
    if (box.isEmpty()) return Infinity;
    const whole = box.getBoundingSphere(new THREE.Sphere());
    return Math.max(1.2 * radius, 0.95 * whole.radius + whole.center.distanceTo(centre));
  }
}

/** The objects a finding is about. */
export function involved(finding: Finding): number[] {
  return [...new Set([finding.a, finding.b, ...(finding.copies ?? [])])].filter((object) => object >= 0);
}

function boxOf({ region }: Finding): THREE.Box3 {
  return new THREE.Box3(new THREE.Vector3(...region!.min), new THREE.Vector3(...region!.max));
}

/** Along which depth or distance is measured: best seen from the side. */
function along({ direction, points }: Finding): THREE.Vector3 | null {
  if (direction) return new THREE.Vector3(...direction).normalize();
  if (!points) return null;
  const line = new THREE.Vector3(...points[1]).sub(new THREE.Vector3(...points[0]));
  return line.lengthSq() > 0 ? line.normalize() : null;
}
