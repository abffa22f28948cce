// The object that was clicked.

import { batch } from "@preact/signals";
import { involved } from "../scene/aim";
import type { Vec3 } from "../data/types";
import * as state from "../state";
import { counted, noun, number, place, short } from "../text";
import { Facts } from "./Facts";

export function Part({ object }: { object: number }) {
  const { model } = state;
  const item = model.objects[object];
  if (!item) return null;
  const mesh = item.mesh === undefined ? undefined : model.meshes[item.mesh];
  const count = model.findings.filter((finding) => involved(finding).includes(object)).length;
  const box = state.world.value?.boxOf(object);
  const facts = [];
  if (item.source) facts.push({ label: "file", value: item.source });
  if (mesh) facts.push({ label: "triangles", value: counted(mesh.triangles.count / 3, "triangle").split(" ")[0] });
  if (item.closed !== undefined) facts.push({ label: "closed", value: item.closed ? "yes" : "no" });
  if (box && !box.isEmpty()) {
    const size = [box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z];
    facts.push({ label: "size", value: `${size.map((side) => number(side * (model.view.scale ?? 1))).join(" × ")} ${short(model.view.unit ?? "")}` });
    facts.push({ label: "from", value: place(box.min.toArray() as Vec3, model.view, Math.max(...size)) });
  }
  return (
    <section class="part" aria-label="Chosen object">
      <header>
        <i class="swatch picked" />
        <h2>{model.name(object)}</h2>
        <button onClick={() => (state.picked.value = null)} aria-label="Close" title="Close">
          ×
        </button>
      </header>
      <Facts facts={facts} />
      <p class="actions">
        <button class="text" onClick={() => state.world.value?.flyToObject(object)}>
          fly to it
        </button>
        <button class="text" onClick={() => batch(() => { state.hidden.value = state.toggled(state.hidden.value, object); state.picked.value = null; })}>
          hide
        </button>
        {count > 0 && (
          <button class="text" onClick={() => (state.objects.value = [object])}>
            list its {counted(count, ...noun(model.view))}
          </button>
        )}
      </p>
    </section>
  );
}
