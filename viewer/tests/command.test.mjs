// Pages that the command writes, where ALLIDE names it: check, inspect, particles, chip, a sequence.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { end, folder, open, pixels } from "./browser.mjs";

const { ALLIDE } = process.env;
const skip = ALLIDE ? false : "ALLIDE names no command: pages that it writes are not opened";
after(end);

/** Runs the command. 1 says that there are findings. */
function run(...words) {
  const { status, stderr } = spawnSync(resolve(ALLIDE), words, { cwd: folder, encoding: "utf8" });
  assert.ok(status === 0 || status === 1, `allide ${words.join(" ")}: ${stderr}`);
}

const text = (page, selector) => page.locator(selector).first().innerText();

test("check: the plant's clashes, in list, panel and picture", { skip }, async () => {
  run("scene", "plant", "-o", "plant.glb");
  run("check", "plant.glb", "--html", "plant.html");
  const page = await open(join(folder, "plant.html"));
  const before = await pixels(page);
  assert.ok(before.colors > 100, `${before.colors} colours`);
  assert.match(await text(page, ".panel"), /clashes[\s\S]*exact[\s\S]*method/);
  await page.getByRole("button", { name: /^hard/ }).click();
  await page.getByRole("button", { name: /^hard/ }).click();
  await page.locator("#search").fill("hard tank");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  assert.match(await text(page, ".clash"), /hard[\s\S]*tank/);
  const shown = await pixels(page);
  assert.ok(shown.amber > 1000 && shown.cyan > 300 && shown.mark > 50, JSON.stringify(shown));
  await page.done();
});

test("inspect: a mesh with problems", { skip }, async () => {
  run("scene", "cloth", "-o", "cloth.obj");
  run("inspect", "cloth.obj", "--html", "inspect.html");
  const page = await open(join(folder, "inspect.html"));
  assert.ok((await pixels(page)).colors > 100);
  assert.match(await text(page, ".panel"), /problem/i);
  await page.done();
});

test("a sequence: the timeline changes what is drawn", { skip }, async () => {
  run("scene", "passing", "--frames", "4", "-o", "passing.#.obj");
  run("check", "passing.#.obj", "--html", "passing.html");
  const page = await open(join(folder, "passing.html"));
  const first = await pixels(page);
  await page.getByLabel("Frame", { exact: true }).fill("3");
  assert.notEqual((await pixels(page)).hash, first.hash);
  await page.done();
});

test("particles: frames and sound", { skip }, async () => {
  run("particles", "hail", "--frames", "10", "--html", "hail.html");
  const page = await open(join(folder, "hail.html"));
  const first = await pixels(page);
  assert.ok(first.colors > 20, `${first.colors} colours`);
  await page.getByLabel("Frame", { exact: true }).fill("9");
  assert.notEqual((await pixels(page)).hash, first.hash);
  await page.done();
});

test("chip run: charts", { skip }, async () => {
  run("chip", "run", "--html", "chip.html");
  const page = await open(join(folder, "chip.html"));
  assert.ok((await page.locator(".chart .line").count()) > 0);
  await page.done();
});
