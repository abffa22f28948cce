// The other kinds of page, large pages, broken pages.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { end, folder, launch, open, pixels, settle } from "./browser.mjs";
import { Page } from "./fixture.mjs";
import * as scenes from "./scenes.mjs";

after(end);
const write = (page, name) => page.write(join(folder, `${name}.html`));
const text = (page, selector) => page.locator(selector).first().innerText();

test("a sequence: marks on the timeline, scrub, play, and a clash at its frame", async () => {
  const page = await open(write(scenes.sequence(), "sequence"));
  const first = await pixels(page);
  assert.equal(await page.locator(".ticks rect").count(), 4);
  await page.getByLabel("Frame", { exact: true }).fill("20");
  assert.match(await text(page, ".timeline output"), /21/);
  assert.notEqual((await pixels(page)).hash, first.hash, "objects and points moved");
  await page.getByLabel("Frame", { exact: true }).fill("0");
  assert.equal((await pixels(page)).hash, first.hash, "and back");
  await page.keyboard.press("n");
  assert.match(await text(page, ".timeline output"), /12/);
  const chosen = await pixels(page);
  assert.ok(chosen.amber > 2000 && chosen.cyan > 2000, JSON.stringify(chosen));
  await page.getByLabel("this frame").check();
  assert.match(await text(page, ".count"), /^1 of 4/);
  await page.getByLabel("this frame").uncheck();
  await page.keyboard.press("Escape");
  await page.getByLabel("Play").click();
  await page.waitForFunction(() => Number(document.querySelector(".timeline input").value) > 13, null, { timeout: 15_000 });
  await page.getByLabel("Pause").click();
  const stopped = await page.locator(".timeline input").inputValue();
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".timeline input").inputValue(), stopped);
  await page.done();
});

test("particles: balls move, the impact map lies on its surface, sound plays in step", async () => {
  const page = await open(write(scenes.particles(), "particles"));
  const first = await pixels(page);
  assert.ok(first.colors > 100);
  await page.getByLabel("Frame", { exact: true }).fill("15");
  assert.notEqual((await pixels(page)).hash, first.hash);
  assert.equal(await page.locator(".media img").evaluate((image) => image.naturalWidth), 24);
  await page.getByLabel("Frame", { exact: true }).fill("0");
  await page.getByLabel("Play").click();
  await page.waitForFunction(() => document.querySelector("audio").currentTime > 0.2, null, { timeout: 15_000 });
  const [sound, frame] = await page.evaluate(() => [document.querySelector("audio").currentTime, Number(document.querySelector(".timeline input").value)]);
  assert.ok(Math.abs(frame / 30 - sound) < 0.35, `frame ${frame} at ${sound} s`);
  await page.getByLabel("Pause").click();
  assert.ok(await page.evaluate(() => document.querySelector("audio").paused));
  assert.match(await text(page, ".row"), /particle/);
  await page.done();
});

test("a chip run is charts, with values under the pointer", async () => {
  const page = await open(write(scenes.chip(), "chip"));
  assert.equal(await page.locator(".chart").count(), 2);
  const lines = await page.locator(".chart .line").evaluateAll((paths) => paths.map((path) => path.getTotalLength()));
  assert.equal(lines.length, 3);
  assert.ok(lines.every((length) => length > 200), String(lines));
  await page.locator(".chart svg").first().hover();
  assert.match(await text(page, ".chart ul"), /unit 0\s+\d+ at \d+/);
  assert.match(await text(page, ".panel"), /18 204/);
  await page.done();
});

test("an inspection lists problems and draws borders", async () => {
  const page = await open(write(scenes.inspect(), "inspect"));
  assert.match(await text(page, ".panel"), /2 problems/);
  await page.keyboard.press("n");
  assert.match(await text(page, ".clash"), /Problem 1[\s\S]*open border[\s\S]*a hole of 48 edges/i);
  assert.ok((await pixels(page)).mark > 200);
  await page.keyboard.press("n");
  await settle(page);
  assert.match(await text(page, ".clash"), /without area/);
  await page.done();
});

test("10,000 findings: the list holds few rows and stays fast", async () => {
  const page = await open(write(scenes.many(10_000), "many"), { timeout: 90_000 });
  assert.match(await text(page, ".panel"), /10.000 clashes/);
  assert.ok((await page.locator(".row").count()) < 60);
  // Processor time of the page's own thread: what a busy machine does meanwhile does not count.
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const start = await spent();
  await page.evaluate(() => {
    const box = document.querySelector(".rows");
    box.scrollTop = box.scrollHeight;
  });
  await page.waitForFunction(() => /part 9999/.test(document.querySelector(".rows").innerText));
  await page.locator("#search").fill("#7777");
  await page.waitForFunction(() => /^1 of/.test(document.querySelector(".count").innerText));
  await page.locator("#search").fill("");
  await page.waitForFunction(() => /^10.000/.test(document.querySelector(".count").innerText));
  const seconds = (await spent()) - start;
  assert.ok(seconds < 2, `scrolling and searching took ${seconds} s`);
  await page.getByRole("button", { name: "Matrix" }).click();
  assert.match(await text(page, ".matrix"), /9801 other objects/);
  await page.done();
});

test("a page that leaves findings out says how many, everywhere it counts them", async () => {
  const some = scenes.plant();
  some.view.left_out = 65_190;
  some.view.notes.unshift("This page has room for the 14 worst findings and leaves out 65,190; --json has all.");
  const page = await open(write(some, "some"));
  for (const place of [".head .result", ".overview h2", ".count"]) assert.match(await text(page, place), /^14 of 65.204 clashes/, place);
  assert.match(await text(page, ".overview"), /Only the worst clashes are listed[\s\S]*leaves out 65,190/);
  assert.doesNotMatch(await text(page, ".overview"), /Every clash/);
  await page.done();
});

test("a million triangles open", async () => {
  const page = await open(write(scenes.large(1_000_000), "million"), { width: 800, height: 500, timeout: 120_000 });
  const drawn = await pixels(page);
  assert.ok(drawn.colors > 200, `${drawn.colors} colours`);
  await page.keyboard.press("n");
  assert.ok((await pixels(page)).mark > 50);
  await page.done();
});

test("large coordinates stay sharp: the same picture near and far from zero", async () => {
  const near = await open(write(scenes.plant({ origin: [0, 0, 0] }), "near"), { hash: "#clash=id-1" });
  const { hash } = await pixels(near);
  await near.done();
  const far = await open(write(scenes.plant({ origin: [9e8, 9e8, 9e8] }), "far"), { hash: "#clash=id-1" });
  assert.equal((await pixels(far)).hash, hash);
  assert.match(await text(far, ".facts"), /900001500\.00/);
  await far.done();
});

test("without WebGL the list and the details work", async () => {
  const plain = await launch(["--disable-gpu", "--disable-3d-apis"]);
  const page = await open(write(scenes.plant(), "plain"), { with: plain, ready: false });
  await page.getByRole("alert").waitFor();
  assert.match(await text(page, "[role=alert]"), /no 3D/);
  await page.keyboard.press("n");
  assert.match(await text(page, ".clash h2"), /Clash 1/i);
  page.faults.splice(0, Infinity, ...page.faults.filter((fault) => !/WebGL/.test(fault)));
  await page.done();
  await plain.close();
});

test("broken pages say what is wrong", async () => {
  const empty = new Page().html().replace(/(<script id="allide-view"[^>]*>).*?(<\/script>)/s, "$1$2");
  const cut = scenes.plant();
  cut.parts.pop();
  const newer = new Page({ format: 2 }).html();
  const { writeFileSync } = await import("node:fs");
  for (const [name, html, expected] of [["empty", empty, /holds no data/], ["cut", cut.html(), /incomplete/], ["newer", newer, /format 2/]]) {
    const path = join(folder, `${name}.html`);
    writeFileSync(path, html);
    const page = await open(path, { ready: false });
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector(".boot")?.textContent ?? ""), expected.source);
    await page.context().close();
  }
});

test("odd but valid pages open: no meshes, empty meshes, missing fields", async () => {
  const odd = new Page({ unit: undefined, guarantee: undefined });
  odd.object("nothing", { points: [], triangles: [] });
  odd.view.objects.push({ name: "" });
  odd.object("one", { points: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] });
  odd.finding({ a: 0, b: 1, class: "touch" });
  odd.finding({ a: 2, b: 2, class: "unheard of", region: { min: [0, 0, 0], max: [0, 0, 0] }, facts: undefined, marks: {} });
  const page = await open(write(odd, "odd"));
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press("n");
    await settle(page);
  }
  assert.match(await text(page, ".clash"), /nothing[\s\S]*object 2/);
  await page.done();
});
