const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * How a package's path is spelled in the package store: composed (NFC), and without names and characters that some file systems
 * reserve (security.md §3.4). Import and lookups both use it, so they always mean the same file.
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

/** Two paths with the same key are the same file on a disk that ignores case. */
export const caseKey = (path: string) => path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
