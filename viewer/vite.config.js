import { viteSingleFile } from "vite-plugin-singlefile";
import { licences } from "./build/licences.mjs";

// One HTML file without a request. The same sources give the same bytes: no hash of a time or a path goes into it.
export default {
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", rollupOptions: { input: "page.html" }, modulePreload: false, chunkSizeWarningLimit: 2000 },
  plugins: [licences(), viteSingleFile({ removeViteModuleLoader: true })],
};
