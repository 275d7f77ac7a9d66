import { endCodeCause, enrolByCode } from "#features/enrolment/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { coursesWithin, reachedCourses, widensBy } from "#features/roles/server/service.ts";
import { forbidden, invalid } from "#platform/errors.ts";
import { courseAddress } from "#features/notifications/events/course-facts.ts";
import type { CoursesEffect } from "./courses.ts";
import type { EffectKind } from "../../server/effect-kind.ts";

interface Named {
  readonly id: number;
  readonly title: string;
  /** Where a learner begins, without /v. */
  readonly to: string;
}
interface About {
  readonly courses: readonly Named[];
}
interface Granted extends About {
  readonly courses: readonly (Named & { readonly causeId: number })[];
}

/** Enrols people in published courses. */
export const courses: EffectKind<CoursesEffect, About, Granted> = {
  rule: may("enrol-people"),
  async about({ db, portalId, scope }, { courseIds }) {
    const wanted = [...new Set(courseIds)];
    const within = coursesWithin(scope);
    if (within && wanted.some((id) => !within.includes(id)))
      throw invalid("effects.courses", "other_course", "Your role is for other courses. Choose only courses for which it is.");
    const found = await db
      .selectFrom("courses")
      .select(["id", "title", "type"])
      .where("portal_id", "=", portalId)
      .where("id", "in", wanted)
      .where("status", "=", "published")
      .execute();
    if (found.length !== wanted.length) throw invalid("effects.courses", "no_such_course", "This course is not in the catalog.");
    const inOrder = wanted.flatMap((id) => found.find((one) => one.id === id) ?? []);
    return { courses: inOrder.map(({ id, title, type }) => ({ id, title, to: courseAddress({ courseId: id, courseType: type }) })) };
  },
  tell: (say, about) => ({ title: say("Courses"), items: about.courses.map(({ title }) => title) }),
  names: (about) => about.courses.map(({ id, title }) => ({ id, name: title })),
  leadsTo: (about) => about.courses[0]?.to,
  async grant({ db, portalId, actor, scope }, { userId, label }, { dueDays }, about) {
    const courseIds = about.courses.map(({ id }) => id);
    const mayDo = await reachedCourses(
      db,
      scope,
      courseIds.map((courseId) => ({ userId, courseId })),
    );
    if (!courseIds.every((courseId) => mayDo({ userId, courseId })) || (await widensBy(db, actor, { userId, courseIds })))
      throw forbidden("not_for_you", "This code is for the people whom its maker looks after. Ask them for help.");
    const dueAt = dueDays === null ? null : new Date(Date.now() + dueDays * 86_400_000);
    const begun = [];
    // In one order, so that two who enrol the same person do not wait for one another in a circle.
    for (const course of about.courses.toSorted((one, other) => one.id - other.id)) {
      const causeId = await enrolByCode(db, { portalId, userId }, course.id, { reference: label, givenBy: actor.userId, dueAt });
      if (causeId !== null) begun.push({ ...course, causeId });
    }
    return begun.length > 0 ? { courses: begun } : null;
  },
  async undo({ db, portalId, actor, scope }, userId, granted) {
    const stays = [];
    const mayDo = await reachedCourses(
      db,
      scope,
      granted.courses.map(({ id: courseId }) => ({ userId, courseId })),
    );
    for (const { id: courseId, causeId, title } of granted.courses)
      if (!mayDo({ userId, courseId }) || !(await endCodeCause(db, { portalId, userId: actor.userId }, causeId))) stays.push(title);
    return stays;
  },
};
