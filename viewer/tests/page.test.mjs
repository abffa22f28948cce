// The page in a real browser: what each control does, in the document and in pixels.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { end, folder, open, pixels, settle } from "./browser.mjs";
import * as scenes from "./scenes.mjs";

after(end);
const write = (page, name, notes) => page.write(join(folder, `${name}.html`), notes);
const text = (page, selector) => page.locator(selector).first().innerText();

describe("a page of clashes", () => {
  const path = write(scenes.plant(), "plant");
  // One page for all: loading takes longer than what is tested. Each test starts from the overview without filters.
  let page;
  before(async () => (page = await open(path)));
  after(() => page.done());
  beforeEach(async () => {
    await page.evaluate(() => document.activeElement?.blur());
    for (const key of ["Escape", "Escape", "1"]) await page.keyboard.press(key);
    const clear = page.getByRole("button", { name: "clear", exact: true });
    if (await clear.count()) await clear.click();
  });
  /** Opens a clash by its link. */
  const follow = async (id) => {
    await page.evaluate((id) => (location.hash = `#clash=${id}`), id);
    await page.locator(".clash code", { hasText: new RegExp(`^${id}$`) }).waitFor();
  };

  test("shows the scene, the list worst first, and what was and was not examined", async () => {
    const drawn = await pixels(page);
    assert.ok(drawn.colors > 50, `the canvas has ${drawn.colors} colours`);
    assert.match(await text(page, ".panel"), /14 clashes[\s\S]*exact[\s\S]*valve\.stl was not examined[\s\S]*pairs examined/);
    assert.match(await text(page, ".row >> nth=0"), /slab × riser[\s\S]*6 clashes[\s\S]*200 mm/);
    assert.match(await text(page, ".row >> nth=1"), /line 1[\s\S]*70 mm/);
    assert.equal(await page.title(), "plant.glb – allide");
  });

  test("keys step through the list, choose, and go back", async () => {
    const before = await pixels(page);
    await page.keyboard.press("n");
    assert.match(await text(page, ".clash h2"), /Clash 1/i);
    const first = await pixels(page);
    assert.notEqual(first.hash, before.hash);
    assert.ok(first.amber > 2000 && first.cyan > 2000 && first.mark > 200, JSON.stringify(first));
    assert.equal(await page.locator('[role=option][aria-selected="true"]').count(), 1);
    for (const key of ["j", "ArrowDown"]) await page.keyboard.press(key);
    assert.match(await text(page, ".clash h2"), /Clash 3/i);
    for (const key of ["k", "p"]) await page.keyboard.press(key);
    assert.match(await text(page, ".clash h2"), /Clash 1/i);
    await page.keyboard.press("p");
    assert.match(await text(page, ".clash h2"), /Clash 14/i, "the list is a ring");
    assert.match(await text(page, "[role=status]"), /clash 14, clearance: tank 3 × storey 1\/slab/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".overview").count(), 1);
    assert.equal(await page.evaluate(() => location.hash), "");
    await page.keyboard.press("?");
    assert.match(await text(page, "dialog"), /next in the list/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog").count(), 0);
  });

  test("a link opens its clash, with coordinates in the file's system", async () => {
    await follow("id-8");
    assert.match(await text(page, ".clash"), /Clash 8[\s\S]*line 2[\s\S]*duct[\s\S]*at most[\s\S]*62 mm/i);
    assert.match(await text(page, ".clash"), /4515645\.25, 5401830\.50/);
    assert.ok((await pixels(page)).mark > 100);
    await page.evaluate(() => (location.hash = "#clash=id-14"));
    await page.waitForFunction(() => /14/.test(document.querySelector(".clash h2").textContent));
    await page.evaluate(() => (location.hash = "#clash=nothing"));
    await page.waitForFunction(() => /no clash nothing/.test(document.querySelector("[role=status]").textContent));
  });

  test("other parts are shown, dimmed, hidden; the pair can be seen through; dots go", async () => {
    await follow("id-8");
    const seen = [await pixels(page)];
    for (const name of ["Dim", "Isolate", "See through", "Clear view"]) {
      const button = page.getByRole("button", { name, exact: true });
      const before = await button.getAttribute("aria-pressed");
      await button.click();
      assert.notEqual(await button.getAttribute("aria-pressed"), before, name);
      seen.push(await pixels(page));
    }
    // Isolated, nothing else is there to be cut open: that is told apart with parts shown, below.
    assert.equal(new Set(seen.slice(0, 4).map(({ hash }) => hash)).size, 4, JSON.stringify(seen));
    await page.keyboard.press("1");
    const shown = await pixels(page);
    await page.keyboard.press("c");
    const clear = await pixels(page);
    assert.ok(clear.cyan > 2 * shown.cyan, "a clear view shows more of the pair");
    for (const key of ["x", "Escape"]) await page.keyboard.press(key);
    const dotted = await pixels(page);
    await page.getByRole("button", { name: "Dots", exact: true }).click();
    assert.notEqual((await pixels(page)).hash, dotted.hash);
    await page.keyboard.press("m");
    assert.equal((await pixels(page)).hash, dotted.hash);
  });

  test("the section plane cuts, moves, turns and flips", async () => {
    await follow("id-1");
    const seen = [(await pixels(page)).hash];
    await page.keyboard.press("s");
    seen.push((await pixels(page)).hash);
    for (const axis of ["y", "z", "view"]) {
      await page.locator(".over.section").getByRole("button", { name: axis, exact: true }).click();
      seen.push((await pixels(page)).hash);
    }
    await page.locator(".over.section").getByRole("button", { name: "x", exact: true }).click();
    await page.locator(".over.section input").fill("0.4");
    seen.push((await pixels(page)).hash);
    await page.getByRole("button", { name: "Flip" }).click();
    seen.push((await pixels(page)).hash);
    assert.equal(new Set(seen).size, seen.length);
    await page.keyboard.press("s");
    assert.equal(await page.locator(".over.section").count(), 0);
  });

  test("filters by class, text, object, status, and order", async () => {
    const count = () => text(page, ".count");
    await page.getByRole("button", { name: /^hard/ }).click();
    assert.match(await count(), /^3 of 14/);
    await page.getByRole("button", { name: "clear", exact: true }).click();
    await page.locator("#search").fill("riser 3");
    assert.match(await count(), /^1 of 14/);
    await page.locator("#search").fill("#14");
    assert.match(await text(page, ".row"), /tank 3/);
    await page.locator("#search").fill("");
    await page.locator(".row", { hasText: "line 2" }).click();
    await page.locator(".pair li", { hasText: "duct" }).getByRole("button", { name: "filter" }).click();
    assert.match(await count(), /^5 of 14/);
    await page.locator(".pair li", { hasText: "line 2" }).getByRole("button", { name: "filter" }).click();
    assert.match(await count(), /^1 of 14/);
    await page.getByRole("button", { name: "clear", exact: true }).click();
    await page.locator("#status").selectOption("active");
    await page.locator(".filters select[aria-label=Status]").selectOption("active");
    assert.match(await count(), /^1 of 14/);
    await page.getByRole("button", { name: "clear", exact: true }).click();
    await page.getByLabel("Order").selectOption("class");
    assert.match(await text(page, ".row >> nth=0"), /clearance/);
    await page.getByLabel("Order").selectOption("worst");
  });

  test("groups fold and open", async () => {
    if ((await page.locator(".row.group").getAttribute("aria-expanded")) === "true") await page.locator(".row.group").click();
    assert.equal(await page.locator(".row.inset").count(), 0);
    await page.locator(".row.group").click();
    assert.equal(await page.locator(".row.group").getAttribute("aria-expanded"), "true");
    assert.equal(await page.locator(".row.inset").count(), 6);
    await page.locator(".row.group").click();
    assert.equal(await page.locator(".row.inset").count(), 0);
  });

  test("the matrix lists the clashes of a pair", async () => {
    await page.getByRole("button", { name: "Matrix" }).click();
    await page.getByRole("button", { name: "duct and line 3: 1 clash" }).click();
    assert.match(await text(page, ".count"), /^1 of 14/);
    assert.match(await text(page, ".row"), /line 3/);
    await page.getByRole("button", { name: "3D" }).click();
  });

  test("a click tells about an object, a double click flies to it", async () => {
    await page.keyboard.press("m");
    const { x, y, width, height } = await page.locator(".scene canvas").boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    assert.match(await text(page, ".part h2"), /storey|wall/);
    const before = await pixels(page);
    await page.mouse.dblclick(x + width / 2, y + height / 2);
    assert.notEqual((await pixels(page)).hash, before.hash);
    await page.keyboard.press("f");
    await settle(page);
    await page.mouse.click(x + 8, y + 8);
    assert.equal(await page.locator(".part").count(), 0, "beside everything");
    await page.keyboard.press("m");
  });

  test("light and dark differ, by the system and by the button", async () => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const light = await pixels(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    const dark = await pixels(page);
    assert.notEqual(dark.hash, light.hash);
    await page.getByRole("button", { name: "Light" }).click();
    assert.equal(await theme(), "light");
    assert.equal((await pixels(page)).hash, light.hash);
    await page.getByRole("button", { name: "Dark" }).click();
    assert.equal((await pixels(page)).hash, dark.hash);
    await page.keyboard.press("t");
  });

  test("a picture is saved, and the list prints with pictures", async () => {
    await follow("id-1");
    await settle(page);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Picture" }).click()]);
    assert.equal(file.suggestedFilename(), "plant.glb-clash-1.png");
    const bytes = readFileSync(await file.path());
    assert.deepEqual([...bytes.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join(""), "PNG");
    assert.ok(bytes.length > 8000, `${bytes.length} bytes: an empty picture is smaller`);
    await page.evaluate(() => (window.print = () => (window.printed = document.querySelectorAll(".print tbody tr").length)));
    await page.getByRole("button", { name: "Print" }).click();
    await page.waitForFunction(() => window.printed === 14);
    assert.equal(await page.locator(".print img").count(), 14);
    const sources = await page.locator(".print img").evaluateAll((images) => images.map(({ src }) => src));
    assert.equal(new Set(sources).size, 14, "pictures differ");
  });

  test("thumbnails appear in the list", async () => {
    await page.waitForFunction(() => document.querySelectorAll(".thumb img").length >= 5);
  });

  test("roles, labels and focus serve people without a mouse or a screen", async () => {
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, select, textarea, [role=separator]")].filter((element) => !(element.getAttribute("aria-label") || element.textContent.trim() || element.closest("label"))).map((element) => element.outerHTML));
    assert.deepEqual(unnamed, []);
    assert.ok((await page.getByRole("option").count()) >= 8);
    await page.getByRole("separator", { name: "Width of the list" }).focus();
    const before = (await page.locator(".list").boundingBox()).width;
    await page.keyboard.press("ArrowRight");
    assert.equal((await page.locator(".list").boundingBox()).width, before + 20);
  });

  test("fits a phone: list and details below the scene", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    assert.ok(await page.locator(".list").isVisible());
    await page.locator(".row", { hasText: "line 1" }).click();
    await page.getByRole("button", { name: "Details" }).click();
    assert.ok(await page.locator(".clash").isVisible());
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is cut off at the side");
    assert.ok((await pixels(page)).mark > 50);
  });
});
