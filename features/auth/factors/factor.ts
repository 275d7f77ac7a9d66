import type { Db } from "#platform/db/connect.ts";

/** Of whom a factor is asked. */
export interface Asked {
  readonly portalId: number;
  readonly userId: number;
  /** The server's secret. */
  readonly secret: string;
}

/** A second factor. It works as the system role, which alone reads account_security. */
export interface Factor {
  /** Whether somebody can prove it in this portal. */
  has(db: Db, portalId: number, userId: number): Promise<boolean>;
  /** Whether the code is right; one that is cannot be given again. */
  prove(db: Db, asked: Asked, code: string): Promise<boolean>;
}
