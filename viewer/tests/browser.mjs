// Debian's Chromium, headless, with a software renderer; and what every test looks at.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--autoplay-policy=no-user-gesture-required"];
export const folder = mkdtempSync(join(tmpdir(), "allide-page-"));

let browser;

export async function launch(more = []) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...FLAGS, ...more] });
}

/** Opens a page from disk and waits until it is drawn. Errors and requests that leave the file are kept and end the test in `close`. */
export async function open(path, { hash = "", width = 1100, height = 680, dark = false, ready = true, with: shared, timeout = 60_000 } = {}) {
  browser ??= await launch();
  const context = await (shared ?? browser).newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", acceptDownloads: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !/GPU stall|swiftshader|software WebGL/i.test(message.text()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => !/^(file|data|blob):/.test(request.url()) && faults.push(`request: ${request.url()}`));
  await page.goto(pathToFileURL(path).href + hash);
  if (ready) await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined, null, { timeout });
  return Object.assign(page, {
    faults,
    /** Ends the page and fails for anything it complained about. */
    async done() {
      await context.close();
      if (faults.length) throw new Error(`the page complained:\n${faults.join("\n")}`);
    },
  });
}

export async function end() {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Small numbers about what is drawn in the middle of the canvas: how many colours, and how many pixels are amber, cyan and the colour of marks. */
export async function pixels(page) {
  await settle(page);
  const { x, y, width, height } = await page.locator(".scene canvas").boundingBox();
  const narrow = width < 400;
  // The middle alone: tools, legend and rulers lie at the border, and are not what is looked at.
  const clip = { x: x + 12, y: y + (narrow ? 80 : 100), width: width - 24, height: height - (narrow ? 150 : 200) };
  const data = (await page.screenshot({ type: "png", clip, timeout: 60_000 })).toString("base64");
  return page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const colors = new Set();
    const out = { amber: 0, cyan: 0, mark: 0, hash: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
      colors.add((r << 16) | (g << 8) | b);
      if (r > 1.8 * b && g > 1.2 * b && r > 1.15 * g && r > 90) out.amber++;
      if (b > 1.5 * r && g > 1.3 * r && b > 70) out.cyan++;
      if (Math.abs(r - 255) < 12 && Math.abs(g - 47) < 25 && Math.abs(b - 125) < 25) out.mark++;
      out.hash = (Math.imul(out.hash, 31) + (r << 16) + (g << 8) + b) | 0;
    }
    return { ...out, colors: colors.size };
  }, data);
}

/** Waits until the camera rests and the last frame is drawn. */
export async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() => document.querySelector(".scene canvas").dataset.resting === "yes", null, { timeout: 120_000 });
}
