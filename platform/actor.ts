/** The roles that are given in a portal. */
export type GivenRole = "Author" | "Manager" | "Admin";
/** Of a role that somebody holds only as copies with fewer rights: the permissions that these give. */
export type Limits = Readonly<Partial<Record<GivenRole, readonly string[]>>>;

/** What somebody signed in may have to do before anything else: choose a new password, set up a second factor, agree to the portal's terms, fill in what it asks of them. */
export const gates = ["password", "factor", "terms", "fields"] as const;
export type Gate = (typeof gates)[number];

/** Who is asking, as the database answered when the request was opened. Rights are per portal; isSystemAdmin belongs to the user. */
export interface Actor {
  readonly userId: number;
  readonly portalId: number;
  readonly sessionId: number;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly isSystemAdmin: boolean;
  /** Whether they hold the role in full, or, in a call that a permission let them make, as a copy that has this permission. */
  readonly isAuthor: boolean;
  readonly isManager: boolean;
  readonly isAdmin: boolean;
  /** The roles that they hold only as copies; null for nearly everybody. */
  readonly limits: Limits | null;
  /** The permission that let them make this call: whose data they reach follows from it (scopeOf). None in a call for everybody, and in a job. */
  readonly doing?: string;
  /** The same person as the request was opened, where this is how they are seen in a call. */
  readonly whole?: Actor;
  /** The role chosen for viewing: it changes menus and defaults, never rights (decisions.md, Roles). */
  readonly activeRole: string;
  /** What they have to do before anything else is answered; null for nearly everybody. */
  readonly gate: Gate | null;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly theme: string;
  readonly shortcuts: boolean;
  /** Who looks at the portal as this person, and whether they may change things; null when it is the person themselves. */
  readonly by: {
    readonly userId: number;
    readonly name: string;
    readonly writes: boolean;
    /** The name of the role that they see the portal as, being themselves; null where it is another person. */
    readonly role: string | null;
  } | null;
  /** The portals the actor belongs to; null unless the endpoint asked for them. */
  readonly portals: readonly { id: number; name: string; host: string }[] | null;
  /** How many notifications they have not read, 100 for more; null as portals are. */
  readonly unread: number | null;
  /** The roles whose tour they have been offered (HELP-2); null where nobody asked for it. */
  readonly tours: readonly string[] | null;
  /** The API token with which a program acts for them; missing for a session and in a job. */
  readonly token?: { readonly id: number; readonly name: string };
}

interface Flags {
  readonly isAuthor: boolean;
  readonly isManager: boolean;
  readonly isAdmin: boolean;
}

/** What the flags of a membership and the roles held only as copies make of somebody: a flag for each role that they hold in full. */
export const rightsOf = ({ isAuthor, isManager, isAdmin, limits }: Flags & Pick<Actor, "limits">): Flags & Pick<Actor, "limits"> => ({
  isAuthor: isAuthor && !limits?.Author,
  isManager: isManager && !limits?.Manager,
  isAdmin: isAdmin && !limits?.Admin,
  limits,
});

/** Who asks, and in which portal: statements compare both, besides row-level security (security.md §4). */
export type Asker = Pick<Actor, "portalId" | "userId">;

/** The first of three rings of permission: may this person call this endpoint at all? A rule is a pure function of the actor. */
export interface Rule {
  readonly name: string;
  readonly allows: (actor: Actor) => boolean;
  /** The gate at which somebody may call it all the same, because it leads through. */
  readonly atGate?: Gate;
  /** The person as a call of this rule sees them: with the roles that give it. */
  readonly as?: (actor: Actor) => Actor;
}

/** Names a rule, so that `npm run routes` and the permission tests can print it. */
export const rule = (name: string, allows: (actor: Actor) => boolean): Rule => ({ name, allows });

/** Anyone, without signing in. Only for the short list in decisions.md. */
export const anonymous = rule("anonymous", () => true);
/** Any signed-in person of the portal. */
export const signedIn = rule("signed in", () => true);

const flags = { Author: "isAuthor", Manager: "isManager", Admin: "isAdmin" } as const;

/**
 * The rule of a permission: whoever holds one of these roles, in full or as a copy that has it. In a call of it, somebody who holds only copies of Admin works as a
 * manager of the whole portal, and as an author of their own courses: what admins do to one another stays theirs.
 */
export function permission(id: string, holders: readonly (GivenRole | "System")[]): Rule {
  const has = ({ limits }: Actor, role: GivenRole) => holders.includes(role) && limits?.[role]?.includes(id) === true;
  return {
    name: id,
    allows(actor) {
      const whole = actor.whole ?? actor;
      return holders.some((role) => (role === "System" ? whole.isSystemAdmin : whole[flags[role]] || has(whole, role)));
    },
    as(actor) {
      const whole = actor.whole ?? actor;
      const isAdmins = has(whole, "Admin");
      return {
        ...whole,
        isAuthor: whole.isAuthor || has(whole, "Author") || (isAdmins && holders.includes("Author")),
        isManager: whole.isManager || has(whole, "Manager") || isAdmins,
        doing: id,
        whole,
      };
    },
  };
}
