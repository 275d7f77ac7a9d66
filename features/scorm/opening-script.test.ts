import { once } from "node:events";
import { open, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { insertionFor } from "./server/opening-script.ts";
import { withInsertion } from "./server/send-file.ts";

/** The page with its insertion shown as | . */
function placed(page: Buffer | string, type = "text/html"): string | null {
  const bytes = Buffer.from(page as string, "latin1");
  const found = insertionFor(bytes, type);
  if (!found) return null;
  const whole = Buffer.concat([bytes.subarray(0, found.at), found.bytes, bytes.subarray(found.at)]);
  const encoding = bytes[0] === 0xff ? "utf16le" : "latin1";
  return whole.toString(encoding).replace(/<script src="\/c\/~stage\.js"><\/script>/, "|");
}

test.each([
  ["<!DOCTYPE html><html><head><script>a()</script>", "<!DOCTYPE html><html><head>|<script>a()</script>"],
  [
    "<!doctype html>\n<!-- made by > a tool -->\n<html lang='a>b'><HEAD id=x>\n<title>T",
    "<!doctype html>\n<!-- made by > a tool -->\n<html lang='a>b'><HEAD id=x>\n|<title>T",
  ],
  // What declares the encoding stays within the first bytes, where browsers look for it; a policy of the page stays behind.
  [`<head><meta charset="iso-8859-1"><title>`, `<head><meta charset="iso-8859-1">|<title>`],
  [
    `<head><meta http-equiv="Content-Security-Policy" content="script-src 'self'">`,
    `<head>|<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`,
  ],
  ["<p>No head", "|<p>No head"],
  ["<!doctype html><meta charset=utf-8><title>", "<!doctype html><meta charset=utf-8>|<title>"],
  ["<html><frameset cols='*'>", "<html>|<frameset cols='*'>"],
  [
    "<!--[if IE]><html class=ie><![endif]--><!--[if !IE]><!--><html><!--<![endif]--><head><link>",
    "<!--[if IE]><html class=ie><![endif]--><!--[if !IE]><!--><html><!--<![endif]--><head>|<link>",
  ],
  [
    `<?xml version="1.0"?><!DOCTYPE html><html xmlns="x"><head><base href="y/">`,
    `<?xml version="1.0"?><!DOCTYPE html><html xmlns="x"><head>|<base href="y/">`,
  ],
  ["\xef\xbb\xbf<html><header>", "\xef\xbb\xbf<html>|<header>"],
  ["<html data-broken='><head><p>", "|<html data-broken='><head><p>"],
  ["<!-- never closed <head>", "<!-- never closed <head>|"],
])("a page begins with the stage's script before anything of its own runs: %s", (page, result) => {
  expect(placed(page)).toBe(result);
});

test("UTF-16 gets it in UTF-16, XML only inside its head, and a page of unknown bytes stays as it is", () => {
  expect(placed(Buffer.from("\ufeff<!doctype html><head><p>ü", "utf16le").toString("latin1"))).toBe("\ufeff<!doctype html><head>|<p>ü");
  const big = Buffer.from("\ufeff<head><p>", "utf16le").swap16();
  expect(insertionFor(big, "text/html")).toMatchObject({ at: 14 });
  expect(insertionFor(big, "text/html")?.bytes.subarray(0, 2)).toEqual(Buffer.from([0, 0x3c]));
  expect(placed("<html xmlns='x'><head><title>", "application/xhtml+xml")).toBe("<html xmlns='x'><head>|<title>");
  expect(placed("<h:html xmlns:h='x'><h:head>", "application/xhtml+xml")).toBeNull();
  expect(placed("<\0h\0t\0m\0l\0>\0")).toBeNull();
  expect(placed("")).toBeNull();
});

test("a page that nobody reads to its end, or begins to read, leaves no file open", async () => {
  const page = fileURLToPath(import.meta.url);
  const insertion = { at: 5, bytes: Buffer.from("<script>") };
  const range = { start: 0, end: (await stat(page)).size + insertion.bytes.length - 1 };
  for (const bytesRead of [0, 1, 12, Infinity]) {
    const handle = await open(page);
    const stream = withInsertion(handle, insertion, range);
    if (bytesRead === Infinity) await buffer(stream);
    else {
      if (bytesRead) {
        await once(stream, "readable");
        stream.read(bytesRead);
      }
      stream.destroy();
      await once(stream, "close");
    }
    await vi.waitFor(() => expect(handle.fd, `${bytesRead} bytes`).toBe(-1));
  }
});
