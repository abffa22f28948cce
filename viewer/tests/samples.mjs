// Writes the pages of the tests to a folder, for people to look at: npm run sample -- FOLDER
import { mkdirSync } from "node:fs";
import * as scenes from "./scenes.mjs";

const folder = process.argv[2] ?? "dist/samples";
mkdirSync(folder, { recursive: true });
for (const name of ["plant", "enclosed", "sequence", "particles", "chip", "inspect"]) scenes[name]().write(`${folder}/${name}.html`);
scenes.many(10_000).write(`${folder}/many.html`);
scenes.large(1_000_000).write(`${folder}/million.html`);
console.log(`pages in ${folder}`);
