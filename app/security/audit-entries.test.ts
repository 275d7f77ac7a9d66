import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOf } from "./check-matrix.ts";
import { contractRoutes, isSlow, validRequest, askerOf } from "./valid-request.ts";
import { buildWorld, type World } from "./world.ts";

// Every call that changes something writes an entry of the audit log in its transaction (issue 10, engines). Each route is asked once as somebody who may.

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

/**
 * What learners record about their own learning and themselves: the record itself says who did it and when.
 * Made as somebody else, each of them does write an entry, `changed_as` with both names (platform/serve.ts; features/roles/looks.test.ts enrols so).
 */
const ownFacts = [
  "POST /rest/courseviewer/UpdateLastViewedChapterAndTime",
  "POST /rest/enrolment/enrol",
  // Counts words, and is about nobody.
  "POST /rest/course/catalog/unfound",
  "POST /rest/enrolment/leave",
  "POST /rest/environment/announcements/read",
  "POST /rest/environment/announcements/:announcementId/confirm",
  "POST /rest/progress/attempts/:attemptId/commits",
  "POST /rest/progress/attempts/:attemptId/leave",
  "POST /rest/progress/launch",
  "POST /rest/scorm/open",
  "POST /rest/jobs/:jobId/putAway",
  // Which editor is open at the moment; what is written in it has its entries.
  "POST /rest/editor/online/:courseId/presence",
  "POST /rest/editor/online/:courseId/presence/away",
  "PUT /rest/account/preferences",
  "PUT /rest/account/profile",
  "PUT /rest/dashboard/student/widgets",
  "POST /rest/dashboard/student/widgets/reset",
  "PUT /rest/help/articles/:article/answer",
  "POST /rest/help/tour",
  "POST /rest/notifications/read",
  // Counts clicks, of nobody.
  "POST /rest/dashboard/quickLinks/:linkId/followed",
  // Asks whether a link leads somewhere; the link stays as it is.
  "POST /rest/quickLinks/:linkId/check",
  "PUT /rest/notifications/preferences",
  "PUT /rest/views/:viewId/pin",
];

/** Whose valid request of the matrix is refused, or changes nothing, with the action that they write when they do; the feature's own tests show it. */
const elsewhere: Record<string, string> = {
  // Asks only; a condition is too long for an address.
  "POST /rest/announcements/try": "",
  // The row's message was kept, and is not sent again.
  "POST /rest/mail/messages/:messageId/again": "mail_sent_again",
  // The row's announcement is a draft, of which nobody is reminded.
  "POST /rest/announcements/:announcementId/remind": "announcement_reminded",
  // Asks only; a condition is too long for an address.
  "POST /rest/quickLinks/try": "",
  // Asks name servers only, and is not to be asked by a link.
  "POST /rest/mail/domain/check": "",
  // The same of a portal's address.
  "POST /rest/portals/:portalId/hosts/check": "",
  // The row sets what holds already.
  "PUT /rest/seats/:portalId": "seats_set",
  // Asks only; a text is too long for an address.
  "POST /rest/mail/texts/:event/:language/preview": "",
  "PUT /rest/mail/texts/:event/:language": "mail_text_saved",
  // Asks only; a condition is too long for an address.
  "POST /rest/widgets/try": "",
  "PUT /rest/widgets/layouts": "widgets_arranged",
  "POST /rest/quickLinks/order": "quick_links_ordered",
  // Only of a signed one.
  "POST /rest/quickLinks/:linkId/secret": "quick_link_secret_renewed",
  // There is no picture yet.
  "POST /rest/categories/:categoryId/picture/remove": "category_picture_removed",
  "PUT /rest/pages/:page/draft": "page_drafted",
  "POST /rest/pages/:page/discard": "page_discarded",
  "POST /rest/pages/:page/publish": "page_published",
  "POST /rest/pages/:page/versions/:number/restore": "page_restored",
  "PUT /rest/help/writing/builtIn/:article": "help_written",
  "POST /rest/help/writing/order": "help_articles_ordered",
  "POST /rest/help/writing/:article/versions/:versionId/restore": "help_version_restored",
  "POST /rest/branding/discard": "look_discarded",
  "POST /rest/branding/groups/:groupId/discard": "look_discarded",
  "POST /rest/branding/groups/:groupId/publish": "look_published",
  "POST /rest/branding/groups/:groupId/versions/:versionId/restore": "look_restored",
  "PUT /rest/branding/groups/:groupId/draft": "look_drafted",
  "POST /rest/branding/publish": "look_published",
  "POST /rest/branding/versions/:versionId/restore": "look_restored",
  "PUT /rest/branding/draft": "look_drafted",
  "POST /rest/bulk/:runId/run": "bulk_run",
  "POST /rest/invitations/lists/:listId/run": "invitations_started",
  "POST /rest/editor/courses/:courseId/review/answer": "course_review",
  "POST /rest/editor/courses/:courseId/owner": "course_owner_changed",
  // A link that is opened counts its own views; who opens it is nobody.
  "POST /rest/environment/fakeLogin": "",
  "POST /rest/preview/external/:courseId/open": "",
  // Say what a block makes of an answer, or where a package plays; nothing is recorded.
  "POST /rest/preview/courses/:courseId/package": "",
  "POST /rest/preview/courses/:courseId/tries": "",
  "POST /rest/preview/external/:courseId/package": "",
  "POST /rest/preview/external/:courseId/site": "",
  "POST /rest/preview/external/:courseId/tries": "",
  "DELETE /rest/preview/courses/:courseId/reviewers/:userId": "reviewer_removed",
  "POST /rest/environment/updateCurrentRole": "role_changed",
  // Asks only; a condition is too long for an address.
  "POST /rest/groups/try": "",
  "POST /rest/groups/:groupId/foresee": "",
  "POST /rest/jobs/:jobId/cancel": "job_cancelled",
  "POST /rest/jobs/:jobId/retry": "job_retried",
  "POST /rest/jobs/:jobId/undo": "job_undone",
  "POST /rest/lifecycle/people/:userId/erasure/cancel": "erasure_cancelled",
  "POST /rest/people/:userId/corrections/:correctionId/reverse": "correction_reversed",
  "POST /rest/people/:userId/enrolments/:enrolmentId/end": "unenrolled",
  "POST /rest/people/:userId/protection/reset": "factors_reset",
  "POST /rest/people/:userId/sessions/end": "sessions_ended",
  "POST /rest/people/:userId/return": "person_returned",
  "POST /rest/people/:userId/signOffs": "signed_off",
  "POST /rest/people/:userId/status": "person_deactivated",
  // Off in the portals of this test.
  "POST /rest/auth/link": "sign_in_link_asked",
  "POST /rest/auth/link/use": "signed_in",
  "POST /rest/auth/email/confirm": "email_changed",
  "POST /rest/auth/email/look": "",
  "POST /rest/auth/email/withdraw": "email_change_withdrawn",
  // Judges a password that is being typed; nothing is kept of it.
  "POST /rest/auth/strength": "",
  "POST /rest/invitations/look": "",
  "POST /rest/invitations/accept": "invitation_accepted",
  "POST /rest/registration": "registration_taken",
  "POST /rest/registration/code": "",
  "POST /rest/registration/look": "",
  // Only while terms are due.
  "POST /rest/registration/terms": "terms_accepted",
  // Say what a code gives; a code is no part of an address, and effects can be too long for one.
  "POST /rest/codes/look": "",
  "POST /rest/codes/preview": "",
  "POST /rest/registration/confirm": "registered",
  "POST /rest/roles/looks": "look_began",
  "POST /rest/roles/looks/role": "role_look_began",
  "POST /rest/settings": "settings_changed",
  "POST /rest/tokens/:tokenId/revoke": "token_revoked",
  "POST /rest/views": "view_created",
  "POST /rest/views/:viewId/delete": "view_deleted",
  "POST /rest/views/:viewId/restore": "view_restored",
  "PUT /rest/views/:viewId": "view_changed",
  "PUT /rest/fields/mine": "field_values_changed",
  // Only while something is missing.
  "POST /rest/fields/missing": "field_values_changed",
  "PUT /rest/people/:userId/fields": "field_values_changed",
  "PUT /rest/courses/:courseId/fields": "field_values_changed",
  // The entry is that of the portal to which somebody switches, when they arrive.
  "POST /rest/environment/switchPortal": "portal_switched",
  "POST /rest/auth/elsewhere": "portal_switched",
  // Says whom pasted lines name.
  "POST /rest/participants/pasted": "",
  // Says what a file would change.
  "POST /rest/settings/file": "",
  // Only counts whom a scope reaches; a scope can be too long for an address.
  "POST /rest/roles/reach": "",
  // Its job writes the entry, once the file is there.
  "POST /rest/editor/online/:courseId/media/fetch": "course_file_added",
  "POST /rest/editor/online/:courseId/files/:fileId/take": "course_file_added",
  "POST /rest/editor/online/:courseId/files/:fileId/putBack": "course_file_replaced",
  "DELETE /rest/editor/online/:courseId/files/:fileId": "course_file_removed",
  // Gives the address of web pages; nothing is recorded.
  "POST /rest/web-pages/open": "",
  // Opens a package for its author to look at; nothing is recorded.
  "POST /rest/scorm/openTest": "",
};

const actionsWritten = () => {
  const root = join(import.meta.dirname, "../../features");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\/server\/.*\.ts$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(root, name), "utf8"))
    .join("\n");
};

test("every call that changes something writes an entry; learners' own facts are excepted by a list", async () => {
  const newest = () =>
    world.app.databases.inSystem("look at a test", async (db) => {
      // Without the sign-ins of this test.
      const { rows } = await sql<{
        id: number;
      }>`select coalesce(max(id), 0)::int as id from audit_events where request_id <> 'test'`.execute(db);
      return rows[0]?.id ?? 0;
    });
  const silent: string[] = [];
  for (const route of contractRoutes(world).filter((one) => one.method !== "GET" && one.method !== "HEAD" && !isSlow(one))) {
    const request = await validRequest(world, route);
    const before = await newest();
    await world.send(askerOf(route), "a", request);
    if ((await newest()) === before) silent.push(nameOf(route));
  }
  expect(silent.toSorted()).toEqual([...ownFacts, ...Object.keys(elsewhere)].toSorted());
  const written = actionsWritten();
  expect(Object.values(elsewhere).filter((action) => !written.includes(action))).toEqual([]);
});
