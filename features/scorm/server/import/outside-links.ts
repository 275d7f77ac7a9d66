import type { StoredFinding } from "../../manifest.ts";
import type { Look, Source } from "./find-needs.ts";
import { said, shown, warning } from "./refusal.ts";

const NAMED = 5;
/** How many hosts are stored with the package. */
const KEPT = 50;

const patterns: Readonly<Record<Source["kind"], readonly RegExp[]>> = {
  page: [
    /<(?:script|img|iframe|frame|audio|video|source|embed|track|input)\b[^>]{0,500}?\ssrc\s{0,9}=\s{0,9}["']?((?:https?:)?\/\/[^"'\s>]{3,300})/gi,
    /<link\b[^>]{0,500}?\shref\s{0,9}=\s{0,9}["']?((?:https?:)?\/\/[^"'\s>]{3,300})/gi,
    /url\(\s{0,9}["']?((?:https?:)?\/\/[^"')\s]{3,300})/gi,
  ],
  script: [],
  style: [/url\(\s{0,9}["']?((?:https?:)?\/\/[^"')\s]{3,300})/gi, /@import\s{1,9}["']((?:https?:)?\/\/[^"'\s]{3,300})/gi],
};
interface Outside {
  readonly hosts: string[];
  readonly findings: StoredFinding[];
}

/** Finds other hosts that the package's pages and styles load from, and warns about them: missing when offline, and blocked when not encrypted (SCO-2). */
export function outsideLinks(): Look & { found(): Outside } {
  const hosts = new Set<string>();
  const plain = new Set<string>();
  return {
    seesStyles: true,
    look({ kind, text }) {
      for (const pattern of patterns[kind])
        for (const [, address = ""] of text.matchAll(pattern)) {
          const url = URL.parse(address.startsWith("//") ? `https:${address}` : address);
          if (!url?.host) continue;
          hosts.add(url.host);
          if (url.protocol === "http:") plain.add(url.host);
        }
    },
    found: () => ({ hosts: [...hosts].slice(0, KEPT).map(shown), findings: warningsAbout(hosts, plain) }),
  };
}

function warningsAbout(hosts: ReadonlySet<string>, plain: ReadonlySet<string>): StoredFinding[] {
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
  return findings;
}

function listed(hosts: ReadonlySet<string>): string {
  const names = [...hosts].slice(0, NAMED).map(shown).join(", ");
  return hosts.size > NAMED ? `${names} …` : names;
}
