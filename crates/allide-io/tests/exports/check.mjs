// Checks GLB files: the validator of Khronos finds neither errors nor warnings, and the loader of three.js finds every node.
//
//   npm install && node check.mjs clashes.glb…

import { readFileSync } from 'node:fs';
import validator from 'gltf-validator';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

// The loader reports progress to the window, which Node has not.
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class {};

let failed = process.argv.length < 3;
for (const file of process.argv.slice(2)) {
  const bytes = new Uint8Array(readFileSync(file));
  const { issues } = await validator.validateBytes(bytes, { maxIssues: 20 });
  const { numErrors, numWarnings, numInfos } = issues;
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + new DataView(bytes.buffer).getUint32(12, true))));
  const gltf = await new GLTFLoader().parseAsync(bytes.buffer, '');
  const loaded = { triangles: 0, lines: 0, findings: new Set() };
  gltf.scene.traverse((node) => {
    if (node.userData.class && node.userData.number) loaded.findings.add(node.userData.number);
    const { geometry } = node;
    if (!geometry) return;
    const count = (geometry.index ?? geometry.attributes.position).count;
    if (node.isMesh) loaded.triangles += count / 3;
    if (node.isLineSegments) loaded.lines += count / 2;
  });
  const written = (json.nodes ?? []).filter((node) => node.extras?.class);
  const problems = [];
  if (numErrors + numWarnings > 0) problems.push(issues.messages.filter((message) => message.severity < 2).slice(0, 5));
  if (loaded.findings.size !== written.length) problems.push(`${written.length} findings written, ${loaded.findings.size} loaded`);
  failed ||= problems.length > 0;
  console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos; three.js: ${loaded.findings.size} findings, ` +
    `${loaded.triangles} triangles, ${loaded.lines} lines`);
  problems.forEach((problem) => console.error(problem));
}
process.exitCode = failed ? 1 : 0;
