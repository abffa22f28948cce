// The tools over the scene: what to draw, and how.

import { batch } from "@preact/signals";
import { fit } from "../actions";
import type { Rest, Section } from "../scene/world";
import * as state from "../state";
import { coordinate, number } from "../text";
import { Icon } from "./Icon";

const REST: [Rest, string, string][] = [
  ["show", "Show", "Show the other parts (1)"],
  ["dim", "Dim", "Dim the other parts (2)"],
  ["hide", "Isolate", "Hide the other parts (3)"],
];

export function Tools() {
  const { rest, seeThrough, clearing, section, dots, hidden } = state;
  const isChosen = state.selected.value !== null;
  return (
    <div class="over tools3d" role="toolbar" aria-label="Scene">
      {state.model.findings.length > 0 && (
        <span class="segments" role="group" aria-label="Other parts">
          {REST.map(([value, label, title]) => (
            <button aria-pressed={rest.value === value} title={title} onClick={() => (rest.value = value)}>
              {label}
            </button>
          ))}
        </span>
      )}
      {isChosen && (
        <button class="toggle" aria-pressed={clearing.value} title="Cut open what stands between you and the clash (c)" onClick={() => (clearing.value = !clearing.value)}>
          Clear view
        </button>
      )}
      {isChosen && (
        <button class="toggle" aria-pressed={seeThrough.value} title="See through the pair (x)" onClick={() => (seeThrough.value = !seeThrough.value)}>
          See through
        </button>
      )}
      <button class="toggle" aria-pressed={section.value.on} title="Section plane (s)" onClick={() => (section.value = { ...section.value, on: !section.value.on })}>
        Section
      </button>
      {!isChosen && state.model.findings.length > 0 && (
        <button class="toggle" aria-pressed={dots.value} title="A dot at each place of the list (m)" onClick={() => (dots.value = !dots.value)}>
          Dots
        </button>
      )}
      {hidden.value.size > 0 && (
        <button class="toggle" onClick={() => (hidden.value = new Set())}>
          Show {hidden.value.size} hidden
        </button>
      )}
      <button class="toggle icon" title={isChosen ? "Back to the clash (f)" : "Show everything (f)"} aria-label="Fit" onClick={fit}>
        <Icon name="fit" />
      </button>
    </div>
  );
}

export function SectionTool() {
  const { section } = state;
  const value = section.value;
  if (!value.on) return null;
  const set = (part: Partial<Section>) => batch(() => (section.value = { ...value, ...part }));
  const world = state.world.value!;
  const axis = "xyz".indexOf(value.axis);
  return (
    <div class="over section" role="group" aria-label="Section plane">
      <span class="segments">
        {(["x", "y", "z", "view"] as const).map((axis) => (
          <button aria-pressed={value.axis === axis} title={axis === "view" ? "Across the line of sight" : `Across the ${axis} axis`} onClick={() => set({ axis, offset: 0 })}>
            {axis}
          </button>
        ))}
      </span>
      <input type="range" min={-1} max={1} step={0.005} value={value.offset} aria-label="Position of the plane" onInput={(event) => set({ offset: event.currentTarget.valueAsNumber })} />
      <output>{axis < 0 ? number(value.offset) : coordinate(world.cutAt, axis, state.model.view, world.stage.bounds.radius)}</output>
      <button class="toggle" aria-pressed={value.flip} onClick={() => set({ flip: !value.flip })}>
        Flip
      </button>
    </div>
  );
}
