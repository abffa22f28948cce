// Page size, load time and frame rate for 60 thousand, 1 and 10 million triangles, as a Markdown table.
// Headless Chromium with SwiftShader, a GPU made of software: a real GPU draws far faster. `node bench.mjs 60000 1000000` takes fewer.

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./tests/browser.mjs";
import { large } from "./tests/scenes.mjs";

const sizes = process.argv.slice(2).map(Number);
if (!sizes.length) sizes.push(60_000, 1_000_000, 10_000_000);
const folder = mkdtempSync(join(tmpdir(), "allide-bench-"));
const browser = await launch();

console.log(`Chromium ${browser.version()}, SwiftShader, ${cpus().length} × ${cpus()[0].model}, canvas 1440 × 900 less list and panel\n`);
console.log("| triangles | page | opened | drawn | turning | at rest |");
console.log("|---:|---:|---:|---:|---:|---:|");
for (const size of sizes) {
  const path = join(folder, `${size}.html`);
  large(size, size > 2_000_000 ? 64 : 16).write(path);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  const start = performance.now();
  await page.goto(`file://${path}`, { timeout: 600_000 });
  await page.locator(".list").waitFor();
  const listed = performance.now() - start;
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.locator(".scene canvas").screenshot();
  const drawn = performance.now() - start;
  const turning = await frames(page);
  const still = await rest(page);
  console.log(`| ${size.toLocaleString("en-US")} | ${(statSync(path).size / 1e6).toFixed(1)} MB | ${(listed / 1000).toFixed(1)} s | ${(drawn / 1000).toFixed(1)} s | ${turning.toFixed(1)} frames/s | ${still.toFixed(0)} ms |`);
  await context.close();
}
await browser.close();
rmSync(folder, { recursive: true });

/** Frames per second while the scene is dragged for some seconds. A frame counts when its pixels are there. */
async function frames(page) {
  const box = await page.locator(".scene canvas").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => {
    window.counted = 0;
    const gl = document.querySelector(".scene canvas").getContext("webgl2");
    const pixel = new Uint8Array(4);
    const tick = () => {
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      window.counted++;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const start = performance.now();
  for (let i = 0; performance.now() - start < 5000; i++) await page.mouse.move(x + 100 * Math.sin(i / 10), y + 40 * Math.sin(i / 17));
  const count = await page.evaluate(() => window.counted);
  const spent = performance.now() - start;
  await page.mouse.up();
  return (1000 * count) / spent;
}

/** Milliseconds for one frame at full resolution. */
async function rest(page) {
  await page.waitForTimeout(500);
  return page.evaluate(async () => {
    const gl = document.querySelector(".scene canvas").getContext("webgl2");
    const pixel = new Uint8Array(4);
    const times = [];
    for (let i = 0; i < 3; i++) {
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "m" }));
      const start = performance.now();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[1];
  });
}
