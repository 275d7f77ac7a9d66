import type { Actor, Gate } from "#platform/actor.ts";
import { guestId, newRoles, type Environment, type NewRole, type RoleName } from "./contract.ts";

type Held = Pick<Actor, "isAuthor" | "isManager" | "isAdmin" | "isSystemAdmin"> & Partial<Pick<Actor, "limits">>;

/** Whether a person holds a role in the portal, in full or as a copy; every member is a Student (specification §6, decisions.md Roles). */
export function holdsRole(person: Held, role: RoleName): boolean {
  if (role !== "Student" && role !== "System" && person.limits?.[role]) return true;
  switch (role) {
    case "Student":
      return true;
    case "Author":
      return person.isAuthor;
    case "Manager":
      return person.isManager;
    case "Admin":
      return person.isAdmin;
    case "System":
      return person.isSystemAdmin;
  }
}

export type Access = "public" | "any" | readonly string[];

/**
 * The client's route guard, exactly as specified (§5): a list with an empty string or Student lets everyone pass; otherwise the person
 * needs the matching flag. It is a convenience only; the server authorizes every call.
 */
export function mayOpen(access: Access, user: Pick<Environment["User"], "IsAuthor" | "IsManager" | "IsAdmin" | "IsSystemAdmin">): boolean {
  if (typeof access === "string") return true;
  if (access.includes("") || access.includes("Student")) return true;
  return (
    (access.includes("Author") && user.IsAuthor) ||
    (access.includes("Manager") && user.IsManager) ||
    (access.includes("Admin") && user.IsAdmin) ||
    (access.includes("System") && user.IsSystemAdmin)
  );
}

/** The role that opening a screen enters; of several the first that the person holds, or none where one of them is current already. */
export function roleToEnter(
  entered: NewRole | readonly NewRole[],
  user: Pick<Environment["User"], "IsAuthor" | "IsManager" | "IsAdmin" | "IsSystemAdmin" | "CurrentRole">,
): NewRole | undefined {
  if (typeof entered === "string") return entered;
  return entered.some((one) => newRoles[one] === user.CurrentRole.Name) ? undefined : entered.find((one) => mayOpen([newRoles[one]], user));
}

export const loginPage = "/v/auth/login";
/** Where each gate is passed. */
export const gatePages = {
  password: "/v/auth/passwordChange",
  factor: "/v/auth/mfa",
  terms: "/v/auth/terms",
  fields: "/v/auth/fields",
} satisfies Record<Gate, string>;
/** Where somebody learns which portals are theirs who has signed in to one that is not. */
export const elsewherePage = "/v/auth/portals";
/** A page that leads back to an address of the portal afterwards. */
export const withReturn = (page: string, address: string): string => `${page}?ReturnUrl=${encodeURIComponent(address)}`;
/** Where those go whose role does not suffice (specification §5). */
export const noAccessPage = "/v/student/dashboard/no-access";

/**
 * Where somebody who asks for an address under /v/ is sent instead; null when they may see it. The server asks this before it answers with a page, the
 * browser before it shows a screen. access: of the screen there, "any" where there is none. address: path with /v, and query.
 */
export function sentElsewhere(access: Access, user: Environment["User"] | null, address: string): string | null {
  const [path = ""] = address.split("?");
  if (user && forcedOut(user.Id, path)) return withReturn("/onlinetraining/auth/logout/", address);
  if (access === "public") return null;
  if (!user) return withReturn(loginPage, address);
  if (user.Gate) return path.toLowerCase().startsWith("/v/auth/") ? null : withReturn(gatePages[user.Gate], address);
  return mayOpen(access, user) ? null : noAccessPage;
}

/** Whether an environment is that of somebody signed in (specification §4): one without an email, or not authenticated, is not. */
export const isSignedIn = ({ User }: Pick<Environment, "User">): boolean => User.Authenticated && User.Email !== "";

/** specification §7: user 13 is forced out on every route except login and external preview. */
export const forcedOut = (userId: number, path: string): boolean =>
  userId === guestId && !/^\/(?:v\/)?auth\/login/i.test(path) && !/^\/(?:v\/)?student\/courseExternalPreview\//i.test(path);
