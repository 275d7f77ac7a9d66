import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredFinding } from "../../manifest.ts";
import type { PlannedFile } from "./read-directory.ts";
import { said, shown, warning } from "./refusal.ts";

const READ_BYTES = 1024 ** 2;
const ALL_BYTES = 64 * 1024 ** 2;
const NAMED = 5;
/** How many hosts are stored with the package. */
const KEPT = 50;

const patterns: Readonly<Record<string, readonly RegExp[]>> = {
  html: [
    /<(?:script|img|iframe|frame|audio|video|source|embed|track|input)\b[^>]{0,500}?\ssrc\s{0,9}=\s{0,9}["']?((?:https?:)?\/\/[^"'\s>]{3,300})/gi,
    /<link\b[^>]{0,500}?\shref\s{0,9}=\s{0,9}["']?((?:https?:)?\/\/[^"'\s>]{3,300})/gi,
    /url\(\s{0,9}["']?((?:https?:)?\/\/[^"')\s]{3,300})/gi,
  ],
  css: [/url\(\s{0,9}["']?((?:https?:)?\/\/[^"')\s]{3,300})/gi, /@import\s{1,9}["']((?:https?:)?\/\/[^"'\s]{3,300})/gi],
};
const kindOf = (path: string) => (/\.(?:x?html?)$/i.test(path) ? "html" : /\.css$/i.test(path) ? "css" : undefined);

interface Outside {
  readonly hosts: string[];
  readonly findings: StoredFinding[];
}

/** Other hosts that the package's pages and styles load from, and warnings about them: missing when offline, and blocked when not encrypted (SCO-2). */
export async function outsideLinks(dir: string, files: readonly PlannedFile[]): Promise<Outside> {
  const hosts = new Set<string>();
  const plain = new Set<string>();
  let read = 0;
  for (const { entry, path } of files) {
    const kind = kindOf(path);
    if (!kind || entry.uncompressedSize > READ_BYTES || read + entry.uncompressedSize > ALL_BYTES) continue;
    read += entry.uncompressedSize;
    const text = await readFile(join(dir, path), "latin1");
    for (const pattern of patterns[kind] ?? [])
      for (const [, address = ""] of text.matchAll(pattern)) {
        const url = URL.parse(address.startsWith("//") ? `https:${address}` : address);
        if (!url?.host) continue;
        hosts.add(url.host);
        if (url.protocol === "http:") plain.add(url.host);
      }
  }
  const findings: StoredFinding[] = [];
  if (hosts.size > 0)
    findings.push(
      warning(
        "outside_links",
        said("The package loads parts from other places on the internet: {hosts}. Learners without them see those parts missing.", {
          hosts: listed(hosts),
        }),
        "Export the package with everything inside, where the tool offers that.",
      ),
    );
  if (plain.size > 0)
    findings.push(
      warning(
        "mixed_content",
        said("Some of them are asked for without encryption (http), which browsers block: {hosts}.", { hosts: listed(plain) }),
        "Change these addresses to https in the tool the package was made with.",
      ),
    );
  return { hosts: [...hosts].slice(0, KEPT).map(shown), findings };
}

function listed(hosts: ReadonlySet<string>): string {
  const names = [...hosts].slice(0, NAMED).map(shown).join(", ");
  return hosts.size > NAMED ? `${names} …` : names;
}
