import * as z from "zod/mini";
import { newPassword } from "#features/auth/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

// What the page of the link needs. The staff's part is in staff-contract.ts: this page loads nothing of lists.

const token = z.string().check(z.maxLength(200, words("This token is too long.")));
const aName = (what: ReturnType<typeof words>) =>
  z.string(what).check(z.trim(), z.minLength(1, what), z.maxLength(80, words("Use at most {maximum} characters.")));

/** What somebody types who has no account yet. */
export const acceptForm = z.object({
  givenName: aName(words("Enter your given name.")),
  familyName: aName(words("Enter your family name.")),
  newPassword,
});

export const lookAtInvitation = endpoint({
  method: "POST",
  path: "/rest/invitations/look",
  summary: "What the link of an invitation is about. Whoever has an account already types neither name nor password.",
  body: z.object({ token }),
  response: z.object({ email: z.string(), hasAccount: z.boolean() }),
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/rest/invitations/accept",
  summary: "Accepts an invitation by its link, once: the person belongs to the portal, and signs in.",
  body: z.extend(z.partial(acceptForm), { token }),
  response: z.object({ redirect: z.string() }),
});
