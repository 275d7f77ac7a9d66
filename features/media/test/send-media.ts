import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Client, PortalKey, TestApp } from "#app/test/app.ts";

const boundary = "----stoa-test-boundary";

/** What is sent: a name, the bytes, and what else the form has before them. */
export interface Sent {
  readonly name: string;
  readonly data: Buffer | string;
  readonly fields?: Readonly<Record<string, string>>;
  /** What the browser claims that it is. */
  readonly type?: string;
}

/** The form of an upload. */
export function formOf({ name, data, fields = {}, type = "application/octet-stream" }: Sent): Buffer {
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`;
  return Buffer.concat([
    ...Object.entries(fields).map(([field, value]) => Buffer.from(`${part(`name="${field}"`)}\r\n${value}\r\n`)),
    Buffer.from(`${part(`name="file"; filename="${name}"`)}Content-Type: ${type}\r\n\r\n`),
    Buffer.from(data as string),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

/** The headers of an upload by somebody in a portal. */
export const headersOf = (app: TestApp, client: Client, key: PortalKey = "a") => ({
  host: app.portal(key).host,
  cookie: client.cookie,
  origin: `http://${app.portal(key).host}`,
  "sec-fetch-site": "same-origin",
  "x-csrf-token": client.csrf,
  "content-type": `multipart/form-data; boundary=${boundary}`,
});

/** How many files there are in the store, and how many of them are half written. */
export function onDisk(app: TestApp) {
  const folder = join(app.config.dataDir, "files");
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length;
  return { kept, half: readdirSync(join(folder, "incoming")).length };
}
