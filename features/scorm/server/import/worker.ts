// Runs in a process of its own with limits on memory and time: all code that reads an untrusted archive runs here. It imports no
// validation library, which would take 11 MB more.
import { statfsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import type { StoredFinding, ImportReport, Manifest } from "../../manifest.ts";
import type { Needs } from "../../needs.ts";
import { extract } from "./extract.ts";
import { findManifest } from "./find-manifest.ts";
import { findEntry } from "./find-entry.ts";
import { findNeeds } from "./find-needs.ts";
import { roomLeft } from "./free-room.ts";
import type { ImportLimits } from "./limits.ts";
import { missingInPages } from "./find-missing.ts";
import { sayNeeds, saySilent } from "./say-needs.ts";
import { silentParts } from "./find-silent.ts";
import { outsideLinks } from "./outside-links.ts";
import { packageFiles } from "./package-files.ts";
import { incomplete, parseManifest } from "./parse-manifest.ts";
import { archiveRefusal, readDirectory } from "./read-directory.ts";

export interface WorkerInput {
  readonly zipPath: string;
  /** An empty folder for the files. */
  readonly dir: string;
  readonly limits: ImportLimits;
  /** What is wanted: a SCORM package by default; web pages; or only the names of what is in it, with nothing unpacked. */
  readonly wants?: "site" | "names";
}

/** The result of the process; without a manifest the package is refused and the report says why. */
export interface WorkerResult {
  readonly manifest: Manifest | null;
  readonly report: ImportReport;
  readonly needs: Needs;
  readonly site?: { readonly entry: string; readonly entryCount: number; readonly bytes: number };
  readonly names?: readonly string[];
}

/** What the process says on its way, before its result. */
export type WorkerStep = "reading" | "read";
/** What went wrong in the process although the package is not at fault, such as a full disk. */
export interface WorkerFailure {
  readonly failure: { readonly message: string; readonly code: string | undefined };
}
const tell = (message: WorkerStep | WorkerResult | WorkerFailure) => process.send?.(message);

async function run({ zipPath, dir, limits, wants }: WorkerInput): Promise<WorkerResult> {
  const findings: StoredFinding[] = [];
  const report = { findings, entryCount: 0, bytes: 0, standard: null, edition: null, scoCount: 0 };
  try {
    const { zip, files, entryCount, declaredBytes } = await readDirectory(zipPath, limits);
    try {
      if (wants === "names") return { manifest: null, needs: {}, report, names: files.map(({ path }) => path) };
      if (wants === "site") {
        const entry = findEntry(files);
        roomLeft(statfsSync(dir), declaredBytes, limits);
        const bytes = await extract(zip, files, dir, limits);
        return { manifest: null, needs: {}, report, site: { entry, entryCount: files.length, bytes } };
      }
      const manifestPath = findManifest(files, findings);
      roomLeft(statfsSync(dir), declaredBytes, limits);
      const bytes = await extract(zip, files, dir, limits);
      const manifestBytes = await readFile(join(dir, manifestPath));
      // From here until it is told again the time for the manifest runs (read-package.ts).
      tell("reading");
      const paths = files.map(({ path }) => path);
      const known = packageFiles(paths);
      const { manifest, launchable } = parseManifest(manifestBytes, known, findings, limits);
      tell("read");
      const { standard, edition } = manifest;
      const [silent, missing, links] = [silentParts(paths), missingInPages(launchable, known), outsideLinks()];
      const found = await findNeeds(dir, files, silent, missing, links);
      const outside = links.found();
      findings.push(...outside.findings);
      if (missing.found().length > 0) throw incomplete(missing.found());
      const flash = launchable.filter(({ href }) => /\.swf(?:[?#]|$)/i.test(href ?? ""));
      const needs: Needs = {
        ...found,
        ...(flash.length > 0 && { flash: true as const }),
        ...(outside.hosts.length > 0 && { hosts: outside.hosts }),
      };
      findings.push(...sayNeeds(needs, flash), ...saySilent(silent.found(launchable)));
      return { manifest, needs, report: { findings, entryCount: files.length, bytes, standard, edition, scoCount: launchable.length } };
    } finally {
      report.entryCount = entryCount;
      zip.close();
    }
  } catch (error) {
    const refusal = archiveRefusal(error, await headOf(zipPath));
    if (!refusal) throw error;
    return { manifest: null, needs: {}, report: { ...report, findings: [refusal.finding, ...findings] } };
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

// A server that is gone waits for no result.
process.once("disconnect", () => process.exit());
process.once("message", (input: WorkerInput) => {
  // Compiled code is kept at the end of a process otherwise, and this one is killed.
  flushCompileCache();
  void run(input).then(tell, ({ message, code }: NodeJS.ErrnoException) => tell({ failure: { message, code } }));
});
