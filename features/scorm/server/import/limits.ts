import { uploadLimitBytes } from "../../contract.ts";

/** The limits of a package (security.md §3.4). Sizes in bytes; tests lower them. */
export interface ImportLimits {
  readonly uploadBytes: number;
  readonly totalBytes: number;
  readonly fileBytes: number;
  /** The highest ratio of unpacked to packed size, of a file or of all, checked from ratioFromBytes on. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  readonly entries: number;
  readonly depth: number;
  readonly pathBytes: number;
  readonly nameBytes: number;
  readonly manifestBytes: number;
  readonly items: number;
  readonly wallMs: number;
  /** Of the manifest: elements, attributes in all and of one element, and ms that reading it may take. */
  readonly xmlElements: number;
  readonly xmlAttributes: number;
  readonly xmlAttributesOfOne: number;
  readonly xmlMs: number;
  /** Disk space that has to stay free: the larger of this and freeShare of the disk. */
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
  xmlElements: 100_000,
  xmlAttributes: 100_000,
  xmlAttributesOfOne: 200,
  xmlMs: 5_000,
  freeBytes: 2 * GB,
  freeShare: 0.05,
};
