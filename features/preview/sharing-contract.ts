import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { ofCourse, root, ShownDocument } from "./contract.ts";
import { most } from "./policy.ts";

const number = (text: string) => z.coerce.number(text).check(z.int(text), z.gte(1, text), z.lte(2 ** 52, text));

export const PreviewLink = z.object({
  id: z.int(),
  name: z.string(),
  shows: ShownDocument,
  /** The path with its secret, to be sent to others; null once it does not work any more. */
  path: z.nullable(z.string()),
  hasPasscode: z.boolean(),
  madeBy: z.string(),
  madeAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(["works", "over", "revoked"]),
  views: z.int(),
  viewedAt: z.nullable(z.string()),
});
export type PreviewLink = z.infer<typeof PreviewLink>;

export const Reviewer = z.object({ id: z.int(), name: z.string(), addedAt: z.string() });
export type Reviewer = z.infer<typeof Reviewer>;

export const readSharing = endpoint({
  method: "GET",
  path: `${root}/sharing`,
  summary: "With whom a course is shared before it is learnt: its reviewers and its links.",
  params: ofCourse,
  response: z.object({ reviewers: z.array(Reviewer), links: z.array(PreviewLink), hasCurrent: z.boolean() }),
});

export const findCandidates = endpoint({
  method: "GET",
  path: `${root}/candidates`,
  summary: "Members of the portal whom somebody may name as reviewers, by the beginning of a name or by the whole email. At most ten.",
  params: ofCourse,
  query: z.object({ q: z.string().check(z.trim(), z.minLength(2, words("Type at least two letters.")), z.maxLength(200)) }),
  response: z.object({ people: z.array(z.object({ id: z.int(), name: z.string() })) }),
});

export const addReviewer = endpoint({
  method: "POST",
  path: `${root}/reviewers`,
  summary: "Names a member as a reviewer of a course and tells them. Harmless when repeated.",
  params: ofCourse,
  body: z.object({ userId: z.int(words("Choose a person.")) }),
  response: z.object({ id: z.int() }),
});

export const removeReviewer = endpoint({
  method: "DELETE",
  path: `${root}/reviewers/:userId`,
  summary: "Takes a reviewer off a course. What they wrote stays.",
  params: z.extend(ofCourse, { userId: number("A person is named by their number.") }),
  response: z.object({ id: z.int() }),
});

export const makeLink = endpoint({
  method: "POST",
  path: `${root}/links`,
  summary: "Makes a link that shows a course to whoever has it, until it is over or revoked.",
  params: ofCourse,
  body: z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, words("Say who it is for.")), z.maxLength(100, words("Use at most {maximum} characters."))),
    shows: ShownDocument,
    days: z
      .int(words("Enter a whole number of days."))
      .check(z.gte(1, words("Enter {minimum} or more days.")), z.lte(most.linkDays, words("Enter at most {maximum} days."))),
    passcode: z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(6, words("Use at least {minimum} characters.")),
          z.maxLength(100, words("Use at most {maximum} characters.")),
        ),
    ),
  }),
  response: PreviewLink,
});

export const revokeLink = endpoint({
  method: "DELETE",
  path: `${root}/links/:linkId`,
  summary: "Ends a link at once, also for those who have it open. Harmless when repeated.",
  params: z.extend(ofCourse, { linkId: number("A link is named by its number.") }),
  response: z.object({ id: z.int() }),
});
