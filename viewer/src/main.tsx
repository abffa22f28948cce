// Reads the page's data and starts it.

import "./style.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { followLink } from "./actions";
import { readBytes, readNotes, readView } from "./data/load";
import { Model } from "./data/model";
import { listen } from "./keys";
import { load } from "./notes/notes";
import { listenForPrint } from "./print/print";
import * as state from "./state";
import { App } from "./ui/App";

const root = document.getElementById("app")!;

/** A sentence where the page would be. */
function say(text: string, done?: number) {
  const line = document.createElement("p");
  line.className = "boot";
  line.textContent = text;
  if (done !== undefined) {
    const bar = document.createElement("progress");
    bar.value = done;
    line.append(" ", bar);
  }
  root.replaceChildren(line);
}

async function start() {
  const view = readView();
  if (!view) return say("This page holds no data. The command allide writes pages that do: allide check FILE… --html report.html");
  if (view.format !== 1) return say(`This page's data has format ${view.format}, and this viewer reads format 1: write it again with one version of allide.`);
  document.title = `${view.title} – allide`;
  say("Reading the page…", 0);
  const bytes = await readBytes(view, (done) => say("Reading the page…", done));
  state.setModel(new Model(view, bytes));
  load(readNotes());
  const hasScene = state.model.objects.length > 0 || state.model.frames.length > 0;
  if ((!hasScene || view.kind === "chip") && view.charts?.length) state.tab.value = "charts";
  effect(() => {
    document.documentElement.dataset.theme = state.dark.value ? "dark" : "light";
  });
  root.replaceChildren();
  render(<App />, root);
  listen();
  listenForPrint();
  followLink();
  window.addEventListener("hashchange", followLink);
  if (!hasScene) document.documentElement.dataset.ready = "";
}

start().catch((error: unknown) => {
  console.error(error);
  say(`This page cannot be read: ${error instanceof Error ? error.message : String(error)}`);
});
