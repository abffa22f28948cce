// The licences of what is bundled go into the page: whoever passes it on passes them on.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PLACE = "<!--licences-->";

/** The folders of the packages that some code of the bundle comes from. */
function packages(bundle) {
  const modules = Object.values(bundle).flatMap((part) => Object.entries(part.modules ?? {}));
  const used = modules.filter(([, { renderedLength }]) => renderedLength > 0);
  const folders = used.map(([id]) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter(Boolean);
  return [...new Set(folders)].sort();
}

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((file) => /^licen[cs]e(\.(md|txt))?$/i.test(file));
  if (!file) throw new Error(`${name} has no licence file`);
  const text = readFileSync(join(folder, file), "utf8").trim();
  // Another licence may ask for something else: it is read by a person first.
  if (license !== "MIT" || !/Permission is hereby granted, free of charge/.test(text)) throw new Error(`the licence of ${name} is ${license}, not MIT`);
  if (/<\/?script|<!--/i.test(text)) throw new Error(`the licence of ${name} would end the script element`);
  return `${name} ${version}\n\n${text}\n`;
}

export const licences = () => ({
  name: "licences",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      if (html.split(PLACE).length !== 2) throw new Error("page.html has no place for licences");
      const texts = packages(bundle).map(licence);
      if (!texts.length) throw new Error("no package is bundled?");
      return html.replace(PLACE, () => `\n${texts.join("\n\n")}`);
    },
  },
});
