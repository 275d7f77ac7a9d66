// Prints how much memory an upload and its import take: 2,000 files, about 200 MB unpacked, sent by another process over HTTP, received,
// unpacked, read and stored as in production. Not part of the test run.
// Run: node bin/stoa.mjs run features/scorm/test/import-memory.ts
import multipart from "@fastify/multipart";
import Fastify from "fastify";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { openFileStore } from "#platform/files/store.ts";
import { importLimits, sizeText } from "../server/import/limits.ts";
import { readPackage } from "../server/import/read-package.ts";
import { openPackageStore } from "../server/package-store.ts";
import { receiveUpload, type Upload } from "../server/receive-upload.ts";
import { defaultScos, manifest12, scoPage } from "./sample-packages.ts";

const FILES = 2000;
const FILE_BYTES = 100 * 1024;
const LIMIT_BYTES = 100 * 1024 ** 2;
const [mode, path = "", port = ""] = process.argv.slice(2);

if (mode === "make") await makeZip(path);
else if (mode === "send") await sendZip(path, Number(port));
else await measure();

/** Runs this file in another process, so that its memory is not counted. */
async function apart(...args: string[]) {
  const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: "inherit" });
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
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const started = performance.now();
    await apart("send", zipPath, String((server.server.address() as AddressInfo).port));
    clearInterval(watch);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `${said} (sent ${sizeText(statSync(zipPath).size)}): memory +${sizeText(peak - before)} at its peak, from ${sizeText(before)}; ${seconds} s\n`,
    );
    process.exitCode = peak - before <= LIMIT_BYTES ? 0 : 1;
  } finally {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  }
}
