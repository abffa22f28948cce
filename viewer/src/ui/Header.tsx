// Title, the result in a line, tabs, and what concerns the whole page.

import { screenshot, select, summary } from "../actions";
import { saveCopy } from "../notes/copy";
import { openPrint } from "../print/print";
import * as state from "../state";
import { Icon } from "./Icon";

export function Header() {
  const { view, findings, objects } = state.model;
  const charts = (view.charts ?? []).length;
  const tabs: [typeof state.tab.value, string][] = [];
  if (objects.length || view.frames?.length) tabs.push(["scene", "3D"]);
  if (findings.some(({ a, b }) => a !== b)) tabs.push(["matrix", "Matrix"]);
  if (charts) tabs.push(["charts", charts === 1 ? "Chart" : "Charts"]);
  return (
    <header class="head">
      <button class="home" onClick={() => select(null)} title="Overview (Esc)">
        <b>allide</b>
        <span class="title">{view.title}</span>
      </button>
      <span class="result">
        {view.kind !== "chip" && summary()}
        {view.guarantee && <span class={`tag ${view.guarantee === "exact" ? "good" : "warn"}`}>{view.guarantee}</span>}
        {(view.notes ?? []).length > 0 && (
          <button class="tag warn" onClick={() => select(null)} title="What was not examined, repaired or guessed">
            {view.notes!.length === 1 ? "1 note" : `${view.notes!.length} notes`}
          </button>
        )}
      </span>
      {tabs.length > 1 && (
        <nav class="segments" aria-label="View">
          {tabs.map(([name, label]) => (
            <button aria-pressed={state.tab.value === name} onClick={() => (state.tab.value = name)}>
              {label}
            </button>
          ))}
        </nav>
      )}
      <span class="tools">
        {state.world.value && (
          <button onClick={screenshot} title="Save a picture of the scene" aria-label="Picture">
            <Icon name="picture" />
          </button>
        )}
        {findings.length > 0 && (
          <button onClick={openPrint} title="Print the list, with pictures (o)" aria-label="Print">
            <Icon name="print" />
          </button>
        )}
        <button onClick={() => (state.theme.value = state.dark.value ? "light" : "dark")} title="Light or dark (t)" aria-label={state.dark.value ? "Light" : "Dark"}>
          <Icon name={state.dark.value ? "sun" : "moon"} />
        </button>
        <button onClick={() => (state.dialog.value = "keys")} title="Keys (?)" aria-label="Keys">
          <Icon name="keys" />
        </button>
        {findings.length > 0 && (
          <button class="save" onClick={saveCopy} title="Write a copy of this page with status and comments in it (w)">
            Save<span class="wide"> a copy</span>
          </button>
        )}
      </span>
    </header>
  );
}
