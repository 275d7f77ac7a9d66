import { afterAll, beforeAll, expect, test } from "vitest";
import { holdersOf, may, permissionIds, type PermissionId } from "#features/portal/permissions.ts";
import { mayLookAs, mayWriteAs, writableAs } from "#features/roles/policy.ts";
import { bulkKinds } from "./bulk-kinds.ts";
import { startTestApp, type TestApp } from "./test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The rules of calls that everybody in the portal may make, about what is their own. */
const isForEverybody = (rule: string) => rule === "anonymous" || rule.startsWith("signed in");

test("every call that not everybody may make names its permission, and every permission lets somebody make one (ROLE-1, ROLE-5; security.md 16)", () => {
  const used = new Set(app.server.routeTable.map(({ rule }) => rule).filter((name) => !isForEverybody(name)));
  for (const kind of bulkKinds.values()) used.add(kind.rule.name);
  expect([...used].toSorted()).toEqual(permissionIds.toSorted());
});

/** Calls under a permission to see that are no plain reads, and why a person who may only see can make them. */
const harmless = {
  "POST /rest/bulk": "says what an action would do; its kind has a permission of its own",
  "POST /rest/bulk/lists": "keeps whom pasted lines name, for whoever pasted them; an action on them has a permission of its own",
  "POST /rest/bulk/:runId/run": "the same, and nothing runs without it",
};
test("who may only see changes nothing and takes no list away (security.md 16)", () => {
  const found = app.server.routeTable
    .filter(({ rule, method, path }) => rule.startsWith("see-") && (!["GET", "HEAD"].includes(method) || path.endsWith(".csv")))
    .map(({ method, path }) => `${method} ${path}`);
  expect(found.toSorted()).toEqual(Object.keys(harmless).toSorted());
  for (const kind of bulkKinds.values()) expect([kind.name, kind.rule.name.startsWith("see-")]).toEqual([kind.name, false]);
});

test("whatever another role of the portal may, an admin may: looking as somebody is never a way up (USR-3; security.md 17)", () => {
  // What only system admins may is no way up either: nobody looks as one of them.
  const ofSystem = permissionIds.filter((id) => holdersOf(id).every((role) => role === "System"));
  expect(ofSystem.toSorted()).toEqual([
    "change-identities",
    "limit-seats",
    "run-portals",
    "see-identities",
    "see-portals",
    "share-categories",
    "share-fields",
  ]);
  expect(mayLookAs(actorOf({ userId: 1, isSystemAdmin: true }), { id: 2, isAdmin: false, isSystemAdmin: true, status: "active" })).toBe(
    false,
  );
  for (const id of permissionIds.filter((one) => !ofSystem.includes(one)))
    expect([id, holdersOf(id).includes("Admin")]).toEqual([id, true]);
});

/** Calls that nobody makes as somebody else, and why. */
const neverAs: Readonly<Record<string, readonly string[]>> = {
  "a reason that stands in the audit log as the admin's own": ["POST /rest/editor/online/:courseId/publish/anyway"],
  "credentials, sessions and preferences": [
    "PUT /rest/account/preferences",
    "PUT /rest/account/profile",
    "POST /rest/help/tour",
    "POST /rest/account/sessions/signOut",
    "POST /rest/auth/changePassword",
    "POST /rest/auth/email",
    "POST /rest/auth/email/confirm",
    "POST /rest/auth/email/look",
    "POST /rest/auth/email/withdraw",
    "POST /rest/auth/factors/browsers/forget",
    "POST /rest/auth/factors/passkey",
    "POST /rest/auth/factors/passkey/confirm",
    "POST /rest/auth/factors/passkey/remove",
    "POST /rest/auth/factors/passkey/rename",
    "POST /rest/auth/factors/recovery",
    "POST /rest/auth/factors/totp/remove",
    "POST /rest/auth/factors/totp",
    "POST /rest/auth/factors/totp/confirm",
    "POST /rest/auth/forgot",
    "POST /rest/auth/handover",
    "POST /rest/auth/link",
    "POST /rest/auth/link/use",
    "POST /rest/auth/login",
    "POST /rest/auth/logout",
    "POST /rest/auth/mfa",
    "POST /rest/auth/mfa/passkey",
    "POST /rest/auth/elsewhere",
    "POST /rest/auth/passkey",
    "POST /rest/auth/passkey/start",
    "POST /rest/auth/reset",
    "POST /rest/auth/setup",
    "POST /rest/auth/strength",
    "POST /rest/invitations/look",
    "POST /rest/invitations/accept",
    "POST /rest/registration",
    "POST /rest/registration/code",
    "POST /rest/registration/look",
    "POST /rest/registration/terms",
    "POST /rest/codes/look",
    "POST /rest/codes/redeem",
    "POST /rest/registration/confirm",
    "POST /rest/people/:userId/passwordLink",
    "POST /rest/people/:userId/protection/reset",
    "POST /rest/people/:userId/unlock",
    "POST /rest/people/:userId/sessions/end",
    "PUT /rest/fields/mine",
    "POST /rest/fields/mine/:fieldId/file",
    "POST /rest/fields/missing",
    "POST /rest/fields/missing/:fieldId/file",
    "POST /rest/mail/unsubscribe/:token",
    "PUT /rest/notifications/preferences",
    "POST /rest/notifications/read",
    "POST /rest/tokens",
    "POST /rest/tokens/:tokenId/revoke",
    "POST /rest/people/:userId/tokens/:tokenId/revoke",
    "POST /rest/views",
    "PUT /rest/views/:viewId",
    "POST /rest/views/:viewId/delete",
    "PUT /rest/views/:viewId/pin",
    "POST /rest/views/:viewId/restore",
  ],
  "rights, and the groups and fields that can give them": [
    "POST /rest/fields",
    "POST /rest/people/:userId/fields/:fieldId/file",
    "PUT /rest/fields/:fieldId",
    "POST /rest/fields/:fieldId/options",
    "PUT /rest/fields/:fieldId/options/:optionId",
    "POST /rest/fields/:fieldId/options/:optionId/merge",
    "POST /rest/fields/:fieldId/merges/:mergeId/undo",
    "POST /rest/fields/:fieldId/options/order",
    "POST /rest/fields/:fieldId/retire",
    "POST /rest/fields/order",
    "POST /rest/fields/:fieldId/offer",
    "POST /rest/fields/:fieldId/leave",
    "POST /rest/fields/shared/:sharedId/take",
    "POST /rest/settings",
    "POST /rest/settings/file",
    "PUT /rest/branding/draft",
    "POST /rest/branding/discard",
    "PUT /rest/branding/groups/:groupId/draft",
    "POST /rest/branding/groups/:groupId/discard",
    "POST /rest/branding/groups/:groupId/publish",
    "POST /rest/branding/groups/:groupId/versions/:versionId/restore",
    "POST /rest/branding/images",
    "POST /rest/branding/publish",
    "POST /rest/branding/versions/:versionId/restore",
    "POST /rest/groups",
    "PUT /rest/groups/:groupId",
    "PUT /rest/groups/:groupId/children",
    "POST /rest/groups/:groupId/status",
    "POST /rest/codes",
    "POST /rest/codes/preview",
    "PUT /rest/codes/:codeId",
    "POST /rest/codes/:codeId/state",
    "POST /rest/codes/:codeId/revoke",
    "POST /rest/roles",
    "PUT /rest/roles/:assignmentId",
    "POST /rest/roles/:assignmentId/remove",
    "POST /rest/roles/copies",
    "PUT /rest/roles/copies/:copyId",
    "POST /rest/roles/copies/:copyId/remove",
    "POST /rest/roles/looks",
    "POST /rest/roles/looks/role",
    "POST /rest/roles/reach",
    "POST /rest/roles/deputies",
    "POST /rest/roles/deputies/:assignmentId/end",
  ],
  "who belongs here, records as a whole, and other portals": [
    "POST /rest/environment/announcements/read",
    "POST /rest/environment/announcements/:announcementId/confirm",
    "POST /rest/environment/fakeLogin",
    "POST /rest/environment/switchPortal",
    "POST /rest/identities/:userId/memberships",
    "POST /rest/identities/:userId/memberships/:portalId/status",
    "POST /rest/identities/:userId/sessions/end",
    "PUT /rest/identities/:userId/profile",
    "PUT /rest/seats/:portalId",
    "POST /rest/portals",
    "PUT /rest/portals/:portalId",
    "PUT /rest/portals/systemAnnouncement",
    "POST /rest/portals/:portalId/status",
    "POST /rest/portals/:portalId/hosts",
    "POST /rest/portals/:portalId/hosts/primary",
    "POST /rest/portals/:portalId/hosts/remove",
    "POST /rest/portals/:portalId/hosts/check",
    "POST /rest/lifecycle/export",
    "POST /rest/lifecycle/people/:userId/erasure",
    "POST /rest/lifecycle/people/:userId/erasure/cancel",
    "POST /rest/lifecycle/people/:userId/export",
    "POST /rest/lifecycle/people/:userId/merge/:otherId",
    "POST /rest/people",
    "POST /rest/invitations",
    "POST /rest/invitations/resend",
    "POST /rest/invitations/withdraw",
    "POST /rest/invitations/lists",
    "POST /rest/invitations/lists/:listId/run",
    "POST /rest/registration/requests/decide",
    "PUT /rest/registration/settings",
    "POST /rest/people/:userId/return",
    "POST /rest/people/:userId/status",
  ],
  "what the portal tells its people": [
    "POST /rest/announcements",
    "PUT /rest/announcements/:announcementId",
    "POST /rest/announcements/:announcementId/state",
    "POST /rest/announcements/:announcementId/test",
    "POST /rest/announcements/:announcementId/remind",
    "POST /rest/announcements/try",
    "POST /rest/quickLinks",
    "PUT /rest/quickLinks/:linkId",
    "POST /rest/quickLinks/:linkId/state",
    "POST /rest/quickLinks/:linkId/secret",
    "POST /rest/quickLinks/order",
    "POST /rest/quickLinks/try",
    "POST /rest/quickLinks/:linkId/check",
    "POST /rest/dashboard/quickLinks/:linkId/followed",
    "POST /rest/webhooks",
    "PUT /rest/webhooks/:webhookId",
    "POST /rest/webhooks/:webhookId/secret",
    "POST /rest/webhooks/:webhookId/remove",
    "POST /rest/webhooks/:webhookId/test",
    "POST /rest/webhooks/:webhookId/deliveries/:deliveryId/repeat",
    "PUT /rest/pages/:page/draft",
    "POST /rest/pages/:page/discard",
    "POST /rest/pages/:page/publish",
    "POST /rest/pages/:page/versions/:number/restore",
    "PUT /rest/help/writing/builtIn/:article",
    "PUT /rest/help/writing/builtIn/:article/hidden",
    "POST /rest/help/writing/:article/versions/:versionId/restore",
    "POST /rest/help/writing/own",
    "PUT /rest/help/writing/own/:articleId",
    "POST /rest/help/writing/own/:articleId/state",
    "POST /rest/help/writing/order",
    "POST /rest/catalogues",
    "PUT /rest/catalogues/:catalogueId",
    "POST /rest/catalogues/:catalogueId/delete",
    "PUT /rest/searches/synonyms",
    "POST /rest/searches/unfound/forget",
    // What an admin searches as somebody else is nobody's search.
    "POST /rest/course/catalog/unfound",
    "POST /rest/categories",
    "PUT /rest/categories/:categoryId",
    "POST /rest/categories/:categoryId/move",
    "POST /rest/categories/:categoryId/remove",
    "POST /rest/categories/:categoryId/restore",
    "POST /rest/categories/:categoryId/picture",
    "POST /rest/categories/:categoryId/picture/remove",
    "POST /rest/categories/:categoryId/share",
    "POST /rest/categories/:categoryId/leave",
    "POST /rest/categories/shared/:sharedId/take",
    "PUT /rest/widgets/layouts",
    "POST /rest/widgets/try",
    "POST /rest/widgets/preview",
  ],
  "what people ask and are answered, each in their own words": [
    "PUT /rest/help/articles/:article/answer",
    "POST /rest/help/questions",
    "POST /rest/help/questions/:questionId/messages",
    "POST /rest/help/questions/:questionId/close",
    "POST /rest/support/questions/:questionId/answer",
    "POST /rest/support/questions/:questionId/state",
  ],
  "what is shown outside a course, and what is said of it in a review, each in their own name": [
    "POST /rest/editor/courses/:courseId/review",
    "POST /rest/editor/courses/:courseId/review/answer",
    "PUT /rest/editor/courses/:courseId/coauthors",
    "POST /rest/editor/courses/:courseId/owner",
    "POST /rest/preview/courses/:courseId/comments",
    "PUT /rest/preview/courses/:courseId/comments/:commentId",
    "DELETE /rest/preview/courses/:courseId/comments/:commentId",
    "POST /rest/preview/courses/:courseId/comments/:commentId/assignee",
    "POST /rest/preview/courses/:courseId/comments/:commentId/resolved",
    "POST /rest/preview/courses/:courseId/links",
    "DELETE /rest/preview/courses/:courseId/links/:linkId",
    "POST /rest/preview/courses/:courseId/reviewers",
    "DELETE /rest/preview/courses/:courseId/reviewers/:userId",
    "POST /rest/preview/courses/:courseId/package",
    "POST /rest/preview/courses/:courseId/tries",
    "POST /rest/preview/external/:courseId/open",
    "POST /rest/preview/external/:courseId/package",
    "POST /rest/preview/external/:courseId/site",
    "POST /rest/preview/external/:courseId/tries",
    "POST /rest/web-pages/open",
  ],
  "how the portal sends mail, and to whom not": [
    "PUT /rest/mail/settings",
    "POST /rest/mail/test",
    "POST /rest/mail/server/test",
    "PUT /rest/mail/server",
    "POST /rest/mail/server/remove",
    "POST /rest/mail/messages/:messageId/again",
    "POST /rest/mail/domain/check",
    "PUT /rest/mail/texts/:event/:language",
    "POST /rest/mail/texts/:event/:language/test",
    "POST /rest/mail/texts/:event/:language/preview",
    "POST /rest/mail/events/:event/overrides",
    "PUT /rest/mail/events/:event/timing",
    "PUT /rest/mail/overrides/:overrideId",
    "POST /rest/mail/overrides/:overrideId/remove",
    "PUT /rest/mail/overrides/:overrideId/texts/:language",
    "POST /rest/mail/blackList",
    "POST /rest/mail/blackList/remove",
  ],
  "work that goes on by itself": [
    "POST /rest/bulk",
    "POST /rest/bulk/:runId/run",
    "POST /rest/bulk/lists",
    "POST /rest/imports/:importId/check",
    "POST /rest/imports/:importId/read",
    "POST /rest/imports/:importId/rows/:number",
    "POST /rest/imports/:importId/run",
    "POST /rest/imports/file",
    "POST /rest/imports/paste",
    "POST /rest/jobs/:jobId/cancel",
    "POST /rest/jobs/:jobId/putAway",
    "POST /rest/jobs/:jobId/retry",
    "POST /rest/jobs/:jobId/undo",
    "POST /educate/scorm/upload",
    "POST /rest/course/createCourse/document",
    "POST /rest/editor/online/:courseId/presence",
    "POST /rest/editor/online/:courseId/presence/away",
    "POST /rest/editor/online/:courseId/import",
    "POST /rest/editor/online/:courseId/files",
    "POST /rest/editor/online/:courseId/files/:fileId/take",
    "POST /rest/editor/online/:courseId/files/:fileId/putBack",
    "DELETE /rest/editor/online/:courseId/files/:fileId",
    "POST /rest/editor/uploadZipFile",
    "POST /rest/editor/online/:courseId/media",
    "POST /rest/editor/online/:courseId/media/fetch",
    "PUT /rest/editor/online/:courseId/schedule",
    "POST /rest/editor/online/:courseId/schedule/cancel",
  ],
  "learning, which would be a false record": [
    "POST /rest/courseviewer/UpdateLastViewedChapterAndTime",
    "POST /rest/progress/attempts/:attemptId/commits",
    "POST /rest/progress/attempts/:attemptId/leave",
    "POST /rest/progress/launch",
    "POST /rest/scorm/commit",
    "POST /rest/scorm/open",
    "POST /rest/scorm/openTest",
    "POST /rest/people/:userId/signOffs",
  ],
};
test("each write says whether somebody who looks as another person can make it (USR-3; security.md 17, 24)", () => {
  const writes = app.server.routeTable
    .filter(({ method }) => !["GET", "HEAD"].includes(method))
    .map(({ method, path }) => `${method} ${path}`);
  const never = Object.values(neverAs).flat();
  const menu = "POST /rest/environment/updateCurrentRole";
  expect(writes.toSorted(), "Enter a new call in writableAs (features/roles/policy.ts) or here.").toEqual(
    [...never, ...writableAs, menu].toSorted(),
  );
  for (const call of never) expect([call, mayWriteAs(call, true)]).toEqual([call, false]);
  for (const call of writes) expect([call, mayWriteAs(call, false)]).toEqual([call, call === menu]);
});

const nobody = { isAuthor: false, isManager: false, isAdmin: false, isSystemAdmin: false, limits: null };
const actorOf = (rights: object) => ({ ...nobody, ...rights }) as Parameters<ReturnType<typeof may>["allows"]>[0];

test("a rule asks for its permission in each role: in full or as a copy that has it (ROLE-1)", () => {
  for (const id of permissionIds) {
    const { allows } = may(id);
    const holders = holdersOf(id);
    expect([id, allows(actorOf({}))]).toEqual([id, false]);
    expect([id, allows(actorOf({ isAuthor: true }))]).toEqual([id, holders.includes("Author")]);
    expect([id, allows(actorOf({ isManager: true }))]).toEqual([id, holders.includes("Manager")]);
    expect([id, allows(actorOf({ isAdmin: true }))]).toEqual([id, holders.includes("Admin")]);
    expect([id, allows(actorOf({ isSystemAdmin: true }))]).toEqual([id, holders.includes("System")]);
    for (const role of ["Author", "Manager", "Admin"] as const) {
      const others = permissionIds.filter((other) => other !== id);
      expect([id, role, allows(actorOf({ limits: { [role]: others } }))]).toEqual([id, role, false]);
      // What the copied role never had, no copy gives.
      expect([id, role, allows(actorOf({ limits: { [role]: [id] } }))]).toEqual([id, role, holders.includes(role)]);
    }
  }
});

test("a copy of Admin never counts as an admin within a call, and a call asked again by another rule forgets nothing", () => {
  const sees = (id: PermissionId, rights: object) => {
    const { isAuthor, isManager, isAdmin, doing } = may(id).as?.(actorOf(rights)) ?? {};
    return { isAuthor, isManager, isAdmin, doing };
  };
  const auditor = { limits: { Admin: ["see-people", "read-audit"] } };
  expect(sees("see-people", auditor)).toEqual({ isAuthor: false, isManager: true, isAdmin: false, doing: "see-people" });
  const seen = may("see-people").as?.(actorOf(auditor));
  expect(seen && may("edit-people").allows(seen)).toBe(false);
  expect(seen && may("read-audit").allows(seen)).toBe(true);
  // A manager in full is one in every call, and as an author only a copy.
  const both = { isManager: true, limits: { Author: ["see-courses"] } };
  expect(sees("edit-people", both)).toEqual({ isAuthor: false, isManager: true, isAdmin: false, doing: "edit-people" });
  expect(sees("see-courses", both)).toEqual({ isAuthor: true, isManager: true, isAdmin: false, doing: "see-courses" });
});
