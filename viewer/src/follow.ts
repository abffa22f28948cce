// The scene follows the state.

import { effect, untracked } from "@preact/signals";
import { Color } from "three";
import { shown, share } from "./list/rows";
import type { Look, World } from "./scene/world";
import * as state from "./state";

export function lookNow(): Look {
  return {
    selected: state.selected.value,
    picked: state.picked.value,
    rest: state.rest.value,
    seeThrough: state.seeThrough.value,
    clearing: state.clearing.value,
    section: state.section.value,
    hidden: state.hidden.value,
    dark: state.dark.value,
  };
}

export function follow(world: World) {
  // The frame first: marks and poses are of the frame that is shown.
  effect(() => {
    const frame = state.frame.value;
    if (frame !== world.currentFrame) world.setFrame(frame);
    world.show(lookNow());
    world.stage.request();
  });
  effect(() => {
    // Beside a chosen finding, the dots of others would only distract.
    const list = state.dots.value && state.selected.value === null ? shown.value : [];
    const frames = state.model.frames.length > 0 ? state.frame.value : null;
    const now = frames === null ? list : list.filter((index) => (state.model.findings[index].frame ?? frames) === frames);
    const rim = new Color(state.dark.value ? "#15181d" : "#ffffff");
    untracked(() => world.dots.show(state.model, now, share, world.stage.renderer.getPixelRatio(), rim));
    world.stage.request();
  });
}
