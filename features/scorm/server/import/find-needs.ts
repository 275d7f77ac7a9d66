import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Needs } from "../../needs.ts";
import type { PlannedFile } from "./read-directory.ts";

const READ_BYTES = 4 * 1024 ** 2;
const ALL_BYTES = 64 * 1024 ** 2;

/** A page, script or style sheet of a package that is looked through. Its text is read byte by byte: what is looked for is ASCII in every encoding but UTF-16. */
export interface Source {
  readonly path: string;
  readonly kind: "page" | "script" | "style";
  readonly text: string;
}

/** Looks through a package's pages and scripts one after the other, and through its style sheets where it says so. */
export interface Look {
  look(source: Source): void;
  readonly seesStyles?: true;
}

/** What it looked through, it says at the end. */
interface Search extends Look {
  found(): Needs;
}

/** All searches; each is new for each package. */
const searches: readonly (() => Search)[] = [steeredFrames, browserStorage, leavingFrames];

const kinds: readonly (readonly [RegExp, Source["kind"]])[] = [
  [/\.(?:x?html?|aspx?|php|jsp)$/i, "page"],
  [/\.m?js$/i, "script"],
  [/\.css$/i, "style"],
];
const kindOf = (path: string) => kinds.find(([names]) => names.test(path))?.[1];

/**
 * What a package needs, by its unpacked pages and scripts: those of up to 4 MB, and 64 MB of them together. Each is shown to `others` too, so that it
 * is read once, and so are the style sheets.
 */
export async function findNeeds(dir: string, files: readonly PlannedFile[], ...others: Look[]): Promise<Needs> {
  const all = searches.map((search) => search());
  let read = 0;
  for (const { entry, path } of files) {
    const kind = kindOf(path);
    if (!kind || entry.uncompressedSize > READ_BYTES || read + entry.uncompressedSize > ALL_BYTES) continue;
    read += entry.uncompressedSize;
    const text = await readFile(join(dir, path), "latin1");
    for (const search of [...all, ...others]) if (kind !== "style" || search.seesStyles) search.look({ path, kind, text });
  }
  return Object.assign({}, ...all.map((search) => search.found()));
}

const frameNames = /<i?frame\b[^<>]{0,500}?\sname\s{0,9}=\s{0,9}["']?([\w-]{1,60})/gi;
const targets = /<(?:a|area|base|form)\b[^<>]{0,800}?\starget\s{0,9}=\s{0,9}["']?([\w-]{1,60})/gi;
const opens = /\bopen\s{0,9}\(\s{0,9}[^()]{1,200},\s{0,9}["']([\w-]{1,60})["']/g;
/** parent.main.location, top.frames["main"].location, parent.frames[1].document.location, parent.main.src */
const steers =
  /\b(?:parent|top)\s{0,3}\.\s{0,3}(?:frames\s{0,3}\[\s{0,3}["']?([\w-]{1,60})["']?\s{0,3}\]|(?:frames\s{0,3}\.\s{0,3})?([A-Za-z_][\w]{0,60}))\s{0,3}\.\s{0,3}(?:window\.|self\.|document\.)?(?:location\b|src\s{0,3}=|navigate\b)/g;

/** Whether frames of the package steer one another: by name, or by place in the list of frames. A page may steer its own frames in any case. */
function steeredFrames(): Search {
  const named = new Set<string>();
  const steered = new Map<string, Set<string>>();
  const declaredIn = new Map<string, Set<string>>();
  const note = (map: Map<string, Set<string>>, key: string, path: string) => map.set(key, (map.get(key) ?? new Set()).add(path));
  return {
    look({ path, kind, text }) {
      const names = kind === "page" ? [...text.matchAll(frameNames)].map(([, name = ""]) => name.toLowerCase()) : [];
      for (const name of names) {
        named.add(name);
        note(declaredIn, name, path);
      }
      if (kind === "page") for (const [, target = ""] of text.matchAll(targets)) note(steered, target.toLowerCase(), path);
      for (const [, target = ""] of text.matchAll(opens)) note(steered, target.toLowerCase(), path);
      for (const [, listed, own = ""] of text.matchAll(steers))
        note(steered, listed?.match(/^\d+$/) ? "" : (listed ?? own).toLowerCase(), "");
    },
    found() {
      const isSteered = [...steered].some(
        ([name, paths]) =>
          (name === "" ? named.size > 0 : named.has(name)) && [...paths].some((path) => path === "" || !declaredIn.get(name)?.has(path)),
      );
      return isSteered ? { frames: true } : {};
    },
  };
}

const stores = /\b(?:localStorage|sessionStorage|indexedDB)\b|\bdocument\s{0,3}\.\s{0,3}cookie\b/;

/** Whether the package keeps things in the browser. */
function browserStorage(): Search {
  let isFound = false;
  return {
    look: ({ text }) => void (isFound ||= stores.test(text)),
    found: () => (isFound ? { storage: true } : {}),
  };
}

/** if (top != self), self !== window.top, top.location != location: the question whether a page is in a frame. */
const asksForFrame =
  /\b(?:self|window|this|top)(?:\s{0,3}\.\s{0,3}(?:self|top|location))?\s{0,3}!==?\s{0,3}(?:window\s{0,3}\.\s{0,3})?(?:self|window|top|location)\b/;
/** top.location = "…", top.location.href = …, top.location.replace(…): taking the window. */
const takesWindow =
  /\btop\s{0,3}\.\s{0,3}(?:document\s{0,3}\.\s{0,3})?location(?:\s{0,3}\.\s{0,3}href)?\s{0,3}(?:=[^=]|\.\s{0,3}(?:replace|assign)\s{0,3}\()/;
const nearby = 300;

/** Whether a page of the package leaves the frame that it is in: it asks for it, and takes the whole window right after. */
function leavingFrames(): Search {
  let isFound = false;
  return {
    look({ text }) {
      if (isFound) return;
      for (let rest = text, at = rest.search(asksForFrame); at >= 0 && !isFound; at = rest.search(asksForFrame)) {
        const near = rest.slice(at, at + nearby);
        isFound = /\btop\b/.test(near.slice(0, 60)) && takesWindow.test(near);
        rest = rest.slice(at + 4);
      }
    },
    found: () => (isFound ? { window: true } : {}),
  };
}
