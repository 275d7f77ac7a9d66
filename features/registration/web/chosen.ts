import type { Input } from "#platform/contract.ts";
import type { decideRegistrations } from "../queue-contract.ts";

/** Whom a decision is about: by id, or all that match. */
export type Chosen = Pick<Input<typeof decideRegistrations>["body"], "ids" | "all">;
