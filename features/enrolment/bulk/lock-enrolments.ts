import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/** Waits until nobody else enrols these people in the course, ends that or begins a first attempt; held until the transaction ends. */
export const lockEnrolments = (db: Db, portalId: number, courseId: number, people: readonly { readonly id: number }[]) =>
  sql`select lock_enrolment(${portalId}, user_id, ${courseId})
    from unnest(${people.map(({ id }) => id).toSorted((a, b) => a - b)}::bigint[]) user_id`.execute(db);
