// What a page may contain: hidden clashes, notes, hostile text, nothing.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { end, folder, open, pixels } from "./browser.mjs";
import * as scenes from "./scenes.mjs";

after(end);
const write = (page, name, notes) => page.write(join(folder, `${name}.html`), notes);
const text = (page, selector) => page.locator(selector).first().innerText();

test("what hides a clash is opened: two closed shells around it", async () => {
  const path = write(scenes.enclosed(), "enclosed");
  const page = await open(path, { hash: "#clash=id-1" });
  const close = await pixels(page);
  assert.ok(close.amber > 5000 && close.cyan > 5000 && close.mark > 300, JSON.stringify(close));
  // From outside both shells too.
  await page.evaluate(() => document.querySelector(".scene canvas").focus());
  const box = await page.locator(".scene canvas").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const scale = () => page.evaluate(() => parseFloat(document.querySelector(".bar").textContent));
  const start = await scale();
  for (let i = 0; i < 60 && (await scale()) < 8 * start; i++) {
    await page.mouse.wheel(0, 240);
    await page.waitForTimeout(40);
  }
  const far = await pixels(page);
  assert.ok(far.amber + far.cyan > 300, JSON.stringify(far));
  await page.keyboard.press("c");
  const closed = await pixels(page);
  assert.ok(closed.amber + closed.cyan < 0.3 * (far.amber + far.cyan), `without, the shells hide it: ${JSON.stringify(closed)}`);
  await page.done();
});

const hostile = `</script><script>window.hacked = true</script><!-- é “x”`;

test("notes stay in the browser, and a saved copy holds them: hostile text is only text", async () => {
  const page = await open(write(scenes.plant(), "notes"), { hash: "#clash=id-7" });
  await page.locator("#comment").fill(hostile);
  await page.locator("#status").selectOption("approved");
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
  assert.equal(await page.locator("#comment").inputValue(), hostile, "after a reload");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save a copy" }).click()]);
  assert.equal(file.suggestedFilename(), "plant.glb-notes.html");
  const saved = join(folder, "saved.html");
  await file.saveAs(saved);
  await page.done();
  // A context of its own has an empty storage.
  const copy = await open(saved, { hash: "#clash=id-7" });
  assert.equal(await copy.locator("#comment").inputValue(), hostile);
  assert.equal(await copy.locator("#status").inputValue(), "approved");
  assert.ok((await pixels(copy)).mark > 100, "the scene is there");
  assert.equal(await copy.evaluate(() => window.hacked), undefined);
  // The copy of the copy is the same file.
  const [again] = await Promise.all([copy.waitForEvent("download"), copy.getByRole("button", { name: "Save a copy" }).click()]);
  assert.equal(readFileSync(await again.path(), "utf8"), readFileSync(saved, "utf8"));
  await copy.done();
});

test("a decision holds for what it was about: a clash that changed shows what was decided, and is new", async () => {
  const first = write(scenes.plant(), "first");
  const page = await open(first, { hash: "#clash=id-8" });
  await page.locator("#status").selectOption("approved");
  await page.locator("#comment").fill("agreed with the duct's makers");
  // Another project's file of the same name, or the next run: the same clash, 900 times as deep, and one that is as it was.
  await page.locator(".row", { hasText: "line 1" }).first().click();
  await page.locator("#status").selectOption("reviewed");
  const changed = scenes.plant();
  Object.assign(changed.view.findings[7], { shape: "another", depth: 900 * changed.view.findings[7].depth });
  changed.view.objects.push({ name: "an object more" });
  const second = write(changed, "second");
  const visit = async (path) => {
    await page.goto(`file://${path}#clash=id-8`);
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
  };
  await visit(second);
  assert.equal(await page.locator("#status").inputValue(), "new");
  assert.equal(await page.locator("#comment").inputValue(), "");
  assert.match(await text(page, ".former"), /Was approved when it was hard, ≤ 62 mm \(20\d\d-\d\d-\d\d\)[\s\S]*agreed with the duct's makers/);
  assert.match(await text(page, ".row.chosen .class"), /^was approved · hard/);
  assert.match(await page.locator(".row.chosen").getAttribute("aria-label"), /was approved$/);
  assert.equal(await page.locator(".status.reviewed").count(), 1, "what is as it was stays decided");
  await page.locator(".filters select[aria-label=Status]").selectOption("approved");
  assert.match(await text(page, ".count"), /^0 of 14/);
  await page.locator(".filters select[aria-label=Status]").selectOption("");
  // A decision about the new one leaves that about the old one alone.
  await page.locator("#status").selectOption("active");
  assert.equal(await page.locator(".former").count(), 0);
  await visit(first);
  assert.equal(await page.locator("#status").inputValue(), "approved");
  assert.equal(await page.locator(".former").count(), 0);
  // And may be repeated with a click.
  changed.view.findings[7].shape = "a third";
  await visit(write(changed, "third"));
  assert.match(await text(page, ".former"), /Was active when it was hard, ≤ 55800 mm/);
  await page.getByRole("button", { name: "decide the same" }).click();
  assert.equal(await page.locator("#status").inputValue(), "active");
  await page.done();
});

test("names and notes with markup are shown as text", async () => {
  const scene = scenes.plant({ title: "<b>x</b><img src=x onerror=hacked=1>", notes: ["<script>hacked=1</script>"] });
  scene.view.objects[1].name = "<img src=x onerror='window.hacked=1'>&amp;";
  const page = await open(write(scene, "markup"), { hash: "#clash=id-1" });
  assert.match(await text(page, ".pair"), /<img src=x onerror='window\.hacked=1'>&amp;/);
  assert.match(await text(page, ".head"), /<b>x<\/b><img/);
  await page.keyboard.press("Escape");
  assert.match(await text(page, ".notes"), /<script>hacked=1<\/script>/);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await page.done();
});

test("the page holds the licences of what is bundled, and so does a copy", async () => {
  const page = await open(write(scenes.plant(), "licences"));
  await page.getByText("Licences of what this page is made of").click();
  const seen = await text(page, ".made pre");
  for (const name of ["three", "preact", "@preact/signals", "@preact/signals-core"]) assert.match(seen, new RegExp(`^${name} \\d+\\.\\d+`, "m"));
  const granted = (text) => text.match(/Permission is hereby granted, free of charge/g)?.length;
  assert.equal(granted(seen), 4);
  assert.match(seen, /three\.js authors/);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save a copy" }).click()]);
  assert.ok(granted(readFileSync(await file.path(), "utf8")) >= 4);
  await page.done();
});

test("without findings the page says so and shows the scene", async () => {
  const scene = scenes.plant();
  scene.view.findings = [];
  scene.view.groups = [];
  const page = await open(write(scene, "clean"));
  assert.match(await text(page, ".list"), /No clashes\. Every pair was decided exactly/);
  assert.match(await text(page, ".panel"), /No clashes/);
  assert.ok((await pixels(page)).colors > 50);
  await page.done();
});
