// The chosen finding: what, where, how bad, and what people say about it.

import { copyLink, select, step, titleOf } from "../actions";
import { STATUSES, type Status, type Vec3 } from "../data/types";
import { order } from "../list/rows";
import { change, former, formerOf, noteOf, statusOf } from "../notes/notes";
import { A, B } from "../palette";
import * as state from "../state";
import { CLASSES, noun, number, place, short, withUnit } from "../text";
import { Facts } from "./Facts";

export function Clash({ index }: { index: number }) {
  const { model } = state;
  const finding = model.findings[index];
  const { unit } = model.view;
  const at = order.value.indexOf(index);
  const sides = finding.a === finding.b ? [finding.a] : [finding.a, finding.b];
  const measured = [
    finding.depth !== undefined && { label: finding.depth_estimate ? "penetration, at most" : "penetration", value: withUnit(finding.depth, unit) },
    finding.distance !== undefined && { label: "distance", value: withUnit(finding.distance, unit) },
    finding.volume !== undefined && { label: "shared volume", value: unit ? `${number(finding.volume)} ${short(unit)}³` : number(finding.volume) },
  ].filter((fact) => !!fact);
  // The command's own words come before ours; the class stands above.
  const own = (finding.facts ?? []).filter(({ label }) => label !== "class");
  const known = new Set(own.map(({ label }) => label));
  const facts = [...measured.filter(({ label }) => !known.has(label.split(",")[0])), ...own];
  return (
    <div class="clash">
      <header>
        <h2>
          {noun(model.view)[0]} {finding.number}
        </h2>
        <span class="stepper">
          <button onClick={() => step(-1)} title="Previous (p)" aria-label="Previous">
            ‹
          </button>
          <span>
            {at < 0 ? "–" : at + 1} / {order.value.length}
          </span>
          <button onClick={() => step(1)} title="Next (n)" aria-label="Next">
            ›
          </button>
          <button onClick={() => select(null)} title="Back to the overview (Esc)" aria-label="Close">
            ×
          </button>
        </span>
      </header>
      <p class="meaning">
        <span class="tag">{finding.class}</span> {CLASSES[finding.class] && `${CLASSES[finding.class]}.`}
      </p>
      {finding.title && <p class="title">{titleOf(index)}</p>}
      <ul class="pair">
        {sides.map((object, side) => (
          <Side object={object} color={side === 0 ? A : B} letter={sides.length === 1 ? "" : "AB"[side]} />
        ))}
      </ul>
      {finding.copies && finding.copies.length > 2 && (
        <details class="copies">
          <summary>{finding.copies.length} copies in one place</summary>
          <ul>
            {finding.copies.map((object) => (
              <li>{model.name(object)}</li>
            ))}
          </ul>
        </details>
      )}
      <Facts facts={[...facts, ...where(finding.region)]} />
      <Remarks id={finding.id} />
      <p class="actions">
        <button class="text" onClick={copyLink}>
          copy link
        </button>
        <code title="The same clash has the same name in the next run">{finding.id}</code>
      </p>
    </div>
  );
}

/** Where it is, in the coordinates of the files. */
function where(region?: { min: Vec3; max: Vec3 }) {
  if (!region) return [];
  const { view } = state.model;
  const size = Math.max(...region.max.map((value, k) => value - region.min[k]), 1e-6);
  const middle = region.min.map((value, k) => 0.5 * (value + region.max[k])) as Vec3;
  const side = (k: number) => region.max[k] - region.min[k];
  const extent = [0, 1, 2].map((k) => number(side(k) < 1e-9 * size ? 0 : side(k) * (view.scale ?? 1))).join(" × ");
  return [
    { label: "centre", value: place(middle, view, size) },
    { label: "extent", value: view.unit ? `${extent} ${short(view.unit)}` : extent },
  ];
}

function Side({ object, color, letter }: { object: number; color: string; letter: string }) {
  const item = state.model.objects[object];
  const isFilter = state.objects.value.includes(object);
  return (
    <li>
      <i class="swatch" style={{ background: color }} />
      <span class="who">
        <button class="text name" onClick={() => (state.picked.value = state.picked.value === object ? null : object)} title="About this object">
          {letter && <b>{letter} </b>}
          {state.model.name(object)}
        </button>
        {item?.source && <small>{item.source}</small>}
      </span>
      <button class="text" aria-pressed={isFilter} title="List only what concerns this object" onClick={() => (state.objects.value = isFilter ? state.objects.value.filter((other) => other !== object) : [...state.objects.value, object])}>
        filter
      </button>
    </li>
  );
}

/** A decision about something that has changed since. */
function Former({ id }: { id: string }) {
  const note = formerOf(id);
  if (!note) return null;
  return (
    <div class="former" role="note">
      <p>
        <b>Was {former(note)}</b> when it was {note.was || "different"}
        {note.when && ` (${note.when.slice(0, 10)})`}. The objects are not the same now: look again.
      </p>
      {note.comment && <blockquote>{note.comment}</blockquote>}
      <button class="text" onClick={() => change(id, { status: note.status, comment: note.comment })}>
        decide the same
      </button>
    </div>
  );
}

function Remarks({ id }: { id: string }) {
  const note = noteOf(id);
  return (
    <div class="remarks">
      <Former id={id} />
      <label>
        Status
        <select id="status" value={statusOf(id)} onChange={(event) => change(id, { status: event.currentTarget.value as Status })}>
          {STATUSES.map((status) => (
            <option value={status}>{status}</option>
          ))}
        </select>
      </label>
      <label>
        Comment
        <textarea id="comment" rows={3} value={note.comment ?? ""} placeholder="Kept in this browser; “save a copy” puts it into a file" onInput={(event) => change(id, { comment: event.currentTarget.value })} />
      </label>
    </div>
  );
}
