// Prints how much memory an import takes: 2,000 files, 200 MB unpacked, through importPackage on a database of its own. Not part of the
// timed tests. Run: node bin/stoa.mjs run features/scorm/test/import-memory.ts
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { ZipFile } from "yazl";
import { importLimits, sizeText } from "../server/import/limits.ts";
import { readPackage } from "../server/import/read-package.ts";
import { openFileStore } from "#platform/files/store.ts";
import { createReadStream } from "node:fs";
import { manifest12, defaultScos, scoPage } from "./sample-packages.ts";

const FILES = 2000;
const FILE_BYTES = 100 * 1024;
const root = mkdtempSync(join(tmpdir(), "stoa-memory-"));
const zipPath = join(root, "package.zip");

try {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(manifest12()), "imsmanifest.xml");
  for (const { href, title } of defaultScos) zip.addBuffer(Buffer.from(scoPage(title)), href);
  const data = randomBytes(FILE_BYTES).toString("base64").slice(0, FILE_BYTES);
  for (let i = 0; i < FILES; i += 1) zip.addBuffer(Buffer.from(`${i}${data}`), `assets/${i % 40}/${i}.js`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(zipPath));
  globalThis.gc?.();
  await pause(500);

  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const started = performance.now();
  const dir = mkdtempSync(join(root, "files-"));
  const { report } = await readPackage({ zipPath, dir, limits: importLimits });
  const stored = await openFileStore(join(root, "store")).put(createReadStream(zipPath));
  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `${report.entryCount} files, ${sizeText(report.bytes)} unpacked from ${sizeText(statSync(zipPath).size)} (${sizeText(stored.bytes)} kept): ` +
      `memory +${sizeText(peak - before)} at its peak (from ${sizeText(before)}), ${seconds.toFixed(1)} s\n`,
  );
  process.exitCode = peak - before <= 100 * 1024 ** 2 ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
