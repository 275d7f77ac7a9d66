import type { PeopleScope } from "#features/roles/server/service.ts";
import type { Actor, Rule } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Told } from "../told.ts";

/** Who gives, with the rights of this moment as the kind's rule sees them, in a transaction of stoa_people or the system role. */
export interface Giver {
  readonly db: Db;
  readonly portalId: number;
  readonly actor: Actor;
  readonly scope: PeopleScope;
}

/**
 * A kind of thing that codes give: a folder of effects/, and a line in each table (effects/effects.ts). Effect: what is chosen. About: what its words need, such as
 * names. Granted: what one use changed indeed, stored with it for saying and for undoing; never more than was chosen.
 */
export interface EffectKind<Effect, About extends object, Granted extends About> {
  /** Who may give it at all. */
  readonly rule: Rule;
  /** Checks that the giver may give this now. Throws 400, 403, 404 or 409. */
  about(giver: Giver, effect: Effect): Promise<About>;
  tell(say: Say, about: About): Told;
  /** What ids of the effect stand for, where no list of choices says it. */
  names?(about: About): readonly { readonly id: number; readonly name: string }[];
  /** The address, without /v, of the first thing that is a place. */
  leadsTo?(about: About): string | undefined;
  /** Gives it to a member of the portal, whom the giver reaches by now. Null where they have all of it already. */
  grant(giver: Giver, to: { readonly userId: number; readonly label: string }, effect: Effect, about: About): Promise<Granted | null>;
  /** Takes it from them, in the name of the giver, as far as it is as it was given. Gives the names of what stays because it has changed since. */
  undo(giver: Giver, userId: number, granted: Granted): Promise<readonly string[]>;
}
