import type { ImportDeps } from "./import-package.ts";
import { packageIdOfKey, removeEmptyDraft } from "../queries.ts";

/**
 * Cleans up what a killed process left of uploads and imports: a package that the database knows stays; everything else is removed, including
 * the course that was created for it (security.md F18). Returns how many leftovers it found.
 */
export async function sweepImports({ databases, files, packages }: ImportDeps): Promise<number> {
  const found = await packages.abandoned();
  for (const { note, discard } of found) {
    if (note) {
      const { portalId, packageKey, fileKey } = note;
      const published =
        packageKey !== undefined && (await databases.inPortal(portalId, (db) => packageIdOfKey(db, portalId, packageKey))) !== undefined;
      if (!published) {
        if (packageKey !== undefined) await packages.remove(packageKey);
        if (fileKey !== undefined) await files.remove(fileKey);
        await databases.inPortal(portalId, (db) => removeEmptyDraft(db, { portalId, courseId: note.courseId, untouchedBy: note.userId }));
      }
    }
    await discard();
  }
  return found.length;
}
