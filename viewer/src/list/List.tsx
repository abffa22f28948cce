// The list of findings: only the rows in view are in the document, so that 10,000 cost as much as 20.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { select, titleOf } from "../actions";
import { former, formerOf, noteOf, statusOf } from "../notes/notes";
import { css, heat } from "../palette";
import * as state from "../state";
import { counted, measure, noun, total } from "../text";
import { Filters } from "./Filters";
import { order, type Row, rows, share, shown } from "./rows";

const ROW = 58;

export function List() {
  const { view, findings } = state.model;
  const [one, many] = noun(view);
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  useEffect(() => {
    const watch = new ResizeObserver(() => (height.value = box.current!.clientHeight));
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  // The chosen row stays in view.
  useSignalEffect(() => {
    const index = state.selected.value;
    const at = rows.value.findIndex((row) => row.kind === "finding" ? row.index === index : !row.open && index !== null && row.members.includes(index));
    if (at < 0 || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    if (at * ROW < scrollTop) box.current.scrollTop = at * ROW;
    else if ((at + 1) * ROW > scrollTop + clientHeight) box.current.scrollTop = (at + 1) * ROW - clientHeight;
  });
  const first = Math.max(0, Math.floor(top.value / ROW) - 4);
  const last = Math.min(rows.value.length, Math.ceil((top.value + height.value) / ROW) + 4);
  return (
    <section class="list" aria-label={`List of ${many}`}>
      {findings.length > 0 && <Filters />}
      <div class="rows" ref={box} onScroll={(event) => (top.value = event.currentTarget.scrollTop)} role="listbox" aria-label={many} tabIndex={0} aria-activedescendant={state.selected.value === null ? undefined : `row-${state.selected.value}`}>
        <div style={{ height: `${rows.value.length * ROW}px` }} role="presentation">
          {rows.value.slice(first, last).map((row, i) => (
            <div class="slot" style={{ top: `${(first + i) * ROW}px`, height: `${ROW}px` }} role="presentation" key={row.kind === "group" ? row.key : row.index}>
              {row.kind === "group" ? <GroupRow row={row} /> : <FindingRow index={row.index} inset={row.depth > 0} />}
            </div>
          ))}
        </div>
        {!findings.length && view.kind !== "chip" && (
          <p class="empty">
            {view.kind === "check" ? (view.guarantee === "exact" ? "No clashes. Every pair was decided exactly." : "No clashes were found.") : `No ${many}.`}
          </p>
        )}
        {findings.length > 0 && !shown.value.length && <p class="empty">Nothing passes the filters.</p>}
      </div>
      {findings.length > 0 && (
        <p class="count" aria-live="polite">
          {shown.value.length === findings.length ? total(state.model) : `${shown.value.length} of ${counted(findings.length, one, many)}`}
          <span class="hint">n next · p previous</span>
        </p>
      )}
    </section>
  );
}

function FindingRow({ index, inset }: { index: number; inset: boolean }) {
  const finding = state.model.findings[index];
  const isChosen = state.selected.value === index;
  // In a group of one pair through time, what differs is the frame.
  const frame = inset && finding.frame !== undefined ? state.model.frames[finding.frame]?.label : undefined;
  const names = frame !== undefined ? [`frame ${frame}`] : finding.title ? [finding.title] : finding.a === finding.b ? [state.model.name(finding.a)] : [state.model.name(finding.a), state.model.name(finding.b)];
  state.thumbs.value?.ready.value;
  const picture = state.thumbs.value?.get(index);
  const status = statusOf(finding.id);
  const before = formerOf(finding.id);
  const decided = status !== "new" ? status : before ? `was ${former(before)}` : "";
  const value = measure(finding, state.model.view.unit);
  return (
    <div id={`row-${index}`} class={`row ${isChosen ? "chosen" : ""} ${inset ? "inset" : ""} ${status}`} role="option" aria-selected={isChosen} aria-posinset={order.value.indexOf(index) + 1} aria-setsize={order.value.length} aria-label={`${finding.number}. ${titleOf(index)}, ${finding.class} ${value}, ${decided || status}`} onClick={() => select(index)}>
      <span class="thumb">{picture && <img src={picture} alt="" width="56" height="42" />}</span>
      <span class="names">
        <span class="name">{names[0]}</span>
        {names[1] !== undefined && <span class="name second">{names[1]}</span>}
        {names[1] === undefined && finding.copies && <span class="name second">{counted(finding.copies.length, "copy", "copies")} in one place</span>}
      </span>
      <span class="side">
        <span class="value">
          {value && <i class="heat" style={{ background: css(heat(share(index))) }} />}
          {value}
        </span>
        <span class="class">
          {noteOf(finding.id).comment && <span title="has a comment">✎ </span>}
          {decided && <span class={`status ${before ? "outdated" : status}`}>{decided} · </span>}
          {finding.class}
          {finding.frame !== undefined && frame === undefined && ` · ${state.model.frames[finding.frame]?.label ?? finding.frame + 1}`}
        </span>
      </span>
    </div>
  );
}

function GroupRow({ row }: { row: Extract<Row, { kind: "group" }> }) {
  const holds = state.selected.value !== null && row.members.includes(state.selected.value);
  const classes = [...new Set(row.members.map((index) => state.model.findings[index].class))];
  const worst = row.members[0];
  const value = measure(state.model.findings[worst], state.model.view.unit);
  const toggle = () => (state.openFolds.value = state.toggled(state.openFolds.value, row.key));
  return (
    <button class={`row group ${holds && !row.open ? "chosen" : ""}`} aria-expanded={row.open} onClick={toggle}>
      <span class="fold">{row.open ? "▾" : "▸"}</span>
      <span class="names">
        <span class="name">{row.name}</span>
        <span class="name second">{counted(row.members.length, ...noun(state.model.view))}</span>
      </span>
      <span class="side">
        <span class="value">
          {value && <i class="heat" style={{ background: css(heat(share(worst))) }} />}
          {value}
        </span>
        <span class="class">{classes.join(", ")}</span>
      </span>
    </button>
  );
}
