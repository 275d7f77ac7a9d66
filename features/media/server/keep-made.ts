import { pictureWidths } from "#features/blocks/picture-of.ts";
import type { FileStore, StoredFile } from "#platform/files/store.ts";
import type { Made } from "./make-media.ts";
import type { StoredSize } from "./queries.ts";

/** Keys for what becomes of one upload: for the upload itself, for what is kept in its place, and for the smaller sizes of a picture. */
export const keysForUpload = (files: FileStore) => [files.newKey(), files.newKey(), ...pictureWidths.map(() => files.newKey())] as const;
export type UploadKeys = ReturnType<typeof keysForUpload>;

/** Stores what was made of an upload. stored: the upload as it came, needed where it is kept itself. unused: the keys under which nothing that stays lies. */
export async function keepMade(
  files: FileStore,
  { data, smaller = [] }: Pick<Made, "data" | "smaller">,
  keys: UploadKeys,
  stored?: StoredFile,
) {
  const [, place, ...more] = keys;
  const kept = data === null ? stored : await files.put(data, { key: place });
  if (!kept) throw new Error("Neither an upload nor what was made of it.");
  const sizes: StoredSize[] = [];
  for (const [nth, { width, data: bytes }] of smaller.entries()) {
    const key = more[nth];
    if (key !== undefined) sizes.push({ ...(await files.put(bytes, { key })), width });
  }
  const used = new Set([kept.key, ...sizes.map((size) => size.key)]);
  return { kept, sizes, unused: keys.filter((key) => !used.has(key)) };
}
