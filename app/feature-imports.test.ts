import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { arrows, circles, featureFiles, importsAcross, unborrowed, unlent } from "./feature-imports.ts";

// docs/architecture.md, "Features": the import graph of features has no cycle, and a feature imports of another only contract.ts, policy.ts,
// server/service.ts and the files listed here. Tests and test helpers may import more.

/** What a feature lends besides contract, policy and service: parts of screens, and the shapes of courses, blocks and questions. */
const lent: Record<string, string[]> = {
  account: ["period.ts", "server/period.ts"],
  audit: ["web/audit-list.tsx", "web/use-action-words.ts"],
  auth: [
    "return-url.ts",
    "server/emails-set.ts",
    "server/factor-service.ts",
    "server/limiter.ts",
    "server/password-link-orders.ts",
    "server/password-links.ts",
    "server/new-password.ts",
    "server/passwords.ts",
    "server/reset-factors.ts",
    "web/auth-frame.tsx",
    "web/form-notes.tsx",
    "web/hooks.ts",
    "web/language-choice.tsx",
    "web/login-failed.tsx",
    "web/password-choice.tsx",
    "web/own-email.tsx",
    "web/own-factors.tsx",
    "web/own-page.ts",
    "web/use-auth-form.ts",
    "web/letter-link.tsx",
    "web/portal-row.tsx",
    "web/post-handover.ts",
    "web/use-switch-portal.ts",
  ],
  authoring: [
    "approval.ts",
    "fields-contract.ts",
    "listing-contract.ts",
    "web/call-log.tsx",
    "web/conflict-dialog.tsx",
    "web/course-status.tsx",
    "web/details-fields.tsx",
    "web/editor-part.tsx",
    "web/editor-values.ts",
    "web/learners-section.tsx",
    "web/package-tab.tsx",
    "web/send-package.ts",
    "web/settings/course-review.tsx",
    "web/settings/course-team.tsx",
    "web/settings/cover-field.tsx",
    "web/settings/offer-fields.tsx",
    "web/team-hooks.ts",
    "web/unpublish-question.tsx",
    "web/use-course-columns.tsx",
    "web/use-field-words.ts",
    "web/use-package-problem.ts",
    "web/use-policy-choices.ts",
  ],
  bulk: ["server/bulk-kind.ts", "server/hindrance.ts", "web/ask-dialog.tsx", "web/bulk-dialog.tsx", "web/use-bulk-actions.tsx"],
  blocks: [
    "block-editor.ts",
    "block-kind.ts",
    "block.ts",
    "embed/hosts.ts",
    "file-url.ts",
    "picture-of.ts",
    "kinds.ts",
    "learning.ts",
    "quiz/mark-quiz.ts",
    "quiz/quiz.ts",
    "signOff/sign-off.ts",
    "table/table.ts",
    "text/allowed-doc.ts",
    "text/rich-editor.tsx",
    "text/rich-text.tsx",
    "text/text.ts",
    "web/block-parts.tsx",
    "webPackage/open-site.ts",
    "web/editors.ts",
  ],
  conditions: [
    "condition.ts",
    "quick.ts",
    "web/condition-builder.tsx",
    "web/condition-dialog.tsx",
    "web/hooks.ts",
    "web/use-condition-words.ts",
    "web/use-why.tsx",
    "web/why-query.ts",
    "why-contract.ts",
  ],
  courses: [
    "completion-policy.ts",
    "content.ts",
    "course-type-names.ts",
    "course-type.ts",
    "draft.ts",
    "passing.ts",
    "shown-rule.ts",
    "web/course-card.css",
    "web/course-cover.tsx",
    "web/course-facts.tsx",
    "web/course-path.ts",
    "web/course-rule-words.tsx",
    "web/passing-words.tsx",
    "web/course-subject.ts",
    "web/study-time.tsx",
    "web/use-course-words.ts",
  ],
  curriculum: ["web/waiting-courses.tsx"],
  enrolment: [
    "web/access-end-field.tsx",
    "web/bulk/use-enrolment-actions.tsx",
    "web/course-action.tsx",
    "web/course-picker.tsx",
    "web/due-tag.tsx",
    "web/hooks.ts",
    "web/my-courses.tsx",
    "web/standing-subject.ts",
    "web/use-cause-words.ts",
    "web/use-enrol.ts",
    "web/use-lock-reasons.ts",
    "team-states.ts",
  ],
  fields: [
    "asked-kinds.ts",
    "date/date.ts",
    "date_time/instant-in.ts",
    "definition.ts",
    "folded.ts",
    "kinds.ts",
    "option-names.ts",
    "server/course-texts.ts",
    "server/file-routes.ts",
    "server/files.ts",
    "server/sheet.ts",
    "sheet-contract.ts",
    "web/course-field-values.tsx",
    "web/own-fields.tsx",
    "web/sheet-form.tsx",
  ],
  codes: ["told.ts", "web/code-form.tsx", "web/gets-list.tsx", "web/kept-code.ts"],
  help: [
    "articles.ts",
    "check.ts",
    "checks.ts",
    "web/article-address.ts",
    "web/findings.tsx",
    "web/help-page.tsx",
    "web/retake-tour.tsx",
    "web/use-tour.ts",
    "web/use-part-focus.ts",
  ],
  dashboard: ["layout-schema.ts", "stored-layout.ts", "web/arrange-columns.tsx", "web/dashboard-page.tsx"],
  groups: ["web/audience-fields.tsx", "web/group-condition.tsx", "web/use-group-actions.tsx", "web/use-terms-errors.ts"],
  history: ["web/outcome-tag.tsx", "web/use-history-columns.tsx"],
  jobs: ["server/job-kind.ts", "web/followed-jobs.ts", "web/hooks.ts", "web/job-subject.ts", "web/use-live-jobs.ts"],
  lifecycle: ["web/lazy-my-data.ts", "web/merged-person.tsx", "web/records-banner.tsx", "web/records-menu.tsx", "web/records-subject.ts"],
  links: ["follow-contract.ts"],
  mail: ["server/domain/ask.ts", "web/mail-list.tsx"],
  media: [
    "server/document/serve-documents.ts",
    "server/document/take-document.ts",
    "web/course-files.tsx",
    "web/course-media.ts",
    "web/document/document-buttons.tsx",
    "web/document/document-part.tsx",
    "web/document/use-document.ts",
  ],
  notifications: [
    "event.ts",
    "events/course-facts.ts",
    "events.ts",
    "events/completed/completed.ts",
    "events/course_published/course-published.ts",
    "events/due_soon/due-soon.ts",
    "events/enrolled/enrolled.ts",
    "events/factor_changed/factor-changed.ts",
    "events/job_ended/job-ended.ts",
    "events/mail_test/mail-test.ts",
    "events/text_test/text-test.ts",
    "events/new_browser/new-browser.ts",
    "events/nudged/nudged.ts",
    "events/announced/announced.ts",
    "events/announcement_open/announcement-open.ts",
    "events/overdue/overdue.ts",
    "events/account_known/account-known.ts",
    "events/confirm_email/confirm-email.ts",
    "events/email_change_asked/email-change-asked.ts",
    "events/email_changed/email-changed.ts",
    "events/email_in_use/email-in-use.ts",
    "events/new_email/new-email.ts",
    "events/help_answered/help-answered.ts",
    "events/help_asked/help-asked.ts",
    "events/help_contact/help-contact.ts",
    "events/invitation/invitation.ts",
    "events/registration_answered/registration-answered.ts",
    "events/registration_asked/registration-asked.ts",
    "events/review_answered/review-answered.ts",
    "events/approval_asked/approval-asked.ts",
    "events/course_handed_over/course-handed-over.ts",
    "events/deputy_named/deputy-named.ts",
    "events/password_changed/password-changed.ts",
    "events/publication_failed/publication-failed.ts",
    "events/password_invitation/password-invitation.ts",
    "events/password_reset/password-reset.ts",
    "events/portal_admin/portal-admin.ts",
    "events/review_asked/review-asked.ts",
    "events/seats_low/seats-low.ts",
    "events/review_told/review-told.ts",
    "events/staff_message/staff-message.ts",
    "web/bell-list.tsx",
    "events/sign_in_link/sign-in-link.ts",
    "events/sign_in_stopped/sign-in-stopped.ts",
    "events/sign_off_decided/sign-off-decided.ts",
    "events/webhook_off/webhook-off.ts",
    "web/preferences.tsx",
    "web/use-live-notifications.ts",
  ],
  preview: ["web/share-button.tsx"],
  seats: ["web/seat-cap.tsx", "web/seat-notice.tsx"],
  tokens: ["web/token-list.tsx"],
  viewer: ["web/lesson.css", "web/viewer.css"],
  participants: ["web/enrol-people.tsx"],
  people: [
    "person-contract.ts",
    "web/identity-form.tsx",
    "web/lazy-dialogs.ts",
    "web/name-of.ts",
    "web/person-hooks.ts",
    "web/person-tabs.tsx",
    "web/person.css",
    "web/sign-in-lines.tsx",
    "web/sign-out-all.tsx",
  ],
  portal: [
    "currencies.ts",
    "about-contract.ts",
    "announcements-contract.ts",
    "lacking.ts",
    "logos-over.ts",
    "paragraphs.ts",
    "permissions.ts",
    "quick-link-icons.ts",
    "server/directory.ts",
    "server/effective-settings.ts",
    "server/short-host.ts",
    "setting-choices.ts",
    "setting-types.ts",
    "setting-values.ts",
    "settings.ts",
    "signed-address.ts",
    "signed-link-path.ts",
    "web/about-query.ts",
    "web/announcement-dialog.tsx",
    "web/environment.ts",
    "web/hooks.ts",
    "web/html-area.tsx",
    "web/inlined.ts",
    "web/lets-register.ts",
    "web/page-body.tsx",
    "web/quick-link.tsx",
    "web/safe-html.tsx",
    "web/shell-state.ts",
    "web/text-fields.tsx",
    "web/theme.ts",
    "web/told-html.tsx",
    "web/use-may.ts",
    "web/use-text-languages.ts",
  ],
  progress: [
    "server/version-cache.ts",
    "web/current-outbox.ts",
    "web/hooks.ts",
    "web/launch-course.ts",
    "web/outbox.ts",
    "web/player-lock.ts",
    "web/not-saved-banner.tsx",
    "web/signed-out-banner.tsx",
    "web/study-clock.ts",
  ],
  registration: ["server/queue.ts"],
  team: ["web/hooks.ts", "web/team-list.tsx"],
  roles: [
    "scope.ts",
    "server/assign.ts",
    "server/deputies.ts",
    "web/deputies.tsx",
    "web/own-deputies.tsx",
    "web/hooks.ts",
    "web/scope-fields.tsx",
    "web/use-role-words.ts",
    "web/look-button.tsx",
    "web/people-search.tsx",
    "web/roles-of-person.tsx",
    "web/roles-subject.ts",
  ],
  questions: [
    "fresh-id.ts",
    "kinds.ts",
    "marking.ts",
    "problem.ts",
    "problems.ts",
    "question-kind.ts",
    "web/answer-mark.tsx",
    "web/number-field.tsx",
    "web/problem-words.ts",
    "web/question-list.tsx",
    "web/question-parts.tsx",
  ],
  shell: ["web/account-menu.tsx", "web/section-tabs.tsx", "web/use-navigation.tsx"],
  signOffs: ["web/sign-offs.tsx"],
  views: ["web/hooks.ts", "web/view-tabs.tsx"],
  settings: ["web/hooks.ts"],
  scorm: [
    "content-reach.ts",
    "server/content-origins.ts",
    "server/package-store.ts",
    "server/tokens.ts",
    "server/unpack-site.ts",
    "web/call-sessions.tsx",
    "web/package-part.tsx",
    "web/running-packages.ts",
    "web/scorm-test-stage.tsx",
    "web/unrecorded-package.tsx",
    "web/scorm-viewer.tsx",
  ],
};

const root = join(import.meta.dirname, "..");
const imports = importsAcross(featureFiles(root));

test("features import one another in no circle", () => {
  expect(circles(imports)).toEqual([]);
});

test("the arrows are those that docs/architecture.md draws", () => {
  const drawn = [...readFileSync(join(root, "docs/architecture.md"), "utf8").matchAll(/^(\w+) +→ (?:–|(\w+(?:, \w+)*)) /gm)];
  expect(Object.fromEntries(drawn.map(([, feature = "", others]) => [feature, others?.split(", ") ?? []]))).toEqual(arrows(imports));
});

test("of another feature only what it lends is imported, and nothing is lent that nobody borrows", () => {
  expect(unlent(imports, lent).map((one) => `${one.file} imports ${one.imports}`)).toEqual([]);
  expect(unborrowed(imports, lent)).toEqual([]);
});

describe("what is planted is found", () => {
  const across = (text: string, file = "features/dogs/web/dog.tsx") => importsAcross(new Map([[file, text]])).map((one) => one.imports);

  test.each([
    ['import { one } from "#features/cats/web/cat.tsx";'],
    ['import type { One } from "#features/cats/web/cat.tsx";'],
    ['import { type One } from "#features/cats/web/cat.tsx";'],
    ['import "#features/cats/web/cat.tsx";'],
    ['import one from "../../cats/web/cat.tsx";'],
    ['import one from "#features/cats/web/cat.tsx?worker";'],
    ['export { one } from "#features/cats/web/cat.tsx";'],
    ['export type { One } from "#features/cats/web/cat.tsx";'],
    ['export * from "#features/cats/web/cat.tsx";'],
    ['export * as cats from "#features/cats/web/cat.tsx";'],
    ['const load = () => import("#features/cats/web/cat.tsx").then((m) => m.one);'],
    ["const load = () => import(`#features/cats/web/cat.tsx`);"],
    ['type One = import("#features/cats/web/cat.tsx").One;'],
    ['type One = typeof import("#features/cats/web/cat.tsx");'],
    ['import one = require("#features/cats/web/cat.tsx");'],
    ['const one = require("#features/cats/web/cat.tsx");'],
    ['new Worker(new URL("../../cats/web/cat.tsx", import.meta.url));'],
  ])("%s", (text) => {
    expect(across(text)).toEqual(["features/cats/web/cat.tsx"]);
  });

  test("in a style sheet too", () => {
    expect(across('@import url("../../cats/web/cat.css");', "features/dogs/web/dog.css")).toEqual(["features/cats/web/cat.css"]);
  });

  test("what cannot be read is refused", () => {
    expect(() => across("const load = (name: string) => import(`#features/${name}/contract.ts`);")).toThrow("Write the path out");
    expect(() => across('const all = import.meta.glob("../../*/contract.ts");')).toThrow("Write the paths out");
  });

  test("one's own feature, packages and words about imports are none", () => {
    expect(
      across('import { a } from "./a.ts"; import { b } from "../contract.ts"; import { c } from "react"; // from "#features/cats/a.ts"'),
    ).toEqual([]);
    expect(across('import { a } from "#platform/call.ts"; const text = `import("#features/cats/a.ts")`;')).toEqual([]);
  });

  test("reaching behind contract, policy, service and named pieces is told from using them", () => {
    const reach = (rest: string) => ({ file: "features/dogs/server/service.ts", imports: `features/cats/${rest}` });
    const open = ["contract.ts", "policy.ts", "server/service.ts", "web/cat.tsx"].map(reach);
    const closed = [
      "server/queries.ts",
      "server/routes.ts",
      "server/cat-sql.ts",
      "web/cats-page.tsx",
      "web/server/service.ts",
      "cat.ts",
    ].map(reach);
    expect(unlent([...open, ...closed], { cats: ["web/cat.tsx"], dogs: ["cat.ts"] })).toEqual(closed);
    expect(unborrowed(open, { cats: ["web/cat.tsx", "web/kitten.tsx"] })).toEqual(["features/cats/web/kitten.tsx"]);
  });

  test("arrows are those of every feature, the ones that import none too", () => {
    const edge = (from: string, to: string) => ({ file: `features/${from}/contract.ts`, imports: `features/${to}/contract.ts` });
    expect(arrows([edge("a", "c"), edge("a", "b"), edge("a", "b")])).toEqual({ a: ["b", "c"], b: [], c: [] });
  });

  test("a circle of any length is found, by its members", () => {
    const edge = (from: string, to: string) => ({ file: `features/${from}/contract.ts`, imports: `features/${to}/contract.ts` });
    expect(circles([edge("a", "b"), edge("b", "c"), edge("a", "c"), edge("d", "a")])).toEqual([]);
    expect(circles([edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("d", "a"), edge("e", "f"), edge("f", "e")])).toEqual([
      ["a", "b", "c"],
      ["e", "f"],
    ]);
  });
});
