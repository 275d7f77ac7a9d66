// Prints how much memory an upload and its import take: 2,000 files, about 200 MB unpacked, sent by another process over HTTP, received,
// unpacked, read and stored as in production. Counted are the growth of the server and all of the process that reads the package for it.
// Linux only; not part of the test run.
// Run: node bin/stoa.mjs run features/scorm/test/import-memory.ts
import multipart from "@fastify/multipart";
import Fastify from "fastify";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { openFileStore } from "#platform/files/store.ts";
import { byteSize } from "#platform/byte-size.ts";
import { importLimits } from "../server/import/limits.ts";
import { readPackage } from "../server/import/read-package.ts";
import { openPackageStore } from "../server/package-store.ts";
import { receiveUpload, type Upload } from "../server/receive-upload.ts";
import { defaultScos, manifest12, scoPage } from "./sample-packages.ts";

const FILES = 2000;
const FILE_BYTES = 100 * 1024;
const LIMIT_BYTES = 100 * 1024 ** 2;
const sizeText = (bytes: number) => byteSize(bytes, (value, format) => new Intl.NumberFormat("en", format).format(value));
const [mode, path = "", port = ""] = process.argv.slice(2);
const notOurs = new Set<number>();

if (mode === "make") await makeZip(path);
else if (mode === "send") await sendZip(path, Number(port));
else await measure();

/**
 * What a process has in memory, in bytes: all of it, or without what it shares with others, which for a second Node is the program itself. 0 once it
 * has ended.
 */
function memoryOf(pid: number, { isOwn }: { isOwn: boolean }): number {
  try {
    const rows = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = new RegExp(`^${isOwn ? "RssAnon" : "VmRSS"}:\\s+(\\d+)`, "m").exec(rows)?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The processes that this one has started and that count as part of the server. */
function readers(): number[] {
  const started = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").map(Number);
  return started.filter((pid) => pid > 0 && !notOurs.has(pid));
}

/** Runs this file in another process, so that its memory is not counted. */
async function apart(...args: string[]) {
  const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: "inherit" });
  if (child.pid !== undefined) notOurs.add(child.pid);
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
}

async function makeZip(to: string) {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(manifest12()), "imsmanifest.xml");
  for (const { href, title } of defaultScos) zip.addBuffer(Buffer.from(scoPage(title)), href);
  const data = randomBytes(FILE_BYTES).toString("base64").slice(0, FILE_BYTES);
  for (let i = 0; i < FILES; i += 1) zip.addBuffer(Buffer.from(`${i}${data}`), `assets/${i % 40}/${i}.js`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(to));
}

async function sendZip(from: string, to: number) {
  const line = "stoa-memory";
  const head = `--${line}\r\nContent-Disposition: form-data; name="courseID"\r\n\r\n1\r\n--${line}\r\nContent-Disposition: form-data; name="file"; filename="p.zip"\r\nContent-Type: application/zip\r\n\r\n`;
  const sent = request({
    port: to,
    host: "127.0.0.1",
    method: "POST",
    path: "/",
    headers: { "content-type": `multipart/form-data; boundary=${line}` },
  });
  sent.write(head);
  await pipeline(createReadStream(from), sent, { end: false });
  sent.end(`\r\n--${line}--\r\n`);
  const [reply] = (await once(sent, "response")) as [NodeJS.ReadableStream & { statusCode: number }];
  reply.resume();
  if (reply.statusCode !== 200) throw new Error(`answered ${reply.statusCode}`);
}

async function measure() {
  const root = mkdtempSync(join(tmpdir(), "stoa-memory-"));
  const zipPath = join(root, "package.zip");
  const server = Fastify({ bodyLimit: importLimits.uploadBytes });
  const packages = openPackageStore(join(root, "packages"));
  const files = openFileStore(join(root, "files"));
  try {
    await apart("make", zipPath);
    await server.register(multipart, { throwFileSizeLimit: false, limits: { fileSize: importLimits.uploadBytes } });
    let said = "";
    server.post("/", async (asked) => {
      const staging = await packages.stage();
      const upload: Upload = { courseId: undefined, override: false, fileName: undefined };
      await receiveUpload(asked, upload, { packages, limits: importLimits, beforeFile: async () => staging });
      const { report } = await readPackage({ zipPath: staging.zipPath, dir: staging.filesDir, limits: importLimits });
      const kept = await files.put(createReadStream(staging.zipPath));
      await packages.publish(staging, packages.newKey());
      await staging.discard();
      said = `${report.entryCount} files, ${sizeText(report.bytes)} unpacked from ${sizeText(kept.bytes)}`;
      return {};
    });
    await server.listen({ port: 0, host: "127.0.0.1" });
    const before = process.memoryUsage().rss;
    const peak = { server: 0, reader: 0, readerOwn: 0, together: 0 };
    const look = () => {
      const grown = process.memoryUsage().rss - before;
      const sum = (isOwn: boolean) => readers().reduce((bytes, pid) => bytes + memoryOf(pid, { isOwn }), 0);
      const [reader, readerOwn] = [sum(false), sum(true)];
      peak.server = Math.max(peak.server, grown);
      peak.reader = Math.max(peak.reader, reader);
      peak.readerOwn = Math.max(peak.readerOwn, readerOwn);
      peak.together = Math.max(peak.together, grown + readerOwn);
    };
    const watch = setInterval(look, 20);
    const started = performance.now();
    await apart("send", zipPath, String((server.server.address() as AddressInfo).port));
    clearInterval(watch);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `${said} (sent ${sizeText(statSync(zipPath).size)}): memory +${sizeText(peak.together)} at its peak; the server alone +${sizeText(peak.server)} from ${sizeText(before)}, its reader ${sizeText(peak.readerOwn)} (${sizeText(peak.reader)} with the program itself, which it shares); ${seconds} s\n`,
    );
    process.exitCode = peak.reader > 0 && peak.together <= LIMIT_BYTES ? 0 : 1;
  } finally {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  }
}
