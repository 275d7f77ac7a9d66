import * as z from "zod/mini";
import { PersonProfile, setStatus } from "#features/people/person-contract.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

// One identity serves all portals of a person (ENV-13). Only system admins see it as a whole.

const identity = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) });
const inPortal = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)), portalId: z.coerce.number().check(z.int(), z.gte(1)) });

export const identityRoles = ["Author", "Manager", "Admin"] as const;

/** What somebody is in one portal. */
export const Membership = z.object({
  portalId: z.int(),
  name: z.string(),
  host: z.string(),
  /** Whether it is the portal in which one asks. */
  isHere: z.boolean(),
  status: z.enum(["active", "suspended"]),
  /** isCopy: held only as a copy with fewer permissions. */
  roles: z.array(z.object({ role: z.enum(identityRoles), isCopy: z.boolean() })),
  joinedAt: z.string(),
  lastSignInAt: z.nullable(z.string()),
  enrolments: z.int(),
  completions: z.int(),
  /** Browsers in which they are signed in to it. */
  sessions: z.int(),
});
export type Membership = z.infer<typeof Membership>;

export const signInsShown = 50;

export const Identity = z.object({
  userId: z.int(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  isSystemAdmin: z.boolean(),
  isSelf: z.boolean(),
  createdAt: z.string(),
  /** Null for somebody who never set a password. */
  passwordSetAt: z.nullable(z.string()),
  mustChangePassword: z.boolean(),
  memberships: z.array(Membership),
  /** Portals in use to which the person does not belong. */
  others: z.array(z.object({ portalId: z.int(), name: z.string() })),
  /** The last sign-ins in any portal, newest first. */
  signIns: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      portal: z.string(),
      kind: z.enum(["signed_in", "portal_switched", "sign_in_failed"]),
      ip: z.string(),
    }),
  ),
});
export type Identity = z.infer<typeof Identity>;

export const getIdentity = endpoint({
  method: "GET",
  path: "/rest/identities/:userId",
  summary: "A person's account with their memberships in all portals. For system admins.",
  params: identity,
  response: Identity,
});

export const saveIdentity = endpoint({
  method: "PUT",
  path: "/rest/identities/:userId/profile",
  summary: "Changes the names and email of an account, which all portals of the person show. For system admins.",
  params: identity,
  body: PersonProfile,
  response: Identity,
});

export const joinPortal = endpoint({
  method: "POST",
  path: "/rest/identities/:userId/memberships",
  summary: "Makes a person a member of one more portal, with no role. For system admins.",
  params: identity,
  body: z.object({ portalId: z.int(words("Choose a portal.")).check(z.gte(1, words("Choose a portal."))) }),
  response: Identity,
});

export const setMembershipStatus = endpoint({
  method: "POST",
  path: "/rest/identities/:userId/memberships/:portalId/status",
  summary: "Deactivates a person in one portal, or brings them back, with a reason. For system admins.",
  params: inPortal,
  body: setStatus.body,
  response: Identity,
});

export const endAllSessions = endpoint({
  method: "POST",
  path: "/rest/identities/:userId/sessions/end",
  summary: "Signs a person out of every portal. For system admins.",
  params: identity,
  response: z.object({ ended: z.int() }),
});
