import { passwordInvitation } from "#features/notifications/events/password_invitation/password-invitation.ts";
import { portalAdmin } from "#features/notifications/events/portal_admin/portal-admin.ts";
import { letterSecret, writeLetter } from "#features/notifications/server/service.ts";
import { insertLink } from "#features/auth/server/password-links.ts";
import type { Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { atField, conflict, invalid } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { OpenContext } from "#platform/serve.ts";
import type { OpenPortal, openPortal as openPortalCall } from "../contract.ts";
import { changing, whoRuns } from "./changing.ts";
import { hostNamed } from "./host-names.ts";
import { copyParts, imagesOf, type Images } from "./parts.ts";
import * as queries from "./queries.ts";
import { hostTaken, requireNoShortHost, requireOffered, requireShortHost, slugTaken, type HostDeps } from "./service.ts";

export interface OpenDeps extends HostDeps {
  readonly files: FileStore;
  readonly secret: string;
}

/** Minutes for which the first admin can choose a password by the link; afterwards they ask for another one. */
const linkMinutes = 7 * 24 * 60;

/**
 * Opens a portal with its address and its first admin, and copies the wanted parts of its template: all of it in one transaction. Throws 400 or 409 at the field that is
 * wrong or taken. Bytes of images are copied before, and removed again when it fails.
 */
export async function openPortal(context: OpenContext, asked: OpenPortal, deps: OpenDeps): Promise<Result<typeof openPortalCall>> {
  await whoRuns(context);
  const host = hostNamed(asked.host, deps.hosts);
  const parts = new Set(asked.templateId === null ? [] : asked.parts);
  const images = { brand: new Map<number, string>(), categories: new Map<number, string>() };
  try {
    for (const part of ["brand", "categories"] as const)
      if (asked.templateId !== null && parts.has(part)) await copyImages(context, asked.templateId, deps.files, part, images[part]);
    const portalId = await changing(context, "a system admin opens a portal", async ({ db, noteIn }) => {
      const template = asked.templateId === null ? null : await queries.lockPortal(db, asked.templateId);
      if (template === undefined) throw invalid("templateId", "no_portal", "This portal is not there any more. Choose another one.");
      const made = await queries.insertPortal(db, asked);
      if (made === undefined) throw slugTaken();
      await requireShortHost(db, deps.hosts, asked.slug, null);
      await requireNoShortHost(db, deps.hosts, host, made);
      if (!(await queries.insertHost(db, made, host, true))) throw hostTaken(host);
      if (template && parts.has("settings")) await requireOffered(db, template.id, asked.locale);
      if (template) await copyParts({ db, from: template.id, to: made, parts, images });
      const userId = await inviteAdmin(db, made, asked, deps.secret);
      const object = { kind: "portal", id: made };
      const from = template && { template: template.name, parts: [...parts] };
      await noteIn(made, { action: "portal_opened", object, after: { name: asked.name, slug: asked.slug, host, admin: userId, ...from } });
      if (template && parts.size > 0)
        await noteIn(template.id, {
          action: "portal_was_template",
          object: { kind: "portal", id: template.id },
          after: { portal: made, parts: [...parts] },
        });
      return made;
    });
    deps.portalChanged();
    return { portalId };
  } catch (error) {
    await Promise.all([...images.brand.values(), ...images.categories.values()].map((key) => deps.files.remove(key)));
    throw error;
  }
}

/** Stores the images of a portal that a part copies once more, for the new one. Fills `images`, so that whoever fails afterwards can remove them. */
async function copyImages(
  { databases }: OpenContext,
  templateId: number,
  files: FileStore,
  part: keyof Images,
  images: Map<number, string>,
) {
  const found = await databases.inSystem("a system admin copies the pictures of a portal", (db) => imagesOf[part](db, templateId));
  for (const { fileId, key } of found) {
    const own = files.newKey();
    images.set(fileId, own);
    await files.put(await files.open(key), { key: own });
  }
}

/** Makes somebody the first admin: a person who has an account as they are, with a letter that says so, anybody else with one that lets them choose a password. Gives who it is. */
async function inviteAdmin(db: Db, portalId: number, { adminEmail: email, locale, name }: OpenPortal, secret: string): Promise<number> {
  // Whoever makes the same account at this moment is waited for.
  const made = await db
    .insertInto("users")
    .values({ email, locale })
    .onConflict((one) => one.doNothing())
    .returning("id")
    .executeTakeFirst();
  const known = made
    ? undefined
    : await db
        .selectFrom("users")
        .select(["id", "kind", "is_system_admin as isSystemAdmin", "password_hash as passwordHash"])
        .where("email", "=", email)
        .forNoKeyUpdate()
        .executeTakeFirst();
  if (known?.isSystemAdmin) throw atField("adminEmail", conflict("system_admin", "System admins enter every portal without a membership."));
  const userId = made?.id ?? (known?.kind === "person" ? known.id : undefined);
  if (userId === undefined) throw invalid("adminEmail", "no_person", "This email cannot be used here. Choose another one.");
  await db.insertInto("memberships").values({ portal_id: portalId, user_id: userId, is_admin: true }).execute();
  await db.insertInto("role_assignments").values({ portal_id: portalId, user_id: userId, role: "Admin" }).execute();
  if (made || known?.passwordHash === null) {
    const { key, tokenHash } = letterSecret(secret);
    const { expiresAt } = await insertLink(db, { portalId, userId, madeBy: null, minutes: linkMinutes, tokenHash });
    await writeLetter(db, portalId, passwordInvitation, { userId }, { key, until: expiresAt.toISOString(), portal: name });
  } else await writeLetter(db, portalId, portalAdmin, { userId }, { portal: name });
  return userId;
}
