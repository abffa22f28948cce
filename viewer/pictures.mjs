// The pictures of the README and of docs/, taken from pages that the command writes: node pictures.mjs ALLIDE FOLDER

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { open, end } from "./tests/browser.mjs";

const [allide, out] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), "allide-pictures-"));
const run = (...words) => {
  try {
    execFileSync(allide, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    // 1 says that there are findings.
    if (error.status !== 1) throw error;
  }
};

/** Takes a picture of a page once it has come to rest. */
async function picture(name, page, { keys = [], frame, dark = false } = {}) {
  const shown = await open(join(folder, page), { width: 1280, height: 800, dark, timeout: 120_000 });
  for (const key of keys) await shown.keyboard.press(key);
  if (frame !== undefined) await shown.locator("input[type=range]").last().fill(String(frame));
  // The camera arrives, and thumbnails are drawn.
  await shown.waitForTimeout(6000);
  await shown.screenshot({ path: join(out, `${name}.jpg`), type: "jpeg", quality: 85, timeout: 120_000 });
  await shown.done();
  console.log(`${name}.jpg`);
}

run("scene", "plant", "-o", "plant.obj");
run("check", "plant.obj", "--clearance", "0.05", "--html", "plant.html", "-q");
await picture("plant", "plant.html", { keys: ["n", "n"] });
await picture("plant-dark", "plant.html", { dark: true });
for (const [name, frames, keys, frame] of [["leaves", 24, [], 12], ["breaking", 24, [], 14]]) {
  run("scene", name, "--frames", String(frames), "-o", `${name}.##.obj`);
  run("check", `${name}.##.obj`, "--fps", "24", "--html", `${name}.html`, "-q");
  await picture(name, `${name}.html`, { keys, frame });
}
run("scene", "bunnies", "-o", "bunnies.obj");
run("check", "bunnies.obj", "--html", "bunnies.html", "-q");
await picture("bunnies", "bunnies.html", { keys: ["n"] });
run("particles", "hail", "--html", "hail.html");
await picture("hail", "hail.html", { frame: 60 });
run("chip", "run", "--html", "chip.html");
await picture("chip", "chip.html");
await end();
rmSync(folder, { recursive: true, force: true });
