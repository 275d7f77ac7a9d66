import { uploadLimitBytes } from "../../contract.ts";

/** What a package may be at most (security.md §3.4). Sizes in bytes; tests lower them. */
export interface ImportLimits {
  readonly uploadBytes: number;
  readonly totalBytes: number;
  readonly fileBytes: number;
  /** Times a file or the whole may grow while it is unpacked, once it is past ratioFromBytes. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  readonly entries: number;
  readonly depth: number;
  readonly pathBytes: number;
  readonly nameBytes: number;
  readonly manifestBytes: number;
  readonly items: number;
  readonly wallMs: number;
  /** Free room that stays untouched: the larger of this and freeShare of the disk. */
  readonly freeBytes: number;
  readonly freeShare: number;
}

const MB = 1024 ** 2;
const GB = 1024 ** 3;

export const importLimits: ImportLimits = {
  uploadBytes: uploadLimitBytes,
  totalBytes: 2 * GB,
  fileBytes: 1 * GB,
  ratio: 200,
  ratioFromBytes: 10 * MB,
  entries: 20_000,
  depth: 32,
  pathBytes: 240,
  nameBytes: 200,
  manifestBytes: 5 * MB,
  items: 5_000,
  wallMs: 10 * 60_000,
  freeBytes: 2 * GB,
  freeShare: 0.05,
};

/** "2 GB", "350 MB", "12 KB": a size as a course author reads it. */
export function sizeText(bytes: number): string {
  if (bytes >= GB) return `${trimmed(bytes / GB)} GB`;
  return bytes >= MB ? `${trimmed(bytes / MB)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}

const trimmed = (value: number) => value.toFixed(1).replace(/\.0$/, "");
