import { endCodeCause, enrolByCode } from "#features/enrolment/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { invalid } from "#platform/errors.ts";
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
  async about({ db, portalId }, { courseIds }) {
    const wanted = [...new Set(courseIds)];
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
  async grant({ db, portalId, actor }, { userId, label }, { dueDays }, about) {
    const dueAt = dueDays === null ? null : new Date(Date.now() + dueDays * 86_400_000);
    const begun = [];
    // In one order, so that two who enrol the same person do not wait for one another in a circle.
    for (const course of about.courses.toSorted((one, other) => one.id - other.id)) {
      const causeId = await enrolByCode(db, { portalId, userId }, course.id, { reference: label, givenBy: actor.userId, dueAt });
      if (causeId !== null) begun.push({ ...course, causeId });
    }
    return begun.length > 0 ? { courses: begun } : null;
  },
  async undo({ db, portalId, actor }, _, granted) {
    const stays = [];
    for (const { causeId, title } of granted.courses)
      if (!(await endCodeCause(db, { portalId, userId: actor.userId }, causeId))) stays.push(title);
    return stays;
  },
};
