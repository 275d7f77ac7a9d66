import { caseKey, storedPath } from "./stored-path.ts";

export interface FoundFile {
  /** Path in the package store. */
  readonly path: string;
  /** False when the file's name differs in case from what was asked for. */
  readonly exact: boolean;
}

/** The files of a package by path; a lookup tries the path as written, unescaped, and in another case. */
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
    /** Finds the file of a URL: first as written, then with its %-escapes decoded. */
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

/** Resolves a URL relative to a folder inside the package; null when it leads outside. */
export function joinInside(base: string, path: string): string | null {
  const names: string[] = [];
  for (const name of `${path.startsWith("/") ? "" : base}/${path}`.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return null;
  }
  return names.join("/");
}
