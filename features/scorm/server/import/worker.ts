// Runs in a worker thread with limits on memory and time: all code that reads an untrusted archive runs here. It imports no
// validation library, which would take 11 MB more.
import { statfsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { StoredFinding, ImportReport, Manifest } from "../../manifest.ts";
import { extract } from "./extract.ts";
import { findManifest } from "./find-manifest.ts";
import { roomLeft } from "./free-room.ts";
import type { ImportLimits } from "./limits.ts";
import { outsideLinks } from "./outside-links.ts";
import { packageFiles } from "./package-files.ts";
import { parseManifest } from "./parse-manifest.ts";
import { archiveRefusal, readDirectory } from "./read-directory.ts";

export interface WorkerInput {
  readonly zipPath: string;
  /** An empty folder for the files. */
  readonly dir: string;
  readonly limits: ImportLimits;
}

/** The result of the thread; without a manifest the package is refused and the report says why. */
export interface WorkerResult {
  readonly manifest: Manifest | null;
  readonly report: ImportReport;
}

/** What the thread says on its way, before its result. */
export type WorkerStep = "reading" | "read";
// The second argument is what moves to the other thread instead of being copied: nothing.
const tell = (message: WorkerStep | WorkerResult) => parentPort?.postMessage(message, []);

async function run({ zipPath, dir, limits }: WorkerInput): Promise<WorkerResult> {
  const findings: StoredFinding[] = [];
  const report = { findings, entryCount: 0, bytes: 0, standard: null, edition: null, scoCount: 0 };
  try {
    const { zip, files, entryCount, declaredBytes } = await readDirectory(zipPath, limits);
    try {
      const manifestPath = findManifest(files, findings);
      roomLeft(statfsSync(dir), declaredBytes, limits);
      const bytes = await extract(zip, files, dir, limits);
      const manifestBytes = await readFile(join(dir, manifestPath));
      // From here until it is told again the time for the manifest runs (read-package.ts).
      tell("reading");
      const { manifest, scoCount } = parseManifest(manifestBytes, packageFiles(files.map(({ path }) => path)), findings, limits);
      tell("read");
      findings.push(...(await outsideLinks(dir, files)));
      const { standard, edition } = manifest;
      return { manifest, report: { findings, entryCount: files.length, bytes, standard, edition, scoCount } };
    } finally {
      report.entryCount = entryCount;
      zip.close();
    }
  } catch (error) {
    const refusal = archiveRefusal(error, await headOf(zipPath));
    if (!refusal) throw error;
    return { manifest: null, report: { ...report, findings: [refusal.finding, ...findings] } };
  }
}

async function headOf(path: string) {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

tell(await run(workerData as WorkerInput));
