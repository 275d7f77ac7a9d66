// Zips the demo's SCORM package from media-source/workstation/. The result is committed, so that starting Stoa does not need this script; a test
// compares the two. Run: node db/demo/make-package.ts
import { createWriteStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

const source = join(import.meta.dirname, "media-source/workstation");
const zip = new ZipFile();
// A fixed date, so that the same sources give the same archive.
for (const name of readdirSync(source).toSorted()) zip.addFile(join(source, name), name, { mtime: new Date(2026, 0, 1), mode: 0o100644 });
zip.end();
await pipeline(zip.outputStream, createWriteStream(join(import.meta.dirname, "media/workstation.zip")));
