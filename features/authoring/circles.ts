import { testsIn, type Condition } from "#features/conditions/condition.ts";

// Whether what courses ask of whoever begins them leaves anybody a beginning (CAT-4): the courses to complete first, and conditions about completions, also those of groups.

/** What a course asks. asked: how many of the required courses. */
export interface AskingCourse {
  readonly id: number;
  readonly title: string;
  readonly requiredIds: readonly number[];
  readonly asked: number;
  readonly condition: Condition | null;
}
/** condition: of a dynamic group that is in use; null for one that people are put into, or that keeps those whom it has. */
export interface AskedGroup {
  readonly id: number;
  readonly condition: Condition | null;
  readonly childIds: readonly number[];
}
export interface Asking {
  /** The courses that ask for something; every other one can be begun. */
  readonly courses: readonly AskingCourse[];
  readonly groups: readonly AskedGroup[];
}
/** What somebody who has completed nothing yet can come to. */
interface Reached {
  readonly courses: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
}

/** Whether somebody might fit, or might not, who can come to this much. Of all but completions and groups it is not known, so both might be. */
function might(condition: Condition, reached: Reached, fit = true): boolean {
  switch (condition.kind) {
    case "all":
    case "any": {
      const those = condition.of.values().map((one) => might(one, reached, fit));
      return (condition.kind === "all") === fit ? those.every(Boolean) : those.some(Boolean);
    }
    case "none":
      return might({ kind: "any", of: condition.of }, reached, !fit);
    case "completion":
      return !fit || condition.courseIds.length === 0 || condition.courseIds.some((id) => reached.courses.has(id));
    case "group":
      return !fit || condition.groupIds.some((id) => reached.groups.has(id));
    default:
      return true;
  }
}

const mightBegin = ({ requiredIds, asked, condition }: AskingCourse, reached: Reached): boolean =>
  requiredIds.filter((id) => reached.courses.has(id)).length >= asked && (condition === null || might(condition, reached));

/** All that somebody can come to who has completed these courses and no other. */
function reachedFrom(completed: readonly number[], { courses, groups }: Asking): Reached {
  const asking = new Set(courses.map(({ id }) => id));
  const known = new Set(groups.map(({ id }) => id));
  const conditions = [...courses, ...groups].flatMap(({ condition }) => (condition ? testsIn(condition) : []));
  const named = [
    ...courses.flatMap(({ requiredIds }) => requiredIds),
    ...conditions.flatMap((test) => (test.kind === "completion" ? test.courseIds : [])),
  ];
  const reached = {
    courses: new Set([...named.filter((id) => !asking.has(id)), ...completed]),
    groups: new Set(conditions.flatMap((test) => (test.kind === "group" ? test.groupIds.filter((id) => !known.has(id)) : []))),
  };
  for (let before = -1; before !== reached.courses.size + reached.groups.size;) {
    before = reached.courses.size + reached.groups.size;
    for (const course of courses) if (mightBegin(course, reached)) reached.courses.add(course.id);
    for (const { id, condition, childIds } of groups)
      if (condition === null || might(condition, reached) || childIds.some((child) => reached.groups.has(child))) reached.groups.add(id);
  }
  return reached;
}

/**
 * Whether nobody new can begin a course because, by whatever way, it asks for its own completion; then with the title of a course that it names and that asks for it,
 * null where only a group leads back to it. A way out, such as one part of an "any", makes no circle; nor does a course that is in none itself but asks for one that is.
 */
export function circleOf(courseId: number, asking: Asking): { readonly title: string | null } | null {
  const course = asking.courses.find(({ id }) => id === courseId);
  if (!course) return null;
  const [alone, after] = [reachedFrom([], asking), reachedFrom([courseId], asking)];
  if (alone.courses.has(courseId) || !mightBegin(course, after)) return null;
  const tests = course.condition ? testsIn(course.condition) : [];
  const named = new Set([...course.requiredIds, ...tests.flatMap((test) => (test.kind === "completion" ? test.courseIds : []))]);
  const back = asking.courses.find(({ id }) => id !== courseId && named.has(id) && after.courses.has(id) && !alone.courses.has(id));
  return { title: back?.title ?? null };
}

/** The courses that get into a circle of their own by a change: those that somebody new could begin before it, and nobody can after it. */
export function circlesClosed(before: Asking, after: Asking): AskingCourse[] {
  const [reached, left] = [reachedFrom([], before), reachedFrom([], after)];
  return after.courses.filter(({ id }) => reached.courses.has(id) && !left.courses.has(id) && circleOf(id, after) !== null);
}
