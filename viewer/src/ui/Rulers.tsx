// A length for scale, and the axes.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Vector3 } from "three";
import type { World } from "../scene/world";
import * as state from "../state";
import { withUnit } from "../text";

const AXES: [string, Vector3, string][] = [
  ["x", new Vector3(1, 0, 0), "#d2524a"],
  ["y", new Vector3(0, 1, 0), "#4a9c5d"],
  ["z", new Vector3(0, 0, 1), "#4a74d2"],
];

export function Rulers({ world }: { world: World }) {
  const turn = useSignal(0);
  useEffect(() => {
    world.stage.afterMove = () => turn.value++;
    turn.value++;
  }, []);
  turn.value;
  const { camera, controls, renderer } = world.stage;
  const away = camera.position.distanceTo(controls.target);
  const perPixel = (2 * away * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(1, renderer.domElement.clientHeight);
  const length = round(90 * perPixel);
  const inverse = camera.quaternion.clone().invert();
  return (
    <div class="over rulers" aria-hidden="true">
      <svg width="56" height="56" viewBox="-28 -28 56 56">
        {AXES.map(([name, axis, color]) => ({ name, color, at: axis.clone().applyQuaternion(inverse) }))
          .sort((a, b) => a.at.z - b.at.z)
          .map(({ name, color, at }) => (
            <g>
              <line x1="0" y1="0" x2={at.x * 17} y2={-at.y * 17} stroke={color} stroke-width="2" stroke-linecap="round" />
              <text x={at.x * 23} y={-at.y * 23 + 3} fill={color}>
                {name}
              </text>
            </g>
          ))}
      </svg>
      <span class="bar" style={{ width: `${length / perPixel}px` }}>
        {withUnit(length * (state.model.view.scale ?? 1), state.model.view.unit)}
      </span>
    </div>
  );
}

/** 1, 2 or 5 times a power of ten, at most `value`. */
function round(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (value / power >= 5 ? 5 : value / power >= 2 ? 2 : 1);
}
