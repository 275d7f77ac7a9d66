const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * How a path of a package is spelled in the package store: composed (NFC), and without the names and characters that some file systems
 * keep for themselves (security.md §3.4). The import and every later look-up go through it, so both always mean the same file.
 */
export function storedPath(path: string): string {
  return path
    .normalize("NFC")
    .split("/")
    .map((name) => {
      const plain = name.replace(/[<>:"|?*\\]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
      return RESERVED.test(plain) ? `%_${plain}` : plain;
    })
    .join("/");
}

/** Two paths with the same key are one file on a disk that ignores case. */
export const caseKey = (path: string) => path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
