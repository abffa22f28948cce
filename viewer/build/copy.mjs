// Puts the built page where the command embeds it, after checks that it is one file with one place for data.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(at("../dist/page.html"), "utf8");
const places = page.split("<!--allide-->").length - 1;
if (places !== 1) throw new Error(`the page has ${places} places for data, not 1`);
const markup = page.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "");
if (/\b(src|href)\s*=/.test(markup)) throw new Error("the page refers to another file");
mkdirSync(at("../../crates/allide-page/src"), { recursive: true });
writeFileSync(at("../../crates/allide-page/src/page.html"), page);
console.log(`page.html: ${Math.round(page.length / 1024)} KiB`);
