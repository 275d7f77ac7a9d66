import type { FactorChange } from "#features/notifications/events/factor_changed/factor-changed.ts";
import type { Db } from "#platform/db/connect.ts";

/** Of whom a factor is asked. */
export interface Asked {
  readonly portalId: number;
  readonly userId: number;
  /** The server's secret. */
  readonly secret: string;
  /** scheme://host[:port] of the page that asks. */
  readonly origin: string;
}

/** What an answer has shown. change: what its owner is told of. */
export interface Proof {
  readonly isRight: boolean;
  readonly change?: FactorChange;
}

/** A second factor. It works as the system role, which alone reads what it goes by. */
export interface Factor {
  /** Whether it can be guessed by trying, so that few tries of a person are taken, whoever makes them. */
  readonly isGuessable: boolean;
  /** Whether somebody can prove it in this portal. */
  has(db: Db, portalId: number, userId: number): Promise<boolean>;
  /** Whether the answer is right; one that is cannot be given again. */
  prove(db: Db, asked: Asked, answer: string): Promise<Proof>;
}
