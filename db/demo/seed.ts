import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { sql } from "kysely";
import type { PackageStore } from "#features/scorm/server/package-store.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import type { FileStore } from "#platform/files/store.ts";
import { mediaOf } from "./courses/build.ts";
import { demoCourses } from "./courses/demo-courses.ts";
import { insertCodes } from "./insert-codes.ts";
import { insertAnnouncements } from "./insert-announcements.ts";
import { insertQuestions } from "./insert-questions.ts";
import { insertPublicCatalogue } from "./insert-public-catalogue.ts";
import { insertPublicPages } from "./insert-public-pages.ts";
import { insertMailTexts } from "./insert-mail-texts.ts";
import { insertLayouts } from "./insert-layouts.ts";
import { insertQuickLinks } from "./insert-quick-links.ts";
import { insertReusable } from "./insert-reusable.ts";
import { insertCourses } from "./insert-courses.ts";
import type { PortalFile } from "./insert-courses.ts";
import { insertApiToken } from "./insert-api-token.ts";
import { insertConsents } from "./insert-consents.ts";
import { insertCourseFields } from "./insert-course-fields.ts";
import { insertFieldsAndGroups } from "./insert-fields-and-groups.ts";
import { insertSharedFields } from "./insert-shared-fields.ts";
import { insertHistory } from "./insert-history.ts";
import type { PersonalHistory } from "./insert-history.ts";
import { insertInvitations } from "./insert-invitations.ts";
import { insertNotifications } from "./insert-notifications.ts";
import { insertPackageCourse } from "./insert-package.ts";
import { insertSites } from "./insert-sites.ts";
import { insertRows } from "./insert-rows.ts";
import { momentsBefore } from "./moments.ts";
import { crowd, emailOf } from "./people.ts";
import { plansFor } from "./plans.ts";
import type { DemoPortal, DemoSignIn } from "./portals.ts";
import { demoPassword, demoPortals, signIns } from "./portals.ts";
import type { Random } from "./random.ts";
import { seededRandom } from "./random.ts";

export interface SeedOptions {
  readonly databases: Databases;
  readonly files: FileStore;
  readonly packages: PackageStore;
  readonly hashPassword: (plain: string) => Promise<string>;
  readonly now: Date;
  /** The secret of the installation, under which authorization codes are kept. */
  readonly secret: string;
  /** Another host name by which people reach the first portal; it then becomes the main one. */
  readonly publicHost?: string;
}

/** A membership to insert. */
interface Member {
  readonly email: string;
  readonly name: readonly [string, string];
  readonly role?: string | undefined;
  readonly signsIn: boolean;
  readonly isOfCrowd: boolean;
  readonly manages?: string | undefined;
  readonly leads?: string | undefined;
  readonly joined: number;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".webm": "video/webm",
  ".mp4": "video/mp4",
  ".webp": "image/webp",
  ".vtt": "text/vtt",
  ".wav": "audio/wav",
  ".pdf": "application/pdf",
  ".zip": "application/zip",
};

/**
 * Loads the demo portals (decisions.md, Demo data) in one transaction. Returns the counts; null when any portal exists already.
 * The same `now` gives the same demo. Files stored by a load that fails are removed again.
 */
export async function seedDemo({ databases, files, packages, hashPassword, now, publicHost, secret }: SeedOptions) {
  // A password hash has to wait for its turn and takes much memory, so it is made once and outside the transaction.
  const passwordHash = await hashPassword(demoPassword);
  const stored = { files: new Array<string>(), packages: new Array<string>() };
  try {
    return await databases.inSystemUntimed("load demo data", async (db) => {
      // The lock that the set-up of a first portal takes too: of two processes starting at once, one creates the demo.
      await sql`select pg_advisory_xact_lock(hashtext('stoa first set-up'))`.execute(db);
      if (await db.selectFrom("portals").select("id").limit(1).executeTakeFirst()) return null;
      const random = seededRandom(2026);
      const portalIds = await insertPortals(db, publicHost, now);
      const members = new Map(demoPortals.map((portal, i) => [portal.slug, membersOf(portal, i, random)]));
      const userIds = await insertUsers(db, [...members.values()].flat(), passwordHash, now);

      const histories: PersonalHistory[] = [];
      for (const portal of demoPortals) {
        const portalId = portalIds.get(portal.slug) ?? 0;
        const people = members.get(portal.slug) ?? [];
        await insertMemberships(db, portalId, people, userIds, now, random);
        const idOf = (role: string) =>
          userIds.get((people.find((person) => person.role === role) ?? people.find((person) => person.role === "admin"))?.email ?? "") ??
          0;
        const media = await storeMedia(portal, files, stored.files);
        const courses = new Map(await insertCourses(db, portal, portalId, idOf("author"), media, { files, packages, stored }, now));
        await insertReusable(db, { portalId, authorId: idOf("author"), now }, courses);
        await insertSites(db, { portalId, userId: idOf("author") }, { packages, stored });
        for (const placement of portal.packages) {
          const by = { portalId, authorId: idOf("author"), now };
          courses.set(placement.slug, await insertPackageCourse(db, by, placement, { files, packages, stored }));
        }
        const joining = people
          .filter(({ role }) => role !== "system")
          .map(({ email, joined }) => ({ userId: userIds.get(email) ?? 0, joined }));
        const teamLead = people.find(({ leads }) => leads !== undefined);
        const leads = { manager: idOf("manager"), team: teamLead ? (userIds.get(teamLead.email) ?? 0) : idOf("manager") };
        const { groupIds, fieldIds } = await insertFieldsAndGroups(db, portalId, joining, leads, now);
        await insertCourseFields(db, portalId);
        await insertAssignments({ db, portalId, now }, people, userIds, { groupIds, fieldIds });
        await insertApiToken(db, { portalId, userId: idOf("admin"), now });
        await insertInvitations(db, { portalId, givenBy: idOf("admin"), now });
        const group = { id: groupIds.get("Early shift") ?? 0, name: "Early shift" };
        const by = { portalId, timeZone: portal.timeZone, makerId: idOf("admin"), secret, now };
        await insertCodes(db, by, { group, courseId: courses.values().next().value?.id ?? 0 });
        const announcing = { portalId, zone: portal.timeZone, groupIds, madeBy: idOf("admin"), now };
        await insertAnnouncements(db, announcing, portal.announcements);
        await insertConsents(db, { portalId, madeBy: idOf("admin"), now });
        await insertQuestions(db, { portalId, userIds, adminId: idOf("admin"), now }, portal.questions);
        await insertQuickLinks(db, { portalId, groupIds }, portal.quickLinks);
        await insertPublicPages(db, { portalId, madeBy: idOf("admin"), now }, portal.contact, portal.pages);
        if (portal.publicCatalogue) await insertPublicCatalogue(db, { portalId, courses }, portal.publicCatalogue);
        await insertMailTexts(db, { portalId, adminId: idOf("admin") }, portal.mailTexts ?? []);
        if (portal.slug === "northwind") await insertLayouts(db, portalId);
        if (portal.seats) await db.insertInto("portal_seats").values({ portal_id: portalId, cap: portal.seats }).execute();
        if (portal.twin) await insertTwin(db, { portalId, portal: portal.slug, name: portal.twin, now });
        for (const person of people) {
          if (person.role === "system") continue;
          const plans = plansFor(portal, person.email, person.joined, random);
          histories.push({ portalId, userId: userIds.get(person.email) ?? 0, managerId: idOf("manager"), plans, courses });
        }
      }
      await insertSharedFields(db);
      await insertHistory(db, histories, now, random);
      await insertNotifications(
        db,
        signIns.map(({ email }) => email),
        now,
      );
      return countRows(db);
    });
  } catch (error) {
    await Promise.all([...stored.files.map((key) => files.remove(key)), ...stored.packages.map((key) => packages.remove(key))]);
    throw error;
  }
}

async function insertPortals(db: Db, publicHost: string | undefined, now: Date) {
  const rows = await insertRows<{ id: number; slug: string }>(
    db,
    "portals",
    {
      slug: "text",
      name: "text",
      status: "text",
      colors: "jsonb",
      settings: "jsonb",
      locale: "text",
      time_zone: "text",
      contact: "jsonb",
      logo_file: "text",
      mobile_logo_file: "text",
      revision: "bigint",
      created_at: "timestamptz",
    },
    demoPortals.map(({ slug, name, colors, settings, timeZone, contact }) => ({
      slug,
      name,
      status: "active",
      colors,
      settings,
      locale: "en",
      time_zone: timeZone,
      contact,
      logo_file: `/v/brand/${slug}-logo-wide.webp`,
      mobile_logo_file: `/v/brand/${slug}-logo-narrow.webp`,
      revision: 1,
      created_at: momentsBefore(now)(740),
    })),
    ["id", "slug"],
  );
  const ids = new Map(rows.map(({ id, slug }) => [slug, Number(id)]));
  const known = demoPortals.map(({ host }) => host);
  const extra = publicHost && !known.includes(publicHost.toLowerCase()) ? publicHost.toLowerCase() : null;
  const hosts = demoPortals.map(({ host, slug }, i) => ({ host, portal_id: ids.get(slug), is_primary: i > 0 || extra === null }));
  await insertRows(db, "portal_hosts", { host: "text", portal_id: "bigint", is_primary: "boolean" }, [
    ...hosts,
    ...(extra ? [{ host: extra, portal_id: hosts[0]?.portal_id, is_primary: true }] : []),
  ]);
  return ids;
}

/** Whether a sign-in belongs to somebody of the crowd. */
const isNamedInCrowd = ({ manages, leads }: DemoSignIn): boolean => manages !== undefined || leads !== undefined;

/** A portal's people: those who can sign in, and its share of the others. */
function membersOf(portal: DemoPortal, index: number, random: Random): Member[] {
  const before = demoPortals.slice(0, index).reduce((sum, one) => sum + one.crowd, 0);
  return [
    ...signIns
      .filter((one) => one.portals.includes(portal.slug) && !isNamedInCrowd(one))
      .map(({ email, name, role }) => ({ email, name, role, signsIn: true, isOfCrowd: false, joined: role ? 735 : 725 })),
    ...crowd.slice(before, before + portal.crowd).map((name) => {
      const manager = signIns.find((one) => isNamedInCrowd(one) && one.name.join(" ") === name.join(" "));
      return {
        email: manager?.email ?? emailOf(name, portal.slug),
        name,
        role: manager?.role,
        manages: manager?.manages,
        leads: manager?.leads,
        signsIn: manager !== undefined,
        isOfCrowd: true,
        joined: random.between(20, 720),
      };
    }),
  ];
}

async function insertUsers(db: Db, members: readonly Member[], passwordHash: string, now: Date) {
  const people = [...new Map(members.map((member) => [member.email, member])).values()];
  const rows = await insertRows<{ id: number; email: string }>(
    db,
    "users",
    {
      email: "text",
      kind: "text",
      given_name: "text",
      family_name: "text",
      password_hash: "text",
      password_changed_at: "timestamptz",
      must_change_password: "boolean",
      is_system_admin: "boolean",
      theme: "text",
      shortcuts: "boolean",
      created_at: "timestamptz",
    },
    people.map(({ email, name: [given_name, family_name], role, signsIn, joined }) => ({
      email,
      kind: "person",
      given_name,
      family_name,
      // Only the printed sign-ins can sign in; all others have no password.
      password_hash: signsIn ? passwordHash : null,
      password_changed_at: signsIn ? now : null,
      must_change_password: false,
      is_system_admin: role === "system",
      theme: "system",
      shortcuts: true,
      created_at: momentsBefore(now)(joined),
    })),
    ["id", "email"],
  );
  return new Map(rows.map(({ id, email }) => [email, Number(id)]));
}

async function insertMemberships(
  db: Db,
  portalId: number,
  people: readonly Member[],
  userIds: ReadonlyMap<string, number>,
  now: Date,
  random: Random,
) {
  const daysAgo = momentsBefore(now);
  await insertRows(
    db,
    "memberships",
    {
      portal_id: "bigint",
      user_id: "bigint",
      status: "text",
      is_author: "boolean",
      is_manager: "boolean",
      is_admin: "boolean",
      widgets: "jsonb",
      joined_at: "timestamptz",
      last_sign_in_at: "timestamptz",
    },
    people.map(({ email, role, isOfCrowd, joined }, i) => ({
      portal_id: portalId,
      user_id: userIds.get(email),
      status: i === people.length - 1 ? "suspended" : "active",
      is_author: role === "author",
      is_manager: role === "manager",
      is_admin: role === "admin",
      widgets: {},
      joined_at: daysAgo(joined),
      last_sign_in_at: isOfCrowd ? daysAgo(random.between(1, Math.min(90, joined))) : null,
    })),
  );
}

/** What the roles of the demo's people rest on: for the whole portal, for a group or for their reports, since they joined, without an end. */
const insertAssignments = (
  { db, portalId, now }: { readonly db: Db; readonly portalId: number; readonly now: Date },
  people: readonly Member[],
  userIds: ReadonlyMap<string, number>,
  { groupIds, fieldIds }: { readonly groupIds: ReadonlyMap<string, number>; readonly fieldIds: ReadonlyMap<string, number> },
) =>
  insertRows(
    db,
    "role_assignments",
    { portal_id: "bigint", user_id: "bigint", role: "text", scope: "jsonb", starts_at: "timestamptz", granted_at: "timestamptz" },
    people.flatMap(({ email, role, manages, leads, joined }) => {
      const granted = ({ author: "Author", manager: "Manager", admin: "Admin" } as Record<string, string>)[role ?? ""];
      const since = momentsBefore(now)(joined);
      const scope = () => {
        if (leads !== undefined) return { kind: "reports", fieldId: fieldIds.get(leads) };
        return manages === undefined ? { kind: "portal" } : { kind: "groups", groupIds: [groupIds.get(manages)] };
      };
      return granted === undefined
        ? []
        : [
            {
              portal_id: portalId,
              user_id: userIds.get(email),
              role: granted,
              scope: scope(),
              starts_at: since,
              granted_at: since,
            },
          ];
    }),
  );

/** Somebody who was added a second time, with an address of another domain: a pair under Likely duplicates. */
async function insertTwin(
  db: Db,
  {
    portalId,
    portal,
    name,
    now,
  }: { readonly portalId: number; readonly portal: string; readonly name: Member["name"]; readonly now: Date },
) {
  const [given_name, family_name] = name;
  const email = emailOf(name, portal).replace("@", "@contractors.");
  const joined_at = momentsBefore(now)(12);
  const { id } = await db
    .insertInto("users")
    .values({ email, given_name, family_name, created_at: joined_at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("memberships").values({ portal_id: portalId, user_id: id, joined_at }).execute();
}

/** Stores the portal's media; every portal has its own copies, as if its authors had uploaded them. */
async function storeMedia(portal: DemoPortal, files: FileStore, stored: string[]): Promise<PortalFile[]> {
  const slugs = new Set(portal.courses.map(({ slug }) => slug));
  const names = new Set(demoCourses.filter(({ slug }) => slugs.has(slug)).flatMap((course) => mediaOf(course).files));
  const puts = [...names].toSorted().map(async (name) => {
    const file = await files.put(await readFile(join(import.meta.dirname, "media", name)));
    stored.push(file.key);
    return { ...file, name, mediaType: mediaTypes[extname(name)] ?? "application/octet-stream" };
  });
  // Wait for every put before an error is passed on, so that the caller knows all keys to remove.
  await Promise.allSettled(puts);
  return Promise.all(puts);
}

async function countRows(db: Db) {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from portals) as portals, (select count(*) from users where kind = 'person') as people, (select count(*) from memberships) as memberships,
    (select count(*) from courses) as courses, (select count(*) from course_versions) as versions, (select count(*) from course_version_items) as items,
    (select count(*) from files) as files, (select count(*) from enrolments) as enrolments, (select count(*) from enrolment_causes) as causes,
    (select count(*) from attempts) as attempts, (select count(*) from attempt_items) as done_items, (select count(*) from attempt_blocks) as blocks,
    (select count(*) from quiz_submissions) as submissions, (select count(*) from completions) as completions`.execute(db);
  return rows[0] ?? {};
}
