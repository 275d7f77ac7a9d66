import type { Db } from "#platform/db/connect.ts";
import { type FactorName, factorNames } from "../factor-contract.ts";
import type { Factor } from "./factor.ts";
import { passkey } from "./passkey.ts";
import { recovery } from "./recovery.ts";
import { totp } from "./totp.ts";

/** The second factors by name. */
export const factors: Readonly<Record<FactorName, Factor>> = { passkey, totp, recovery };

/** Which factors somebody can prove in a portal, in the order in which they are offered. */
export async function factorsOf(db: Db, portalId: number, userId: number): Promise<FactorName[]> {
  const found: FactorName[] = [];
  for (const name of factorNames) if (await factors[name].has(db, portalId, userId)) found.push(name);
  return found;
}
