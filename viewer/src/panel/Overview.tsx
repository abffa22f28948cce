// The scope of the check: what was examined, what was not, by which method, with which guarantee.

import { select } from "../actions";
import { order } from "../list/rows";
import * as state from "../state";
import { noun, total } from "../text";
import { Facts } from "./Facts";
import { Media } from "./Media";

export function Overview() {
  const { view, findings } = state.model;
  return (
    <div class="overview">
      <header>
        <h2>{findings.length ? total(state.model) : view.kind === "chip" ? view.title : `No ${noun(view)[1]}`}</h2>
        {view.guarantee && <span class={`tag ${view.guarantee === "exact" ? "good" : "warn"}`}>{view.guarantee}</span>}
      </header>
      <p class="meaning">{promise()}</p>
      {findings.length > 0 && (
        <p>
          <button class="main" onClick={() => select(order.value[0] ?? 0)}>
            {state.model.view.kind === "particles" ? "Show the most hit" : "Show the worst"} <kbd>n</kbd>
          </button>
        </p>
      )}
      {(view.notes ?? []).length > 0 && (
        <section class="notes">
          <h3>Note</h3>
          <ul>
            {view.notes!.map((note) => (
              <li>{note}</li>
            ))}
          </ul>
        </section>
      )}
      {(view.summary ?? []).length > 0 && (
        <section>
          <h3>Examined</h3>
          <Facts facts={view.summary!} />
        </section>
      )}
      <Media />
      <p class="made">
        Made by allide {view.version}. This file needs no network. Press <kbd>?</kbd> for keys.
      </p>
      <details class="made">
        <summary>Licences of what this page is made of</summary>
        <pre>{document.getElementById("allide-licences")?.textContent?.trim()}</pre>
      </details>
    </div>
  );
}

function promise(): string {
  const { view, findings } = state.model;
  const many = noun(view)[1];
  if (view.left_out) return `Only the worst ${many} are listed: a page has no room for more. ${view.guarantee === "exact" ? "Each was decided exactly, without a tolerance." : ""}`;
  if (view.guarantee === "exact" && view.kind === "inspect") {
    return findings.length ? "Every problem of the kinds that were looked for is listed; each was decided exactly." : "Nothing of what was looked for is wrong with these meshes; it was decided exactly.";
  }
  if (view.guarantee === "exact") {
    return findings.length ? `Every ${noun(view)[0]} among the examined objects is listed; each was decided exactly, without a tolerance.` : "All examined pairs were decided exactly, without a tolerance: nothing was overlooked.";
  }
  if (view.guarantee === "may miss") return `The chosen method may overlook ${many}. Those that are listed were confirmed.`;
  return "";
}
