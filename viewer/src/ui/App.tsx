// The page: header, list, scene, panel, timeline.

import { useRef } from "preact/hooks";
import { Charts } from "../charts/Charts";
import { List } from "../list/List";
import { Matrix } from "../matrix/Matrix";
import { Panel } from "../panel/Panel";
import * as state from "../state";
import { Timeline } from "../timeline/Timeline";
import { Header } from "./Header";
import { Keys } from "./Keys";
import { Scene } from "./Scene";
import { Splitter } from "./Splitter";

export function App() {
  const root = useRef<HTMLDivElement>(null);
  const tab = state.tab.value;
  const hasList = state.model.findings.length > 0 || state.model.view.kind !== "chip";
  return (
    <div class={`app ${hasList ? "" : "no-list"} sheet-${state.sheet.value}`} ref={root}>
      <Header />
      {hasList && <List />}
      {hasList && <Splitter root={root} name="--left" side={1} label="Width of the list" least={220} most={640} start={330} />}
      <main>
        <Scene isShown={tab === "scene"} />
        {tab === "matrix" && <Matrix />}
        {tab === "charts" && <Charts />}
      </main>
      <Splitter root={root} name="--right" side={-1} label="Width of the details" least={240} most={560} start={310} />
      <Panel />
      {state.model.frames.length > 1 && <Timeline />}
      <nav class="sheets" aria-label="Below the scene">
        {hasList && (
          <button aria-pressed={state.sheet.value === "list"} onClick={() => (state.sheet.value = "list")}>
            List
          </button>
        )}
        <button aria-pressed={state.sheet.value === "panel"} onClick={() => (state.sheet.value = "panel")}>
          Details
        </button>
      </nav>
      {state.dialog.value === "keys" && <Keys />}
      <p class="live" role="status" aria-live="polite">
        {state.announcement.value}
      </p>
    </div>
  );
}
