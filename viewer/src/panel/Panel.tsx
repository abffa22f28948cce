// The right side: the chosen finding, or what was examined.

import * as state from "../state";
import { Clash } from "./Clash";
import { Overview } from "./Overview";
import { Part } from "./Part";

export function Panel() {
  const index = state.selected.value;
  return (
    <aside class="panel" aria-label="Details">
      {state.picked.value !== null && <Part object={state.picked.value} />}
      {index === null ? <Overview /> : <Clash index={index} key={state.model.findings[index].id} />}
    </aside>
  );
}
