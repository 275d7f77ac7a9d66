import { newWords, openedWord } from "#features/codes/server/word-keeping.ts";
import { aCodeBody } from "#features/codes/test/code-body.ts";
import { randomBytes, randomUUID } from "node:crypto";
import type { PermissionId } from "#features/portal/permissions.ts";
import { defaultPolicy } from "#features/courses/completion-policy.ts";
import { savedFields } from "#features/authoring/test/saved-fields.ts";
import { deleteCategory } from "#features/categories/server/queries.ts";
import { insertShared } from "#features/categories/server/shared-queries.ts";
import { plainBrand } from "#features/branding/brand.ts";
import { anAnnouncement, anAnnouncementBody } from "#features/announcements/test/an-announcement.ts";
import { defaultLayout } from "#features/dashboard/layout.ts";
import { aWebhook, aWebhookBody } from "#features/webhooks/test/a-webhook.ts";
import { aQuickLink, aQuickLinkBody } from "#features/links/test/a-quick-link.ts";
import { aCatalogue, aCatalogueBody } from "#features/catalogues/test/a-catalogue.ts";
import { aPortal, aPortalBody, aSecondHost } from "#features/portals/test/a-portal.ts";
import { aTokenOf } from "#features/tokens/test/a-token.ts";
import { anArticle, anArticleBody } from "#features/help/test/an-article.ts";
import { aQuestion, aQuestionBody } from "#features/support/test/a-question.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import type { PortalKey } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Content } from "#features/courses/content.ts";
import type { ActorName, Sent, World } from "./world.ts";
import { insiders, makers, managers, other, testPassword } from "./world.ts";

/** Who passes the rule of a route, and what they get. */
export interface Expectation {
  /** The rule's name in the route table, so that replacing a rule by another needs a change here too. */
  readonly rule: string;
  readonly passes: "everyone" | readonly ActorName[];
  /** The status for those who pass; by actor where the handler also looks at who is asking. */
  readonly answers: number | ((actor: ActorName) => number);
  /** The smallest valid request, with path parameters filled in. Without it, the path is sent as it is and without a body. */
  readonly request?: (world: World, actor: ActorName, key: PortalKey) => Partial<Sent> | Promise<Partial<Sent>>;
}

const everyone = (answers: Expectation["answers"], request?: Expectation["request"]): Expectation => ({
  rule: "anonymous",
  passes: "everyone",
  answers,
  ...(request && { request }),
});
const people = (rule: string, answers: Expectation["answers"], request?: Expectation["request"]): Expectation => ({
  rule,
  passes: insiders,
  answers,
  ...(request && { request }),
});
/** For open endpoints whose handler answers 401 itself. */
const peopleByHand = (answers: Expectation["answers"], request?: Expectation["request"]): Expectation => ({
  ...people("anonymous", answers, request),
});

const some = (
  rule: string,
  passes: readonly ActorName[],
  answers: Expectation["answers"],
  request: Expectation["request"] & {},
): Expectation => ({
  rule,
  passes,
  answers,
  request,
});

/** A file as a body. */
const bytes = { headers: { "content-type": "application/octet-stream" }, body: "a file" };

/** People who create courses. A visiting system admin is not one of them. */
const authors = (rule: PermissionId, answers: Expectation["answers"], request?: Expectation["request"]): Expectation => ({
  rule,
  passes: makers,
  answers,
  ...(request && { request }),
});
/** People who manage people. A visiting system admin is not one of them. */
const staff = (rule: PermissionId, answers: Expectation["answers"], request?: Expectation["request"]): Expectation => ({
  rule,
  passes: managers,
  answers,
  ...(request && { request }),
});
/** Managers, admins and a visiting system admin, who reach a student. */
const reaching = (rule: PermissionId, answers: Expectation["answers"], request: Expectation["request"] & {}): Expectation =>
  some(rule, [...managers, "system"], answers, request);
const onStudent =
  (path: string, body?: unknown): Expectation["request"] & {} =>
  ({ app }, _, key) => ({ url: `/rest/people/${app.person("student", key).id}${path}`, ...(body !== undefined && { body }) });
/** Admins, and visiting system admins, who give rights. */
const granters = (answers: Expectation["answers"], request?: Expectation["request"]): Expectation => ({
  rule: "grant-roles",
  passes: ["admin", "system"],
  answers,
  ...(request && { request }),
});
/** Admins, and visiting system admins, who merge, erase and export people. */
const keeping = (answers: Expectation["answers"], request: Expectation["request"] & {}): Expectation =>
  some("keep-records", ["admin", "system"], answers, request);
const termsOfRole = { scope: { kind: "portal" }, startsAt: null, endsAt: null };
/** A role of somebody new, for requests that change or remove it. */
const aRole = async ({ app }: World, _: ActorName, key: PortalKey) => {
  const { id } = await app.aPerson(key, { isAuthor: true });
  const { id: assignmentId } = await app.databases.inPortal(app.portal(key).id, (db) =>
    db.selectFrom("role_assignments").select("id").where("user_id", "=", id).executeTakeFirstOrThrow(),
  );
  return assignmentId;
};
/** A share of a manager's role, of the person asking or, where they give roles, of somebody new. */
const aShare = async ({ app }: World, actor: ActorName, key: PortalKey) => {
  const manager = await app.aPerson(key, { isManager: true });
  const isMember = actor === "student" || actor === "author" || actor === "manager";
  const user_id = isMember ? app.person(actor, key).id : (await app.aPerson(key)).id;
  const portal_id = app.portal(key).id;
  const share = await app.databases.inPeople(portal_id, "prepare a test", async (db) => {
    const of = await db.selectFrom("role_assignments").select("id").where("user_id", "=", manager.id).executeTakeFirstOrThrow();
    return db
      .insertInto("role_assignments")
      .values({ portal_id, user_id, role: "Manager", ends_at: new Date(Date.now() + 86_400_000), granted_by: manager.id, deputy_of: of.id })
      .returning("id")
      .executeTakeFirstOrThrow();
  });
  return share.id;
};
const onGroup =
  (path: string): Expectation["request"] & {} =>
  ({ things }, _, key) => ({ url: `/rest/groups/${things[key].groupId}${path}` });
/** The brand of a group that is there. */
const onGroupBrand =
  (path: string) =>
  ({ things }: World, _: ActorName, key: PortalKey): Partial<Sent> => ({ url: `/rest/branding/groups/${things[key].groupId}${path}` });
let groupCount = 0;
let categoryCount = 0;
/** A group of its own, for requests that change it. */
const aGroup = ({ app }: World, _: ActorName, key: PortalKey) =>
  app.databases.inPeople(app.portal(key).id, "prepare a test", (db) =>
    db
      .insertInto("groups")
      .values({ portal_id: app.portal(key).id, name: `Made ${++groupCount}` })
      .returning(["id", "revision"])
      .executeTakeFirstOrThrow(),
  );
/** Why the student is in a group of its own by its condition. */
const onFitting = async ({ app }: World, _: ActorName, key: PortalKey): Promise<Partial<Sent>> => {
  const [portal_id, user_id] = [app.portal(key).id, app.person("student", key).id];
  const { id } = await app.databases.inPeople(portal_id, "prepare a test", async (db) => {
    const group = await db
      .insertInto("groups")
      .values({ portal_id, name: `Fitting ${++groupCount}`, kind: "dynamic", condition: '{"kind":"all","of":[]}' })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("group_members").values({ portal_id, group_id: group.id, user_id, cause: "condition" }).execute();
    return group;
  });
  return { url: `/rest/groups/${id}/members/${user_id}/why` };
};
/** An announcement of its own, at whose address something is asked. */
const onAnnouncement =
  (path: string) =>
  async ({ app }: World, _: ActorName, key: PortalKey): Promise<Partial<Sent>> => ({
    url: `/rest/announcements/${(await anAnnouncement(app, key)).id}${path}`,
  });
/** A quick link of its own, at whose address something is asked; a portal has too few for those who are refused before one is looked for. */
const onQuickLink =
  (path: string) =>
  async ({ app }: World, actor: ActorName, key: PortalKey): Promise<Partial<Sent>> => ({
    url: `/rest/quickLinks/${actor === "admin" || actor === "system" ? (await aQuickLink(app, key)).id : 999_999_999}${path}`,
  });
/** A webhook of its own, at whose address something is asked. */
const onWebhook =
  (path: string | ((deliveryId: number) => string), body?: object) =>
  async ({ app }: World, _: ActorName, key: PortalKey): Promise<Partial<Sent>> => {
    const { id, deliveryId } = await aWebhook(app, key);
    return { url: `/rest/webhooks/${id}${typeof path === "string" ? path : path(deliveryId)}`, ...(body && { body }) };
  };
/** A category of its own, at whose address something is asked. */
const onCategory =
  (path: string, body?: object) =>
  async ({ app }: World, _: ActorName, key: PortalKey): Promise<Partial<Sent>> => ({
    url: `/rest/categories/${(await app.aCategory(key)).id}${path}`,
    ...(body && { body }),
  });
/** A category of a portal that is offered to all, with the number of its definition. */
async function anOffered({ app }: World, key: PortalKey): Promise<{ id: number; sharedId: number }> {
  const { id } = await app.aCategory(key);
  const sharedId = await app.databases.inSystem("an offered category of the matrix", (db) =>
    insertShared(db, app.portal(key).id, id, null),
  );
  return { id, sharedId };
}
const aSharedCategory = async (world: World, _: ActorName, key: PortalKey): Promise<Partial<Sent>> => ({
  url: `/rest/categories/${(await anOffered(world, key)).id}/leave`,
});
const anOfferedCategory = async (world: World, _: ActorName, key: PortalKey): Promise<Partial<Sent>> => ({
  url: `/rest/categories/shared/${(await anOffered(world, key === "a" ? "b" : "a")).sharedId}/take`,
  body: { parentId: null },
});
/** A removed category, to be brought back. */
const aRemovedCategory = async ({ app }: World, _: ActorName, key: PortalKey): Promise<Partial<Sent>> => {
  const { id } = await app.aCategory(key);
  await app.databases.inPortal(app.portal(key).id, (db) => deleteCategory(db, app.portal(key).id, id, null, []));
  return { url: `/rest/categories/${id}/restore` };
};
/** The question of a student whom those who answer reach. */
const onQuestion =
  (path: string, body?: unknown): Expectation["request"] & {} =>
  ({ things }, _, key) => ({
    url: `/rest/support/questions/${things[key].questionId}${path}`,
    ...(body !== undefined && { body }),
  });
/** A question of whoever asks; a visiting system admin, who cannot have one, asks for the student's. */
const onOwnQuestion =
  (path: string, body?: unknown) =>
  async ({ app }: World, actor: ActorName, key: PortalKey): Promise<Partial<Sent>> => {
    const role = actor === "author" || actor === "manager" || actor === "admin" ? actor : "student";
    return {
      url: `/rest/help/questions/${(await aQuestion(app, key, app.person(role, key).id)).id}${path}`,
      ...(body !== undefined && { body }),
    };
  };
/** An authorization code of its own that gives nothing yet, with its word. */
const aCode = async ({ app }: World, _: ActorName, key: PortalKey) => {
  const portal_id = app.portal(key).id;
  const [word] = newWords(app.config.secret, portal_id, 1);
  if (!word) throw new Error("A code has a word.");
  return app.databases.inSystem("a code", async (db) => {
    const { id } = await db
      .insertInto("authorization_codes")
      .values({
        portal_id,
        label: "Made for a test",
        state: "active",
        time_zone: "UTC",
        admits_new: true,
        given_by: app.person("admin", key).id,
        made_by: app.person("admin", key).id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("authorization_code_words")
      .values({ portal_id, code_id: id, ...word })
      .execute();
    return { id, code: openedWord(app.config.secret, portal_id, "", word.sealed)?.code ?? "" };
  });
};
const onCode =
  (rest: string, body?: object): Expectation["request"] & {} =>
  async (...of) => ({ url: `/rest/codes/${(await aCode(...of)).id}${rest}`, ...(body && { body }) });

/** A letter in a portal's own words. */
const mailText = { subject: "Welcome", body: "{course}\n{link}", button: "" };
/** How a portal sends mail where nobody has set anything. */
const mailServer = { host: "127.0.0.1", port: 25, tls: "starttls", user: "", password: null };
const mailSettings = { isOn: true, senderName: "", senderAddress: "", replyTo: "", hourlyCap: 5000, quiet: null, eventsOff: [] };
/** A message to a person of the portal, who belongs to no other test. */
/** Somebody who was invited and has not followed the link yet. */
const anInvitation = (app: World["app"], key: PortalKey) =>
  app.databases.inSystem("an invitation", async (db) => {
    const { id } = await db
      .insertInto("invitations")
      .values({
        portal_id: app.portal(key).id,
        email: `${randomUUID()}@nowhere.test`,
        given_by: app.person("admin", key).id,
        token_hash: randomBytes(32),
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });

/** Somebody who waits to be let in. */
const aRegistration = (app: World["app"], key: PortalKey) =>
  app.databases.inSystem("a registration", async (db) => {
    const { id } = await db
      .insertInto("registrations")
      .values({ portal_id: app.portal(key).id, email: `${randomUUID()}@nowhere.test`, given_name: "N", family_name: "O", state: "waiting" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });

const aMessage =
  (rest: string) =>
  async ({ app }: World, _: ActorName, key: PortalKey) => {
    const { id } = await app.aPerson(key);
    const { id: messageId } = await app.databases.inSystem("a message for a test", (db) =>
      db
        .insertInto("messages")
        .values({
          portal_id: app.portal(key).id,
          user_id: id,
          event: "enrolled",
          mandatory: false,
          state: "kept",
          subject: "Subject",
          html: "<p>Text</p>",
          plain: "Text",
          ended_at: new Date(),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    return { url: `/rest/mail/messages/${messageId}${rest}` };
  };
let fieldCount = 0;
/** A copy of a role that nobody holds. */
const aCopy = async ({ app }: World, _: ActorName, key: PortalKey) => {
  const portal_id = app.portal(key).id;
  const { id } = await app.databases.inPeople(portal_id, "a test", (db) =>
    db
      .insertInto("role_copies")
      .values({ portal_id, name: `Copied ${++fieldCount}`, of_role: "Manager", permissions: ["see-people"] })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return id;
};
/** A merge of two values of a field's list, which can be undone. */
const aFieldMerge = async ({ app }: World, _: ActorName, key: PortalKey) => {
  const portal_id = app.portal(key).id;
  return app.databases.inPeople(portal_id, "a test", async (db) => {
    const field = await db
      .insertInto("fields")
      .values({ portal_id, kind: "single", name: `Merged ${++fieldCount}`, position: 50 })
      .returning("id as field_id")
      .executeTakeFirstOrThrow();
    const options = await db
      .insertInto("field_options")
      .values(["One", "Two"].map((name, position) => ({ portal_id, ...field, name, position })))
      .returning("id")
      .execute();
    const [from_id = 0, into_id = 0] = options.map(({ id }) => id);
    const merge = await db
      .insertInto("field_merges")
      .values({ portal_id, ...field, from_id, into_id })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { url: `/rest/fields/${field.field_id}/merges/${merge.id}/undo` };
  });
};
const draftOf = ({ things }: World, actor: ActorName, key: PortalKey) => things[key].drafts[actor] ?? things[key].drafts["author"] ?? 0;
/** A published online course of whoever may make courses, new for each request: saves of it begin at revision 1. */
const anOnline =
  (
    rest = "",
    body?: object,
    {
      status = "published",
      root = "/rest/editor/online",
      ...fields
    }: { status?: "published" | "archived"; root?: string; content?: Content } = {},
  ) =>
  async ({ app }: World, actor: ActorName, key: PortalKey) => {
    const { id } = await app.aCourse(key, { createdBy: app.person(actor === "admin" ? "admin" : "author", key).id, status, ...fields });
    return { url: `${root}/${id}${rest}`, ...(body && { body }) };
  };
/** A course with a table that keeps some people out: no row and no column names its cells. */
const unnamedCells = () =>
  aContent([aPage("p1", { blocks: [{ id: "t1", kind: "table", headerRow: false, headerColumn: false, rows: [["10", "20"]] }] })]);
/** Of the courses that anOnline makes, those who make courses reach theirs; everybody else learns nothing of them. */
const onPreviewed = (method: "see" | "change", rest = "", body?: object): Expectation =>
  method === "see"
    ? people(
        "signed in: courses one makes or reviews",
        (actor) => (actor === "author" || actor === "admin" ? 200 : 404),
        anOnline(rest, body, { root: previewRoot }),
      )
    : authors("make-courses", 200, anOnline(rest, body, { root: previewRoot }));
const previewRoot = "/rest/preview/courses";
/** A reusable block of whoever may make courses. Gives its id. */
const aReusable = async ({ app }: World, actor: ActorName, key: PortalKey) => {
  const { id } = await app.databases.inPortal(app.portal(key).id, (db) =>
    db
      .insertInto("reusable_blocks")
      .values({
        portal_id: app.portal(key).id,
        title: "Matrix",
        block: JSON.stringify(aTable),
        words: "",
        file_ids: [],
        created_by: app.person(actor === "admin" ? "admin" : "author", key).id,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return id;
};
const aTable = { id: "reusable", kind: "table", caption: "", headerRow: true, headerColumn: false, rows: [["a"]] };
/** A call about a reusable block in a course of whoever may make courses. */
const onReusable =
  (rest: string, body?: object) =>
  async (...of: [World, ActorName, PortalKey]) => {
    const { url } = await anOnline()(...of);
    return { url: `${url}/reusable/${await aReusable(...of)}${rest}`, ...(body && { body }) };
  };
/** A call about the German of a course of whoever may make courses. */
const onGerman =
  (rest = "", body?: object) =>
  async (...of: [World, ActorName, PortalKey]) => {
    const [{ app }, , key] = of;
    const { url } = await anOnline()(...of);
    const values = { portal_id: app.portal(key).id, course_id: Number(url.split("/").at(-1)), language: "de" };
    await app.databases.inPortal(values.portal_id, (db) => db.insertInto("course_languages").values(values).execute());
    return { url: `${url}/translations/de${rest}`, ...(body && { body }) };
  };
/** A comment on such a course, written by whoever asks where they reach it. */
const aComment =
  (rest: string, body?: object): Expectation["request"] & {} =>
  async (world, actor, key) => {
    const { url = "" } = await anOnline("", undefined, { root: previewRoot })(world, actor, key);
    const { id } = await world.app.databases.inPortal(world.app.portal(key).id, (db) =>
      db
        .insertInto("review_comments")
        .values({
          portal_id: world.app.portal(key).id,
          course_id: Number(url.split("/").at(-1)),
          page_id: "p1",
          page_title: "Page p1",
          about: "",
          author_id: world.app.person(actor === "admin" ? "admin" : "author", key).id,
          words: "Matrix",
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    return { url: `${url}/comments/${id}${rest}`, ...(body && { body }) };
  };
const onComment = (rest: string, body?: object): Expectation => ({ ...onPreviewed("see"), request: aComment(rest, body) });
/** A link to such a course. */
const aPreviewLink: Expectation["request"] & {} = async (world, actor, key) => {
  const { url = "" } = await anOnline("", undefined, { root: previewRoot })(world, actor, key);
  const { id } = await world.app.databases.inPortal(world.app.portal(key).id, (db) =>
    db
      .insertInto("preview_links")
      .values({
        portal_id: world.app.portal(key).id,
        course_id: Number(url.split("/").at(-1)),
        name: "Matrix",
        shows: "draft",
        key: "matrix",
        token_hash: randomBytes(32),
        made_by: world.app.person("author", key).id,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return { url: `${url}/links/${id}` };
};
const tried = { fact: { kind: "attest", blockId: "none" } };
/** A course that is told of an enrolment in another way: a new one each time, because some requests remove it. */
const anOverride =
  (rest: string, body?: object): Expectation["request"] & {} =>
  async ({ app }: World, _: ActorName, key: PortalKey) => {
    const { id: course_id } = await app.aCourse(key);
    const { id } = await app.databases.inPortal(app.portal(key).id, (db) =>
      db
        .insertInto("mail_overrides")
        .values({ portal_id: app.portal(key).id, event: "enrolled", course_id })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    return { url: `/rest/mail/overrides/${id}${rest}`, ...(body && { body }) };
  };
const spareOf = ({ things }: World, actor: ActorName, key: PortalKey) => things[key].spares[actor] ?? things[key].spares["author"] ?? 0;
const revisionOf = async (...of: [World, ActorName, PortalKey]) => {
  const [{ app }, , key] = of;
  const { revision } = await app.databases.inPortal(app.portal(key).id, (db) =>
    db
      .selectFrom("courses")
      .select("revision")
      .where("id", "=", draftOf(...of))
      .executeTakeFirstOrThrow(),
  );
  return revision;
};
/** What a save of a course contains besides its revision. */
export const courseFields = { ...savedFields, outcomes: ["Knows whom to call"] };

const aSchedule = { at: "2099-01-01T08:00", timeZone: "Europe/Berlin", note: "Later", move: { inProgress: "finish", completed: "leave" } };

/** One status for members and another for a visiting system admin, who is not a member. */
const notSystem = (good: number, system: number) => (actor: ActorName) => (actor === "system" ? system : good);
/** Of views: the list itself asks for the right to see people. */
const viewers = (actor: ActorName) => (["manager", "admin", "system"].includes(actor) ? 200 : 403);
const ownAttempt = ({ things }: World, actor: ActorName, key: PortalKey) =>
  things[key].attempts[actor] ?? things[key].attempts["student"] ?? 0;

/** A path of the asker's own job; of outsiders, the student's. */
const ownJob =
  (rest = "") =>
  ({ things }: World, actor: ActorName, key: PortalKey) => ({
    url: `/rest/jobs/${things[key].jobs[actor] ?? things[key].jobs["student"]}${rest}`,
  });

/** An import of the asker's own, or of the manager for those who have none; checked where that is asked for. The mode of its plan. */
const ownImport =
  (rest: string, { body, isChecked = false }: { body?: (plan: object) => object; isChecked?: boolean } = {}) =>
  async ({ app, sendAs }: World, actor: ActorName, key: PortalKey) => {
    const owner = app.person(actor === "admin" || actor === "system" ? actor : "manager", key).id;
    const sent = async (url: string, of: object) =>
      JSON.parse((await sendAs(owner, key, { method: "POST", url, body: of })).body) as { id: number; plan: object };
    const { id, plan } = await sent("/rest/imports/paste", { text: `email\nmatrix${Math.random()}@example.com\n` });
    if (isChecked) await sent(`/rest/imports/${id}/check`, plan);
    return { url: `/rest/imports/${id}${rest}`, ...(body && { body: body(plan) }) };
  };

/** A screen's page for signed-in people; others are redirected to login. */
const screenPage = everyone(
  (actor) => ((insiders as readonly string[]).includes(actor) ? 200 : 302),
  () => ({ url: "/v/student/dashboard" }),
);

/**
 * One row for each method and route (security.md §2a, §7). The matrix fails on a route without a row and on a row without a route.
 * The row for HEAD is derived from the GET of the same contract.
 */
export const expectations: Readonly<Record<string, Expectation>> = {
  "GET /api/openapi.json": everyone(200),

  // For operators and load balancers; metrics are for this machine only, which is where the tests run.
  "GET /healthz": everyone(200),
  "GET /healthz/readiness": everyone(200),
  "GET /version": everyone(200),
  "GET /metrics": everyone(200),

  "POST /rest/auth/login": everyone(200, ({ app }, _, key) => ({
    body: { email: app.person("student", key).email, password: testPassword },
  })),
  "POST /rest/auth/logout": everyone(200),
  "GET /onlinetraining/auth/logout": everyone(302),
  "POST /rest/auth/changePassword": peopleByHand(200, () => ({
    body: { currentPassword: testPassword, newPassword: "violet-harbour-lantern-41" },
  })),
  "POST /rest/auth/strength": everyone(200, () => ({ body: { password: "violet-harbour-lantern-41" } })),
  "GET /rest/auth/setup": everyone(200),
  "POST /rest/auth/setup": everyone(409, () => ({
    body: {
      portalName: "Mine",
      host: "mine.test",
      givenName: "M",
      familyName: "E",
      email: "me@mine.test",
      password: "violet-harbour-lantern-41",
    },
  })),
  "POST /rest/auth/forgot": everyone(200, () => ({ body: { email: `${randomUUID()}@nowhere.test` } })),
  "GET /rest/registration": everyone(200),
  "POST /rest/registration": everyone(403, () => ({
    body: { givenName: "N", familyName: "O", email: `${randomUUID()}@nowhere.test`, values: {} },
  })),
  "POST /rest/registration/code": everyone(404, () => ({ body: { code: "ABCD-EFGH-JKMN" } })),
  "GET /rest/codes": reaching("make-codes", 200, () => ({})),
  "GET /rest/codes/export.csv": reaching("make-codes", 200, () => ({})),
  "GET /rest/codes/choices": reaching("make-codes", 200, () => ({})),
  "POST /rest/codes/preview": reaching("make-codes", 200, () => ({ body: { effects: {} } })),
  "POST /rest/codes": reaching("make-codes", 200, () => ({ body: aCodeBody() })),
  "GET /rest/codes/:codeId": reaching("make-codes", 200, onCode("")),
  "PUT /rest/codes/:codeId": reaching("make-codes", 200, async (...of) => {
    const { isDraft: _, batch: __, ...terms } = aCodeBody();
    return { url: `/rest/codes/${(await aCode(...of)).id}`, body: { ...terms, revision: 0 } };
  }),
  "POST /rest/codes/:codeId/state": reaching("make-codes", 200, onCode("/state", { state: "paused" })),
  "POST /rest/codes/:codeId/revoke": reaching("make-codes", 200, onCode("/revoke", { undo: false })),
  "GET /rest/codes/:codeId/words": reaching("make-codes", 200, onCode("/words")),
  "GET /rest/codes/:codeId/words/export.csv": reaching("make-codes", 200, onCode("/words/export.csv")),
  "GET /rest/codes/:codeId/words.xlsx": reaching("make-codes", 200, onCode("/words.xlsx")),
  "GET /rest/codes/:codeId/uses": reaching("make-codes", 200, onCode("/uses")),
  "GET /rest/codes/:codeId/uses/export.csv": reaching("export-people", 200, onCode("/uses/export.csv")),
  "POST /rest/codes/look": people("signed in", 200, async (...of) => ({ body: { code: (await aCode(...of)).code } })),
  "POST /rest/codes/redeem": people("signed in", notSystem(200, 403), async (...of) => ({ body: { code: (await aCode(...of)).code } })),
  "POST /rest/registration/look": everyone(404, () => ({ body: { token: "none" } })),
  "POST /rest/registration/confirm": everyone(404, () => ({ body: { token: "none", newPassword: "violet-harbour-lantern-41" } })),
  "GET /rest/auth/session": peopleByHand(200),
  "GET /rest/auth/email": people("signed in", 200),
  "POST /rest/auth/email": people("signed in", 200, () => ({ body: { email: `${randomUUID()}@nowhere.test`, password: testPassword } })),
  "POST /rest/auth/email/withdraw": people("signed in", 200),
  // A link that is unknown; those that work have tests of their own.
  "POST /rest/auth/email/look": everyone(404, () => ({ body: { token: "none" } })),
  "POST /rest/auth/email/confirm": everyone(404, () => ({ body: { token: "none" } })),
  "POST /rest/auth/link": everyone(403, () => ({ body: { email: `${randomUUID()}@nowhere.test` } })),
  "POST /rest/auth/link/use": everyone(403, () => ({ body: { token: "none" } })),
  "POST /rest/invitations/look": everyone(404, () => ({ body: { token: "none" } })),
  "POST /rest/invitations/accept": everyone(404, () => ({ body: { token: "none" } })),
  "GET /rest/invitations": reaching("add-people", 200, () => ({})),
  "GET /rest/invitations/choices": reaching("add-people", 200, () => ({})),
  "POST /rest/invitations": reaching("add-people", 200, () => ({
    body: { emails: [`${randomUUID()}@nowhere.test`], role: null, groupIds: [], days: 14 },
  })),
  "POST /rest/invitations/resend": reaching("add-people", 200, async ({ app }, _, key) => ({
    body: { ids: [await anInvitation(app, key)], days: 14 },
  })),
  "POST /rest/invitations/withdraw": reaching("add-people", 200, async ({ app }, _, key) => ({
    body: { ids: [await anInvitation(app, key)] },
  })),
  "POST /rest/invitations/lists": reaching("add-people", 200, () => ({
    body: { text: `${randomUUID()}@nowhere.test`, role: null, groupIds: [], days: 14 },
  })),
  // A list that never was; those of others answer the same (features/invitations/lists.test.ts).
  "POST /rest/invitations/lists/:listId/run": reaching("add-people", 404, () => ({ url: "/rest/invitations/lists/999999999/run" })),
  "GET /rest/registration/terms": peopleByHand(200),
  "POST /rest/registration/terms": peopleByHand(200, () => ({ body: { version: 1 } })),
  "GET /rest/registration/requests": reaching("add-people", 200, () => ({})),
  "POST /rest/registration/requests/decide": reaching("add-people", 200, async ({ app }, _, key) => ({
    body: { ids: [await aRegistration(app, key)], approves: false, reason: "A test" },
  })),
  "GET /rest/registration/settings": some("open-portal", ["admin", "system"], 200, () => ({})),
  "PUT /rest/registration/settings": some("open-portal", ["admin", "system"], 200, () => ({
    body: { mode: "off", domains: [], fieldIds: [], terms: "" },
  })),
  // A link that is unknown; those that work have tests of their own.
  "POST /rest/auth/reset": everyone(404, () => ({ body: { token: "none", newPassword: "violet-harbour-lantern-41" } })),
  // A second factor: of no sign-in under way; those under way have tests of their own.
  "GET /rest/auth/mfa": everyone(200),
  "POST /rest/auth/mfa": everyone(401, () => ({ body: { factor: "totp", code: "000000", trust: false } })),
  "GET /rest/auth/factors": people("signed in", 200),
  "POST /rest/auth/factors/totp": peopleByHand(200, () => ({ body: { password: testPassword } })),
  "POST /rest/auth/factors/totp/confirm": peopleByHand(409, async ({ app }) => {
    await app.databases.inSystem("nothing begun", (db) => db.deleteFrom("account_security").execute());
    return { body: { code: "000000" } };
  }),
  "POST /rest/auth/mfa/passkey": everyone(401),
  "GET /rest/auth/elsewhere": everyone(401),
  "POST /rest/auth/elsewhere": everyone(401, ({ app }, _, key) => ({ body: { portalId: app.portal(key).id } })),
  "GET /rest/auth/elsewhere/:portalId/logo/:name": everyone(404, ({ app }, _, key) => ({
    url: `/rest/auth/elsewhere/${app.portal(key).id}/logo/none.webp`,
  })),
  "HEAD /rest/auth/elsewhere/:portalId/logo/:name": everyone(404, ({ app }, _, key) => ({
    url: `/rest/auth/elsewhere/${app.portal(key).id}/logo/none.webp`,
  })),
  "POST /rest/auth/passkey/start": everyone(200),
  "POST /rest/auth/passkey": everyone(401, () => ({ body: { answer: "{}" } })),
  "POST /rest/auth/factors/passkey": peopleByHand(200, () => ({ body: { password: testPassword } })),
  "POST /rest/auth/factors/passkey/confirm": peopleByHand(400, () => ({ body: { answer: "{}", name: "Test" } })),
  "POST /rest/auth/factors/passkey/rename": people("signed in", 404, () => ({ body: { passkeyId: 1, name: "Test" } })),
  "POST /rest/auth/factors/passkey/remove": people("signed in", 404, () => ({ body: { password: testPassword, passkeyId: 1 } })),
  "POST /rest/auth/factors/totp/remove": people("signed in", 404, () => ({ body: { password: testPassword } })),
  "POST /rest/auth/factors/recovery": people("signed in", 200, () => ({ body: { password: testPassword } })),
  "POST /rest/auth/factors/browsers/forget": people("signed in", 200, () => ({ body: { browserId: null } })),
  "POST /rest/auth/handover": everyone(303, () => ({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "token=none",
  })),

  "GET /rest/environment/": peopleByHand(200),
  "GET /rest/environment/environmentNoUser/": everyone(200),
  "GET /rest/environment/portals": people("signed in", 200),
  "GET /rest/environment/portals/:portalId/logo/:name": people("signed in", 404, ({ app }, _, key) => ({
    url: `/rest/environment/portals/${app.portal(key).id}/logo/none.webp`,
  })),
  "HEAD /rest/environment/portals/:portalId/logo/:name": people("signed in", 404, ({ app }, _, key) => ({
    url: `/rest/environment/portals/${app.portal(key).id}/logo/none.webp`,
  })),
  "GET /rest/environment/announcements": people("signed in", 200),
  "POST /rest/environment/announcements/read": people("signed in", 200, () => ({ body: { ids: [999_999_999] } })),
  "POST /rest/environment/announcements/:announcementId/confirm": people("signed in", 404, () => ({
    url: "/rest/environment/announcements/999999999/confirm",
    body: { key: "none" },
  })),
  "POST /rest/environment/updateCurrentRole": people("signed in", 200, () => ({
    url: "/rest/environment/updateCurrentRole?newRole=PortalUser",
  })),
  // Whoever is signed in stays who they are.
  "POST /rest/environment/fakeLogin": everyone(
    (actor) => (insiders.some((one) => one === actor) ? 409 : 403),
    () => ({ body: { courseId: 1, token: "none" } }),
  ),
  "POST /rest/environment/switchPortal": people("signed in", 200, ({ app }, _, key) => ({ body: { portalId: app.portal(key).id } })),
  "GET /rest/environment/about": everyone(200),
  "GET /rest/environment/facts": people("signed in", 200),
  "GET /rest/public/courses": everyone(200),
  "GET /rest/public/courses/:courseId": everyone(404, () => ({ url: "/rest/public/courses/999999999" })),
  "GET /rest/public/courses/:courseId/picture": everyone(404, () => ({ url: "/rest/public/courses/999999999/picture" })),
  "HEAD /rest/public/courses/:courseId/picture": everyone(404, () => ({ url: "/rest/public/courses/999999999/picture" })),
  "GET /About/Contact.aspx": everyone(302),
  "HEAD /About/Contact.aspx": everyone(302),
  "GET /About/CopyrightPolicies.aspx": everyone(302),
  "HEAD /About/CopyrightPolicies.aspx": everyone(302),
  "GET /About/Privacy.aspx": everyone(302),
  "HEAD /About/Privacy.aspx": everyone(302),

  "GET /rest/account": people("signed in", 200),
  "PUT /rest/account/profile": people("signed in", 200, () => ({
    body: { givenName: "Ana", familyName: "Ruiz", locale: null, timeZone: null },
  })),
  "PUT /rest/account/preferences": people("signed in", 200, () => ({ body: { theme: "dark" } })),
  "GET /rest/account/sessions": people("signed in", 200),
  "POST /rest/account/sessions/signOut": people("signed in", 200, () => ({ body: { others: true } })),

  "GET /rest/palette": people("signed in: what they can open", 200, () => ({ url: "/rest/palette?q=student" })),
  "GET /rest/course/catalog": people("signed in: catalog", 200),
  "GET /rest/course/catalog/follow": people("signed in: catalog", 200, () => ({ url: "/rest/course/catalog/follow?names=1,none" })),
  "GET /rest/course/details/:courseId": people("signed in: course details", 200, ({ things }, _, key) => ({
    url: `/rest/course/details/${things[key].courseId}`,
  })),
  "GET /rest/course/details/:courseId/start": people("signed in: course details", 200, ({ things }, _, key) => ({
    url: `/rest/course/details/${things[key].courseId}/start`,
  })),
  "GET /rest/files/:fileId/:name": people("signed in", 200, ({ things }, _, key) => ({
    url: `/rest/files/${things[key].fileId}/cover.png`,
  })),
  "HEAD /rest/files/:fileId/:name": people("signed in", 200, ({ things }, _, key) => ({
    url: `/rest/files/${things[key].fileId}/cover.png`,
  })),

  "GET /rest/enrolment/myCourses": people("signed in: own courses", 200),
  "POST /rest/enrolment/enrol": people("signed in: enrols oneself", notSystem(200, 403), ({ things }, _, key) => ({
    body: { courseId: things[key].freeCourseId },
  })),
  "POST /rest/enrolment/leave": people("signed in: enrols oneself", 200, ({ things }, _, key) => ({
    body: { courseId: things[key].freeCourseId },
  })),

  "POST /rest/progress/launch": people("signed in", notSystem(200, 403), ({ things }, _, key) => ({
    body: { courseId: things[key].courseId },
  })),
  "GET /rest/progress/attempts/:attemptId": people("signed in", notSystem(200, 404), (world, actor, key) => ({
    url: `/rest/progress/attempts/${ownAttempt(world, actor, key)}`,
  })),
  "POST /rest/progress/attempts/:attemptId/commits": people("signed in", notSystem(200, 403), (world, actor, key) => ({
    url: `/rest/progress/attempts/${ownAttempt(world, actor, key)}/commits`,
    body: { clientId: "matrix-client", epoch: 1, commits: [{ seq: 1, fact: { kind: "view", pageId: "p1" } }] },
  })),
  "POST /rest/progress/attempts/:attemptId/leave": people("signed in", notSystem(200, 404), (world, actor, key) => ({
    url: `/rest/progress/attempts/${ownAttempt(world, actor, key)}/leave`,
    body: { epoch: 1 },
  })),
  "POST /rest/courseviewer/UpdateLastViewedChapterAndTime": people("signed in", notSystem(200, 403), (world, actor, key) => ({
    body: { attemptId: ownAttempt(world, actor, key), lastViewedChapter: 1, highestViewedChapter: 1, minutesSpent: 1 },
  })),

  "GET /rest/dashboard/student": people("signed in", 200),
  "PUT /rest/dashboard/student/widgets": people("signed in", notSystem(200, 409), () => ({
    body: { main: ["courses"], side: ["due"], hidden: [] },
  })),
  "POST /rest/dashboard/student/widgets/reset": people("signed in", notSystem(200, 409)),
  "GET /rest/history": people("signed in", 200),
  "GET /rest/history/export.csv": people("signed in", 200),

  // Without the header of an event stream; a stream would not end.
  "GET /rest/live": people("signed in", 406),
  "GET /rest/lifecycle/export": people("signed in", 200),
  "POST /rest/lifecycle/export": people("signed in", 200),
  "POST /rest/lifecycle/people/:userId/export": keeping(200, ({ app }, _, key) => ({
    url: `/rest/lifecycle/people/${app.person("student", key).id}/export`,
  })),
  "GET /rest/lifecycle/people/:userId/merge/:otherId": keeping(200, async ({ app }, _, key) => ({
    url: `/rest/lifecycle/people/${app.person("student", key).id}/merge/${(await app.aPerson(key)).id}`,
  })),
  "POST /rest/lifecycle/people/:userId/merge/:otherId": keeping(200, async ({ app }, _, key) => ({
    url: `/rest/lifecycle/people/${(await app.aPerson(key)).id}/merge/${(await app.aPerson(key)).id}`,
    body: { fields: [], externalId: false, courses: [] },
  })),
  "GET /rest/lifecycle/people/:userId/like": keeping(200, ({ app }, _, key) => ({
    url: `/rest/lifecycle/people/${app.person("student", key).id}/like`,
  })),
  "GET /rest/lifecycle/duplicates": keeping(200, () => ({})),
  "GET /rest/lifecycle/people/:userId/merged": some("see-people", [...managers, "system"], 404, ({ app }, _, key) => ({
    url: `/rest/lifecycle/people/${app.person("student", key).id}/merged`,
  })),
  "GET /rest/lifecycle/people/:userId/erasure": keeping(200, ({ app }, _, key) => ({
    url: `/rest/lifecycle/people/${app.person("student", key).id}/erasure`,
  })),
  "POST /rest/lifecycle/people/:userId/erasure": keeping(200, async ({ app }, _, key) => ({
    url: `/rest/lifecycle/people/${(await app.aPerson(key)).id}/erasure`,
    body: { when: "later", reason: "Matrix" },
  })),
  "POST /rest/lifecycle/people/:userId/erasure/cancel": keeping(409, ({ app }, _, key) => ({
    url: `/rest/lifecycle/people/${app.person("student", key).id}/erasure/cancel`,
  })),
  "GET /rest/jobs": people("signed in: own jobs", 200),
  "GET /rest/jobs/overseen": some("oversee-jobs", ["admin", "system"], 200, () => ({})),
  "GET /rest/jobs/tray": people("signed in: own jobs", 200),
  "GET /rest/jobs/:jobId": people("signed in: own jobs", 200, ownJob()),
  "GET /rest/jobs/:jobId/file": people("signed in: own jobs", 404, ownJob("/file")),
  "POST /rest/jobs/:jobId/cancel": people("signed in: own jobs", 200, ownJob("/cancel")),
  "POST /rest/jobs/:jobId/retry": people("signed in: own jobs", 409, ownJob("/retry")),
  "POST /rest/jobs/:jobId/undo": people("signed in: own jobs", 409, ownJob("/undo")),
  "POST /rest/jobs/:jobId/putAway": people("signed in: own jobs", 200, ownJob("/putAway")),

  "POST /rest/bulk": some("see-people", [...managers, "system"], 200, ({ things }, _, key) => ({
    body: { kind: "reactivate", input: {}, of: { ids: [things[key].personId] } },
  })),
  // An action that never was; those of others answer the same (features/bulk/bulk.test.ts).
  "POST /rest/bulk/lists": some("see-people", [...managers, "system"], 200, () => ({ body: { text: "student@example.com" } })),
  "GET /rest/bulk/:runId/rows": some("see-people", [...managers, "system"], 404, () => ({ url: "/rest/bulk/999999999/rows" })),
  "GET /rest/bulk/:runId/rows/export.csv": some("export-people", [...managers, "system"], 404, () => ({
    url: "/rest/bulk/999999999/rows/export.csv",
  })),
  "POST /rest/bulk/:runId/run": some("see-people", [...managers, "system"], 404, () => ({ url: "/rest/bulk/999999999/run" })),

  "GET /PremiumServices/Portal/Default.aspx": everyone(302),
  "HEAD /PremiumServices/Portal/Default.aspx": everyone(302),
  "GET /PremiumServices/Portal/admin/Settings.aspx": everyone(302),
  "HEAD /PremiumServices/Portal/admin/Settings.aspx": everyone(302),
  "GET /rest/settings": some("change-settings", ["admin", "system"], 200, () => ({})),
  "GET /rest/settings/file": some("change-settings", ["admin", "system"], 200, () => ({})),
  "POST /rest/settings/file": some("change-settings", ["admin", "system"], 200, () => ({
    body: { format: "stoa-settings-1", settings: {} },
  })),
  // Nothing is changed: who changes something makes the revision of the others old, and the actors ask at the same time.
  "POST /rest/settings": some("change-settings", ["admin", "system"], 200, async ({ app }, _, key) => {
    const { revision } = await app.databases.inSystem("prepare a test", (db) =>
      db.selectFrom("portals").select("revision").where("id", "=", app.portal(key).id).executeTakeFirstOrThrow(),
    );
    return { body: { revision, values: {} } };
  }),
  "GET /rest/pages": some("change-settings", ["admin", "system"], 200, () => ({})),
  // Of a revision that no page has: the actors ask at the same time.
  "PUT /rest/pages/:page/draft": some("change-settings", ["admin", "system"], 409, () => ({
    url: "/rest/pages/privacy/draft",
    body: { revision: 999, content: { texts: { en: "<p>What we keep.</p>", de: null }, ways: null } },
  })),
  "POST /rest/pages/:page/discard": some("change-settings", ["admin", "system"], 409, () => ({
    url: "/rest/pages/privacy/discard",
    body: { revision: 999 },
  })),
  "POST /rest/pages/:page/publish": some("change-settings", ["admin", "system"], 409, () => ({
    url: "/rest/pages/privacy/publish",
    body: { revision: 999 },
  })),
  "POST /rest/pages/:page/versions/:number/restore": some("change-settings", ["admin", "system"], 404, () => ({
    url: "/rest/pages/privacy/versions/999/restore",
    body: { revision: 0 },
  })),
  "GET /rest/announcements": some("announce", ["admin", "system"], 200, () => ({})),
  "POST /rest/announcements": some("announce", ["admin", "system"], 200, () => ({ body: anAnnouncementBody() })),
  "POST /rest/announcements/try": some("announce", ["admin", "system"], 200, () => ({
    body: { condition: { kind: "status", is: "active" } },
  })),
  "GET /rest/announcements/:announcementId": some("announce", ["admin", "system"], 200, onAnnouncement("")),
  "PUT /rest/announcements/:announcementId": some("announce", ["admin", "system"], 200, async (...of) => ({
    ...(await onAnnouncement("")(...of)),
    body: { ...anAnnouncementBody(), revision: 0, asksAgain: false },
  })),
  "POST /rest/announcements/:announcementId/state": some("announce", ["admin", "system"], 200, async (...of) => ({
    ...(await onAnnouncement("/state")(...of)),
    body: { change: "delete" },
  })),
  "POST /rest/announcements/:announcementId/test": some("announce", ["admin", "system"], 200, onAnnouncement("/test")),
  "POST /rest/announcements/:announcementId/remind": some("announce", ["admin", "system"], 409, onAnnouncement("/remind")),
  "GET /rest/announcements/:announcementId/changes": some("announce", ["admin", "system"], 200, onAnnouncement("/changes")),
  "GET /rest/announcements/:announcementId/readers": some("announce", ["admin", "system"], 200, onAnnouncement("/readers")),
  "GET /rest/announcements/:announcementId/readers/export.csv": some(
    "announce",
    ["admin", "system"],
    200,
    onAnnouncement("/readers/export.csv"),
  ),
  "POST /rest/help/tour": people("signed in: own tours", 200, () => ({ body: { role: "Student" } })),
  "GET /dashboard/dashboard": everyone(302),
  "HEAD /dashboard/dashboard": everyone(302),
  "GET /rest/help/articles": people("signed in: the help", 200),
  "GET /rest/help/articles/:article": people("signed in: the help", 200, () => ({ url: "/rest/help/articles/history" })),
  "PUT /rest/help/articles/:article/answer": people("signed in: the help", notSystem(200, 403), () => ({
    url: "/rest/help/articles/history/answer",
    body: { helped: true },
  })),
  "GET /rest/help/writing": some("change-settings", ["admin", "system"], 200, () => ({})),
  "GET /rest/help/writing/:article": some("change-settings", ["admin", "system"], 200, () => ({ url: "/rest/help/writing/history" })),
  // Of a revision that no article has: the actors ask at the same time.
  "GET /rest/help/writing/:article/versions": some("change-settings", ["admin", "system"], 200, () => ({
    url: "/rest/help/writing/history/versions",
  })),
  "GET /rest/help/writing/:article/versions/:versionId": some("change-settings", ["admin", "system"], 404, () => ({
    url: "/rest/help/writing/history/versions/999999999",
  })),
  // Of a version that is none.
  "POST /rest/help/writing/:article/versions/:versionId/restore": some("change-settings", ["admin", "system"], 404, () => ({
    url: "/rest/help/writing/history/versions/999999999/restore",
    body: { revision: 0 },
  })),
  "PUT /rest/help/writing/builtIn/:article": some("change-settings", ["admin", "system"], 409, () => ({
    url: "/rest/help/writing/builtIn/history",
    body: { revision: 999, texts: anArticleBody().texts, builtIn: "0123abcd" },
  })),
  "PUT /rest/help/writing/builtIn/:article/hidden": some("change-settings", ["admin", "system"], 200, () => ({
    url: "/rest/help/writing/builtIn/looks/hidden",
    body: { isHidden: true },
  })),
  "POST /rest/help/writing/own": some("change-settings", ["admin", "system"], 200, () => ({ body: anArticleBody() })),
  "PUT /rest/help/writing/own/:articleId": some("change-settings", ["admin", "system"], 200, async ({ app }, _, key) => ({
    url: `/rest/help/writing/own/${(await anArticle(app, key)).id}`,
    body: { ...anArticleBody(), revision: 0 },
  })),
  "POST /rest/help/writing/own/:articleId/state": some("change-settings", ["admin", "system"], 200, async ({ app }, _, key) => ({
    url: `/rest/help/writing/own/${(await anArticle(app, key)).id}/state`,
    body: { change: "publish" },
  })),
  "POST /rest/help/writing/order": some("change-settings", ["admin", "system"], 200, () => ({ body: { ids: [999_999_999] } })),
  "POST /rest/help/questions": people("signed in: own questions", notSystem(200, 403), () => ({ body: aQuestionBody() })),
  "GET /rest/help/questions": people("signed in: own questions", 200),
  "GET /rest/help/calls": people("signed in: own questions", 200, ({ things }, _, key) => ({
    url: `/rest/help/calls?courseId=${things[key].scormCourseId}`,
  })),
  "GET /rest/help/questions/:questionId": people("signed in: own questions", notSystem(200, 404), onOwnQuestion("")),
  "POST /rest/help/questions/:questionId/messages": people(
    "signed in: own questions",
    notSystem(200, 403),
    onOwnQuestion("/messages", { words: "And where do I print it?" }),
  ),
  "POST /rest/help/questions/:questionId/close": people("signed in: own questions", notSystem(200, 404), onOwnQuestion("/close")),
  "GET /rest/support/questions": reaching("answer-questions", 200, () => ({})),
  "GET /rest/support/questions/:questionId": reaching("answer-questions", 200, onQuestion("")),
  "POST /rest/support/questions/:questionId/answer": reaching(
    "answer-questions",
    200,
    onQuestion("/answer", { words: "In your history." }),
  ),
  "POST /rest/support/questions/:questionId/state": reaching("answer-questions", 200, onQuestion("/state", { state: "closed" })),
  "GET /rest/catalogues": some("arrange-catalog", ["admin"], 200, () => ({})),
  "GET /rest/catalogues/choices": some("arrange-catalog", ["admin"], 200, () => ({})),
  "POST /rest/catalogues": some("arrange-catalog", ["admin"], 200, () => ({ body: aCatalogueBody() })),
  "GET /rest/catalogues/:catalogueId": some("arrange-catalog", ["admin"], 200, async ({ app }, _, key) => ({
    url: `/rest/catalogues/${await aCatalogue(app, key)}`,
  })),
  "PUT /rest/catalogues/:catalogueId": some("arrange-catalog", ["admin"], 200, async ({ app }, _, key) => ({
    url: `/rest/catalogues/${await aCatalogue(app, key)}`,
    body: { ...aCatalogueBody(), revision: 1 },
  })),
  "POST /rest/catalogues/:catalogueId/delete": some("arrange-catalog", ["admin"], 200, async ({ app }, _, key) => ({
    url: `/rest/catalogues/${await aCatalogue(app, key)}/delete`,
  })),
  "GET /rest/searches/synonyms": some("arrange-catalog", ["admin"], 200, () => ({})),
  "PUT /rest/searches/synonyms": some("arrange-catalog", ["admin"], 200, async ({ app }, _, key) => {
    const admin = await app.signIn("admin", key);
    const { revision } = (await admin.get("/rest/searches/synonyms")).json<{ revision: number }>();
    return { body: { lines: [["car", "vehicle"]], revision } };
  }),
  "GET /rest/searches/unfound": some("arrange-catalog", ["admin"], 200, () => ({})),
  "GET /rest/searches/unfound/export.csv": some("arrange-catalog", ["admin"], 200, () => ({})),
  "POST /rest/searches/unfound/forget": some("arrange-catalog", ["admin"], 200, async ({ app }, _, key) => {
    const { id: portal_id } = app.portal(key);
    await app.databases.inSystem("a search without result", (db) =>
      db
        .insertInto("catalog_unfound")
        .values({ portal_id, words: "forget me" })
        .onConflict((one) => one.doNothing())
        .execute(),
    );
    return { body: { words: "forget me" } };
  }),
  "POST /rest/course/catalog/unfound": people("signed in: catalog", 200, () => ({ body: { q: "nobody teaches this" } })),
  "GET /rest/quickLinks": some("set-quick-links", ["admin", "system"], 200, () => ({})),
  "POST /rest/quickLinks": some("set-quick-links", ["admin", "system"], 200, () => ({ body: aQuickLinkBody() })),
  "POST /rest/quickLinks/try": some("set-quick-links", ["admin", "system"], 200, () => ({
    body: { condition: { kind: "status", is: "active" } },
  })),
  // Nothing is changed: the actors ask at the same time.
  "POST /rest/quickLinks/order": some("set-quick-links", ["admin", "system"], 200, () => ({ body: { ids: [] } })),
  "GET /rest/widgets/layouts": some("arrange-widgets", ["admin", "system"], 200, () => ({})),
  // On a revision that nobody has: who changes something makes the revision of the others old, and the actors ask at the same time.
  "PUT /rest/widgets/layouts": some("arrange-widgets", ["admin", "system"], 409, () => ({
    body: { layouts: [], everybody: defaultLayout, revision: 999 },
  })),
  "POST /rest/widgets/try": some("arrange-widgets", ["admin", "system"], 200, () => ({
    body: { condition: { kind: "role", is: "admin" } },
  })),
  "GET /rest/widgets/people": some("arrange-widgets", ["admin", "system"], 200, () => ({})),
  "POST /rest/widgets/preview": some("arrange-widgets", ["admin", "system"], 200, ({ app }, _, key) => ({
    body: { userId: app.person("student", key).id, layoutId: null },
  })),
  "PUT /rest/quickLinks/:linkId": some("set-quick-links", ["admin", "system"], 200, async (...of) => ({
    ...(await onQuickLink("")(...of)),
    body: { ...aQuickLinkBody(), revision: 0 },
  })),
  "POST /rest/quickLinks/:linkId/state": some("set-quick-links", ["admin", "system"], 200, async (...of) => ({
    ...(await onQuickLink("/state")(...of)),
    body: { change: "delete" },
  })),
  // None of these is signed.
  "POST /rest/quickLinks/:linkId/secret": some("set-quick-links", ["admin", "system"], 409, onQuickLink("/secret")),
  "GET /v/link/:linkId": people("signed in", 404, () => ({ url: "/v/link/999999999" })),
  // On a path of the portal, so that nobody else is asked.
  "POST /rest/quickLinks/:linkId/check": some("set-quick-links", ["admin", "system"], 200, onQuickLink("/check")),
  "POST /rest/dashboard/quickLinks/:linkId/followed": people("signed in", 200, () => ({
    url: "/rest/dashboard/quickLinks/999999999/followed",
  })),
  "GET /rest/branding": some("brand-portal", ["admin", "system"], 200, () => ({})),
  "GET /rest/branding/mail": some("brand-portal", ["admin", "system"], 200, () => ({})),
  // On a revision that nobody has: who changes something makes the revision of the others old, and the actors ask at the same time.
  "PUT /rest/branding/draft": some("brand-portal", ["admin", "system"], 409, () => ({
    body: { revision: 999, brand: plainBrand },
  })),
  "POST /rest/branding/discard": some("brand-portal", ["admin", "system"], 409, () => ({ body: { revision: 999 } })),
  "POST /rest/branding/publish": some("brand-portal", ["admin", "system"], 409, () => ({ body: { revision: 999 } })),
  "POST /rest/branding/versions/:versionId/restore": some("brand-portal", ["admin", "system"], 404, () => ({
    url: "/rest/branding/versions/999999999/restore",
    body: { revision: 999 },
  })),
  "GET /rest/branding/groups": some("brand-portal", ["admin", "system"], 200, () => ({})),
  "GET /rest/branding/groups/:groupId": some("brand-portal", ["admin", "system"], 200, onGroupBrand("")),
  "PUT /rest/branding/groups/:groupId/draft": some("brand-portal", ["admin", "system"], 409, (...of) => ({
    ...onGroupBrand("/draft")(...of),
    body: { revision: 999, brand: plainBrand },
  })),
  "POST /rest/branding/groups/:groupId/discard": some("brand-portal", ["admin", "system"], 409, (...of) => ({
    ...onGroupBrand("/discard")(...of),
    body: { revision: 999 },
  })),
  "POST /rest/branding/groups/:groupId/publish": some("brand-portal", ["admin", "system"], 409, (...of) => ({
    ...onGroupBrand("/publish")(...of),
    body: { revision: 999 },
  })),
  "POST /rest/branding/groups/:groupId/versions/:versionId/restore": some("brand-portal", ["admin", "system"], 404, (...of) => ({
    ...onGroupBrand("/versions/999999999/restore")(...of),
    body: { revision: 999 },
  })),
  "POST /rest/branding/images": some("brand-portal", ["admin", "system"], 400, () => ({
    url: "/rest/branding/images?slot=logo",
    headers: { "content-type": "application/octet-stream" },
    body: "no picture",
  })),
  "GET /rest/branding/images/:fileId/:name": everyone(404, () => ({ url: "/rest/branding/images/999999999/none.webp" })),
  "HEAD /rest/branding/images/:fileId/:name": everyone(404, () => ({ url: "/rest/branding/images/999999999/none.webp" })),
  "GET /PremiumServices/Portal/admin/Users.aspx": everyone(302),
  "HEAD /PremiumServices/Portal/admin/Users.aspx": everyone(302),
  "GET /rest/conditions/choices": reaching("see-people", 200, () => ({})),
  "GET /rest/people": reaching("see-people", 200, () => ({})),
  "GET /rest/people/export.csv": reaching("export-people", 200, () => ({})),

  "GET /rest/imports": reaching("import-people", 200, () => ({})),
  "GET /rest/imports/template.csv": reaching("import-people", 200, () => ({})),
  "GET /rest/imports/template.xlsx": reaching("import-people", 200, () => ({})),
  "POST /rest/imports/paste": reaching("import-people", 200, () => ({ body: { text: "email\nmatrix@example.com\n" } })),
  "POST /rest/imports/file": reaching("import-people", 200, () => ({
    url: "/rest/imports/file?name=people.csv",
    headers: { "content-type": "application/octet-stream" },
    body: "email\nmatrix@example.com\n",
  })),
  "GET /rest/imports/:importId": reaching("import-people", 200, ownImport("")),
  "GET /rest/imports/:importId/rows": reaching("import-people", 200, ownImport("/rows")),
  "GET /rest/imports/:importId/left-out.csv": reaching("import-people", 200, ownImport("/left-out.csv")),
  "POST /rest/imports/:importId/read": reaching(
    "import-people",
    200,
    ownImport("/read", { body: () => ({ encoding: null, delimiter: null, sheet: null, hasHeadings: null }) }),
  ),
  "POST /rest/imports/:importId/check": reaching("import-people", 200, ownImport("/check", { body: (plan) => plan })),
  "POST /rest/imports/:importId/run": reaching(
    "import-people",
    200,
    ownImport("/run", { isChecked: true, body: () => ({ people: null }) }),
  ),
  "POST /rest/imports/:importId/rows/:number": reaching(
    "import-people",
    200,
    ownImport("/rows/2", { isChecked: true, body: () => ({ cells: ["matrix@example.com"] }) }),
  ),

  "GET /rest/roles": granters(200),
  "GET /rest/roles/export.csv": granters(200),
  "GET /rest/roles/all": granters(200),
  "POST /rest/roles/reach": granters(200, () => ({ body: { scope: { kind: "portal" } } })),
  "POST /rest/roles/copies": granters(200, () => ({ body: { of: "Manager", name: `Copy ${++fieldCount}`, permissions: ["see-people"] } })),
  "PUT /rest/roles/copies/:copyId": granters(200, async (...of) => ({
    url: `/rest/roles/copies/${await aCopy(...of)}`,
    body: { name: `Copy ${++fieldCount}`, permissions: ["see-people"], revision: 1 },
  })),
  "POST /rest/roles/copies/:copyId/remove": granters(200, async (...of) => ({ url: `/rest/roles/copies/${await aCopy(...of)}/remove` })),
  "GET /rest/roles/candidates": granters(200, () => ({ url: "/rest/roles/candidates?q=stu" })),
  "GET /rest/roles/groups": granters(200),
  "GET /rest/roles/courses": granters(200, () => ({ url: "/rest/roles/courses?q=stu" })),
  "GET /rest/roles/rights/:userId": granters(200, ({ app }, _, key) => ({ url: `/rest/roles/rights/${app.person("student", key).id}` })),
  // Looking as somebody would change what the session's later requests are; the tests of looks have it.
  "POST /rest/roles/looks": {
    ...granters(404, () => ({ body: { userId: 999_999_999, writes: false, reason: "" } })),
    rule: "look-as",
  },
  "POST /rest/roles/looks/role": {
    ...granters(404, () => ({ body: { role: "Manager", copyId: 999_999_999 } })),
    rule: "look-as",
  },
  "GET /rest/roles/looks": people("signed in", 200),
  "GET /rest/roles/deputies": people("signed in", 200),
  // Who only gives roles manages nobody in their own right.
  "POST /rest/roles/deputies": some(
    "name-deputies",
    [...managers, "system"],
    (actor) => (actor === "manager" ? 200 : 409),
    async ({ app }, _, key) => ({
      body: { email: (await app.aPerson(key)).email, startsAt: null, endsAt: new Date(Date.now() + 86_400_000).toISOString() },
    }),
  ),
  "POST /rest/roles/deputies/:assignmentId/end": people("signed in", 200, async (...of) => ({
    url: `/rest/roles/deputies/${await aShare(...of)}/end`,
  })),
  "GET /rest/roles/looks/end": everyone(302),
  "POST /rest/roles": granters(200, async ({ app }, _, key) => ({
    body: { userId: (await app.aPerson(key)).id, role: "Author", ...termsOfRole },
  })),
  "PUT /rest/roles/:assignmentId": granters(200, async (...of) => ({ url: `/rest/roles/${await aRole(...of)}`, body: termsOfRole })),
  "POST /rest/roles/:assignmentId/remove": granters(200, async (...of) => ({ url: `/rest/roles/${await aRole(...of)}/remove` })),
  "GET /rest/groups": reaching("see-people", 200, () => ({})),
  "GET /rest/groups/export.csv": reaching("export-people", 200, () => ({})),
  "POST /rest/groups": reaching("define-groups", 200, () => ({
    body: { name: `Group ${++groupCount}`, description: "", condition: null },
  })),
  "POST /rest/groups/try": reaching("define-groups", 200, () => ({ body: { condition: { kind: "status", is: "active" } } })),
  "GET /rest/groups/people": reaching("see-people", 200, () => ({ url: "/rest/groups/people?q=stu" })),
  "GET /rest/groups/:groupId": reaching("see-people", 200, onGroup("")),
  "PUT /rest/groups/:groupId": reaching("define-groups", 200, async (...of) => {
    const { id, revision } = await aGroup(...of);
    return { url: `/rest/groups/${id}`, body: { name: `Renamed ${id}`, description: "", condition: null, revision } };
  }),
  "PUT /rest/groups/:groupId/children": reaching("define-groups", 200, async (...of) => ({
    url: `/rest/groups/${(await aGroup(...of)).id}/children`,
    body: { ids: [] },
  })),
  "POST /rest/groups/:groupId/foresee": reaching("define-groups", 200, async (...of) => ({
    url: `/rest/groups/${(await aGroup(...of)).id}/foresee`,
    body: { by: "groups", ids: [] },
  })),
  "POST /rest/groups/:groupId/status": reaching("define-groups", 200, async (...of) => ({
    url: `/rest/groups/${(await aGroup(...of)).id}/status`,
    body: { status: "archived" },
  })),
  "GET /rest/groups/:groupId/members": reaching("see-people", 200, onGroup("/members")),
  "GET /rest/groups/:groupId/members/export.csv": reaching("export-people", 200, onGroup("/members/export.csv")),
  "GET /rest/groups/:groupId/members/:userId/why": reaching("see-people", 200, onFitting),
  "GET /rest/groups/:groupId/courses": reaching("see-people", 200, onGroup("/courses")),
  "GET /rest/groups/:groupId/courses/export.csv": reaching("export-people", 200, onGroup("/courses/export.csv")),
  "GET /rest/groups/:groupId/history": reaching("see-people", 200, onGroup("/history")),
  "GET /rest/groups/:groupId/history/export.csv": reaching("export-people", 200, onGroup("/history/export.csv")),
  "GET /rest/groups/:groupId/candidates": reaching("fill-groups", 200, ({ things }, _, key) => ({
    url: `/rest/groups/${things[key].groupId}/candidates?q=stu`,
  })),
  "GET /rest/groups/:groupId/dependents": reaching("see-people", 200, onGroup("/dependents")),
  "GET /rest/fields": some("define-fields", [...managers, "system"], 200, () => ({})),
  "POST /rest/fields": reaching("define-fields", 200, () => ({ body: aFieldBody("text", `Field ${++fieldCount}`) })),
  "POST /rest/fields/order": reaching("define-fields", 200, ({ things }, _, key) => ({ body: { ids: [things[key].fieldId] } })),
  "PUT /rest/fields/:fieldId": reaching("define-fields", 200, async ({ app, things }, actor, key) => {
    const { kind: _kind, options: _options, ...body } = aFieldBody("text", `Of the ${actor}`);
    const fieldId = things[key].ownFields[actor] ?? things[key].fieldId;
    const { revision } = await app.databases.inPortal(app.portal(key).id, (db) =>
      db.selectFrom("fields").select("revision").where("id", "=", fieldId).executeTakeFirstOrThrow(),
    );
    return { url: `/rest/fields/${fieldId}`, body: { ...body, revision } };
  }),
  "POST /rest/fields/:fieldId/retire": reaching("define-fields", 200, ({ things }, _, key) => ({
    url: `/rest/fields/${things[key].fieldId}/retire`,
    body: { isRetired: false },
  })),
  "POST /rest/fields/:fieldId/options": reaching("define-fields", 200, ({ things }, _, key) => ({
    url: `/rest/fields/${things[key].fieldId}/options`,
    body: { names: ["One more"], parentId: null },
  })),
  "POST /rest/fields/:fieldId/options/order": reaching("define-fields", 200, ({ things }, _, key) => ({
    url: `/rest/fields/${things[key].fieldId}/options/order`,
    body: { ids: [things[key].options["target"]] },
  })),
  "PUT /rest/fields/:fieldId/options/:optionId": reaching("define-fields", 200, ({ things }, _, key) => ({
    url: `/rest/fields/${things[key].fieldId}/options/${things[key].options["target"]}`,
    body: { name: "target", isRetired: false },
  })),
  "POST /rest/fields/:fieldId/options/:optionId/merge": reaching("define-fields", 200, ({ things }, actor, key) => ({
    url: `/rest/fields/${things[key].fieldId}/options/${things[key].options[actor] ?? things[key].options["student"]}/merge`,
    body: { into: things[key].options["target"] },
  })),

  "POST /rest/fields/:fieldId/merges/:mergeId/undo": reaching("define-fields", 200, aFieldMerge),
  "POST /rest/fields/:fieldId/offer": some("share-fields", ["system"], 200, ({ things }, _, key) => ({
    url: `/rest/fields/${things[key].offeredFieldId}/offer`,
    body: { isOffered: true },
  })),
  "POST /rest/fields/shared/:sharedId/take": reaching("define-fields", 200, ({ things }, _, key) => ({
    url: `/rest/fields/shared/${things[key].sharedId}/take`,
    body: {},
  })),
  "POST /rest/fields/:fieldId/leave": reaching("define-fields", 200, ({ things }, _, key) => ({
    url: `/rest/fields/${things[key].sharedFieldId}/leave`,
    body: {},
  })),

  "POST /rest/course/createCourse": authors("make-courses", 200, () => ({ body: { courseTypeId: 3 } })),
  "GET /rest/course/templates": authors("make-courses", 200),
  // The form is sent without its file.
  "POST /rest/course/createCourse/document": authors("make-courses", 400, () => ({
    url: "/rest/course/createCourse/document?do=look",
    headers: { "content-type": "multipart/form-data; boundary=line" },
    body: "--line--\r\n",
  })),
  "GET /PremiumServices/Portal/admin/Courses.aspx": everyone(302),
  "HEAD /PremiumServices/Portal/admin/Courses.aspx": everyone(302),
  "GET /rest/categories": reaching("arrange-categories", 200, () => ({})),
  "POST /rest/categories": reaching("arrange-categories", 200, () => ({
    body: { name: `Category made ${++categoryCount}`, description: "", parentId: null },
  })),
  "PUT /rest/categories/:categoryId": reaching("arrange-categories", 200, (...of) =>
    onCategory("", { name: `Category renamed ${++categoryCount}`, description: "", isHidden: false, revision: 0 })(...of),
  ),
  "POST /rest/categories/:categoryId/move": reaching("arrange-categories", 200, onCategory("/move", { parentId: null, beforeId: null })),
  "GET /rest/categories/:categoryId/removal": reaching("arrange-categories", 200, onCategory("/removal")),
  "POST /rest/categories/:categoryId/remove": reaching(
    "arrange-categories",
    200,
    onCategory("/remove", { into: null, seen: { courses: 0, children: 0 } }),
  ),
  "POST /rest/categories/:categoryId/restore": reaching("arrange-categories", 200, aRemovedCategory),
  "POST /rest/categories/:categoryId/picture": reaching("arrange-categories", 400, async (...of) => ({
    ...(await onCategory("/picture")(...of)),
    headers: { "content-type": "application/octet-stream" },
    body: "no picture",
  })),
  "POST /rest/categories/:categoryId/picture/remove": reaching("arrange-categories", 200, onCategory("/picture/remove")),
  "POST /rest/categories/:categoryId/share": some("share-categories", ["system"], 200, onCategory("/share", { sharing: "offered" })),
  "POST /rest/categories/:categoryId/leave": reaching("arrange-categories", 200, aSharedCategory),
  "POST /rest/categories/shared/:sharedId/take": reaching("arrange-categories", 200, anOfferedCategory),
  "GET /rest/curriculum": staff("see-portal-courses", 200),
  "GET /rest/curriculum/export.csv": staff("export-portal-courses", 200),
  "GET /rest/curriculum/waiting": some("approve-courses", ["admin"], 200, () => ({ url: "/rest/curriculum/waiting" })),
  "GET /rest/curriculum/choices": staff("see-portal-courses", 200),
  "GET /rest/curriculum/owners": some("change-portal-courses", ["admin"], 200, () => ({ url: "/rest/curriculum/owners?q=a" })),
  "POST /rest/curriculum/:courseId/copy": some("change-portal-courses", ["admin"], 200, ({ things }, _, key) => ({
    url: `/rest/curriculum/${things[key].courseId}/copy`,
  })),
  "GET /rest/editor/courses": authors("see-courses", 200),
  "GET /rest/editor/courses/export.csv": authors("export-courses", 200),
  "GET /rest/editor/courses/:courseId/package": authors("see-courses", 200, (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/package`,
  })),
  "PUT /rest/editor/courses/:courseId/package": authors("make-courses", 200, async (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/package`,
    body: { policy: defaultPolicy, newWindow: false, revision: await revisionOf(...of) },
  })),
  "POST /rest/editor/courses/:courseId/discard": authors("make-courses", 200, (...of) => ({
    url: `/rest/editor/courses/${spareOf(...of)}/discard`,
  })),
  "GET /rest/editor/courses/:courseId/team": authors("see-courses", 200, (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/team`,
  })),
  "PUT /rest/editor/courses/:courseId/coauthors": authors("make-courses", 200, (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/coauthors`,
    body: { userIds: [] },
  })),
  // Nobody owned it by that number.
  "POST /rest/editor/courses/:courseId/owner": authors("make-courses", 409, (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/owner`,
    body: { userId: 1, from: 0 },
  })),
  "POST /rest/editor/courses/:courseId/review": authors(
    "make-courses",
    200,
    anOnline("/review", { step: "asked", comment: "" }, { root: "/rest/editor/courses" }),
  ),
  "GET /rest/editor/courses/:courseId/review": some(
    "approve-courses",
    ["admin"],
    200,
    anOnline("/review", undefined, { root: "/rest/editor/courses" }),
  ),
  // Nobody asked.
  "POST /rest/editor/courses/:courseId/review/answer": some(
    "approve-courses",
    ["admin"],
    409,
    anOnline("/review/answer", { step: "approved", comment: "", draft: "" }, { root: "/rest/editor/courses" }),
  ),
  "GET /rest/editor/courses/:courseId/authors": authors("make-courses", 200, (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/authors?q=a`,
  })),
  "GET /rest/editor/courses/:courseId/requirable": authors("make-courses", 200, (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/requirable?q=a`,
  })),
  "GET /rest/editor/courses/:courseId/choices": authors("see-courses", 200, (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/choices`,
  })),
  "GET /rest/editor/courses/:courseId/attempts": authors("see-courses", 200, (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/attempts`,
  })),
  "GET /rest/editor/courses/:courseId/attempts/export.csv": authors("export-courses", 200, (...of) => ({
    url: `/rest/editor/courses/${draftOf(...of)}/attempts/export.csv`,
  })),

  "POST /rest/editor/courses/:courseId/duplicate": authors(
    "make-courses",
    200,
    anOnline("/duplicate", undefined, { root: "/rest/editor/courses" }),
  ),
  "POST /rest/editor/courses/:courseId/archive": authors(
    "publish-courses",
    200,
    anOnline("/archive", undefined, { root: "/rest/editor/courses" }),
  ),
  // Nobody was ever enrolled.
  "POST /rest/editor/courses/:courseId/delete": authors(
    "make-courses",
    200,
    anOnline("/delete", undefined, { root: "/rest/editor/courses" }),
  ),
  "GET /rest/editor/online/:courseId": authors("see-courses", 200, anOnline()),
  "GET /rest/editor/online/:courseId/pages/:pageId": authors("see-courses", 200, anOnline("/pages/p1")),
  "PUT /rest/editor/online/:courseId/pages/:pageId": authors(
    "make-courses",
    200,
    anOnline("/pages/p1", { page: aPage("p1", { title: "Saved" }), revision: 1 }),
  ),
  "POST /rest/editor/online/:courseId/presence": authors("make-courses", 200, anOnline("/presence", { visit: "one", pageId: "p1" })),
  "POST /rest/editor/online/:courseId/presence/away": authors("make-courses", 200, anOnline("/presence/away", { visit: "one" })),
  "PUT /rest/editor/online/:courseId/outline": authors(
    "make-courses",
    200,
    anOnline("/outline", {
      outline: { chapters: [{ id: "c1", title: "One", pageIds: ["p2", "p1"] }] },
      completion: { kind: "all", rules: [{ kind: "pages", percent: 100 }] },
      revision: 1,
    }),
  ),
  "PUT /rest/editor/online/:courseId/details": authors("make-courses", 200, anOnline("/details", { ...courseFields, revision: 1 })),

  "POST /rest/editor/online/:courseId/reusable": authors("make-courses", 200, anOnline("/reusable", { title: "Table", block: aTable })),
  "POST /rest/editor/online/:courseId/reusable/:reusableId/take": authors("make-courses", 200, onReusable("/take")),
  "PUT /rest/editor/online/:courseId/reusable/:reusableId": authors("make-courses", 200, onReusable("", { block: aTable, revision: 1 })),
  "GET /rest/editor/reusable": authors("make-courses", 200),
  "GET /rest/editor/reusable/revisions": authors("make-courses", 200, () => ({ url: "/rest/editor/reusable/revisions?ids=1" })),
  "GET /rest/editor/reusable/:reusableId": authors("make-courses", 200, async (...of) => ({
    url: `/rest/editor/reusable/${await aReusable(...of)}`,
  })),
  "GET /rest/editor/reusable/:reusableId/uses": authors("make-courses", 200, async (...of) => ({
    url: `/rest/editor/reusable/${await aReusable(...of)}/uses`,
  })),
  "PUT /rest/editor/reusable/:reusableId": authors("make-courses", 200, async (...of) => ({
    url: `/rest/editor/reusable/${await aReusable(...of)}`,
    body: { title: "Renamed", isArchived: true },
  })),

  "GET /rest/editor/online/:courseId/translations": authors("see-courses", 200, anOnline("/translations")),
  "GET /rest/editor/online/:courseId/translations/changes": authors(
    "see-courses",
    200,
    anOnline("/translations/changes?from=draft&to=draft"),
  ),
  "GET /rest/editor/online/:courseId/translations/:language/texts": authors("see-courses", 200, onGerman("/texts?pageId=p1")),
  "PUT /rest/editor/online/:courseId/translations/:language/texts": authors(
    "make-courses",
    200,
    onGerman("/texts", { pageId: "p1", key: "pages/p1/title", source: "Page p1", was: null, value: "Seite" }),
  ),
  "PUT /rest/editor/online/:courseId/translations/:language": authors("make-courses", 200, onGerman("", { isOffered: true })),
  "POST /rest/editor/online/:courseId/translations/:language/remove": authors("make-courses", 200, onGerman("/remove")),
  "GET /rest/editor/online/:courseId/publish": authors("see-courses", 200, anOnline("/publish")),
  // One that is out of the catalog returns to it.
  "POST /rest/editor/online/:courseId/publish": authors(
    "publish-courses",
    200,
    anOnline("/publish", { revision: 1, note: "" }, { status: "archived" }),
  ),
  "POST /rest/editor/online/:courseId/publish/anyway": some(
    "publish-with-barriers",
    ["admin"],
    200,
    anOnline("/publish/anyway", { revision: 1, note: "", reason: "Mended next week." }, { status: "archived", content: unnamedCells() }),
  ),
  "GET /rest/editor/online/:courseId/content": authors("see-courses", 200, anOnline("/content")),
  "PUT /rest/editor/online/:courseId/schedule": authors("publish-courses", 200, anOnline("/schedule", aSchedule)),
  "POST /rest/editor/online/:courseId/schedule/cancel": authors("publish-courses", 200, async (world, actor, key) => {
    const { url } = await anOnline()(world, actor, key);
    const { id: portal_id } = world.app.portal(key);
    await world.app.databases.inPortal(portal_id, (db) =>
      db
        .insertInto("scheduled_publications")
        .values({
          portal_id,
          course_id: Number(url.split("/").at(-1)),
          publish_at: new Date("2099-01-01"),
          time_zone: "UTC",
          note: "Later",
          asked_by: world.app.person("author", key).id,
        })
        .execute(),
    );
    return { url: `${url}/schedule/cancel` };
  }),
  "GET /rest/editor/online/:courseId/packages": authors("see-courses", 200, anOnline("/packages")),
  "GET /rest/editor/online/:courseId/versions/:number": authors("see-courses", 200, anOnline("/versions/1")),
  "POST /rest/editor/online/:courseId/versions/:number/restore": authors(
    "make-courses",
    200,
    anOnline("/versions/1/restore", { outlineRevision: 1 }),
  ),

  "GET /rest/preview/courses/:courseId": onPreviewed("see"),
  // A block that the course does not have.
  "POST /rest/preview/courses/:courseId/tries": { ...onPreviewed("see", "/tries", { ...tried, shows: "draft" }), answers: 404 },
  // An online course, and no block is named.
  "POST /rest/preview/courses/:courseId/package": { ...onPreviewed("see", "/package", { shows: "draft" }), answers: 404 },
  "GET /rest/preview/courses/:courseId/comments": onPreviewed("see", "/comments"),
  "POST /rest/preview/courses/:courseId/comments": onPreviewed("see", "/comments", {
    on: "page",
    pageId: "p1",
    blockId: null,
    words: "Shorter, please.",
  }),
  "PUT /rest/preview/courses/:courseId/comments/:commentId": onComment("", { words: "Shorter" }),
  "DELETE /rest/preview/courses/:courseId/comments/:commentId": onComment(""),
  "POST /rest/preview/courses/:courseId/comments/:commentId/resolved": onComment("/resolved", { resolved: true }),
  "POST /rest/preview/courses/:courseId/comments/:commentId/assignee": {
    ...onPreviewed("see"),
    request: async (world, actor, key) =>
      aComment("/assignee", { userId: world.app.person(actor === "admin" ? "admin" : "author", key).id })(world, actor, key),
  },
  "GET /rest/preview/courses/:courseId/sharing": authors("see-courses", 200, anOnline("/sharing", undefined, { root: previewRoot })),
  "GET /rest/preview/courses/:courseId/candidates": onPreviewed("change", "/candidates?q=nobody"),
  "POST /rest/preview/courses/:courseId/reviewers": {
    ...onPreviewed("change"),
    request: async (world, actor, key) =>
      anOnline("/reviewers", { userId: world.things[key].personId }, { root: previewRoot })(world, actor, key),
  },
  "DELETE /rest/preview/courses/:courseId/reviewers/:userId": onPreviewed("change", "/reviewers/1"),
  "POST /rest/preview/courses/:courseId/links": onPreviewed("change", "/links", {
    name: "Acme",
    shows: "current",
    days: 7,
    passcode: null,
  }),
  "DELETE /rest/preview/courses/:courseId/links/:linkId": { ...onPreviewed("change"), request: aPreviewLink },
  // Nobody of the matrix has a link: a session opens none by itself.
  "POST /rest/preview/external/:courseId/open": people("signed in", 403, ({ things }, _, key) => ({
    url: `/rest/preview/external/${things[key].courseId}/open`,
    body: { token: "none" },
  })),
  "GET /rest/preview/external/:courseId": everyone(403, ({ things }, _, key) => ({
    url: `/rest/preview/external/${things[key].courseId}`,
  })),
  "POST /rest/preview/external/:courseId/tries": everyone(403, ({ things }, _, key) => ({
    url: `/rest/preview/external/${things[key].courseId}/tries`,
    body: tried,
  })),
  "POST /rest/preview/external/:courseId/package": everyone(403, ({ things }, _, key) => ({
    url: `/rest/preview/external/${things[key].courseId}/package`,
    body: {},
  })),
  "POST /rest/preview/external/:courseId/site": everyone(403, ({ things }, _, key) => ({
    url: `/rest/preview/external/${things[key].courseId}/site`,
    body: { fileId: 1 },
  })),

  "GET /rest/mail/unsubscribe/:token": everyone(302),
  // With a made-up token; features/mail/mail.test.ts has the genuine ones.
  "POST /rest/mail/unsubscribe/:token": everyone(404),
  "GET /rest/mail/messages": some("read-mail", ["admin", "system"], 200, () => ({})),
  "GET /rest/mail/messages/export.csv": some("read-mail", ["admin", "system"], 200, () => ({})),
  "GET /rest/mail/messages/:messageId": some("read-mail", ["admin", "system"], 200, aMessage("")),
  "POST /rest/mail/messages/:messageId/again": some("set-mail", ["admin", "system"], 409, aMessage("/again")),
  "GET /rest/mail/messages/:messageId/body": some("read-mail", ["admin", "system"], 200, aMessage("/body")),
  "GET /rest/mail/settings": some("set-mail", ["admin", "system"], 200, () => ({})),
  "PUT /rest/mail/settings": some("set-mail", ["admin", "system"], 200, () => ({ body: mailSettings })),
  "POST /rest/mail/test": some("set-mail", ["admin", "system"], 200, () => ({})),
  // To a server inside, where nothing is sent; features/mail/own-server.test.ts has the genuine ones.
  "POST /rest/mail/server/test": some("set-mail", ["admin", "system"], 409, () => ({ body: mailServer })),
  "PUT /rest/mail/server": some("set-mail", ["admin", "system"], 200, () => ({ body: { ...mailServer, isOn: false } })),
  "POST /rest/mail/server/remove": some("set-mail", ["admin", "system"], 200, () => ({})),
  // Of a name server that is not there, which is an answer too.
  "POST /rest/mail/domain/check": some("set-mail", ["admin", "system"], 200, () => ({ body: { selector: "s1" } })),
  "GET /rest/mail/texts": some("set-mail", ["admin", "system"], 200, () => ({})),
  "GET /rest/mail/texts/export.csv": some("set-mail", ["admin", "system"], 200, () => ({})),
  // With nothing to show; features/mail/texts.test.ts has the genuine ones.
  "GET /rest/mail/texts/preview": some("set-mail", ["admin", "system"], 404, () => ({})),
  "GET /rest/mail/texts/:event/:language": some("set-mail", ["admin", "system"], 200, () => ({ url: "/rest/mail/texts/enrolled/de" })),
  // On a revision that nobody has: who saves makes the revision of the others old, and the actors ask at the same time.
  "PUT /rest/mail/texts/:event/:language": some("set-mail", ["admin", "system"], 409, () => ({
    url: "/rest/mail/texts/enrolled/de",
    body: { revision: 999, text: mailText },
  })),
  "POST /rest/mail/texts/:event/:language/preview": some("set-mail", ["admin", "system"], 200, () => ({
    url: "/rest/mail/texts/enrolled/de/preview",
    body: { text: mailText, person: "" },
  })),
  "POST /rest/mail/texts/:event/:language/test": some("set-mail", ["admin", "system"], 200, () => ({
    url: "/rest/mail/texts/enrolled/de/test",
    body: { text: mailText },
  })),
  "GET /rest/mail/events/:event/overrides": some("set-mail", ["admin", "system"], 200, () => ({
    url: "/rest/mail/events/enrolled/overrides",
  })),
  "POST /rest/mail/events/:event/overrides": some("set-mail", ["admin", "system"], 200, async ({ app }, _, key) => ({
    url: "/rest/mail/events/enrolled/overrides",
    body: { kind: "course", id: (await app.aCourse(key)).id },
  })),
  "GET /rest/mail/events/:event/overridable": some("set-mail", ["admin", "system"], 200, () => ({
    url: "/rest/mail/events/enrolled/overridable?kind=group",
  })),
  "PUT /rest/mail/events/:event/timing": some("set-mail", ["admin", "system"], 200, () => ({
    url: "/rest/mail/events/due_soon/timing",
    body: { days: [7, 1] },
  })),
  "PUT /rest/mail/overrides/:overrideId": some("set-mail", ["admin", "system"], 200, anOverride("", { isOn: false, days: null })),
  "POST /rest/mail/overrides/:overrideId/remove": some("set-mail", ["admin", "system"], 200, anOverride("/remove")),
  "GET /rest/mail/overrides/:overrideId/texts/:language": some("set-mail", ["admin", "system"], 200, anOverride("/texts/de")),
  "PUT /rest/mail/overrides/:overrideId/texts/:language": some(
    "set-mail",
    ["admin", "system"],
    200,
    anOverride("/texts/de", { revision: 0, text: mailText }),
  ),
  "GET /rest/webhooks": some("set-webhooks", ["admin", "system"], 200, () => ({})),
  "POST /rest/webhooks": some("set-webhooks", ["admin", "system"], 200, async ({ app }, _, key) => {
    // A portal has too few for all that was made before.
    await app.databases.inPeople(app.portal(key).id, "prepare a test", (db) => db.deleteFrom("webhooks").execute());
    return { body: aWebhookBody() };
  }),
  "PUT /rest/webhooks/:webhookId": some("set-webhooks", ["admin", "system"], 200, onWebhook("", { ...aWebhookBody(), revision: 0 })),
  "POST /rest/webhooks/:webhookId/secret": some("set-webhooks", ["admin", "system"], 200, onWebhook("/secret")),
  "POST /rest/webhooks/:webhookId/remove": some("set-webhooks", ["admin", "system"], 200, onWebhook("/remove")),
  "POST /rest/webhooks/:webhookId/test": some("set-webhooks", ["admin", "system"], 200, onWebhook("/test")),
  "GET /rest/webhooks/:webhookId/deliveries": some("set-webhooks", ["admin", "system"], 200, onWebhook("/deliveries")),
  "POST /rest/webhooks/:webhookId/deliveries/:deliveryId/repeat": some(
    "set-webhooks",
    ["admin", "system"],
    200,
    onWebhook((deliveryId) => `/deliveries/${deliveryId}/repeat`),
  ),
  "GET /rest/mail/blackList": some("set-mail", ["admin", "system"], 200, () => ({})),
  "GET /rest/mail/blackList/export.csv": some("set-mail", ["admin", "system"], 200, () => ({})),
  "POST /rest/mail/blackList": some("set-mail", ["admin", "system"], 200, () => ({ body: { address: "no@mail.test", why: "Asked" } })),
  "POST /rest/mail/blackList/remove": some("set-mail", ["admin", "system"], 200, () => ({ body: { address: "no@mail.test" } })),
  "GET /rest/notifications": people("signed in: own notifications", 200),
  "GET /rest/notifications/unread": people("signed in: own notifications", 200),
  "POST /rest/notifications/read": people("signed in: own notifications", 200, () => ({ body: { upTo: 1 } })),
  "GET /rest/notifications/preferences": people("signed in: own notifications", 200),
  "PUT /rest/notifications/preferences": people("signed in: own notifications", 200, () => ({
    body: { choices: { enrolled: "daily" } },
  })),
  "GET /rest/audit": some("read-audit", ["admin", "system"], 200, () => ({})),
  "GET /rest/audit/export.csv": some("read-audit", ["admin", "system"], 200, () => ({})),
  "GET /rest/audit/check": some("read-audit", ["admin", "system"], 200, () => ({})),
  "GET /rest/people/:userId": reaching("see-people", 200, onStudent("")),
  "PUT /rest/people/:userId/profile": reaching("edit-people", 200, ({ app }, _, key) => {
    const { id, email } = app.person("student", key);
    return { url: `/rest/people/${id}/profile`, body: { givenName: "Student", familyName: "Renamed", email } };
  }),
  "GET /rest/fields/mine": people("signed in", 200),
  "PUT /rest/fields/mine": people("signed in", notSystem(200, 403), () => ({ body: { values: {} } })),
  "GET /rest/fields/missing": people("signed in: own missing fields", 200),
  "POST /rest/fields/missing": people("signed in: own missing fields", 200, () => ({ body: { values: {} } })),
  "GET /rest/fields/missing/:fieldId/file": people("signed in: own missing fields", 404, ({ things }, _, key) => ({
    url: `/rest/fields/missing/${things[key].fieldId}/file`,
  })),
  "POST /rest/fields/missing/:fieldId/file": people("signed in: own missing fields", notSystem(404, 403), ({ things }, _, key) => ({
    url: `/rest/fields/missing/${things[key].fileFieldId}/file?name=a.txt`,
    ...bytes,
  })),
  "GET /rest/courses/:courseId/fields": authors("see-courses", 200, ({ things }, _, key) => ({
    url: `/rest/courses/${things[key].drafts["author"]}/fields`,
  })),
  "PUT /rest/courses/:courseId/fields": authors("make-courses", 200, ({ things }, _, key) => ({
    url: `/rest/courses/${things[key].drafts["author"]}/fields`,
    body: { values: {} },
  })),
  "GET /rest/courses/:courseId/fields/:fieldId/file": people("signed in", 404, ({ things }, _, key) => ({
    url: `/rest/courses/${things[key].courseId}/fields/${things[key].fileFieldId}/file`,
  })),
  "POST /rest/courses/:courseId/fields/:fieldId/file": authors("make-courses", 404, ({ things }, _, key) => ({
    url: `/rest/courses/${things[key].drafts["author"]}/fields/${things[key].fileFieldId}/file?name=a.txt`,
    ...bytes,
  })),
  "GET /rest/people/:userId/fields": reaching("see-people", 200, onStudent("/fields")),
  "PUT /rest/people/:userId/fields": reaching("edit-people", 200, onStudent("/fields", { values: {} })),
  "GET /rest/fields/mine/:fieldId/file": people("signed in", 404, ({ things }, _, key) => ({
    url: `/rest/fields/mine/${things[key].fieldId}/file`,
  })),
  "POST /rest/fields/mine/:fieldId/file": people("signed in", notSystem(200, 403), ({ things }, _, key) => ({
    url: `/rest/fields/mine/${things[key].fileFieldId}/file?name=a.txt`,
    ...bytes,
  })),
  "GET /rest/people/:userId/fields/:fieldId/file": reaching("see-people", 200, ({ things }, _, key) => ({
    url: `/rest/people/${things[key].personId}/fields/${things[key].fileFieldId}/file`,
  })),
  "POST /rest/people/:userId/fields/:fieldId/file": reaching("edit-people", 200, ({ things }, _, key) => ({
    url: `/rest/people/${things[key].personId}/fields/${things[key].fileFieldId}/file?name=a.txt`,
    ...bytes,
  })),
  "GET /rest/people/:userId/attempts": reaching("see-people", 200, onStudent("/attempts")),
  "GET /rest/people/:userId/consents": reaching("see-people", 200, onStudent("/consents")),
  "GET /rest/people/:userId/transcript": reaching("see-people", 200, onStudent("/transcript")),
  "GET /rest/people/:userId/transcript/export.csv": reaching("export-people", 200, onStudent("/transcript/export.csv")),
  "GET /rest/people/:userId/groups": reaching("see-people", 200, onStudent("/groups")),
  "GET /rest/people/:userId/signIns": reaching("see-people", 200, onStudent("/signIns")),
  // Of somebody new, whose sessions no other row needs.
  "GET /rest/seats": reaching("see-people", 200, () => ({})),
  // No limit, as before: the other rows add people.
  "PUT /rest/seats/:portalId": some("limit-seats", ["system"], 200, ({ app }, _, key) => ({
    url: `/rest/seats/${app.portal(key).id}`,
    body: { cap: null },
  })),
  "GET /rest/portals": some("see-portals", ["system"], 200, () => ({})),
  "GET /rest/portals/templates": some("see-portals", ["system"], 200, () => ({})),
  "GET /rest/portals/systemAnnouncement": some("see-portals", ["system"], 200, () => ({})),
  "PUT /rest/portals/systemAnnouncement": some("run-portals", ["system"], 200, () => ({
    body: {
      texts: { en: `Told ${Math.random()}`, de: null },
      startsAt: "2026-01-31T08:00",
      endsAt: "2026-01-31T09:00",
      timeZone: "UTC",
      maintenance: null,
    },
  })),
  "GET /rest/portals/:portalId": some("see-portals", ["system"], 200, ({ app }, _, key) => ({
    url: `/rest/portals/${app.portal(other(key)).id}`,
  })),
  "POST /rest/portals": some("run-portals", ["system"], 200, () => ({ body: aPortalBody() })),
  "PUT /rest/portals/:portalId": some("run-portals", ["system"], 200, async ({ app }) => {
    const { id, host } = await aPortal(app);
    return { url: `/rest/portals/${id}`, body: { name: "Other", slug: host.slice(0, -5), locale: "de", timeZone: "UTC" } };
  }),
  "POST /rest/portals/:portalId/status": some("run-portals", ["system"], 200, async ({ app }) => ({
    url: `/rest/portals/${(await aPortal(app)).id}/status`,
    body: { status: "suspended" },
  })),
  "POST /rest/portals/:portalId/hosts": some("run-portals", ["system"], 200, async ({ app }) => ({
    url: `/rest/portals/${(await aPortal(app)).id}/hosts`,
    body: { host: aPortalBody().host },
  })),
  "POST /rest/portals/:portalId/hosts/primary": some("run-portals", ["system"], 200, async ({ app }) => {
    const { id } = await aPortal(app);
    return { url: `/rest/portals/${id}/hosts/primary`, body: { host: await aSecondHost(app, id) } };
  }),
  "POST /rest/portals/:portalId/hosts/remove": some("run-portals", ["system"], 200, async ({ app }) => {
    const { id } = await aPortal(app);
    return { url: `/rest/portals/${id}/hosts/remove`, body: { host: await aSecondHost(app, id) } };
  }),
  "POST /rest/portals/:portalId/hosts/check": some("run-portals", ["system"], 404, async ({ app }) => ({
    url: `/rest/portals/${(await aPortal(app)).id}/hosts/check`,
    body: { host: "not-its.test" },
  })),
  "GET /rest/hosts/ask": everyone(200, ({ app }, _, key) => ({ url: `/rest/hosts/ask?domain=${app.portal(key).host}` })),
  "GET /.well-known/portal-check/:challenge": everyone(404),
  "GET /SysAdmin/Portals/SelectPortal.aspx": everyone(302),
  "HEAD /SysAdmin/Portals/SelectPortal.aspx": everyone(302),
  "GET /SysAdmin/DBManagement/SystemAnnouncement.aspx": everyone(302),
  "HEAD /SysAdmin/DBManagement/SystemAnnouncement.aspx": everyone(302),
  "GET /rest/identities/:userId": some("see-identities", ["system"], 200, ({ app }, _, key) => ({
    url: `/rest/identities/${app.person("student", key).id}`,
  })),
  "PUT /rest/identities/:userId/profile": some("change-identities", ["system"], 200, async ({ app }, _, key) => {
    const { id, email } = await app.aPerson(key);
    return { url: `/rest/identities/${id}/profile`, body: { givenName: "Other", familyName: "Name", email } };
  }),
  "POST /rest/identities/:userId/memberships": some("change-identities", ["system"], 200, async ({ app }, _, key) => ({
    url: `/rest/identities/${(await app.aPerson(key)).id}/memberships`,
    body: { portalId: app.portal(other(key)).id },
  })),
  "POST /rest/identities/:userId/memberships/:portalId/status": some("change-identities", ["system"], 200, async ({ app }, _, key) => ({
    url: `/rest/identities/${(await app.aPerson(key)).id}/memberships/${app.portal(key).id}/status`,
    body: { status: "suspended", reason: "A test" },
  })),
  "POST /rest/identities/:userId/sessions/end": some("change-identities", ["system"], 200, async ({ app }, _, key) => {
    const { id } = await app.aPerson(key);
    await app.openSession(app.portal(key).id, id);
    return { url: `/rest/identities/${id}/sessions/end` };
  }),
  "POST /rest/people/:userId/passwordLink": some("set-passwords", ["admin", "system"], 200, async ({ app }, _, key) => ({
    url: `/rest/people/${(await app.aPerson(key)).id}/passwordLink`,
    body: { life: "day" },
  })),
  "GET /rest/people/:userId/protection": some("reset-factors", ["admin", "system"], 200, async ({ app }, _, key) => ({
    url: `/rest/people/${(await app.aPerson(key)).id}/protection`,
  })),
  "POST /rest/people/:userId/protection/reset": some("reset-factors", ["admin", "system"], 200, async ({ app }, _, key) => ({
    url: `/rest/people/${(await app.aPerson(key)).id}/protection/reset`,
    body: { reason: "Lost the phone" },
  })),
  "POST /rest/people/:userId/unlock": some("set-passwords", ["admin", "system"], 200, async ({ app }, _, key) => ({
    url: `/rest/people/${(await app.aPerson(key)).id}/unlock`,
  })),
  "POST /rest/people/:userId/sessions/end": reaching("deactivate-people", 200, async ({ app }, _, key) => ({
    url: `/rest/people/${(await app.aPerson(key)).id}/sessions/end`,
    body: { all: true },
  })),
  "POST /rest/people": reaching("add-people", 200, ({ app }, actor, key) => ({
    body: { email: `added-${actor}@${app.portal(key).host}`, givenName: "Added", familyName: "Person" },
  })),
  // Somebody who is here already stays as they are.
  "POST /rest/people/:userId/return": reaching(
    "deactivate-people",
    200,
    onStudent("/return", { email: "back@a.test", givenName: "Back", familyName: "Again" }),
  ),
  // Of the person's own status, so that the student of the other rows stays.
  "POST /rest/people/:userId/status": reaching("deactivate-people", 200, onStudent("/status", { status: "active", reason: "Matrix" })),
  "GET /rest/people/:userId/timeline": reaching("see-people", 200, onStudent("/timeline")),
  "GET /rest/people/:userId/timeline/export.csv": reaching("export-people", 200, onStudent("/timeline/export.csv")),
  "GET /rest/people/:userId/enrolments": reaching("see-people", 200, onStudent("/enrolments")),
  "GET /rest/people/courses": reaching("see-people", 200, () => ({})),
  "GET /rest/tokens": people("signed in: own API tokens", 200),
  "POST /rest/tokens": people("signed in: own API tokens", notSystem(200, 403), () => ({
    body: { name: "Matrix", scopes: ["learning:read"], days: 1 },
  })),
  "POST /rest/tokens/:tokenId/revoke": people("signed in: own API tokens", 404, () => ({ url: "/rest/tokens/999999999/revoke" })),
  "GET /rest/people/:userId/tokens": reaching("deactivate-people", 200, onStudent("/tokens")),
  "POST /rest/people/:userId/tokens/:tokenId/revoke": reaching("deactivate-people", 200, async ({ app }, _, key) => {
    const { id } = await app.aPerson(key);
    return { url: `/rest/people/${id}/tokens/${await aTokenOf(app, key, id)}/revoke` };
  }),
  "GET /rest/views": people("signed in", viewers, () => ({ url: "/rest/views?list=people" })),
  "POST /rest/views": people("signed in", viewers, () => ({ body: { list: "people", name: "Matrix", query: "", isShared: false } })),
  "PUT /rest/views/:viewId": people("signed in", 404, () => ({
    url: "/rest/views/999999999",
    body: { name: "Matrix", query: "", isShared: false },
  })),
  "PUT /rest/views/:viewId/pin": people("signed in", 404, () => ({ url: "/rest/views/999999999/pin", body: { isPinned: true } })),
  "POST /rest/views/:viewId/delete": people("signed in", 404, () => ({ url: "/rest/views/999999999/delete" })),
  "POST /rest/views/:viewId/restore": people("signed in", 404, () => ({ url: "/rest/views/999999999/restore" })),
  "GET /rest/team": reaching("see-people", 200, () => ({})),
  "GET /rest/team/export.csv": reaching("export-people", 200, () => ({})),
  "GET /rest/overview": reaching("see-people", 200, () => ({ url: "/rest/overview?board=manager" })),
  "GET /rest/participants": reaching("see-people", 200, ({ things }, _, key) => ({
    url: `/rest/participants?course=${things[key].courseId}`,
  })),
  "GET /rest/participants/export.csv": reaching("export-people", 200, ({ things }, _, key) => ({
    url: `/rest/participants/export.csv?course=${things[key].courseId}`,
  })),
  "POST /rest/participants/pasted": reaching("enrol-people", 200, () => ({ body: { text: "nobody@example.test" } })),
  "GET /rest/people/columns": reaching("see-people", 200, () => ({})),
  "GET /rest/people/:userId/why": reaching("see-people", 200, onStudent(`/why?condition=${encodeURIComponent('{"kind":"all","of":[]}')}`)),
  "POST /rest/people/:userId/enrolments": reaching("enrol-people", 200, (world, actor, key) => ({
    ...onStudent("/enrolments")(world, actor, key),
    body: { courseId: world.things[key].freeCourseId },
  })),
  "POST /rest/people/:userId/enrolments/:enrolmentId/end": reaching(
    "enrol-people",
    404,
    onStudent("/enrolments/999999999/end", { reason: "Matrix" }),
  ),
  "GET /rest/people/:userId/signOffs": reaching("see-people", 200, onStudent("/signOffs")),
  "POST /rest/people/:userId/signOffs": reaching(
    "sign-off",
    404,
    onStudent("/signOffs", { attemptId: 999999999, blockId: "none", isMet: true, met: [], note: "" }),
  ),
  "POST /rest/people/:userId/enrolments/:enrolmentId/corrections": reaching("correct-learning", 200, ({ app, things }, _, key) => ({
    url: `/rest/people/${app.person("student", key).id}/enrolments/${things[key].enrolments["student"]}/corrections`,
    body: { kind: "exempt", reason: "Matrix" },
  })),
  "POST /rest/people/:userId/corrections/:correctionId/reverse": reaching(
    "correct-learning",
    404,
    onStudent("/corrections/999999999/reverse", { reason: "Matrix" }),
  ),

  // An author sends files for a course of their own. The form is sent without its file.
  "POST /rest/editor/online/:courseId/media": authors(
    "make-courses",
    (actor) => (actor === "admin" ? 400 : 404),
    ({ things }, _, key) => ({
      url: `/rest/editor/online/${things[key].courseId}/media?use=image`,
      headers: { "content-type": "multipart/form-data; boundary=line" },
      body: "--line--\r\n",
    }),
  ),

  // No address that is asked.
  "POST /rest/editor/online/:courseId/media/fetch": authors(
    "make-courses",
    (actor) => (actor === "admin" ? 400 : 404),
    ({ things }, _, key) => ({
      url: `/rest/editor/online/${things[key].courseId}/media/fetch`,
      body: { use: "video", address: "film.mp4" },
    }),
  ),
  "GET /rest/editor/online/:courseId/media/fetch/:jobId": authors("make-courses", 404, ({ things }, _, key) => ({
    url: `/rest/editor/online/${things[key].courseId}/media/fetch/999999999`,
  })),

  "POST /rest/editor/online/:courseId/files": authors(
    "make-courses",
    (actor) => (actor === "admin" ? 400 : 404),
    ({ things }, _, key) => ({
      url: `/rest/editor/online/${things[key].courseId}/files`,
      headers: { "content-type": "multipart/form-data; boundary=line" },
      body: "--line--\r\n",
    }),
  ),
  "GET /rest/editor/online/:courseId/files": authors(
    "make-courses",
    (actor) => (actor === "admin" ? 200 : 404),
    ({ things }, _, key) => ({ url: `/rest/editor/online/${things[key].courseId}/files` }),
  ),
  "POST /rest/editor/online/:courseId/files/:fileId/take": authors("make-courses", 404, ({ things }, _, key) => ({
    url: `/rest/editor/online/${things[key].courseId}/files/999999999/take`,
  })),
  "POST /rest/editor/online/:courseId/files/:fileId/putBack": authors("make-courses", 404, ({ things }, _, key) => ({
    url: `/rest/editor/online/${things[key].courseId}/files/999999999/putBack`,
    body: { insteadOf: 1 },
  })),
  "DELETE /rest/editor/online/:courseId/files/:fileId": authors("make-courses", 404, ({ things }, _, key) => ({
    url: `/rest/editor/online/${things[key].courseId}/files/999999999`,
  })),
  // The form is sent without its file.
  "POST /rest/editor/uploadZipFile": authors("make-courses", 400, () => ({
    headers: { "content-type": "multipart/form-data; boundary=line" },
    body: "--line--\r\n",
  })),
  "POST /rest/web-pages/open": people("signed in", 404, ({ things }, _, key) => ({
    body: { courseId: things[key].courseId, fileId: things[key].fileId },
  })),

  "POST /rest/editor/online/:courseId/import": authors(
    "make-courses",
    (actor) => (actor === "admin" ? 400 : 404),
    ({ things }, _, key) => ({
      url: `/rest/editor/online/${things[key].courseId}/import?do=look`,
      headers: { "content-type": "multipart/form-data; boundary=line" },
      body: "--line--\r\n",
    }),
  ),

  // The form is sent without its file.
  "POST /educate/scorm/upload": authors("make-courses", 400, ({ things }, _, key) => ({
    headers: { "content-type": "multipart/form-data; boundary=line" },
    body: `--line\r\nContent-Disposition: form-data; name="courseID"\r\n\r\n${things[key].scormCourseId}\r\n--line--\r\n`,
  })),

  "POST /rest/scorm/open": people("signed in", notSystem(409, 403), (world, actor, key) => ({
    body: { attemptId: ownAttempt(world, actor, key), epoch: 1 },
  })),
  // The course has no package yet.
  "POST /rest/scorm/openTest": some("test-packages", [...makers, "system"], 409, ({ things }, _, key) => ({
    body: { courseId: things[key].scormCourseId },
  })),
  // An author reads the log of their own courses only; the course of this attempt belongs to somebody else.
  "GET /rest/scorm/attempts/:attemptId/calls": some(
    "read-package-logs",
    [...makers, "manager", "system"],
    (actor) => (actor === "author" ? 404 : 200),
    (world, actor, key) => ({ url: `/rest/scorm/attempts/${ownAttempt(world, actor, key)}/calls` }),
  ),
  // The token in the body grants the right; cookies and roles do not.
  "POST /rest/scorm/commit": everyone(403, () => ({
    headers: {
      "content-type": "text/plain",
      origin: "http://c-00000000000000000000000000000000.content.localhost:3000",
      "sec-fetch-site": "cross-site",
    },
    body: JSON.stringify({
      token: "none",
      clientId: "matrix-client",
      commits: [{ seq: 1, fact: { kind: "cmi", scoKey: "sco", session: "session-1", values: {} } }],
    }),
  })),
  // The portals' hosts serve no package files.
  "GET /c/*": everyone(404, () => ({ url: "/c/none/index.html" })),
  "HEAD /c/*": everyone(404, () => ({ url: "/c/none/index.html" })),

  // Pages and files of the browser application. A screen's page redirects strangers to login; its data calls check access themselves.
  "GET /": everyone(302),
  "HEAD /": everyone(302),
  "GET /v": everyone(302),
  "HEAD /v": everyone(302),
  "GET /v/*": screenPage,
  "HEAD /v/*": screenPage,
  "GET /v/assets/*": everyone(404, () => ({ url: "/v/assets/none.js" })),
  "HEAD /v/assets/*": everyone(404, () => ({ url: "/v/assets/none.js" })),
  "GET /v/brand/*": everyone(404, () => ({ url: "/v/brand/none.svg" })),
  "HEAD /v/brand/*": everyone(404, () => ({ url: "/v/brand/none.svg" })),
};

/** The part of the server that a route belongs to, by its address. */
export const areaOf = (path: string): string =>
  path
    .split("/")
    .slice(1, path.startsWith("/rest/editor/") ? 4 : path.startsWith("/rest/") ? 3 : 2)
    .join("/");
/** All of them: a test that asks every route does so area by area, so that no test takes longer for the number of screens. */
export const areas: readonly string[] = [
  ...new Set(Object.keys(expectations).map((name) => areaOf(name.slice(name.indexOf("/"))))),
].toSorted();
