// The state of the page: what is chosen, filtered, shown. Components read signals; the scene follows them in `follow.ts`.

import { computed, signal } from "@preact/signals";
import type { Model } from "./data/model";
import type { Notes, Status } from "./data/types";
import type { Rest, Section, World } from "./scene/world";
import type { Thumbs } from "./scene/thumbs";

/** Set once, before anything is drawn. */
export let model: Model;
export const setModel = (value: Model) => (model = value);

export const world = signal<World | null>(null);
export const thumbs = signal<Thumbs | null>(null);
/** Why there is no picture. */
export const noPicture = signal("");
/** 0 to 1 while meshes are decoded, then null. */
export const loading = signal<number | null>(0);

export const selected = signal<number | null>(null);
export const picked = signal<number | null>(null);
export const tab = signal<"scene" | "matrix" | "charts">("scene");
export const dialog = signal<"" | "keys">("");
export const announcement = signal("");
/** On a narrow screen, which part is below the scene. */
export const sheet = signal<"list" | "panel">("list");

export const rest = signal<Rest>("show");
export const seeThrough = signal(false);
export const clearing = signal(true);
export const dots = signal(true);
export const section = signal<Section>({ on: false, axis: "x", offset: 0, flip: false });
export const hidden = signal<ReadonlySet<number>>(new Set());

export const frame = signal(0);
export const playing = signal(false);
export const speed = signal(1);

export const query = signal("");
/** Classes that are switched off. */
export const offClasses = signal<ReadonlySet<string>>(new Set());
export const status = signal<Status | "">("");
/** Only findings of all these objects. */
export const objects = signal<number[]>([]);
export const frameOnly = signal(false);
export const sort = signal<"worst" | "name" | "class" | "status" | "time">("worst");
export const openFolds = signal<ReadonlySet<string>>(new Set());

export const notes = signal<Notes>({ format: 2, findings: {} });

export const theme = signal<"auto" | "light" | "dark">("auto");
const system = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(system.matches);
system.addEventListener("change", () => (systemDark.value = system.matches));
export const dark = computed(() => (theme.value === "auto" ? systemDark.value : theme.value === "dark"));

/** The set with `value` added, or removed if it was there. */
export function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const copy = new Set(set);
  if (!copy.delete(value)) copy.add(value);
  return copy;
}
