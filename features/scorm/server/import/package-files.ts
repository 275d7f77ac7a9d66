import { caseKey, storedPath } from "./stored-path.ts";

export interface FoundFile {
  /** Path in the package store. */
  readonly path: string;
  /** False when only the case differs from what was asked for. */
  readonly exact: boolean;
}

/** The files of a package by path, to be found as written, unescaped, or in another case. */
export function packageFiles(paths: Iterable<string>) {
  const byPath = new Set<string>();
  const byKey = new Map<string, string>();
  for (const path of paths) {
    byPath.add(path);
    byKey.set(caseKey(path), path);
  }
  const find = (path: string): FoundFile | undefined => {
    const wanted = storedPath(path);
    if (byPath.has(wanted)) return { path: wanted, exact: true };
    const other = byKey.get(caseKey(wanted));
    return other === undefined ? undefined : { path: other, exact: false };
  };
  return {
    find,
    /** Finds what an address names: as written first, then with its %-escapes read. */
    findAddress: (path: string) => find(path) ?? find(unescapedPath(path)),
  };
}
export type PackageFiles = ReturnType<typeof packageFiles>;

function unescapedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Joins an address to the folder it is relative to, inside the package; null when it leads out of it. */
export function joinInside(base: string, path: string): string | null {
  const names: string[] = [];
  for (const name of `${path.startsWith("/") ? "" : base}/${path}`.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return null;
  }
  return names.join("/");
}
