// What buttons and keys do.

import { batch } from "@preact/signals";
import { download, fileName } from "./notes/copy";
import { frameOf, order } from "./list/rows";
import * as state from "./state";
import { measure, noun, total } from "./text";

/** Chooses a finding and flies to it; null goes back to the overview. */
export function select(index: number | null, fly = true) {
  const { model } = state;
  batch(() => {
    state.selected.value = index;
    state.picked.value = null;
    state.section.value = { ...state.section.value, offset: 0 };
    if (index === null) {
      state.announcement.value = "Overview";
      return;
    }
    const finding = model.findings[index];
    openFold(index);
    const frame = frameOf(finding);
    if (frame !== undefined) {
      state.playing.value = false;
      state.frame.value = frame;
    }
    state.tab.value = model.objects.length ? "scene" : state.tab.value;
    const at = order.value.indexOf(index);
    state.announcement.value = `${noun(model.view)[0]} ${finding.number}, ${finding.class}: ${titleOf(index)}. ${measure(finding, model.view.unit)} ${at + 1} of ${order.value.length}`;
  });
  const world = state.world.value;
  if (world && fly) {
    if (index === null) world.stage.fly(world.overview());
    else world.flyTo(model.findings[index]);
  }
  const hash = index === null ? "" : `#clash=${encodeURIComponent(model.findings[index].id)}`;
  if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname + location.search);
}

/** A chosen finding is not left folded away. */
function openFold(index: number) {
  const group = (state.model.view.groups ?? []).findIndex(({ findings }) => findings.includes(index));
  const key = `g${group}`;
  if (group >= 0 && !state.openFolds.value.has(key)) state.openFolds.value = state.toggled(state.openFolds.value, key);
}

export function titleOf(index: number): string {
  const finding = state.model.findings[index];
  if (finding.title) return finding.title;
  if (finding.a === finding.b) return state.model.name(finding.a);
  return `${state.model.name(finding.a)} × ${state.model.name(finding.b)}`;
}

/** The next finding of the list, or the previous one. */
export function step(by: 1 | -1) {
  const list = order.value;
  if (!list.length) return;
  const at = state.selected.value === null ? -1 : list.indexOf(state.selected.value);
  const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length;
  select(list[next]);
}

/** Opens the finding that `#clash=…` names. */
export function followLink() {
  const match = /^#clash=(.+)$/.exec(location.hash);
  if (!match) return;
  let id = match[1];
  try {
    id = decodeURIComponent(id);
  } catch {
    // Not encoded: as it stands.
  }
  const index = state.model.findings.findIndex((finding) => finding.id === id);
  if (index >= 0) select(index);
  else state.announcement.value = `This page has no ${noun(state.model.view)[0]} ${id}`;
}

export function resetFilters() {
  batch(() => {
    state.query.value = "";
    state.offClasses.value = new Set();
    state.status.value = "";
    state.objects.value = [];
    state.frameOnly.value = false;
  });
}

export function fit() {
  const world = state.world.value;
  if (!world) return;
  const finding = state.selected.value;
  if (finding !== null) world.flyTo(state.model.findings[finding]);
  else world.stage.fly(world.overview());
}

export function screenshot() {
  const world = state.world.value;
  if (!world) return;
  world.stage.draw();
  world.stage.renderer.domElement.toBlob((blob) => {
    const finding = state.selected.value;
    const part = finding === null ? "" : `-${noun(state.model.view)[0]}-${state.model.findings[finding].number}`;
    if (blob) download(blob, fileName(`${part}.png`));
  });
  state.announcement.value = "Saved the picture";
}

export function setFrame(frame: number) {
  const last = state.model.frames.length - 1;
  state.frame.value = Math.max(0, Math.min(last, frame));
}

export function summary(): string {
  const { model } = state;
  return model.findings.length ? total(model) : `no ${noun(model.view)[1]}`;
}

/** Copies a link to the chosen finding. */
export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    state.announcement.value = "Link copied";
  } catch {
    state.announcement.value = "The link is in the address bar: this browser lets pages of files copy nothing";
  }
}
