// The canvas with what lies over it: tools, legend, scale, axes.

import { useEffect, useRef } from "preact/hooks";
import { select } from "../actions";
import { follow, lookNow } from "../follow";
import { pick } from "../scene/pick";
import { Thumbs } from "../scene/thumbs";
import { World } from "../scene/world";
import * as state from "../state";
import { Legend } from "./Legend";
import { Rulers } from "./Rulers";
import { SectionTool, Tools } from "./Tools";

export function Scene({ isShown }: { isShown: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { model } = state;
    if (!model.objects.length && !model.frames.length) {
      state.loading.value = null;
      return;
    }
    void start(canvas.current!);
  }, []);
  useEffect(() => {
    if (isShown) state.world.value?.stage.resize();
  }, [isShown]);
  return (
    <div class="scene" hidden={!isShown}>
      <canvas ref={canvas} tabIndex={0} aria-label="The scene in 3D. The list and the details say the same in words." role="img" />
      {state.noPicture.value && (
        <p class="no-picture" role="alert">
          {state.noPicture.value}
        </p>
      )}
      {state.loading.value !== null && (
        <p class="loading">
          Reading the geometry… <progress value={state.loading.value} max={1} />
        </p>
      )}
      {state.world.value && (
        <>
          <div class="top">
            <Tools />
            <SectionTool />
          </div>
          <Legend />
          <Rulers world={state.world.value} />
        </>
      )}
    </div>
  );
}

async function start(canvas: HTMLCanvasElement) {
  let world: World;
  try {
    world = new World(state.model, canvas);
  } catch {
    state.loading.value = null;
    state.noPicture.value = "This browser shows no 3D (WebGL 2 is missing or switched off). The list and all details work.";
    return;
  }
  world.stage.resize();
  await world.build(async (done) => {
    state.loading.value = done;
    await new Promise((next) => setTimeout(next));
  });
  state.loading.value = null;
  world.stage.jump(world.overview());
  follow(world);
  new ResizeObserver(() => world.stage.resize()).observe(canvas.parentElement!);
  clicks(world, canvas);
  state.thumbs.value = new Thumbs(world, lookNow);
  state.world.value = world;
  const chosen = state.selected.value;
  if (chosen !== null && state.model.findings[chosen].region) {
    world.setFrame(state.frame.value);
    world.go(world.aim.viewOf(state.model.findings[chosen], lookNow()), false);
  }
  document.documentElement.dataset.ready = "";
}

/** A click chooses an object or a dot; a double click flies. A drag is neither. */
function clicks(world: World, canvas: HTMLCanvasElement) {
  let down = [0, 0];
  canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
  const at = (event: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("click", (event) => {
    if (Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
    const [x, y] = at(event);
    const dot = world.dots.near(x, y, world.stage.camera, canvas.clientWidth, canvas.clientHeight, 9);
    if (dot !== null && dot !== state.selected.value) select(dot);
    else state.picked.value = pick(world, x, y);
  });
  canvas.addEventListener("dblclick", (event) => {
    const object = pick(world, ...at(event));
    if (object !== null) world.flyToObject(object);
  });
}
