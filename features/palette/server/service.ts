import { courseIn } from "#features/courses/server/service.ts";
import { firstPeople } from "#features/people/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { holdsRole } from "#features/portal/policy.ts";
import type { Result } from "#platform/contract.ts";
import type { Context } from "#platform/serve.ts";
import { mostFound, type searchAll } from "../contract.ts";
import { findCourses } from "./queries.ts";

/**
 * The first people and courses with what was typed. People are found by those who may see people, and within the scope that they see them in; courses by whoever can
 * open them: learners those of their catalog and their own, authors also those that they edit, staff who see the portal's courses all that are published.
 */
export async function findAll(context: Context, q: string): Promise<Result<typeof searchAll>> {
  const { db, actor, language } = context;
  const courses = await findCourses(db, actor, q, {
    seesAll: may("see-portal-courses").allows(actor),
    // The editor's screen is the authors'.
    edits: holdsRole(actor, "Author") && may("see-courses").allows(actor) ? (actor.isAdmin ? "all" : "own") : "none",
  });
  // A mistake is looked for only in what nothing has as it was typed.
  return {
    people: await peopleWith(context, q, { near: courses.length === 0 }),
    courses: courses.map((course) => courseIn(course, language)),
  };
}

async function peopleWith(context: Context, q: string, { near }: { readonly near: boolean }) {
  const seePeople = may("see-people");
  if (!seePeople.allows(context.actor)) return [];
  // As a call for people alone would see who asks: copies of roles count where they have its permission, each for its own scope.
  return firstPeople({ ...context, actor: seePeople.as?.(context.actor) ?? context.actor }, q, { most: mostFound, near });
}
