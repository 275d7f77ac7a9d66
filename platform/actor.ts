/** Who is asking, as the database answered when the request was opened. Rights are per portal; isSystemAdmin belongs to the user. */
export interface Actor {
  readonly userId: number;
  readonly portalId: number;
  readonly sessionId: number;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly isSystemAdmin: boolean;
  readonly isAuthor: boolean;
  readonly isManager: boolean;
  readonly isAdmin: boolean;
  /** The role chosen for viewing: it changes menus and defaults, never rights (decisions.md, Roles). */
  readonly activeRole: string;
  readonly mustChangePassword: boolean;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly theme: string;
  readonly shortcuts: boolean;
  /** Who looks at the portal as this person, and whether they may change things; null when it is the person themselves. */
  readonly by: { readonly userId: number; readonly name: string; readonly writes: boolean } | null;
  /** The portals the actor belongs to; null unless the endpoint asked for them. */
  readonly portals: readonly { id: number; name: string; host: string }[] | null;
}

/** Who asks, and in which portal: statements compare both, besides row-level security (security.md §4). */
export type Asker = Pick<Actor, "portalId" | "userId">;

/** The first of three rings of permission: may this person call this endpoint at all? A rule is a pure function of the actor. */
export interface Rule {
  readonly name: string;
  readonly allows: (actor: Actor) => boolean;
}

/** Names a rule, so that `npm run routes` and the permission tests can print it. */
export const rule = (name: string, allows: (actor: Actor) => boolean): Rule => ({ name, allows });

/** Anyone, without signing in. Only for the short list in decisions.md. */
export const anonymous = rule("anonymous", () => true);
/** Any signed-in person of the portal. */
export const signedIn = rule("signed in", () => true);
