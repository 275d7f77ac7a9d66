// Zips the demo's SCORM package from media-source/workstation/. Its result is committed, so that starting Stoa needs no program for it; a test
// compares the two. Run: node db/demo/make-package.ts
import { createWriteStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

const source = join(import.meta.dirname, "media-source/workstation");
const zip = new ZipFile();
// One date, so that the same sources make the same archive.
for (const name of readdirSync(source).toSorted()) zip.addFile(join(source, name), name, { mtime: new Date(2026, 0, 1), mode: 0o100644 });
zip.end();
await pipeline(zip.outputStream, createWriteStream(join(import.meta.dirname, "media/workstation.zip")));
