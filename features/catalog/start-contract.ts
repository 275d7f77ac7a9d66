import * as z from "zod/mini";
import type { Condition } from "#features/conditions/condition.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { endpoint } from "#platform/contract.ts";
import { details } from "./contract.ts";

// Apart from contract.ts, which every page loads: few courses have a condition.

const Named = z.object({ id: z.int(), name: z.string() });
/**
 * A line of what a course's condition asks for. how: the lines below it that are deeper belong together; null: a test. test: its condition; null for what
 * the person may not see. courses: where it leads; isOwnField: whether it is about a field that they fill in themselves.
 */
export const StartLine = z.object({
  depth: z.int(),
  how: z.nullable(z.enum(["all", "any"])),
  met: z.boolean(),
  test: z.nullable(z.custom<Condition>()),
  courses: z.array(z.object({ id: z.int(), type: CourseType, title: z.string() })),
  isOwnField: z.boolean(),
});
export type StartLine = z.infer<typeof StartLine>;

/** The condition of whoever begins a course (CAT-4). met: as the person is now; isStored: as it counts, some seconds later. choices: the names in it. */
export const StartCondition = z.object({
  met: z.boolean(),
  isStored: z.boolean(),
  lines: z.array(StartLine),
  choices: z.object({ groups: z.array(Named), courses: z.array(Named), fields: z.array(z.extend(Named, { options: z.array(Named) })) }),
});
export type StartCondition = z.infer<typeof StartCondition>;

export const startCondition = endpoint({
  method: "GET",
  path: "/rest/course/details/:courseId/start",
  // CAT-4
  summary: "What a course's condition asks of whoever begins it, line by line, with how the person asking stands.",
  params: details.params,
  response: z.object({ condition: z.nullable(StartCondition) }),
});
