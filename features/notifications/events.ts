import * as z from "zod/mini";
import type { AnyEvent } from "./event.ts";
import { completed } from "./events/completed/completed.ts";
import { coursePublished } from "./events/course_published/course-published.ts";
import { courseHandedOver } from "./events/course_handed_over/course-handed-over.ts";
import { publicationFailed } from "./events/publication_failed/publication-failed.ts";
import { deputyNamed } from "./events/deputy_named/deputy-named.ts";
import { dueSoon } from "./events/due_soon/due-soon.ts";
import { enrolled } from "./events/enrolled/enrolled.ts";
import { factorChanged } from "./events/factor_changed/factor-changed.ts";
import { jobEnded } from "./events/job_ended/job-ended.ts";
import { mailTest } from "./events/mail_test/mail-test.ts";
import { announced } from "./events/announced/announced.ts";
import { announcementOpen } from "./events/announcement_open/announcement-open.ts";
import { nudged } from "./events/nudged/nudged.ts";
import { newBrowser } from "./events/new_browser/new-browser.ts";
import { reviewAnswered } from "./events/review_answered/review-answered.ts";
import { approvalAsked } from "./events/approval_asked/approval-asked.ts";
import { overdue } from "./events/overdue/overdue.ts";
import { accountKnown } from "./events/account_known/account-known.ts";
import { confirmEmail } from "./events/confirm_email/confirm-email.ts";
import { emailChangeAsked } from "./events/email_change_asked/email-change-asked.ts";
import { emailChanged } from "./events/email_changed/email-changed.ts";
import { emailInUse } from "./events/email_in_use/email-in-use.ts";
import { helpAnswered } from "./events/help_answered/help-answered.ts";
import { helpAsked } from "./events/help_asked/help-asked.ts";
import { helpContact } from "./events/help_contact/help-contact.ts";
import { invitation } from "./events/invitation/invitation.ts";
import { registrationAnswered } from "./events/registration_answered/registration-answered.ts";
import { registrationAsked } from "./events/registration_asked/registration-asked.ts";
import { seatsLow } from "./events/seats_low/seats-low.ts";
import { newEmail } from "./events/new_email/new-email.ts";
import { reviewAsked } from "./events/review_asked/review-asked.ts";
import { reviewTold } from "./events/review_told/review-told.ts";
import { signOffDecided } from "./events/sign_off_decided/sign-off-decided.ts";
import { passwordReset } from "./events/password_reset/password-reset.ts";
import { portalAdmin } from "./events/portal_admin/portal-admin.ts";
import { passwordInvitation } from "./events/password_invitation/password-invitation.ts";
import { staffMessage } from "./events/staff_message/staff-message.ts";
import { textTest } from "./events/text_test/text-test.ts";
import { passwordChanged } from "./events/password_changed/password-changed.ts";
import { signInLink } from "./events/sign_in_link/sign-in-link.ts";
import { webhookOff } from "./events/webhook_off/webhook-off.ts";
import { signInStopped } from "./events/sign_in_stopped/sign-in-stopped.ts";

/** Everything that people are told of; the order of preferences and settings. */
export const events: readonly AnyEvent[] = [
  enrolled,
  dueSoon,
  overdue,
  nudged,
  staffMessage,
  announced,
  announcementOpen,
  completed,
  signOffDecided,
  coursePublished,
  reviewAsked,
  reviewTold,
  publicationFailed,
  approvalAsked,
  reviewAnswered,
  courseHandedOver,
  deputyNamed,
  jobEnded,
  helpAnswered,
  helpAsked,
  registrationAsked,
  seatsLow,
  webhookOff,
  passwordChanged,
  factorChanged,
  newBrowser,
  signInStopped,
];

/** Letters: sent once by mail, never in the bell or the preferences, because they carry a link or go to somebody who has no account yet (letters.ts). */
export const letters: readonly AnyEvent[] = [
  passwordReset,
  signInLink,
  passwordInvitation,
  confirmEmail,
  accountKnown,
  newEmail,
  emailChangeAsked,
  emailChanged,
  emailInUse,
  registrationAnswered,
  invitation,
  portalAdmin,
  helpContact,
  mailTest,
  textTest,
];

const byName = new Map([...events, ...letters].map((event) => [event.name, event]));

/** The event with this name; undefined for one that this version does not know. */
export const eventNamed = (name: string): AnyEvent | undefined => byName.get(name);

/** Whether this names a letter: it may carry a link whose secret only the letter itself has. */
export const isLetter = (name: string): boolean => letters.some((letter) => letter.name === name);

const OfCourse = z.object({ courseId: z.int() });

/** The course that something stored is about, by its variables; null for what is about none. */
export const courseOf = (variables: unknown): number | null => OfCourse.safeParse(variables).data?.courseId ?? null;

/** Whether an event is about a course, so that portals can tell it in another way for a single one. */
export const isAboutCourse = ({ sample }: AnyEvent): boolean => courseOf(sample("")) !== null;
